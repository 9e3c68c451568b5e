"""续局: what is played on from the middle of a game is played by the rules, and its luck is the world's own."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from analyzer.bots import BOTS
from analyzer.cards import GUARD_JOKER
from analyzer.rules.moves import legal_plays
from analyzer.rules.scoring import points
from analyzer.rules.table import Phase, Solo
from analyzer.rulesets import names
from analyzer.simulate import Playing
from analyzer.simulate.chance import bits_at, key_of, normal_at
from analyzer.simulate.moves import put_down
from analyzer.simulate.playouts import Outcomes, Worlds
from tests.playing import NOISY, as_it_is, dealt, go_on, midgame, played, shuffled

CALM = tuple(BOTS[name]._replace(noise=0.0) for name in ("bold", "cautious", "masked", "cunning", "sly"))


def positions() -> Iterator[Playing]:
    """Two positions of every ruleset, one of them with a seat in auto-play where there is such a thing."""
    for number, name in enumerate(names()):
        for turns in (7 * number, 40 + 3 * number):
            yield midgame(name, number, turns)
        playing = midgame(name, 50 + number, 30)
        if playing.ruleset.auto:
            playing.table = playing.table._replace(auto=1 << playing.table.turn)
            yield playing


def same(one: Outcomes, other: Outcomes) -> bool:
    return all((here == there).all() for here, there in zip(one, other, strict=True))


def test_compiled_and_plain_come_to_the_same() -> None:
    for playing in positions():
        worlds = shuffled(playing, 3)
        for bots in (NOISY, CALM):
            assert same(played(playing, worlds, bots, plain=True), played(playing, worlds, bots)), playing.table


def test_two_threads_come_to_the_same_as_one() -> None:
    for playing in (midgame("simple", 5, 30), midgame("classic", 5, 50)):
        worlds = shuffled(playing, 101)
        assert same(played(playing, worlds), played(playing, worlds, threads=2))
        assert same(played(playing, worlds), played(playing, worlds, threads=7))


def test_a_world_has_the_luck_of_its_seed_and_number_alone() -> None:
    playing = midgame("room-six", 5, 20)
    worlds = as_it_is(playing, 40)
    first = played(playing, worlds)
    assert same(Outcomes(*(part[:13] for part in first)), played(playing, Worlds(*(part[:13] for part in worlds))))
    assert len({*map(tuple, first.scores.tolist())}) > 1
    assert not same(first, played(playing, worlds, seed=2))


@pytest.mark.parametrize("name", names())
def test_scores_add_up_and_agree_with_the_winner(name: str) -> None:
    playing = midgame(name, 3, 40)
    worlds = shuffled(playing, 50)
    outcomes = played(playing, worlds)
    assert (outcomes.scores.sum(axis=1) == 0).all()
    for scores, (emperor, guard, solo), winner in zip(outcomes.scores, worlds.roles, outcomes.winner, strict=True):
        ours = scores[emperor - 1] + (scores[guard - 1] if playing.ruleset.score == 2 and not solo else 0)
        assert np.sign(ours) == {1: 1, 2: -1, 3: 0}[int(winner)]


@pytest.mark.parametrize("name", names())
def test_bots_without_errors_go_on_as_the_judged_game_does(name: str) -> None:
    """The plain game asks the same bots and judges every play; its suits are drawn, which changes nothing."""
    for turns in (0, 35):
        playing = midgame(name, 9, turns)
        playing.bots = dict(zip(range(1, 6), CALM, strict=True))
        playing.guard_seen = True
        outcomes = played(playing, as_it_is(playing, 1), CALM)
        go_on(playing, 1000)
        assert tuple(outcomes.scores[0]) == points(playing.ruleset, playing.table)
        assert outcomes.places[0] == playing.table.places


def test_moves_come_first() -> None:
    """Playing on after a move is the same as playing on with it, and a pass is a move."""
    ends = set()
    for name in ("simple", "shandong", "tribute"):
        for turns in (33, 34, 35):
            playing = midgame(name, 4, turns)
            seat, following = playing.table.turn, playing.table.standing > 0
            plays = legal_plays(playing.ruleset, playing.table, playing.hands, seat)
            for move in (*plays[:3], *plays[-2:], *([0] if following else [])):
                after = midgame(name, 4, turns)
                put_down(after, seat, move)
                with_it = played(playing, as_it_is(playing, 1), CALM, moves=(move,), known=True)
                without = played(after, as_it_is(after, 1), CALM, known=True)
                assert same(with_it._replace(strayed=without.strayed), without)
                ends.add((name, turns, *with_it.scores[0]))
    assert len(ends) > 9


def test_before_the_first_play_the_emperor_of_the_world_leads() -> None:
    playing = dealt("room-normal", 1)
    assert playing.table.phase == Phase.THRONE
    worlds = as_it_is(playing, 20)
    holder = int(np.flatnonzero(worlds.cards[0][:, GUARD_JOKER])[0])
    for emperor in {1, 2, 3, 4, 5} - {holder}:
        worlds.roles[:] = emperor, holder, Solo.NONE
        outcomes = played(playing, worlds)
        assert (outcomes.scores.sum(axis=1) == 0).all()
        assert (outcomes.scores[:, emperor - 1] == 2 * outcomes.scores[:, holder - 1]).all()


def test_chance_is_even_and_its_errors_are_normal() -> None:
    drawn = np.array([normal_at(key_of(3), world, turn) for world in range(60) for turn in range(100)])
    assert abs(drawn.mean()) < 0.06
    assert abs(drawn.std() - 1) < 0.05
    assert 0.02 < (np.abs(drawn) > 2).mean() < 0.07
    ones = np.mean([bits_at(key_of(3), 1, what).bit_count() for what in range(2000)])
    assert abs(ones - 31) < 0.5


def test_chance_is_that_of_philox() -> None:
    """The known answer for zeros: 0xff1dae59, 0x6cd10df2 (Random123, philox2x32-10); two bits of it are left out."""
    found = bits_at(0, 0, 0)
    assert (found >> 32, found & 0xFFFFFFFF) == (0xFF1DAE59 & 0x3FFFFFFF, 0x6CD10DF2)


def test_no_worlds_have_no_ends() -> None:
    playing = midgame("simple", 1, 10)
    none = Worlds(np.zeros((0, 6, 56), np.uint8), np.zeros((0, 3), np.int8))
    assert [len(part) for part in played(playing, none)] == [0, 0, 0, 0]
    few = as_it_is(playing, 2)
    assert same(played(playing, few, threads=9), played(playing, few))


def test_the_largest_stakes_are_scored_exactly() -> None:
    playing = midgame("shandong", 2, 30)
    once = played(playing, as_it_is(playing, 5))
    playing.ruleset = playing.ruleset._replace(stake=10**14)
    assert (played(playing, as_it_is(playing, 5)).scores == 10**14 * once.scores).all()
