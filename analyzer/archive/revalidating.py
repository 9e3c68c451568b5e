"""复判: every game of an archive judged again from its columns, at about the speed of reading them.

This is what says after a change of the rules which verdicts are others now. It trusts the tables; `checking` does not,
and takes as long as an import.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from analyzer.archive.lots import CODED, EVENTS_READ, GAMES_READ, Array, coded, flat, lot_of_tables
from analyzer.archive.manifest import Segment, read_manifest
from analyzer.archive.places import EVENTS, GAMES, file_of
from analyzer.batch import STATUSES, judge_lot
from analyzer.errors import PaishenError
from analyzer.words import Words

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

TOGETHER: Final = 1_000_000
"""How many events are judged together, about; on several threads a quarter of it, so that none is idle for long."""


class Part(NamedTuple):
    """一部: some row groups of a segment's events, and the rows of the games that are in them."""

    segment: Segment
    groups: tuple[int, ...]
    games: pa.Table


class Judged(NamedTuple):
    """复判所得: of each game its number, its status now (of `STATUSES`), whether it was judged here, and as stored.

    What only a replay can judge is not judged here.
    """

    numbers: Array
    status: Array
    here: Array
    same: Array


def revalidate(folder: Path, *, threads: int = 1) -> Iterator[Judged]:
    """复判: judge the games of an archive again, some at a time, in the order of their numbers.

    `PaishenError` where the manifest or a table cannot be read.
    """
    import pyarrow as pa

    segments = read_manifest(folder).segments
    judge = partial(judged, folder)
    if not segments:
        return
    together = TOGETHER if threads == 1 else TOGETHER // 4
    parts = chain.from_iterable(parts_of(folder, segment, together) for segment in segments)
    try:
        if threads == 1:
            yield from map(judge, parts)
        else:
            with ThreadPoolExecutor(threads) as pool:
                yield from pool.map(judge, parts)
    except (OSError, pa.ArrowException) as error:
        why = str(error).splitlines()[0][:200]
        words = Words(f"档案读不出来: {why}", f"the archive cannot be read: {why}")
        raise PaishenError(words, file=str(folder)) from None


def opened(folder: Path, kind: str, segment: Segment) -> pq.ParquetFile:
    """A file of a segment, for columns that are read with one thread."""
    import pyarrow.parquet as pq

    path = file_of(folder, kind, segment.name)
    few = list(CODED) if kind == GAMES else None
    return pq.ParquetFile(path, memory_map=True, page_checksum_verification=True, read_dictionary=few)


def parts_of(folder: Path, segment: Segment, together: int = TOGETHER) -> list[Part]:
    """分部: the parts of a segment, of about so many events, their games read; each begins with a game."""
    with opened(folder, EVENTS, segment) as events, opened(folder, GAMES, segment) as source:
        sizes = [events.metadata.row_group(at).num_rows for at in range(events.num_row_groups)]
        games = source.read([*GAMES_READ, "status"], use_threads=False)
    ends = np.cumsum(flat(games["events"]), dtype=np.int64)
    parts: list[Part] = []
    groups: list[int] = []
    row = done = size = 0
    for at, rows in enumerate(sizes):
        groups.append(at)
        done, size = done + rows, size + rows
        if at == len(sizes) - 1 or size >= together:
            stop = int(np.searchsorted(ends, done, side="right"))
            parts.append(Part(segment, tuple(groups), games.slice(row, stop - row)))
            groups, row, size = [], stop, 0
    return parts


def events_of(folder: Path, part: Part) -> pa.Table:
    """读一部: the events of a part."""
    with opened(folder, EVENTS, part.segment) as events:
        return events.read_row_groups(list(part.groups), list(EVENTS_READ), use_threads=False)


def judged(folder: Path, part: Part) -> Judged:
    """复判一部: judge the games of a part."""
    games = part.games
    lot, rows = lot_of_tables(games, events_of(folder, part))
    found = judge_lot(lot)
    status = np.zeros(len(games), np.uint8)
    here = np.zeros(len(games), np.bool_)
    status[rows], here[rows] = found.status, ~found.elsewhere
    numbers, names = coded(games["status"])
    stored = np.array([STATUSES.index(name) for name in names], np.uint8)[numbers]
    return Judged(flat(games["number"]), status, here, (status == stored) & here)
