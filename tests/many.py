"""许多局: an archive of many simulated games, for the browser tests and the benchmark of the dashboard."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from msgspec import structs

from analyzer.events import Log
from analyzer.importing import bring
from analyzer.paipu import dumps_lines
from analyzer.simulate import simulate

RULES: Final = ("room-normal", "simple", "shandong", "room-six", "tribute")
NAMES: Final = ("老王", "小李", "阿强", "Mei", "Tom", "老张", "阿芳", "Ken", "小赵", "大刘")
APART: Final = 500
"""Games that are simulated; the others are these again under other names."""


def games(count: int) -> Iterator[Log]:
    """So many logs."""
    made = [simulate(RULES[seed % len(RULES)], seed) for seed in range(min(APART, count))]
    for number in range(count):
        seats = [NAMES[(number * 3 + seat * (1 + number % 3)) % len(NAMES)] for seat in range(5)]
        yield structs.replace(
            made[number % len(made)], game=f"bench/{number:06}", sitting=f"night {number // 20}",
            players=tuple(seats) if len(set(seats)) == 5 else NAMES[:5],
            started=f"2026-{1 + number % 12:02}-{1 + number % 28:02}T20:00:00+08:00",
        )  # fmt: skip


def filled(folder: Path, count: int, *more: Log) -> Path:
    """An archive of so many games, and some more."""
    file = folder / "games.paipu.jsonl"
    with file.open("wb") as stream:
        stream.writelines(map(dumps_lines, chain(games(count), more)))
    brought = sum(entry.outcome == "stored" for entry in bring([file], folder / "archive"))
    assert brought == count + len(more)
    file.unlink()
    return folder / "archive"
