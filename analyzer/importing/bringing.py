"""导入: games from files into the archive, lot by lot."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from msgspec import structs

from analyzer.archive import Archive
from analyzer.archive.compacting import compact_many
from analyzer.archive.manifest import begin, read_manifest, write_manifest
from analyzer.archive.places import alone
from analyzer.archive.segments import write_segment
from analyzer.batch.compiled import digest
from analyzer.errors import Unreadable
from analyzer.importing.entry import Entry, note
from analyzer.importing.item import Item, taken
from analyzer.importing.lot import Decision, decide, judged
from analyzer.importing.sources import games_of
from analyzer.paipu import Sourced
from analyzer.words import Lang, Words

LOT_GAMES: Final = 8000
LOT_EVENTS: Final = 1_000_000
LOT_BYTES: Final = 40 << 20
"""How many games, events and bytes are stored together at most."""
KEEPS: Final = ("stored", "extended", "conflict")


def bring(
    files: Iterable[Path], folder: Path, lang: Lang = "zh", tell: Callable[[Words], None] | None = None
) -> Iterator[Entry]:
    """导入: the games of some files, folders or packed files into the archive in a folder, which is made if need be.

    An entry comes once its game is on the disk. `lang` is the ledger's language; `tell` hears what takes its time.
    Another import is waited for. Raises `PaishenError` where the archive is damaged, `OSError` where it cannot be
    written.
    """
    folder = folder.absolute()
    with alone(folder):
        begin(folder)
        lot = Lot(folder, lang, tell)
        for file in files:
            for found in games_of(file):
                lot.add(found)
                if lot.full:
                    yield from lot.store()
        yield from lot.store()
        compact_many(folder)


class Lot:
    """一批: the games that are stored together next."""

    def __init__(self, folder: Path, lang: Lang, tell: Callable[[Words], None] | None) -> None:
        self.folder, self.lang, self.tell = folder, lang, tell
        self.archive = Archive(folder)
        self.parts: list[Item | Entry] = []
        self.events = self.bytes = 0

    @property
    def full(self) -> bool:
        """Whether it is time to store."""
        return len(self.parts) >= LOT_GAMES or self.events >= LOT_EVENTS or self.bytes >= LOT_BYTES

    def add(self, found: Sourced | Unreadable | Item) -> None:
        """Take what a reader found into the lot."""
        part = taken(found)
        self.parts.append(part)
        if isinstance(part, Item):
            self.events += part.events
            self.bytes += len(part.raw)

    def store(self) -> list[Entry]:
        """Write the lot; its entries, in the order in which the games were read."""
        items = [part for part in self.parts if isinstance(part, Item)]
        decisions = decide(self.archive, items) if items else []
        statuses = self._write(items, decisions)
        entries, at = [], 0
        for part in self.parts:
            if isinstance(part, Entry):
                entries.append(part)
                continue
            decision, status = decisions[at], statuses.get(at)
            place = part.file, part.line, part.game
            status = status or decision.status or self._status(part, items, statuses)
            entries.append(Entry(*place, decision.outcome, status, decision.reason))
            at += 1
        if entries:
            note(self.folder, entries, self.lang)
        self.parts, self.events, self.bytes = [], 0, 0
        return entries

    def _write(self, items: list[Item], decisions: list[Decision]) -> dict[int, str]:
        """Store the games that are to be kept as a segment; the status of each."""
        kept = [at for at, decision in enumerate(decisions) if decision.outcome in KEEPS]
        if not kept:
            return {}
        stored = judged(
            [items[at] for at in kept], [decisions[at].extends for at in kept], self.tell, os.cpu_count() or 1
        )
        manifest = read_manifest(self.folder)
        name = f"{manifest.files:09}"
        segment = write_segment(self.folder, name, manifest.following, digest(), stored)
        grown = structs.replace(
            manifest, segments=(*manifest.segments, segment), following=manifest.following + len(kept),
            files=manifest.files + 1,
        )  # fmt: skip
        write_manifest(self.folder, grown)
        return dict(zip(kept, stored.columns["status"], strict=True))

    @staticmethod
    def _status(part: Item, items: list[Item], statuses: dict[int, str]) -> str | None:
        """The status of a game whose like came earlier in the same lot."""
        alike = (at for at, item in enumerate(items) if item.sha256 == part.sha256 and at in statuses)
        return statuses.get(next(alike, -1))
