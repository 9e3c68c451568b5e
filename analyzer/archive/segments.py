"""写段: games with their logs, events and derived columns, written as one segment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from analyzer.archive.manifest import Segment, digest_of
from analyzer.archive.packs import Span, pack
from analyzer.archive.places import DERIVED, EVENTS, FOLDERS, GAMES, LOGS, file_of, whole
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
    """待存: games to be stored: columns of `games` (but the number and the place of the log), bytes, and events.

    `starts` are where the events of each game begin; `derives` says which games have derived columns.
    """

    columns: Mapping[str, Sequence[Any]]
    raws: Sequence[bytes]
    words: Array
    suits: Array
    times: Sequence[int | None]
    starts: Array
    derived: Derived
    derives: Array


def write_segment(folder: Path, name: str, first: int, judged: str, stored: Stored) -> Segment:
    """写段: write the four files of a segment; it counts once a manifest names it."""
    for kind in FOLDERS:
        (folder / kind).mkdir(parents=True, exist_ok=True)
    with whole(file_of(folder, LOGS, name)) as stream:
        spans = pack(stream, stored.raws)
    lengths = np.diff(stored.starts)
    numbered = np.arange(first, first + len(spans), dtype=np.int64)
    numbers = np.repeat(numbered, lengths)
    places = np.arange(len(numbers), dtype=np.int64) - np.repeat(stored.starts[:-1], lengths)
    tables = {
        GAMES: _games(stored, numbered, spans),
        EVENTS: _events(stored, numbers, places),
        DERIVED: _derived(stored, numbers, places, lengths),
    }
    for kind, table in tables.items():
        write_table(file_of(folder, kind, name), kind, table)
    return segment_of(folder, name, first, len(spans), len(numbers), judged)


def segment_of(folder: Path, name: str, first: int, games: int, events: int, judged: str) -> Segment:
    """段: what the manifest says of a segment whose files are there."""
    digests = {kind: digest_of(file_of(folder, kind, name)) for kind in FOLDERS}
    return Segment(name, first, games, events, judged, digests)


def _games(stored: Stored, numbers: Array, spans: Sequence[Span]) -> pa.Table:
    import pyarrow as pa

    places = {name: [getattr(span, name) for span in spans] for name in Span._fields}
    given = {**stored.columns, **places, "number": numbers}
    shape = schema(GAMES)
    return pa.table([pa.array(given[field.name], field.type) for field in shape], schema=shape)


def _events(stored: Stored, numbers: Array, places: Array) -> pa.Table:
    import pyarrow as pa

    times = pa.array(stored.times, pa.int64())
    columns = [numbers, places.astype(np.int32), stored.words, without_clubs(stored.words, stored.suits), times]
    return pa.table(columns, schema=schema(EVENTS))


def without_clubs(words: Array, suits: Array) -> Array:
    """省去梅花: suits with how many plain cards show none (mod 8) where the clubs were; applied again it undoes itself.

    How many plain cards there are is in the word, so that one suit is known by the others; this takes a quarter of
    the room less.

    >>> from analyzer.cards import shown
    >>> _, play, suits = shown("9s9c9c9")
    >>> [int(found) >> 9 & 7 for found in without_clubs(np.array([play]), np.array([suits]))]
    [1]
    """
    four = [suits >> 3 * suit & 7 for suit in range(4)]
    plain = (words >> 6 & 31).astype(suits.dtype)
    unshown = plain - four[0] - four[1] - four[2] - four[3] & 7
    return suits & ~np.array(7 << 9, suits.dtype) | unshown << 9


def _derived(stored: Stored, numbers: Array, places: Array, lengths: Array) -> pa.Table:
    """The derived columns of the games that have them."""
    import pyarrow as pa

    seats = (stored.words >> 24 & 7).astype(np.uint8)
    roles = roles_of(stored.columns["emperor"], stored.columns["guard"])
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


def roles_of(emperors: Sequence[int | None], guards: Sequence[int | None]) -> Array:
    """身份: of each game the role of each seat (1-5 of 8) in the end, 0 where it is not known; a solo emperor is
    emperor.

    >>> roles_of([2, None], [4, None]).tolist()
    [[0, 3, 1, 3, 2, 3, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0]]
    """
    emperor, guard = (np.array([seat or 0 for seat in seats], np.int64) for seats in (emperors, guards))
    found = np.zeros((len(emperor), 8), np.uint8)
    found[:, 1:6] = ROLES["rebel"]
    every = np.arange(len(emperor))
    found[every, guard] = ROLES["guard"]
    found[every, emperor] = ROLES["emperor"]
    found[(emperor == 0) | (guard == 0)] = 0
    found[:, 0] = 0
    return found


def write_table(path: Path, kind: str, table: pa.Table) -> None:
    """写表: a Parquet file in its place, read again before it counts."""
    import pyarrow.parquet as pq

    with whole(path) as stream:
        with pq.ParquetWriter(stream, table.schema, **writing(kind)) as writer:
            for start, stop in groups(table, kind):
                writer.write_table(table.slice(start, stop - start))
        stream.flush()
        back = pq.read_table(path.with_name(f"{path.name}.tmp"), page_checksum_verification=True)
        if not back.equals(table):
            raise PaishenError(Words("写下的与读回的不同", "what was written reads differently"), file=str(path))


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
