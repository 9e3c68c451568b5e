"""写段: games with their logs, events and derived columns, written as one segment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from analyzer import __version__
from analyzer.archive.manifest import Segment, digest_of
from analyzer.archive.packs import Listed, Span, pack, write_index
from analyzer.archive.places import EVENTS, FOLDERS, GAMES, INDEX, KEPT, LOGS, file_of, whole
from analyzer.archive.schema import schema, writing
from analyzer.errors import PaishenError
from analyzer.words import Words

if TYPE_CHECKING:
    import pyarrow as pa

GROUP: Final = 120_000
"""Rows of a row group, about: it ends where a game does."""
Array = npt.NDArray[Any]


class Stored(NamedTuple):
    """待存: games to be stored: columns of `games` (but the number and the place of the log), bytes, and events.

    `starts` are where the events of each game begin; `times` None where no event has one.
    """

    columns: Mapping[str, Sequence[Any]]
    raws: Sequence[bytes]
    words: Array
    shown: Array
    times: Sequence[int | None] | None
    starts: Array


def write_segment(folder: Path, name: str, first: int, judged: str, stored: Stored) -> Segment:
    """写段: write the files of a segment; it counts once a manifest names it."""
    make_folders(folder)
    with whole(file_of(folder, LOGS, name)) as stream:
        spans = pack(stream, stored.raws)
    tables = tables_of(stored, range(first, first + len(spans)), spans)
    with whole(file_of(folder, INDEX, name)) as stream:
        write_index(stream, listed(tables[GAMES]))
    for kind, table in tables.items():
        write_table(file_of(folder, kind, name), kind, table)
    return segment_of(folder, name, first, len(spans), len(tables[EVENTS]), judged)


def make_folders(folder: Path) -> None:
    """The folders of an archive."""
    for kind in FOLDERS:
        (folder / kind).mkdir(parents=True, exist_ok=True)


def tables_of(stored: Stored, numbers: Sequence[int], spans: Sequence[Span]) -> dict[str, pa.Table]:
    """表: the tables of some games that have these numbers and whose logs lie there."""
    lengths = np.diff(stored.starts)
    numbered = np.array(numbers, np.int64)
    repeated = np.repeat(numbered, lengths)
    places = np.arange(len(repeated), dtype=np.int64) - np.repeat(stored.starts[:-1], lengths)
    return {EVENTS: _events(stored, repeated, places), GAMES: _games(stored, numbered, spans)}


def listed(games: pa.Table) -> list[Listed]:
    """目录: the lines of the index that belong to a table of games."""
    columns = (games[name].to_pylist() for name in Listed.__struct_fields__)
    return list(map(Listed, *columns))


def segment_of(
    folder: Path, name: str, first: int, games: int, events: int, judged: str, version: str = __version__
) -> Segment:
    """段: what the manifest says of a segment whose files are there; the derived columns are made later."""
    digests = {kind: digest_of(file_of(folder, kind, name)) for kind in KEPT}
    return Segment(name, first, games, events, judged, digests, version)


def _games(stored: Stored, numbers: Array, spans: Sequence[Span]) -> pa.Table:
    import pyarrow as pa

    places = {name: [getattr(span, name) for span in spans] for name in Span._fields}
    given = {**stored.columns, **places, "number": numbers}
    shape = schema(GAMES)
    return pa.table([pa.array(given[field.name], field.type) for field in shape], schema=shape)


def _events(stored: Stored, numbers: Array, places: Array) -> pa.Table:
    import pyarrow as pa

    times = pa.nulls(len(numbers), pa.int64()) if stored.times is None else pa.array(stored.times, pa.int64())
    columns = [numbers, places.astype(np.int32), stored.words, stored.shown, times]
    return pa.table(columns, schema=schema(EVENTS))


def write_table(path: Path, kind: str, table: pa.Table) -> None:
    """写表: a Parquet file in its place, read again before it counts."""
    write_tables(path, kind, lambda: iter((table,)))


def write_tables(path: Path, kind: str, tables: Callable[[], Iterator[pa.Table]]) -> None:
    """写表: the same from several tables, one after the other; each begins with a game and ends with one."""
    import pyarrow.parquet as pq

    with whole(path) as stream:
        with pq.ParquetWriter(stream, schema(kind), **writing(kind)) as writer:
            for group in regrouped(kind, tables()):
                writer.write_table(group, row_group_size=max(len(group), 1))
        stream.flush()
        with pq.ParquetFile(stream.name, page_checksum_verification=True) as back:
            wanted = regrouped(kind, tables())
            got = (back.read_row_group(at) for at in range(back.num_row_groups))
            if not all(one and other and one.equals(other) for one, other in zip_longest(got, wanted)):
                raise PaishenError(Words("写下的与读回的不同", "what was written reads differently"), file=str(path))


def regrouped(kind: str, tables: Iterable[pa.Table]) -> Iterator[pa.Table]:
    """行组: the same rows, a table for each row group."""
    import pyarrow as pa

    rest: list[pa.Table] = []
    for table in filter(len, tables):
        rest.append(table)
        if kind != GAMES and sum(map(len, rest)) > GROUP:
            joined = pa.concat_tables(rest)
            *full, last = groups(joined, kind)
            yield from (joined.slice(start, stop - start) for start, stop in full)
            rest = [joined.slice(last[0])]
    if rest:
        yield pa.concat_tables(rest)


def groups(table: pa.Table, kind: str) -> list[tuple[int, int]]:
    """行组: where row groups begin and end: about `GROUP` rows, at the end of a game."""
    rows = len(table)
    if kind == GAMES or rows <= GROUP:
        return [(0, rows)]
    numbers = table["number"].to_numpy()
    edges = np.append(np.flatnonzero(np.diff(numbers)) + 1, rows)
    stops: list[int] = []
    while not stops or stops[-1] < rows:
        wanted = (stops[-1] if stops else 0) + GROUP
        stops.append(int(edges[min(int(np.searchsorted(edges, wanted)), len(edges) - 1)]))
    return list(zip([0, *stops[:-1]], stops, strict=True))
