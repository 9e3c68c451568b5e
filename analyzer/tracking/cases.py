"""分情况: where the card that makes the guard can be, each case with its weight; within a case cards lie evenly.

A question is answered in every case by a quotient of two counts and put together by weight. Where counting takes too
long (bounds on several seats at once) deals are drawn instead, each with its weight, and every answer has an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Final, NamedTuple

import numpy as np

from analyzer.cards import BIG, SMALL
from analyzer.tracking.alike import Snatcher, weigh
from analyzer.tracking.hypergeometric import (
    Caps,
    Pool,
    Slots,
    TooMany,
    choose,
    loads,
    samples,
    split,
    ways,
    weighted,
)  # fmt: skip
from analyzer.tracking.lie import ANY, Row, Unseen
from analyzer.tracking.snatch import Spread

NOTHING: Final = (0,) * 15
SAMPLES: Final = 4000
SEED: Final = 1
"""Deals are always drawn from the same seed: what is drawn hangs on nothing but what the view knows."""


class Case(NamedTuple):
    """一种情况: who the guard is and whether it still holds the card, its weight, and how the rest can lie.

    `guard` and `holder` are 0 where the card is located; `holder` is where it was put down, and `guard` then who did.
    `snatch` says how the rest can lie where one of the seats has snatched.
    """

    guard: int
    holder: int
    weight: float
    pool: Pool
    slots: Slots
    caps: Caps
    sure: tuple[Row, ...]
    snatch: Spread | None = None


class Answer(NamedTuple):
    """答案: a figure, and its standard error: 0 where it is exact."""

    value: float
    error: float = 0.0


def outlines(lie: Unseen) -> list[tuple[float, Case]]:
    """轮廓: every case that there may be, and a factor: the case's weight is the factor times its ways."""
    plain = Case(0, 0, 0.0, lie.pool, lie.slots, lie.caps, lie.sure)
    if lie.mark < 0:
        return _snatched(lie, plain)
    found = []
    for guard, loose in lie.holders:
        if loose:
            found.append((float(loose), plain._replace(guard=guard)))
        if guard in lie.seats:
            found.append((1.0 if lie.mark >= SMALL else float(lie.pool[lie.mark]), _with_card(plain, lie, guard)))
    return [(factor, case) for factor, case in found if min(*case.pool, *case.slots) >= 0]


def _snatched(lie: Unseen, plain: Case) -> list[tuple[float, Case]]:
    """抢独: a case for each number of small and of big jokers that those who snatched can have."""
    found = [(1.0, plain)]
    for snatcher in lie.snatched:
        place = lie.seats.index(snatcher.seat)
        if snatcher.jokers:
            found = [more for factor, case in found for more in _with_jokers(factor, case, place, snatcher.jokers)]
    return found


def _with_jokers(factor: float, case: Case, place: int, least: int) -> Iterator[tuple[float, Case]]:
    """The cases in which a seat has at least so many more jokers, each with neither more nor fewer of either kind."""
    cap, sure = case.caps[place] or (ANY,) * len(case.pool), case.sure[place]
    none = (*cap[:SMALL], 0, 0)
    for small, big in product(*(range(min(case.pool[rank], cap[rank]) + 1) for rank in (SMALL, BIG))):
        if least <= small + big <= case.slots[place]:
            yield (
                factor * choose(case.pool[SMALL], small) * choose(case.pool[BIG], big),
                case._replace(
                    pool=_changed(_changed(case.pool, SMALL, -small), BIG, -big),
                    slots=_changed(case.slots, place, -small - big),
                    caps=_put(case.caps, place, none),
                    sure=_put(case.sure, place, _changed(_changed(sure, SMALL, small), BIG, big)),
                ),
            )


def _with_card(plain: Case, lie: Unseen, holder: int) -> Case:
    """The case in which a hidden seat holds the card."""
    place, mark = lie.seats.index(holder), lie.mark
    cap = plain.caps[place]
    return Case(
        holder,
        holder,
        0.0,
        _changed(plain.pool, mark, -1),
        _changed(plain.slots, place, -1),
        plain.caps if cap is None else _put(plain.caps, place, _changed(cap, mark, -1)),
        _put(plain.sure, place, _changed(plain.sure[place], mark, 1)),
    )


