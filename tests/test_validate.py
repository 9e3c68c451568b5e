"""`paishen validate` from the outside."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from analyzer.paipu import write
from analyzer.replay import judge_log
from tests.conftest import Paishen
from tests.test_replay import PLAYS, events, log_of

KEYS = [
    "file", "line", "game", "status", "event", "code", "message", "emperor", "guard", "solo", "doubled", "winner",
    "places", "scores", "claimed_places", "claimed_scores", "dissolved", "integrity",
]  # fmt: skip


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Two games: one right, one with two scores swapped."""
    right = log_of([*events([*PLAYS]), {"type": "end", "scores": [2, 1, -1, -1, -1]}], game="right")
    wrong = log_of([*events([*PLAYS]), {"type": "end", "scores": [1, 2, -1, -1, -1]}], game="wrong")
    path = tmp_path / "two.paipu.jsonl"
    write(path, [right, wrong])
    return path


def test_json_has_the_keys_of_the_contract_in_order(paishen: Paishen, file: Path) -> None:
    done = paishen("validate", str(file), "--json")
    found = [json.loads(line) for line in done.out.splitlines()]
    assert done.status == 1
    assert [list(verdict) for verdict in found] == [KEYS, KEYS]
    assert [(verdict["game"], verdict["status"]) for verdict in found] == [("right", "valid"), ("wrong", "disputed")]
    assert found[1]["scores"] == [2, 1, -1, -1, -1]
    assert found[1]["claimed_scores"] == [1, 2, -1, -1, -1]


def test_one_game_alone(paishen: Paishen, file: Path) -> None:
    assert paishen("validate", str(file), "--game", "right").status == 0
    done = paishen("validate", str(file), "--game", "other")
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") <= 2


def test_what_cannot_be_read_is_said_and_loses_no_neighbour(paishen: Paishen, file: Path) -> None:
    file.write_bytes(file.read_bytes() + b'{"format": "paipu", "version": 9}\n')
    done = paishen("validate", str(file), "--json")
    assert done.status == 2
    assert [json.loads(line)["status"] for line in done.out.splitlines()] == ["valid", "disputed", "unreadable"]


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ({"scores": [9, 1, -1, -1, -1]}, "the claimed scores are not"),
        ({"places": [5, 4, 3, 2, 1]}, "the claimed places are not"),
        ({"guard": 3}, "the claimed guard is not"),
        ({"emperor": 3}, "the claimed emperor is not"),
    ],
)
def test_what_is_disputed_is_said(claim: dict[str, Any], said: str) -> None:
    words = judge_log(log_of([*events([*PLAYS]), {"type": "end", **claim}])).words
    assert words is not None
    assert words.en.startswith(said)


def test_a_file_that_is_not_there(paishen: Paishen, tmp_path: Path) -> None:
    done = paishen("validate", str(tmp_path / "none.json"))
    assert done.status == 2
    assert "Traceback" not in done.err + done.out
