"""The cases: logs with verdicts that were made by a program which knows only the written contract."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from analyzer.paipu import loads
from analyzer.replay import judge_found
from analyzer.verdict import Verdict
from tests import oracle

CASES = Path(__file__).parent / "cases"
EXPECTED: list[dict[str, Any]] = [
    json.loads(line) for line in (CASES / "expect.jsonl").read_text(encoding="utf-8").splitlines()
]
LINES = gzip.decompress((CASES / "games.jsonl.gz").read_bytes()).split(b"\n")


@pytest.fixture(scope="module")
def verdicts() -> list[Verdict]:
    """The verdicts on the cases, read as one file."""
    return [judge_found(found) for found in loads(b"\n".join(LINES), "games.jsonl")]


def test_every_line_gets_one_verdict(verdicts: list[Verdict]) -> None:
    assert len(verdicts) == len(EXPECTED) == 358
    assert [verdict.line for verdict in verdicts] == list(range(1, 359))


@pytest.mark.parametrize("number", range(358))
def test_the_verdict_is_the_expected_one(verdicts: list[Verdict], number: int) -> None:
    expected, found = EXPECTED[number], verdicts[number].to_json("en")
    if expected["status"] == "unreadable":
        assert found["status"] == "unreadable"
        return
    assert {key: found[key] for key in expected} == expected


def test_the_oracle_agrees_with_the_cases() -> None:
    for line, expected in zip(LINES, EXPECTED, strict=False):
        found = oracle.verdict(line)
        assert {key: found[key] for key in expected} == expected or expected["status"] == "unreadable"
        assert found["status"] == expected["status"]
