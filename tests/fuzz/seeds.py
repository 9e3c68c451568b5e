"""Good inputs for every reader, from which bad ones are made."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Callable
from functools import cache
from typing import Any

from analyzer.bundle import pack
from analyzer.data import data
from analyzer.events import Log
from analyzer.paipu import Sourced, dumps_json, dumps_lines, loads
from analyzer.paipu.columns import dumps_parquet
from analyzer.paipu.files import written
from tests.test_replay import HANDS, PLAYS, events, log_of
from tests.test_tamper import pool

BOOK = b"""sitting = "t"
[opening]
"\xe7\x94\xb2" = 3
[[item]]
kind = "double-card"
player = "\xe7\x94\xb2"
at = 2026-11-30T20:00:00+08:00
minutes = 60
[[ruling]]
id = "r"
points = {"\xe7\x94\xb2" = -5}
by = "x"
why = "y"
after = "t/1"
[[cancellation]]
ruling = "r"
by = "x"
why = "y"
after = "t/1"
[[substitution]]
out = "a"
in = "b"
counts = "a"
after = ""
[[claim]]
after = "t/1"
totals = {"a" = 1}
titles = {"a" = ""}
"""
PLAYERS = '[names]\n"王" = "老王"\n[sittings."t/1"]\n"王" = "小王"\n'.encode()
RULES = b'base = "room-normal"\n[keys]\nstake = 2\ndeck = 216\nsnatch = true\n'


@cache
def small() -> Log:
    """A game with many kinds of events."""
    happened: list[dict[str, Any]] = [
        {"type": "note", "text": "开打", "x-id": 1}, *events([*PLAYS]), {"type": "undo"}, events([*PLAYS])[-1],
        {"type": "mind", "seat": 1, "to": 2, "say": "ally", "text": "是你吗"}, {"type": "auto", "seat": 3, "on": True},
        {"type": "auto", "seat": 3, "on": False},
        {"type": "end", "places": [2, 3, 0, 0, 1], "scores": [2, 1, -1, -1, -1], "emperor": 1, "guard": 2},
    ]  # fmt: skip
    return log_of(happened, started="2026-11-30T20:15:00+08:00", sitting="t", round=1, **{"x-table": {"a": [1, "b"]}})


@cache
def partial() -> Log:
    """What seat 2 saw of it."""
    hands = [len(hand.replace("*", "").translate({ord(suit): None for suit in "shdc"})) for hand in HANDS]
    deal = {"type": "deal", "hands": [*hands[:1], HANDS[1], *hands[2:]]}
    return log_of([deal, *events([*PLAYS])[1:], {"type": "end"}], view=2)


def sourced(log: Log) -> Sourced:
    """A log as it is read from a file."""
    found = next(loads(dumps_lines(log), "a.jsonl"))
    assert isinstance(found, Sourced)
    return found


@cache
def zipped() -> bytes:
    """A zip with logs of three forms."""
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("a/b.paipu.json", dumps_json(small()))
        file.writestr("c.jsonl", dumps_lines(partial()) * 3)
        file.writestr("d.txt", written("txt", [small()]))
    return sink.getvalue()


@cache
def seeds(name: str) -> tuple[bytes, ...]:
    """The good inputs of a reader."""
    return MAKERS[name]()


def logs() -> tuple[Log, ...]:
    """A whole game, one seat's, a sealed one."""
    return small(), partial(), pool()[0]


def lines() -> bytes:
    """Them as lines."""
    return b"".join(map(dumps_lines, logs()))


MAKERS: dict[str, Callable[[], tuple[bytes, ...]]] = {
    "json": lambda: (*map(dumps_json, logs()), dumps_json(small(), pretty=True)),
    "lines": lambda: (
        lines(), dumps_lines(small()), lines().decode().encode("gb18030"), lines().replace(b"\n", b"\r\n"),
    ),
    "text": lambda: (written("txt", [*logs()]), written("txt", [small()]), "1 77 2 - 3 王王 明保".encode()),
    "parquet": lambda: (dumps_parquet(logs()), dumps_parquet([pool()[0]])),
    "packed": lambda: (zipped(), gzip.compress(lines(), mtime=0)),
    "rules": lambda: (RULES, b'{"base": "simple"}', (data("schemas") / "rulesets" / "room-six.toml").read_bytes()),
    "book": lambda: (BOOK,),
    "players": lambda: (PLAYERS,),
    "recorded": lambda: (dumps_lines(pool()[0]), dumps_lines(pool()[1])[:-400]),
    "bundle": lambda: (pack(sourced(pool()[0])),),
    "verifier": lambda: (dumps_lines(pool()[0]), dumps_lines(pool()[1])),
    "cards": lambda: (b"R*RB*B9s9h", "大王小王10♠３".encode(), b"77"),
}  # fmt: skip
