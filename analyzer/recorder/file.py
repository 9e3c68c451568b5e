"""实录文件: the file of a game that is being recorded - locked, only ever added to, durable line by line."""

from __future__ import annotations

import errno
import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from analyzer.errors import NotRecorded
from analyzer.recorder.disk import DISK, Disk
from analyzer.words import Words

TORN: Final = ".torn-"
"""What the name of a file with the bytes of an incomplete line has behind the log's own name."""


class Saved(NamedTuple):
    """另存: where the bytes of an incomplete last line went: the end of the name, how many, their SHA-256."""

    end: str
    size: int
    sha256: str


class LogFile:
    """实录文件: an open log that nobody else can write to. One call to the system a line, then one to sync it.

    After any error of a write or a sync what is on the disk is not known: the file takes nothing more, and what it
    holds shows when it is opened again. `data` is what it held when it was opened, read from the disk itself.
    """

    def __init__(self, path: Path, *, make: bool, disk: Disk = DISK) -> None:
        self.path = path
        self.disk = disk
        self.stopped = False
        self.owner = os.getpid()
        try:
            self.file = disk.open(path, make=make)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise self._error("link", Words("这是符号链接, 请写文件本身的名字", "a symbolic link")) from None
            raise
        try:
            self._take()
            self.data = disk.read(self.file)
        except BaseException:
            self.close()
            raise

    def _take(self) -> None:
        """Lock the file; then what it holds and that it is there are made durable, whoever wrote it."""
        disk = self.disk
        if not disk.is_regular(self.file):
            raise self._error("no_file", Words("不是普通文件", "not a regular file"))
        try:
            disk.lock(self.file)
        except BlockingIOError:
            raise self._error("locked", Words("另一个程序正在记这份牌谱", "another program is recording it")) from None
        if not disk.is_at(self.file, self.path):
            raise self._error("moved", Words("文件刚被移走", "the file was moved away just now"))
        disk.sync(self.file)
        disk.sync_folder(self.path.parent)
        disk.forget(self.file)

    def _error(self, code: str, words: Words) -> NotRecorded:
        return NotRecorded(words, file=str(self.path), code=code)

    def add(self, line: bytes) -> None:
        """加一行: a line, which is on the disk when this returns. `OSError` where it failed, and for ever after."""
        if self.stopped or os.getpid() != self.owner:
            words = Words("记录已停: 之前的写入出错", "the recorder has stopped: an earlier write failed")
            raise self._error("stopped", words)
        try:
            self._write(line)
        except BaseException:
            self.stopped = True
            raise

    def _write(self, line: bytes) -> None:
        if self.disk.write(self.file, line) != len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path))
        self.disk.sync(self.file)

    def set_aside(self, length: int, tail: bytes) -> None:
        """另存残行: keep the bytes of an incomplete last line beside the log, and only then cut them off it."""
        end = TORN + hashlib.sha256(tail).hexdigest()[:16]
        place = self.path.with_name(self.path.name + end)
        beside = place.with_name(place.name + ".tmp")
        disk = self.disk
        try:
            file = disk.make(beside)
            try:
                if disk.write(file, tail) != len(tail):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(beside))
                disk.sync(file)
            finally:
                disk.close(file)
            disk.replace(beside, place)
            disk.sync_folder(place.parent)
            disk.cut(self.file, length)
            disk.sync(self.file)
        except BaseException:
            self.stopped = True
            raise

    def saved(self) -> list[Saved]:
        """残行: the incomplete lines of this log that are kept beside it, by name."""
        begins = self.path.name + TORN
        found = []
        for name in sorted(self.disk.names(self.path.parent)):
            if name.startswith(begins) and len(name) == len(begins) + 16:
                data = self._kept(self.path.with_name(name))
                found.append(Saved(name.removeprefix(self.path.name), len(data), hashlib.sha256(data).hexdigest()))
        return found

    def _kept(self, path: Path) -> bytes:
        file = self.disk.open(path, make=False)
        try:
            return self.disk.read(file)
        finally:
            self.disk.close(file)

    def close(self) -> None:
        """Close it; somebody else may record then."""
        self.stopped = True
        file, self.file = self.file, -1
        if file >= 0:
            with suppress(OSError):
                self.disk.close(file)
