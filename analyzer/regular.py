"""普通文件: opens what somebody named only where it is a regular file - no pipe is waited for, no device is read."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import IO

from analyzer.errors import Unreadable
from analyzer.words import Words


def opened(path: Path) -> IO[bytes]:
    """打开: a regular file, to be read; `Unreadable` where it is something else, `OSError` where it cannot be opened.

    >>> opened(Path("/dev/null"))
    Traceback (most recent call last):
    analyzer.errors.Unreadable: /dev/null: not a regular file
    """
    stream = open(path, "rb", opener=_opener)  # noqa: SIM115 - it is the caller's to close
    if stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
        return stream
    stream.close()
    raise Unreadable(Words("不是普通文件", "not a regular file"), file=str(path))


def _opener(name: str, flags: int) -> int:
    """Open without waiting, so that a named pipe without a writer is refused and does not hang."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))
