"""样例: the games that the browser tests look at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from analyzer.events import Log
from analyzer.paipu import Sourced, loads
from analyzer.paipu.writing import header_of
from analyzer.recorder import Recorder
from analyzer.recorder.places import recordings
from tests.browser.fold import fold

HERE = Path(__file__).resolve().parent
HOSTILE = [
    "a.b <img src=x onerror=alert(1)>", "**甲** שלום ![p](http://evil.example/p.png)", ":smile: 😀 $x^2$ -> `c`",
    "=1+1 [l](javascript:alert(1)) www.evil.example", "永" * 64,
]  # fmt: skip

NASTY = "<b>x</b> *2* [a](http://evil.example) =1+1 :smile: ![p](//evil.example/p.png) 甲\u200f乙"


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


def nasty() -> Log:
    """The game with a message, a note, an id and names like syntax."""
    made = {**log(), "game": NASTY, "players": HOSTILE, "started": "2027-01-01T20:00:00+08:00"}
    made["events"] = [{"type": "note", "text": NASTY}, *made["events"]]
    for event in made["events"]:
        if event["type"] == "mind":
            event["text"] = f"<svg onload=alert(1)> {NASTY}"
    (found,) = loads(json.dumps(made).encode(), "nasty.paipu.json")
    assert isinstance(found, Sourced)
    return found.log


def recording(archive: Path) -> None:
    """The beginning of that game, as it is being recorded beside an archive; its name there is "nasty"."""
    log = nasty()
    folder = recordings(archive)
    folder.mkdir()
    with Recorder(folder / "nasty.paipu.jsonl", header_of(log)) as recorder:
        for event in log.events[:14]:
            recorder.append(event)


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
