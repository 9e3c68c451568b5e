"""拟合: the weights under which what happened is likeliest - a conditional logit over the seats, by Fisher's scoring.

P(seat) is proportional to what proof says times what its signs are worth (`model.worth`): e to their weighted sum for
guards who play as guards, 1 for the share of them that plays as rebels. A small penalty keeps weights small where
little is known.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from analyzer.deduction.model import BOUND, IMITATES
from analyzer.deduction.training.samples import Table

PENALTY: Final = 80.0
ROUNDS: Final = 60
ENOUGH: Final = 1e-7


def posterior(table: Table, weights: Any, imitates: float = IMITATES) -> Any:
    """看法: P by seat of every sample under some weights, an array (sample, seat)."""
    plain = (1 - imitates) * np.exp(np.clip(table.signs @ np.asarray(weights), -BOUND, BOUND))
    found = table.proof * (plain + imitates)
    return found / found.sum(axis=1, keepdims=True)


def fit(table: Table, imitates: float = IMITATES, penalty: float = PENALTY) -> Any:
    """拟合: the weights, an array over the signs. Every game counts alike, however many moments of it there are."""
    _, games, sizes = np.unique(table.games, return_inverse=True, return_counts=True)
    worth = 1.0 / sizes[games]
    rows = np.arange(len(table.truth))

    def likelihood(weights: Any) -> float:
        chances = posterior(table, weights, imitates)[rows, table.truth]
        return float(worth @ np.log(chances) - penalty / 2 * weights @ weights)

    weights = np.zeros(table.signs.shape[2])
    reached = likelihood(weights)
    for _ in range(ROUNDS):
        step = _step(table, worth, weights, imitates, penalty)
        length = 1.0
        while length > ENOUGH and likelihood(weights + length * step) < reached:
            length /= 2
        gained = likelihood(weights + length * step) - reached
        if gained < ENOUGH:
            break
        weights, reached = weights + length * step, reached + gained
    return weights


def _step(table: Table, worth: Any, weights: Any, imitates: float, penalty: float) -> Any:
    """The next step: the gradient by the expected curvature."""
    plain = (1 - imitates) * np.exp(np.clip(table.signs @ weights, -BOUND, BOUND))
    chances = table.proof * (plain + imitates)
    chances /= chances.sum(axis=1, keepdims=True)
    slopes = table.signs * (plain / (plain + imitates))[:, :, None]
    mean = np.einsum("ns,nsf->nf", chances, slopes)
    gradient = worth @ (slopes[np.arange(len(table.truth)), table.truth] - mean) - penalty * weights
    second = np.einsum("n,ns,nsf,nsg->fg", worth, chances, slopes, slopes, optimize=True)
    second -= np.einsum("n,nf,ng->fg", worth, mean, mean, optimize=True)
    return np.linalg.solve(second + penalty * np.eye(len(weights)), gradient)
