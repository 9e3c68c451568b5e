"""一条: what became of a game, and the ledger that keeps it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from analyzer.archive.places import LEDGER
from analyzer.paipu.disk import sync_folder
from analyzer.words import Lang, Words

Outcome = Literal["stored", "extended", "duplicate", "conflict", "rejected"]
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

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """The line of the ledger; the way is none of its matter.

        >>> Entry("a.jsonl", 1, "7", "duplicate", "valid", THERE).to_json("en")["reason"]
        'the archive has this game already'
        """
        told = {**self._asdict(), "reason": self.reason.say(lang) if self.reason else None}
        del told["way"]
        return told


def note(folder: Path, entries: Iterable[Entry], lang: Lang) -> None:
    """记账: lines at the end of the ledger, in one write, synced; a line that was cut short before is closed first."""
    path = folder / LEDGER
    new = not path.exists()
    lines = [json.dumps(entry.to_json(lang), ensure_ascii=False) for entry in entries]
    data = b"".join(line.encode("utf-8", "backslashreplace") + b"\n" for line in lines)
    with path.open("a+b") as stream:
        if stream.seek(0, os.SEEK_END):
            stream.seek(-1, os.SEEK_END)
            data = data if stream.read(1) == b"\n" else b"\n" + data
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    if new:
        sync_folder(path.parent)
