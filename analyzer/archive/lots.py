"""装列: the tables of a segment as the columns that the compiled rules read."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from analyzer.batch import Lot
from analyzer.batch.records import Columns
from analyzer.cards import KINDS
from analyzer.rulesets import Resolved, resolve

if TYPE_CHECKING:
    import pyarrow as pa

Array = npt.NDArray[Any]
CODED = ("rules", "way", "status")
"""Columns with few different values, read as numbers of those."""
GAMES_READ = ("rules", "way", "hands", "previous", "said", "claim", "ends", "events", "number")
EVENTS_READ = ("word", "shown")
"""The columns that are needed."""


class Read(NamedTuple):
    """读出: the games of a table that the columns can say, as a lot, and which rows of the table these are."""

    lot: Lot
    rows: Array


def read_columns(path: Path, columns: tuple[str, ...]) -> pa.Table:
    """读列: some columns of a file, with one thread."""
    import pyarrow.parquet as pq

    return pq.read_table(
        path, columns=list(columns), use_threads=False, memory_map=True, partitioning=None,
        read_dictionary=[name for name in columns if name in CODED],
    )  # fmt: skip


def lot_of_tables(games: pa.Table, events: pa.Table) -> Read:
    """成批: the games of a segment that were judged by the compiled rules, from its two tables."""
    words = flat(events["word"])
    shown = flat(events["shown"])
    lengths = flat(games["events"]).astype(np.int64)
    way, ways = coded(games["way"])
    inside = np.array([name == "batch" for name in ways], np.bool_)[way]
    rows = np.flatnonzero(inside)
    chosen = games.take(rows) if len(rows) < len(games) else games
    keep = slice(None) if len(rows) == len(games) else np.repeat(inside, lengths)
    numbers, rulesets = _rules(chosen)
    columns = Columns(
        words[keep], shown[keep], np.cumsum(np.append(0, lengths[rows]), dtype=np.int64),
        _hands(chosen["hands"].combine_chunks()),
        lists(chosen["previous"], 5).astype(np.int32),
    )  # fmt: skip
    claims = lists(chosen["claim"], 12).astype(np.int64)
    said, ends = flat(chosen["said"]).astype(np.uint8), flat(chosen["ends"]).astype(np.int32)
    return Read(Lot(columns, numbers, rulesets, claims, said, ends), rows)


def _hands(column: Any) -> Array:
    """The hands of each game by card."""
    data = np.frombuffer(column.buffers()[1] or b"", "<u2").reshape(-1, KINDS)
    return data[column.offset : column.offset + len(column)]


def _rules(games: pa.Table) -> tuple[Array, list[Resolved]]:
    """Of each game the number of its rules, and the rules by number."""
    numbers, texts = coded(games["rules"])
    return numbers, [_resolved(text) for text in texts]


@cache
def _resolved(text: str) -> Resolved:
    return resolve(json.loads(text))


def coded(column: pa.ChunkedArray) -> tuple[Array, list[Any]]:
    """编码: a column without nulls as numbers, and the values that they stand for."""
    found = column.combine_chunks().dictionary_encode()
    return flat(found.indices).astype(np.int32), found.dictionary.to_pylist()


def flat(column: Any) -> Array:
    """A column without nulls as an array."""
    return np.asarray(column)


def lists(column: pa.ChunkedArray, size: int) -> Array:
    """A column of lists of one length as rows."""
    return np.asarray(column.combine_chunks().flatten()).reshape(-1, size)
