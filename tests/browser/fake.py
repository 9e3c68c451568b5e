"""替身: serves the dashboard over an archive that is only a list of games in memory.

The stand-ins have the shapes that the dashboard asks for, so that its pages can be tried without Parquet,
DuckDB and the replay engine. Run as `python -m tests.browser.fake PORT`.
"""

from __future__ import annotations

import sys
import tempfile
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.browser.fold import fold
from tests.browser.samples import logs


class Archive:
    """The archive's two questions, answered from a list."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.kept = logs()

    def identity(self) -> str:
        """Never changes: nothing is added."""
        return "fake"

    def games(
        self, player: str | None = None, ruleset: str | None = None, status: str | None = None
    ) -> list[dict[str, Any]]:
        """The rows that fit."""
        rows = [self.row(log, told) for log, told in self.kept]
        return [
            row for row in rows
            if player in (None, *row["players"])
            and ruleset in (None, row["ruleset"]) and status in (None, row["status"])
        ]  # fmt: skip

    @staticmethod
    def row(log: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
        """One row of the list."""
        header = {"game": log["game"], "view": 0, "ruleset": log["rules"], "players": log["players"]}
        return {**told, **header, "started": None, "events": len(log["events"]), "sha256": "0" * 64}

    def log(self, game: str, view: int | None = None) -> dict[str, Any]:
        """The log of a game."""
        del view
        return next(log for log, _ in self.kept if log["game"] == game)


def frames_game(log: dict[str, Any], view: int, lang: str) -> dict[str, Any]:
    """Stands in for `analyzer.viewer.frames.game`."""
    told = next(told for kept, told in logs() if kept["game"] == log["game"])
    return fold(log, view, lang, told)


def install(put: Callable[[str, types.ModuleType], None] = sys.modules.__setitem__) -> None:
    """Puts the stand-ins where the dashboard looks for the real ones."""
    archive = types.ModuleType("analyzer.archive")
    archive.Archive = Archive  # type: ignore[attr-defined]
    frames = types.ModuleType("analyzer.viewer.frames")
    frames.game = frames_game  # type: ignore[attr-defined]
    put(archive.__name__, archive)
    put(frames.__name__, frames)


if __name__ == "__main__":
    install()
    from dashboards.launch import Door, serve

    serve(Path(tempfile.gettempdir()), Door(int(sys.argv[1])), browser=False)
