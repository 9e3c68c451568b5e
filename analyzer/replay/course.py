"""局程: the run of a log's events: the state so far, and which events still count."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

from msgspec import UNSET

from analyzer.cards import MIXED
from analyzer.errors import Unreadable
from analyzer.events import Deal, Event, Header
from analyzer.events import Previous as WrittenPrevious
from analyzer.paipu import act_of, cards_of, hands_of
from analyzer.refused import TURNED, enforce
from analyzer.rules.acts import Act, Kind
from analyzer.rules.scoring import Winner
from analyzer.rules.step import is_counted, judge_undo
from analyzer.rules.table import Table, place_of
from analyzer.rules.tribute import Previous
from analyzer.rules.verdicts import Code
from analyzer.rulesets import Resolved, resolve
from analyzer.states import State, judge_hands, open_state
from analyzer.verdict import WINNER
from analyzer.words import Words

DEAL, UNDO, NOTE, MIND = int(Kind.DEAL), int(Kind.UNDO), int(Kind.NOTE), int(Kind.MIND)
LEGAL = int(Code.LEGAL)
COUNTED = tuple(is_counted(kind) for kind in Kind)
BEFORE = Table()
STRIDE = 16
"""Once something was undone, a copy of the state is kept after so many events: an undo goes back to the last."""


def rules_of(log: Header) -> Resolved:
    """玩法: the log's ruleset; `Unreadable` where it is not the one whose hash the log names."""
    found = resolve(log.rules)
    if log.rules_sha256 is not UNSET and log.rules_sha256 != found.sha256:
        raise Unreadable(
            Words(
                f"玩法的指纹不符: 牌谱写的是 {log.rules_sha256}, 这里的是 {found.sha256}",
                f"the rules differ: the log names {log.rules_sha256}, ours are {found.sha256}",
            ),
            path="$.rules_sha256",
        )
    return found


def previous_of(log: Header) -> Previous:
    """上一局: the previous game's result in small integers; an empty one where the log names none."""
    was = log.previous
    if not isinstance(was, WrittenPrevious):
        return Previous()
    places = sum(place << 3 * seat for seat, place in enumerate(was.places, 1))
    named = Winner[was.winner.upper()] if was.winner else Winner.NONE
    return Previous(was.emperor, was.guard, places, named, 1 if was.open_solo is True else 0)


def written_previous(previous: Previous) -> WrittenPrevious | None:
    """上一局: the same as a log names it; None where no tribute is owed from it, as no side won or drew.

    >>> written_previous(Previous()) is None
    True
    """
    if not previous.winner:
        return None
    one, two, three, four, five = (place_of(previous.places, seat) for seat in range(1, 6))
    named: Any = WINNER[Winner(previous.winner)]
    return WrittenPrevious(
        emperor=previous.emperor, guard=previous.guard, places=(one, two, three, four, five), winner=named,
        open_solo=True if previous.open_solo else UNSET,
    )  # fmt: skip


