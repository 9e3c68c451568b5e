"""落盘: files that are on the disk whole or not at all, and that nobody else writes to meanwhile."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from analyzer.errors import PaishenError, reason
from analyzer.words import Words


def put(path: Path, data: bytes | Iterable[bytes]) -> None:
    """放好: bytes, or pieces of them, in the place of a file, whole or not at all; it has the mode of what was there.

    `PaishenError` where they cannot be written; then what was there is as it was.
    """
    beside = path.with_name(f"{path.name}.tmp")
    try:
        with _made(beside, path) as stream:
            stream.writelines((data,) if isinstance(data, bytes) else data)
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        why = reason(error)
        raise PaishenError(Words(f"写不进去: {why.zh}", f"it cannot be written: {why.en}"), file=str(path)) from None


def _made(beside: Path, path: Path) -> IO[bytes]:
    """A new file that nobody may read, even while it is empty, who may not read the one whose place it will take."""
    there = stat.S_IMODE(path.stat().st_mode) if path.exists() else None
    with suppress(FileNotFoundError):
        beside.unlink()
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if there is None else 0o600)
    if there is not None:
        beside.chmod(there)
    return os.fdopen(handle, "wb")


def sync_folder(folder: Path) -> None:
    """同步文件夹: what was made or moved in a folder is on the disk; nothing where the system has no such call."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """独占: nobody who asks as we do (a recorder does) writes to a file meanwhile; `PaishenError` if one does now."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    try:
        if sys.platform != "win32":
            import fcntl

            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                words = Words("另一个程序正在写这个文件", "another program is writing to this file")
                raise PaishenError(words, file=str(path)) from None
        yield
    finally:
        os.close(handle)


@contextmanager
def in_turn(path: Path) -> Iterator[None]:
    """依次: one at a time, of all that name this file, which is made if need be; who comes second waits."""
    with path.open("a+b") as held:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(held.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(held, fcntl.LOCK_EX)
        yield
