"""出处: a log with the place that it was read from."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

import msgspec

from analyzer.events import Event, Header, Log
from analyzer.paipu.writing import dumps_json, header_of

Form = Literal["json", "jsonl", "txt", "parquet"]


class Sourced(NamedTuple):
    """有出处的牌谱: a log, where it was read, and its exact bytes there.

    `line`: the line that the game begins at (in Parquet the row), from 1. `raw`: its bytes, without a byte
    order mark; where it is read by lines those that are not empty, joined by LF. `parts`: the bytes of the
    header and of each event, where each stood on a line (or row) of its own. `form` and `encoding`: how the
    game was written. `gaps`: it was read from text notation, which may leave out passes that follow from who
    plays next.
    """

    log: Log
    file: str
    line: int
    raw: bytes
    form: Form = "json"
    encoding: str = "utf-8"
    parts: tuple[bytes, ...] = ()
    gaps: bool = False


class _Slices(msgspec.Struct):
    """The exact bytes of each event of a game that is one object."""

    events: list[msgspec.Raw]


def parts_of(found: Sourced | Log) -> list[bytes]:
    """原字节: the bytes of the header and of each event: exact where the source has them in UTF-8, else ours.

    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> log = Log(format="paipu", version=1, game="1", rules="simple", players=names, events=())
    >>> parts_of(log)[0].decode()
    '{"format":"paipu","version":1,"game":"1","rules":"simple","players":["甲","乙","丙","丁","戊"]}'
    """
    if isinstance(found, Log):
        return [dumps_json(part) for part in _parts(found)]
    if found.encoding == "utf-8" and found.parts:
        return list(found.parts)
    if found.encoding == "utf-8" and found.form == "json":
        events = msgspec.json.decode(found.raw, type=_Slices).events
        return [dumps_json(header_of(found.log)), *map(bytes, events)]
    return parts_of(found.log)


def _parts(log: Log) -> tuple[Header | Event, ...]:
    return (header_of(log), *log.events)


_GAME = re.compile(r'(?<!\\)"game"\s*:\s*"((?:[^"\\]|\\.){1,120})"')


def game_in(text: str) -> str | None:
    """局名: the name of the game that a damaged text seems to hold, for its error.

    >>> game_in('{"format": "paipu", "game": "t3/7", "view": NaN')
    't3/7'
    """
    found = _GAME.search(text, 0, 65536)
    return found[1] if found else None
