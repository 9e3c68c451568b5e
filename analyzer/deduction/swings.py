"""转折: the events at which what a view believes about the guard turns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from analyzer.deduction.posterior import Belief

LEAST: Final = 0.15
"""By so much some seat's chance changes at a turn."""


def swings(beliefs: Sequence[Belief], least: float = LEAST) -> list[int]:
    """转折: the indices of the events at which some seat's chance to be the guard changed by at least `least`.

    >>> before, after = ({1: 0.5, 2: 0.5}, {1: 0.7, 2: 0.3})
    >>> swings([Belief(0, 3, before, False), Belief(1, 3, before, False), Belief(2, 3, after, False)])
    [2]
    """
    return [
        after.event
        for before, after in pairwise(beliefs)
        if before.chances is not None
        and after.chances is not None
        and max(abs(after.chances.get(seat, 0.0) - before.chances.get(seat, 0.0)) for seat in range(1, 6)) >= least
    ]
