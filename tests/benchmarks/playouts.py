"""量续局: a thousand playouts from the middle of a game, and games by chance alone, on one core, warm.

    python tests/benchmarks/playouts.py

The middle of a game is after half of its turns, as cunning bots play it; the figures are those of the slowest of all
rulesets, and beside them is how many times as fast that is as going on in plain Python.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from analyzer.bots import BOTS  # noqa: E402
from analyzer.rulesets import names  # noqa: E402
from analyzer.simulate import Playing, simulate  # noqa: E402
from analyzer.simulate.wholesale import games_by_chance  # noqa: E402
from tests.benchmarks.figure import Figure  # noqa: E402
from tests.playing import QUIET, as_it_is, go_on, midgame, played  # noqa: E402

WORLDS: Final = 1000
WHOLE: Final = 10_000
"""More turns than any game has."""
GAMES: Final = 5000


def middles() -> list[Callable[[], Playing]]:
    """A way to the middle of a game of every ruleset."""

    def way(name: str) -> Callable[[], Playing]:
        half = go_on(midgame(name, 1, 0), WHOLE) // 2
        return lambda: midgame(name, 1, half)

    return [way(name) for name in names()]


def seconds(work: Callable[[], object], rounds: int = 5) -> float:
    """CPU seconds of the fastest of some rounds."""
    spent = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        spent.append(time.process_time() - start)
    return min(spent)


def playouts(bot: str, bar: float) -> Figure:
    """A thousand playouts by five of a bot, in the ruleset where that takes longest."""
    slowest, times = 0.0, 0.0
    for middle in middles():
        playing = middle()
        worlds = as_it_is(playing, WORLDS)
        bots = (BOTS[bot],) * 5
        took = seconds(lambda: played(playing, worlds, bots))  # noqa: B023  it is done at once
        if took > slowest:
            slowest, times = took, WORLDS * by_hand(middle, bot) / took
    return Figure(f"1,000 playouts, {bot} ({times:,.0f} times plain Python)", slowest * 1000, bar, "ms CPU", more=False)


def by_hand(middle: Callable[[], Playing], bot: str) -> float:
    """Seconds that going on once takes in plain Python, the mean of some."""
    games = [middle() for _ in range(10)]
    for game in games:
        game.bots = dict.fromkeys(game.bots, BOTS[bot])
    return seconds(lambda: [go_on(game, WHOLE) for game in games], 1) / len(games)


def by_chance() -> Figure:
    """Games by chance alone, as lines, in the ruleset where that takes longest."""
    slowest, times = 1e9, 0.0
    for name in names():
        rate = GAMES / seconds(lambda: list(games_by_chance(name, GAMES, 1)), 2)  # noqa: B023  it is done at once
        if rate < slowest:
            plain = seconds(lambda: [simulate(name, n, bots=["random"] * 5, chances=QUIET) for n in range(5)], 1)  # noqa: B023
            slowest, times = rate, rate * plain / 5
    return Figure(f"games by chance alone ({times:,.0f} times plain Python)", slowest, 5000, "games/s CPU", more=True)


def figures() -> list[Figure]:
    """All figures."""
    return [playouts("random", 20), playouts("cunning", 100), by_chance()]


def main() -> int:
    """Print the table; 1 when a bar is missed."""
    found = figures()
    for figure in found:
        print(figure.line())
    return 0 if all(figure.held for figure in found) else 1


if __name__ == "__main__":
    sys.exit(main())
