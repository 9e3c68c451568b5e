"""大批: some games by bots, over and over under other names - so many that what an archive must answer is a product."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import structs

from analyzer.events import End, Log
from analyzer.paipu import dumps_lines
from analyzer.replay import judge_log
from analyzer.rulesets import names
from analyzer.simulate import simulate


class Crowd:
    """大批: game number n is one of a few, `made`, in turn, by the name of n."""

    def __init__(self, rules: Sequence[str], many: int, seed: int, *, spoilt: bool = False) -> None:
        self.made = [simulate(rules[number % len(rules)], f"{seed}/{number}") for number in range(many)]
        if spoilt:
            self.made = [spoil(log, number) for number, log in enumerate(self.made)]
        self.parts = [dumps_lines(log).split(f'"{log.game}"'.encode(), 1) for log in self.made]

    def lines(self, numbers: range) -> Iterator[bytes]:
        """Some of the games, a line an event."""
        for number in numbers:
            before, after = self.parts[number % len(self.parts)]
            yield b'%b"%b"%b' % (before, self.name(number).encode(), after)

    def write(self, path: Path, numbers: range) -> Path:
        """A file of some of the games."""
        with path.open("wb") as stream:
            stream.writelines(self.lines(numbers))
        return path

    @staticmethod
    def name(number: int) -> str:
        """What a game is called."""
        return f"n{number}"

    def log(self, number: int) -> Log:
        """One of the games."""
        return structs.replace(self.made[number % len(self.made)], game=self.name(number))

    def verdicts(self, games: int) -> list[dict[str, Any]]:
        """How many of the first so many games have which verdict, as the question `verdicts` tells it."""
        found: Counter[tuple[str, str]] = Counter()
        for log, times in zip(self.made, self._times(games), strict=True):
            assert isinstance(log.rules, str)
            found[log.rules, judge_log(log).status] += times
        rows = [{"ruleset": rules, "status": status, "code": None, "games": n} for (rules, status), n in found.items()]
        return sorted(rows, key=lambda row: (str(row["ruleset"]), -int(row["games"] or 0), str(row["status"])))

    def points(self, games: int) -> list[dict[str, Any]]:
        """What each seat made in the first so many games, as the question `by_seat` tells it, as far as it goes."""
        scored = [
            (verdict.scores, times)
            for log, times in zip(self.made, self._times(games), strict=True)
            if (verdict := judge_log(log)).scores is not None
        ]
        return [
            {
                "seat": seat + 1, "points": sum(scores[seat] * times for scores, times in scored),
                "of_games": sum(times for _, times in scored), "worst": min(scores[seat] for scores, _ in scored),
                "best": max(scores[seat] for scores, _ in scored),
            }
            for seat in range(5)
        ]  # fmt: skip

    def _times(self, games: int) -> list[int]:
        """How often each of the few is among the first so many."""
        whole, more = divmod(games, len(self.made))
        return [whole + (at < more) for at in range(len(self.made))]


def spoil(log: Log, number: int) -> Log:
    """Of ten games one was left in the middle, and one has a claimed score that is wrong."""
    if number % 10 == 3:
        return structs.replace(log, events=log.events[: len(log.events) // 2])
    *rest, end = log.events
    if number % 10 == 7 and isinstance(end, End) and end.scores:
        first, *others = end.scores
        return structs.replace(log, events=(*rest, structs.replace(end, scores=(first + 5, *others))))
    return log


def mixed(seed: int) -> Crowd:
    """Games of every ruleset, some of them spoilt."""
    return Crowd(names(), 80, seed, spoilt=True)
