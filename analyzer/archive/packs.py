"""原文: the exact bytes of every stored log, compressed one by one in a file that `zstdcat` can read, too.

Beside it stands its index 目录, a line of JSON for each log: where it lies, what it is, where it came from. These two
files are all that an archive is remade from.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

import msgspec

from analyzer.errors import PaishenError
from analyzer.words import Words

LEVEL: Final = 3


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
    file: str
    line: int

    @property
    def span(self) -> Span:
        """Where the log lies."""
        return Span(self.log_at, self.log_bytes, self.log_size, self.log_sha256)


class Span(NamedTuple):
    """位置: where a log lies in its file, how long it is there and as it was, and the SHA-256 of its bytes."""

    log_at: int
    log_bytes: int
    log_size: int
    log_sha256: str


def pack(stream: IO[bytes], logs: Iterable[bytes]) -> list[Span]:
    """装: write logs one after the other; where each lies."""
    import pyarrow as pa

    codec: Any = pa.Codec("zstd", compression_level=LEVEL)
    spans, at = [], 0
    for raw in logs:
        small = codec.compress(raw, asbytes=True)
        stream.write(small)
        spans.append(Span(at, len(small), len(raw), hashlib.sha256(raw).hexdigest()))
        at += len(small)
    return spans


def unpack(path: Path, span: Span) -> bytes:
    """取: the bytes of one log; `PaishenError` where they are not those that were stored."""
    try:
        with path.open("rb") as stream:
            return unpacked(stream, span)
    except OSError as error:
        raise _damaged(path) from error


def unpacked(stream: IO[bytes], span: Span) -> bytes:
    """取: the same from a file that is open."""
    import pyarrow as pa

    path = Path(stream.name)
    stream.seek(span.log_at)
    small = stream.read(span.log_bytes)
    try:
        raw: bytes = pa.Codec("zstd").decompress(small, span.log_size, asbytes=True)
    except pa.ArrowException as error:
        raise _damaged(path) from error
    if hashlib.sha256(raw).hexdigest() != span.log_sha256:
        raise _damaged(path)
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
    return PaishenError(Words("档案里的原文已损坏", "the archive's copy of the log is damaged"), file=str(path))
