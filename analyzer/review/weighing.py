"""掂量: what a seat may expect of each thing that it may do, from deals that it cannot tell apart at that moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from analyzer.outlook.explained import explained_worlds
from analyzer.outlook.positions import Position, before_of
from analyzer.outlook.timeline import Figure, mean_of, played_on
from analyzer.review.choices import BOT, Choice
from analyzer.rules.acts import Act, Kind
from analyzer.simulate.playouts import Worlds

SURE: Final = 2.0
"""A judgement needs a difference beyond so many standard errors."""


class Weighed(NamedTuple):
    """掂量过的: `plays` (0 a pass), and the seat's points of each (rows) in each world (columns)."""

    plays: tuple[int, ...]
    points: Any

    def figure(self, play: int) -> Figure:
        """What a play may be expected to bring."""
        return mean_of(self.points[self.plays.index(play)])

    def ahead(self, play: int, other: int) -> Figure:
        """By how much a play is ahead of another, in the same worlds."""
        return mean_of(self.points[self.plays.index(play)] - self.points[self.plays.index(other)])

    def half(self, which: int) -> Weighed:
        """Every other world, from the first or from the second on."""
        return Weighed(self.plays, self.points[:, which::2])

    def joined(self, more: Weighed) -> Weighed:
        """These figures with those of more worlds, of the plays that both have."""
        plays = tuple(play for play in more.plays if play in self.plays)
        rows = [self.points[[self.plays.index(play) for play in plays]], more.points]
        return Weighed(plays, np.concatenate(rows, axis=1))

    def best(self) -> int:
        """The play with the highest mean, the first of several."""
        return self.plays[int(self.points.mean(axis=1).argmax())]


def weighed(position: Position, choice: Choice, plays: Sequence[int], playouts: int, seed: int) -> Weighed:
    """掂量: plays of a seat weighed in so many worlds; each play in the same ones, with the same chance."""
    worlds = explained_worlds(position, playouts, seed, BOT)
    return Weighed(tuple(plays), np.stack([points_of(position, choice, worlds, play, seed) for play in plays]))


def points_of(position: Position, choice: Choice, worlds: Worlds, play: int, seed: int) -> Any:
    """得分: the seat's points in each world after a play or a pass."""
    act = Act(Kind.PLAY if play else Kind.PASS, choice.seat, 0, play)
    outcomes = played_on(position, worlds, seed, before_of(act, position.table), BOT)
    return outcomes.scores[:, choice.seat - 1].astype(float)


def is_sure(ahead: Figure) -> bool:
    """Whether a difference is beyond the errors: only then is anything judged.

    >>> is_sure(Figure(1.0, 0.4)), is_sure(Figure(1.0, 0.6)), is_sure(Figure(0.0, 0.0))
    (True, False, False)
    """
    return ahead.value > SURE * ahead.error
