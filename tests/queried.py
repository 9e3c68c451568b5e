"""An archive of samples, simulated games and a few that went wrong, and the same games replayed in plain Python."""

from __future__ import annotations

import math
import re
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import UNSET, structs

from analyzer.archive import Archive, questions
from analyzer.cards import UNSUITED, write_play
from analyzer.data import data
from analyzer.events import Auto, Deal, Declare, End, Event, Log, Mind, Note, Pass, Play, Undo
from analyzer.events import Previous as Was
from analyzer.importing import bring
from analyzer.paipu import Sourced, read, write
from analyzer.paipu.chain import content_hash
from analyzer.replay import Moment, Replay, fill, judge_log
from analyzer.rules.moves import legal_plays
from analyzer.rules.possession import hands_of
from analyzer.rules.table import Solo
from analyzer.rules.tricks import leads
from analyzer.rulesets import names, resolve
from analyzer.sight import as_seen
from analyzer.simulate import Chances, simulate, sitting
from analyzer.verdict import Verdict

PERSONS = """
[names]
"甲" = "老王"
"老王" = "王大"
[sittings."simulated-two"]
"甲" = "小甲"
"""
WHO = {("simulated-two", "甲"): "小甲", (None, "甲"): "老王", (None, "老王"): "王大"}
LOST = Was(emperor=2, guard=4, places=(1, 4, 2, 5, 3), winner="rebels")
SOLOS = (("encyclopedia", 42), ("room-normal", 9), ("room-six", 28), ("simple", 22))
KEEP: list[tempfile.TemporaryDirectory[str]] = []
Row = dict[str, Any]


class Done(NamedTuple):
    """An event that stands, with the table before and after it."""

    at: int
    event: Event
    before: Moment
    after: Moment


