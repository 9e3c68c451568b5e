"""记牌: the counts are those of every deal, one by one, to 1e-9; sampled figures keep within their error."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins

from analyzer.events import Log
from analyzer.rulesets import resolve
from analyzer.simulate import Chances, simulate
from analyzer.tracking import Track, tracks
from analyzer.tracking.hypergeometric import TooMany, loads, samples, ways, weighted
from tests.deals import ORDER, SEATS, can_beat, possible, told

TINY = {"R*": 1, "R": 1, "B*": 1, "B": 1, "3s": 1, "6s": 2, "9h": 1, "9s": 1, "2c": 1}
RULES = (
    {"base": "simple", "deck": TINY},
    {"base": "room-six", "deck": TINY},
    {"base": "room-six", "deck": TINY, "sixes_last": "with_jokers", "rebellion": 3},
)
NEAR = 1e-9


def near(found: float, wanted: float) -> bool:
    return abs(found - wanted) < NEAR


@lru_cache
def game(number: int) -> Log:
    quick = Chances(escape=0, terse=0, auto=0, mind=0)
    return simulate(RULES[number % len(RULES)], f"exact {number}", chances=quick)


def going(events: list[dict[str, Any]], at: int) -> bool:
    """Whether the game goes on after so many events."""
    return at < len(events) and events[at]["type"] != "end"


def assert_same(track: Track, log: Log, events: list[dict[str, Any]]) -> None:
    """All figures of one moment against all deals."""
    now = told(events)
    deals = possible(now, track.facts.sight.view, evidence=track.evidence)
    total = len(deals)
    sixes = resolve(log.rules).values["sixes_last"]
    beaten = now.standing or ("R",)
    can = {seat: [can_beat(deal[seat], beaten, sixes) for deal in deals] for seat in track.seats}
    for seat in track.seats:
        for rank in track.ranks:
            counts = [sum(card[0] == ORDER[rank] for card in deal[seat]) for deal in deals]
            assert near(track.answers.expect(seat, rank).value, sum(counts) / total)
            for least in (1, 2):
                chance = sum(count >= least for count in counts) / total
                assert near(track.answers.least(seat, rank, least).value, chance)
            assert (rank in track.void(seat)) == (sum(counts) == 0)
        found = track.can_beat(seat)
        assert (found is None) == (not now.standing or seat == now.owner or not now.hands[seat])
        assert found is None or near(found.value, sum(can[seat]) / total)
    hidden = [seat for seat in now.waiting if seat in can]
    threat = track.beatable
    assert (threat is None) == (not now.standing)
    if threat is None or len(hidden) > 2:
        return
    view = track.facts.sight.view
    mine = view in now.waiting and can_beat(now.hands[view], now.standing, sixes)
    anybody = [mine or any(can[seat][number] for seat in hidden) for number in range(total)]
    assert near(threat.value, sum(anybody) / total)


@pytest.mark.parametrize("number", range(9))
def test_every_figure_is_that_of_all_deals(number: int) -> None:
    log = game(number)
    events = to_builtins(log.events)
    view = number % 5 + 1
    for evidence in ("all", "counts"):
        for track in tracks(log, view, evidence)[1:]:
            if going(events, track.event):
                assert_same(track, log, events[: track.event])


@pytest.mark.parametrize("number", range(9, 12))
def test_an_onlookers_figures_too(number: int) -> None:
    log = game(number)
    events = to_builtins(log.events)
    for track in tracks(log, -1)[2:]:
        if going(events, track.event) and sum(track.facts.sight.sizes) <= 8:
            assert_same(track, log, events[: track.event])


# -- counting deals ----------------------------------------------------------------------------------------------


def counted(pool: tuple[int, ...], slots: tuple[int, ...], caps: Any, place: int, kind: int) -> tuple[int, int]:
    """How many deals there are, and how many cards of a kind a place has in all of them: card by card."""
    cards = [kind for kind, count in enumerate(pool) for _ in range(count)]
    deals = total = 0
    for seats in product(range(len(slots)), repeat=len(cards)):
        table = [[0] * len(pool) for _ in slots]
        for card, seat in zip(cards, seats, strict=True):
            table[seat][card] += 1
        full = all(sum(row) == size for row, size in zip(table, slots, strict=True))
        if full and all(cap is None or all(map(int.__le__, row, cap)) for row, cap in zip(table, caps, strict=True)):
            deals += 1
            total += table[place][kind]
    return deals, total


def puzzle(random: Random) -> tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[int, ...] | None, ...]]:
    pool = tuple(random.randint(0, 3) for _ in range(3))
    places = random.choice((2, 3))
    slots = [0] * places
    for _ in range(sum(pool)):
        slots[random.randrange(places)] += 1
    caps = tuple(None if random.random() < 0.4 else tuple(random.randint(0, 3) for _ in pool) for _ in slots)
    return pool, tuple(slots), caps


@pytest.mark.parametrize("seed", range(40))
def test_ways_and_loads_are_counted_right(seed: int) -> None:
    pool, slots, caps = puzzle(Random(seed))
    deals, _ = counted(pool, slots, caps, 0, 0)
    assert near(ways(pool, slots, caps), deals)
    if deals:
        for place in range(len(slots)):
            kinds, load = loads(pool, slots, caps, place)
            had = sum(counted(pool, slots, caps, place, kind)[1] for kind in kinds) / deals
            assert near(sum(number * chance for number, chance in load.items()), had)


@pytest.mark.parametrize("seed", range(12))
def test_samples_weigh_as_they_are_counted(seed: int) -> None:
    pool, slots, caps = puzzle(Random(seed))
    deals, cards = counted(pool, slots, caps, 1, 0)
    if deals:
        drawn, weights = samples(pool, slots, caps, 4000, 3)
        mean, error = weighted(drawn[:, 1, 0].astype(float), weights)
        assert abs(mean - cards / deals) <= 5 * error + NEAR


def test_no_sample_is_lost_to_the_bounds_of_one_place() -> None:
    """Whichever place has the bounds: what is drawn for the others leaves it no more than it can have."""
    for place in range(3):
        caps = tuple((0, 0, 0, 99) if one == place else None for one in range(3))
        deals, weights = samples((4, 5, 6, 15), (10, 10, 10), caps, 500, 1)
        assert weights.min() > 0
        assert (deals.sum(axis=2) == 10).all()
        assert not deals[:, place, :3].any()


def test_counts_with_many_cards_keep_their_digits() -> None:
    """Exact whole numbers against floats, at the size of a real deal."""
    from math import comb

    pool, slots = (16,) * 12 + (4, 4), (50, 50, 50, 50)
    plain = comb(200, 50) * comb(150, 50) * comb(100, 50)
    assert abs(ways(pool, slots, (None,) * 4) / plain - 1) < 1e-12
    without_jokers = ((99,) * 12 + (0, 0), None, None, None)
    assert abs(ways(pool, slots, without_jokers) / (plain // comb(200, 50) * comb(192, 50)) - 1) < 1e-12


def test_too_many_bounds_are_refused() -> None:
    caps = ((2,) * 13, (3,) * 13, (4,) * 13, None)
    with pytest.raises(TooMany):
        ways((10,) * 13, (32, 32, 33, 33), caps)


def test_every_seat_is_covered() -> None:
    assert {number % 5 + 1 for number in range(9)} == set(SEATS)
