"""推演: the derived columns of the archive, made when a question first asks for them.

They stand beside the events and can be made again from them at any time; an import leaves them out.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from msgspec import structs

from analyzer.archive.lots import EVENTS_READ, GAMES_READ, Array, flat, lot_of_tables, read_columns
from analyzer.archive.manifest import Segment, broken_files, digest_of, is_derived, read_manifest, write_manifest
from analyzer.archive.places import DERIVED, TABLES, alone, file_of
from analyzer.archive.schema import schema
from analyzer.archive.segments import write_table
from analyzer.batch import judge_lot
from analyzer.batch.records import Derived

if TYPE_CHECKING:
    import pyarrow as pa

ROLES: Final = {"emperor": 1, "guard": 2, "rebel": 3}
READ: Final = (*GAMES_READ, "emperor", "guard")


def derive(folder: Path) -> None:
    """推演: make the derived columns that are not there yet, or are not what was written.

    `OSError` where the archive cannot be written to.
    """
    with alone(folder):
        derive_some(folder, read_manifest(folder).segments)


def derive_some(folder: Path, wanted: Collection[Segment]) -> None:
    """推演: the same for some segments, by whoever has the archive alone."""
    manifest = read_manifest(folder)
    segments = tuple(_derived(folder, one) if one in wanted else one for one in manifest.segments)
    if segments != manifest.segments:
        write_manifest(folder, structs.replace(manifest, segments=segments))


def _derived(folder: Path, segment: Segment) -> Segment:
    """A segment with its derived columns; one whose tables are damaged stays as it is."""
    is_there = is_derived(segment) and not broken_files(folder, segment, (DERIVED,))
    if is_there or broken_files(folder, segment, TABLES):
        return segment
    games = read_columns(file_of(folder, "games", segment.name), READ)
    events = read_columns(file_of(folder, "events", segment.name), EVENTS_READ)
    path = file_of(folder, DERIVED, segment.name)
    path.parent.mkdir(exist_ok=True)
    write_table(path, DERIVED, derived_table(games, events))
    return structs.replace(segment, sha256={**segment.sha256, DERIVED: digest_of(path)})


def derived_table(games: pa.Table, events: pa.Table) -> pa.Table:
    """推演: the derived columns of the games whose hands are all known, from their rows and events."""
    import pyarrow as pa

    lot, rows = lot_of_tables(games, events)
    found = judge_lot(lot, derive=True, threads=os.cpu_count() or 1).derived
    words, lengths = lot.columns.words, np.diff(lot.columns.starts)
    seats = (words >> 24 & 7).astype(np.uint8)
    chosen = games.select(["number", "emperor", "guard"]).take(rows)
    roles = roles_of(chosen["emperor"].to_pylist(), chosen["guard"].to_pylist())
    given: dict[str, Array] = {
        **{name: getattr(found, name) for name in Derived._fields if name != "left"},
        **{f"left{seat}": found.left[:, seat - 1] for seat in range(1, 6)},
        "number": np.repeat(flat(chosen["number"]), lengths),
        "seq": (np.arange(len(words)) - np.repeat(lot.columns.starts[:-1], lengths)).astype(np.int32),
        "kind": (words >> 27).astype(np.uint8),
        "seat": seats,
        "role": np.repeat(roles, lengths, axis=0)[np.arange(len(seats)), seats],
        "play": (words & 65535).astype(np.uint16),
    }
    shape = schema(DERIVED)
    return pa.table([pa.array(given[field.name], field.type) for field in shape], schema=shape)


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
