"""编码: which encoding a file has - UTF-8 or GB18030, nothing else - and its lines, cut at LF only.

A file is UTF-8 when all of it is. Else its characters vote: where at least as many are UTF-8 as places are
not, the file is UTF-8 and damaged; where fewer are, it is GB18030. Both are decoded strictly. UTF-16, UTF-32 and
packed files are named.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import IO, Final, Literal, NamedTuple

from analyzer.errors import Unreadable
from analyzer.words import Words

Encoding = Literal["utf-8", "gb18030"]
LONGEST: Final = 16 << 20
"""The longest line, and the longest game, in bytes."""
_BOM: Final = {"utf-8": codecs.BOM_UTF8, "gb18030": "\ufeff".encode("gb18030")}
_FOREIGN: Final = (
    (codecs.BOM_UTF32_LE, "UTF-32"), (codecs.BOM_UTF32_BE, "UTF-32"), (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"), (b"\x1f\x8b", "gzip"), (b"PK\x03\x04", "zip"), (b"PAR1", "Parquet"),
    (b"\x28\xb5\x2f\xfd", "zstd"), (b"%PDF", "PDF"),
)  # fmt: skip
_WIDE = re.compile(rb"(?:[^\0]\0){2}|(?:\0[^\0]){2}|(?:[^\0]\0\0\0)|(?:\0\0\0[^\0])", re.DOTALL)


class Line(NamedTuple):
    """一行: its number from 1 and its bytes, without the line end; None when it is longer than `LONGEST`."""

    number: int
    raw: bytes | None
    start: bytes


def foreign(start: bytes) -> str | None:
    """外来格式: what a file is that begins so, when it is neither UTF-8 nor GB18030 text.

    >>> foreign("{".encode("utf-16")), foreign(b"PAR1"), foreign(b"{}")
    ('UTF-16', 'Parquet', None)
    """
    named = next((name for mark, name in _FOREIGN if start.startswith(mark)), None)
    return named or ("UTF-16 or UTF-32" if _WIDE.match(start) else None)


def encoding_of(stream: IO[bytes]) -> Encoding:
    """编码: the encoding of a text, as above; reads the stream from its beginning, and goes back there.

    >>> import io
    >>> encoding_of(io.BytesIO("老王".encode("gb18030"))), encoding_of(io.BytesIO(b"{}"))
    ('gb18030', 'utf-8')
    """
    decoder = codecs.getincrementaldecoder("utf-8")("strict")
    try:
        while piece := stream.read(1 << 20):
            decoder.decode(piece)
        decoder.decode(b"", final=True)
        return "utf-8"
    except UnicodeDecodeError:
        stream.seek(0)
        return _vote(stream)
    finally:
        stream.seek(0)


def _vote(stream: IO[bytes]) -> Encoding:
    """The encoding that more of the characters have which are not plain ASCII."""
    good = bad = 0
    for line in lines_of(stream):
        raw = line.start if line.raw is None else line.raw
        if not raw.isascii():
            text = raw.decode("utf-8", "replace")
            wrong = text.count("\ufffd")
            bad += wrong
            good += len(text) - len(text.encode("ascii", "ignore")) - wrong
    return "utf-8" if good >= bad else "gb18030"


def lines_of(stream: IO[bytes]) -> Iterator[Line]:
    r"""逐行: the lines of a stream that are not empty, cut at LF only; a CR before it goes too.

    >>> import io
    >>> [(line.number, line.raw) for line in lines_of(io.BytesIO(b"a\r\n\nb\x0bc\rd\n"))]
    [(1, b'a'), (3, b'b\x0bc\rd')]
    """
    number = 0
    while raw := stream.readline(LONGEST + 1):
        number += 1
        if raw in (b"\n", b"\r\n"):
            continue
        start = raw[:4096]
        if len(raw) > LONGEST and not raw.endswith(b"\n"):
            while (rest := stream.readline(1 << 20)) and not rest.endswith(b"\n"):
                pass
            yield Line(number, None, start)
        else:
            yield Line(number, raw.removesuffix(b"\n").removesuffix(b"\r"), start)


def bare_lines(stream: IO[bytes], encoding: Encoding) -> Iterator[Line]:
    """The lines of a stream, the first without a byte order mark."""
    for line in lines_of(stream):
        if line.number == 1 and line.raw is not None:
            yield line._replace(raw=bare(line.raw, encoding))
        else:
            yield line


def bare(raw: bytes, encoding: Encoding) -> bytes:
    """The bytes without a byte order mark before them."""
    return raw.removeprefix(_BOM[encoding])


def decoded(raw: bytes, encoding: Encoding) -> str:
    r"""解码: the text of some bytes.

    >>> decoded(b'"\xff"', "utf-8")
    Traceback (most recent call last):
    analyzer.errors.Unreadable: line 1: byte 2 (0xff) is not UTF-8
    """
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        place = error.start - raw.rfind(b"\n", 0, error.start)
        byte = f"0x{raw[error.start]:02x}"
        words = Words(f"第{place}字节({byte})不是UTF-8", f"byte {place} ({byte}) is not UTF-8")
        if encoding == "gb18030":
            words = Words(
                f"第{place}字节({byte})既不是UTF-8也不是GB18030",
                f"byte {place} ({byte}) is neither UTF-8 nor GB18030",
            )
        raise Unreadable(words, line=line) from None
