"""裁判: the rules of 保皇 told a second time, naively, to judge event logs (牌谱).

This program knows only the rulebook and the log format. It shares no code with the engine, so that the
two can be compared. It prefers the obvious way over the fast one: hands are bags of card names, what is
hidden is a list of *worlds* (who was dealt the emperor's joker, who is the guard), and every event is tried
in every world.

    python3 tests/oracle.py FILE.jsonl      one game a line in, one verdict a line out

How hidden cards are judged. A *pool* is all that a seat ever holds: its hand and what it has played. For
each pool we keep its size, the cards that are surely in it, the least and the most of each rank. An
assignment of the deck to the pools exists when no card is needed more often than the deck has it, and when
for every set of seats the places still open fit into the ranks still free (Hall's condition).
"""

from __future__ import annotations

import calendar
import contextlib
import hashlib
import itertools
import json
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

RANKS = "3456789TJQKA2BR"
PLAIN = RANKS[:13]
SUITS = "shdc"
SEATS = (1, 2, 3, 4, 5)
NO_LIMIT = 10**9
CARD = r"(?:[3-9TJQKA2][shdc]?|[BR]\*?)"

# In the order of paipu.md: of several that apply to one event the first counts.
CODE_TABLE = """
broken_chain no_deal after_end not_over nothing_to_undo not_allowed deck_mismatch hand_sizes
tribute_unexpected tribute_missing wrong_phase wrong_tribute wrong_candidate wrong_yield cannot_call
not_emperor bad_call cannot_snatch not_guard not_rebel declared_twice seat_out barred not_your_turn
must_lead no_wind not_held mixed_ranks six_not_last wrong_count does_not_beat auto_mismatch
"""
CODES = CODE_TABLE.split()

Event = dict[str, Any]
Rules = dict[str, Any]


class Unreadable(Exception):
    """Not a paipu: says what is wrong and where."""


class Refused(Exception):
    """An event breaks a rule; `code` is one of CODES."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def next_seat(seat: int) -> int:
    """下家: the next seat in order of play."""
    return seat % 5 + 1


def previous_seat(seat: int) -> int:
    """上家: the seat before in order of play."""
    return (seat - 2) % 5 + 1


def seats_after(seat: int) -> list[int]:
    """The four other seats in order of play, beginning with the next."""
    return [(seat + i - 1) % 5 + 1 for i in range(1, 5)]


# --- Cards -----------------------------------------------------------------------------------


def parse_cards(text: Any, where: str, *, may_be_empty: bool = False) -> list[str]:
    """A string of cards, spaces allowed between them (paipu, "Cards")."""
    if text == "" and may_be_empty:
        return []
    if not isinstance(text, str) or not re.fullmatch(f"{CARD}(?: *{CARD})*", text):
        raise Unreadable(f"{where}: not a string of cards: {text!r}")
    return re.findall(CARD, text)


def rank_of(card: str) -> int:
    """Place of the card's rank in RANKS; marked jokers rank as their like."""
    return RANKS.index(card[0])


def is_joker(card: str) -> bool:
    """小王 or 大王."""
    return card[0] in "BR"


def is_suited(card: str) -> bool:
    """A plain card with its suit."""
    return len(card) == 2 and not is_joker(card)


def is_unsuited(card: str) -> bool:
    """A plain card without its suit."""
    return len(card) == 1 and not is_joker(card)


def names_one_card(card: str) -> bool:
    """Suit and mark are known: not a plain card without suit, not "R?" (any big joker)."""
    return not is_unsuited(card) and card != "R?"


# --- Rulesets (rules, "Keys") ----------------------------------------------------------------

# Key and value as in the table "Keys": first what holds where nothing else is said, then each ruleset's own.
BASE_TABLE = """
deck=168 guard=marked call_twos=true throne=previous open_guard=true rebellion=2 snatch=false
declare_solo=declare pass_bars=false sixes_last=no wind_mark=false end=side solo_end=side score=sum
solo_score=sum podium=[12,0,-12] podium_open=[24,0,-24] double_open_guard=true double_rebellion=true
double_open_solo=true double_secret_solo=false escape=0 auto=false tribute=false abandon=2 stake=1
"""
ROOM = "solo_end=two_rebels solo_score=podium escape=50"
CALLED = "deck=216 guard=called"
RULESET_TABLE = {
    "encyclopedia": f"{CALLED} rebellion=0 declare_solo=both double_secret_solo=true tribute=true",
    "shandong": "throne=skip pass_bars=true sixes_last=with_jokers end=all",
    "room-quick": f"{ROOM} throne=fixed open_guard=false rebellion=0",
    "room-normal": ROOM,
    "room-six": f"{ROOM} sixes_last=alone",
    "tribute": f"{CALLED} call_twos=false throne=drawn open_guard=false rebellion=0 declare_solo=show "
    "wind_mark=true end=all score=places tribute=true",
    "simple": "score=side escape=30 auto=true",
    "classic": f"{CALLED} throne=forced snatch=true score=side escape=30 auto=true",
}
CHOICES = {
    "guard": "marked called",
    "throne": "fixed previous forced drawn skip",
    "declare_solo": "declare show both",
    "sixes_last": "no alone with_jokers",
    "end": "side all",
    "solo_end": "side two_rebels",
    "score": "sum side places",
    "solo_score": "sum podium",
}
LEAST = {"escape": 0, "abandon": 0, "stake": 1}


def is_whole(value: Any, least: int = -(2**53) + 1, most: int = 2**53 - 1) -> bool:
    """A whole number in the range; true is not 1, 1.0 is not 1."""
    return type(value) is int and least <= value <= most


def rules_in(table: str) -> Rules:
    """The keys and values of a table: words, or else JSON."""
    rules: Rules = {}
    for item in table.split():
        key, value = item.split("=")
        rules[key] = json.loads(value) if value in ("true", "false") or not value.islower() else value
    return rules


BASE = rules_in(BASE_TABLE)


def resolve(rules: Any) -> Rules:
    """Every key of the table "Keys" with its value, for a ruleset's name or an object with `base`."""
    changes = dict(rules) if isinstance(rules, dict) else {"base": rules}
    name = changes.pop("base", None)
    if not isinstance(name, str) or name not in RULESET_TABLE:
        raise Unreadable(f"rules: no ruleset {name!r}")
    for key, value in changes.items():
        if key not in BASE:
            raise Unreadable(f"rules: unknown key {key!r}")
        if not is_value_of_key(key, value):
            raise Unreadable(f"rules.{key}: {value!r} is not allowed")
    resolved = {**BASE, **rules_in(RULESET_TABLE[name]), **changes}
    refuse_combinations(resolved)
    return resolved


def is_value_of_key(key: str, value: Any) -> bool:
    """Whether a ruleset's key may have this value."""
    if key == "deck":
        return is_deck(value)
    if key in ("podium", "podium_open"):
        return isinstance(value, list) and len(value) == 3 and all(is_whole(x) and x % 4 == 0 for x in value)
    if key in LEAST:
        return is_whole(value, LEAST[key])
    if key == "rebellion":
        return is_whole(value) and value in (0, 2, 3)
    if key in CHOICES:
        return isinstance(value, str) and value in CHOICES[key].split()
    return isinstance(value, bool)


def is_deck(value: Any) -> bool:
    """168, 216, or a table of suited cards and jokers with their copies."""
    if isinstance(value, dict):
        cards = all(re.fullmatch(CARD, card) and not is_unsuited(card) for card in value)
        return cards and all(is_whole(copies, 0) for copies in value.values())
    return type(value) is int and value in (168, 216)


def refuse_combinations(rules: Rules) -> None:
    """The combinations that the rules refuse."""
    marked, table = rules["guard"] == "marked", isinstance(rules["deck"], dict)
    deck = {card: copies for card, copies in rules["deck"].items() if copies} if table else {}
    if marked and (rules["snatch"] or rules["declare_solo"] != "declare"):
        raise Unreadable("rules: snatch and showing a solo need a called guard")
    if rules["throne"] == "skip" and not marked:
        raise Unreadable("rules: throne skip needs a marked guard")
    if rules["score"] == "places" and rules["end"] == "side":
        raise Unreadable("rules: score places needs end all")
    if table and (not marked or deck.get("R*") != 1 or deck.get("B*") != 1):
        raise Unreadable("rules: a deck table needs a marked guard, one R* and one B*")
    if table and rules["sixes_last"] != "no" and not any(card[0] == "6" for card in deck):
        raise Unreadable("rules: sixes last without sixes in the deck")


