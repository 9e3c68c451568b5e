"""一局: a game that was read and can be stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from msgspec import UNSET

from analyzer.batch import packed
from analyzer.errors import PaishenError, Unreadable
from analyzer.events import Log
from analyzer.importing.entry import Entry
from analyzer.importing.head import Head, head_of
from analyzer.paipu import Sourced
from analyzer.paipu.chain import Integrity, content_hash, examine
from analyzer.replay import fill
from analyzer.rulesets import Resolved

PACKED = np.dtype([("word", "<u4"), ("shown", "<u2")])
"""An event in 6 bytes."""


class Item(NamedTuple):
    """一局: where a game was read and its bytes, its header, its content hash, and its events in numbers.

    `codes` are `PACKED`; `times` None where no event has one; `hands` as written, between quotation marks, or by card
    as in `batch.Packed`, None where they cannot be said so; `claim`, `said`, `ends` as there. `log` makes the log.
    """

    file: str
    line: int
    raw: bytes
    form: str
    head: Head
    game: str
    sha256: str
    codes: bytes
    times: Sequence[int | None] | None
    hands: bytes | list[int] | None
    claim: list[int]
    said: int
    ends: int
    integrity: Integrity
    broken: int | None
    log: Callable[[], Log]

    @property
    def resolved(self) -> Resolved:
        """Its rules."""
        return self.head.resolved

    @property
    def view(self) -> int:
        """Whose view it is."""
        return self.head.view

    @property
    def replaces(self) -> str | None:
        """The content hash of the log that it corrects."""
        found: str | None = self.head.columns["replaces"]
        return found

    @property
    def events(self) -> int:
        """How many events it has."""
        return len(self.codes) // PACKED.itemsize


def item_of(found: Sourced) -> Item | Entry:
    """A game that can be judged, or the entry that says why it cannot."""
    try:
        log = (fill(found) if found.gaps else found).log
        head = head_of(log)
        sha256 = content_hash(log)
    except PaishenError as error:
        words = error.inside()
        return Entry(found.file, found.line, found.log.game, "rejected", "unreadable", words)
    row = packed(log)
    codes = np.empty(len(row.words), PACKED)
    codes["word"], codes["shown"] = row.words, row.shown
    times = [None if event.t is UNSET else event.t for event in log.events]
    integrity, broken = examine(log)
    return Item(
        found.file, found.line, found.raw, "jsonl" if found.form == "parquet" else found.form, head, log.game, sha256,
        codes.tobytes(), times, row.hands, row.claim, row.said, row.ends, integrity, broken, lambda: log,
    )  # fmt: skip


def rejected(error: Unreadable) -> Entry:
    """The entry of what cannot be read."""
    return Entry(error.file or "", error.line, error.game, "rejected", "unreadable", error.inside(event=True))


def taken(found: Sourced | Unreadable | Item) -> Item | Entry:
    """What a reader found, as a game or as the entry of what cannot be taken."""
    if isinstance(found, Item):
        return found
    return rejected(found) if isinstance(found, Unreadable) else item_of(found)
