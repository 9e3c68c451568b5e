"""False locks: games in which the layer of proof is certain of a wrong seat. There must be none.

    python -m tests.locks 100000 1      so many games, from a seed; prints what was found, 1 where a lock was false

Most of the games have a deck of ten to fifteen cards, in which little is left to guess and much can be proved.
"""

from __future__ import annotations

import sys
import time
from multiprocessing import Pool

from analyzer.replay import Replay
from analyzer.rules.table import Phase
from analyzer.sight import sights
from analyzer.simulate import simulate

RULES = ("room-normal", "classic", "room-six", "simple", "encyclopedia", "shandong", "tribute", "room-quick")
PART = 500
"""So many games are played from one seed."""

SMALL = (
    {"base": "simple", "deck": {"R*": 1, "R": 1, "B*": 1, "B": 1, "6s": 2, "7s": 2, "9h": 2}},
    {"base": "shandong", "deck": {"R*": 1, "R": 1, "B*": 1, "B": 2, "6s": 2, "7s": 3, "9h": 2, "Tc": 3}},
    {"base": "room-six", "deck": {"R*": 1, "B*": 1, "6s": 3, "7s": 2, "9h": 2, "2d": 3}},
)


def false_locks(games: int, seed: int, small: int) -> tuple[int, int, int]:
    """Of so many games, so many of them small: moments at which a view was certain, false ones."""
    locks = wrong = 0
    for number in range(games):
        rules = SMALL[number % len(SMALL)] if number < small else RULES[number % len(RULES)]
        log = simulate(rules, f"locks {seed} {number}")
        replay = Replay(log)
        guard = replay.moments[-1].table.roles.guard
        view = (-1, 1, 2, 3, 4, 5)[number // len(RULES) % 6]
        for sight in sights(replay, view):
            if len(sight.guards) == 1 and sight.phase < Phase.OVER:
                locks += 1
                wrong += sight.guards[0] != guard
            wrong += bool(sight.guards) and guard not in sight.guards
    return games, locks, wrong


def part(task: tuple[int, int]) -> tuple[int, int, int]:
    """A part of a campaign: so many games from a seed."""
    many, seed = task
    return false_locks(many, seed, small=many * 24 // 25)


def main() -> int:
    """Print what was found, over all processors."""
    games, seed = int(sys.argv[1]), int(sys.argv[2])
    tasks = [(min(PART, games - begun), seed + begun) for begun in range(0, games, PART)]
    began = time.monotonic()
    done = locks = wrong = 0
    with Pool() as pool:
        for some in pool.imap_unordered(part, tasks):
            done, locks, wrong = done + some[0], locks + some[1], wrong + some[2]
            print(f"{done} games, {locks} certain moments, {wrong} wrong, {time.monotonic() - began:.0f} s", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
