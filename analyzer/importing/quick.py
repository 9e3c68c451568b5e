"""快读: JSON lines in large blocks, a game at a time.

A game all of whose lines are known (`known`) comes as an `Item` at once; every other goes through
`analyzer.paipu.lines`, line by line, and comes as it would without us. Both say the same of the same game.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from itertools import chain
from typing import IO, Final, NamedTuple

from analyzer.errors import Unreadable
from analyzer.events import Log
from analyzer.importing.item import Item
from analyzer.importing.known import TIMES, Book, code_of, dealt
from analyzer.paipu import Sourced, loads
from analyzer.paipu.encoding import Encoding, bare_lines, lines_of
from analyzer.paipu.lines import LineReader
from analyzer.rules.acts import Act, Kind

BLOCK: Final = 1 << 20
LONGEST: Final = 4 << 20
"""A game with more bytes than this, and what comes after it in its file, is read line by line."""
BEGINS: Final = b'\n{"format":"paipu","version":1,'
"""Where our writer begins another game; a line that begins so belongs to no game before it."""
DEAL: Final = int(Kind.DEAL)
BOOK: Final = Book()


class Chunk(NamedTuple):
    """一段: whole lines of a file, up to where another game begins; `line` is the number of the first."""

    line: int
    raw: bytes


def quickly(stream: IO[bytes], file: str, encoding: Encoding) -> Iterator[Sourced | Unreadable | Item]:
    """快读: the games of a stream of JSON lines, in order."""
    reader = LineReader(file, encoding)
    line = 1
    if encoding == "utf-8":
        at = stream.tell()
        for chunk in chunks(stream):
            item = quick(chunk, file)
            if item:
                yield from reader.close()
                yield item
            else:
                lines = lines_of(io.BytesIO(chunk.raw)) if line > 1 else bare_lines(io.BytesIO(chunk.raw), encoding)
                yield from reader.go_on(one._replace(number=one.number + line - 1) for one in lines)
            at += len(chunk.raw)
            line = chunk.line + chunk.raw.count(b"\n")
        stream.seek(at)
    lines = lines_of(stream) if line > 1 else bare_lines(stream, encoding)
    yield from reader.go_on(one._replace(number=one.number + line - 1) for one in lines)
    yield from reader.close()


def chunks(stream: IO[bytes]) -> Iterator[Chunk]:
    r"""分段: a stream cut where our writer begins a game; it ends before a chunk that would be too long.

    >>> game = b'{"format":"paipu","version":1,\nx\n'
    >>> [(chunk.line, len(chunk.raw)) for chunk in chunks(io.BytesIO(b"\n" + game + game))]
    [(1, 1), (2, 33), (4, 33)]
    """
    rest, line = b"", 1
    while block := stream.read(BLOCK):
        data, start = rest + block, 0
        while (at := data.find(BEGINS, start)) >= 0:
            raw = data[start : at + 1]
            yield Chunk(line, raw)
            line += raw.count(b"\n")
            start = at + 1
        rest = data[start:]
        if len(rest) > LONGEST:
            return
    if rest:
        yield Chunk(line, rest)


def quick(chunk: Chunk, file: str, book: Book = BOOK) -> Item | None:
    """快读一局: the game of a chunk, if all its lines are as our writer makes them; else None."""
    raw = chunk.raw.removesuffix(b"\n")
    parts = raw.split(b"\n", 2)
    if len(parts) < 3:
        return None
    titled, deal = book.titled(parts[0]), dealt(parts[1])
    if titled is None or deal is None:
        return None
    name, title = titled
    body = parts[2]
    times: list[bytes] | None = None
    if b',"t":' in body or deal.time is not None:
        times = TIMES.findall(body)
        body = TIMES.sub(b"}", body)
    lines = body.split(b"\n")
    if times is not None and (len(times) != len(lines) or deal.time is None):
        return None
    codes = _codes(book, lines)
    if codes is None:
        return None
    found = hashlib.sha256(b'{"events":[' + deal.canonical + b",")
    found.update(_canonical(book, lines, times))
    found.update(b"]," + title.before.removeprefix(b"{") + name.encode() + title.after)
    claim, said, ends = _claim(book, lines)
    first = code_of(Act(DEAL, 0, deal.first))
    return Item(
        file, chunk.line, raw, "jsonl", title.head, name, found.hexdigest(), first + codes,
        None if times is None else [deal.time, *map(int, times)], deal.hands, claim, said, ends, "none", None,
        lambda: _log(raw),
    )  # fmt: skip


def _codes(book: Book, lines: list[bytes]) -> bytes | None:
    """The packed events of some lines, which are learned if need be."""
    try:
        return b"".join(map(book.codes.__getitem__, lines))
    except KeyError:
        known = all(line in book.codes or book.learn(line) for line in lines)
    return b"".join(map(book.codes.__getitem__, lines)) if known and all(map(book.codes.__contains__, lines)) else None


def _canonical(book: Book, lines: list[bytes], times: list[bytes] | None) -> bytes:
    """The canonical forms of some lines, commas between."""
    if times is None:
        return b",".join(map(book.whole.__getitem__, lines))
    before, after = map(book.before.__getitem__, lines), map(book.after.__getitem__, lines)
    return b"".join(chain.from_iterable(zip(before, times, after, strict=True)))[:-1]


def _claim(book: Book, lines: list[bytes]) -> tuple[list[int], int, int]:
    """What the last end of a game claims, which of it was said, and the event that it is (the deal is event 0)."""
    if book.claims:
        for at in range(len(lines) - 1, -1, -1):
            found = book.claims.get(lines[at])
            if found:
                return *found, at + 1
    return [0] * 12, 0, -1


def _log(raw: bytes) -> Log:
    """The log of a game that was read quickly."""
    found = next(loads(raw, "quick.paipu.jsonl"))
    assert isinstance(found, Sourced)
    return found.log
