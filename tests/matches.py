"""Matches between bots: every deal is played ten times, so that both sit in every seat, as emperor, guard and rebel.

    python -m tests.matches 200 1 cunning cautious random      so many deals, from a seed; points a seat and game
"""

from __future__ import annotations

import sys
from itertools import combinations
from typing import NamedTuple

from analyzer.events import End
from analyzer.simulate import Chances, simulate

RULES = ("room-normal", "room-six", "classic", "shandong", "simple")
PLAIN = Chances(escape=0, auto=0, mind=0, terse=1.0)


class Result(NamedTuple):
    """How one kind of bot did against another: the mean of its points a seat less the other's, and its error."""

    ahead: float
    error: float


def match(one: str, other: str, deals: int, seed: int) -> Result:
    """Seat-rotated games of two kinds of bots."""
    found = []
    for deal in range(deals):
        total = 0.0
        for turn in range(10):
            mixed = [one if (seat + turn) % 2 else other for seat in range(5)]
            bots = mixed[turn // 2 :] + mixed[: turn // 2]
            log = simulate(RULES[deal % len(RULES)], f"match {seed} {deal}", bots=bots, chances=PLAIN)
            end = log.events[-1]
            assert isinstance(end, End)
            assert isinstance(end.scores, tuple)
            for name, sign in ((one, 1), (other, -1)):
                points = [score for score, bot in zip(end.scores, bots, strict=True) if bot == name]
                total += sign * sum(points) / len(points)
        found.append(total / 10)
    mean = sum(found) / deals
    spread = sum((each - mean) ** 2 for each in found) / max(1, deals - 1)
    return Result(mean, (spread / deals) ** 0.5)


def main() -> int:
    """Print a table of all pairs."""
    deals, seed, names = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    for one, other in combinations(names, 2):
        result = match(one, other, deals, seed)
        print(f"{one:9} - {other:9} {result.ahead:+.2f} ± {result.error:.2f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
