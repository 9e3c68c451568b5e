"""原文: the exact bytes of every stored log, compressed one by one in a file that `zstdcat` can read, too."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from analyzer.errors import PaishenError
from analyzer.words import Words

LEVEL: Final = 3


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
    import pyarrow as pa

    try:
        with path.open("rb") as stream:
            stream.seek(span.log_at)
            small = stream.read(span.log_bytes)
        raw: bytes = pa.Codec("zstd").decompress(small, span.log_size, asbytes=True)
    except (OSError, pa.ArrowException) as error:
        raise _damaged(path) from error
    if hashlib.sha256(raw).hexdigest() != span.log_sha256:
        raise _damaged(path)
    return raw


def _damaged(path: Path) -> PaishenError:
    return PaishenError(Words("档案里的原文已损坏", "the archive's copy of the log is damaged"), file=str(path))
