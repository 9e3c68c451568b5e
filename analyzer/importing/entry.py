"""一条: what became of a game, and the ledger that keeps it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec import to_builtins

from analyzer.archive.ledger import Line, append, written
from analyzer.archive.ledger import Outcome as Outcome  # noqa: PLC0414  it belongs to an entry
from analyzer.archive.places import LEDGER
from analyzer.words import Lang, Words

THERE: Final = Words("档案里已经有这一局", "the archive has this game already")
FURTHER: Final = Words("档案里的这一局记得更多", "the archive has more of this game already")
EXTENDS: Final = Words("接着档案里的记录, 从此以它为准", "it goes on from what the archive has, and takes its place")
CORRECTS: Final = Words(
    "更正档案里的记录, 从此以它为准", "it corrects a log that the archive has, and takes its place"
)
CORRECTED: Final = Words(
    "档案里已有它的更正, 以更正为准", "the archive has a correction of it already, which takes its place"
)
CONFLICT: Final = Words(
    "档案里有同名同视角而内容不同的一局, 两份都保留",
    "the archive has a game of this name and view with other content; both are kept",
)


class Entry(NamedTuple):
    """一条: what became of one game; `reason` says why it was not simply stored.

    `way`: whether a game that was stored was judged in bulk (`batch`) or step by step (`replay`).
    """

    file: str
    line: int | None
    game: str | None
    outcome: Outcome
    status: str | None
    reason: Words | None = None
    way: str | None = None

    def told(self, lang: Lang) -> Line:
        """The line of the ledger; the way is none of its matter."""
        reason = self.reason.say(lang) if self.reason else None
        return Line(self.file, self.line, self.game, self.outcome, self.status, reason)

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """The same for JSON.

        >>> Entry("a.jsonl", 1, "7", "duplicate", "valid", THERE).to_json("en")["reason"]
        'the archive has this game already'
        """
        told: dict[str, Any] = to_builtins(self.told(lang))
        return told


def note(folder: Path, entries: Iterable[Entry], lang: Lang) -> None:
    """记账: lines at the end of the ledger, in one write, synced."""
    append(folder / LEDGER, b"".join(written(entry.told(lang)) for entry in entries))
