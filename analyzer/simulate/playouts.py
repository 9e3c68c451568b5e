"""续局: many worlds played to their end from one table, by the bots' policy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from analyzer.bots import Bot, Memory
from analyzer.rules.possession import SIZE, Hands
from analyzer.rules.scoring import points, winner
from analyzer.rules.table import Table
from analyzer.rulesets import Ruleset
from analyzer.simulate.chance import key_of
from analyzer.simulate.rollout import Room, Start, play_world
from analyzer.simulate.worlds import Outcomes, Worlds

__all__ = ["Outcomes", "Worlds", "play_out"]


def play_out(
    ruleset: Ruleset,
    table: Table,
    memory: Memory,
    worlds: Worlds,
    bots: Sequence[Bot],
    seed: int,
    *,
    guard_seen: bool,
    called: int,
    moves: Sequence[int] = (),
    threads: int = 1,  # noqa: ARG001  there is one yet
) -> Outcomes:
    """续局: play each world to its end from a table before or amid the plays, by five bots by seat.

    `table` is as the view sees it; each world's roles replace its own. Before the first play the world's emperor
    leads. `moves`: play codes (0: a pass), legal in every world, made first by the seat whose turn it is.
    `guard_seen`: whether the guard's card was put down; `called`: the called card, -1 where none is.
    World i draws all its chance from (seed, i) alone: the number of threads changes nothing.
    """
    games = len(worlds.roles)
    outcomes = Outcomes(np.zeros((games, 5), np.int32), np.zeros(games, np.int32), np.zeros(games, np.int8))
    start = start_of(ruleset, table, memory, bots, seed, guard_seen=guard_seen, called=called, moves=moves)
    room = plain_room(max((sum(map(int, row)) for cards in worlds.cards[:1] for row in cards), default=0))
    for world in range(games):
        end = play_world(start, world, worlds.cards[world].tolist(), worlds.roles[world].tolist(), room)
        outcomes.scores[world] = points(ruleset, end)
        outcomes.places[world] = end.places
        outcomes.winner[world] = winner(ruleset, end)
    return outcomes


def start_of(
    ruleset: Ruleset, table: Table, memory: Memory, bots: Sequence[Bot], seed: int, *, guard_seen: bool, called: int,
    moves: Sequence[int],
) -> Start:  # fmt: skip
    """起点: what is the same in every world, in plain numbers."""
    rows: list[tuple[float, ...]] = [(0.0,) * 4, *(tuple(map(float, bot.character)) for bot in bots)]
    return Start(
        ruleset, table, memory.deck, memory.gone, memory.favour, int(guard_seen), called, tuple(moves), rows,
        key_of(seed),
    )  # fmt: skip


def plain_room(cards: int) -> Room:
    """Room for worlds of so many cards."""
    hands = Hands([[0] * (SIZE + 1) for _ in range(6)], [[0] * 56 for _ in range(6)])
    most = (cards + 1) * 64
    numbers: list[Any] = [0] * most
    return Room(hands, [0] * 15, [0.0] * 6, [0] * 6, [0] * 15, numbers, [0.0] * (most + 1))
