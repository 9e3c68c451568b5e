"""分段: a TOML file cut into its tables, each read by itself, so that a bad one spoils no other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from analyzer.errors import Unreadable
from analyzer.toml import values_of
from analyzer.words import Words

HEAD: Final = re.compile(r"\s*\[(\[)?\s*([^\[\]]*?)\s*\](\])?\s*(?:#.*)?$")
TRIPLES: Final = re.compile("\"\"\"|'''")
MOST: Final = 10_000
"""How many tables a file may have."""
KEY: Final = re.compile(r"""\s*["']?([^"'=\s]+)["']?\s*=""")


class Block(NamedTuple):
    """一段: a table by its name ("" before the first), its values, the line of its head, and the line of each key."""

    name: str
    values: dict[str, Any]
    line: int
    lines: dict[str, int]

    def line_of(self, key: str) -> int:
        """The line of a key; of the head where it is missing."""
        return self.lines.get(key, self.line)


def blocks_of(text: str) -> Iterator[Block | Unreadable]:
    r"""分段: the tables of a text, in order; what is not TOML comes as `Unreadable` with its line.

    >>> found = list(blocks_of("a = 1\n[[item]]\nkind = 'x'\n[[item]]\nkind =\n[[item]]\nkind = 'z'"))
    >>> [str(one) if isinstance(one, Unreadable) else (one.name, one.values, one.line) for one in found][1:]
    [('item', {'kind': 'x'}, 2), 'line 5: not TOML: Invalid value', ('item', {'kind': 'z'}, 6)]
    """
    for count, (first, rows) in enumerate(_cut(text.split("\n"))):
        if count == MOST:
            words = Words(f"表超过{MOST}张, 不再读下去", f"more than {MOST} tables; it is read no further")
            yield Unreadable(words, line=first)
            return
        head = HEAD.fullmatch(rows[0])
        body = rows[1:] if head else rows
        if not head and not "".join(body).strip():
            continue
        if head and bool(head[1]) != bool(head[3]):
            yield Unreadable(Words("不是 TOML: 方括号不成对", "not TOML: the brackets do not match"), line=first)
            continue
        yield _block(head[2] if head else "", body, first, first + 1 if head else first)


def _cut(rows: list[str]) -> Iterator[tuple[int, list[str]]]:
    """The rows of each table with the number of the first; heads inside a long string do not count."""
    starts, inside = [0], False
    for number, row in enumerate(rows):
        if not inside and HEAD.fullmatch(row) and number:
            starts.append(number)
        inside ^= len(TRIPLES.findall(row)) % 2 == 1
    if inside:  # a long string that never ends: it ends with its table
        starts = [0, *(number for number, row in enumerate(rows) if number and HEAD.fullmatch(row))]
    for start, after in zip(starts, [*starts[1:], len(rows)], strict=True):
        yield start + 1, rows[start:after]


def _block(name: str, rows: list[str], head: int, first: int) -> Block | Unreadable:
    try:
        values = values_of("\n".join(rows))
    except Unreadable as error:
        error.line = head if error.line is None else first + error.line - 1
        return error
    found = ((KEY.match(row), number) for number, row in enumerate(rows, first))
    return Block(name, values, head, {key[1]: number for key, number in found if key})
