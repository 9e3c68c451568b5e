"""模型: how much every sign counts, as a small JSON file that says what it was trained on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from math import exp
from pathlib import Path
from typing import Any, Final, NamedTuple

from analyzer.data import data
from analyzer.deduction.signs import NAMES
from analyzer.errors import Unreadable
from analyzer.words import Words

FORMAT: Final = "paishen-guard-model"
BOUND: Final = 6.0
"""However a seat plays, its signs are worth no more than e to this power: behaviour makes nothing certain."""
IMITATES: Final = 0.5
"""The share of guards taken to play just as rebels do: their signs say nothing, and they are never ruled out by them.
More than among the bots: so that where every guard hides like that, deduction does not fall behind counting."""


class Model(NamedTuple):
    """模型: the weight of each sign, in log-odds, in words what games it was trained on, and who imitates rebels."""

    weights: Mapping[str, float]
    trained_on: str
    imitates: float = IMITATES

    def sum_of(self, found: Mapping[str, float]) -> float:
        """合计: what signs come to, in log-odds, of a guard who plays as one."""
        total = sum(self.weights[name] * value for name, value in found.items())
        return max(-BOUND, min(BOUND, total))

    def worth(self, found: Mapping[str, float]) -> float:
        """份量: by how much signs multiply the odds of a seat; a guard may be one of those who play as rebels.

        >>> Model({"let_emperor": 1.0}, "", 0.25).worth({})
        1.0
        """
        return (1 - self.imitates) * exp(self.sum_of(found)) + self.imitates

    def to_json(self) -> dict[str, Any]:
        """The model as its file has it."""
        weights = {name: round(self.weights[name], 4) for name in NAMES}
        told = {"imitates": self.imitates, "weights": weights}
        return {"format": FORMAT, "version": 1, "trained_on": self.trained_on, **told}


@lru_cache(maxsize=8)
def load_model(path: Path | None = None) -> Model:
    """读模型: the model in a file, or the shipped one. `Unreadable` for a file that is none.

    >>> "simulated" in load_model().trained_on
    True
    """
    file = path or data("schemas") / "models" / "guard.json"
    try:
        found = json.loads(file.read_text("utf-8"))
        weights = {name: float(found["weights"][name]) for name in NAMES}
        fine = found["format"] == FORMAT and found["version"] == 1 and set(found["weights"]) == set(NAMES)
        trained_on, imitates = str(found["trained_on"]), float(found["imitates"])
        fine = fine and all(abs(weight) < 1e3 for weight in weights.values()) and 0 < imitates < 1
    except (ValueError, TypeError, KeyError):
        fine = False
    if not fine:
        raise Unreadable(Words("不是推断侍卫的模型", "no model of the guard"), file=str(file))
    return Model(weights, trained_on, imitates)


def save_model(model: Model, path: Path) -> None:
    """写模型: write a model to a file."""
    path.write_text(json.dumps(model.to_json(), ensure_ascii=False, indent=1) + "\n", "utf-8")
