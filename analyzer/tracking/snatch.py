"""抢独之后: how the unseen cards can lie where one hidden seat has snatched - exactly, bounds included.

The snatcher has at least so many of the jokers, and four alike among the rest. Four alike are counted by inclusion and
exclusion (`alike.committed`): for every set of cards that the seat may have had all four of, the cards that it must
then hold are *committed*, and everything else lies evenly. Sets are told apart by nothing but how many cards they
commit, so that sums over all of them are products of short rows, one for each rank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import comb
from typing import Any, Final

import numpy as np

from analyzer.cards import PLAIN, SMALL
from analyzer.tracking.alike import Snatcher, committed
from analyzer.tracking.hypergeometric import Pool, choices

MOST: Final = 216
"""No deck has more cards."""
CHOOSE: Final = np.zeros((2 * MOST + 1, 2 * MOST + 1))
"""How many ways there are to choose; an index below 0 finds a 0 at the end."""
for cards in range(MOST + 1):
    CHOOSE[cards, : cards + 1] = [float(comb(cards, taken)) for taken in range(cards + 1)]

Terms = Mapping[tuple[int, ...], Sequence[float]]
"""By the most cards of each plain rank: in how many ways a seat can have 0, 1, 2 ... jokers where these bounds hold."""


class Spread:
    """分布: how unlocated cards (`pool`, by rank) can lie: the snatcher has `size` of them, other seats the rest."""

    def __init__(self, pool: Pool, size: int, place: int, snatcher: Snatcher) -> None:
        self.pool, self.size, self.place, self.least = pool, size, place, snatcher.jokers
        self.plain, self.jokers = sum(pool[:PLAIN]), sum(pool[PLAIN:])
        weights = [committed(wanting, there) for wanting, there in zip(snatcher.ranks, pool, strict=False)]
        self.empty = [row[0] for row in weights]
        """Of each rank the weight with nothing committed; the rows are divided by it."""
        self.rows = [np.array(row[: size + 1]) / row[0] for row in weights] or [np.ones(1)] * PLAIN
        self.bounds: dict[tuple[bool, tuple[tuple[int, ...], ...]], Any] = {}

    def _signs(self, left_out: int = -1) -> tuple[float, float]:
        """Factors of the sets (of all ranks but one) that commit nothing, and of all others."""
        if not self.empty:
            return 1.0, 0.0
        none = 1.0
        for rank, weight in enumerate(self.empty):
            none *= weight if rank != left_out else 1.0
        return 1.0 - none, -none

    def _product(self, ranks: Sequence[int]) -> Any:
        """The sets of some ranks, by how many cards they commit."""
        found = np.ones(1)
        for rank in ranks:
            found = np.convolve(found, self.rows[rank])[: self.size + 1]
        return found

    @cached_property
    def _sets(self) -> Any:
        """All sets, with their signs, by how many cards they commit."""
        found = self._product(range(PLAIN))
        first, rest = self._signs()
        return np.concatenate([found[:1] * first, found[1:] * rest])

    @cached_property
    def _others(self) -> list[Any]:
        """For each plain rank the sets of all others."""
        before, after = [np.ones(1)], [np.ones(1)]
        for rank in range(PLAIN - 1):
            before.append(np.convolve(before[-1], self.rows[rank])[: self.size + 1])
            after.append(np.convolve(after[-1], self.rows[PLAIN - 1 - rank])[: self.size + 1])
        return [np.convolve(low, high)[: self.size + 1] for low, high in zip(before, after[::-1], strict=True)]

    def _filled(self, jokers: int, plain: Any, taken: Any) -> Any:
        """In how many ways the snatcher can take so many of some jokers and plain cards, with enough jokers."""
        of_these = np.arange(self.least, jokers + 1)
        return np.tensordot(CHOOSE[jokers, of_these], CHOOSE[plain, -np.subtract.outer(of_these, taken)], 1)

    @cached_property
    def deals(self) -> float:
        """几种: how many hands of unlocated cards the snatcher can have."""
        cards = np.arange(len(self._sets))
        return float(self._sets @ self._filled(self.jokers, self.plain - cards, self.size - cards))

    @cached_property
    def held(self) -> list[Any]:
        """几张: for each rank P(the snatcher has 0, 1, 2 ... of its unlocated cards)."""
        plain = [self._plain(rank) if self.pool[rank] else np.ones(1) for rank in range(PLAIN)]
        return [*plain, *self._jokers()]

    def _plain(self, rank: int) -> Any:
        """How many cards of a plain rank the snatcher has: it has four alike of another rank, or else of this one."""
        there, sets = self.pool[rank], self._others[rank]
        numbers, cards = np.arange(there + 1), np.arange(len(sets))
        left = self.plain - there - cards
        rest = self._filled(self.jokers, left[:, None], self.size - cards[:, None] - numbers) * sets[:, None]
        first, other = self._signs(rank)
        all_of = choices(there)
        found = all_of * (first * rest[0] + other * rest[1:].sum(axis=0))
        if self.empty:
            row = self.rows[rank] * self.empty[rank]
            none = sum(row[most] * CHOOSE[there - most, numbers - most] for most in np.nonzero(row)[0])
            found += (all_of - none) * (-other) * rest.sum(axis=0)
        return found / found.sum()

    def _jokers(self) -> tuple[Any, Any]:
        """How many small and how many big jokers the snatcher has."""
        numbers, cards = np.arange(self.jokers + 1), np.arange(len(self._sets))
        rest = CHOOSE[self.plain - cards[:, None], self.size - cards[:, None] - numbers]
        chances = (self._sets @ rest) * (numbers >= self.least)
        chances /= choices(self.jokers) @ chances
        small, big = self.pool[SMALL:]
        both = np.outer(choices(small), choices(big)) * chances[np.add.outer(np.arange(small + 1), np.arange(big + 1))]
        return both.sum(axis=1), both.sum(axis=0)

    # -- bounds ------------------------------------------------------------------------------------------------

    def below(self, place: int, size: int, terms: Terms) -> float:
        """不超: P that a seat with so many unlocated cards has what one of the terms allows: jokers and the rest."""
        mine = place == self.place
        rows = tuple(tuple(map(min, row, self.pool)) for row in terms)
        high, bounded = self._bounded(rows, mine=mine)
        low = [rank for rank in range(PLAIN) if rank not in high]
        sets, free = self._product(low), sum(self.pool[rank] for rank in low)
        count = self._own if mine else self._foreign
        total = 0.0
        for table, numbers in zip(bounded, terms.values(), strict=True):
            for jokers, number in enumerate(numbers):
                if number and jokers <= size:
                    total += number * count(sets, free, table, (jokers, size - jokers))
        return total / (self.deals if mine else self.deals * CHOOSE[sum(self.pool) - self.size, size])

    def _own(self, sets: Any, free: int, table: Any, taken: tuple[int, int]) -> float:
        """Hands of the snatcher with so many jokers and plain cards: bounded ones (`table`) and some of `free`."""
        jokers, size = taken
        if jokers < self.least:
            return 0.0
        deep, wide = table.shape
        both = np.bincount(np.add.outer(np.arange(deep), np.arange(wide)).ravel(), table.ravel())
        rest = CHOOSE[free - np.arange(len(sets)), np.subtract.outer(size - np.arange(len(both)), np.arange(len(sets)))]
        first, other = self._signs()
        none = float(table[0] @ CHOOSE[free, size - np.arange(wide)])
        return other * float(both @ rest @ sets) + (first - other) * none

    def _foreign(self, sets: Any, free: int, table: Any, taken: tuple[int, int]) -> float:
        """Hands of another seat with so many jokers and plain cards, each with all that the snatcher then can have."""
        jokers, size = taken
        bounded = table[:, : size + 1]
        mine = CHOOSE[np.subtract.outer(free, np.arange(len(sets)))[:, None], size - np.arange(bounded.shape[1])]
        both = (mine * sets[:, None]) @ bounded.T
        cards = np.arange(sum(both.shape) - 1)
        left = self._filled(self.jokers - jokers, self.plain - size - cards, self.size - cards)
        first, other = self._signs()
        found = both * left[np.add.outer(np.arange(both.shape[0]), np.arange(both.shape[1]))]
        return float(other * found.sum() + (first - other) * found[0, 0])

    def _bounded(self, rows: tuple[tuple[int, ...], ...], *, mine: bool) -> tuple[list[int], Any]:
        """The ranks that are bounded in some row, and the ways to take their cards: (row, committed cards, others)."""
        if (mine, rows) not in self.bounds:
            high = [rank for rank in range(PLAIN) if any(row[rank] < self.pool[rank] for row in rows)]
            found = np.ones((len(rows), 1, 1))
            for rank in high:
                found = self._with_rank(found, rank, np.array([row[rank] for row in rows]), mine=mine)
            self.bounds[mine, rows] = high, found
        return self.bounds[mine, rows]  # type: ignore[no-any-return]

    def _with_rank(self, found: Any, rank: int, bounds: Any, *, mine: bool) -> Any:
        """The same with the cards of one more rank, of which there are bounds, row by row."""
        _, deep, wide = found.shape
        row, most = self.rows[rank], int(bounds.max())
        made = np.zeros((len(bounds), min(deep + len(row) - 1, self.size + 1), wide + most))
        for cards in np.nonzero(row)[0].tolist():
            part = found[:, : made.shape[1] - cards]
            for taken in range(min(most, self.pool[rank] - cards) + 1):
                fits = taken + (cards if mine else 0) <= bounds
                ways = fits * (row[cards] * CHOOSE[self.pool[rank] - cards, taken])
                made[:, cards : cards + part.shape[1], taken : taken + wide] += ways[:, None, None] * part
        return made
