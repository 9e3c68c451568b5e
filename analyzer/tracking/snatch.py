"""抢独之后: how the unseen cards can lie where one hidden seat has snatched - exactly, bounds included.

The snatcher has at least so many of the jokers, and four alike among the rest. Four alike are counted by inclusion and
exclusion (`alike.committed`): for every set of cards that the seat may have had all four of, the cards that it must
then hold are *committed*, and everything else lies evenly. Sets are told apart by nothing but how many cards they
commit, so that sums over all of them are products of short rows, one for each rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import comb, prod
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

Rows = tuple[tuple[int, ...], ...]
Terms = Mapping[tuple[int, ...], Sequence[float]]
"""By the most cards of each plain rank: in how many ways a seat can have 0, 1, 2 ... jokers where these bounds hold."""


def _even(rows: Sequence[Any], wide: int) -> Any:
    """Rows of some lengths as one table, with zeros at their ends."""
    found = np.zeros((len(rows), wide))
    for place, row in enumerate(rows):
        found[place, : len(row)] = row
    return found


class Spread:
    """分布: how unlocated cards (`pool`, by rank) can lie: the snatcher has `size` of them, other seats the rest."""

    def __init__(self, pool: Pool, size: int, place: int, snatcher: Snatcher) -> None:
        self.pool, self.size, self.place, self.least = pool, size, place, snatcher.jokers
        self.plain, self.jokers = sum(pool[:PLAIN]), sum(pool[PLAIN:])
        self.rest = sum(pool) - size
        """How many cards the other seats have."""
        weights = [committed(wanting, there) for wanting, there in zip(snatcher.ranks, pool, strict=False)]
        self.empty = [row[0] for row in weights]
        """Of each rank the weight with nothing committed; the rows are divided by it."""
        self.rows = [np.array(row[: size + 1]) / row[0] for row in weights] or [np.ones(1)] * PLAIN
        self.bounds: dict[tuple[bool, Rows], tuple[list[int], Any]] = {}

    def _signed(self, sets: Any, ranks: Iterable[int]) -> Any:
        """Sets of some ranks with the signs that count the deals in which one of them is held."""
        if not self.empty:
            return np.ones(1)
        none = prod(self.empty[rank] for rank in ranks)
        return np.concatenate([[1.0 - none], -none * sets[1:]])

    def _product(self, ranks: Iterable[int]) -> Any:
        """The sets of some ranks, by how many cards they commit."""
        found = np.ones(1)
        for rank in ranks:
            found = np.convolve(found, self.rows[rank])[: self.size + 1]
        return found

    @cached_property
    def _sets(self) -> Any:
        """All sets, signed, by how many cards they commit."""
        return self._signed(self._product(range(PLAIN)), range(PLAIN))

    @cached_property
    def _others(self) -> Any:
        """For each plain rank the sets of all others."""
        before, after = [np.ones(1)], [np.ones(1)]
        for rank in range(PLAIN - 1):
            before.append(np.convolve(before[-1], self.rows[rank])[: self.size + 1])
            after.append(np.convolve(after[-1], self.rows[PLAIN - 1 - rank])[: self.size + 1])
        rows = [np.convolve(low, high)[: self.size + 1] for low, high in zip(before, after[::-1], strict=True)]
        return _even(rows, max(map(len, rows)))

    def _filled(self, jokers: Any, plain: Any, taken: Any) -> Any:
        """In how many ways the snatcher can take so many of some jokers and plain cards, with enough jokers."""
        of_these = np.arange(self.least, self.jokers + 1).reshape(-1, *(1,) * np.ndim(taken))
        return (CHOOSE[jokers, of_these] * CHOOSE[plain, taken - of_these]).sum(axis=0)

    @cached_property
    def deals(self) -> float:
        """几种: how many hands of unlocated cards the snatcher can have."""
        cards = np.arange(len(self._sets))
        return float(self._sets @ self._filled(self.jokers, self.plain - cards, self.size - cards))

    # -- how many ------------------------------------------------------------------------------------------------

    @cached_property
    def held(self) -> list[list[float]]:
        """几张: for each rank P(the snatcher has 0, 1, 2 ... of its unlocated cards)."""
        plain = [row[: there + 1].tolist() for row, there in zip(self._plain(), self.pool, strict=False)]
        return [*plain, *(row.tolist() for row in self._jokers())]

    @cached_property
    def means(self) -> list[float]:
        """平均: for each rank how many of its unlocated cards the snatcher has on average."""
        return [sum(had * chance for had, chance in enumerate(row)) for row in self.held]

    def _plain(self) -> Any:
        """How many cards of each plain rank the snatcher has: with four alike of another rank, or else of this one."""
        sets, there = self._others, np.array(self.pool[:PLAIN])
        cards, numbers = np.flatnonzero(sets.any(axis=0)), np.arange(int(there.max()) + 1)
        left = (self.plain - there)[:, None, None] - cards[:, None]
        rest = self._filled(self.jokers, left, (self.size - cards)[None, :, None] - numbers)
        nothing = rest[:, 0]
        sets = (sets[:, cards[1:], None] * rest[:, 1:]).sum(axis=1)
        none = [prod(self.empty[:rank] + self.empty[rank + 1 :]) if self.empty else 0.0 for rank in range(PLAIN)]
        without = np.array(none)[:, None]
        alike = (1.0 - without) * nothing - without * sets
        found = self._kinds[0] * alike + self._kinds[2] * without * (nothing + sets)
        return found / found.sum(axis=1, keepdims=True)

    @cached_property
    def _kinds(self) -> Any:
        """In how many ways 0, 1, 2 ... cards of each plain rank can be taken: in all, without four alike, with them."""
        there = np.array(self.pool[:PLAIN])[:, None]
        cards = np.arange(int(there.max()) + 1)
        ways = CHOOSE[there, cards]
        if not self.empty:
            return np.stack([ways, 0 * ways, ways])
        most = cards[:, None]
        rest = CHOOSE[there[:, None] - most, cards - most]
        none = (_even(self.rows, len(cards))[:, :, None] * rest).sum(axis=1) * np.array(self.empty)[:, None]
        return np.stack([ways, none, ways - none])

    def _jokers(self) -> tuple[Any, Any]:
        """How many small and how many big jokers the snatcher has."""
        numbers, cards = np.arange(self.jokers + 1), np.arange(len(self._sets))
        rest = CHOOSE[self.plain - cards[:, None], self.size - cards[:, None] - numbers]
        chances = (self._sets @ rest) * (numbers >= self.least)
        chances /= choices(self.jokers) @ chances
        small, big = self.pool[SMALL:]
        both = np.outer(choices(small), choices(big)) * chances[np.add.outer(np.arange(small + 1), np.arange(big + 1))]
        return both.sum(axis=1), both.sum(axis=0)

    # -- bounds --------------------------------------------------------------------------------------------------

    def below(self, place: int, size: int, terms: Terms) -> float:
        """不超: P that a seat with so many unlocated cards has what one of the terms allows: jokers and the rest."""
        mine = place == self.place
        rows = tuple(tuple(map(min, row, self.pool)) for row in terms)
        numbers = np.array([*terms.values()])[:, : size + 1]
        which, jokers = np.nonzero(numbers)
        high, tables = self._bounded(rows, mine=mine)
        low = [rank for rank in range(PLAIN) if rank not in high]
        count = self._own if mine else self._foreign
        total = float(numbers[which, jokers] @ count(low, tables[which], jokers, size - jokers))
        return total / (self.deals if mine else self.deals * CHOOSE[self.rest, size])

    def _bounded(self, rows: Rows, *, mine: bool) -> tuple[list[int], Any]:
        """The ranks that are bounded in some row, and row by row in how many ways their cards can be taken."""
        if (mine, rows) not in self.bounds:
            high = [rank for rank in range(PLAIN) if any(row[rank] < self.pool[rank] for row in rows)]
            found = np.ones((len(rows), 1, 1))
            if mine:
                found = np.tile([[float(bool(self.empty))], [float(not self.empty)]], (len(rows), 1, 1))
            add = self._add_own if mine else self._add_foreign
            for rank in high:
                found = add(found, rank, np.array([row[rank] for row in rows]))
            self.bounds[mine, rows] = high, found
        return self.bounds[mine, rows]

    def _add_own(self, found: Any, rank: int, bounds: Any) -> Any:
        """Tables (row, whether four alike are among them, cards that the snatcher takes) with one more rank."""
        wide, most, (all_of, none, alike) = found.shape[2], int(bounds.max()), self._kinds[:, rank]
        made = np.zeros((len(bounds), 2, wide + most))
        for taken in range(most + 1):
            part, place = found * (taken <= bounds)[:, None, None], slice(taken, taken + wide)
            made[:, 0, place] += none[taken] * part[:, 0]
            made[:, 1, place] += all_of[taken] * part[:, 1] + alike[taken] * part[:, 0]
        return made

    def _own(self, low: list[int], tables: Any, jokers: Any, sizes: Any) -> Any:
        """Hands of the snatcher with so many jokers and plain cards: those of the tables, and others of `low` ranks."""
        signed = self._signed(self._product(low), low)
        cards, free = np.flatnonzero(signed), sum(self.pool[rank] for rank in low)
        rest = sizes[:, None] - np.arange(tables.shape[2])
        alike = signed[cards] @ CHOOSE[(free - cards)[:, None], rest[:, None] - cards[:, None]]
        found = (tables[:, 0] * alike + tables[:, 1] * CHOOSE[free, rest]).sum(axis=1)
        return found * (jokers >= self.least)

    def _add_foreign(self, found: Any, rank: int, bounds: Any) -> Any:
        """Tables (row, cards that the snatcher must hold, cards that the other seat takes) with one more rank."""
        _, deep, wide = found.shape
        row, most, there = self.rows[rank], int(bounds.max()), self.pool[rank]
        made = np.zeros((len(bounds), min(deep + len(row) - 1, self.size + 1), wide + most))
        for taken in range(most + 1):
            part = found * (taken <= bounds)[:, None, None]
            for cards in np.flatnonzero(row[: there - taken + 1]).tolist():
                some = part[:, : made.shape[1] - cards] * (row[cards] * CHOOSE[there - cards, taken])
                made[:, cards : cards + some.shape[1], taken : taken + wide] += some
        return made

    def _foreign(self, low: list[int], tables: Any, jokers: Any, sizes: Any) -> Any:
        """Hands of another seat with so many jokers and plain cards, each with all that the snatcher then can have."""
        sets, free = self._product(low), sum(self.pool[rank] for rank in low)
        cards, more = np.flatnonzero(sets), np.flatnonzero(tables.any(axis=(0, 2)))
        rest = (sizes[:, None] - np.arange(tables.shape[2]))[:, None]
        both = (sets[cards, None] * CHOOSE[(free - cards)[:, None], rest]) @ tables[:, more].transpose(0, 2, 1)
        total = np.arange(cards[-1] + more[-1] + 1)[None]
        left = self._filled((self.jokers - jokers)[:, None], (self.plain - sizes)[:, None] - total, self.size - total)
        found = both * left[:, np.add.outer(cards, more)]
        none = prod(self.empty) if self.empty else 0.0
        return (1.0 - none) * found[:, 0, 0] - none * (found.sum(axis=(1, 2)) - found[:, 0, 0])
