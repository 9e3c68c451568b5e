"""What would have been legal in place of an event that was refused, by hand."""

from __future__ import annotations

from typing import Any

from analyzer.audit import audit_log
from analyzer.audit.refusals import written
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


def test_whoever_is_in_turn_plays_or_passes() -> None:
    """In the small game 1 led a six; 3 plays out of turn, where 2 had a seven, a small joker, or both, or a pass."""
    acts = events([(1, "6s"), (3, "9h")])
    assert legal_instead(acts) == [
        {"type": "play", "seat": 2, "cards": "7"}, {"type": "play", "seat": 2, "cards": "B*"},
        {"type": "pass", "seat": 2},
    ]  # fmt: skip
