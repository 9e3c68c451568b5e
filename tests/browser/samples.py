"""样例: the games that the browser tests look at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.browser.fold import fold

HERE = Path(__file__).resolve().parent
HOSTILE = [
    "a.b <img src=x onerror=alert(1)>", "**甲** ![p](http://evil.example/p.png)", ":smile: $x^2$ -> `c`",
    "=1+1 [l](javascript:alert(1)) www.evil.example", "永" * 64,
]  # fmt: skip


def log() -> dict[str, Any]:
    """One game of 204 events: two yields, a rebellion, a message, an undo, a wrong claim."""
    found: dict[str, Any] = json.loads((HERE / "game.paipu.json").read_text("utf-8"))
    return found


def verdict() -> dict[str, Any]:
    """What the rules say of it: disputed."""
    found: dict[str, Any] = json.loads((HERE / "game.verdict.json").read_text("utf-8"))
    return found


def logs() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The game with its verdict, and the same with names that look like syntax."""
    hostile = {**log(), "game": "<b>x</b> *2*", "players": HOSTILE}
    return [(log(), verdict()), (hostile, {**verdict(), "status": "valid", "claimed_scores": None})]


def game(view: int = 0, lang: str = "zh") -> dict[str, Any]:
    """The game at the table, as a view sees it."""
    return fold(log(), view, lang, verdict())


def hostile() -> dict[str, Any]:
    """The game with names, id and message that look like syntax."""
    made = {**log(), "game": "</script><script>alert(1)</script>", "players": HOSTILE}
    for event in made["events"]:
        if event["type"] == "mind":
            event["text"] = "<svg onload=alert(1)>"
    return fold(made, 0, "zh", verdict())
