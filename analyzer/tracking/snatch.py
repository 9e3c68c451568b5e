"""抢独之后: how the unseen cards can lie where one hidden seat has snatched - exactly, bounds included.

The snatcher has at least so many of the jokers, and four alike among the rest. Four alike are counted by inclusion and
exclusion (`alike.committed`): for every set of cards that the seat may have had all four of, the cards that it must
then hold are *committed*, and everything else lies evenly. Sets are told apart by nothing but how many cards they
commit, so that sums over all of them are products of short rows, one for each rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import product
from math import prod
from typing import Any, Final

import numpy as np

from analyzer.cards import PLAIN, SMALL
from analyzer.tracking.alike import Snatcher, committed
from analyzer.tracking.hypergeometric import Pool, TooMany, choices, choose

MOST: Final = 216
"""No deck has more cards."""
COSTLY: Final = 50_000_000
"""Beyond so many steps a count is refused."""
Rows = tuple[tuple[int, ...], ...]
Terms = Mapping[Rows, Mapping[tuple[int, ...], float]]
"""By the most cards of each plain rank, seat by seat: in how many ways they have how many jokers where these hold."""


@cache
def chosen() -> Any:
    """组合表: how many ways there are to choose, as a table; an index below 0 finds a 0 at the end."""
    found = np.zeros((2 * MOST + 1, 2 * MOST + 1))
    for cards in range(MOST + 1):
        found[cards, : cards + 1] = choices(cards)
    return found


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
        self.bounds: dict[tuple[bool, tuple[Rows, ...]], tuple[list[int], Any]] = {}

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
        return (chosen()[jokers, of_these] * chosen()[plain, taken - of_these]).sum(axis=0)

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
        ways = chosen()[there, cards]
        if not self.empty:
            return np.stack([ways, 0 * ways, ways])
        most = cards[:, None]
        rest = chosen()[there[:, None] - most, cards - most]
        none = (_even(self.rows, len(cards))[:, :, None] * rest).sum(axis=1) * np.array(self.empty)[:, None]
        return np.stack([ways, none, ways - none])

    def _jokers(self) -> tuple[Any, Any]:
        """How many small and how many big jokers the snatcher has."""
        numbers, cards = np.arange(self.jokers + 1), np.arange(len(self._sets))
        rest = chosen()[self.plain - cards[:, None], self.size - cards[:, None] - numbers]
        chances = (self._sets @ rest) * (numbers >= self.least)
        chances /= choices(self.jokers) @ chances
        small, big = self.pool[SMALL:]
        both = np.outer(choices(small), choices(big)) * chances[np.add.outer(np.arange(small + 1), np.arange(big + 1))]
        return both.sum(axis=1), both.sum(axis=0)

    # -- bounds --------------------------------------------------------------------------------------------------

    def below(self, places: tuple[int, ...], sizes: tuple[int, ...], terms: Terms) -> float:
        """不超: P that seats with so many unlocated cards have what one of the terms allows: jokers and the rest.

        `TooMany` where that would take too long.
        """
        order = sorted(range(len(places)), key=lambda at: places[at] != self.place)
        mine, size = places[order[0]] == self.place, np.array(sizes)[order]
        rows = tuple(tuple(tuple(map(min, row[at], self.pool)) for at in order) for row in terms)
        high, tables = self._bounded(rows, mine=mine)
        entries = [
            (which, [had[at] for at in order], number)
            for which, numbers in enumerate(terms.values())
            for had, number in numbers.items()
        ]
        which, jokers, numbers = (np.array(column) for column in zip(*entries, strict=True))
        low = [rank for rank in range(PLAIN) if rank not in high]
        count = self._own if mine else self._foreign
        total, rest = self.deals, self.rest
        for other in size[mine:].tolist():
            total, rest = total * chosen()[rest, other], rest - other
        return float(numbers @ count(low, tables[which], jokers, size - jokers)) / total

    def _bounded(self, rows: tuple[Rows, ...], *, mine: bool) -> tuple[list[int], Any]:
        """The ranks that are bounded in some row, and row by row in how many ways their cards can be taken.

        `mine`: the first of the seats is the snatcher, and a table is (row, whether four alike are among them, cards
        that it takes, cards of the others ...); else it is (row, cards that the snatcher must hold, cards that ...).
        """
        if (mine, rows) not in self.bounds:
            bounds = np.array(rows).transpose(2, 0, 1)
            high = [rank for rank in range(PLAIN) if bounds[rank].min() < self.pool[rank]]
            found = np.ones((len(rows), 1, *(1,) * len(rows[0])))
            if mine:
                found = np.concatenate([found * bool(self.empty), found * (not self.empty)], axis=1)
            steps = 0
            for rank in high:
                found, taken = self._add(found, rank, bounds[rank], mine=mine)
                steps += taken
                if steps > COSTLY:
                    raise TooMany
            self.bounds[mine, rows] = high, found
        return self.bounds[mine, rows]

    def _add(self, found: Any, rank: int, bounds: Any, *, mine: bool) -> tuple[Any, int]:
        """The tables with one more rank, and in how many steps."""
        most, there = bounds.max(axis=0).tolist(), self.pool[rank]
        deep = 2 if mine else min(found.shape[1] + len(self.rows[rank]) - 1, self.size + 1)
        wide = found.shape[2:]
        made, steps = np.zeros((len(bounds), deep, *map(sum, zip(wide, most, strict=True)))), 0
        for taken in product(*(range(number + 1) for number in most)):
            steps += made.size
            fits = (bounds >= taken).all(axis=1)
            if sum(taken) > there or not fits.any():
                continue
            part = found * fits.reshape(-1, *(1,) * (found.ndim - 1))
            into = made[(slice(None), slice(None), *map(slice, taken, map(sum, zip(taken, wide, strict=True))))]
            if mine:
                self._add_own(into, part, rank, taken)
            else:
                self._add_foreign(into, part, rank, taken)
        return made, steps

    def _add_own(self, into: Any, part: Any, rank: int, taken: tuple[int, ...]) -> None:
        """Of a rank the snatcher takes so many cards, with four alike or without, and others so many."""
        mine, *others = taken
        all_of, none, alike = self._kinds[:, rank, mine] * _shared(self.pool[rank] - mine, others)
        into[:, 0] += none * part[:, 0]
        into[:, 1] += all_of * part[:, 1] + alike * part[:, 0]

    def _add_foreign(self, into: Any, part: Any, rank: int, taken: tuple[int, ...]) -> None:
        """Of a rank the snatcher must hold some cards, and others take so many of the rest."""
        for cards in np.flatnonzero(self.rows[rank]).tolist():
            ways = self.rows[rank][cards] * _shared(self.pool[rank] - cards, taken)
            if ways:
                into[:, cards : cards + part.shape[1]] += ways * part[:, : into.shape[1] - cards]

    def _own(self, low: list[int], tables: Any, jokers: Any, sizes: Any) -> Any:
        """Hands of the snatcher, and others, with so many jokers and plain cards: of the tables, and of `low` ranks."""
        signed = self._signed(self._product(low), low)
        cards, free = np.flatnonzero(signed), sum(self.pool[rank] for rank in low)
        rest = sizes[:, :1] - np.arange(tables.shape[2])
        alike = signed[cards] @ chosen()[(free - cards)[:, None], rest[:, None] - cards[:, None]]
        others = self._chosen(free - rest, tables.shape[3:], sizes[:, 1:])
        alike, all_of = (ways.reshape(*rest.shape, *(1,) * (tables.ndim - 3)) for ways in (alike, chosen()[free, rest]))
        found = (tables[:, 0] * alike + tables[:, 1] * all_of) * others
        return found.reshape(len(tables), -1).sum(axis=1) * (jokers[:, 0] >= self.least)

    def _foreign(self, low: list[int], tables: Any, jokers: Any, sizes: Any) -> Any:
        """Hands of other seats with so many jokers and plain cards, each with all that the snatcher then can have."""
        sets, free = self._product(low), sum(self.pool[rank] for rank in low)
        cards, more = np.flatnonzero(sets), np.flatnonzero(tables.any(axis=(0, *range(2, tables.ndim))))
        if len(tables) * len(cards) * tables[0, 0].size > COSTLY:
            raise TooMany
        chosen = self._chosen(np.tile(free - cards, (len(tables), 1)), tables.shape[2:], sizes)
        table = tables[:, more].reshape(len(tables), len(more), -1)
        both = sets[cards, None] * (chosen.reshape(len(tables), len(cards), -1) @ table.transpose(0, 2, 1))
        total = np.arange(cards[-1] + more[-1] + 1)[None]
        jokers, taken = (column.sum(axis=1)[:, None] for column in (jokers, sizes))
        left = self._filled(self.jokers - jokers, self.plain - taken - total, self.size - total)
        found = both * left[:, np.add.outer(cards, more)]
        none = prod(self.empty) if self.empty else 0.0
        return (1.0 - none) * found[:, 0, 0] - none * (found.sum(axis=(1, 2)) - found[:, 0, 0])

    def _chosen(self, free: Any, wide: tuple[int, ...], sizes: Any) -> Any:
        """In how many ways seats can fill up with some free cards (a table), by how many bounded ones each has."""
        found = np.ones(free.shape)
        for place, most in enumerate(wide):
            taken = sizes[:, place].reshape(-1, *(1,) * free.ndim) - np.arange(most)
            found, free = found[..., None] * chosen()[free[..., None], taken], free[..., None] - taken
        return found


def _shared(cards: int, taken: Iterable[int]) -> float:
    """In how many ways seats can take so many of some cards."""
    found = 1.0
    for number in taken:
        found, cards = found * choose(cards, number), cards - number
    return found
