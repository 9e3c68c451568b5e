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
from analyzer.archive.places import DERIVED, EVENTS, FILES, FOLDERS, GAMES, INDEX, LOGS, file_of, whole
from analyzer.archive.schema import schema, writing
from analyzer.batch.records import Derived
from analyzer.errors import PaishenError
from analyzer.words import Words

if TYPE_CHECKING:
    import pyarrow as pa

GROUP: Final = 120_000
"""Rows of a row group, about: it ends where a game does."""
ROLES: Final = {"emperor": 1, "guard": 2, "rebel": 3}
Array = npt.NDArray[Any]


class Stored(NamedTuple):
    """待存: games to be stored: their rows (without number and place of the log), their bytes, and their events.

    `starts` are where the events of each game begin; `derives` says which games have derived columns.
    """

    rows: Sequence[dict[str, Any]]
    raws: Sequence[bytes]
    words: Array
    suits: Array
    times: Sequence[int | None]
    starts: Array
    derived: Derived
    derives: Array


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
    rows = [
        {**row, **span._asdict(), "number": number}
        for number, row, span in zip(numbers, stored.rows, spans, strict=True)
    ]
    lengths = np.diff(stored.starts)
    repeated = np.repeat(np.array(numbers, np.int64), lengths)
    places = np.arange(len(repeated), dtype=np.int64) - np.repeat(stored.starts[:-1], lengths)
    return {
        EVENTS: _events(stored, repeated, places),
        DERIVED: _derived(stored, rows, repeated, places, lengths),
        GAMES: _games(rows),
    }


def listed(games: pa.Table) -> list[Listed]:
    """目录: the lines of the index that belong to a table of games."""
    rows = games.select(list(Listed.__struct_fields__)).to_pylist()
    return [Listed(**row) for row in rows]


def segment_of(
    folder: Path, name: str, first: int, games: int, events: int, judged: str, version: str = __version__
) -> Segment:
    """段: what the manifest says of a segment whose files are there."""
    digests = {kind: digest_of(file_of(folder, kind, name)) for kind in FILES}
    return Segment(name, first, games, events, judged, digests, version)


def _games(rows: Sequence[dict[str, Any]]) -> pa.Table:
    import pyarrow as pa

    return pa.Table.from_pylist(list(rows), schema=schema(GAMES))


def _events(stored: Stored, numbers: Array, places: Array) -> pa.Table:
    import pyarrow as pa

    columns = [numbers, places.astype(np.int32), stored.words, stored.suits, pa.array(stored.times, pa.int64())]
    return pa.table(columns, schema=schema(EVENTS))


def _derived(
    stored: Stored, rows: Sequence[Mapping[str, Any]], numbers: Array, places: Array, lengths: Array
) -> pa.Table:
    """The derived columns of the games that have them."""
    import pyarrow as pa

    seats = (stored.words >> 24 & 7).astype(np.uint8)
    roles = np.array([roles_of(row) for row in rows], np.uint8).reshape(-1, 8)
    keep = np.repeat(stored.derives, lengths)
    given = {
        **{name: getattr(stored.derived, name) for name in Derived._fields if name != "left"},
        **{f"left{seat}": stored.derived.left[:, seat - 1] for seat in range(1, 6)},
        "number": numbers, "seq": places.astype(np.int32), "kind": (stored.words >> 27).astype(np.uint8),
        "seat": seats, "role": np.repeat(roles, lengths, axis=0)[np.arange(len(seats)), seats],
        "play": (stored.words & 65535).astype(np.uint16),
    }  # fmt: skip
    shape = schema(DERIVED)
    return pa.table([pa.array(given[field.name][keep], field.type) for field in shape], schema=shape)


def roles_of(row: Mapping[str, Any]) -> list[int]:
    """身份: the role of each seat (1-5 of 8) in the end, 0 where it is not known; a solo emperor is emperor.

    >>> roles_of({"emperor": 2, "guard": 4})
    [0, 3, 1, 3, 2, 3, 0, 0]
    """
    emperor, guard = row["emperor"], row["guard"]
    if emperor is None or guard is None:
        return [0] * 8
    found = [0, *[ROLES["rebel"]] * 5, 0, 0]
    found[guard] = ROLES["guard"]
    found[emperor] = ROLES["emperor"]
    return found


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


