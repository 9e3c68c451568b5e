"""推演: the derived columns of the archive, made when a question first asks for them.

They stand beside the events and can be made again from them at any time; an import leaves them out.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from msgspec import structs

from analyzer.archive.lots import EVENTS_READ, GAMES_READ, Array, flat, lot_of_tables, read_columns
from analyzer.archive.manifest import Segment, broken_files, digest_of, is_all_derived, read_manifest, write_manifest
from analyzer.archive.packs import Span, unpack
from analyzer.archive.places import DERIVED, LOGS, TABLES, alone, file_of
from analyzer.archive.schema import schema
from analyzer.archive.segments import write_table
from analyzer.archive.stepwise import derived_step_by_step
from analyzer.batch import judge_lot
from analyzer.batch.records import Derived
from analyzer.events import Log

if TYPE_CHECKING:
    import pyarrow as pa

ROLES: Final = {"emperor": 1, "guard": 2, "rebel": 3}
READ: Final = (*GAMES_READ, "emperor", "guard", "form", "sha256", *Span._fields)
Logs = Callable[[int], Log]
"""The log of a row of a table of games."""


def derive(folder: Path) -> None:
    """推演: make the derived columns that are not there yet, or are not what was written.

    `OSError` where the archive cannot be written to, `PaishenError` where a log that is needed is damaged.
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
    is_there = is_all_derived(folder, segment) and not broken_files(folder, segment, (DERIVED,))
    if is_there or broken_files(folder, segment, TABLES):
        return segment
    games = read_columns(file_of(folder, "games", segment.name), READ)
    events = read_columns(file_of(folder, "events", segment.name), EVENTS_READ)
    path = file_of(folder, DERIVED, segment.name)
    path.parent.mkdir(exist_ok=True)
    logs = partial(_stored, file_of(folder, LOGS, segment.name), games)
    write_table(path, DERIVED, derived_table(games, events, logs))
    return structs.replace(segment, sha256={**segment.sha256, DERIVED: digest_of(path)})


def _stored(path: Path, games: pa.Table, row: int) -> Log:
    """The log of a row of a table of games, from its own bytes."""
    from analyzer.archive.reading import reread

    (told,) = games.slice(row, 1).to_pylist()
    raw = unpack(path, Span(*(told[name] for name in Span._fields)))
    return reread(raw, told["form"], told["sha256"], path)


def derived_table(games: pa.Table, events: pa.Table, logs: Logs) -> pa.Table:
    """推演: the derived columns of games, from their rows and events; `logs` opens what is judged step by step."""
    import pyarrow as pa

    lot, rows = lot_of_tables(games, events)
    found = judge_lot(lot, derive=True, threads=os.cpu_count() or 1).derived
    lengths = flat(games["events"]).astype(np.int64)
    others = np.setdiff1d(np.arange(len(games)), rows)
    parts = [found, *(derived_step_by_step(logs(row)) for row in others.tolist())]
    order = _order(lengths, rows, others)
    told = Derived(*(np.concatenate(columns)[order] for columns in zip(*parts, strict=True)))
    words = flat(events["word"])
    seats = (words >> 24 & 7).astype(np.uint8)
    roles = roles_of(games["emperor"].to_pylist(), games["guard"].to_pylist())
    given: dict[str, Array] = {
        **{name: getattr(told, name) for name in Derived._fields if name != "left"},
        **{f"left{seat}": told.left[:, seat - 1] for seat in range(1, 6)},
        "number": np.repeat(flat(games["number"]), lengths),
        "seq": (np.arange(len(words)) - np.repeat(np.cumsum(lengths) - lengths, lengths)).astype(np.int32),
        "kind": (words >> 27).astype(np.uint8),
        "seat": seats,
        "role": np.repeat(roles, lengths, axis=0)[np.arange(len(seats)), seats],
        "play": (words & 65535).astype(np.uint16),
    }
    shape = schema(DERIVED)
    return pa.table([pa.array(given[field.name], field.type) for field in shape], schema=shape)


def _order(lengths: Array, rows: Array, others: Array) -> Array | slice:
    """次序: where the events of each game are when those of `rows` come first and then those of `others`."""
    if not len(others):
        return slice(None)
    order = np.concatenate([rows, others])
    numbers = np.repeat(order, lengths[order])
    return np.argsort(numbers, kind="stable")


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
