"""心战: after a game, every message held against the truth - true, false, or nobody can say - and who bluffs how often.

What a message claims: `ally` that sender and receiver are on one side; words of its text that say what somebody is
("我是侍卫", "3号是保", "I am no rebel") go before that. A request, a warning and a rumour without such words claim
nothing that could be true or false.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, Literal, NamedTuple

from analyzer.audit.sheet import role_of
from analyzer.audit.trail import Trail
from analyzer.errors import PaishenError
from analyzer.events import Log, Mind
from analyzer.replay import Replay
from analyzer.rules.table import Roles, side_of_emperor
from analyzer.sight import check_view, sights
from analyzer.words import Words

Truth = Literal["true", "false", "unknown"]
ROLES: Final = (
    ("guard", "保皇派|保子|侍卫|暗保|明保|保(?![护持证留])|guard"),
    ("rebel", "革命党|反皇派|起义军|老百姓|平民|反皇|反(?!正)|rebel"),
    ("emperor", "皇帝|皇上|皇(?!后)|emperor"),
)
"""What a role is called; the longer names first."""
ASKED: Final = re.compile(r"[^\s.。!！,，;；?？]{0,8}\s*[?？]|[吗么]")
"""How what follows a role makes the sentence a question."""
NAMED: Final = "|".join(f"(?P<{role}>{names})" for role, names in ROLES)


class Message(NamedTuple):
    """一条心战: a message with what it claims, whether that was true, and whether its sender could know it then.

    `moved`: how far what its receiver believes of the guard moved until that seat acted next, 0 to 1; `nearer`: how
    much more it believed the truth then. None where it was not asked for (`beliefs`) or cannot be told.
    """

    event: int
    seat: int
    to: int
    role: str | None
    say: str
    text: str | None
    claim: str | None
    truth: Truth
    knew: bool
    moved: float | None = None
    nearer: float | None = None

    def to_json(self) -> dict[str, Any]:
        """The message as it is printed."""
        return self._asdict()


class Rate(NamedTuple):
    """虚实: how often a player's messages in one role were true, false, or nobody can say; `knowing` of the false."""

    player: str
    role: str
    true: int
    false: int
    unknown: int
    knowing: int

    def to_json(self) -> dict[str, Any]:
        """The rate as it is printed."""
        return self._asdict()


def messages_of(log: Log, trail: Trail | None = None) -> list[Message]:
    """心战: the messages of a game that is over (or stopped), in order.

    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> messages_of(Log(format="paipu", version=1, game="1", rules="simple", players=names, events=()))
    []
    """
    said = [(index, event) for index, event in enumerate(log.events) if isinstance(event, Mind)]
    if not said:
        return []
    trail = trail or Trail(log, onward=True)
    roles = trail.roles
    knowing = _Knowing(log)
    return [_message(index, event, roles, log, knowing) for index, event in said]


def _message(index: int, event: Mind, roles: Roles, log: Log, knowing: _Knowing) -> Message:
    text = event.text if isinstance(event.text, str) else None
    claimed = claim_in(text or "", event.seat, log.players)
    claim: str | None = None
    truth: Truth = "unknown"
    about = event.to
    if claimed:
        about, what, said = claimed
        claim = f"{'' if said else 'not '}{what} {about}"
        known = roles.emperor and roles.guard
        truth = _of(fact=role_of(roles, about) == what if known else None, said=said)
    elif event.say == "ally":
        claim = f"ally {event.to}"
        side = side_of_emperor(roles)
        same = (side >> event.seat & 1) == (side >> event.to & 1) if roles.emperor and roles.guard else None
        truth = _of(fact=same, said=True)
    knew = truth != "unknown" and knowing(event.seat, about, index, roles)
    role = role_of(roles, event.seat)
    return Message(index, event.seat, event.to, role, event.say, text, claim, truth, knew)


def _of(*, fact: bool | None, said: bool) -> Truth:
    if fact is None:
        return "unknown"
    return "true" if fact == said else "false"


def claim_in(text: str, seat: int, players: Iterable[str]) -> tuple[int, str, bool] | None:
    """所称: what a text claims - of whom, which role, and whether it says so or denies it; None where nothing.

    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> claim_in("我是侍卫, 信我", 2, names), claim_in("3号不是保", 2, names), claim_in("丁是革命党", 2, names)
    ((2, 'guard', True), (3, 'guard', False), (4, 'rebel', True))
    >>> claim_in("小心", 2, names)
    """
    who = "|".join(re.escape(name) for name in sorted(players, key=len, reverse=True))
    said = re.finditer(
        rf"(?P<who>(?<!\w)i|我|[1-5]\s*号位?|seat\s*[1-5]|{who})\s*"
        r"(?P<is>不是|并非|就是|是|am\s+not|am\s+no|am|is\s+not|is\s+no|is)\s*(?:the\s|a\s|an\s)?\s*"
        rf"(?:{NAMED})",
        text, re.IGNORECASE,
    )  # fmt: skip
    found = next((one for one in said if not ASKED.match(text, one.end())), None)
    if found is None:
        return None
    named, digits = found["who"], re.search("[1-5]", found["who"])
    whom = list(players)
    about = whom.index(named) + 1 if named in whom else int(digits[0]) if digits else seat
    role = next(role for role, _ in ROLES if found[role])
    return about, role, not re.search("不|非|no", found["is"], re.IGNORECASE)


class _Knowing:
    """Whether a seat could know what another seat was, at an event."""

    def __init__(self, log: Log) -> None:
        self.replay = Replay(log, onward=True)
        self.guards: dict[int, list[tuple[int, ...]]] = {}

    def __call__(self, seat: int, about: int, index: int, roles: Roles) -> bool:
        """Its own role, the emperor's, its fellow's as guard or in a solo, or all roles once the guard is known."""
        if about in (seat, roles.emperor) or seat == roles.guard:
            return True
        if seat not in self.guards:
            try:
                check_view(self.replay.log, seat)
            except PaishenError:
                return False
            self.guards[seat] = [sight.guards for sight in sights(self.replay, seat)]
        guards = self.guards[seat][index]
        return len(guards) == 1 or (bool(guards) and about not in guards)


def moved_in_words(message: Message) -> Words:
    """移动: how far a message's receiver moved, as the end of a sentence; nothing where it is not known.

    >>> moved_in_words(Message(5, 2, 3, "guard", "ally", None, "ally 3", "false", True, 0.25, -0.1)).en
    '; until it acted next its belief moved 25%, -10% on the true guard'
    """
    if message.moved is None:
        return Words("", "")
    far = f"{message.moved:.0%}"
    zh, en = f"; 到它下次出牌, 看法移动 {far}", f"; until it acted next its belief moved {far}"
    if message.nearer is None:
        return Words(zh, en)
    return Words(f"{zh}, 对真侍卫 {message.nearer:+.0%}", f"{en}, {message.nearer:+.0%} on the true guard")


def rates_of(games: Iterable[tuple[Log, list[Message]]]) -> list[Rate]:
    """虚实: the messages of some games counted by player, in order of appearance, and role."""
    counts: dict[tuple[str, str], list[int]] = {}
    for log, messages in games:
        for message in messages:
            count = counts.setdefault((log.players[message.seat - 1], message.role or "unknown"), [0, 0, 0, 0])
            count[("true", "false", "unknown").index(message.truth)] += 1
            count[3] += message.truth == "false" and message.knew
    players = list(dict.fromkeys(player for player, _ in counts))
    order = sorted(counts, key=lambda one: (players.index(one[0]), one[1]))
    return [Rate(player, role, *counts[player, role]) for player, role in order]
