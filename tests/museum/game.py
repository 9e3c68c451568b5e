"""The small game of the museum, as a file says it; its answers are reasoned in `tests/test_replay.py`.

Seat 1 is emperor, 2 its guard; 5 goes out first, then 1, then 2, which ends it: 2, 1, -1, -1, -1.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.conftest import Paishen
from tests.test_replay import DECK, PLAYS, events

NAMES = ["甲", "乙", "丙", "丁", "戊"]
END: dict[str, Any] = {"type": "end", "places": [2, 3, 0, 0, 1], "scores": [2, 1, -1, -1, -1]}
POINTS = dict(zip(NAMES, END["scores"], strict=True))


def header(**keys: Any) -> dict[str, Any]:
    """The header of the small game."""
    rules = {"base": "simple", "deck": DECK}
    return {"format": "paipu", "version": 1, "game": "g", "rules": rules, "players": NAMES, **keys}


def acts() -> list[dict[str, Any]]:
    """Its events, the claim last."""
    return [*events([*PLAYS]), END]


def document(happened: list[dict[str, Any]] | None = None, **keys: Any) -> bytes:
    """The game as one object."""
    return json.dumps({**header(**keys), "events": happened or acts()}, ensure_ascii=False).encode()


def lines(happened: list[dict[str, Any]] | None = None, **keys: Any) -> bytes:
    """The game as lines."""
    rows = [header(**keys), *(happened or acts())]
    return b"".join(json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in rows)


def put(path: Path, *games: bytes) -> Path:
    """A file of games."""
    path.write_bytes(b"".join(game if game.endswith(b"\n") else game + b"\n" for game in games))
    return path


def points(paishen: Paishen, archive: Path) -> dict[str, int]:
    """What every person made, as the archive tells it."""
    found: dict[str, int] = {}
    for row in paishen("query", "results", "--archive", archive, "--json").json:
        assert type(row["points"]) is int
        found[row["person"]] = found.get(row["person"], 0) + row["points"]
    return found
