"""续局: what is played on from the middle of a game is played by the rules, and its luck is the world's own."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from analyzer.bots import BOTS
from analyzer.events import Log
from analyzer.rules.table import Phase
from analyzer.rulesets import names, resolve
from analyzer.simulate import Chances, Playing
from analyzer.simulate.moves import act
from analyzer.simulate.opening import deal_out, open_game
from analyzer.simulate.playouts import Outcomes, Worlds, play_out

QUIET = Chances(escape=0, terse=0, auto=0, mind=0)


def midgame(name: str, seed: int, turns: int) -> Playing:
    """A game of cunning bots after so many turns."""
    resolved = resolve(name)
    playing = Playing(resolved, Random(f"{name}/{seed}"), [BOTS["cunning"]] * 5, QUIET)
    blank = Log(format="paipu", version=1, game="1", rules=name, players=("甲", "乙", "丙", "丁", "戊"), events=())
    deal_out(playing, resolved, blank)
    open_game(playing)
    for _ in range(turns):
        if playing.table.phase < Phase.OVER:
            act(playing, playing.table.turn)
    return playing


def as_it_is(playing: Playing, many: int) -> Worlds:
    """The true hands, many times."""
    roles = playing.table.roles
    cards = np.array(playing.hands.cards, np.uint8)
    return Worlds(np.stack([cards] * many), np.array([[roles.emperor, roles.guard, roles.solo]] * many, np.int8))


def played(
    playing: Playing, worlds: Worlds, bot: str = "cunning", seed: int = 1, moves: tuple[int, ...] = (), threads: int = 1
) -> Outcomes:  # fmt: skip
    return play_out(
        playing.ruleset, playing.table, playing.memory, worlds, [BOTS[bot]] * 5, seed,
        guard_seen=playing.guard_seen, called=playing.called, moves=moves, threads=threads,
    )  # fmt: skip


@pytest.mark.parametrize("name", names())
def test_every_world_comes_to_an_end_with_scores_that_add_up(name: str) -> None:
    playing = midgame(name, 3, 40)
    for bot in ("random", "cautious", "cunning"):
        outcomes = played(playing, as_it_is(playing, 4), bot)
        assert (outcomes.scores.sum(axis=1) == 0).all()
        assert ((outcomes.winner >= 1) & (outcomes.winner <= 3)).all()


def test_a_world_has_the_luck_of_its_seed_and_number_alone() -> None:
    playing = midgame("simple", 5, 30)
    worlds = as_it_is(playing, 6)
    first, again = played(playing, worlds, "random"), played(playing, worlds, "random")
    fewer = played(playing, Worlds(*(part[:3] for part in worlds)), "random")
    assert (first.scores == again.scores).all()
    assert (first.scores[:3] == fewer.scores).all()
    assert (first.places != played(playing, worlds, "random", seed=2).places).any()
