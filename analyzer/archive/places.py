"""位置: what lies where in the archive's folder, and how files get there: whole, synced, or not at all."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

from analyzer.errors import PaishenError
from analyzer.paipu.disk import in_turn, sync_folder
from analyzer.words import Words, legible

GAMES, EVENTS, DERIVED, LOGS, INDEX = "games", "events", "derived", "logs", "index"
TABLES: Final = (EVENTS, GAMES)
KEPT: Final = (LOGS, INDEX, *TABLES)
"""The files of a segment, in the order in which they are written."""
FILES: Final = (*KEPT, DERIVED)
"""The same with the one that is made when it is first asked for."""
FOLDERS: Final = (LOGS, *TABLES, DERIVED)
ENDS: Final = {GAMES: ".parquet", EVENTS: ".parquet", DERIVED: ".parquet", LOGS: ".zst", INDEX: ".index"}
LEDGER: Final = "ledger.jsonl"
MANIFEST: Final = "manifest.json"
CHECKPOINTS: Final = "checkpoints.jsonl"
DAMAGED: Final = "damaged"
"""The folder for what cannot be taken over, as it was."""
LOCK: Final = ".lock"


def file_of(folder: Path, what: str, name: str) -> Path:
    """位置: the file of a segment.

    >>> file_of(Path("a"), LOGS, "000000001").as_posix()
    'a/logs/000000001.zst'
    """
    return folder / (LOGS if what == INDEX else what) / f"{name}{ENDS[what]}"


@contextmanager
def whole(path: Path) -> Iterator[IO[bytes]]:
    """整写: a stream for a file that is in its place whole or not at all: beside it first, synced, then moved.

    Beside it under a name of its own: where two write the same, none writes into what is the other's. An `OSError`
    names the file.
    """
    beside = path.with_name(f"{path.name}.{uuid.uuid4().hex}.tmp")
    try:
        with beside.open("wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(path)
    except BaseException as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = os.fspath(path)
        raise
    sync_folder(path.parent)


def check_name(folder: Path) -> None:
    """查名: `PaishenError` where a folder has a name that DuckDB cannot open files under."""
    if legible(str(folder)) != str(folder):
        words = Words("档案的文件夹要用 UTF-8 的名字", "the folder of an archive needs a name in UTF-8")
        raise PaishenError(words, file=str(folder))


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """独占: nobody else writes to the archive meanwhile; who comes second waits.

    The folder is made if need be. `PaishenError` where a file lies in its place, or its name is no UTF-8.
    """
    check_name(folder)
    if folder.exists() and not folder.is_dir():
        words = Words("这是一个文件; 档案是一个文件夹", "this is a file, and an archive is a folder")
        raise PaishenError(words, file=str(folder))
    folder.mkdir(parents=True, exist_ok=True)
    with in_turn(folder / LOCK):
        yield
