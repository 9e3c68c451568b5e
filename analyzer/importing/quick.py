"""快读: JSON lines in large blocks, all lines of a block at once.

A game all of whose lines are known (`known`) comes as an `Item`; every other goes through `analyzer.paipu.lines`, line
by line, and comes as it would without us. Both say the same of the same game.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import IO, Any, Final, NamedTuple

from analyzer.errors import Unreadable
from analyzer.events import Log
from analyzer.importing.item import PACKED, Item
from analyzer.importing.known import Book, code_of, dealt
from analyzer.importing.scanning import Lines, lines_in
from analyzer.paipu import Sourced, loads
from analyzer.paipu.checks import MOST_EVENTS
from analyzer.paipu.encoding import Encoding, bare_lines, lines_of
from analyzer.paipu.lines import LineReader
from analyzer.rules.acts import Act, Kind

BLOCK: Final = 4 << 20
LONGEST: Final = 4 << 20
"""A game with more bytes than this, and what comes after it in its file, is read line by line."""
BEGINS: Final = b'\n{"format":"paipu","version":1,'
"""Where our writer begins another game; a line that begins so belongs to no game before it."""
DEAL: Final = int(Kind.DEAL)
BOOK: Final = Book()


class Block(NamedTuple):
    """一块: some bytes of a file, cut where our writer begins a game; the last may be longer than `LONGEST`."""

    data: bytes
    cuts: list[int]


def quickly(stream: IO[bytes], file: str, encoding: Encoding, line: int = 1) -> Iterator[Sourced | Unreadable | Item]:
    """快读: the games of a stream of JSON lines, in order; `line` is the number of the first line."""
    reader = LineReader(file, encoding)
    if encoding != "utf-8":
        yield from reader.read(bare_lines(stream, encoding))
        return
    for block in blocks(stream):
        for raw, item in games_in(block, file, line):
            if item:
                yield from reader.close()
                yield item
                line += item.events + 1
                continue
            rest = io.BufferedReader(Joined(raw, stream)) if len(raw) > LONGEST else io.BytesIO(raw)
            lines = lines_of(rest) if line > 1 else bare_lines(rest, encoding)
            yield from reader.go_on(one._replace(number=one.number + line - 1) for one in lines)
            line += raw.count(b"\n")
    yield from reader.close()


def blocks(stream: IO[bytes]) -> Iterator[Block]:
    r"""分块: a stream in blocks; what follows a game that is longer than `LONGEST` is left in it.

    >>> game = b'{"format":"paipu","version":1,\nx\n'
    >>> [block.cuts for block in blocks(io.BytesIO(b"\n" + game + game))]
    [[0, 1, 34], [0, 33]]
    """
    rest = b""
    while piece := stream.read(BLOCK):
        data = rest + piece
        cuts = [0]
        while (at := data.find(BEGINS, cuts[-1])) >= 0:
            cuts.append(at + 1)
            if cuts[-1] - cuts[-2] > LONGEST:
                yield Block(data, [*cuts[:-1], len(data)])
                return
        if len(data) - cuts[-1] > LONGEST:
            yield Block(data, [*cuts, len(data)])
            return
        if len(cuts) > 1:
            yield Block(data, cuts)
        rest = data[cuts[-1] :]
    if rest:
        yield Block(rest, [0, len(rest)])


class Joined(io.RawIOBase):
    """接流: some bytes, and after them the rest of a stream."""

    def __init__(self, start: bytes, stream: IO[bytes]) -> None:
        self.start, self.stream = io.BytesIO(start), stream

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read on."""
        data = self.start.read(len(buffer)) or self.stream.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


def games_in(block: Block, file: str, line: int, book: Book = BOOK) -> Iterator[tuple[bytes, Item | None]]:
    """块中之局: the bytes of each game of a block, and the game, if all its lines are as our writer makes them."""
    data, cuts = block
    if not data.startswith(BEGINS[1:]):  # no game of ours: the lines are not learned
        yield data[: cuts[1]], None
        data, cuts = data[cuts[1] :], [cut - cuts[1] for cut in cuts[1:]]
        line += block.data.count(b"\n", 0, block.cuts[1])
    if len(cuts) < 2:
        return
    lines = lines_in(data[: cuts[-1]], cuts, book)
    for place, (start, stop) in enumerate(pairwise(cuts)):
        raw = data[start:stop]
        item = None
        if lines.known(place) and len(raw) <= LONGEST and lines.count(place) <= MOST_EVENTS:
            item = _item(raw, file, line, lines, place, book)
        yield raw, item
        line += raw.count(b"\n") if item is None else item.events + 1


def _item(raw: bytes, file: str, line: int, lines: Lines, place: int, book: Book) -> Item | None:
    """The game of some lines whose events but for the deal are known."""
    at = raw.index(b"\n")
    titled, deal = book.titled(raw[:at]), dealt(raw[at + 1 : raw.index(b"\n", at + 1)])
    if titled is None or deal is None:
        return None
    raw = raw.removesuffix(b"\n")
    name, title = titled
    found = hashlib.sha256(b'{"events":[' + deal.canonical + b",")
    found.update(lines.canonical(place))
    found.update(b"]," + title.before.removeprefix(b"{") + name.encode() + title.after)
    claim, said, ends = lines.claim(place, book)
    codes = _deal_code(deal.first) + lines.codes(place)
    times = lines.times(place)
    if times is not None or deal.time is not None:
        times = [deal.time, *(times or [None] * (len(codes) // PACKED.itemsize - 1))]
    return Item(
        file, line, raw, "jsonl", title.head, name, found.hexdigest(), codes, times, deal.hands, claim, said, ends,
        "none", None, lambda: _log(raw),
    )  # fmt: skip


@cache
def _deal_code(first: int) -> bytes:
    """A deal, packed."""
    return code_of(Act(DEAL, 0, first))


def _log(raw: bytes) -> Log:
    """The log of a game that was read quickly."""
    found = next(loads(raw, "quick.paipu.jsonl"))
    assert isinstance(found, Sourced)
    return found.log
