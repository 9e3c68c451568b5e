"""准不准: how often what was said to be so likely came true, in ten bins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from analyzer.deduction.posterior import deduce
from analyzer.events import Log
from analyzer.sight import ONLOOKER

BINS: Final = 10


class Bin(NamedTuple):
    """一格: judgements of about one chance: how many, the chance said on average, the share that came true."""

    size: int
    said: float
    was: float


def judgements(log: Log, guard: int, view: int = ONLOOKER) -> list[tuple[float, bool]]:
    """判断: each chance that a view gave a seat while nothing was proved, and whether that seat was the guard.

    `guard` is the emperor's seat in a solo.

    >>> from analyzer.simulate import simulate
    >>> found = judgements(simulate("room-quick", 7), 2)
    >>> len(found) % 5, 0.0 < min(chance for chance, _ in found)
    (0, True)
    """
    return [
        (chance, seat == guard)
        for belief in deduce(log, view)
        if belief.chances is not None and not belief.proved
        for seat, chance in sorted({**dict.fromkeys(range(1, 6), 0.0), **belief.chances}.items())
    ]


def reliability(found: Iterable[tuple[float, bool]]) -> list[Bin]:
    """准不准: the judgements in ten bins of equal width; a bin without any is left out.

    >>> reliability([(0.25, True), (0.25, False), (1.0, True)])
    [Bin(size=2, said=0.25, was=0.5), Bin(size=1, said=1.0, was=1.0)]
    """
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for chance, true in found:
        bins[min(BINS - 1, int(chance * BINS))].append((chance, true))
    return [
        Bin(len(some), sum(chance for chance, _ in some) / len(some), sum(true for _, true in some) / len(some))
        for some in bins
        if some
    ]
