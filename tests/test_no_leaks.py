"""What a view is told hangs on nothing but what it knows: games that it cannot tell apart give the same bytes."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any
from zlib import crc32

import pytest
from msgspec import structs

from analyzer.deduction import posterior, proof
from analyzer.events import Log
from analyzer.outlook import explained, keeping, swings, timeline, worlds
from analyzer.replay import Replay
from analyzer.review import deciding, weighing
from analyzer.rules.table import Phase
from analyzer.simulate import Chances, simulate
from analyzer.tracking import cases, counts
from analyzer.tracking.threats import to_act
from tests.leaks import advice, dealt_anew, output

QUIET = Chances(escape=0, auto=0, mind=0)
RULES = ("room-normal", "classic", "room-six", "simple", "encyclopedia", "shandong", "tribute")
Twins = tuple[Log, Log, int, list[int]]


@lru_cache
def twins(number: int) -> Twins:
    """A game up to an event, the same dealt anew, the view that cannot tell them apart, and some moments to look at."""
    random = Random(f"twins {number}")
    for seed in range(200):
        log = simulate(RULES[number % len(RULES)], f"{number}/{seed}", chances=QUIET)
        moments = Replay(log).moments
        begun = next((moment.index for moment in moments if moment.table.phase == Phase.PLAY), 0)
        over = next(moment.index for moment in moments if moment.table.phase >= Phase.OVER)
        if not begun or over - begun < 40:
            continue
        upto = random.randrange(begun + 5, over - 20)
        view = random.choice((1, 2, 3, 4, 5, -1))
        other = dealt_anew(log, upto, view, random)
        if other is not None and Replay(other).moments[-1].table.roles.guard != moments[upto].table.roles.guard:
            prefix = structs.replace(log, events=log.events[:upto])
            drawn = sampled(prefix, view)
            if drawn:
                return prefix, other, view, sorted({upto, random.randrange(1, upto), drawn})
    pytest.fail("no game was found that can be dealt anew")


def sampled(log: Log, view: int) -> int:
    """A moment at which some figure is drawn, as three hidden seats or more are still to act; 0 for none."""
    for track in counts.tracks(log, view):
        if len(to_act(track.facts.sight)) > 3 and track.beatable and 0.02 < track.beatable.value < 0.98:
            return track.event
    return 0


@pytest.mark.parametrize("number", range(6))
def test_games_that_a_view_cannot_tell_apart_give_it_the_same_bytes(number: int) -> None:
    """The guard's card, too, lies elsewhere in the other game."""
    one, other, view, looked = twins(number)
    assert one.events[0] != other.events[0]
    assert output(one, view, looked) == output(other, view, looked)


@pytest.mark.parametrize("number", range(6))
def test_games_that_a_view_cannot_tell_apart_give_it_the_same_advice(number: int) -> None:
    """Outlook, swings and review to the last byte, and the name under which the outlook is kept."""
    one, other, view, _ = twins(number)
    assert advice(one, view) == advice(other, view)


def guard_of(log: Log) -> int:
    return Replay(log).moments[-1].table.roles.guard


def plant_in_counts(monkeypatch: pytest.MonkeyPatch, log: Log) -> None:
    """A seat's expectation is a hair off where it is the guard."""
    honest = cases.Counted.expect

    def peeking(self: cases.Counted, seat: int, rank: int) -> cases.Answer:
        found = honest(self, seat, rank)
        return cases.Answer(found.value + 1e-6 * (seat == guard_of(log)))

    monkeypatch.setattr(cases.Counted, "expect", peeking)


def plant_in_the_seed(monkeypatch: pytest.MonkeyPatch, log: Log) -> None:
    """What is sampled is drawn from a seed that knows the hands."""
    monkeypatch.setattr(cases, "SEED", crc32(str(log.events[0]).encode()))
    cases.drawn.cache_clear()


def plant_in_the_order(monkeypatch: pytest.MonkeyPatch, log: Log) -> None:
    """The seats are listed with the guard last."""
    honest = counts.Track.to_json

    def peeking(self: counts.Track, least: int = 1) -> dict[str, Any]:
        made = honest(self, least)
        made["seats"] = dict(sorted(made["seats"].items(), key=lambda item: (item[0] == str(guard_of(log)), item[0])))
        return made

    monkeypatch.setattr(counts.Track, "to_json", peeking)


def plant_in_beliefs(monkeypatch: pytest.MonkeyPatch, log: Log) -> None:
    """The guard is a hair likelier than the view can know."""
    honest = proof.by_proof

    def peeking(known: Any) -> dict[int, float]:
        found = honest(known)
        return {seat: chance * (1 + 1e-6 * (seat == guard_of(log))) for seat, chance in found.items()}

    monkeypatch.setattr(posterior, "by_proof", peeking)


@pytest.mark.parametrize("plant", [plant_in_counts, plant_in_the_seed, plant_in_the_order, plant_in_beliefs])
def test_a_planted_peek_is_caught(monkeypatch: pytest.MonkeyPatch, plant: Any) -> None:
    for number in range(3):
        one, other, view, looked = twins(number)
        made = []
        for log in (one, other):
            with monkeypatch.context() as patch:
                plant(patch, log)
                made.append(output(log, view, looked))
            cases.drawn.cache_clear()
        if made[0] != made[1]:
            return
    pytest.fail("the peek was not caught")


def plant_in_worlds(monkeypatch: pytest.MonkeyPatch, log: Log) -> None:
    """The true guard is a little likelier to be drawn."""
    honest = worlds._guards

    def peeking(chances: dict[int, float], many: int, random: Any) -> Any:
        known = {seat: chance * (1 + 0.2 * (seat == guard_of(log))) for seat, chance in chances.items()}
        return honest(known, many, random)

    monkeypatch.setattr(worlds, "_guards", peeking)


def plant_in_the_worlds_seed(monkeypatch: pytest.MonkeyPatch, log: Log) -> None:
    """Worlds are drawn, and played out, from a seed that knows the hands."""
    honest = worlds.worlds_of

    def peeking(position: Any, many: int, seed: int) -> Any:
        return honest(position, many, seed + crc32(str(log.events[0]).encode()) % 7)

    for module in (timeline, swings, explained):
        monkeypatch.setattr(module, "worlds_of", peeking)


def plant_in_the_key(monkeypatch: pytest.MonkeyPatch, _log: Log) -> None:
    """What is kept is named by the whole log."""
    monkeypatch.setattr(keeping, "as_seen", lambda log, _view: log.events)


def plant_in_the_review(monkeypatch: pytest.MonkeyPatch, log: Log) -> None:
    """A figure is a hair off by who the guard is."""
    honest = weighing.weighed

    def peeking(*settings: Any) -> Any:
        found = honest(*settings)
        return found._replace(points=found.points + 0.01 * guard_of(log))

    monkeypatch.setattr(deciding, "weighed", peeking)


PLANTED = (plant_in_worlds, plant_in_the_worlds_seed, plant_in_the_key, plant_in_the_review)


@pytest.mark.parametrize("plant", PLANTED)
def test_a_peek_planted_in_the_advice_is_caught(monkeypatch: pytest.MonkeyPatch, plant: Any) -> None:
    for number in range(6):
        one, other, view, _ = twins(number)
        made = []
        for log in (one, other):
            with monkeypatch.context() as patch:
                plant(patch, log)
                made.append(advice(log, view))
        if made[0] != made[1]:
            return
    pytest.fail("the peek was not caught")
