"""What chain, seal, key and receipt each catch, attack by attack, the blind spots included.

`python -m tests.test_tamper [N [SEED]]` measures N attacks of each kind and prints the table of INTEGRITY.md.
Whoever attacks does it as well as it can be done without the recorder's key: a seal that has become wrong is taken
off. The recorder, who has the key, seals anew.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import UNSET, structs

from analyzer.archive.checkpoints import Checkpoint, wrong
from analyzer.archive.merkle import Tree, leaf_hash
from analyzer.cards import NAMES, NUMBERS, shown, write_cards
from analyzer.data import data
from analyzer.events import Event, Log, Note, Pass, Seal
from analyzer.evidence import weigh
from analyzer.paipu import Sourced, dumps_lines, loads
from analyzer.paipu.chain import chain_and_seal, chained, content_hash, event_hash, head_of, public_hex
from analyzer.simulate import simulate
from analyzer.verifier import CannotRead, Check

RULES = {"base": "simple", "deck": {"7h": 3, "8d": 3, "9s": 3, "2c": 2, "B": 1, "B*": 1, "R": 1, "R*": 1}}
OURS, THEIRS = (Ed25519PrivateKey.from_private_bytes(bytes([byte]) * 32) for byte in (1, 2))
PUBLIC = public_hex(OURS)
LAYERS = ("chain", "seal", "seal and key", "receipt", "checkpoint")


class Case(NamedTuple):
    """A sealed game, and what there is to attack it with."""

    log: Log
    other: Log
    random: Random

    @property
    def body(self) -> tuple[Event, ...]:
        """The events without the seal."""
        return self.log.events[:-1]

    def with_events(self, *events: Event) -> Log:
        """The log with other events, whatever that does to its chain."""
        return structs.replace(self.log, events=events)

    def somewhere(self) -> int:
        """A place in the body."""
        return self.random.randrange(len(self.body))


@cache
def pool() -> tuple[Log, ...]:
    """Small sealed games, each of its own name."""
    logs = [simulate(RULES, seed, game=f"t/{seed}") for seed in range(24)]
    return tuple(chain_and_seal(structs.replace(log, salt=f"{at:032x}"), OURS) for at, log in enumerate(logs))


def bare(log: Log) -> Log:
    """A log without chain and seal."""
    events = [structs.replace(event, h=UNSET) for event in log.events if not isinstance(event, Seal)]
    return structs.replace(log, h=UNSET, events=tuple(events))


def edited(event: Event) -> Event:
    """An event that says something else."""
    return structs.replace(event, t=1 if event.t is UNSET else event.t + 1)


def edit(case: Case) -> Log:
    at = case.somewhere()
    return case.with_events(*case.body[:at], edited(case.body[at]), *case.log.events[at + 1 :])


def edit_header(case: Case) -> Log:
    return structs.replace(case.log, players=(*case.log.players[:4], "己"))


def delete(case: Case) -> Log:
    """Not the last one, which would be a cut."""
    at = case.random.randrange(len(case.body) - 1)
    return case.with_events(*case.log.events[:at], *case.log.events[at + 1 :])


def reorder(case: Case) -> Log:
    one, two = sorted(case.random.sample(range(len(case.body)), 2))
    events = list(case.log.events)
    events[one], events[two] = events[two], events[one]
    return case.with_events(*events)


def cut(case: Case) -> Log:
    """The end and the seal are gone."""
    return case.with_events(*case.body[: case.somewhere()])


def append(case: Case) -> Log:
    """One more event, behind the seal, rightly chained."""
    more = Note(text="x")
    last = case.log.events[-1]
    return case.with_events(*case.log.events, structs.replace(more, h=event_hash(str(last.h), more)))


def swap_events(case: Case) -> Log:
    """The events and the seal of another genuine game under this one's header."""
    return case.with_events(*case.other.events)


def replace(case: Case) -> Log:
    """Another genuine game of the same recorder in its place."""
    return case.other


def changed(case: Case, at: int) -> Log:
    """The log without chain and seal, an event of it edited."""
    events = list(bare(case.log).events)
    events[at] = edited(events[at])
    return structs.replace(bare(case.log), events=tuple(events))


def rehash(case: Case) -> Log:
    """An event is edited and the chain computed anew; the seal, which would be wrong, is gone."""
    log = chain_and_seal(changed(case, case.somewhere()), THEIRS)
    return structs.replace(log, events=log.events[:-1])


def reseal(case: Case) -> Log:
    return chain_and_seal(changed(case, case.somewhere()), THEIRS)


def recorder(case: Case) -> Log:
    return chain_and_seal(changed(case, case.somewhere()), OURS)


