"""Worlds that explain what was played: in the true one bots stray nowhere, and such worlds are preferred."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec import structs

from analyzer.events import Log, Pass, Play
from analyzer.outlook import Position, positions, worlds_of
from analyzer.outlook.explained import explained_worlds, strayed_in
from analyzer.replay import Replay
from analyzer.review.choices import BOT
from tests.advice import followed, opened

MANY = 60


@cache
def bots_game(name: str) -> Log:
    """A whole game of the bot that everything is held against."""
    playing, blank = opened(name, "explained 3")
    followed(playing, blank, 0)
    return structs.replace(blank, events=tuple(playing.events))


def halfway(log: Log, view: int) -> Position:
    found = [position for position in positions(Replay(log), view) if position.in_play]
    return found[len(found) * 2 // 3]


@pytest.mark.parametrize("name", ["room-normal", "shandong", "simple"])
def test_in_the_true_world_bots_stray_nowhere(name: str) -> None:
    position = halfway(bots_game(name), 0)
    assert len(position.moves) > 30
    assert strayed_in(position, worlds_of(position, 1, 1), BOT).tolist() == [0]


def test_a_move_that_no_bot_makes_is_told() -> None:
    """The same game, but for one play that was a pass of somebody able: from there on it strays at least there."""
    log = bots_game("simple")
    places = list(positions(Replay(log), 0))
    at = next(
        index for index, event in enumerate(log.events)
        if isinstance(event, Play) and places[index].in_play and places[index].table.standing and index > 40
    )  # fmt: skip
    changed = structs.replace(log, events=(*log.events[:at], Pass(seat=places[at].table.turn)))
    position = list(positions(Replay(changed), 0))[-1]
    assert strayed_in(position, worlds_of(position, 1, 1), BOT).tolist() == [1]


@pytest.mark.parametrize("view", [3, -1])
def test_what_explains_more_is_kept(view: int) -> None:
    position = halfway(bots_game("room-normal"), view)
    drawn, kept = worlds_of(position, MANY, 1), explained_worlds(position, MANY, 1, BOT)
    assert kept.cards.shape == drawn.cards.shape
    assert strayed_in(position, kept, BOT).mean() < strayed_in(position, drawn, BOT).mean() - 1
    assert len({cards.tobytes() for cards in kept.cards}) > MANY // 3


def test_the_same_seed_keeps_the_same_worlds() -> None:
    position = halfway(bots_game("shandong"), 2)
    one, same, other = (explained_worlds(position, MANY, seed, BOT) for seed in (3, 3, 4))
    assert (one.cards == same.cards).all()
    assert (one.cards != other.cards).any()
