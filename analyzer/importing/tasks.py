"""分件: what is to be imported, cut into tasks of whole games that can be read apart from each other.

Files that follow each other make a task until there are about `TASK` bytes in it; a large file of JSON lines is cut
into several, before lines that begin a game as our writer begins them. The tasks depend on the files alone, not on who
does them, so the archive comes out the same, byte for byte.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from analyzer.errors import Unreadable
from analyzer.importing.item import Item
from analyzer.importing.quick import quickly
from analyzer.importing.sources import STDIN, files_below, games_of, packing_of
from analyzer.paipu import Sourced
from analyzer.paipu.encoding import encoding_of, foreign
from analyzer.paipu.files import form_of, until_hopeless
from analyzer.words import legible

TASK: Final = 24 << 20
"""How many bytes of files a task has, about."""
BEGINS: Final = b'\n{"format":"paipu",'
"""What comes before a game and how it begins, where a file may be cut."""


class Piece(NamedTuple):
    """一块: a source, or some lines of it: its bytes from `start` on, before `stop`; `line` is the first, from 1."""

    source: Path
    start: int = 0
    stop: int | None = None
    line: int = 1


class Task(NamedTuple):
    """一件: what is read together."""

    number: int
    pieces: tuple[Piece, ...]

    @property
    def is_here_only(self) -> bool:
        """Whether no other process can read it."""
        return any(str(piece.source) == STDIN for piece in self.pieces)


def tasks_of(sources: Iterable[Path], most: int | None = None) -> Iterator[Task]:
    """分件: the tasks of some sources, in order, each of so many bytes at most, as far as games can be cut apart."""
    most = most or TASK
    number, size = 0, 0
    pieces: list[Piece] = []
    for piece, large in _pieces(sources, most):
        if pieces and size + large > most:
            yield Task(number, tuple(pieces))
            number, size, pieces = number + 1, 0, []
        pieces.append(piece)
        size += large
    if pieces:
        yield Task(number, tuple(pieces))


def _pieces(sources: Iterable[Path], most: int) -> Iterator[tuple[Piece, int]]:
    """The pieces of some sources and how large they are."""
    for source in sources:
        files = files_below(source) if source.is_dir() else []
        for file in files or [source]:
            size = file.stat().st_size if file.is_file() else 0
            if str(file) == STDIN or packing_of(file):
                yield Piece(file), most
            elif size <= most:
                yield Piece(file), size
            else:
                yield from _cut(file, size, most)


def _cut(file: Path, size: int, most: int) -> Iterator[tuple[Piece, int]]:
    """The pieces of a large file."""
    try:
        with file.open("rb") as stream:
            cuts = _cuts(stream, str(file), most)
    except OSError:
        cuts = []  # whoever reads it will say why it cannot be read
    if not cuts:
        yield Piece(file), most
        return
    for (start, line), (stop, _) in zip([(0, 1), *cuts], [*cuts, (size, 0)], strict=True):
        yield Piece(file, start, stop, line), stop - start


def _cuts(stream: io.BufferedReader, file: str, most: int) -> list[tuple[int, int]]:
    """Where a file of JSON lines in UTF-8 may be cut, with the number of the line there; none in another file."""
    start = stream.read(64)
    stream.seek(0)
    if foreign(start) or encoding_of(stream) != "utf-8" or form_of(stream, file) != "jsonl":
        return []
    cuts: list[tuple[int, int]] = []
    at, line, rest, wanted = 0, 1, b"", most
    while block := stream.read(1 << 20):
        data = rest + block
        counted = 0
        while (place := data.find(BEGINS, max(wanted - at, 0))) >= 0:
            line += data.count(b"\n", counted, place + 1)
            counted = place + 1
            cuts.append((at + counted, line))
            wanted = at + counted + most
        stop = max(len(data) - len(BEGINS) + 1, counted)
        line += data.count(b"\n", counted, stop)
        rest = data[stop:]
        at += stop
    return cuts


def games_of_task(task: Task) -> Iterator[Sourced | Unreadable | Item]:
    """读一件: the games of a task, in order."""
    for piece in task.pieces:
        if piece.stop is None:
            yield from games_of(piece.source)
        else:
            yield from _games_of_lines(piece, piece.stop)


def _games_of_lines(piece: Piece, stop: int) -> Iterator[Sourced | Unreadable | Item]:
    """The games of some lines of a file."""
    with piece.source.open("rb") as stream:
        stream.seek(piece.start)
        data = stream.read(stop - piece.start)
    yield from until_hopeless(quickly(io.BytesIO(data), legible(str(piece.source)), "utf-8", piece.line))
