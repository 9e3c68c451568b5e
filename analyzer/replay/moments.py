"""时刻: the table at any event of a log."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property

from analyzer.events import Log
from analyzer.paipu import act_of
from analyzer.replay.course import BEFORE, Course, force, previous_of, rules_of
from analyzer.replay.holdings import Held, Holdings
from analyzer.replay.judging import judge_log
from analyzer.replay.undone import Undone
from analyzer.rules.acts import Kind
from analyzer.rules.table import Table
from analyzer.rules.tricks import leads
from analyzer.states import Hidden, Known
from analyzer.verdict import Verdict

PLAY, UNDO = int(Kind.PLAY), int(Kind.UNDO)


@dataclass(frozen=True, slots=True)
class Moment:
    """时刻: the table after the first `index` events.

    `undone`: the events that do not count any more; `holdings`: the cards each seat still holds; `guards`: the
    seats that can still be the guard, none before it is settled; `trick` counts from 1 at the first play; `code`:
    what is wrong with the event that led here, 0 for nothing.
    """

    index: int
    table: Table
    holdings: Held
    sizes: tuple[int, ...]
    guards: tuple[int, ...]
    trick: int
    code: int
    undone: AbstractSet[int] = frozenset()


NOTHING = Moment(0, BEFORE, (None,) * 5, (0,) * 5, (), 0, 0)


class Replay:
    """复盘: a log replayed; `onward` goes on past refusals, as it happened.

    Raises `RulesetError` or `Unreadable` where the log's rules cannot be used.
    """

    def __init__(self, log: Log, *, onward: bool = False) -> None:
        self.log = log
        self.onward = onward
        self.resolved = rules_of(log)

    @cached_property
    def verdict(self) -> Verdict:
        """The log's verdict."""
        return judge_log(self.log)

    @cached_property
    def moments(self) -> list[Moment]:
        """The table after 0, 1, 2 ... events, up to the first refusal (to the end where it goes on)."""
        return list(self.walk())

    def walk(self) -> Iterator[Moment]:
        """The same one by one; events that come into the log meanwhile are followed, too."""
        yield NOTHING
        course = Course(self.resolved, previous_of(self.log))
        held = Holdings(course)
        led: list[int] = []
        for index, event in enumerate(self.log.events):
            before = course.state.tables if course.state else []
            code = course.advance(index, event)
            if code:
                if not self.onward:
                    return
                force(course, index, event)
            act = act_of(event)
            if act.kind == PLAY and any(leads(table, act.seat) for table in before):
                led.append(index)
            if act.kind == UNDO:
                led = [lead for lead in led if lead not in course.undone]
            yield _moment(course, held.now(), index + 1, len(led), int(code))


def _moment(course: Course, held: Held, index: int, trick: int, code: int) -> Moment:
    """The moment a course is at."""
    state = course.state
    if state is None:
        return replace(NOTHING, index=index, code=code)
    guards = sorted({table.roles.guard for table in state.tables} - {0})
    hands = state.hands if isinstance(state, Known) else state.pool.hands if isinstance(state, Hidden) else None
    assert hands is not None
    sizes = tuple(hands.ranks[seat][15] for seat in range(1, 6))
    undone = Undone(course.since, len(course.undone))
    return Moment(index, course.table, held, sizes, tuple(guards), trick, code, undone)
