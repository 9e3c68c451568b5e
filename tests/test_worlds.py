"""Worlds that are drawn are deals that a view cannot tell apart: judged by the rules, they have the same past."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from analyzer.events import Log
from analyzer.outlook import Position, positions, worlds_of
from analyzer.paipu import Sourced, read
from analyzer.replay import Replay, fill, judge_log
from analyzer.rulesets import names
from analyzer.simulate import sitting
from analyzer.simulate.playouts import Worlds
from tests.supposed import supposed
from tests.test_replay import PLAYS, events, log_of

MANY = 2000
SAMPLES = Path(__file__).resolve().parent.parent / "replays" / "samples"


def looked_at(name: str, number: int) -> tuple[Log, list[Position]]:
    """A simulated game (where there is tribute, one that owes it) and some positions of one view."""
    random = Random(f"{name} {number}")
    view = random.choice((1, 2, 3, 4, 5, -1))
    log = list(sitting(name, 2, f"worlds {number}"))[1]
    found = [position for position in positions(Replay(log), view) if position.in_play]
    return log, random.sample(found, min(3, len(found)))


@pytest.mark.parametrize("name", names())
def test_worlds_have_the_same_past(name: str) -> None:
    """Dealt as in a world the game is legal up to the event, with that guard, and the view has the same cards."""
    for number in range(2):
        log, found = looked_at(name, number)
        for position in found:
            worlds = worlds_of(position, 6, number)
            for cards, roles in zip(worlds.cards, worlds.roles, strict=True):
                made = supposed(log, position, cards)
                assert judge_log(made).status == "incomplete"
                last = Replay(made).moments[-1]
                assert last.table.roles[:3] == tuple(roles.tolist())
                assert last.sizes == position.sight.sizes
                view = position.sight.view
                assert view < 1 or last.holdings[view - 1] == position.sight.holdings[view - 1]


@pytest.mark.parametrize("name", ["07-classic-snatch.paipu.txt", "13-undo.paipu.jsonl", "14-tribute-paid.paipu.jsonl"])
def test_worlds_of_games_with_a_past_of_their_own(name: str) -> None:
    """A snatch proves three jokers and four alike, what was undone did not happen, a tribute bounds a hand."""
    (found,) = read(SAMPLES / name)
    assert isinstance(found, Sourced)
    log = fill(found).log if found.gaps else found.log
    for view in (2, 5, -1):
        places = [position for position in positions(Replay(log), view) if position.in_play]
        for position in places[:: len(places) // 3]:
            for cards in worlds_of(position, 10, 1).cards:
                assert judge_log(supposed(log, position, cards)).status == "incomplete"


def small_worlds(view: int, upto: int) -> tuple[Position, Worlds]:
    """Worlds of the small game of ten cards after so many events; seat 1 is emperor and holds R*."""
    log = log_of(events([*PLAYS])[:upto])
    position = list(positions(Replay(log), view))[-1]
    worlds = worlds_of(position, MANY, 1)
    assert worlds.cards.sum(axis=1)[:, 53].tolist() == [1] * MANY
    assert (worlds.cards[:, :, 53].argmax(axis=1) == worlds.roles[:, 1]).all()
    return position, worlds


def near(share: Any, chance: float, many: int) -> bool:
    return bool(abs(float(share) - chance) < 4 * (chance * (1 - chance) / many) ** 0.5)


def test_the_guard_is_who_the_view_believes_it_is() -> None:
    position, worlds = small_worlds(5, 2)
    assert position.chances is not None
    for seat, chance in position.chances.items():
        assert near((worlds.roles[:, 1] == seat).mean(), chance, MANY)


def test_cards_lie_as_evenly_as_counting_says() -> None:
    """Seat 5 sees R and 6. Where 2 has B*, six others lie in six places, the other 6 in each of them as often."""
    _, worlds = small_worlds(5, 2)
    cards = worlds.cards[worlds.roles[:, 1] == 2]
    for seat, places in ((1, 1), (2, 1), (3, 2), (4, 2)):
        assert near((cards[:, seat, 12:16].sum(axis=1) > 0).mean(), places / 6, len(cards))


def test_what_a_seat_holds_is_in_every_world() -> None:
    for view in (2, 0):
        assert set(small_worlds(view, 2)[1].roles[:, 1].tolist()) == {2}


def test_the_same_seed_draws_the_same_worlds() -> None:
    _, found = looked_at("classic", 1)
    one, same, other = (worlds_of(found[0], 50, seed) for seed in (3, 3, 4))
    assert (one.cards == same.cards).all()
    assert (one.cards != other.cards).any()
