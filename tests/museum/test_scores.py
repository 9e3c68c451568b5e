"""博物馆·分: faults of scores and totals - what was added up, compared or carried on wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.audit import audit_log
from analyzer.errors import Unreadable
from analyzer.importing import bring
from analyzer.paipu import dumps_json, loads, write
from analyzer.replay import judge_log
from tests.conftest import Paishen
from tests.test_ledger import evening
from tests.test_replay import PLAYS, events, log_of

HUGE = 2**53 - 1


def ended(scores: list[int]) -> dict[str, object]:
    """An end that claims scores."""
    return {"type": "end", "scores": scores}


def test_a_swap_of_two_seats_is_seen() -> None:
    """As sets the claimed scores are those of the rules: emperor and guard have changed places."""
    log = log_of([*events([*PLAYS]), ended([1, 2, -1, -1, -1])])
    assert judge_log(log).status == "disputed"
    (finding,) = audit_log(log).findings
    assert (finding.kind, finding.seats) == ("swapped", (1, 2))


@pytest.mark.parametrize("beyond", [HUGE + 1, -HUGE - 1, 2**64])
def test_a_number_that_not_every_reader_holds_is_refused(beyond: int) -> None:
    """JSON readers that think in floats would make another number of it."""
    text = dumps_json(log_of([*events([*PLAYS]), ended([77, 1, -1, -1, -1])])).replace(b"77", str(beyond).encode())
    (found,) = loads(text, "a.paipu.json")
    assert isinstance(found, Unreadable)
    assert found.path == "events[10].scores[0]"


def test_the_largest_number_of_all_is_itself(tmp_path: Path, paishen: Paishen) -> None:
    write(tmp_path / "a.paipu.json", [log_of([*events([*PLAYS]), ended([HUGE, -HUGE, 0, 0, 0])])])
    list(bring([tmp_path / "a.paipu.json"], tmp_path / "a"))
    sql = "SELECT claimed_scores[1] AS one, claimed_scores[2] AS two FROM games"
    (row,) = paishen("query", "--sql", sql, "--archive", tmp_path / "a", "--json").json
    assert (row["one"], row["two"]) == (HUGE, -HUGE)
    assert f"{HUGE},-{HUGE}" in paishen("query", "--sql", sql, "--archive", tmp_path / "a", "--csv").out
    said = paishen("audit", tmp_path / "a.paipu.json").out
    assert str(HUGE) in said
    assert f"-{HUGE}" in said


def test_sums_stay_whole_numbers(tmp_path: Path, paishen: Paishen) -> None:
    write(tmp_path / "a.paipu.jsonl", evening(1, 5, 1))
    list(bring([tmp_path / "a.paipu.jsonl"], tmp_path / "a"))
    told = paishen("ledger", "--sitting", "t", tmp_path / "a", "--json")
    assert "14" in told.out
    assert ".0" not in told.out
    out = paishen("query", "results", "--archive", tmp_path / "a", "--csv").out
    assert ",7.0" not in out