def later(case: Case) -> Log:
    """The recorder changes the last event, after a receipt of the one before."""
    return chain_and_seal(changed(case, len(case.body) - 1), OURS)


def two_places(case: Case) -> Log:
    """Two games of a file change places: each by itself is as it was."""
    return case.log


ATTACKS: dict[str, Callable[[Case], Log]] = {
    "an event edited": edit,
    "the header edited": edit_header,
    "an event deleted, not the last": delete,
    "two events change places": reorder,
    "the end cut off, with the seal": cut,
    "an event appended behind the seal": append,
    "the events of two games change places": swap_events,
    "another genuine game in its place": replace,
    "edited, and the chain computed anew": rehash,
    "edited, chained and sealed with another key": reseal,
    "the recorder edits, and seals anew": recorder,
    "the recorder edits what came after the receipt, and seals anew": later,
    "two games of a file change places": two_places,
}


def held(logs: Sequence[Log]) -> Tree:
    """The tree of an archive that has these logs, in this order."""
    return Tree([leaf_hash(bytes.fromhex(content_hash(log))) for log in logs])


@cache
def checkpoint() -> Checkpoint:
    """What was signed when the archive had all the games, and is held by somebody else."""
    tree = held(pool())
    bare = Checkpoint(size=tree.size, root=tree.root().hex(), made="2026-11-30T00:00:00Z", key=PUBLIC)
    return structs.replace(bare, signature=OURS.sign(bare.signed_part()).hex())


def belied(case: Case, log: Log) -> bool:
    """Whether an archive that has the attacked log, or two games in other places, belies the checkpoint."""
    logs = list(pool())
    at, there = logs.index(case.log), logs.index(case.other)
    logs[at] = log
    if log == case.log:
        logs[at], logs[there] = logs[there], logs[at]
    return wrong(held(logs), checkpoint(), [PUBLIC]) is not None


def unsealed(log: Log) -> Log:
    """What the attack gives on a log that had no seal: without any seal, and what followed it chained on."""
    place = next((at for at, event in enumerate(log.events) if isinstance(event, Seal)), None)
    if place is None:
        return log
    before, events = str((log.events[place - 1] if place else log).h), list(log.events[:place])
    for event in log.events[place + 1 :]:
        before = event_hash(before, event)
        events.append(structs.replace(event, h=before))
    return structs.replace(log, events=tuple(events))


def caught(case: Case, name: str) -> dict[str, bool]:
    """Which layers catch an attack. The receipt is that of the last event, once of the one before."""
    log = ATTACKS[name](case)
    receipt = str(case.body[-2].h) if ATTACKS[name] is later else head_of(case.log)
    told = weigh(log, [receipt], PUBLIC)
    codes = {point.code for point in told.faults}
    alone = {point.code for point in weigh(unsealed(log)).faults}
    with_key, with_receipt = {"no_seal", "other_key"}, {"no_such_receipt"}
    return {
        "chain": bool(alone),
        "seal": bool(codes - with_key - with_receipt),
        "seal and key": bool(codes - with_receipt),
        "receipt": bool(codes - with_key),
        "checkpoint": belied(case, log),
    }


def measured(name: str, times: int, seed: int | str = 0) -> dict[str, int]:
    """How many of so many attacks each layer catches."""
    random = Random(f"{seed}/{name}")
    found = dict.fromkeys(LAYERS, 0)
    for _ in range(times):
        log, other = random.sample(pool(), 2)
        for layer, hit in caught(Case(log, other, random), name).items():
            found[layer] += hit
    return found


def row(name: str, found: dict[str, int], times: int) -> str:
    """A line of the table."""
    cells = [f"{100 * found[layer] / times:g} %" if found[layer] else "**0**" for layer in LAYERS]
    return f"| {name} | {' | '.join(cells)} |"


PAGE = (data("schemas") / "INTEGRITY.md").read_text("utf-8")


@pytest.mark.parametrize("name", list(ATTACKS))
def test_the_page_says_what_is_caught_in_a_thousand_attacks(name: str) -> None:
    assert f"\n{row(name, measured(name, 1000), 1000)}\n" in PAGE


def test_the_page_has_these_attacks_and_no_others() -> None:
    table = PAGE.split("## 攻击")[1].split("\n\n")[1]
    assert [line.split(" | ")[0].removeprefix("| ") for line in table.splitlines()[2:]] == list(ATTACKS)


def test_an_attack_changes_the_log() -> None:
    """Nothing here is caught because nothing happened, and what is as it was is not caught."""
    log, other, *_ = pool()
    assert not any(list(caught(Case(log, other, Random(1)), "two games of a file change places").values())[:-1])
    assert wrong(held(pool()), checkpoint(), [PUBLIC]) is None
    for name, attack in ATTACKS.items():
        if attack is not two_places:
            assert attack(Case(log, other, Random(name))) != log, name