def _changed(row: tuple[int, ...], at: int, by: int) -> tuple[int, ...]:
    return (*row[:at], row[at] + by, *row[at + 1 :])


def _put(rows: tuple[Any, ...], at: int, row: Any) -> tuple[Any, ...]:
    return (*rows[:at], row, *rows[at + 1 :])


@lru_cache(maxsize=512)
def cases(lie: Unseen) -> tuple[Case, ...]:
    """分情况: the cases that are possible, their weights adding up to 1. `TooMany` where they cannot be counted."""
    if len(lie.snatched) == 1 and not any(lie.caps):
        return _after_snatch(lie, lie.snatched[0])
    if any(snatcher.ranks for snatcher in lie.snatched):
        raise TooMany
    found = []
    for factor, case in outlines(lie):
        found.append(case._replace(weight=factor * ways(case.pool, case.slots, case.caps)))
    total = sum(case.weight for case in found)
    return tuple(case._replace(weight=case.weight / total) for case in found if case.weight > 0)


def _after_snatch(lie: Unseen, snatcher: Snatcher) -> tuple[Case, ...]:
    """抢独之后: the one case that there is where one hidden seat has snatched and nothing else bounds a seat."""
    place = lie.seats.index(snatcher.seat)
    spread = Spread(lie.pool, lie.slots[place], place, snatcher)
    return (Case(0, 0, 1.0, lie.pool, lie.slots, lie.caps, lie.sure, spread),) if spread.deals > 0 else ()


class Counted:
    """数清: answers by counting."""

    def __init__(self, lie: Unseen) -> None:
        self.lie = lie
        self.cases = cases(lie)
        self.kept: dict[tuple[int, ...], Answer] = {}

    def guard(self, seat: int) -> float:
        """P that a seat is the guard, as the one card that is not located tells it."""
        return sum(case.weight for case in self.cases if case.guard == seat)

    def expect(self, seat: int, rank: int) -> Answer:
        """期望张数: how many cards of a rank a hidden seat has, on average."""
        found = self.kept.get((seat, rank))
        return found or self._keep((seat, rank), lambda case, place: _expect(case, place, rank))

    def least(self, seat: int, rank: int, count: int) -> Answer:
        """至少几张: P that a hidden seat has at least so many cards of a rank."""
        found = self.kept.get((seat, rank, count))
        return found or self._keep((seat, rank, count), lambda case, place: _least(case, place, rank, count))

    def _keep(self, key: tuple[int, ...], chance: Callable[[Case, int], float]) -> Answer:
        """An answer over all cases, kept for the next time: a pass changes nothing."""
        place = self.lie.seats.index(key[0])
        self.kept[key] = Answer(sum(case.weight * chance(case, place) for case in self.cases))
        return self.kept[key]


def _expect(case: Case, place: int, rank: int) -> float:
    there, sure = case.pool[rank], case.sure[place][rank]
    if not there or not case.slots[place]:
        return float(sure)
    if case.snatch:
        mean = case.snatch.means[rank]
        return sure + (mean if place == case.snatch.place else (there - mean) * case.slots[place] / case.snatch.rest)
    if not any(case.caps):
        return sure + there * case.slots[place] / sum(case.pool)
    kinds, load = _loads(case.pool, case.slots, case.caps, place)
    if rank in kinds:
        return sure + sum(_bounded_least(case, place, rank, count) for count in range(1, there + 1))
    free = sum(cards for kind, cards in enumerate(case.pool) if kind not in kinds)
    return sure + sum(chance * there * (case.slots[place] - had) / free for had, chance in load.items())


_loads = lru_cache(maxsize=16384)(loads)


