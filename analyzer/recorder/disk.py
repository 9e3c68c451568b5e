"""磁盘: the system calls that a recorder makes, in one place, so that the tests can put a model of a disk there."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

PIECE: Final = 1 << 20
PRIVATE: Final = 0o600
"""A log holds hands and a secret salt: nobody else may read it while the game goes on."""


class Disk:
    """磁盘: files by their descriptors. Every call raises `OSError` where it fails, and none is tried again."""

    def open(self, path: Path, *, make: bool) -> int:
        """Open a log to read all of it and to write at its end; with `make` it is made where there is none."""
        flags = os.O_RDWR | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
        return os.open(path, flags | (os.O_CREAT if make else 0), PRIVATE)

    def make(self, path: Path) -> int:
        """Open a file to be written anew."""
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, PRIVATE)

    def lock(self, file: int) -> None:
        """Keep everybody else out as long as the file is open; `BlockingIOError` when somebody else is in."""
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def is_regular(self, file: int) -> bool:
        """Whether it is a file, and no pipe or device."""
        return stat.S_ISREG(os.fstat(file).st_mode)

    def is_at(self, file: int, path: Path) -> bool:
        """Whether an open file is still the one of that name."""
        try:
            return os.path.samestat(os.fstat(file), os.lstat(path))
        except FileNotFoundError:
            return False

    def read(self, file: int) -> bytes:
        """All bytes of a file."""
        pieces: list[bytes] = []
        at = 0
        while piece := os.pread(file, PIECE, at):
            pieces.append(piece)
            at += len(piece)
        return b"".join(pieces)

    def write(self, file: int, data: bytes) -> int:
        """Write at the end, in one call; how many bytes were taken."""
        return os.write(file, data)

    def sync(self, file: int) -> None:
        """Return when the file's bytes are on the disk."""
        os.fsync(file)

    def forget(self, file: int) -> None:
        """Let the system drop what it remembers of a synced file, so that it is read from the disk itself."""
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)

    def cut(self, file: int, length: int) -> None:
        """Cut a file to a length."""
        os.ftruncate(file, length)

    def close(self, file: int) -> None:
        """Close a file; that lets go of its lock."""
        os.close(file)

    def replace(self, path: Path, place: Path) -> None:
        """Move a file to a name, whatever was there."""
        path.replace(place)

    def sync_folder(self, folder: Path) -> None:
        """Return when the names in a folder are on the disk."""
        file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(file)
        finally:
            os.close(file)

    def names(self, folder: Path) -> list[str]:
        """The names in a folder."""
        return [path.name for path in folder.iterdir()]


DISK: Final = Disk()
"""The disk of this machine."""
