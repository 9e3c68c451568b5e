"""The engine against the oracle, which tells the rules a second time (`python -m tests.duel` runs longer)."""

from __future__ import annotations

from random import Random

import pytest

from analyzer.replay import rules_of
from analyzer.rules.mark import RULES
from tests.duel import differences, logs, variant


def test_changed_and_masked_logs_get_the_oracles_verdict() -> None:
    sources, random = logs(), Random(20261130)
    for _ in range(400):
        log = variant(sources, random)
        assert differences(log) == {}, log["game"]


def test_the_duel_notices_a_changed_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison itself can fail: an engine that forgets to score is told apart."""
    log = next(log for log in logs() if log["rules"] == "shandong" and any(log["events"][-1].get("scores", [])))
    assert differences(log) == {}
    monkeypatch.setattr("analyzer.verdict.points", lambda _ruleset, _table: (0, 0, 0, 0, 0))
    assert set(differences(log)) >= {"status", "scores"}


def test_every_rule_is_marked_once() -> None:
    names = [rule.__name__ for rule in RULES]
    assert len(names) == len(set(names)) > 60
    assert rules_of.__name__ not in names