def _least(case: Case, place: int, rank: int, count: int) -> float:
    there, more = case.pool[rank], count - case.sure[place][rank]
    if more <= 0:
        return 1.0
    if more > there or more > case.slots[place]:
        return 0.0
    if case.snatch:
        held = case.snatch.held[rank]
        if place == case.snatch.place:
            return sum(held[more:])
        rest, slots = case.snatch.rest, case.slots[place]
        return sum(chance * _tail(rest, there - had, slots, more) for had, chance in enumerate(held) if chance)
    if not any(case.caps):
        return _tail(sum(case.pool), there, case.slots[place], more)
    kinds, load = _loads(case.pool, case.slots, case.caps, place)
    if rank in kinds:
        return _bounded_least(case, place, rank, more)
    free = sum(cards for kind, cards in enumerate(case.pool) if kind not in kinds)
    return sum(chance * _tail(free, there, case.slots[place] - had, more) for had, chance in load.items())


@lru_cache(maxsize=65536)
def _bounded_least(case: Case, place: int, rank: int, more: int) -> float:
    """P that a seat has at least so many unlocated cards of a rank that is bounded somewhere."""
    cap = case.caps[place] or (99,) * len(case.pool)
    if cap[rank] < more:
        return 0.0
    fewer = _put(case.caps, place, (*cap[:rank], more - 1, *cap[rank + 1 :]))
    return max(0.0, 1.0 - ways(case.pool, case.slots, fewer) / ways(case.pool, case.slots, case.caps))


@lru_cache(maxsize=65536)
def _tail(cards: int, there: int, slots: int, count: int) -> float:
    """P that of `slots` cards at least `count` are among `there` of all cards."""
    fewer = sum(choose(there, taken) * choose(cards - there, slots - taken) for taken in range(count))
    return max(0.0, 1.0 - fewer / choose(cards, slots))


class Drawn:
    """抽样: answers from drawn deals, each with its error."""

    def __init__(self, lie: Unseen) -> None:
        self.lie = lie
        self.guards, self.deals, self.weights = drawn(lie)

    def guard(self, seat: int) -> float:
        """P that a seat is the guard."""
        return self._mean(self.guards == seat).value

    def expect(self, seat: int, rank: int) -> Answer:
        """How many cards of a rank a hidden seat has, on average."""
        return self._mean(self.deals[:, self.lie.seats.index(seat), rank])

    def least(self, seat: int, rank: int, count: int) -> Answer:
        """P that a hidden seat has at least so many cards of a rank."""
        return self._mean(self.deals[:, self.lie.seats.index(seat), rank] >= count)

    def _mean(self, values: Any) -> Answer:
        return Answer(*weighted(values.astype(float), self.weights))


@lru_cache(maxsize=16)
def drawn(lie: Unseen) -> tuple[Any, Any, Any]:
    """抽样: whole holdings of the hidden seats: who the guard is, (deal, seat, rank), the weights."""
    outlined = [(factor * split(case.slots), case) for factor, case in outlines(lie)]
    total = sum(weight for weight, _ in outlined)
    guards, deals, weights = [], [], []
    for weight, case in outlined:
        size = max(200, round(SAMPLES * weight / total))
        some, with_weights = samples(case.pool, case.slots, case.caps, size, SEED)
        places = [(lie.seats.index(snatcher.seat), snatcher) for snatcher in lie.snatched if snatcher.ranks]
        with_weights = with_weights * weigh([(some[:, place], snatcher) for place, snatcher in places])
        guards.append(np.full(size, case.guard))
        deals.append(some + np.array(case.sure, dtype=np.int64)[None])
        weights.append(with_weights * (weight / total / size))
    return np.concatenate(guards), np.concatenate(deals), np.concatenate(weights)


@lru_cache(maxsize=512)
def answers(lie: Unseen) -> Counted | Drawn:
    """作答: counted where that can be done, else drawn."""
    try:
        return Counted(lie)
    except TooMany:
        return Drawn(lie)


def only_counts(unseen: Row, seats: Sequence[int], sizes: Sequence[int]) -> Unseen:
    """只凭张数: how cards lie when nothing is used but how many are unseen and how many everybody has."""
    slots = tuple(sizes[seat - 1] for seat in seats)
    return Unseen(tuple(seats), unseen, slots, (None,) * len(slots), (NOTHING,) * len(slots))
