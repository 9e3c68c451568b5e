"""What the tests and benchmarks of playouts share: games in their middle, and the worlds they may be in."""

from __future__ import annotations

from random import Random

import numpy as np

from analyzer.bots import BOTS, Bot
from analyzer.cards import GUARD_JOKER
from analyzer.events import Log
from analyzer.rules.table import Phase, Solo
from analyzer.rulesets import resolve
from analyzer.simulate import Chances, Playing
from analyzer.simulate.moves import act
from analyzer.simulate.opening import deal_out, open_game
from analyzer.simulate.playouts import Outcomes, Worlds, play_out
from analyzer.simulate.rollout import play_worlds
from analyzer.simulate.worlds import world_of

QUIET = Chances(escape=0, terse=0, auto=0, mind=0)
NOISY = tuple(BOTS[name] for name in ("random", "cautious", "masked", "cunning", "mimic"))


def dealt(name: str, seed: int) -> Playing:
    """A game of cunning bots that has just been dealt."""
    resolved = resolve(name)
    playing = Playing(resolved, Random(f"{name}/{seed}"), [BOTS["cunning"]] * 5, QUIET)
    players = ("甲", "乙", "丙", "丁", "戊")
    deal_out(playing, resolved, Log(format="paipu", version=1, game="1", rules=name, players=players, events=()))
    return playing


def midgame(name: str, seed: int, turns: int) -> Playing:
    """The same after so many turns."""
    playing = dealt(name, seed)
    open_game(playing)
    go_on(playing, turns)
    return playing


def go_on(playing: Playing, turns: int) -> int:
    """Play on for so many turns or to the end; how many it were."""
    for turn in range(turns):
        if playing.table.phase >= Phase.OVER:
            return turn
        act(playing, playing.table.turn)
    return turns


def as_it_is(playing: Playing, many: int) -> Worlds:
    """The true hands, many times."""
    roles = playing.table.roles
    cards = np.array(world_of(playing.hands), np.uint8)
    return Worlds(np.stack([cards] * many), np.array([[roles.emperor, roles.guard, roles.solo]] * many, np.int8))


def shuffled(playing: Playing, many: int) -> Worlds:
    """Worlds in which all hands but the emperor's are dealt anew; `B*` makes its holder the guard."""
    worlds = as_it_is(playing, many)
    rng = np.random.default_rng(many)
    for world in range(many):
        cards, roles = worlds.cards[world], worlds.roles[world]
        seats = [seat for seat in range(1, 6) if seat != roles[0]]
        sizes = [int(cards[seat].sum()) for seat in seats]
        pool = rng.permutation(np.repeat(np.arange(56), cards[seats].sum(axis=0, dtype=np.int64)))
        for seat, hand in zip(seats, np.split(pool, np.cumsum(sizes)[:-1]), strict=True):
            cards[seat] = np.bincount(hand, minlength=56)
        holders = np.flatnonzero(cards[:, GUARD_JOKER])
        if len(holders):
            roles[1:] = holders[0], Solo.SECRET if holders[0] == roles[0] else Solo.NONE
    return worlds


def played(
    playing: Playing, worlds: Worlds, bots: tuple[Bot, ...] = NOISY, seed: int = 1, *, moves: tuple[int, ...] = (),
    threads: int = 1, plain: bool = False, known: bool | None = None,
) -> Outcomes:  # fmt: skip
    """The worlds played to their end."""
    return play_out(
        playing.ruleset, playing.table, playing.memory, worlds, bots, seed,
        guard_seen=playing.guard_seen if known is None else known, called=playing.called, moves=moves,
        threads=threads, loop=play_worlds if plain else None,
    )  # fmt: skip
