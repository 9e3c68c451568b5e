"""What would have been legal in place of an event that was refused, by hand."""

from __future__ import annotations

import json
from typing import Any

from analyzer.audit import audit_log
from analyzer.audit.refusals import written
from analyzer.paipu import dumps_json
from analyzer.simulate import sitting
from tests.test_replay import HANDED_ON, events, log_of


def legal_instead(happened: list[dict[str, Any]], **header: Any) -> list[dict[str, Any]]:
    """The possibilities at the first refusal of some events."""
    first, *_ = audit_log(log_of(happened, **header)).refusals
    return [written(event) for event in first.options]


def test_a_throne_is_handed_on_with_the_twos_that_came_along() -> None:
    """5 handed `R*` to 4, who handed it with a 2c to 3: seat 3 takes it, or hands both on to 2."""
    wrong = {"type": "accept", "seat": 1}
    assert legal_instead([*HANDED_ON[:4], wrong], rules="tribute", view=-1) == [
        {"type": "accept", "seat": 3}, {"type": "yield", "seat": 3, "to": 2, "cards": "R*2c"},
    ]  # fmt: skip


def test_a_throne_is_handed_on_with_a_two_of_ones_own() -> None:
    """3 drew `R*` and handed it to 2, whose twos are 2s 2d 2c 2c 2c: it must add one of them, in whichever suit."""
    (log,) = sitting("tribute", 1, 3)
    happened = [json.loads(dumps_json(event)) for event in log.events[:3]]
    assert happened[0]["hands"][1].startswith("2s2d2c2c2cAs")
    assert happened[2] == {"type": "yield", "seat": 3, "to": 2, "cards": "R*"}
    assert legal_instead([*happened, {"type": "accept", "seat": 3}], rules="tribute") == [
        {"type": "yield", "seat": 2, "to": 1, "cards": f"R*{two}"} for two in ("2s", "2d", "2c")
    ]


def test_whoever_is_in_turn_plays_or_passes() -> None:
    """In the small game 1 led a six; 3 plays out of turn, where 2 had a seven, a small joker, or both, or a pass."""
    acts = events([(1, "6s"), (3, "9h")])
    assert legal_instead(acts) == [
        {"type": "play", "seat": 2, "cards": "7"}, {"type": "play", "seat": 2, "cards": "B*"},
        {"type": "pass", "seat": 2},
    ]  # fmt: skip
