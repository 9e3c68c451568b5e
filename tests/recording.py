"""What the tests of the recorder share: a small game and its header, and ways to read a recorded file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from analyzer.paipu import Sourced, read
from analyzer.replay import judge_log
from analyzer.verdict import Verdict
from tests.test_replay import DECK, PLAYS, events

PLAYERS = ["甲", "乙", "丙", "丁", "戊"]
HEADER: dict[str, Any] = {
    "format": "paipu", "version": 1, "game": "small", "rules": {"base": "simple", "deck": DECK}, "players": PLAYERS,
}  # fmt: skip
GAME: list[dict[str, Any]] = [
    {**event, "x-id": number}
    for number, event in enumerate([*events([*PLAYS]), {"type": "end", "places": [2, 3, 0, 0, 1]}])
]
"""The small game of ten cards, event by event, as a server would send it."""
ADDED = ("salt", "rules_sha256", "h")


def stored(path: Path) -> list[dict[str, Any]]:
    """The lines of a file; every one is whole."""
    data = path.read_bytes()
    assert data.endswith(b"\n")
    return [json.loads(line) for line in data.splitlines()]


def said(path: Path) -> list[dict[str, Any]]:
    """The events of a file as they were sent, without their place in the chain."""
    return [{key: value for key, value in event.items() if key != "h"} for event in stored(path)[1:]]


def verdict_of(path: Path) -> Verdict:
    """The verdict on the one game of a file."""
    (found,) = read(path)
    assert isinstance(found, Sourced), found
    return judge_log(found.log)
