"""样本: moments of games whose truth is known, as one view saw them: what the three layers say, and who it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np

from analyzer.deduction.behaviour import Behaviour
from analyzer.deduction.counts import by_counts, is_settled
from analyzer.deduction.proof import by_proof, is_proved
from analyzer.deduction.signs import NAMES
from analyzer.events import Log
from analyzer.replay import Replay
from analyzer.rules.table import Phase
from analyzer.tracking import facts

STEP: Final = 6
"""A moment is looked at after every so many events, and at half time."""


class Sample(NamedTuple):
    """样本: one moment: arrays by seat (1-5) of what counting and proof say, the signs, and the truth.

    `progress` is how far the game has gone, from its first play (0) to its end (1); `half` marks the one moment at half
    time; `kind` names the bots it comes from.
    """

    game: str
    kind: str
    progress: float
    half: bool
    solo: bool
    truth: int
    counts: Any
    proof: Any
    signs: Any


def samples(log: Log, view: int, kind: str = "") -> Iterator[Sample]:
    """样本: the moments of one game at which a view cannot be certain, from the settling of the roles to the end."""
    replay = Replay(log)
    roles = replay.moments[-1].table.roles
    over = next((moment.index for moment in replay.moments if moment.table.phase >= Phase.OVER), 0)
    if not roles.guard or not over:
        return
    known = facts(log, view)
    begun = next((one.sight.index for one in known if is_settled(one)), over)
    half = begun + (over - begun) // 2
    behaviour = Behaviour()
    for before, after in pairwise(known):
        index = after.sight.index
        behaviour.add(before, after, log.events[index - 1])
        wanted = index == half or index % STEP == 0
        if index >= over or not wanted or not is_settled(after) or is_proved(after):
            continue
        yield Sample(
            log.game, kind, (index - begun) / max(1, over - begun), index == half, roles.guard == roles.emperor,
            roles.guard - 1, _row(by_counts(after)), _row(by_proof(after)), table_of(behaviour),
        )  # fmt: skip


def _row(chances: dict[int, float]) -> Any:
    return np.array([chances.get(seat, 0.0) for seat in range(1, 6)])


def table_of(behaviour: Behaviour) -> Any:
    """The signs so far as an array (seat, sign)."""
    found = np.zeros((5, len(NAMES)))
    for seat, row in behaviour.totals.items():
        for name, value in row.items():
            found[seat - 1, NAMES.index(name)] = value
    return found


class Table(NamedTuple):
    """样本表: samples as arrays: a row each."""

    games: Any
    kinds: Any
    progress: Any
    half: Any
    solo: Any
    truth: Any
    counts: Any
    proof: Any
    signs: Any

    def where(self, chosen: Any) -> Table:
        """The chosen rows."""
        return Table(*(column[chosen] for column in self))


def gathered(found: Iterable[Sample]) -> Table:
    """Samples put together."""
    return Table(*(np.array(column) for column in zip(*found, strict=True)))
