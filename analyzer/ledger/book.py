"""账本文件: `sitting.toml` - items, rulings, substitutions and claims of a sitting (schemas/SITTING.md).

Every entry is read by itself: one that cannot be read is named with file and line, and the others stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from analyzer.errors import Unreadable
from analyzer.events import WHOLE
from analyzer.ledger.blocks import Block, blocks_of
from analyzer.rules.around import TITLES
from analyzer.toml import text_of
from analyzer.words import Words


class When(NamedTuple):
    """何时: a time, or right after a game by its name ("" before the first); one of the two."""

    at: datetime | None
    after: str | None
    line: int


class Item(NamedTuple):
    """道具: what a player bought; a double card runs for so many minutes, or so many games."""

    kind: str
    player: str
    when: When
    minutes: int | None
    games: int | None


class Ruling(NamedTuple):
    """裁决: points that somebody gave or took, and why."""

    name: str | None
    points: dict[str, int]
    by: str
    why: str
    when: When


class Cancellation(NamedTuple):
    """撤销裁决: takes back the points of a ruling from its moment on."""

    ruling: str
    by: str
    why: str
    when: When


class Substitution(NamedTuple):
    """换人: from its moment on `in_` sits for `out`; the points count for `counts`, one of the two."""

    out: str
    in_: str
    counts: str
    when: When


class Claim(NamedTuple):
    """所报: totals and titles that were claimed."""

    totals: dict[str, int]
    titles: dict[str, str | None]
    when: When


Entry: TypeAlias = Item | Ruling | Cancellation | Substitution | Claim


@dataclass
class Book:
    """账本: the entries of a sitting in the order of the file, the totals it began with, and what could not be read."""

    file: str = ""
    sitting: str | None = None
    opening: dict[str, int] = field(default_factory=dict)
    opened: bool = False
    entries: list[Entry] = field(default_factory=list)
    errors: list[Unreadable] = field(default_factory=list)


def read_book(path: Path) -> Book:
    """读账本: the book in a file; nothing raises but a file that cannot be opened.

    >>> [str(error) for error in read_book(Path("/dev/null")).errors]
    ['/dev/null: not a regular file']
    """
    book = Book(str(path))
    try:
        text = text_of(path)
    except Unreadable as error:
        book.errors.append(error)
        return book
    for block in blocks_of(text):
        try:
            _take(book, block)
        except Unreadable as error:
            error.file = book.file
            book.errors.append(error)
    return book


def _take(book: Book, block: Block | Unreadable) -> None:
    """Take one table into the book."""
    if isinstance(block, Unreadable):
        raise block
    if block.name == "":
        reader = _Reader(block, "sitting")
        book.sitting = reader.text("sitting", optional=True)
    elif block.name == "opening":
        _open(book, block)
    elif block.name in READERS:
        book.entries.append(READERS[block.name](block))
    else:
        known = ", ".join(("opening", *READERS))
        name = block.name[:60]
        words = Words(f"没有 [{name}] 这种表; 有: {known}", f"no table {name!r}; there are: {known}")
        raise Unreadable(words, line=block.line)


def _open(book: Book, block: Block) -> None:
    """The totals that players began with, each by itself."""
    if book.opened:
        raise Unreadable(Words("[opening] 写了两次", "[opening] stands twice"), line=block.line)
    book.opened = True
    for name, value in block.values.items():
        try:
            book.opening[name] = _whole(block, name, value)
        except Unreadable as error:
            error.file = book.file
            book.errors.append(error)


def _whole(block: Block, key: str, value: object) -> int:
    if type(value) is int and abs(value) >= WHOLE:
        raise Unreadable(Words(f"{key} 太大", f"{key} is too large"), line=block.line_of(key))
    if type(value) is not int:
        raise Unreadable(Words(f"{key} 要一个整数", f"{key} must be a whole number"), line=block.line_of(key))
    return value


class _Reader:
    """Reads the keys of one table, each once; an unknown key is refused first."""

    def __init__(self, block: Block, *keys: str) -> None:
        self.block = block
        for key in block.values:
            if key not in keys:
                there = ", ".join(keys)
                name = key[:60]
                self.refuse(key, Words(f"不认识的键 {name}; 有: {there}", f"unknown key {name}; there are: {there}"))

    def refuse(self, key: str, words: Words) -> None:
        """Raise, with the line of the key."""
        raise Unreadable(words, line=self.block.line_of(key))

    def missing(self, key: str) -> None:
        """Raise for a key that must be there."""
        self.refuse(key, Words(f"缺少 {key}", f"{key} is missing"))

    def text(self, key: str, *, optional: bool = False) -> str | None:
        """A text that is not empty."""
        value = self.block.values.get(key)
        if value is None and not optional:
            self.missing(key)
        if value is not None and (not isinstance(value, str) or not value.strip() or len(value) > 1000):
            self.refuse(key, Words(f"{key} 要一段文字", f"{key} must be a text"))
        return value

    def must(self, key: str) -> str:
        """A text that must be there."""
        return self.text(key) or ""

    def number(self, key: str, least: int) -> int | None:
        """A whole number, or None."""
        value = self.block.values.get(key)
        if value is None:
            return None
        if _whole(self.block, key, value) < least:
            self.refuse(key, Words(f"{key} 至少是 {least}", f"{key} must be {least} or more"))
        return int(value)

    def table(self, key: str) -> dict[str, Any]:
        """A table by names, empty where it is missing."""
        value = self.block.values.get(key, {})
        if not isinstance(value, dict):
            self.refuse(key, Words(f"{key} 要按人名写成一张表", f"{key} must be a table by names"))
        return dict(value)

    def when(self) -> When:
        """`at` or `after`, one of them."""
        at, after = self.block.values.get("at"), self.block.values.get("after")
        if (at is None) == (after is None):
            zh = "要写 at (时间) 或 after (哪一局之后), 只写一个"
            self.refuse("at", Words(zh, "write at (a time) or after (a game), one of them"))
        if at is not None and (not isinstance(at, datetime) or at.tzinfo is None):
            words = Words("at 要带时区的时间, 如 2026-11-30T21:00:00+08:00", "at must be a time with its offset")
            self.refuse("at", words)
        if after is not None and not isinstance(after, str):
            self.refuse("after", Words("after 要一局的名字", "after must be the name of a game"))
        return When(at, after, self.block.line)


def _item(block: Block) -> Item:
    reader = _Reader(block, "kind", "player", "at", "after", "minutes", "games")
    kind, player, when = reader.must("kind"), reader.must("player"), reader.when()
    if kind not in ("double-card", "clear-negative"):
        known = "double-card, clear-negative"
        reader.refuse("kind", Words(f"没有道具 {kind}; 有: {known}", f"no item {kind}; there are: {known}"))
    minutes, games = reader.number("minutes", 1), reader.number("games", 1)
    runs = (minutes is not None) + (games is not None)
    if kind == "double-card" and runs != 1:
        reader.refuse("minutes", Words("要写 minutes 或 games, 只写一个", "write minutes or games, one of them"))
    if kind == "double-card" and minutes is not None and when.at is None:
        reader.refuse("minutes", Words("minutes 要从 at 算起", "minutes count from at"))
    if kind == "clear-negative" and runs:
        reader.refuse("minutes", Words("clear-negative 没有有效期", "clear-negative does not run"))
    return Item(kind, player, when, minutes, games)


def _ruling(block: Block) -> Ruling:
    reader = _Reader(block, "id", "points", "by", "why", "at", "after")
    points = {name: _whole(block, "points", value) for name, value in reader.table("points").items()}
    return Ruling(reader.text("id", optional=True), points, reader.must("by"), reader.must("why"), reader.when())


def _cancellation(block: Block) -> Cancellation:
    reader = _Reader(block, "ruling", "by", "why", "at", "after")
    return Cancellation(reader.must("ruling"), reader.must("by"), reader.must("why"), reader.when())


def _substitution(block: Block) -> Substitution:
    reader = _Reader(block, "out", "in", "counts", "at", "after")
    out, in_ = reader.must("out"), reader.must("in")
    counts = reader.text("counts", optional=True) or in_
    if counts not in (out, in_) or out == in_:
        words = Words("counts 要是 out 或 in 的人, 两人不同", "counts must name the one of out or in, who differ")
        reader.refuse("counts", words)
    return Substitution(out, in_, counts, reader.when())


def _claim(block: Block) -> Claim:
    reader = _Reader(block, "totals", "titles", "at", "after")
    totals = {name: _whole(block, "totals", value) for name, value in reader.table("totals").items()}
    titles = reader.table("titles")
    known = {title for _, title in TITLES}
    for name, title in titles.items():
        if title not in known and title != "":
            words = Words(f"没有这个等级: {name} {title!s:.40}", f"no such title: {name} {title!s:.40}")
            reader.refuse("titles", words)
    if not totals and not titles:
        reader.missing("totals")
    return Claim(totals, {name: title or None for name, title in titles.items()}, reader.when())


READERS: Final[dict[str, Callable[[Block], Entry]]] = {
    "item": _item, "ruling": _ruling, "cancellation": _cancellation, "substitution": _substitution, "claim": _claim,
}  # fmt: skip


def names_in(entry: Entry) -> Iterator[str]:
    """The players that an entry speaks of."""
    if isinstance(entry, Item):
        yield entry.player
    elif isinstance(entry, Ruling):
        yield from entry.points
    elif isinstance(entry, Substitution):
        yield entry.out
    elif isinstance(entry, Claim):
        yield from (*entry.totals, *entry.titles)
