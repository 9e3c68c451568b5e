"""JSON行: reading games from JSON lines: a header line, then its events; or a whole game on a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import IO

from analyzer.errors import Unreadable
from analyzer.events import Event, Header, Log
from analyzer.paipu.checks import MOST_EVENTS, TOO_MANY, check_chained, check_event, in_event, is_chained
from analyzer.paipu.encoding import LONGEST, Encoding, Line, bare_lines, decoded
from analyzer.paipu.json import Found, located, understood
from analyzer.paipu.source import Sourced, game_in
from analyzer.paipu.writing import log_of
from analyzer.words import Words

_BEGINS = re.compile(r'(?<!\\)"(?:(?:format|players|rules|version)"\s*:|events"\s*:\s*\[)')
_WHOLE = re.compile(r'(?<!\\)"events"\s*:\s*\[')
_NEWS = re.compile(rb'"(?:format|players|rules|version|events)"|\\u')
"""What a line has that begins a game, readable or not."""
_EVENT = re.compile(r'(?<!\\)"type"\s*:')


class _Game:
    """A game that is being read from lines: a header, then events."""

    def __init__(self, header: Header, line: Line) -> None:
        self.header = header
        self.lines = [line.number]
        self.raw = [line.raw or b""]
        self.size = len(self.raw[0])
        self.events: list[Event] = []

    def add(self, event: Event, line: Line) -> None:
        """Add an event that is checked."""
        raw = line.raw or b""
        self.size += len(raw) + 1
        if self.size > LONGEST:
            raise Unreadable(Words("这一局太长", "the game is too long"))
        if len(self.events) == MOST_EVENTS:
            raise Unreadable(TOO_MANY)
        self.events.append(event)
        self.raw.append(raw)
        self.lines.append(line.number)

    def log(self) -> Log:
        """The log so far."""
        return log_of(self.header, self.events)


class LineReader:
    """逐行读: JSON lines to logs. One bad game never loses its neighbours.

    A bad event makes its game unreadable; reading goes on at the next header or whole game. `lost`: the lines
    up to there belong to a game that is given up.
    """

    def __init__(self, file: str, encoding: Encoding) -> None:
        self.file = file
        self.encoding = encoding
        self.game: _Game | None = None
        self.lost = False

    def read(self, lines: Iterable[Line]) -> Iterator[Sourced | Unreadable]:
        """All games of some lines, in order."""
        yield from self.go_on(lines)
        yield from self.close()

    def go_on(self, lines: Iterable[Line]) -> Iterator[Sourced | Unreadable]:
        """The games that end in some lines; the last may go on after them."""
        for line in lines:
            if line.raw is None or line.raw.strip():
                yield from self._take(line)

    def _take(self, line: Line) -> Iterator[Sourced | Unreadable]:
        """What one line adds."""
        if self.lost and not _NEWS.search(line.raw or line.start):
            return
        try:
            found = self._found(line)
        except Unreadable as error:
            yield from self._bad(error, line)
            return
        if isinstance(found, Log):
            yield from self.close()
            yield Sourced(found, self.file, line.number, line.raw or b"", "json", self.encoding)
        elif isinstance(found, Header):
            yield from self.close()
            self.game = _Game(found, line)
        elif not self.lost:
            yield from self._event(found, line)

    def _found(self, line: Line) -> Found:
        """What a line says, checked as far as that goes without its game."""
        if line.raw is None:
            raise Unreadable(Words("这一行太长", "the line is too long"), line=1)
        return understood(line.raw, self.encoding)

    def _event(self, event: Event, line: Line) -> Iterator[Sourced | Unreadable]:
        """Add an event to the game that is being read."""
        if self.game is None:
            words = Words("这一事件之前没有牌谱头", "no header comes before this event")
            yield from self._bad(Unreadable(words, column=1), line)
            return
        try:
            check_event(event, self.game.header.eyes)
            self.game.add(event, line)
        except Unreadable as error:
            yield from self._bad(located(error, decoded(line.raw or b"", self.encoding)), line)

    def _bad(self, error: Unreadable, line: Line) -> Iterator[Sourced | Unreadable]:
        """A line that cannot be read loses its game: one of its own, or the one it is an event of."""
        text = (line.raw or line.start)[:65536].decode(self.encoding, "replace")
        error.file, error.line = self.file, line.number + (error.line or 1) - 1
        if _BEGINS.search(text):
            yield from self.close()
            self.lost = not _WHOLE.search(text)
            error.game = game_in(text)
            yield error
        elif self.game is not None:
            error.game = self.game.header.game
            yield in_event(error, len(self.game.events))
            self.game, self.lost = None, True
        elif not self.lost:
            yield error
            self.lost = bool(_EVENT.search(text))

    def close(self) -> Iterator[Sourced | Unreadable]:
        """The game that ends here; what comes next belongs to none yet."""
        game, self.game, self.lost = self.game, None, False
        if game is None:
            return
        log = game.log()
        try:
            if is_chained(log):
                check_chained(log)
        except Unreadable as error:
            error.file, error.line, error.game = (
                self.file,
                game.lines[0 if error.event is None else error.event + 1],
                log.game,
            )
            yield error
            return
        raw = b"\n".join(game.raw)
        yield Sourced(log, self.file, game.lines[0], raw, "jsonl", self.encoding, tuple(game.raw))


def read_lines(stream: IO[bytes], file: str, encoding: Encoding) -> Iterator[Sourced | Unreadable]:
    """读行: the games of a stream of JSON lines."""
    return LineReader(file, encoding).read(bare_lines(stream, encoding))
