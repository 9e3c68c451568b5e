"""记牌和推断: exact with every fact there is - yields, tribute, auto-play, declarations, marks - by every deal."""

from __future__ import annotations

from typing import Any

import pytest

from analyzer.deduction import deduce
from analyzer.events import Log, Previous
from analyzer.replay import Replay
from analyzer.rules.table import Phase
from analyzer.simulate import Chances, simulate
from analyzer.tracking import Track, tracks
from tests.worlds import World, worlds

TWO = {"R*": 1, "R": 1, "B*": 1, "B": 1, "6s": 2, "9h": 2, "2c": 2}
BIG = {"R*": 1, "R": 2, "B*": 1, "B": 2, "6s": 2, "9h": 2}
THREE = {"R*": 1, "R": 2, "B*": 1, "B": 2, "6s": 3, "9h": 3, "2c": 3}
BEFORE = Previous(emperor=1, guard=2, places=(5, 3, 1, 2, 4), winner="rebels")
RELUCTANT = Chances(escape=0, terse=0, auto=0, mind=0, yields=1.5)
DOZING = Chances(escape=0, terse=0, auto=0.2, mind=0)
NEAR = 1e-9


def house(deck: dict[str, int], **keys: Any) -> dict[str, Any]:
    return {"base": "simple", "deck": deck, "end": "all", "score": "places", **keys}


def assert_exact(log: Log, view: int) -> int:
    """Every figure of every moment in play against all deals; how many moments there were."""
    found, moments = worlds(log, view), Replay(log).moments
    going = [moment.index for moment in moments if moment.table.phase == Phase.PLAY]
    counted, beliefs = tracks(log, view), deduce(log, view, "proof")
    for at in going:
        left = [world for world in found if len(world.guards) > at]
        assert_counts(counted[at], left)
        total = sum(world.weights[at] for world in left)
        for seat in range(1, 6):
            wanted = sum(world.weights[at] for world in left if world.guards[at] == seat) / total
            chances = beliefs[at - 1].chances or {}
            assert abs(chances.get(seat, 0.0) - wanted) < NEAR, (at, seat)
    return len(going)


def assert_counts(track: Track, left: list[World]) -> None:
    """What every hidden seat has of every rank, on average and at least one, at one moment."""
    at, total = track.event, sum(world.weights[track.event] for world in left)
    for seat in track.seats:
        for rank in track.ranks:
            rows = [(world.weights[at], world.holdings[at][seat - 1][rank]) for world in left]
            mean = sum(weight * count for weight, count in rows) / total
            some = sum(weight for weight, count in rows if count) / total
            assert abs(track.answers.expect(seat, rank).value - mean) < NEAR, (at, seat, rank)
            assert abs(track.answers.least(seat, rank, 1).value - some) < NEAR, (at, seat, rank)


@pytest.mark.parametrize(
    ("rules", "more", "seeds", "kinds"),
    [
        (house(TWO), {"chances": RELUCTANT}, "9 10 13", "Yield Declare"),
        (house(TWO, throne="drawn"), {"chances": RELUCTANT}, "0 1", "Draw Yield"),
        (house(TWO, throne="skip"), {"chances": RELUCTANT}, "9 11 12", "Yield"),
        (house(BIG, throne="forced"), {"chances": RELUCTANT}, "0 1", "Yield"),
        (house(TWO, auto=True), {"chances": DOZING}, "0 1", "Auto"),
        (house(BIG, auto=True, sixes_last="alone"), {"chances": DOZING}, "0 1", "Auto"),
        (house(THREE, tribute=True, auto=True), {"previous": BEFORE, "chances": DOZING}, "0", "Tribute Auto"),
        (house(THREE, tribute=True, throne="drawn"), {"previous": BEFORE, "chances": RELUCTANT}, "1", "Tribute Yield"),
    ],
)
def test_every_fact_is_counted(rules: dict[str, Any], more: dict[str, Any], seeds: str, kinds: str) -> None:
    happened = set[str]()
    for seed in seeds.split():
        log = simulate(rules, f"facts {seed}", **more)
        assert assert_exact(log, int(seed) % 5 + 1) > 3
        happened |= {type(event).__name__ for event in log.events}
    assert set(kinds.split()) <= happened
