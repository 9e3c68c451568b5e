"""拟合: the weights under which what happened is likeliest - a conditional logit over the seats, by Fisher's scoring.

P(seat) is proportional to what proof says times what its signs are worth (`model.worth`): e to the weighted sum of
those of its cards, times e to that of its play for guards who play as guards, 1 for the share of them that plays as
rebels. A small penalty keeps weights small where little is known.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from analyzer.deduction.model import BOUND, IMITATES
from analyzer.deduction.signs import NAMES, OF_CARDS
from analyzer.deduction.training.samples import Table

PENALTY: Final = 2.5
"""Chosen, as `IMITATES` was, on the bots of the training left out in turn (`python -m tests.left_out`)."""
ROUNDS: Final = 60
ENOUGH: Final = 1e-7
CARDS: Final = np.array([name in OF_CARDS for name in NAMES])
"""Which signs hold for every guard."""


def _worths(signs: Any, weights: Any, imitates: float) -> tuple[Any, Any]:
    """What signs are worth, and the part of that of guards who play as guards: arrays (sample, seat)."""
    cards, play = (np.clip(signs @ (weights * chosen), -BOUND, BOUND) for chosen in (CARDS, ~CARDS))
    guards = (1 - imitates) * np.exp(play)
    return np.exp(cards) * (guards + imitates), guards / (guards + imitates)


def posterior(table: Table, weights: Any, imitates: float = IMITATES) -> Any:
    """看法: P by seat of every sample under some weights, an array (sample, seat)."""
    found = table.proof * _worths(table.signs, np.asarray(weights), imitates)[0]
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
    worths, guards = _worths(table.signs, weights, imitates)
    chances = table.proof * worths
    chances /= chances.sum(axis=1, keepdims=True)
    slopes = np.where(CARDS, table.signs, table.signs * guards[:, :, None])
    mean = np.einsum("ns,nsf->nf", chances, slopes)
    gradient = worth @ (slopes[np.arange(len(table.truth)), table.truth] - mean) - penalty * weights
    rows = (np.sqrt(worth[:, None] * chances)[:, :, None] * slopes).reshape(-1, len(weights))
    means = np.sqrt(worth)[:, None] * mean
    second = rows.T @ rows - means.T @ means
    return np.linalg.solve(second + penalty * np.eye(len(weights)), gradient)
