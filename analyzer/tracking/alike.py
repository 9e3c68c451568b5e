"""同花同点: what a snatch proved of a hidden hand that its cards have not yet shown: three jokers and four alike.

The cards of a rank that nobody has located by suit lie in the snatcher's hand, in other hands, or on the table, put
down without their suit. Every place is as likely as any other to have each of them, so a rank's suits can be counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations
from math import comb, perm
from typing import Any, Final, NamedTuple

import numpy as np

from analyzer.cards import BIG, PLAIN, SMALL

NEVER: Final = 99
"""More cards than there are of a rank."""


PERM: Final = np.array([[float(perm(number, count)) for count in range(17)] for number in range(17)])
"""How many ways there are to put so many cards in a row."""


class Wanting(NamedTuple):
    """还差几张: a plain rank of a seat that snatched.

    `missing`: of each card of which it can have had all four, (the card, how many it has not shown). `hidden`: how many
    cards of the rank nobody has located by suit; `dark`: how many of these the seat has put down or holds for certain.
    """

    missing: tuple[tuple[int, int], ...]
    hidden: int
    dark: int


class Snatcher(NamedTuple):
    """抢独者: a hidden seat that snatched: how many unlocated jokers it has at least, and where four alike can be.

    `ranks` has an entry for each plain rank, and `costs` the fewest unlocated cards of it that make four alike, `NEVER`
    where none do; both are empty where four alike are certain.
    """

    seat: int
    jokers: int
    ranks: tuple[Wanting, ...] = ()
    costs: tuple[int, ...] = ()

    def room(self, pool: Sequence[int], slots: int) -> tuple[int, ...]:
        """余地: the most unlocated cards of each rank that the seat can have, as the rest of what it has needs room."""
        free, least = slots - self.jokers, min(self.costs, default=0)
        found = []
        for there, cost in zip(pool, self.costs or (0,) * PLAIN, strict=False):
            others = 0 if cost < NEVER else least
            found.append(max(0, min(there, free - others)))
        return (*found, *(max(0, min(there, slots - least)) for there in pool[PLAIN:]))

    def rest(self, pool: Sequence[int]) -> tuple[int, ...]:
        """余牌: of each rank as many unlocated cards as the seat need not have: so many others can have."""
        lone = sorted(self.costs)[1:2] == [NEVER]
        forced = [cost if lone and cost < NEVER else 0 for cost in self.costs or (0,) * PLAIN]
        kinds = (max(0, self.jokers - pool[BIG]), max(0, self.jokers - pool[SMALL]))
        return tuple(there - held for there, held in zip(pool, (*forced, *kinds), strict=True))


def snatcher_of(
    seat: int, jokers: int, ranks: tuple[Wanting, ...], pool: Sequence[int], slots: int
) -> Snatcher:
    """抢独者: what is still open of a seat: nothing of four alike where it surely has put them down, suits or not."""
    jokers, costs = max(0, jokers), []
    for wanting, there in zip(ranks, pool, strict=False):
        if not committed(wanting, there)[0]:
            return Snatcher(seat, jokers)
        cost = max(0, min((count for _, count in wanting.missing), default=NEVER) - wanting.dark)
        costs.append(cost if cost <= min(there, slots - jokers) else NEVER)
    return Snatcher(seat, jokers, ranks, tuple(costs))


@lru_cache(maxsize=16384)
def committed(wanting: Wanting, there: int) -> tuple[float, ...]:
    """容斥: the suits of a rank by inclusion and exclusion: a signed weight for 0, 1, 2 ... unlocated cards.

    `there` is how many cards of the rank are unlocated. A weight stands for the sets of four alike that take so many
    unlocated cards; summed over the ways to deal all others, the weights count the deals without four alike.

    >>> committed(Wanting(((0, 4), (1, 4)), 8, 0), 8), committed(Wanting(((0, 1),), 3, 1), 2)
    ((1.0, 0.0, 0.0, 0.0, -2.0, 0.0, 0.0, 0.0, 1.0), (0.6666666666666666, -0.6666666666666666))
    """
    found = [Fraction(0)] * (there + 1)
    for cards, sign in _sets(tuple(count for _, count in wanting.missing)):
        if cards > wanting.hidden:
            continue
        for shown in range(max(0, cards - there), min(cards, wanting.dark) + 1):
            places = comb(cards, shown) * perm(wanting.dark, shown) * perm(there, cards - shown)
            found[cards - shown] += Fraction(sign * places, perm(wanting.hidden, cards))
    while len(found) > 1 and not found[-1]:
        found.pop()
    return tuple(float(weight) for weight in found)


def _sets(counts: tuple[int, ...]) -> list[tuple[int, int]]:
    """Every set of some numbers: its sum, and whether its size is even (1) or odd (-1)."""
    sets = chain.from_iterable(combinations(counts, size) for size in range(len(counts) + 1))
    return [(sum(some), (-1) ** len(some)) for some in sets]


def weigh(holdings: Sequence[tuple[Any, Snatcher]]) -> Any:
    """按同花同点加权: for many deals P(every snatcher has four alike), as the suits of a rank can lie.

    `holdings`: for each of them (how many unlocated cards of each rank it has, deal by deal, and what it wants).

    >>> one = Snatcher(1, 0, (Wanting(((0, 1),), 2, 0), *[Wanting((), 0, 0)] * 12), ())
    >>> weigh([(np.array([[0] * 13, [1] + [0] * 12, [2] + [0] * 12]), one)]).tolist()
    [0.0, 0.5, 1.0]
    """
    found: Any = np.ones(1)
    for size in range(1, len(holdings) + 1):
        for some in combinations(holdings, size):
            found = found + (-1) ** size * _none(some)
    return np.maximum(found, 0.0)


def _none(holdings: Sequence[tuple[Any, Snatcher]]) -> Any:
    """For many deals P(no snatcher has four alike)."""
    found = 1.0
    for rank in range(PLAIN):
        wanted = [snatcher.ranks[rank] for _, snatcher in holdings]
        had = [wanting.dark + held[:, rank] for wanting, (held, _) in zip(wanted, holdings, strict=True)]
        chance: Any = 0.0
        for counts, sign in _shares(tuple(wanting.missing for wanting in wanted)):
            if sum(counts) <= wanted[0].hidden:
                places = np.prod([PERM[number, count] for number, count in zip(had, counts, strict=True)], axis=0)
                chance = chance + sign * places / PERM[wanted[0].hidden, sum(counts)]
        found = found * chance
    return found


@lru_cache(maxsize=1024)
def _shares(missing: tuple[tuple[tuple[int, int], ...], ...]) -> list[tuple[tuple[int, ...], int]]:
    """Every way in which seats can have all four of some cards: how many each must then have of them, with the sign."""
    nobody = (0,) * len(missing)
    found = [(nobody, 1)]
    for card in {card for row in missing for card, _ in row}:
        wanting = [(seat, count) for seat, row in enumerate(missing) for one, count in row if one == card]
        more = [
            ((*counts[:seat], counts[seat] + count, *counts[seat + 1 :]), -sign)
            for counts, sign in found
            for seat, count in wanting
        ]
        found += more
    return found
