"""续局: many worlds played to their end from one table, by the bots' policy, compiled and over threads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Final

import numpy as np

from analyzer.batch.compiled import RULES_SOURCES
from analyzer.batch.machine import Kernel, Loop, Part
from analyzer.batch.records import in_integers, wide
from analyzer.bots import PARTS as BOTS_PARTS
from analyzer.bots import Bot, Memory
from analyzer.cards import B, R
from analyzer.rules.possession import SIZE, Hands
from analyzer.rules.table import Table
from analyzer.rulesets import Ruleset
from analyzer.simulate.chance import PARTS as CHANCE_PARTS
from analyzer.simulate.chance import key_of
from analyzer.simulate.rollout import PARTS, Room, Start, play_worlds
from analyzer.simulate.worlds import Outcomes, Worlds
from analyzer.words import Words

__all__ = ["Outcomes", "Worlds", "play_out"]

ONCE: Final = Words("首次使用, 正在编译续局 (约 10 秒, 只此一次)", "compiling the playouts, once (about 10 s)")
MADE_OF: Final = ("chance", "playouts", "rollout", "worlds")
SOURCES: Final = (*RULES_SOURCES, "bots/*.py", *(f"simulate/{name}.py" for name in MADE_OF))


def _find() -> tuple[Loop, Iterable[Part]]:
    return play_worlds, (wide, *BOTS_PARTS, *CHANCE_PARTS, *PARTS)


PLAYOUTS: Final = Kernel("playouts", SOURCES, ONCE, _find)


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
    judge: int | None = None,
    threads: int = 1,
    loop: Loop | None = None,
) -> Outcomes:
    """续局: play each world to its end from a table before or amid the plays, by five bots by seat.

    `table` is as the view sees it; each world's roles replace its own. Before the first play the world's emperor
    leads. `moves`: play codes (0: a pass), legal in every world, made first by the seat whose turn it is; with
    `rollout.SHOWN` added the guard's card is among the cards.
    `guard_seen`: whether the guard's card was put down; `called`: the called card, -1 where none is. With `judge`
    nothing is played after the moves: `strayed` says how many of them bots would not have made, but for those of that
    seat (0, -1: of nobody).
    World i draws all its chance from (seed, i) alone: the number of threads changes nothing. With
    `loop=play_worlds` nothing is compiled, and all is the same but slow.
    """
    start = Start(
        in_integers(ruleset), in_integers(table), np.array(memory.deck, np.int64), np.array(memory.gone, np.int64),
        np.array(memory.favour, np.float64), int(guard_seen), int(called), np.array(moves, np.int64),
        np.array([(0.0,) * 4, *(bot.character for bot in bots)], np.float64), key_of(seed),
        int(judge is not None), judge or 0,
    )  # fmt: skip
    games = len(worlds.roles)
    blank = np.zeros((games, 5), np.int32)
    outcomes = Outcomes(np.zeros((games, 5), np.int64), np.zeros(games, np.int32), np.zeros(games, np.int8), blank)
    play = loop or PLAYOUTS.loop()
    most = _most_plays(worlds)
    edges = [games * part // threads for part in range(threads + 1)]
    tasks = [(start, low, high, worlds, outcomes, room(most)) for low, high in pairwise(edges)]
    if threads == 1:
        play(*tasks[0])
    else:
        with ThreadPoolExecutor(threads) as pool:
            for done in [pool.submit(play, *task) for task in tasks]:
                done.result()
    return outcomes


def _most_plays(worlds: Worlds) -> int:
    """No fewer plays than any hand of these worlds has (`moves.most_plays`)."""
    if not len(worlds.roles):
        return 0
    held, small, big = (
        int(part.sum(axis=2, dtype=np.int64).max()) + 1
        for part in (worlds.cards, worlds.cards[:, :, B:R], worlds.cards[:, :, R:])
    )
    return held * small * big


def room(most: int) -> Room:
    """Room for worlds in which no hand has more plays than so many."""
    hands = Hands(np.zeros((6, SIZE + 1), np.int64), np.zeros((6, 56), np.int64))
    return Room(
        hands, np.zeros(15, np.int64), np.zeros(6), np.zeros(6, np.int64), np.zeros(15, np.int64),
        np.zeros(most, np.int64), np.zeros(most + 1),
    )  # fmt: skip
