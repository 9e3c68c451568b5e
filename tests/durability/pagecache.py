"""A model of a disk behind a page cache: what was not synced may be kept, dropped or half kept when the power goes.

Sectors are small, so that every line of a log is torn in many ways. Names in a folder are lost on their own. A sync
that fails leaves its sectors clean although they are not on the disk, as Linux does.
"""

from __future__ import annotations

import errno
from pathlib import Path
from random import Random

from analyzer.recorder.disk import Disk

SECTOR = 64


class PowerLostError(Exception):
    """The power went at this call."""


class Inode:
    """A file: what the system shows (`now`), what the disk holds (`disk`), and which sectors differ (`dirty`)."""

    def __init__(self) -> None:
        self.now = bytearray()
        self.disk = bytearray()
        self.dirty: set[int] = set()

    def keep(self, sector: int) -> None:
        """Put a sector on the disk, as far as the file goes there."""
        begin = sector * SECTOR
        piece = self.now[begin : begin + SECTOR][: max(0, len(self.disk) - begin)]
        self.disk[begin : begin + len(piece)] = piece

    def resize(self, length: int) -> None:
        """Give the file on the disk a length; what is new is empty."""
        del self.disk[length:]
        self.disk.extend(bytes(length - len(self.disk)))


class PageCache(Disk):
    """The model. `fuse` is after how many calls the power goes, `bad_sync` after how many syncs one fails."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.names_now: dict[str, Inode] = {}
        self.names_disk: dict[str, Inode] = {}
        self.opened: dict[int, Inode] = {}
        self.locked: set[int] = set()
        self.number = 2
        self.fuse = self.bad_sync = -1

    def call(self) -> bool:
        """A call begins; whether the power goes in its course."""
        self.fuse -= 1
        return self.fuse == 0

    # -- the calls ---------------------------------------------------------------------------------------

    def open(self, path: Path, *, make: bool) -> int:
        lost = self.call()
        if path.name not in self.names_now:
            if not make:
                raise FileNotFoundError(errno.ENOENT, "no such file", str(path))
            self.names_now[path.name] = Inode()
        return self._opened(path, lost=lost)

    def make(self, path: Path) -> int:
        self.names_now[path.name] = Inode()
        return self._opened(path, lost=self.call())

    def _opened(self, path: Path, *, lost: bool) -> int:
        if lost:
            raise PowerLostError
        self.number += 1
        self.opened[self.number] = self.names_now[path.name]
        return self.number

    def lock(self, file: int) -> None:
        if any(self.opened[other] is self.opened[file] for other in self.locked):
            raise BlockingIOError
        self.locked.add(file)

    def is_regular(self, file: int) -> bool:
        return file in self.opened

    def is_at(self, file: int, path: Path) -> bool:
        return self.names_now.get(path.name) is self.opened[file]

    def read(self, file: int) -> bytes:
        return bytes(self.opened[file].now)

    def write(self, file: int, data: bytes) -> int:
        inode, lost = self.opened[file], self.call()
        begin = len(inode.now)
        inode.now += data[: self.random.randrange(len(data) + 1)] if lost else data
        inode.dirty.update(range(begin // SECTOR, len(inode.now) // SECTOR + 1))
        if lost:
            raise PowerLostError
        return len(data)

    def sync(self, file: int) -> None:
        inode, lost = self.opened[file], self.call()
        self.bad_sync -= 1
        failed = self.bad_sync == 0
        if not (lost and self.random.random() < 0.5):
            inode.resize(len(inode.now))
        for sector in inode.dirty:
            if not (lost or failed) or self.random.random() < 0.5:
                inode.keep(sector)
        if lost:
            raise PowerLostError
        inode.dirty.clear()
        if failed:
            raise OSError(errno.EIO, "input/output error")

    def forget(self, file: int) -> None:
        inode = self.opened[file]
        if not inode.dirty:
            inode.now = bytearray(inode.disk)

    def cut(self, file: int, length: int) -> None:
        lost = self.call()
        inode = self.opened[file]
        if not lost or self.random.random() < 0.5:
            del inode.now[length:]
            inode.dirty = {sector for sector in inode.dirty if sector * SECTOR < length}
        if lost:
            raise PowerLostError

    def close(self, file: int) -> None:
        self.opened.pop(file, None)
        self.locked.discard(file)

    def replace(self, path: Path, place: Path) -> None:
        lost = self.call()
        if not lost or self.random.random() < 0.5:
            self.names_now[place.name] = self.names_now.pop(path.name)
        if lost:
            raise PowerLostError

    def sync_folder(self, folder: Path) -> None:  # noqa: ARG002 - there is one
        if not self.call():
            self.names_disk = dict(self.names_now)
            return
        self._names(lambda: self.random.random() < 0.5)
        raise PowerLostError

    def names(self, folder: Path) -> list[str]:  # noqa: ARG002 - there is one
        return list(self.names_now)

    # -- what ends a process -----------------------------------------------------------------------------

    def kill(self) -> None:
        """The process ends; the system goes on."""
        self.opened.clear()
        self.locked.clear()
        self.fuse = self.bad_sync = -1

    def power_off(self) -> None:
        """The system ends: each dirty sector and each new name is there or not, and so is a new length."""
        self.kill()
        self._names(lambda: self.random.random() < 0.5)
        self.names_now = dict(self.names_disk)
        for inode in set(self.names_disk.values()):
            short, long = sorted((len(inode.disk), len(inode.now)))
            inode.resize(self.random.choice((short, long, self.random.randint(short, long))))
            for sector in inode.dirty:
                if self.random.random() < 0.5:
                    inode.keep(sector)
            inode.dirty.clear()
            inode.now = bytearray(inode.disk)

    def _names(self, kept: object) -> None:
        assert callable(kept)
        for name in {*self.names_now, *self.names_disk}:
            inode = self.names_now.get(name)
            if inode is self.names_disk.get(name) or not kept():
                continue
            if inode is None:
                del self.names_disk[name]
            else:
                self.names_disk[name] = inode
