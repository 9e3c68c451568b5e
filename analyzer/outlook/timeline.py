"""形势: after every event the chance of each result and what each seat may expect, as one view can know it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from analyzer.bots import BOTS, Bot
from analyzer.deduction.counts import Chances
from analyzer.events import Log
from analyzer.outlook.positions import Position, positions
from analyzer.outlook.worlds import worlds_of
from analyzer.replay import Replay
from analyzer.rules.finish import with_last
from analyzer.rules.scoring import Winner, points, winner
from analyzer.rules.table import Phase
from analyzer.simulate.playouts import Outcomes, Worlds, play_out

BOT: Final = BOTS["cunning"]
"""Everybody plays on like this one."""
PLAYOUTS: Final = 200
"""So many after each event, where nothing else is asked for."""
SIDES: Final = {"emperor": int(Winner.EMPEROR), "rebels": int(Winner.REBELS), "draw": int(Winner.DRAW)}
DIGITS: Final = 4


class Figure(NamedTuple):
    """一个数: a mean and its standard error; 0 where nothing was left to chance."""

    value: float
    error: float = 0.0

    def to_json(self) -> dict[str, float]:
        """The figure as it is printed."""
        return {"mean": round(self.value, DIGITS), "se": round(self.error, DIGITS)}


class Outlook(NamedTuple):
    """形势: what a view may expect after the event at an index.

    `results`: the chance of each result by name; `scores`: what each seat may expect; both None before emperor and
    guard are settled. `ours`: the emperor's side's points together. `playouts`: from how many.
    """

    event: int
    results: dict[str, Figure] | None = None
    scores: tuple[Figure, ...] | None = None
    ours: Figure = Figure(0.0)
    playouts: int = 0

    def to_json(self) -> dict[str, Any]:
        """One entry of what `paishen outlook --json` prints, the swing left out."""
        if self.results is None or self.scores is None:
            return {"event": self.event, "playouts": 0, "results": None, "scores": None}
        results = {name: figure.to_json() for name, figure in self.results.items()}
        scores = [figure.to_json() for figure in self.scores]
        return {"event": self.event, "playouts": self.playouts, "results": results, "scores": scores}


Heard = Callable[[int], None]
"""Hears after how many events the work has come."""


def silent(_: int) -> None:
    """没人听: nobody hears how far the work has come."""


def outlooks(
    log: Log, view: int, playouts: int = PLAYOUTS, seed: int = 1, heard: Heard = silent
) -> list[Outlook]:
    """形势: a view's outlook after each event, up to the first that breaks a rule; 0 for all hands open.

    `PaishenError` for a view that the log cannot give.

    >>> from analyzer.events import Deal
    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> rules = {"base": "simple", "deck": {"R*": 1, "B*": 1, "R": 1, "B": 1, "6s": 2, "7s": 2, "9h": 2}}
    >>> deal = Deal(hands=("R*6s", "B*7s", "7s9h", "9hB", "R6s"))
    >>> log = Log(format="paipu", version=1, game="g", rules=rules, players=names, events=(deal,))
    >>> outlooks(log, 4)
    [Outlook(event=0, results=None, scores=None, ours=Figure(value=0.0, error=0.0), playouts=0)]
    """
    return list(outlooks_of(positions(Replay(log), view), playouts, seed, heard))


def outlooks_of(
    found: Iterator[Position], playouts: int = PLAYOUTS, seed: int = 1, heard: Heard = silent
) -> Iterator[Outlook]:
    """形势: the same by positions that are at hand; one for each but the first, which is before any event."""
    next(found)
    for position in found:
        yield outlook_at(position, playouts, seed)
        heard(position.sight.index)


def outlook_at(position: Position, playouts: int, seed: int) -> Outlook:
    """形势: what a view may expect at one position."""
    event = position.sight.index - 1
    if position.chances is None:
        return Outlook(event)
    finished = position.finished
    done = _settled(position, finished if position.in_play else position.chances)._replace(event=event)
    if not position.in_play:
        return done
    worlds = worlds_of(position, playouts, seed)
    outcomes = played_on(position, worlds, seed)
    results = {
        name: mean_of((outcomes.winner == side).astype(float), rare=True) for name, side in SIDES.items()
    }
    scores = tuple(mean_of(outcomes.scores[:, seat].astype(float)) for seat in range(5))
    found = Outlook(event, results, scores, mean_of(side_points(worlds, outcomes)), playouts)
    return _mixed(found, done, sum(finished.values())) if finished else found


def played_on(
    position: Position, worlds: Worlds, seed: int, moves: Sequence[int] = (), bot: Bot = BOT
) -> Outcomes:
    """打完: worlds played to their end from a position, some moves first."""
    return play_out(
        position.resolved.ruleset, position.table, position.memory, worlds, (bot,) * 5, seed + position.sight.index,
        guard_seen=position.guard_seen, called=position.called, moves=moves,
    )  # fmt: skip


def side_points(worlds: Worlds, outcomes: Outcomes) -> Any:
    """一方的分: the points of emperor and guard together in each world."""
    rows = np.arange(len(worlds.roles))
    emperors, guards = worlds.roles[:, 0].astype(int), worlds.roles[:, 1].astype(int)
    guards_points = np.where(emperors == guards, 0, outcomes.scores[rows, guards - 1])
    return (outcomes.scores[rows, emperors - 1] + guards_points).astype(float)


def mean_of(values: Any, *, rare: bool = False) -> Figure:
    """均值: the mean of some values and its standard error; where what is `rare` was not met, never quite 0.

    >>> mean_of(np.array([1.0, 3.0]))
    Figure(value=2.0, error=1.0)
    """
    many = len(values)
    error = float(values.std(ddof=1)) / many**0.5 if many > 1 else float("inf")
    return Figure(float(values.mean()), max(error, 0.5 / many) if rare else error)


def _mixed(going: Outlook, done: Outlook, chance: float) -> Outlook:
    """也许打完了: what is expected where the game may be over: with some chance it is, else it goes on."""
    assert going.results is not None
    assert going.scores is not None
    assert done.results is not None
    assert done.scores is not None

    def both(on: Figure, over: Figure) -> Figure:
        return Figure(on.value * (1 - chance) + over.value, on.error * (1 - chance))

    return going._replace(
        results={name: both(figure, done.results[name]) for name, figure in going.results.items()},
        scores=tuple(both(on, over) for on, over in zip(going.scores, done.scores, strict=True)),
        ours=both(going.ours, done.ours),
    )


def _settled(position: Position, chances: Chances) -> Outlook:
    """打完了: the results with these guards, each weighed by its chance; several where a view cannot know the guard."""
    ruleset, results, scores, ours = position.resolved.ruleset, dict.fromkeys(SIDES, 0.0), [0.0] * 5, 0.0
    table = position.table._replace(phase=max(position.sight.phase, Phase.OVER))
    if position.in_play:
        table = table._replace(places=with_last(table.live, table.places))
    for guard, chance in chances.items():
        ended = table._replace(roles=position.roles(guard))
        won, got = winner(ruleset, ended), points(ruleset, ended)
        for name, side in SIDES.items():
            results[name] += chance * (won == side)
        scores = [score + chance * more for score, more in zip(scores, got, strict=True)]
        ours += chance * sum(got[seat - 1] for seat in {position.sight.emperor, guard})
    found = {name: Figure(chance) for name, chance in results.items()}
    return Outlook(0, found, tuple(Figure(score) for score in scores), Figure(ours))
