"""导入: games from files into the archive, lot by lot."""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Final

from analyzer.archive import Archive
from analyzer.archive.compacting import compact_many
from analyzer.archive.ledger import mend
from analyzer.archive.manifest import begin, read_manifest, write_manifest
from analyzer.archive.places import alone
from analyzer.archive.segments import write_segment
from analyzer.batch.compiled import digest
from analyzer.importing.adopting import KEEPS, adopt, grown
from analyzer.importing.entry import Entry, note
from analyzer.importing.item import Item
from analyzer.importing.lot import Decision, decide, judged
from analyzer.importing.lots import Part, lots_of
from analyzer.importing.parts import Job, Prepared, prepare
from analyzer.importing.pool import workers_here
from analyzer.importing.tasks import Task, games_of_task, tasks_of
from analyzer.words import Lang

INCOMING: Final = ".incoming"
Spread = Callable[[Callable[[Job], Prepared], Iterable[Job]], Iterator[Prepared]]
"""How jobs are done: anywhere, in any order; what comes of them comes in their order."""


def bring(
    files: Iterable[Path], folder: Path, lang: Lang = "zh", *,
    spreading: Spread | None = None, always: bool = False,
) -> Iterator[Entry]:  # fmt: skip
    """导入: the games of some files, folders or packed files into the archive in a folder, which is made if need be.

    An entry comes once its game is on the disk. `lang` is the ledger's language; `spreading` says who reads and judges
    (left out: this process, and so for a single task unless `always`). The archive comes out the same, whoever does it.
    Another import is waited for. Raises `PaishenError` where the archive is damaged, `OSError` where it cannot be
    written.
    """
    folder = folder.absolute()
    with alone(folder):
        begin(folder)
        shutil.rmtree(folder / INCOMING, ignore_errors=True)
        keeping = Keeping(folder, lang)
        mend(keeping.archive, lang)
        tasks = tasks_of(files)
        first = list(islice(tasks, 2))
        if spreading is None or (len(first) < 2 and not always):
            for task in chain(first, tasks):
                yield from keeping.do(task)
        else:
            yield from _apart(keeping, chain(first, tasks), spreading)
        compact_many(folder)


def _apart(keeping: Keeping, tasks: Iterable[Task], spreading: Spread) -> Iterator[Entry]:
    """Tasks done elsewhere and taken over in their order; those that can only be done here are done here."""
    place = keeping.folder / INCOMING / uuid.uuid4().hex
    waiting: list[Task] = []

    def elsewhere() -> Iterator[Job]:
        for task in tasks:
            if task.is_here_only:
                waiting.append(task)
            else:
                yield Job(task, keeping.folder, place)

    try:
        for prepared in spreading(prepare, elsewhere()):
            number = int(prepared.folder.name)
            while waiting and waiting[0].number < number:
                yield from keeping.do(waiting.pop(0))
            yield from keeping.take(prepared)
        for task in waiting:
            yield from keeping.do(task)
    finally:
        shutil.rmtree(keeping.folder / INCOMING, ignore_errors=True)


class Keeping:
    """保管: the one who writes to the archive."""

    def __init__(self, folder: Path, lang: Lang) -> None:
        self.folder, self.lang = folder, lang
        self.archive = Archive(folder)

    def do(self, task: Task) -> Iterator[Entry]:
        """Read, judge and store the games of a task here."""
        for parts in lots_of(games_of_task(task)):
            yield from self._noted(self._stored(parts))

    def take(self, prepared: Prepared) -> Iterator[Entry]:
        """Store what a worker has prepared."""
        for lot in prepared.lots:
            manifest = read_manifest(self.folder)
            segment, entries = adopt(self.archive, manifest, prepared.folder, lot)
            if segment:
                write_manifest(self.folder, grown(manifest, segment))
            yield from self._noted(entries)
        shutil.rmtree(prepared.folder, ignore_errors=True)

    def _noted(self, entries: list[Entry]) -> list[Entry]:
        note(self.folder, entries, self.lang)
        return entries

    def _stored(self, parts: list[Part]) -> list[Entry]:
        """Write a lot; its entries, in the order in which the games were read."""
        items = [part for part in parts if isinstance(part, Item)]
        decisions = decide(self.archive, items) if items else []
        statuses, ways = self._write(items, decisions)
        entries, at = [], 0
        for part in parts:
            if isinstance(part, Entry):
                entries.append(part)
                continue
            decision, status = decisions[at], statuses.get(at)
            place = part.file, part.line, part.game
            status = status or decision.status or self._status(part, items, statuses)
            entries.append(Entry(*place, decision.outcome, status, decision.reason, ways.get(at)))
            at += 1
        return entries

    def _write(self, items: list[Item], decisions: list[Decision]) -> tuple[dict[int, str], dict[int, str]]:
        """Store the games that are to be kept as a segment; the status of each, and the way it was judged."""
        kept = [at for at, decision in enumerate(decisions) if decision.outcome in KEEPS]
        if not kept:
            return {}, {}
        extends = [decisions[at].extends for at in kept]
        stored = judged([items[at] for at in kept], extends, workers_here())
        manifest = read_manifest(self.folder)
        segment = write_segment(self.folder, f"{manifest.files:09}", manifest.following, digest(), stored)
        write_manifest(self.folder, grown(manifest, segment))
        status, way = (dict(zip(kept, stored.columns[name], strict=True)) for name in ("status", "way"))
        return status, way

    @staticmethod
    def _status(part: Item, items: list[Item], statuses: dict[int, str]) -> str | None:
        """The status of a game whose like came earlier in the same lot."""
        alike = (at for at, item in enumerate(items) if item.sha256 == part.sha256 and at in statuses)
        return statuses.get(next(alike, -1))
