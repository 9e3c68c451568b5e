"""False locks: games in which a layer is certain of a wrong guard, or leaves the true one nothing. There must be none.

    python -m tests.locks 100000 1      so many games, from a seed; prints what was found, 1 where a lock was false

Most of the games have a deck of ten to fifteen cards, in which little is left to guess and much can be proved. Each is
looked at by one seat, or an onlooker, at every moment up to the last: in the full log, in the log that it would have
kept itself, and in that without the suits of the plays.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from multiprocessing import Pool

from msgspec import structs

from analyzer.deduction import Belief
from analyzer.deduction.posterior import Evidence, beliefs
from analyzer.events import Log, Play
from analyzer.replay import Replay
from analyzer.sight import as_seen
from analyzer.simulate import simulate
from analyzer.tracking import facts

RULES = ("room-normal", "classic", "room-six", "simple", "encyclopedia", "shandong", "tribute", "room-quick")
LAYERS: tuple[Evidence, ...] = ("counts", "proof", "all")
PART = 500
"""So many games are played from one seed."""

SMALL = (
    {"base": "simple", "deck": {"R*": 1, "R": 1, "B*": 1, "B": 1, "6s": 2, "7s": 2, "9h": 2}},
    {"base": "shandong", "deck": {"R*": 1, "R": 1, "B*": 1, "B": 2, "6s": 2, "7s": 3, "9h": 2, "Tc": 3}},
    {"base": "room-six", "deck": {"R*": 1, "B*": 1, "6s": 3, "7s": 2, "9h": 2, "2d": 3}},
)


def kept_by(log: Log, view: int) -> Log:
    """自己记的牌谱: the log that a seat or an onlooker could have kept: of the other hands the sizes."""
    return structs.replace(log, view=view, events=as_seen(log, view))


def without_suits(log: Log) -> Log:
    """不记花色: the log with no suit in any play."""
    return structs.replace(log, events=tuple(
        structs.replace(event, cards=re.sub("[shdc]", "", event.cards)) if isinstance(event, Play) else event
        for event in log.events
    ))  # fmt: skip


def looked(log: Log, view: int) -> Iterator[tuple[int, Log]]:
    """The three logs of a game that a view looks at."""
    own = kept_by(log, view)
    yield from enumerate((log, own, without_suits(own)))


def is_wrong(belief: Belief, guard: int) -> bool:
    """Whether a belief leaves nothing to the true guard (0: there is none), or is certain of what is not proved."""
    chances = belief.chances or {}
    sure = [seat for seat, chance in chances.items() if chance == 1]
    return bool(chances) and (not chances.get(guard) or belief.proved != bool(sure))


def believed(log: Log, view: int, truth: list[int]) -> tuple[int, int]:
    """Of one log, in all layers: moments at which the view is certain, and those at which it is wrong."""
    known = facts(log, view)
    locks = wrong = 0
    for one in known:
        guards = one.sight.guards if one.sight.emperor else ()
        locks += len(guards) == 1
        wrong += bool(guards) and truth[one.sight.index] not in guards
    for layer in LAYERS:
        wrong += sum(is_wrong(belief, truth[belief.event + 1]) for belief in beliefs(log, known, layer))
    return locks, wrong


def false_locks(games: int, seed: int, small: int) -> tuple[int, int, int]:
    """Of so many games, so many of them small: moments at which a view was certain, false ones."""
    locks = wrong = 0
    for number in range(games):
        rules = SMALL[number % len(SMALL)] if number < small else RULES[number % len(RULES)]
        log = simulate(rules, f"locks {seed} {number}")
        truth = [moment.table.roles.guard for moment in Replay(log).moments]
        view = (-1, 1, 2, 3, 4, 5)[number // len(RULES) % 6]
        for _, one in looked(log, view):
            found = believed(one, view, truth)
            locks, wrong = locks + found[0], wrong + found[1]
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
