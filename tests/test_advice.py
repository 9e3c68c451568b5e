"""Whoever follows the review's advice does better than the bot it was built on (`python -m tests.advice` proves it)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from analyzer.review import advice, weighing
from analyzer.rulesets import names
from tests.advice import Margin, difference, main, margin

DEALS = 20
RULES = "room-six"


def upside_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice that takes every gain for a loss."""

    def turned(*settings: Any) -> weighing.Weighed:
        found = weighing.weighed(*settings)
        return found._replace(points=-found.points)

    monkeypatch.setattr(advice, "weighed", turned)


def test_advice_is_better_than_its_opposite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty deals prove little of a small margin, but this they do."""
    followed = margin(RULES, 1, DEALS)
    upside_down(monkeypatch)
    opposite = margin(RULES, 1, DEALS // 2)
    assert followed.mean > opposite.mean
    assert followed.mean > -2 * followed.error


@pytest.mark.parametrize("name", names()[::2])
def test_a_deal_of_every_ruleset_is_played_twice_the_same(name: str) -> None:
    assert difference(name, 5, 3) == difference(name, 5, 3)


def test_the_advice_is_the_one_that_was_measured() -> None:
    """What the table of 2,000 deals a ruleset was made with comes to the same in these, digit for digit."""
    asked = [("shandong", 1), ("encyclopedia", 3), ("room-quick", 4), ("room-normal", 4)]
    assert [difference(rules, 1, number) for rules, number in asked] == [8.0, 6.0, -2.0, -3.0]


def test_a_margin_needs_three_standard_errors(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = {"simple": Margin("simple", 0.31, 0.1, 9), "classic": Margin("classic", 0.29, 0.1, 9)}
    monkeypatch.setattr("tests.advice.margin", lambda rules, *_: found[rules])
    asked: Sequence[tuple[list[str], int]] = [(["simple"], 0), (["classic"], 1), (["classic", "simple"], 1)]
    for rules, status in asked:
        assert main(9, 1, rules, 1) == status
    assert "| simple | 9 | +0.310 | 0.100 | 3.1 |" in capsys.readouterr().out