class Game:
    """A game as the log tells it."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.verdict: Verdict = judge_log(log)
        self.replay = Replay(log)
        self.ruleset = log.rules if isinstance(log.rules, str) else str(log.rules["base"])

    @cached_property
    def moments(self) -> list[Moment]:
        return self.replay.moments

    @property
    def finished(self) -> bool:
        return self.verdict.status != "illegal" and self.verdict.scores is not None

    @property
    def full(self) -> bool:
        """Whether every hand is known, be it by rank alone."""
        deal = next(event for event in self.log.events if isinstance(event, Deal))
        return all(isinstance(hand, str) for hand in deal.hands)

    def stands(self) -> Iterator[Done]:
        undone = self.moments[-1].undone
        for at, (before, after) in enumerate(pairwise(self.moments)):
            if at not in undone:
                yield Done(at, self.log.events[at], before, after)

    def plays(self) -> Iterator[tuple[Done, Play]]:
        for done in self.stands():
            if isinstance(done.event, Play):
                yield done, done.event

    def tricks(self) -> dict[int, list[tuple[Done, Play]]]:
        found: dict[int, list[tuple[Done, Play]]] = {}
        number = 0
        for done, play in self.plays():
            number += leads(done.before.table, play.seat)
            found.setdefault(number, []).append((done, play))
        return found

    def role(self, seat: int) -> str | None:
        verdict = self.verdict
        if not self.finished or verdict.emperor is None or verdict.guard is None:
            return None
        return "emperor" if seat == verdict.emperor else "guard" if seat == verdict.guard else "rebel"

    def outcome(self, seat: int) -> str | None:
        winner, role = self.verdict.winner, self.role(seat)
        if winner is None or role is None or winner == "draw":
            return winner and role and "draw"
        return "won" if (winner == "rebels") == (role == "rebel") else "lost"

    def person(self, seat: int) -> str:
        name = self.log.players[seat - 1]
        where = None if self.log.sitting is UNSET else self.log.sitting
        return WHO.get((where, name)) or WHO.get((None, name)) or name

    def score(self, seat: int) -> int:
        assert self.verdict.scores is not None
        return self.verdict.scores[seat - 1]

    def place(self, seat: int) -> int:
        assert self.verdict.places is not None
        return self.verdict.places[seat - 1]

    @cached_property
    def able(self) -> list[tuple[int, str | None, bool]]:
        """Each time a seat had a play and did not lead: the seat, its role, whether it passed."""
        found = []
        for done in self.stands():
            event, table = done.event, done.before.table
            if not isinstance(event, Play | Pass) or (isinstance(event, Play) and leads(table, event.seat)):
                continue
            hands = hands_of([[suited(card) for card in hand or ()] for hand in done.before.holdings])
            if legal_plays(self.replay.resolved.ruleset, table, hands, event.seat):
                found.append((event.seat, self.role(event.seat), isinstance(event, Pass)))
        return found


def suited(card: int) -> int:
    """A card with some suit: what a seat may play hangs on ranks alone."""
    return card if card < UNSUITED else (card - UNSUITED) << 2


def made() -> Iterator[Log]:
    """The logs that the archive is made of and that count."""
    for path in sorted((data("replays") / "samples").glob("*.paipu.*")):
        for found in read(path):
            if isinstance(found, Sourced):
                yield (fill(found) if found.gaps else found).log
    for name in names():
        yield from sitting(name, 3, "one" if name < "s" else "two")
    yield from (handed_on(name, seed) for name, seed in SOLOS)
    yield simulate("encyclopedia", "t/9", previous=LOST)  # pays an ace
    yield from (simulate(name, seed) for name, seed in RISEN)
    yield from map(hesitant, (simulate("room-normal", "undone/1"), simulate("tribute", "undone/3", previous=LOST)))
    yield from (detour(simulate("room-normal", f"detour/{seed}")) for seed in (2, 3, 4))
    yield from wrong_ones()
    yield from partial_ones()
    yield corrected()


RISEN = (("shandong", 2), ("room-six", 10), ("classic", 12))
"""Games in which a rebellion stands."""


SEEN = (("classic", 12, -1), ("room-six", 10, 2), ("shandong", 2, 4), ("tribute", 5, 1), ("simple", "o/3", 5))
"""Games of which an onlooker or a seat made the record, among them rebellions that stand."""
WITHOUT_SUITS = "(?<=[^BR])[shdc]"


def partial_ones() -> Iterator[Log]:
    """Games whose hands are not all known, or not by suit: seats, onlookers, solos, undone events, an escape."""
    yield from (seen(simulate(name, seed), view) for name, seed, view in SEEN)
    yield from (seen(handed_on(name, seed), 1 + at) for at, (name, seed) in enumerate(SOLOS))
    for view in (-1, 3):
        yield seen(hesitant(simulate("room-normal", "undone/2")), view, "onlooker" if view < 0 else "seat")
        yield seen(simulate("tribute", "undone/3", previous=LOST), view, str(view))
    for found in read(data("replays") / "samples" / "16-encyclopedia-escape.paipu.json"):
        assert isinstance(found, Sourced)
        yield seen(found.log, 2)
    for name in ("room-normal", "encyclopedia"):
        yield from (without_suits(simulate(name, f"bare/{seed}")) for seed in (0, 5))
    unsure = without_suits(seen(simulate("classic", "bare/9"), -1))
    yield unsure
    yield structs.replace(unsure, game="a rebel as guard", events=(*unsure.events[:-1], End(guard=2)))
    yield structs.replace(unsure, game="half seen", events=unsure.events[:70])


def seen(log: Log, view: int, more: str = "seen") -> Log:
    """The game as a seat or an onlooker (-1) recorded it."""
    return structs.replace(log, game=f"{log.game} {more}", view=view, h=UNSET, events=as_seen(plain(log), view))


def plain(log: Log) -> Log:
    return structs.replace(log, h=UNSET, events=tuple(structs.replace(event, h=UNSET) for event in log.events))


def without_suits(log: Log) -> Log:
    """The game as somebody wrote it down who did not look at suits in hands and plays."""
    events: list[Event] = []
    for event in log.events:
        if isinstance(event, Play):
            events.append(structs.replace(event, cards=re.sub(WITHOUT_SUITS, "", event.cards)))
        elif isinstance(event, Deal):
            hands: Any = [re.sub(WITHOUT_SUITS, "", hand) if isinstance(hand, str) else hand for hand in event.hands]
            events.append(structs.replace(event, hands=tuple(hands)))
        else:
            events.append(event)
    return structs.replace(log, game=f"{log.game} bare", events=tuple(events))


def misheard() -> Log:
    """A log that another one corrects."""
    whole = simulate("shandong", "misheard")
    return structs.replace(whole, players=("Ann", "Bob", "Cid", "Dan", "Eve"))


def corrected() -> Log:
    """The log that takes its place in all figures."""
    return structs.replace(simulate("shandong", "misheard"), replaces=content_hash(misheard()))


def shadows() -> Iterator[Log]:
    """Logs that are stored and do not count: other views of a game, what another log replaced or goes on from."""
    yield misheard()
    for game in (simulate("room-normal", "undone/1"), simulate("simple", "y/22")):
        whole = hesitant(game) if "undone" in game.game else handed_on("simple", 22)
        yield from (structs.replace(seen(whole, view), game=whole.game) for view in (4, -1, 2))
    first = simulate("room-six", "wrong")
    yield structs.replace(first, game="no end", events=first.events[:50])


def handed_on(name: str, seed: int) -> Log:
    """A game whose throne is handed on before it becomes a solo."""
    return simulate(name, f"y/{seed}", chances=Chances(yields=1.0))


def wrong_ones() -> Iterator[Log]:
    """Games with wrong claims, one or all said; unfinished games; games with an event against the rules."""
    whole = simulate("room-six", "wrong")
    end = whole.events[-1]
    assert isinstance(end, End)
    swapped: dict[str, Any] = {"guard": end.emperor, "emperor": end.guard}
    claims = {"scores": (9, 0, -9, 0, 0), "places": (1, 1, 1, 1, 1), **swapped}
    for key, value in claims.items():
        for kind, wrong in (("wrong", structs.replace(end, **{key: value})), ("alone", End(**{key: value}))):
            yield structs.replace(whole, game=f"{kind} {key}", events=(*whole.events[:-1], wrong))
    more = structs.replace(end, scores=(0, 0, 0, 0, 0))
    yield structs.replace(whole, game="more scores", events=(*whole.events[:-1], more))
    yield structs.replace(whole, game="cut", events=whole.events[:60])
    yield structs.replace(whole, game="no end", events=whole.events[:-1])
    yield structs.replace(whole, game="twice", events=(*whole.events[:40], whole.events[39], *whole.events[40:]))
    for log in (whole, handed_on(*SOLOS[0])):
        yield structs.replace(log, game=f"on {log.game}", events=(*log.events, Pass(seat=1)))


def hesitant(log: Log) -> Log:
    """The same game, its events up to the 12th, some in the middle and the last 9 undone once and entered again."""
    events: list[Event] = []
    for at, event in enumerate(log.events, 1):
        events.append(event)
        back = {12: 11, 90: 25, len(log.events): 9}.get(at, 0)
        if back:
            again = [one for one in log.events[at - back : at] if not isinstance(one, Mind | Note | Auto)]
            events += [Undo(count=len(again)), *again]
    return structs.replace(log, game=f"{log.game} hesitant", events=tuple(events))


def detour(log: Log) -> Log:
    """The same game with declarations and plays in between that were never meant, each undone."""
    events: list[Event] = []
    for event, moment in zip(log.events, Replay(log).moments, strict=False):
        table = moment.table
        roles, seat = table.roles, table.turn
        if isinstance(event, Play) and not table.owner:
            rebel = next(one for one in range(1, 6) if one not in (roles.emperor, roles.guard))
            ours = Declare(seat=roles.emperor, what="solo") if roles.solo else Declare(seat=roles.guard, what="guard")
            if not (roles.open_guard or roles.solo == Solo.OPEN or roles.rebels >> rebel & 1):
                events += [ours, Declare(seat=rebel, what="rebel"), Note(text="no"), Undo(count=2)]
        if isinstance(event, Play | Pass):
            hands = hands_of([hand or () for hand in moment.holdings])
            legal = legal_plays(resolve(log.rules).ruleset, table, hands, seat)
            others = [play for play in legal if not play >> 3 & 7]  # a small joker would have to be shown as it is
            events += [Play(seat=seat, cards=write_play(others[-1])), Undo()] if others else []
        events.append(event)
    return structs.replace(log, game=f"{log.game} detour", events=tuple(events))


@cache
def games() -> tuple[Game, ...]:
    """Every game that counts."""
    return tuple(map(Game, made()))


@cache
def archive(ruleset: str | None = None) -> Archive:
    """The archive with these games (those of a ruleset), and players.toml; made once."""
    place = tempfile.TemporaryDirectory(prefix="paishen-queries-")
    KEEP.append(place)
    folder = Path(place.name)
    logs = [one.log for one in (*map(Game, shadows()), *games()) if ruleset in (None, one.ruleset)]
    write(folder / "all.paipu.jsonl", logs)
    outcomes = {entry.outcome for entry in bring([folder / "all.paipu.jsonl"], folder / "archive")}
    assert not outcomes & {"duplicate", "rejected"}
    (folder / "archive" / "players.toml").write_text(PERSONS, "utf-8")
    return Archive(folder / "archive")


def ask(name: str, **settings: str) -> list[Row]:
    """The answer to a named question."""
    question = questions()[name]
    assert set(settings) <= set(question.parameters)
    return archive().ask(question.sql, {key: settings.get(key) for key in question.parameters})


def finished(ruleset: str | None = None) -> list[Game]:
    return [game for game in games() if game.finished and ruleset in (None, game.ruleset)]


def followed(ruleset: str | None = None) -> list[Game]:
    """The finished games with every hand known."""
    return [game for game in finished(ruleset) if game.full]


def percent(part: int, whole: int) -> float | None:
    return rounded(100 * part / whole, 1) if whole else None


def rounded(value: float, digits: int) -> float:
    """Rounded as people do: a half goes away from zero."""
    return math.copysign(math.floor(abs(value) * 10**digits + 0.5) / 10**digits, value)


def tally(outcomes: Iterable[str | None], win: str = "won", lose: str = "lost") -> Row:
    """How many were won, drawn and lost, and of how many."""
    found = list(outcomes)
    won, drawn, lost = (found.count(name) for name in (win, "draw", lose))
    of_decided = won + drawn + lost
    return {"won": won, "drawn": drawn, "lost": lost, "of_decided": of_decided, "percent": percent(won, of_decided)}
