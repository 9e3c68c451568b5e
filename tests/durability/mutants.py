"""Recorders and disks with a fault planted in them: each proof must find them."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from msgspec import structs

from analyzer.events import Event
from analyzer.paipu.chain import event_hash
from analyzer.paipu.writing import dumps_json
from analyzer.recorder import Receipt, Recorder
from analyzer.recorder.disk import Disk
from tests.durability.pagecache import PageCache


class WithoutSync(PageCache):
    """Never syncs a file."""

    def sync(self, file: int) -> None:
        """Nothing."""


class WithoutFolderSync(PageCache):
    """Never syncs the folder."""

    def sync_folder(self, folder: Path) -> None:
        """Nothing."""


class WithSyncTriedAgain(PageCache):
    """Takes a sync that went well for one that went wrong before."""

    def sync(self, file: int) -> None:
        with suppress(OSError):
            return super().sync(file)
        return super().sync(file)


class WithoutSyncAtOpening(PageCache):
    """Believes what an earlier process wrote without making it durable."""

    def open(self, path: Path, *, make: bool) -> int:
        file = super().open(path, make=make)
        self.fresh = file
        return file

    def sync(self, file: int) -> None:
        if file != self.fresh:
            return super().sync(file)
        self.fresh = -1
        return None


class WithStalePages(PageCache):
    """Believes what the system remembers of a file whose sync failed."""

    def forget(self, file: int) -> None:
        """Nothing."""


class AcknowledgesFirst(Recorder):
    """Hands out the receipt of an event, and writes it when the next one comes."""

    waiting: bytes = b""

    def _store(self, event: Event) -> Receipt:
        waiting, self.waiting = self.waiting, b""
        if waiting:
            self._file.add(waiting)
        chained = structs.replace(event, h=event_hash(self.head, event))
        self.waiting = dumps_json(chained) + b"\n"
        self.events.append(chained)
        return Receipt(len(self.events) - 1, self.head)


class WithoutLock(Disk):
    """Lets everybody in."""

    def lock(self, file: int) -> None:
        """Nothing."""


class InPieces(Disk):
    """Writes a line in pieces, and does not look whether all of it went."""

    def write(self, file: int, data: bytes) -> int:
        for at in range(0, len(data), 11):
            os.write(file, data[at : at + 11])
        return len(data)


class TriesAgain(Disk):
    """Syncs again after a sync that failed."""

    def sync(self, file: int) -> None:
        try:
            super().sync(file)
        except OSError:
            super().sync(file)


class CutsFirst(Disk):
    """Cuts an incomplete line off the log before its bytes are kept beside it."""

    def open(self, path: Path, *, make: bool) -> int:
        self.log = super().open(path, make=make)
        return self.log

    def make(self, path: Path) -> int:
        self.cut(self.log, self.read(self.log).rindex(b"\n") + 1)
        return super().make(path)