def deck_of(rules: Rules) -> Counter[str]:
    """How many copies of each card the game is played with."""
    if isinstance(rules["deck"], dict):
        return Counter({card: copies for card, copies in rules["deck"].items() if copies})
    ranks = PLAIN if rules["deck"] == 216 else PLAIN[3:]
    deck = Counter({rank + suit: 4 for rank in ranks for suit in SUITS})
    deck.update({"R": 3, "R*": 1, "B": 4})
    if rules["guard"] == "marked":
        deck.update({"B": -1, "B*": 1})
    return deck


def callable_cards(rules: Rules, deck: Counter[str]) -> list[str]:
    """The cards of which three may be called: no joker, and no 2 where `call_twos` is false."""
    return [card for card in deck if not is_joker(card) and (rules["call_twos"] or card[0] != "2")]


# --- Reading (paipu, "Header", "Events") -----------------------------------------------------

Check = Callable[[Any], bool]


def is_text(value: Any) -> bool:
    """Any string."""
    return isinstance(value, str)


def is_seat(value: Any) -> bool:
    """1 to 5."""
    return is_whole(value, 1, 5)


def is_hex(digits: int) -> Check:
    """So many hex digits, none of them in capitals."""
    return lambda value: is_text(value) and re.fullmatch(f"[0-9a-f]{{{digits}}}", value) is not None


def five(check: Check) -> Check:
    """Five values, by seat."""
    return lambda value: isinstance(value, list) and len(value) == 5 and all(map(check, value))


def one_of(*values: Any) -> Check:
    """One of these values, and of their type."""
    return lambda value: any(type(value) is type(good) and value == good for good in values)


def is_place(value: Any) -> bool:
    """1 to 5, or 0 for none."""
    return is_whole(value, 0, 5)


def is_name(value: Any, most: int = 64) -> bool:
    """A string of 1 to `most` characters, without control characters."""
    return is_text(value) and 1 <= len(value) <= most and all(unicodedata.category(c) != "Cc" for c in value)


def is_players(value: Any) -> bool:
    """Five distinct names without characters that override the direction of writing."""
    fine = five(is_name)(value) and len(set(value)) == 5
    return fine and not any(re.search("[\u202a-\u202e\u2066-\u2069]", name) for name in value)


def is_time(value: Any) -> bool:
    """RFC 3339 with offset; a minute may have a leap second."""
    clock = r"([01][0-9]|2[0-3]):[0-5][0-9]"
    day = r"([0-9]{4})-([0-9]{2})-([0-9]{2})"
    seconds = r"([0-5][0-9]|60)(\.[0-9]+)?"
    found = is_text(value) and re.fullmatch(f"{day}[Tt]{clock}:{seconds}([Zz]|[+-]{clock})", value)
    if not found:
        return False
    year, month, number = (int(digits) for digits in found.groups()[:3])
    return 1 <= month <= 12 and 1 <= number <= calendar.monthrange(year or 400, month)[1]


def is_previous(value: Any) -> bool:
    """The result of the game before, for tribute."""
    checks: dict[str, Check] = {
        "emperor": is_seat,
        "guard": is_seat,
        "places": five(is_place),
        "winner": one_of("emperor", "rebels", "draw", None),
        "open_solo": one_of(True, False),
    }
    if not isinstance(value, dict) or not set(checks) - {"open_solo"} <= set(value) <= set(checks):
        return False
    return all(checks[key](value[key]) for key in value)


REQUIRED_IN_HEADER = ["format", "version", "game", "players", "rules", "events"]
HEADER: dict[str, Check] = {
    "format": one_of("paipu"),
    "version": one_of(1),
    "game": lambda x: is_name(x, 120),
    "players": is_players,
    "rules": lambda x: isinstance(x, (str, dict)),
    "events": lambda x: isinstance(x, list),
    "view": lambda x: is_whole(x, -1, 5),
    "started": is_time,
    "sitting": is_text,
    "round": is_whole,
    "previous": is_previous,
    "salt": is_hex(32),
    **dict.fromkeys(["rules_sha256", "replaces", "h"], is_hex(64)),
}
FIELDS: dict[str, Check] = {
    "hands": five(lambda x: is_text(x) or is_whole(x, 0)),
    **dict.fromkeys(["first", "from", "to", "seat", "emperor", "guard"], is_seat),
    "cards": lambda x: bool(parse_cards(x, "cards")),
    "what": one_of("guard", "solo", "rebel"),
    "wind": one_of(True),
    "on": one_of(True, False),
    "say": one_of("ally", "help", "warn", "rumour"),
    "text": is_text,
    "count": lambda x: is_whole(x, 1),
    "places": five(is_place),
    "scores": five(is_whole),
    **dict.fromkeys(["events", "t"], lambda x: is_whole(x, 0)),
    **dict.fromkeys(["h", "head", "key"], is_hex(64)),
    "signature": is_hex(128),
}
# By event: the keys that it must have; after the bar those it may have.
EVENT_TABLE = """
deal: hands | first;  tribute: from to cards |;  draw: seat |;  accept: seat |;  yield: seat to cards |
snatch: seat |;  abandon: seat |;  void: |;  call: seat cards |;  declare: seat what |;  play: seat cards |
pass: seat | wind;  auto: seat on |;  mind: seat to say | text;  escape: seat |;  undo: | count
note: text | seat;  end: | places scores emperor guard;  seal: events head key signature |
"""
EVENT_KEYS = dict(entry.strip().split(": ", 1) for entry in re.split("[;\n]", EVENT_TABLE.strip()))


def decode(text: bytes) -> str:
    """UTF-8 or GB18030."""
    for encoding in ("utf-8", "gb18030"):
        with contextlib.suppress(UnicodeDecodeError):
            return text.decode(encoding)
    raise Unreadable("neither UTF-8 nor GB18030")


def parse_json(text: str | bytes) -> Any:
    """JSON, strictly: no key twice, no NaN; with or without a BOM."""

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(items)) != len(items):
            raise Unreadable("a key stands twice in an object")
        return dict(items)

    def constant(name: str) -> Any:
        raise Unreadable(f"{name} is not JSON")

    def whole(digits: str) -> int | float:
        return int(digits) if len(digits) < 30 else float(digits)

    text = text if isinstance(text, str) else decode(text)
    try:
        return json.loads(
            text.removeprefix("\ufeff"), object_pairs_hook=pairs, parse_constant=constant, parse_int=whole
        )
    except (json.JSONDecodeError, RecursionError) as error:
        raise Unreadable(f"not JSON: {error}") from error


