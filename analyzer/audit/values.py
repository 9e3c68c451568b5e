"""两种算法: where the sources contradict each other a key decides, and both values are shown (RULES.md 9.15)."""

from __future__ import annotations

from typing import Any, NamedTuple

from analyzer.audit.trail import Trail
from analyzer.rules.scoring import points
from analyzer.rules.table import Solo, place_of
from analyzer.rulesets import Ruleset, Score, SoloScore


class Value(NamedTuple):
    """一种算法: the keys, the scores that they give, and whether they are those of the log."""

    keys: tuple[tuple[str, Any], ...]
    scores: tuple[int, ...]
    declared: bool

    def to_json(self) -> dict[str, Any]:
        """The value as it is printed."""
        return {"keys": dict(self.keys), "scores": list(self.scores), "declared": self.declared}


def both_values(trail: Trail) -> list[Value]:
    """两种算法: of a solo the scores by the sum of places and by the podium; of an open one that comes second also as
    a loss. Nothing where the sources agree, or where it makes no difference.
    """
    ruleset, table = trail.resolved.ruleset, trail.table
    roles = table.roles
    if not roles.solo or table.escaped or not roles.emperor or ruleset.score != Score.SUM:
        return []
    houses: list[tuple[tuple[tuple[str, Any], ...], Ruleset]] = [
        ((("solo_score", kind.name.lower()),), ruleset._replace(solo_score=kind)) for kind in SoloScore
    ]
    if roles.solo == Solo.OPEN and place_of(table.places, roles.emperor) == 2:
        first, _, last = ruleset.podium_open
        for second in (0, last):
            figures = (first, second, last)
            keys = (("solo_score", "podium"), ("podium_open", list(figures)))
            houses.append((keys, ruleset._replace(solo_score=SoloScore.PODIUM, podium_open=figures)))
        del houses[1]
    found = [Value(keys, points(house, table), house == ruleset) for keys, house in houses]
    return found if len({value.scores for value in found}) > 1 else []
