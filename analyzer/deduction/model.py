"""模型: how much every sign counts, as a small JSON file that says what it was trained on."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from math import exp
from pathlib import Path
from typing import Any, Final, NamedTuple

from analyzer.data import data
from analyzer.deduction.signs import NAMES, OF_CARDS
from analyzer.errors import Unreadable
from analyzer.words import Words

FORMAT: Final = "paishen-guard-model"
BOUND: Final = 6.0
"""However a seat plays, its play and its cards are each worth no more than e to this power: nothing becomes certain."""
IMITATES: Final = 0.5
"""The share of guards taken to play just as rebels do: what they play says nothing, and never rules them out.
More than among the bots: so that where every guard hides like that, deduction does not fall behind counting."""


ARCHIVED: Final = Words("档案里的 {games} 局", "games of an archive ({games} of them)")
MADE_UP: Final = Words(
    "{games} 局模拟的牌局 (种子 {seed}, 电脑 {bots})", "{games} simulated games (seed {seed}) of the bots {bots}"
)
"""What a model was trained on: its file has the English words."""


class Origin(NamedTuple):
    """来历: what a model was trained on, in words, by which command, and the SHA-256 of the games, a line each."""

    words: str
    command: str = ""
    games_sha256: str = ""

    def told(self) -> Words:
        """What it was trained on, for people; words that are none of ours as they stand.

        >>> Origin("games of an archive (15 of them)").told().zh
        '档案里的 15 局'
        """
        for words in (ARCHIVED, MADE_UP):
            pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(words.en))
            found = re.fullmatch(pattern, self.words)
            if found:
                return Words(words.zh.format(**found.groupdict()), self.words)
        return Words(self.words, self.words)


class Model(NamedTuple):
    """模型: the weight of each sign, in log-odds, where it comes from, and who imitates rebels."""

    weights: Mapping[str, float]
    origin: Origin
    imitates: float = IMITATES

    def sums_of(self, found: Mapping[str, float]) -> tuple[float, float]:
        """合计: what signs come to, in log-odds: of any guard's cards, and of how a guard plays who plays as one."""
        cards = play = 0.0
        for name, value in found.items():
            if name in OF_CARDS:
                cards += self.weights[name] * value
            else:
                play += self.weights[name] * value
        return max(-BOUND, min(BOUND, cards)), max(-BOUND, min(BOUND, play))

    def worth(self, found: Mapping[str, float]) -> float:
        """份量: by how much signs multiply the odds of a seat; a guard may be one of those who play as rebels.

        >>> Model({"let_emperor": 1.0}, Origin(""), 0.25).worth({})
        1.0
        """
        cards, play = self.sums_of(found)
        return exp(cards) * self.worth_of_play(play)

    def worth_of_play(self, play: float) -> float:
        """打法的份量: what the signs of play multiply the odds by, some guards playing as rebels."""
        return (1 - self.imitates) * exp(play) + self.imitates

    def to_json(self) -> dict[str, Any]:
        """The model as its file has it."""
        weights = {name: round(self.weights[name], 4) for name in NAMES}
        words, command, games = self.origin
        told = {"trained_on": words, "command": command, "games_sha256": games}
        return {"format": FORMAT, "version": 1, **told, "imitates": self.imitates, "weights": weights}


@lru_cache(maxsize=8)
def load_model(path: Path | None = None) -> Model:
    """读模型: the model in a file, or the shipped one. `Unreadable` for a file that is none.

    >>> "simulated" in load_model().origin.words
    True
    """
    file = path or data("schemas") / "models" / "guard.json"
    try:
        found = json.loads(file.read_text("utf-8"))
        weights = {name: float(found["weights"][name]) for name in NAMES}
        fine = found["format"] == FORMAT and found["version"] == 1 and set(found["weights"]) == set(NAMES)
        origin = Origin(str(found["trained_on"]), str(found["command"]), str(found["games_sha256"]))
        imitates = float(found["imitates"])
        fine = fine and all(abs(weight) < 1e3 for weight in weights.values()) and 0 < imitates < 1
    except (ValueError, TypeError, KeyError):
        fine = False
    if not fine:
        raise Unreadable(Words("不是推断侍卫的模型", "no model of the guard"), file=str(file))
    return Model(weights, origin, imitates)


def save_model(model: Model, path: Path) -> None:
    """写模型: write a model to a file."""
    path.write_text(json.dumps(model.to_json(), ensure_ascii=False, indent=1) + "\n", "utf-8")