def strings_and_floats(value: Any) -> Iterator[str | float]:
    """All strings and keys; and the numbers that the canonical form does not allow."""
    if isinstance(value, str) or (type(value) in (int, float) and not is_whole(value)):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from strings_and_floats(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings_and_floats(item)


def is_chained(log: dict[str, Any]) -> bool:
    """Some part of the log carries `h`."""
    return "h" in log or any("h" in event for event in log["events"])


def read(log: Any) -> Rules:
    """Check types, ranges and keys of the whole log; gives the resolved rules (paipu, "Header", "Events")."""
    if not isinstance(log, dict):
        raise Unreadable("a game is a JSON object")
    for value in strings_and_floats(log):
        if isinstance(value, str) and any("\ud800" <= c <= "\udfff" for c in value):
            raise Unreadable("half of a surrogate pair")
    rules = read_header(log)
    for index, event in enumerate(log["events"]):
        read_event(event, log.get("view", 0), f"events[{index}]")
    if is_chained(log):
        for value in strings_and_floats(log):
            if not isinstance(value, str) or unicodedata.normalize("NFC", value) != value:
                raise Unreadable(f"{value!r} has no canonical form in a chained log")
    return rules


def read_header(log: dict[str, Any]) -> Rules:
    """Check the header's keys and values; gives the resolved rules."""
    for key in REQUIRED_IN_HEADER:
        if key not in log:
            raise Unreadable(f"header: {key} is missing")
    for key, value in log.items():
        if not key.startswith("x-") and (key not in HEADER or not HEADER[key](value)):
            raise Unreadable(f"header: {key}: {value!r} is not allowed"[:200])
    rules = resolve(log["rules"])
    fingerprint = hashlib.sha256(canonical(rules)).hexdigest()
    if log.get("rules_sha256", fingerprint) != fingerprint:
        raise Unreadable(f"rules_sha256 is {log['rules_sha256']}, the rules give {fingerprint}")
    return rules


def read_event(event: Any, view: int, where: str) -> None:
    """Check one event's type, keys and values."""
    if not isinstance(event, dict) or not is_text(event.get("type")) or event["type"] not in EVENT_KEYS:
        raise Unreadable(f"{where}: no such event")
    needed, optional = (part.split() for part in EVENT_KEYS[event["type"]].split("|"))
    for key in needed:
        if key not in event:
            raise Unreadable(f"{where}: {key} is missing")
    for key, value in event.items():
        if key == "type" or key.startswith("x-"):
            continue
        if key not in [*needed, *optional, "t", "h"] or not FIELDS[key](value):
            raise Unreadable(f"{where}: {key}: {value!r} is not allowed"[:200])
    if event["type"] == "deal":
        for seat, hand in zip(SEATS, event["hands"], strict=True):
            read_hand(hand, view in (0, seat), f"{where}.hands[{seat - 1}]")


def read_hand(hand: Any, known: bool, where: str) -> None:
    """A dealt hand: known as `view` says, wholly suited or wholly unsuited."""
    if is_text(hand) != known:
        raise Unreadable(f"{where}: contradicts view")
    if known:
        cards = parse_cards(hand, where, may_be_empty=True)
        if any(map(is_suited, cards)) and any(map(is_unsuited, cards)):
            raise Unreadable(f"{where}: partly suited")


# --- Integrity (paipu, "Integrity") ----------------------------------------------------------


def canonical(value: Any) -> bytes:
    """RFC 8785: keys in order of their UTF-16 units, no blanks, UTF-8. The format has no floats."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return b"{" + b",".join(canonical(key) + b":" + canonical(value[key]) for key in keys) + b"}"
    if isinstance(value, list):
        return b"[" + b",".join(map(canonical, value)) + b"]"
    return json.dumps(value, ensure_ascii=False).encode("utf-8")


def without(value: dict[str, Any], *keys: str) -> dict[str, Any]:
    """The object without these keys."""
    return {key: item for key, item in value.items() if key not in keys}


def signature_holds(key: str, signature: str, head: str) -> bool:
    """Whether the Ed25519 signature of the head's 32 bytes is the key's."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        public.verify(bytes.fromhex(signature), bytes.fromhex(head))
    except (InvalidSignature, ValueError):
        return False
    return True


def check_chain(log: dict[str, Any]) -> tuple[str, int | None]:
    """The log's integrity, and the first event that breaks the chain (-1: the header)."""
    events = log["events"]
    if not is_chained(log):
        seals = [index for index, event in enumerate(events) if event["type"] == "seal"]
        return ("broken", seals[0]) if seals else ("none", None)
    integrity = "chained"
    before = hashlib.sha256(canonical(without(log, "events", "h"))).hexdigest()
    if log.get("h") != before:
        return "broken", -1
    for index, event in enumerate(events):
        if event["type"] == "seal":
            if event["events"] != index or event["head"] != before:
                return "broken", index
            if not signature_holds(event["key"], event["signature"], event["head"]):
                return "broken", index
            integrity = "sealed"
        now = hashlib.sha256(bytes.fromhex(before) + canonical(without(event, "h"))).hexdigest()
        if event.get("h") != now:
            return "broken", index
        before = now
    return integrity, None


# --- What is hidden: pools of cards ----------------------------------------------------------


@dataclass
class Pool:
    """All that a seat ever holds: its hand and what it has played. Pool 0 holds what goes with the throne.

    `known`: cards surely in it. `low`, `high`: the least and the most of each rank. `cap`: the most of single
    cards. `played`, `played_ranks`: what of it has been played, by card and by rank.
    """

    kind: str  # "suited", "unsuited": the dealt hand is known so; "hidden"
    size: int
    known: Counter[str] = field(default_factory=Counter)
    low: list[int] = field(default_factory=lambda: [0] * len(RANKS))
    high: list[int] = field(default_factory=lambda: [NO_LIMIT] * len(RANKS))
    cap: dict[str, int] = field(default_factory=dict)
    played: Counter[str] = field(default_factory=Counter)
    played_ranks: list[int] = field(default_factory=lambda: [0] * len(RANKS))

    def twin(self) -> Pool:
        """A copy that may be changed."""
        known, played, cap = Counter(self.known), Counter(self.played), dict(self.cap)
        return Pool(self.kind, self.size, known, self.low[:], self.high[:], cap, played, self.played_ranks[:])

    def hand_size(self) -> int:
        """How many cards are still in the hand."""
        return self.size - sum(self.played_ranks)

    def known_of_rank(self, rank: int) -> int:
        """How many cards of the rank are known one by one."""
        return sum(copies for card, copies in self.known.items() if rank_of(card) == rank)

    def must_have(self, card: str, copies: int) -> None:
        """The pool has at least so many of this very card."""
        if self.known[card] < copies:
            self.known[card] = copies
            rank = rank_of(card)
            self.low[rank] = max(self.low[rank], self.known_of_rank(rank))

    def must_have_rank(self, rank: int, copies: int) -> None:
        """The pool has at least so many cards of this rank."""
        self.low[rank] = max(self.low[rank], copies)

    def may_have_rank(self, rank: int, copies: int) -> None:
        """The pool has at most so many cards of this rank."""
        self.high[rank] = min(self.high[rank], copies)

    def give(self, card: str) -> None:
        """A card comes into the pool."""
        rank = rank_of(card)
        if names_one_card(card):
            self.known[card] += 1
        self.low[rank] += 1
        self.high[rank] += self.high[rank] < NO_LIMIT
        self.size += 1

    def take(self, card: str) -> None:
        """A card, which the pool must have, leaves it."""
        rank = rank_of(card)
        if names_one_card(card) and self.known[card]:
            self.known[card] -= 1
            self.low[rank] -= 1
        else:
            self.low[rank] = max(self.low[rank] - 1, self.known_of_rank(rank))
        self.high[rank] -= self.high[rank] < NO_LIMIT
        self.size -= 1


Pools = dict[int, Pool]


def known_pool(cards: list[str]) -> Pool:
    """The pool of a hand that is known."""
    pool = Pool("unsuited" if any(map(is_unsuited, cards)) else "suited", 0, high=[0] * len(RANKS))
    for card in cards:
        pool.give(card)
    return pool


def pool_is_sound(pool: Pool) -> bool:
    """Its own figures do not contradict each other."""
    ranks = all(low <= high for low, high in zip(pool.low, pool.high, strict=True))
    return ranks and sum(pool.low) <= pool.size and all(pool.known[c] <= n for c, n in pool.cap.items())


def assignment_exists(pools: Pools, deck: Counter[str]) -> bool:
    """Whether the deck can be divided so that every pool has what it must and nothing it must not have."""
    if not all(map(pool_is_sound, pools.values())):
        return False
    used = Counter[str]()
    for pool in pools.values():
        used.update(pool.known)
    if any(copies > deck[card] for card, copies in used.items()):
        return False
    spare = [0] * len(RANKS)
    for card, copies in deck.items():
        spare[rank_of(card)] += copies
    for pool in pools.values():
        for rank, low in enumerate(pool.low):
            spare[rank] -= low
    if min(spare) < 0:
        return False
    room = {seat: room_of(pools, seat, deck, used) for seat in pools}
    return min(map(min, room.values())) >= 0 and places_fit(room, pools, spare)


def room_of(pools: Pools, seat: int, deck: Counter[str], used: Counter[str]) -> list[int]:
    """How many more cards of each rank the pool may have."""
    pool = pools[seat]
    room = [high - low for low, high in zip(pool.low, pool.high, strict=True)]
    if pool.cap:
        most = [0] * len(RANKS)
        for card, copies in deck.items():
            free_elsewhere = copies - used[card] + pool.known[card]
            most[rank_of(card)] += min(pool.cap.get(card, NO_LIMIT), free_elsewhere)
        room = [min(there, most[rank] - pool.low[rank]) for rank, there in enumerate(room)]
    return room


def places_fit(room: dict[int, list[int]], pools: Pools, spare: list[int]) -> bool:
    """Hall's condition: for every set of seats, its open places fit into the spare cards it may have.

    A set with a seat that may have anything always fits: all open places together are all spare cards.
    """
    open_places = {seat: pool.size - sum(pool.low) for seat, pool in pools.items()}
    limited = [seat for seat in pools if open_places[seat] and min(room[seat]) < max(spare)]
    for count in range(1, len(limited) + 1):
        for group in itertools.combinations(limited, count):
            reach = (min(left, sum(room[s][rank] for s in group)) for rank, left in enumerate(spare))
            if sum(open_places[seat] for seat in group) > sum(reach):
                return False
    return True


# A wish: a seat, and several things of which it must have had one, each a bag of cards and a bag of ranks.
Way = tuple[dict[str, int], dict[str, int]]
Wish = tuple[int, list[Way]]


def wishes_fulfilled(pools: Pools, deck: Counter[str], wishes: list[Wish]) -> bool:
    """Whether an assignment exists in which every wish has one of its ways."""
    if not assignment_exists(pools, deck):
        return False
    if not wishes:
        return True
    seat, ways = wishes[0]
    for way in ways:
        trial = {**pools, seat: pools[seat].twin()}
        for card, copies in way[0].items():
            trial[seat].must_have(card, copies)
        for rank, copies in way[1].items():
            trial[seat].must_have_rank(RANKS.index(rank), copies)
        if wishes_fulfilled(trial, deck, wishes[1:]):
            ways.remove(way)
            ways.insert(0, way)  # most likely it is still good at the next event
            return True
    return False


# --- A world: one possible truth about who holds R* and who is the guard ---------------------


@dataclass
class Debt:
    """进贡: what is due. `owes`: cards by payer.

    `slots`: who takes the highest card, who the next, and so on; without slots `to` takes all.
    """

    owes: dict[int, int]
    slots: list[int] | None
    to: int = 0


@dataclass
class World:
    """The state of the game in one possible truth."""

    rules: Rules
    deck: Counter[str]
    pools: Pools
    exact: bool  # every hand is known with its suits
    king: int  # the seat that was dealt R*; 0: it is held back
    bearer: int | None  # the seat with B*
    wishes: list[Wish] = field(default_factory=list)
    phase: str = "tribute"  # then throne, call, declare, play, over
    debt: Debt | None = None
    paid: list[tuple[int, int, str]] = field(default_factory=list)
    first_candidate: int | None = None
    candidate: int | None = None
    yields: int = 0
    along: list[str] = field(default_factory=list)  # the 2s that go with the throne
    may_record_accept: bool = False
    emperor: int | None = None
    guard: int | None = None
    snatchers: list[int] = field(default_factory=list)
    snatched: bool = False
    open_solo: bool = False
    open_guard: bool = False
    rebels: list[int] = field(default_factory=list)
    on_auto: list[int] = field(default_factory=list)
    leader: int | None = None
    table: list[str] = field(default_factory=list)  # the play to be beaten; empty: the leader is to play
    last_player: int | None = None
    waiting: list[int] = field(default_factory=list)  # who is still to play or pass on it, in order
    barred: list[int] = field(default_factory=list)
    passed_since: bool = False
    just_emptied: bool = False
    places: dict[int, int] = field(default_factory=dict)
    how_over: str = ""  # played, escape, void, abandon
    leaver: int | None = None

    def twin(self) -> World:
        """A copy that may be changed."""
        return replace(self, pools={seat: pool.twin() for seat, pool in self.pools.items()})

    def possible(self) -> bool:
        """Whether some assignment of the hidden cards fits all that is known."""
        if self.exact and not self.wishes:
            return all(map(pool_is_sound, self.pools.values()))
        if not self.wishes:
            return assignment_exists(self.pools, self.deck)
        few = [wish for wish in self.wishes if len(wish[1]) <= 4]
        many = [wish for wish in self.wishes if len(wish[1]) > 4]
        # What fails alone is tried alone first: together there are too many ways.
        trials = [few, *([wish] for wish in many), few + many]
        return all(wishes_fulfilled(self.pools, self.deck, wishes) for wishes in trials)

    def hand_size(self, seat: int) -> int:
        """How many cards the seat holds."""
        return self.pools[seat].hand_size()

    def sides(self) -> tuple[list[int], list[int]]:
        """The emperor's side and the rebels."""
        own = [seat for seat in SEATS if seat in (self.emperor, self.guard)]
        return own, [seat for seat in SEATS if seat not in own]


def add_wish(world: World, wish: Wish) -> bool:
    """The seat must have had one of these things; false if it cannot."""
    world.wishes = [*world.wishes, wish]
    if not world.possible():
        return False
    if world.exact:
        world.wishes.pop()
    return True


def alike(cards: list[str], copies: int) -> list[Way]:
    """The ways to hold so many identical cards."""
    return [({card: copies}, {}) for card in cards]


# --- The deal --------------------------------------------------------------------------------


def deal(rules: Rules, previous: dict[str, Any] | None, event: Event) -> list[World]:
    """Check the deal (rules, "Seats, cards, order") and list the worlds that it leaves possible."""
    deck = deck_of(rules)
    hands: dict[int, list[str] | int] = {
        seat: parse_cards(hand, "", may_be_empty=True) if isinstance(hand, str) else hand
        for seat, hand in zip(SEATS, event["hands"], strict=True)
    }
    known = [card for hand in hands.values() if isinstance(hand, list) for card in hand]
    dealt = Counter(deck)
    if rules["throne"] == "drawn":
        dealt["R*"] -= 1
    refuse_beyond_deck(known, dealt)
    sizes = [len(hand) if isinstance(hand, list) else hand for hand in hands.values()]
    if sum(sizes) != dealt.total() or max(sizes) - min(sizes) > 1:
        raise Refused("hand_sizes")
    if "first" in event:
        in_order = [sizes[seat - 1] for seat in [event["first"], *seats_after(event["first"])]]
        if in_order != sorted(in_order, reverse=True):
            raise Refused("hand_sizes")
    pools = {s: known_pool(h) if isinstance(h, list) else Pool("hidden", h) for s, h in hands.items()}
    pools[0] = known_pool(["R*"] if rules["throne"] == "drawn" else [])
    exact = all(pool.kind == "suited" for pool in pools.values())
    worlds: list[World] = []
    for king, bearer in itertools.product(SEATS, SEATS):
        world = World(rules, deck, {s: p.twin() for s, p in pools.items()}, exact, king, bearer)
        if rules["throne"] == "drawn":
            world.king = 0
        else:
            world.pools[king].must_have("R*", 1)
        if rules["guard"] == "called":
            world.bearer = None
        else:
            world.pools[bearer].must_have("B*", 1)
        already = any((w.king, w.bearer) == (world.king, world.bearer) for w in worlds)
        if not already and world.possible():
            world.debt = tribute_due(rules, previous)
            worlds.append(world)
            if world.debt is None:
                begin_throne(world)
    if not worlds:
        raise Refused("deck_mismatch")
    return worlds


def refuse_beyond_deck(cards: list[str], deck: Counter[str]) -> None:
    """`deck_mismatch`: more of a card than the deck has, or a card it lacks."""
    ranks = Counter[str]()
    for card, copies in deck.items():
        ranks[card[0]] += copies
    for card, copies in Counter(cards).items():
        if names_one_card(card) and copies > deck[card]:
            raise Refused("deck_mismatch")
    for rank, copies in Counter(card[0] for card in cards).items():
        if copies > ranks[rank]:
            raise Refused("deck_mismatch")


# --- Tribute 进贡 ----------------------------------------------------------------------------


def tribute_due(rules: Rules, previous: dict[str, Any] | None) -> Debt | None:
    """What the losers of the game before owe (rules, "Tribute")."""
    if not rules["tribute"] or previous is None or previous["winner"] not in ("emperor", "rebels"):
        return None
    emperor, guard = previous["emperor"], previous["guard"]
    by_play = [seat for seat in [emperor, *seats_after(emperor)] if seat not in (emperor, guard)]
    rebels = sorted(by_play, key=lambda seat: previous["places"][seat - 1] or 6)
    won = previous["winner"] == "emperor"
    if emperor != guard:
        if won:
            return Debt(dict.fromkeys(rebels, 1), [emperor, guard, emperor])
        return Debt({emperor: 2, guard: 1}, rebels)
    rounds = 2 if previous.get("open_solo") else 1
    if won:
        return Debt(dict.fromkeys(rebels, rounds), None, emperor)
    return Debt({emperor: 4 * rounds}, rebels * rounds)


def pay_tribute(world: World, event: Event) -> list[World]:
    """One payment; legal if the payments so far can be completed rightly."""
    cards = parse_cards(event["cards"], "")
    payer, card = event["from"], cards[0]
    unsuited = is_unsuited(card) and world.pools[payer].kind == "suited"
    if len(cards) != 1 or card == "R*" or unsuited or payer not in debt_of(world).owes:
        raise Refused("wrong_tribute")
    world.paid = [*world.paid, (payer, event["to"], card)]
    if not can_be_completed(world):
        raise Refused("wrong_tribute")
    if len(world.paid) < sum(debt_of(world).owes.values()):
        return [world]
    return all_is_paid(world)


def debt_of(world: World) -> Debt:
    """What is due; only asked while something is."""
    assert world.debt is not None
    return world.debt


def can_be_completed(world: World) -> bool:
    """Whether some cards for what is still unpaid make all payments right."""
    debt = debt_of(world)
    unpaid = {payer: count - len(paid_ranks(world, payer)) for payer, count in debt.owes.items()}
    if min(unpaid.values()) < 0 or not enough_low_cards(world):
        return False
    if debt.slots is not None:
        completions = ordered_completions(world, debt.slots, unpaid, list(world.paid), len(RANKS), {})
    elif any(to != debt.to for _, to, _ in world.paid):
        return False
    else:
        completions = unordered_completions(world, unpaid)
    return any(highest_cards_possible(world, ranks) for ranks in completions)


def enough_low_cards(world: World) -> bool:
    """A look ahead that spares a long search: whoever pays a low card keeps a hand of nothing higher."""
    stock = [sum(copies for card, copies in world.deck.items() if card[0] == rank) for rank in RANKS]
    for highest in range(len(RANKS)):
        kept, left = 0, sum(stock[: highest + 1])
        for seat, pool in world.pools.items():
            if min(paid_ranks(world, seat), default=len(RANKS)) <= highest:
                kept += pool.size - debt_of(world).owes[seat] - pool.known["R*"]
            else:
                left -= sum(pool.low[: highest + 1])
        if kept > left:
            return False
    return True


def paid_ranks(world: World, payer: int) -> list[int]:
    """The ranks that the payer has paid so far."""
    return [rank_of(card) for seat, _, card in world.paid if seat == payer]


def may_pay_next(world: World, payer: int, chosen: list[int]) -> list[int]:
    """The ranks, from the highest, of which the payer may pay a card besides these and what it has paid."""
    pool, top = world.pools[payer], RANKS.index("R")
    if pool.kind == "hidden":
        stock = [sum(copies for card, copies in world.deck.items() if card[0] == rank) for rank in RANKS]
        for seat, other in world.pools.items():
            stock = [left - (low if seat != payer else 0) for left, low in zip(stock, other.low, strict=True)]
        stock[top] -= pool.known["R*"]
    else:
        held = [rank for rank in range(len(RANKS)) for _ in range(pool.low[rank])]
        highest = held[: len(held) - pool.known["R*"]][-debt_of(world).owes[payer] :]
        stock = [highest.count(rank) for rank in range(len(RANKS))]
    taken = chosen + paid_ranks(world, payer)
    return [rank for rank in reversed(range(len(RANKS))) if taken.count(rank) < stock[rank]]


def ordered_completions(
    world: World,
    slots: list[int],
    unpaid: dict[int, int],
    payments: list[tuple[int, int, str]],
    highest: int,
    chosen: dict[int, list[int]],
) -> Iterator[dict[int, list[int]]]:
    """Ranks for all cards still unpaid, so that the slots take all cards from high to low."""
    if any(rank_of(card) > highest for _, _, card in payments):
        return
    if not slots:
        yield {payer: chosen.get(payer, []) + paid_ranks(world, payer) for payer in unpaid}
        return
    for payment in payments:
        if payment[1] == slots[0]:
            rest = payments[:]
            rest.remove(payment)
            yield from ordered_completions(world, slots[1:], unpaid, rest, rank_of(payment[2]), chosen)
    for payer, left in unpaid.items():
        mine = chosen.get(payer, [])
        for rank in may_pay_next(world, payer, mine) if left else []:
            if rank <= highest:
                more, fewer = {**chosen, payer: [*mine, rank]}, {**unpaid, payer: left - 1}
                yield from ordered_completions(world, slots[1:], fewer, payments, rank, more)


def unordered_completions(world: World, unpaid: dict[int, int]) -> Iterator[dict[int, list[int]]]:
    """The same where one seat takes all. A payer that has paid nothing yet can pay in any case."""

    def choices(payer: int, chosen: list[int]) -> list[list[int]]:
        if len(chosen) == unpaid[payer]:
            return [chosen + paid_ranks(world, payer)]
        ranks = [r for r in may_pay_next(world, payer, chosen) if not chosen or r <= chosen[-1]]
        return [choice for rank in ranks for choice in choices(payer, [*chosen, rank])]

    payers = [payer for payer in unpaid if paid_ranks(world, payer)]
    for combination in itertools.product(*(choices(payer, []) for payer in payers)):
        yield dict(zip(payers, combination, strict=True))


def highest_cards_possible(world: World, ranks: dict[int, list[int]]) -> bool:
    """Whether these can be the payers' highest cards, `R*` apart."""
    trial = replace(world, pools={seat: pool.twin() for seat, pool in world.pools.items()})
    require_highest(trial, ranks)
    return trial.possible()


def require_highest(world: World, ranks: dict[int, list[int]]) -> None:
    """The pools hold what is paid, and nothing higher but `R*`."""
    for payer, mine in ranks.items():
        pool = world.pools[payer]
        for card, copies in Counter(card for seat, _, card in world.paid if seat == payer).items():
            if names_one_card(card):
                pool.must_have(card, copies)
        pool.must_have("R", mine.count(14))
        for rank in range(len(RANKS)):
            kept = int(rank == 14 and pool.known["R*"] > 0)
            pool.must_have_rank(rank, mine.count(rank) + kept if mine.count(rank) else 0)
            if rank > min(mine):
                pool.may_have_rank(rank, mine.count(rank) + kept)


def all_is_paid(world: World) -> list[World]:
    """The cards change hands; "what is received is in the hand once all is paid"."""
    require_highest(world, {payer: paid_ranks(world, payer) for payer in debt_of(world).owes})
    worlds = [world]
    for payer, to, card in world.paid:
        worlds = [after for before in worlds for after in hand_over(before, payer, to, card)]
    worlds = [after for after in worlds if after.possible()]
    if not worlds:
        raise Refused("wrong_tribute")
    for after in worlds:
        begin_throne(after)
    return worlds


def hand_over(world: World, giver: int, taker: int, card: str) -> list[World]:
    """A card goes from pool to pool. A card without suit may be one of those known there, or another."""
    ways = [card]
    if not names_one_card(card):
        own = world.pools[giver]
        ways += [known for known, n in own.known.items() if n and known[0] == card]
        if own.high[rank_of(card)] <= own.known_of_rank(rank_of(card)):
            ways.remove(card)
    worlds = []
    for way in ways:
        after = world.twin()
        after.pools[giver].take(way)
        after.pools[taker].give(way)
        if way == "B*":
            after.bearer = taker
        worlds.append(after)
    return worlds


# --- Choosing the emperor 登基/让位 ----------------------------------------------------------


def begin_throne(world: World) -> None:
    """The candidate holds `R*`; where it may not yield it is emperor at once."""
    world.phase = "throne"
    if world.king:
        world.pools[world.king].take("R*")
        world.pools[0].give("R*")
        world.candidate = world.first_candidate = world.king
    throne = world.rules["throne"]
    if throne == "fixed" or (throne == "skip" and world.king != world.bearer):
        settle_throne(world, world.king)
        world.may_record_accept = True


def settle_throne(world: World, emperor: int) -> None:
    """The emperor takes `R*` and what came along. With a marked guard the roles are settled now."""
    for card in ["R*", *world.along]:
        world.pools[0].take(card)
        world.pools[emperor].give(card)
    world.emperor = world.leader = emperor
    world.phase = "call"
    if world.rules["guard"] == "marked":
        world.guard = world.bearer
        world.phase = "declare"


def draw(world: World, event: Event) -> list[World]:
    """`drawn`: the seat drawn is the candidate."""
    if world.phase != "throne":
        raise Refused("wrong_phase")
    if world.candidate is not None:
        raise Refused("wrong_candidate")
    world.candidate = world.first_candidate = event["seat"]
    return [world]


def only_void_is_left(world: World) -> bool:
    """After ten yields, in `previous` and `forced`."""
    return world.rules["throne"] in ("previous", "forced") and world.yields == 10


def accept(world: World, event: Event) -> list[World]:
    """The candidate becomes emperor; in the called-guard rulesets only if it can call."""
    seat = event["seat"]
    if world.may_record_accept and world.phase != "over":
        if seat != world.emperor:
            raise Refused("wrong_candidate")
        world.may_record_accept = False
    else:
        if world.phase != "throne" or only_void_is_left(world):
            raise Refused("wrong_phase")
        if seat != world.candidate:
            raise Refused("wrong_candidate")
        settle_throne(world, seat)
    if world.rules["guard"] == "called":
        cards = callable_cards(world.rules, world.deck)
        if not add_wish(world, (seat, alike(cards, 3))):
            raise Refused("cannot_call")
    return [world]


def yield_throne(world: World, event: Event) -> list[World]:
    """让位: hand the throne on, to the right seat with the right cards and not too often."""
    if world.phase != "throne":
        raise Refused("wrong_phase")
    seat, throne = event["seat"], world.rules["throne"]
    if seat != world.candidate:
        raise Refused("wrong_candidate")
    most = {"previous": 10, "forced": 10, "drawn": 5, "skip": 4}[throne]
    to = previous_seat(seat)
    if throne == "skip" and world.first_candidate is not None:
        after_first = seats_after(world.first_candidate)
        to = [*after_first[1:], after_first[0], 0][world.yields]
    cards = parse_cards(event["cards"], "")
    if world.yields == most or event["to"] != to or cards.count("R*") != 1:
        raise Refused("wrong_yield")
    cards.remove("R*")
    if throne == "drawn" and world.yields > 0:
        worlds = yield_with_twos(world, seat, cards)
    elif cards:
        raise Refused("wrong_yield")
    elif throne == "forced" and world.yields == 5 and world.rules["guard"] == "called":
        worlds = yield_again(world, seat)
    else:
        worlds = [world]
    worlds = [after for after in worlds if after.possible()]
    if not worlds:
        raise Refused("wrong_yield")
    for after in worlds:
        after.yields += 1
        after.candidate = to
    return worlds


def yield_again(world: World, seat: int) -> list[World]:
    """`forced`, sixth yield: only if the seat cannot call, or holds four identical plain cards."""
    cannot, four = world.twin(), world.twin()
    cannot.pools[seat].cap = dict.fromkeys(callable_cards(world.rules, world.deck), 2)
    plain = [card for card in world.deck if not is_joker(card)]
    return [cannot] + ([four] if add_wish(four, (seat, alike(plain, 4))) else [])


def yield_with_twos(world: World, seat: int, cards: list[str]) -> list[World]:
    """`drawn`, later yields: the 2s that came along, and one own 2 if the seat has one."""
    suited_hand = world.pools[seat].kind == "suited"
    worlds = []
    along = same_twos(world.along, cards, suited_hand)
    if along is not None:
        without_own = world.twin()
        without_own.along = along
        without_own.pools[seat].may_have_rank(RANKS.index("2"), 0)
        worlds.append(without_own)
    for own in sorted(set(cards)):
        rest = cards[:]
        rest.remove(own)
        along = same_twos(world.along, rest, suited_hand)
        if own[0] != "2" or along is None or (suited_hand and is_unsuited(own)):
            continue
        with_own = world.twin()
        if names_one_card(own):
            with_own.pools[seat].must_have(own, 1)
        else:
            with_own.pools[seat].must_have_rank(RANKS.index("2"), 1)
        if with_own.possible():
            for after in hand_over(with_own, seat, 0, own):
                after.along = [*along, own]
                worlds.append(after)
    for after in worlds:
        replace_throne_pool(after)
    return worlds


def same_twos(came: list[str], cards: list[str], suited_hand: bool) -> list[str] | None:
    """The 2s that came along, if these can be they: with the suits that either record tells."""
    common = list((Counter(came) & Counter(cards)).elements())
    came, cards = (list((Counter(x) - Counter(common)).elements()) for x in (came, cards))
    suits_lost = [card for card in came if is_suited(card)]
    suits_found = [card for card in cards if is_suited(card)]
    plain_twos = all(card[0] == "2" for card in cards)
    if len(came) != len(cards) or not plain_twos or len(suits_lost) + len(suits_found) > len(came):
        return None
    if suits_lost and suited_hand:
        return None
    return common + suits_lost + suits_found + ["2"] * (len(came) - len(suits_lost) - len(suits_found))


def replace_throne_pool(world: World) -> None:
    """Pool 0 holds `R*` and what goes along."""
    world.pools[0] = known_pool(["R*", *world.along])


def abandon(world: World, event: Event) -> list[World]:
    """`skip`: after four yields the first candidate may lose the game so."""
    if world.phase != "throne" or world.yields != 4:
        raise Refused("wrong_phase")
    if event["seat"] != world.first_candidate:
        raise Refused("wrong_candidate")
    world.phase, world.how_over, world.leaver = "over", "abandon", event["seat"]
    return [world]


def void(world: World, _event: Event) -> list[World]:
    """Nobody wanted the throne: only after all yields."""
    if world.phase != "throne" or world.yields != (5 if world.rules["throne"] == "drawn" else 10):
        raise Refused("wrong_phase")
    world.phase, world.how_over = "over", "void"
    return [world]


# --- The guard 侍卫, snatching 抢独, declarations --------------------------------------------


def snatch(world: World, event: Event) -> list[World]:
    """抢独: another seat with three jokers and four identical plain cards, once, before the call."""
    seat = event["seat"]
    if world.phase != "call":
        raise Refused("wrong_phase")
    plain = [card for card in world.deck if not is_joker(card)]
    jokers: list[Way] = [({}, {"B": small, "R": 3 - small}) for small in range(4)]
    if seat == world.emperor or seat in world.snatchers:
        raise Refused("cannot_snatch")
    if not (add_wish(world, (seat, jokers)) and add_wish(world, (seat, alike(plain, 4)))):
        raise Refused("cannot_snatch")
    world.snatchers = [*world.snatchers, seat]
    return [world]


def settle_snatch(world: World) -> None:
    """Of several snatchers the nearest to the emperor, going backwards, is emperor in an open solo."""
    if not world.snatchers or world.phase != "call":
        return
    seat = world.emperor
    while seat not in world.snatchers:
        assert seat is not None
        seat = previous_seat(seat)
    world.emperor = world.guard = world.leader = seat
    world.open_solo = world.snatched = True
    world.may_record_accept = False
    world.phase = "declare"


def call(world: World, event: Event) -> list[World]:
    """叫: the emperor shows three identical cards; the holder of the fourth is the guard. Or all four."""
    if world.phase != "call":
        raise Refused("wrong_phase")
    emperor = event["seat"]
    if emperor != world.emperor:
        raise Refused("not_emperor")
    cards = parse_cards(event["cards"], "")
    card, shown = cards[0], len(cards)
    if len(set(cards)) != 1 or shown not in (3, 4) or card not in callable_cards(world.rules, world.deck):
        raise Refused("bad_call")
    world.pools[emperor].must_have(card, shown)
    if not world.possible():
        raise Refused("bad_call")
    world.wishes = [wish for wish in world.wishes if wish[0] != emperor]  # the call proves that it can call
    world.phase = "declare"
    worlds = []
    for guard in [emperor] if shown == 4 else SEATS:
        after = world.twin()
        after.guard = guard
        after.pools[guard].must_have(card, 4 if guard == emperor else 1)
        after.open_solo = shown == 4 and world.rules["declare_solo"] != "declare"
        if after.possible():
            worlds.append(after)
    return worlds


def declare(world: World, event: Event) -> list[World]:
    """Declarations: open guard, open solo, rebellion; before the first play."""
    seat, what = event["seat"], event["what"]
    before_call = world.phase == "call" and what == "solo" and world.rules["declare_solo"] == "declare"
    if (world.phase != "declare" and not before_call) or (what == "solo" and world.snatched):
        raise Refused("wrong_phase")
    if what == "solo":
        declare_solo(world, seat)
    elif what == "guard":
        if seat != world.guard or seat == world.emperor:
            raise Refused("not_guard")
        if world.open_guard:
            raise Refused("declared_twice")
        world.open_guard = True
    else:
        if seat in (world.emperor, world.guard):
            raise Refused("not_rebel")
        if seat in world.rebels:
            raise Refused("declared_twice")
        world.rebels = [*world.rebels, seat]
    world.may_record_accept = False
    return [world]


def declare_solo(world: World, seat: int) -> None:
    """明独: by an emperor in secret solo; with a called guard and the key, before the call too."""
    if seat != world.emperor:
        raise Refused("not_emperor")
    if world.phase == "call":
        world.guard, world.phase = seat, "declare"
    if world.guard != seat:
        raise Refused("not_guard")
    if world.open_solo:
        raise Refused("declared_twice")
    world.open_solo = True


# --- Tricks 一轮 -----------------------------------------------------------------------------


def next_leader(world: World) -> int:
    """The last player, or when it has gone out the next seat that holds cards (接风)."""
    assert world.last_player is not None
    order = [world.last_player, *seats_after(world.last_player)]
    return next(seat for seat in order if world.hand_size(seat))


def end_trick(world: World) -> None:
    """The last player leads the next trick."""
    world.leader = next_leader(world)
    world.table, world.waiting, world.barred = [], [], []
    world.just_emptied = False


def passes_left_out(world: World, seat: int) -> bool:
    """自动过牌: after a play with a big joker all passes may be left out before the next leader's play."""
    unbeatable = any(card[0] == "R" for card in world.table)
    return unbeatable and not world.passed_since and seat == next_leader(world)


def refuse_out_of_turn(world: World, seat: int) -> None:
    """`wrong_phase`, `seat_out`, `barred`, `not_your_turn`."""
    if world.phase not in ("declare", "play"):
        raise Refused("wrong_phase")
    if world.hand_size(seat) == 0:
        raise Refused("seat_out")
    if world.rules["pass_bars"] and seat in world.barred:
        raise Refused("barred")
    if seat != (world.waiting[0] if world.table else world.leader):
        raise Refused("not_your_turn")


def pass_by(world: World, event: Event) -> list[World]:
    """过牌: by the seat whose turn it is; the leader must play."""
    seat = event["seat"]
    refuse_out_of_turn(world, seat)
    if not world.table:
        raise Refused("must_lead")
    if event.get("wind") and not world.just_emptied:
        raise Refused("no_wind")
    world.passed_since, world.just_emptied = True, False
    world.barred = [*world.barred, seat]
    world.waiting = world.waiting[1:]
    if not world.waiting:
        end_trick(world)
    return [world]


def play(world: World, event: Event) -> list[World]:
    """出牌: put cards down, as a lead or to beat what lies on the table."""
    seat, cards = event["seat"], parse_cards(event["cards"], "")
    if world.phase == "play" and world.table and passes_left_out(world, seat):
        end_trick(world)
    refuse_out_of_turn(world, seat)
    held = world.hand_size(seat)
    show(world, seat, cards, held)
    ranks = sorted((card[0] for card in cards), key=RANKS.index, reverse=True)
    if len(set(ranks) - set("BR")) > 1:
        raise Refused("mixed_ranks")
    if world.rules["sixes_last"] != "no" and "6" in ranks:
        joined = world.rules["sixes_last"] == "alone" and set(ranks) != {"6"}
        if len(cards) != held or joined:
            raise Refused("six_not_last")
    if world.table:
        if len(ranks) != len(world.table):
            raise Refused("wrong_count")
        pairs = zip(ranks, world.table, strict=True)
        if not all(RANKS.index(mine) > RANKS.index(facing) for mine, facing in pairs):
            raise Refused("does_not_beat")
    if seat in world.on_auto:
        play_on_auto(world, seat, ranks, held)
    lay_down(world, seat, ranks)
    return [world]


def show(world: World, seat: int, cards: list[str], held: int) -> None:
    """The seat must be able to have these cards. An unmarked `R` may be any big joker."""
    pool = world.pools[seat]
    if len(cards) > held:
        raise Refused("not_held")
    for card in cards:
        pool.played_ranks[rank_of(card)] += 1
        pool.must_have_rank(rank_of(card), pool.played_ranks[rank_of(card)])
        if names_one_card(card) and card != "R":
            pool.played[card] += 1
            pool.must_have(card, pool.played[card])
    if not world.possible():
        raise Refused("not_held")


def play_on_auto(world: World, seat: int, ranks: list[str], held: int) -> None:
    """托管: lead the lowest playable single card (the whole hand where none is playable), else pass."""
    sixes_last = world.rules["sixes_last"] != "no"
    if world.table:
        raise Refused("auto_mismatch")
    if len(ranks) > 1:
        if not (sixes_last and set(ranks) == {"6"} and len(ranks) == held):
            raise Refused("auto_mismatch")
        return
    pool = world.pools[seat]
    for rank in range(RANKS.index(ranks[0])):
        if not (sixes_last and RANKS[rank] == "6"):
            pool.may_have_rank(rank, pool.played_ranks[rank])
    if not world.possible():
        raise Refused("auto_mismatch")


def lay_down(world: World, seat: int, ranks: list[str]) -> None:
    """The play lies on the table; the others are asked in order of play."""
    world.phase = "play"
    world.may_record_accept = False
    world.table, world.last_player = ranks, seat
    world.passed_since = False
    world.just_emptied = world.hand_size(seat) == 0
    if world.just_emptied:
        world.places = {**world.places, seat: len(world.places) + 1}
        finish(world)
    barred = world.barred if world.rules["pass_bars"] else []
    world.waiting = [other for other in seats_after(seat) if world.hand_size(other) and other not in barred]
    if not world.waiting and world.phase == "play":
        end_trick(world)


# --- The end, and the scores -----------------------------------------------------------------


def finish(world: World) -> None:
    """The end: four seats out; or one side out, in some rooms two rebels against a solo."""
    out = [seat for seat in SEATS if world.hand_size(seat) == 0]
    own, rebels = world.sides()
    if world.rules["end"] == "all":
        over = len(out) >= 4
    else:
        over = set(own) <= set(out) or set(rebels) <= set(out)
        if world.rules["solo_end"] == "two_rebels" and len(own) == 1:
            over = over or len(set(rebels) & set(out)) >= 2
    if over:
        world.phase, world.how_over = "over", "played"
        left = [seat for seat in SEATS if seat not in out]
        if len(left) == 1:
            world.places = {**world.places, left[0]: 5}


def escape(world: World, event: Event) -> list[World]:
    """逃跑: any seat, any time until the game is over; ends it."""
    if world.phase == "over":
        raise Refused("wrong_phase")
    world.phase, world.how_over, world.leaver = "over", "escape", event["seat"]
    return [world]


def auto(world: World, event: Event) -> list[World]:
    """托管 on or off."""
    if world.phase == "over":
        raise Refused("wrong_phase")
    others = [seat for seat in world.on_auto if seat != event["seat"]]
    world.on_auto = [*others, event["seat"]] if event["on"] else others
    return [world]


def end(world: World, _event: Event) -> list[World]:
    """The end may be recorded once the game is over; the claims are looked at later."""
    if world.phase != "over":
        raise Refused("not_over")
    return [world]


def solo_kind(world: World) -> str | None:
    """Secret or open, if the emperor is its own guard."""
    if world.emperor is None or world.guard != world.emperor:
        return None
    return "open" if world.open_solo else "secret"


def is_doubled(world: World) -> bool:
    """Doubling, once at most, by whichever applies."""
    rules, solo = world.rules, solo_kind(world)
    rebellion = rules["rebellion"] > 0 and len(world.rebels) >= rules["rebellion"]
    return bool(
        (world.open_guard and rules["double_open_guard"])
        or (rebellion and rules["double_rebellion"])
        or (solo == "open" and rules["double_open_solo"])
        or (solo == "secret" and rules["double_secret_solo"])
    )


def places_that_count(world: World, side: list[int]) -> list[int]:
    """The side's places; two seats without one count as 4 and 5, one as 5."""
    places = [world.places[seat] for seat in side if seat in world.places]
    return places + [4, 5][len(places) - len(side) :] if len(places) < len(side) else places


def share_out(world: World, emperor: int, guard: int, rebel: int) -> list[int]:
    """Points by seat from the points of each role."""
    points = {world.guard: guard, world.emperor: emperor}
    return [points.get(seat, rebel) for seat in SEATS]


def base_points(world: World) -> list[int]:
    """Points by seat before stake and auto-play, doubling included."""
    rules, own = world.rules, world.sides()[0]
    solo, factor = solo_kind(world), 2 if is_doubled(world) else 1
    assert world.emperor is not None
    if solo and rules["solo_score"] == "podium":
        table = rules["podium_open" if solo == "open" else "podium"]
        points = table[{1: 0, 2: 1}.get(world.places.get(world.emperor, 0), 2)]
        points *= 1 if solo == "open" else factor
        return share_out(world, points, points, -points // 4)
    if rules["score"] == "places":
        by_place = {1: 4, 2: 2, 3: 0, 4: -2, 5: -4}
        return [factor * by_place.get(world.places.get(seat, 0), 0) for seat in SEATS]
    if rules["score"] == "side":
        base = factor if first_side_out_is_emperors(world) else -factor
    else:
        places = places_that_count(world, own)
        base = factor * (6 - (2 * places[0] if solo else sum(places)))
    return share_out(world, base * (4 if solo else 2), base, -base)


def first_side_out_is_emperors(world: World) -> bool:
    """Whose last seat went out first."""
    own, rebels = ([world.places.get(seat, 9) for seat in side] for side in world.sides())
    return max(own) < max(rebels)


def result(world: World) -> dict[str, Any]:
    """Places, roles, winner and scores of a game that is over (rules, "Scores")."""
    roles = {
        "emperor": world.emperor,
        "guard": world.guard,
        "solo": solo_kind(world),
        "doubled": is_doubled(world),
        "winner": None,
        "places": [world.places.get(seat, 0) for seat in SEATS],
        "scores": [0, 0, 0, 0, 0],
        "dissolved": bool(world.on_auto),
    }
    all_on_auto = len(world.on_auto) == 5
    if world.how_over == "escape":
        roles["scores"] = [-world.rules["escape"] if seat == world.leaver else 0 for seat in SEATS]
    elif world.how_over in ("void", "abandon"):
        share = world.rules["abandon"] if world.how_over == "abandon" and not all_on_auto else 0
        roles["scores"] = [-4 * share if seat == world.leaver else share for seat in SEATS]
    else:
        points = base_points(world)
        own = sum(points[seat - 1] for seat in world.sides()[0])
        roles["winner"] = "emperor" if own > 0 else "rebels" if own < 0 else "draw"
        roles["scores"] = [0 if all_on_auto else p * world.rules["stake"] for p in points]
    return roles


# --- Judging ---------------------------------------------------------------------------------

HANDLERS: dict[str, Callable[[World, Event], list[World]]] = {
    "tribute": pay_tribute,
    "draw": draw,
    "accept": accept,
    "yield": yield_throne,
    "snatch": snatch,
    "abandon": abandon,
    "void": void,
    "call": call,
    "declare": declare,
    "play": play,
    "pass": pass_by,
    "auto": auto,
    "escape": escape,
    "end": end,
}


def refuse_not_allowed(rules: Rules, event: Event) -> None:
    """`not_allowed`: the ruleset has no such event, declaration or mark."""
    kind = event["type"]
    allowed = {
        "tribute": rules["tribute"],
        "draw": rules["throne"] == "drawn",
        "yield": rules["throne"] != "fixed",
        "snatch": rules["snatch"],
        "abandon": rules["throne"] == "skip",
        "void": rules["throne"] not in ("fixed", "skip"),
        "call": rules["guard"] == "called",
        "auto": rules["auto"],
        "pass": rules["wind_mark"] or not event.get("wind"),
    }
    declarations = {
        "guard": rules["open_guard"],
        "solo": rules["declare_solo"] != "show",
        "rebel": rules["rebellion"] > 0,
    }
    if not allowed.get(kind, True) or (kind == "declare" and not declarations[event["what"]]):
        raise Refused("not_allowed")


def step(world: World, event: Event) -> list[World]:
    """One event in one world: the worlds that follow."""
    kind = event["type"]
    if kind == "mind":
        return [world]
    if kind not in ("snatch", "auto"):
        settle_snatch(world)
    if kind != "end":
        refuse_not_allowed(world.rules, event)
        if kind == "tribute" and world.phase != "tribute":
            raise Refused("tribute_unexpected")
        if world.phase == "tribute" and kind not in ("tribute", "escape", "auto"):
            raise Refused("tribute_missing")
    return HANDLERS[kind](world, event)


def step_all(worlds: list[World], event: Event) -> list[World]:
    """One event in all worlds. Where they fail differently the code latest in the list counts."""
    after, codes = [], []
    for world in worlds:
        try:
            after += step(world, event)
        except Refused as refusal:
            codes.append(refusal.code)
    if not after:
        raise Refused(max(codes, key=CODES.index))
    return after


@dataclass
class Judge:
    """Goes through a log. `history`: what happened and was not undone; `before`: the worlds before each."""

    rules: Rules
    previous: dict[str, Any] | None
    history: list[Event] = field(default_factory=list)
    before: list[list[World]] = field(default_factory=list)
    worlds: list[World] = field(default_factory=list)
    claim: Event | None = None
    sealed: bool = False

    def see(self, event: Event) -> None:
        """Judge one event."""
        kind = event["type"]
        if (kind == "deal") == bool(self.history) and not (kind == "note" and not self.history):
            raise Refused("no_deal")
        if self.sealed or (self.claim is not None and kind not in ("undo", "note", "seal")):
            raise Refused("after_end")
        if kind == "seal":
            self.sealed = True
        elif kind == "undo":
            self.undo(event.get("count", 1))
        elif kind != "note":
            self.happen(event)

    def happen(self, event: Event) -> None:
        """Something of the game itself."""
        self.before.append([world.twin() for world in self.worlds])
        if event["type"] == "deal":
            self.worlds = deal(self.rules, self.previous, event)
        else:
            self.worlds = step_all(self.worlds, event)
        if event["type"] == "end":
            self.claim = event
        self.history.append(event)

    def undo(self, count: int) -> None:
        """The last events did not happen: back to before them. `auto` and `mind` are not counted and stay."""
        undoable = [i for i, e in enumerate(self.history) if e["type"] not in ("deal", "auto", "mind")]
        if count > len(undoable):
            raise Refused("nothing_to_undo")
        start = undoable[-count]
        stays = [event for event in self.history[start:] if event["type"] in ("auto", "mind")]
        self.worlds, self.claim = self.before[start], None
        del self.history[start:], self.before[start:]
        for event in stays:
            self.happen(event)


def fits_claim(outcome: dict[str, Any], claim: Event, keys: list[str]) -> bool:
    """Whether these claims are what the rules give."""
    return all(outcome[key] == claim[key] for key in keys if key in claim)


def settle_claim(outcomes: list[dict[str, Any]], claim: Event) -> tuple[str, dict[str, Any]]:
    """Status and known result: claims settle what is hidden as far as they are possible."""
    status = "valid"
    for keys in (["emperor"], ["guard"], ["places"], ["scores"]):
        fitting = [outcome for outcome in outcomes if fits_claim(outcome, claim, keys)]
        if fitting:
            outcomes = fitting
        else:
            status = "disputed"
    known = dict(outcomes[0])
    for key, value in outcomes[0].items():
        if any(outcome[key] != value for outcome in outcomes):
            known[key] = None
    if len({outcome["guard"] for outcome in outcomes}) > 1:
        known.update(dict.fromkeys(["guard", "solo", "doubled", "winner", "scores"]))
    return status, known


def illegal(event: int, code: str) -> dict[str, Any]:
    """The part of the verdict that says which event breaks a rule."""
    return {"status": "illegal", "event": event, "code": code, "message": f"event {event}: {code}"}


VERDICT_TABLE = """
status event code message game emperor guard solo doubled winner places scores claimed_places claimed_scores
dissolved integrity
"""


def verdict_of(log: Any) -> dict[str, Any]:
    """The verdict on a log that is already parsed (paipu, "Verdict")."""
    answer: dict[str, Any] = dict.fromkeys(VERDICT_TABLE.split())
    try:
        if isinstance(log, dict) and is_text(log.get("game")):
            answer["game"] = log["game"]
        rules = read(log)
        answer["integrity"], broken = check_chain(log)
    except (Unreadable, RecursionError) as error:
        return {**answer, "status": "unreadable", "message": str(error)}
    if broken is not None:
        return {**answer, **illegal(broken, "broken_chain")}
    judge = Judge(rules, log.get("previous"))
    for index, event in enumerate(log["events"]):
        try:
            judge.see(event)
        except Refused as refusal:
            return {**answer, **illegal(index, refusal.code)}
    if judge.claim is None:
        return {**answer, "status": "incomplete", "message": "the log stops before the end"}
    status, known = settle_claim([result(world) for world in judge.worlds], judge.claim)
    answer["claimed_places"], answer["claimed_scores"] = judge.claim.get("places"), judge.claim.get("scores")
    return {**answer, **known, "status": status, "message": status}


def verdict(text: str | bytes) -> dict[str, Any]:
    """The verdict on one game, a whole JSON object as text."""
    try:
        log = parse_json(text)
    except Unreadable as error:
        return {**verdict_of(None), "message": str(error)}
    return verdict_of(log)


def main() -> None:
    """One verdict a line for every line of a file."""
    for line in Path(sys.argv[1]).read_bytes().split(b"\n"):
        if line.strip():
            print(json.dumps(verdict(line), ensure_ascii=False))


if __name__ == "__main__":
    main()
