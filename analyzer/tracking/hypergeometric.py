"""超几何: in how many ways unseen cards can lie in hidden hands - exactly, bounds included.

A *pool* says how many cards of each kind are unseen (kinds are ranks, or whatever the caller tells apart), *slots*
how many of them each hidden place has; the places take the whole pool. *caps* are upper bounds: for a place the most
cards of each kind that it can have, or None where nothing bounds it. Every deal that keeps the bounds is equally
likely, so every probability is a quotient of two counts; `ways` counts. Lower bounds need no word: a card known to be
in a place is taken out of the pool and out of the place's slots.

Counts are floats: all terms are positive, nothing cancels, so a relative error stays near 1e-13.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from math import comb, lgamma
from typing import Any, Final, NamedTuple

import numpy as np

Pool = tuple[int, ...]
Slots = tuple[int, ...]
Caps = tuple[tuple[int, ...] | None, ...]
COSTLY: Final = 3_000_000
"""Beyond so many steps a count is refused as `TooMany`: then only sampling is left."""


class TooMany(Exception):
    """太多: bounds on so many places that counting would take too long."""


@cache
def choices(cards: int) -> Any:
    """组合数: how many ways there are to choose 0, 1, ... of some cards, as a row.

    >>> choices(4).tolist()
    [1.0, 4.0, 6.0, 4.0, 1.0]
    """
    return np.array([float(comb(cards, taken)) for taken in range(cards + 1)])


@cache
def choose(cards: int, taken: int) -> float:
    """组合: how many ways there are to choose; 0 where there are not enough."""
    return float(comb(cards, taken)) if 0 <= taken <= cards else 0.0


@lru_cache(maxsize=4096)
def split(slots: Slots) -> float:
    """分法: how many ways there are to share out cards among unbounded places that take them all."""
    left, found = sum(slots), 1.0
    for size in slots:
        found *= choose(left, size)
        left -= size
    return found


@lru_cache(maxsize=16384)
def bounded(limits: tuple[tuple[int, int], ...]) -> Any:
    """有界组合数: ways for one place to have 0, 1, 2 ... cards of kinds: (how many there are, its bound).

    >>> bounded(((4, 1), (2, 2))).tolist()
    [1.0, 6.0, 9.0, 4.0]
    """
    found = np.ones(1)
    for there, most in limits:
        found = np.convolve(found, choices(there)[: most + 1])
    return found


def one_place(limits: tuple[tuple[int, int], ...], free: int, size: int) -> float:
    """一家: ways for one place to take `size` cards from bounded kinds and `free` unbounded cards."""
    row = bounded(limits)
    least = max(0, size - free)
    most = min(size, len(row) - 1)
    if least > most:
        return 0.0
    rest = choices(free)[size - most : size - least + 1][::-1]
    return float(row[least : most + 1] @ rest)


def ways(pool: Pool, slots: Slots, caps: Caps) -> float:
    """几种: in how many ways the pool can lie in the places, no bound broken; 0 where there is none.

    `TooMany` where bounds on several places make the count too long.

    >>> ways((2, 2), (2, 2), (None, None)), ways((2, 2), (2, 2), ((1, 2), None)), ways((2, 2), (2, 2), ((0, 1), None))
    (6.0, 5.0, 0.0)
    """
    if min(slots, default=0) < 0 or min(pool, default=0) < 0 or sum(pool) != sum(slots):
        return 0.0
    if any(cap is not None and min(cap) < 0 for cap in caps):
        return 0.0
    tight = [_tight(pool, size, cap) for size, cap in zip(slots, caps, strict=True)]
    bound = [place for place, row in enumerate(tight) if row]
    others = tuple(size for place, size in enumerate(slots) if place not in bound)
    if not bound:
        return split(slots)
    if len(bound) == 1:
        row = tight[bound[0]]
        limits = tuple(sorted((pool[kind], most) for kind, most in row.items()))
        free = sum(cards for kind, cards in enumerate(pool) if kind not in row)
        return one_place(limits, free, slots[bound[0]]) * split(others)
    return _several(pool, [slots[place] for place in bound], [tight[place] for place in bound], others)


def _tight(pool: Pool, size: int, cap: tuple[int, ...] | None) -> dict[int, int]:
    """The bounds of a place that can make a difference."""
    if cap is None:
        return {}
    return {kind: most for kind, (most, there) in enumerate(zip(cap, pool, strict=True)) if most < min(there, size)}


class Shared(NamedTuple):
    """The deals of those kinds that bound several places: an array over how many of their cards each place has."""

    deals: Any
    kinds: tuple[int, ...]
    free: int
    """How many cards of all other kinds there are."""


def share(pool: Pool, sizes: list[int], tight: list[dict[int, int]], kinds: tuple[int, ...]) -> Shared:
    """Deal out some kinds among some places, within their bounds."""
    found: Any = np.ones((1,) * len(sizes))
    cost = 0
    for kind in kinds:
        there = pool[kind]
        most = [min(row.get(kind, there), there, size) for row, size in zip(tight, sizes, strict=True)]
        cost += found.size * int(np.prod([number + 1 for number in most]))
        if cost > COSTLY:
            raise TooMany
        found = _with_kind(found, there, most, sizes)
    return Shared(found, kinds, sum(cards for kind, cards in enumerate(pool) if kind not in kinds))


def _with_kind(found: Any, there: int, most: list[int], sizes: list[int]) -> Any:
    """The array after the cards of one more kind."""
    shape = [min(now + more, size + 1) for now, more, size in zip(found.shape, most, sizes, strict=True)]
    grown = np.zeros(shape)
    for taken in product(*(range(number + 1) for number in most)):
        if sum(taken) > there:
            continue
        count = split((*taken, there - sum(taken)))
        ends = [min(part + now, size) for part, now, size in zip(taken, found.shape, shape, strict=True)]
        into = tuple(slice(part, end) for part, end in zip(taken, ends, strict=True))
        out = tuple(slice(0, end - part) for part, end in zip(taken, ends, strict=True))
        grown[into] += count * found[out]
    return grown


def _several(pool: Pool, sizes: list[int], tight: list[dict[int, int]], others: Slots) -> float:
    """Ways with bounds on several places. The one with the most bounds comes last: its own kinds concern no other."""
    last = max(range(len(sizes)), key=lambda place: len(tight[place]))
    order = [*(place for place in range(len(sizes)) if place != last), last]
    sizes, tight = [sizes[place] for place in order], [tight[place] for place in order]
    kinds = tuple(sorted({kind for row in tight[:-1] for kind in row}))
    shared = share(pool, sizes, tight, kinds)
    own = [kind for kind in tight[-1] if kind not in kinds]
    limits = tuple(sorted((pool[kind], tight[-1][kind]) for kind in own))
    free = shared.free - sum(pool[kind] for kind in own)
    total = 0.0
    for taken in zip(*np.nonzero(shared.deals), strict=True):
        rest = [size - int(had) for size, had in zip(sizes, taken, strict=True)]
        left = shared.free - sum(rest)
        if left >= 0:
            filled = one_place(limits, free, rest[-1]) * split((*rest[:-1], left))
            total += float(shared.deals[taken]) * filled
    return total * split(others)


def loads(pool: Pool, slots: Slots, caps: Caps, place: int) -> tuple[tuple[int, ...], dict[int, float]]:
    """有界牌数: the kinds that are bounded somewhere, and P(a place has 0, 1, 2 ... of their cards).

    Given that number, the rest of the place's cards are any of the other kinds'.

    >>> loads((2, 2), (2, 2), ((1, 2), None), 1)
    ((0,), {1: 0.8, 2: 0.2})
    """
    tight = [_tight(pool, size, cap) for size, cap in zip(slots, caps, strict=True)]
    kinds = tuple(sorted({kind for row in tight for kind in row}))
    bound = [other for other, row in enumerate(tight) if row and other != place]
    sizes = [*(slots[other] for other in bound), slots[place]]
    others = tuple(size for other, size in enumerate(slots) if other not in bound and other != place)
    shared = share(pool, sizes, [*(tight[other] for other in bound), tight[place]], kinds)
    found: dict[int, float] = {}
    for taken in zip(*np.nonzero(shared.deals), strict=True):
        rest = [size - int(had) for size, had in zip(sizes, taken, strict=True)]
        left = shared.free - sum(rest)
        if left >= 0 and min(rest) >= 0:
            count = float(shared.deals[taken]) * split((*rest, left))
            found[int(taken[-1])] = found.get(int(taken[-1]), 0.0) + count * split(others)
    total = sum(found.values())
    return kinds, {number: count / total for number, count in sorted(found.items())}


# -- sampling --------------------------------------------------------------------------------------------------

LOGS: Final = np.array([lgamma(number + 1) for number in range(512)])


def _log_choose(cards: Any, taken: Any) -> Any:
    fits = (taken >= 0) & (taken <= cards)
    cards, taken = np.where(fits, cards, 0), np.where(fits, taken, 0)
    return np.where(fits, LOGS[cards] - LOGS[taken] - LOGS[cards - taken], -np.inf)


def samples(pool: Pool, slots: Slots, caps: Caps, size: int, seed: int) -> tuple[Any, Any]:
    """抽样: deals drawn card kind by card kind within the bounds, and their weights.

    Gives an array (deal, place, kind) and the weights (all 1 where nothing bounds). The same arguments give the same
    deals.

    >>> deals, weights = samples((2, 2), (2, 2), ((1, 2), None), 4000, 1)
    >>> deals.shape, abs(float(weights @ deals[:, 0, 0] / weights.sum()) - 0.8) < 0.03
    ((4000, 2, 2), True)
    """
    random = np.random.default_rng(seed)
    places = len(slots)
    deals = np.zeros((size, places, len(pool)), dtype=np.int64)
    free = np.tile(np.array(slots, dtype=np.int64), (size, 1))
    logs = np.zeros(size)
    order = sorted(range(places), key=lambda place: caps[place] is None)  # what is left over must have a place
    for kind in sorted(range(len(pool)), key=lambda kind: all(cap is None or cap[kind] >= pool[kind] for cap in caps)):
        left = np.full(size, pool[kind])
        room = free.sum(axis=1)
        for place in order:
            most = pool[kind] if caps[place] is None else min(pool[kind], caps[place][kind])  # type: ignore[index]
            room = room - free[:, place]
            drawn, weight = _drawn(random, left, free[:, place], room, most)
            deals[:, place, kind] = drawn
            left = left - drawn
            logs += weight
        free -= deals[:, :, kind]
    return deals, np.exp(logs)


def _drawn(random: Any, left: Any, own: Any, others: Any, most: int) -> tuple[Any, Any]:
    """How many of `left` cards fall into `own` slots and not into the others, at most so many; the weight's log."""
    numbers = np.arange(most + 1)
    logs = _log_choose(own[:, None], numbers) + _log_choose(others[:, None], left[:, None] - numbers)
    all_ways = _log_choose(own + others, left)
    chances = np.exp(logs - np.where(np.isfinite(all_ways), all_ways, 0.0)[:, None])
    total = chances.sum(axis=1)
    with np.errstate(divide="ignore"):
        weight = np.log(np.minimum(total, 1.0))
    reached = np.cumsum(chances, axis=1)
    picked = (reached < (random.random(len(left)) * total)[:, None]).sum(axis=1)
    return np.minimum(picked, np.minimum(most, left)), weight


def weighted(values: Any, weights: Any) -> tuple[float, float]:
    """加权平均: the mean of sampled values and its standard error; never quite 0, as a rare value may be missing.

    >>> weighted(np.array([0.0, 1.0]), np.array([1.0, 1.0]))[0]
    0.5
    """
    total = float(weights.sum())
    if total == 0.0:
        return 0.0, 1.0
    mean = float((weights * values).sum()) / total
    error = float(np.sqrt(weights**2 @ (values - mean) ** 2)) / total
    return mean, max(error, 0.5 / len(values))