@pytest.mark.parametrize("name", list(ATTACKS))
def test_the_verifier_in_the_bundle_says_the_same(name: str) -> None:
    """`verify.py`, which shares no code with the chain, finds the same faults, proofs and blind spots."""
    random = Random(name)
    for _ in range(40):
        log, other = random.sample(pool(), 2)
        attacked = ATTACKS[name](Case(log, other, random))
        receipts = [head_of(log), str(random.choice(log.events).h)]
        key = random.choice([None, PUBLIC])
        told = weigh(attacked, receipts, key)
        check = Check(dumps_lines(attacked).split(b"\n"), receipts, key)
        for part in ("faults", "holds", "unknown"):
            ours: list[Any] = [(point.code, point.event) for point in getattr(told, part)]
            assert [(code, facts.get("event")) for code, facts in getattr(check, part)()] == ours


def test_a_pass_without_h_in_a_chain_is_a_fault_for_both() -> None:
    log, *_ = pool()
    broken = structs.replace(log, events=(*log.events[:3], Pass(seat=1), *log.events[3:]))
    check = Check(dumps_lines(broken).split(b"\n"), [], None)
    assert [point.event for point in weigh(broken).faults] == [check.broken] == [3]


def clean(raw: bytes) -> bool:
    """Whether a sealed log in a file passes `weigh` with its key."""
    found = list(loads(raw, "a.jsonl"))
    return all(isinstance(one, Sourced) and not weigh(one.log, (), PUBLIC).faults for one in found)


def clean_to_a_stranger(raw: bytes) -> bool:
    """Whether it passes the verifier of the bundle."""
    try:
        return not list(Check(raw.split(b"\n"), [], PUBLIC).faults())
    except CannotRead:
        return False


def test_no_flipped_bit_is_overlooked() -> None:
    """2,000 single bits of a sealed log, and as many pairs of bytes that changed places."""
    raw, random = dumps_lines(pool()[0]), Random("bits")
    assert clean(raw)
    assert clean_to_a_stranger(raw)
    for number in range(4000):
        other, at = bytearray(raw), random.randrange(len(raw))
        if number % 2:
            there = random.randrange(len(raw))
            other[at], other[there] = other[there], other[at]
        else:
            other[at] ^= 1 << random.randrange(8)
        if other != raw:
            assert not clean(bytes(other)), (at, other[at])
            assert not clean_to_a_stranger(bytes(other)), (at, other[at])


def test_a_verifier_that_believes_the_hashes_would_overlook_some(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control of the flips."""
    monkeypatch.setattr("analyzer.verifier.link", lambda _before, part: part.get("h", ""))
    raw = dumps_lines(pool()[0])
    assert clean_to_a_stranger(raw.replace(b'"game":"t/0"', b'"game":"t/1"'))


def guesses(log: Log) -> list[Log]:
    """What an onlooker who knows the cards can think of: who was dealt B* in exchange for a card of its own."""
    deal: Any = log.events[0]
    found = []
    for seat in range(5):
        holder = next(at for at, hand in enumerate(deal.hands) if "B*" in hand)
        hands = [shown(hand).cards for hand in deal.hands]
        mine = hands[seat][-1]
        hands[holder] = tuple(mine if NAMES[card] == "B*" else card for card in hands[holder])
        hands[seat] = (*hands[seat][:-1], NUMBERS["B*"]) if seat != holder else shown(deal.hands[seat]).cards
        texts: Any = tuple(map(write_cards, hands)) if seat != holder else deal.hands
        found.append(chained(structs.replace(bare(log), events=(structs.replace(deal, h=UNSET, hands=texts),))))
    return found


def test_without_a_salt_a_head_during_the_game_gives_the_guard_away() -> None:
    """The negative control of the salt: five guesses find the head of the deal; with a secret salt none does."""
    log = chained(simulate(RULES, 3))
    assert str(log.events[0].h) in [str(guess.events[0].h) for guess in guesses(log)]
    salted = chained(structs.replace(bare(log), salt="5a" * 16))
    assert str(salted.events[0].h) not in [str(guess.events[0].h) for guess in guesses(log)]
    assert str(salted.events[0].h) in [str(guess.events[0].h) for guess in guesses(salted)]


if __name__ == "__main__":
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(f"| attack | {' | '.join(LAYERS)} |\n|---|{'---|' * len(LAYERS)}")
    for one in ATTACKS:
        print(row(one, measured(one, times, sys.argv[2] if len(sys.argv) > 2 else 0), times))
