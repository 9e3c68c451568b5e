"""逐一留出: how good a model is on a bot that it was not trained on, each bot of the training left out in turn.

    python -m tests.left_out 1600 1      so many games, from a seed; a line for each penalty and each `imitates`
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import numpy as np

from analyzer.deduction.training.fit import fit, posterior
from analyzer.deduction.training.games import TRAINED_ON, bots_of, made_up, watched
from analyzer.deduction.training.report import ece, log_loss, tabled
from analyzer.deduction.training.samples import Table, gathered

PENALTIES = (1.0, 2.5, 5.0, 10.0)
IMITATES = (0.2, 0.35, 0.5, 0.65)


def guards(table: Table) -> Any:
    """Which bot the guard is, by sample; in a solo, which the emperor."""
    bots = {game: bots_of("training", Random(game)) for game in set(table.games.tolist())}
    return np.array([bots[game][seat] for game, seat in zip(table.games.tolist(), table.truth, strict=True)])


def left_out(table: Table, imitates: float, penalty: float) -> Any:
    """What models believe of the games whose guard is a bot that they have seen in no game as the guard."""
    whose, found = guards(table), np.zeros_like(table.proof)
    for bot in TRAINED_ON:
        chosen = whose == bot
        if chosen.any():
            weights = fit(table.where(~chosen), imitates, penalty)
            found[chosen] = posterior(table.where(chosen), weights, imitates)
    return found


def main() -> None:
    """Print the table."""
    table = gathered(watched(made_up("training", int(sys.argv[1]), int(sys.argv[2])), "training"))
    truth = np.eye(5)[table.truth]
    for penalty in PENALTIES:
        for imitates in IMITATES:
            found = left_out(table, imitates, penalty)
            loss, error = log_loss(found, table.truth).mean(), ece(tuple(tabled(found, truth)))
            print(f"penalty {penalty}, imitates {imitates}: log-loss {loss:.4f}, ECE {error:.4f}", flush=True)


if __name__ == "__main__":
    main()