class Course:
    """局程: the run of a log's events: the state so far, and which events still count."""

    def __init__(self, resolved: Resolved, previous: Previous) -> None:
        self.resolved = resolved
        self.previous = previous
        self.state: State | None = None
        self.dealt: tuple[tuple[int, ...] | int, ...] = ()
        self.lived: list[tuple[int, Act, Event]] = []
        self.counted: list[int] = []
        self.undone: set[int] = set()
        self.since: dict[int, int] = {}
        """Of each of these how many were undone before it."""
        self.unmoved: set[int] = set()
        self.marks: list[tuple[int, State]] = []

    @property
    def table(self) -> Table:
        """The table so far (of the first world, where there are several)."""
        return self.state.tables[0] if self.state else BEFORE

    def twin(self) -> Course:
        """A copy that goes on by itself."""
        other = copy(self)
        other.state = self.state.twin() if self.state else None
        other.lived, other.counted, other.marks = self.lived[:], self.counted[:], self.marks[:]
        other.undone, other.unmoved = self.undone.copy(), self.unmoved.copy()
        other.since = self.since.copy()
        return other

    def advance(self, index: int, event: Event) -> int:
        """Judge the next event and, where it is legal, go on after it. Its code."""
        refused = self.run((event,), index)
        return refused[1] if refused else LEGAL

    def run(self, events: Sequence[Event], start: int = 0) -> tuple[int, int] | None:
        """Judge events, the first of them at an index, up to the first that is refused: its index and code."""
        index = start - 1
        for event in events:
            index += 1
            act = act_of(event)
            kind = act.kind
            state = self.state
            if state is None or kind == DEAL or kind == UNDO:
                code = self._outside(act, event)
                if code:
                    return index, code
                continue
            code = state.judge(act, cards_of(event).cards if act.play >> 11 == MIXED else ())
            if code:
                return index, code
            if kind == NOTE or kind == MIND:
                continue
            state.apply(act)
            self.lived.append((index, act, event))
            if COUNTED[kind]:
                self.counted.append(index)
            if self.undone and len(self.lived) % STRIDE == 0:
                self.marks.append((len(self.lived), state.twin()))
        return None

    def _outside(self, act: Act, event: Event) -> int:
        """The code of what the state itself cannot judge: a deal, an undo, whatever comes before the deal."""
        if self.state is not None and act.kind == UNDO:
            return self._undo(act.arg)
        if self.state is None and act.kind == DEAL:
            return self._deal(event, act)
        return Code.LEGAL if act.kind == NOTE and self.state is None else Code.NO_DEAL

    def _deal(self, event: Event, act: Act) -> int:
        """发牌: judge the deal and open the state."""
        assert isinstance(event, Deal)
        dealt = tuple(hand if isinstance(hand, int) else hand.cards for hand in hands_of(event))
        code = judge_hands(self.resolved, dealt, act.arg)
        if code:
            return code
        self.dealt = dealt
        self.state = open_state(self.resolved, self.previous, dealt)
        if not self.state.tables:
            self.state = None
            return Code.DECK_MISMATCH
        return Code.LEGAL

    def _undo(self, count: int) -> int:
        """撤销: the last `count` events that still count did not happen; the state is built again without them."""
        code = judge_undo(self.table, count, len(self.counted))
        if code:
            return code
        gone = set(self.counted[-count:])
        first = self.counted[-count]
        self.since.update(dict.fromkeys(gone, len(self.undone)))
        self.undone |= gone
        del self.counted[-count:]
        same = sum(1 for index, _, _ in self.lived if index < first)
        self.lived = [item for item in self.lived if item[0] not in gone]
        self.marks = [mark for mark in self.marks if mark[0] <= same]
        self._rebuild()
        return Code.LEGAL

    def _rebuild(self) -> None:
        """The state after all events that count, from the last mark that is still true."""
        done = 0
        if self.marks:
            done, state = self.marks[-1]
            self.state = state.twin()
        else:
            self.state = open_state(self.resolved, self.previous, self.dealt)
        for number, (_, act, event) in enumerate(self.lived[done:], done + 1):
            if self.state.judge(act, cards_of(event).cards if act.play >> 11 == MIXED else ()):
                enforce(self.state, act, event)
            else:
                self.state.apply(act)
            if number % STRIDE == 0:
                self.marks.append((number, self.state.twin()))


def force(course: Course, index: int, event: Event) -> None:
    """照实: go on after a refused event as it happened: the cards leave if they are there, the turn follows.

    What cannot have an effect (an unusable deal, undo or call) has none. An undo takes back a refused event, too.
    """
    if course.state is None:
        return
    act = act_of(event)
    if COUNTED[act.kind]:
        course.counted.append(index)
    effect = enforce(course.state, act, event)
    if effect:
        course.lived.append((index, act, event))
    if effect == TURNED:
        course.unmoved.add(index)
