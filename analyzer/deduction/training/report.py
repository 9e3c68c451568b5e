"""考核: how good the posterior is, by quarter of the game, against counting alone and against the uniform guess.

Only moments count at which proof has not settled the matter: there all layers would be right.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np

from analyzer.deduction.model import Model
from analyzer.deduction.signs import NAMES
from analyzer.deduction.training.fit import posterior
from analyzer.deduction.training.samples import Table

PARTS: Final = ("all", "1", "2", "3", "4", "half")
"""The whole game, its quarters, and the one moment at half time."""
BINS: Final = 10
FLOOR: Final = 1e-9
DRAWS: Final = 400


class Brier(NamedTuple):
    """Brier 分: the mean over seats of (p - truth) squared, and what it is made of (`score` is what they come to).

    `reliability` (low is good) - `resolution` (high is good) + `uncertainty` + `within` (what bins leave out).
    """

    score: float
    reliability: float
    resolution: float
    uncertainty: float
    within: float


class Bin(NamedTuple):
    """一档: so many probabilities between two tenths, their mean, and how often it was so."""

    size: int
    said: float
    was: float


class Quality(NamedTuple):
    """质量: figures of one part of some games. `log_loss` by layer; `gain` is what it is below counting alone.

    `gain_se` and `ece_se` are standard errors, from games drawn anew: moments of one game are no separate evidence.
    """

    kind: str
    part: str
    games: int
    moments: int
    log_loss: dict[str, float]
    gain: float
    gain_se: float
    brier: Brier
    top1: dict[str, float]
    ece: float
    ece_se: float
    table: tuple[Bin, ...]

    def to_json(self) -> dict[str, Any]:
        """The figures as `paishen train --report --json` prints them."""
        return {
            "kind": self.kind, "part": self.part, "games": self.games, "moments": self.moments,
            "log_loss": {name: round(value, 4) for name, value in self.log_loss.items()},
            "gain": round(self.gain, 4), "gain_se": round(self.gain_se, 4),
            "brier": {name: round(value, 4) for name, value in self.brier._asdict().items()},
            "top1": {name: round(value, 4) for name, value in self.top1.items()},
            "ece": round(self.ece, 4), "ece_se": round(self.ece_se, 4),
            "table": [[one.size, round(one.said, 4), round(one.was, 4)] for one in self.table],
        }  # fmt: skip


def report(table: Table, model: Model) -> list[Quality]:
    """考核: the quality of every kind of game in a table, whole and in parts."""
    found = []
    for kind in sorted(set(table.kinds.tolist())):
        of_kind = table.where(table.kinds == kind)
        for part in PARTS:
            some = of_kind.where(_in_part(of_kind, part))
            if len(some.truth):
                found.append(quality(str(kind), part, some, model))
    return found


def _in_part(table: Table, part: str) -> Any:
    if part == "all":
        return np.ones(len(table.truth), dtype=bool)
    if part == "half":
        return table.half
    return np.minimum((table.progress * 4).astype(int), 3) == int(part) - 1


def quality(kind: str, part: str, table: Table, model: Model) -> Quality:
    """质量: the figures of some samples."""
    possible = table.proof > 0
    layers = {
        "all": posterior(table, [model.weights[name] for name in NAMES], model.imitates),
        "proof": table.proof,
        "counts": table.counts,
        "uniform": possible / possible.sum(axis=1, keepdims=True),
    }
    each = {name: log_loss(found, table.truth) for name, found in layers.items()}
    losses = {name: float(found.mean()) for name, found in each.items()}
    rows = np.arange(len(table.truth))
    best = {name: top1(found, table.truth) for name, found in layers.items()}
    truth = np.zeros_like(table.proof)
    truth[rows, table.truth] = 1
    bins = tuple(tabled(layers["all"], truth))
    errors = drawn_anew(table.games, each["all"], each["counts"], layers["all"], truth)
    return Quality(
        kind, part, len(set(table.games.tolist())), len(rows), losses, 1 - losses["all"] / losses["counts"], errors[0],
        brier(layers["all"], truth), best, ece(bins), errors[1], bins,
    )  # fmt: skip


def drawn_anew(games: Any, ours: Any, counting: Any, said: Any, was: Any) -> tuple[float, float]:
    """误差: standard errors of `gain` and `ece`: how they spread over games drawn from these games, with repeats."""
    _, owner = np.unique(games, return_inverse=True)
    many = int(owner.max()) + 1
    losses = [np.bincount(owner, column, many) for column in (ours, counting)]
    seats = np.repeat(owner, said.shape[1])[said.ravel() > 0]
    sure, true = said[said > 0], was[said > 0]
    cell = seats * BINS + np.minimum((sure * BINS).astype(int), BINS - 1)
    sums = [np.bincount(cell, column, many * BINS).reshape(many, BINS) for column in (np.ones_like(sure), sure, true)]
    weights = np.random.default_rng(1).multinomial(many, np.full(many, 1 / many), size=DRAWS)
    mine, theirs = (weights @ column for column in losses)
    size, chances, happened = (weights @ column for column in sums)
    return float(np.std(1 - mine / theirs)), float(np.std(np.abs(chances - happened).sum(axis=1) / size.sum(axis=1)))


def log_loss(found: Any, truth: Any) -> Any:
    """对数损失: minus the logarithm of what the truth was given."""
    return -np.log(np.maximum(found[np.arange(len(truth)), truth], FLOOR))


def top1(found: Any, truth: Any) -> float:
    """首选: how often the likeliest seat was the truth; of several alike each counts its share."""
    likeliest = found >= found.max(axis=1, keepdims=True) - FLOOR
    return float((likeliest[np.arange(len(truth)), truth] / likeliest.sum(axis=1)).mean())


def tabled(found: Any, truth: Any) -> Iterator[Bin]:
    """可靠性表: the probabilities by tenths, impossible seats left aside: what was said, and how often it was so."""
    said, was = found[found > 0], truth[found > 0]
    where = np.minimum((said * BINS).astype(int), BINS - 1)
    for number in range(BINS):
        chosen = where == number
        count = int(chosen.sum())
        yield Bin(count, float(said[chosen].mean()) if count else 0.0, float(was[chosen].mean()) if count else 0.0)


def ece(bins: tuple[Bin, ...]) -> float:
    """校准误差: how far what was said is from how often it was so, over the bins by their size.

    >>> ece((Bin(1, 0.2, 0.3), Bin(3, 0.5, 0.5)))
    0.025
    """
    total = sum(one.size for one in bins)
    return round(sum(one.size * abs(one.said - one.was) for one in bins) / total, 12)


def brier(found: Any, truth: Any) -> Brier:
    """Brier 分: with Murphy's parts over tenths."""
    said, was = found.ravel(), truth.ravel()
    where = np.minimum((said * BINS).astype(int), BINS - 1)
    rate = was.mean()
    reliability = resolution = 0.0
    for number in range(BINS):
        chosen = where == number
        if chosen.any():
            share = chosen.mean()
            reliability += share * (said[chosen].mean() - was[chosen].mean()) ** 2
            resolution += share * (was[chosen].mean() - rate) ** 2
    score, uncertainty = float(((said - was) ** 2).mean()), float(rate * (1 - rate))
    within = score - (reliability - resolution + uncertainty)
    return Brier(score, float(reliability), float(resolution), uncertainty, within)
