"""留存: what was worked out once stays in the user's cache folder, by all that it hangs on.

The name of a file is made from nothing but what the view saw, what was asked for, and the programs and the model that
answer. A file that is missing, cut short or of another shape is worked out anew and written again.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

from analyzer.batch.machine import digest_of
from analyzer.data import data
from analyzer.errors import PaishenError
from analyzer.events import Event, Note, Seal
from analyzer.paipu.disk import put
from analyzer.paipu.writing import plain
from analyzer.replay import Replay, previous_of
from analyzer.sight import as_seen

FORMAT: Final = "paishen-outlook 1"
SOURCES: Final = (
    "cards.py", "rulesets.py", "sight.py", "states.py", "rules/*.py", "replay/*.py", "tracking/*.py", "bots/*.py",
    "simulate/*.py", "deduction/*.py", "outlook/*.py",
)  # fmt: skip
"""The programs that a figure hangs on."""
UNTOLD: Final = ("h", "t")
"""Keys of an event that say nothing about the game: and a chain knows all hands."""
MOST: Final = 400
"""So many files are kept, the latest used."""


@cache
def digest() -> str:
    """指纹: the digest of the programs and of the model of the guard."""
    return digest_of(SOURCES, (data("schemas") / "models" / "guard.json").read_bytes())


def key_of(replay: Replay, view: int, playouts: int, seed: int) -> str:
    """钥: the name under which a story is kept; the same for games that a view cannot tell apart."""
    log = replay.log
    events = [_told(event) for event in as_seen(log, view)]
    parts = [FORMAT, digest(), view, playouts, seed, log.eyes, replay.resolved.sha256, previous_of(log), events]
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode()).hexdigest()


def _told(event: Event) -> dict[str, Any]:
    """An event as far as it matters to the game."""
    if isinstance(event, (Note, Seal)):
        return {"type": type(event).__name__}
    return {key: value for key, value in plain(event).items() if key not in UNTOLD and not key.startswith("x-")}


def folder() -> Path:
    """缓存: where stories are kept."""
    from platformdirs import user_cache_path

    return user_cache_path("paishen", appauthor=False) / "outlook"


def kept(key: str) -> dict[str, Any] | None:
    """取: what is kept under a name; None where nothing is, or nothing that can be used."""
    path = folder() / f"{key}.json"
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
    if not isinstance(found, dict) or found.get("key") != key or not _is_whole(found.get("story")):
        return None
    with suppress(OSError):
        os.utime(path)
    story: dict[str, Any] = found["story"]
    return story


def _is_whole(story: Any) -> bool:
    return isinstance(story, dict) and isinstance(story.get("events"), list)


def keep(key: str, story: dict[str, Any]) -> None:
    """存: keep a story, whole or not at all; where no file can be written nothing is kept."""
    path = folder() / f"{key}.json"
    with suppress(OSError, PaishenError):
        path.parent.mkdir(parents=True, exist_ok=True)
        put(path, json.dumps({"key": key, "story": story}, ensure_ascii=False).encode())
        _tidy(path.parent)


def _tidy(where: Path) -> None:
    """Remove what has not been used for longest, beyond so many files."""
    files = sorted(where.glob("*.json"), key=lambda path: path.stat().st_mtime)
    for path in files[:-MOST]:
        path.unlink(missing_ok=True)
