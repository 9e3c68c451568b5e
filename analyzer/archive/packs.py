"""原文: the exact bytes of every stored log, compressed some at a time in a file that `zstdcat` can read, too.

Logs of one deck are much alike: some in one frame take two thirds of the room of each for itself, and a third of the
time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from analyzer.errors import PaishenError
from analyzer.words import Words

LEVEL: Final = 3
FRAME: Final = 1 << 16
"""A frame is full when it has so many bytes."""


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
            stream.seek(span.log_at)
            raw = unpacked(stream.read(span.log_bytes))[span.log_skip : span.log_skip + span.log_size]
    except OSError as error:  # what Arrow raises is one, too
        raise _damaged(path) from error
    if hashlib.sha256(raw).hexdigest() != span.log_sha256:
        raise _damaged(path)
    return raw


@lru_cache(maxsize=2)
def unpacked(small: bytes) -> bytes:
    """解压: a frame; logs that are read in their order find the last one still there."""
    import pyarrow as pa

    with pa.CompressedInputStream(pa.BufferReader(small), "zstd") as stream:
        raw: bytes = stream.read()
    return raw


def _damaged(path: Path) -> PaishenError:
    return PaishenError(Words("档案里的原文已损坏", "the archive's copy of the log is damaged"), file=str(path))
