"""逐步推演: the derived columns of a game that only a replay can judge, as hands or suits are hidden.

They are written by the same functions as those of the compiled path. What hangs on a hand that is hidden is not told:
`able` is 0, and as many jokers, 2s and 6s are held as no hand has (`UNKNOWN`).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from analyzer.archive.schema import UNKNOWN
from analyzer.batch import packed
from analyzer.batch.deriving import note_after, note_before, note_undone
from analyzer.batch.records import Columns, Derived, blank
from analyzer.cards import BIG, GUARD_JOKER, KINDS, SIX, TWO, rank_of
from analyzer.events import Event, Log
from analyzer.paipu import act_of, cards_of
from analyzer.replay import Course, Held, Holdings, previous_of, rules_of
from analyzer.rules.acts import Kind
from analyzer.rules.possession import SIZE, Hands
from analyzer.rules.table import Table
from analyzer.rules.tricks import leads
from analyzer.states import Hidden, Known

PLAY, UNDO = int(Kind.PLAY), int(Kind.UNDO)
COPIES: Final = 4
"""How many copies of its card there are that a solo emperor called: all; another guard has the one that is missing."""


def derived_step_by_step(log: Log) -> Derived:
    """逐步推演: the derived columns of a log, up to the first event that is refused.

    >>> from analyzer.simulate import simulate
    >>> derived = derived_step_by_step(simulate("simple", 1))
    >>> int(derived.leads.astype(bool).sum()) == int(derived.trick.max()), int(derived.left[-1].min())
    (True, 0)
    """
    steps = Steps(log)
    for at, event in enumerate(log.events):
        if not steps.take(at, event):
            break
    return steps.derived


class Steps:
    """逐步: the derived columns of a log, written as its course goes on."""

    def __init__(self, log: Log) -> None:
        told = packed(log)
        self.columns = Columns(np.array(told.words, np.uint32), np.array(told.shown, np.uint16), None, None, None)
        self.course = Course(rules_of(log), previous_of(log))
        self.holdings = Holdings(self.course)
        self.derived = blank(len(log.events))
        self.seen = np.zeros(5, np.int64)
        self.laid = np.zeros((6, KINDS), np.int64)
        """How many copies of each card each seat has played by suit."""
        self.trick = 0

    def take(self, at: int, event: Event) -> bool:
        """Write the columns of the next event; whether it was legal."""
        act, course, derived = act_of(event), self.course, self.derived
        ruleset = course.resolved.ruleset
        tables = course.state.tables if course.state else [course.table]
        table = next((one for one in tables if act.kind == PLAY and leads(one, act.seat)), tables[0])
        held, hands = self._held(table)
        if course.advance(at, event):
            return False
        self.trick = note_before(ruleset, table, hands, act, derived, at, self.trick)
        if held[act.seat - 1] is None:
            derived.able[at] = 0
        if act.kind == UNDO:
            alive = [one not in course.undone for one in range(at)]
            self.trick = note_undone(self.columns, 0, at, derived, alive, self.seen)
            self.laid[:] = 0
            for _, done, other in course.lived:
                self._lay(done.kind, other)
        self._lay(act.kind, event)
        note_after(ruleset, course.table, self._held(course.table)[1], act, derived, at, self.seen)
        return True

    def _lay(self, kind: int, event: Event) -> None:
        """Count the cards of a play that are shown by suit."""
        for card in cards_of(event).cards if kind == PLAY else ():
            if card < KINDS:
                self.laid[act_of(event).seat, card] += 1

    def _held(self, table: Table) -> tuple[Held, Hands]:
        """What each seat holds, and the same in numbers: by card what is still to be played of the guard's card."""
        state = self.course.state
        ranks = np.zeros((6, SIZE + 1), np.int64)
        cards = (COPIES if table.roles.solo else 1) - self.laid
        cards[:, GUARD_JOKER] = 1 - self.laid[:, GUARD_JOKER]
        if state is None:
            return (None,) * 5, Hands(ranks, cards)
        held = self.holdings.now()
        sizes = state.hands if isinstance(state, Known) else state.pool.hands if isinstance(state, Hidden) else None
        assert sizes is not None
        for seat, hand in enumerate(held, 1):
            if hand is None:
                ranks[seat, [TWO, SIX, BIG]] = UNKNOWN
            for card in hand or ():
                ranks[seat, rank_of(card)] += 1
            ranks[seat, SIZE] = sizes.ranks[seat][SIZE]
        return held, Hands(ranks, cards)
