"""备件: the games of a task read and judged by a worker, in files that the archive then takes over.

A worker does not know what other workers have; it leaves out only what the archive had already. Its files have the
form of the archive's own. They are written in a folder that is the worker's alone and moved to a fixed name: a task
that is done twice, because its first worker seemed dead, leaves one of two equal results.
"""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from analyzer.archive import Archive
from analyzer.archive.segments import write_segment
from analyzer.batch.compiled import digest
from analyzer.importing.entry import THERE, Entry
from analyzer.importing.item import Item
from analyzer.importing.lot import judged, stored_under
from analyzer.importing.lots import Part, lots_of
from analyzer.importing.tasks import Task, games_of_task


class Job(NamedTuple):
    """差事: a task, the archive that it is for, and the folder for what comes of it."""

    task: Task
    archive: Path
    place: Path


class Lot(NamedTuple):
    """一批备件: the name of its files, and its games in order: None for one in the files, else what became of it."""

    name: str
    entries: tuple[Entry | None, ...]

    @property
    def stored(self) -> int:
        """How many games are in the files."""
        return self.entries.count(None)


class Prepared(NamedTuple):
    """备好的一件: where its files are, and its lots."""

    folder: Path
    lots: tuple[Lot, ...]


def prepare(job: Job) -> Prepared:
    """备件: read and judge the games of a task."""
    final = job.place / f"{job.task.number:09}"
    work = job.place / f"{job.task.number:09}.{uuid.uuid4().hex}"
    work.mkdir(parents=True)
    try:
        archive = Archive(job.archive)
        lots = [
            _lot(archive, work, f"{number:09}", parts)
            for number, parts in enumerate(lots_of(games_of_task(job.task)), 1)
        ]
        with suppress(OSError):  # somebody else has done it meanwhile
            work.rename(final)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return Prepared(final, tuple(lots))


def _lot(archive: Archive, work: Path, name: str, parts: Sequence[Part]) -> Lot:
    """The files of one lot."""
    items = [part for part in parts if isinstance(part, Item)]
    there = known(archive, items)
    entries: list[Entry | None] = []
    fresh: list[Item] = []
    for part in parts:
        if isinstance(part, Entry):
            entries.append(part)
        elif (key := (part.game, part.view, part.sha256)) in there:
            entries.append(Entry(part.file, part.line, part.game, "duplicate", there[key], THERE))
        else:
            entries.append(None)
            fresh.append(part)
    if fresh:
        write_segment(work, name, 1, digest(), judged(fresh, [None] * len(fresh), 1))
    return Lot(name, tuple(entries))


def known(archive: Archive, items: Sequence[Item]) -> dict[tuple[str, int, str], str]:
    """已有: the status of the logs that the archive has among those of these names, by game, view and content hash."""
    rows = stored_under(archive, {item.game for item in items})
    return {(row["game"], row["view"], row["sha256"]): row["status"] for row in rows}
