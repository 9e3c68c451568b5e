"""原文: the exact bytes of every stored log, compressed some at a time in a file that `zstdcat` can read, too.

Logs of one deck are much alike: some in one frame take two thirds of the room of each for itself, and a third of the
time. Beside the file stands its index 目录, a line of JSON for each log: where it lies, what it is, where it came from.
These two files are all that an archive is remade from.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

import msgspec

from analyzer.errors import PaishenError
from analyzer.words import Words

LEVEL: Final = 1
FRAME: Final = 1 << 16
"""A frame is full when it has so many bytes: larger ones save little more, and damage takes a whole one with it."""


class Listed(msgspec.Struct, frozen=True):
    """目录一行: a log in the index; `sha256` is its content hash, `log_*` as in `Span`."""

    number: int
    game: str
    view: int
    form: str
    sha256: str
    log_at: int
    log_bytes: int
    log_size: int
    log_sha256: str
    log_skip: int
    file: str
    line: int

    @property
    def span(self) -> Span:
        """Where the log lies."""
        return Span(self.log_at, self.log_bytes, self.log_size, self.log_sha256, self.log_skip)


class Span(NamedTuple):
    """位置: where a log lies: its frame in the file, how long that is there, how long the log is, the SHA-256 of its
    bytes, and how many bytes come before it in the frame.
    """

    log_at: int
    log_bytes: int
    log_size: int
    log_sha256: str
    log_skip: int


def pack(stream: IO[bytes], logs: Iterable[bytes]) -> list[Span]:
    """装: write logs one after the other; where each lies."""
    import pyarrow as pa

    codec: Any = pa.Codec("zstd", compression_level=LEVEL)
    spans: list[Span] = []
    at = 0
    for frame in _frames(logs):
        small = codec.compress(b"".join(frame), asbytes=True)
        stream.write(small)
        skip = 0
        for raw in frame:
            spans.append(Span(at, len(small), len(raw), hashlib.sha256(raw).hexdigest(), skip))
            skip += len(raw)
        at += len(small)
    return spans


def _frames(logs: Iterable[bytes]) -> Iterator[list[bytes]]:
    """The logs of each frame."""
    frame: list[bytes] = []
    size = 0
    for raw in logs:
        frame.append(raw)
        size += len(raw)
        if size >= FRAME:
            yield frame
            frame, size = [], 0
    if frame:
        yield frame


def unpack(path: Path, span: Span) -> bytes:
    """取: the bytes of one log; `PaishenError` where they are not those that were stored."""
    try:
        with path.open("rb") as stream:
            return unpacked(stream, span)
    except OSError as error:
        raise _damaged(path) from error


def unpacked(stream: IO[bytes], span: Span) -> bytes:
    """取: the same from a file that is open."""
    path = Path(stream.name)
    stream.seek(span.log_at)
    try:
        raw = _frame(stream.read(span.log_bytes))[span.log_skip : span.log_skip + span.log_size]
    except OSError as error:  # what Arrow raises is one, too
        raise _damaged(path) from error
    if hashlib.sha256(raw).hexdigest() != span.log_sha256:
        raise _damaged(path)
    return raw


@lru_cache(maxsize=2)
def _frame(small: bytes) -> bytes:
    """A frame as it was; logs that are read in their order find the last one still there."""
    import pyarrow as pa

    with pa.CompressedInputStream(pa.BufferReader(small), "zstd") as stream:
        raw: bytes = stream.read()
    return raw


def write_index(stream: IO[bytes], listed: Iterable[Listed]) -> None:
    """写目录: lines of an index."""
    for one in listed:
        stream.write(msgspec.json.encode(one) + b"\n")


def read_index(path: Path) -> list[Listed | int]:
    """读目录: the lines of an index in their order; of one that cannot be read its line number, from 1."""
    found: list[Listed | int] = []
    decoder = msgspec.json.Decoder(Listed)
    with path.open("rb") as stream:
        for place, line in enumerate(stream, 1):
            try:
                found.append(decoder.decode(line))
            except (msgspec.MsgspecError, UnicodeDecodeError):
                found.append(place)
    return found


def _damaged(path: Path) -> PaishenError:
    words = Words("档案里的原文已损坏; 见 archive check", "the archive's copy of the log is damaged; see archive check")
    return PaishenError(words, file=str(path))
