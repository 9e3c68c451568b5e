"""收件: what a worker has prepared taken over into the archive; the new games get numbers in the order of the tasks."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import structs

from analyzer.archive import Archive, Manifest, Segment
from analyzer.archive.packs import Span, pack, unpacked, write_index
from analyzer.archive.places import EVENTS, GAMES, INDEX, LOGS, TABLES, file_of, whole
from analyzer.archive.remaking import Good, reread
from analyzer.archive.segments import listed, make_folders, segment_of, write_table
from analyzer.batch.compiled import digest
from analyzer.errors import PaishenError
from analyzer.importing.entry import Entry
from analyzer.importing.lot import Decision, decide, stored_under, tied
from analyzer.importing.parts import Lot
from analyzer.words import Words

if TYPE_CHECKING:
    import pyarrow as pa

KEEPS = ("stored", "extended", "conflict")


def adopt(archive: Archive, manifest: Manifest, source: Path, lot: Lot) -> tuple[Segment | None, list[Entry]]:
    """收件: write the segment of a lot's new games; it, and what became of all of its games, in order."""
    import pyarrow.parquet as pq

    if not lot.stored:
        return None, [entry for entry in lot.entries if entry]
    tables = {kind: pq.read_table(file_of(source, kind, lot.name)) for kind in TABLES}
    decisions = _decisions(archive, source, lot, tables[GAMES])
    kept = [place for place, decision in enumerate(decisions) if decision.outcome in KEEPS]
    segment = None
    if kept:
        chosen = renumbered(tables, decisions, kept, manifest.following)
        segment = _written(archive.path, manifest, file_of(source, LOGS, lot.name), tables[GAMES], chosen, kept)
    return segment, list(_entries(lot, tables[GAMES], decisions))


def _decisions(archive: Archive, source: Path, lot: Lot, games: pa.Table) -> list[Decision]:
    """What becomes of each game; those that share their name with another, correct or are corrected are looked into."""
    names = games["game"].to_pylist()
    count = Counter(names)
    shared = {row["game"] for row in stored_under(archive, count)} | {name for name, many in count.items() if many > 1}
    hashes, replaced = games["sha256"].to_pylist(), games["replaces"].to_pylist()
    corrected = tied(archive, hashes, replaced)
    decisions = [Decision("stored")] * len(names)
    places = [
        place for place, name in enumerate(names)
        if name in shared or replaced[place] or hashes[place] in corrected
    ]  # fmt: skip
    if places:
        lines = listed(games.take(places))
        found = list(reread(file_of(source, LOGS, lot.name), lines))
        items = [one.item for one in found if isinstance(one, Good)]
        if len(items) < len(found):
            words = Words("中间文件已损坏; 请重新导入", "an intermediate file is damaged: import once more")
            raise PaishenError(words, file=str(source))
        for place, decision in zip(places, decide(archive, items), strict=True):
            decisions[place] = decision
    return decisions


def renumbered(
    tables: dict[str, pa.Table], decisions: Sequence[Decision], kept: Sequence[int], first: int
) -> dict[str, pa.Table]:
    """改号: the rows of the games that are kept, with their numbers in the archive."""
    import numpy as np
    import pyarrow as pa

    count = len(tables[GAMES])
    numbers = np.zeros(count + 1, np.int64)
    numbers[[place + 1 for place in kept]] = np.arange(first, first + len(kept))
    found = {}
    for kind, table in tables.items():
        new = numbers[table["number"].to_numpy()]
        column = pa.array(new, pa.int64())
        moved = table.set_column(0, table.schema.field(0), column)
        found[kind] = moved if len(kept) == count else moved.filter(pa.array(new > 0))
    games = found[GAMES]
    place = games.schema.get_field_index("extends")
    extends = pa.array([decisions[one].extends for one in kept], pa.string())
    found[GAMES] = games.set_column(place, games.schema.field(place), extends)
    return found


def _written(
    folder: Path, manifest: Manifest, logs: Path, games: pa.Table, chosen: dict[str, pa.Table], kept: Sequence[int]
) -> Segment:
    """The files of the segment: the logs, packed as if they had been read here, and the tables with the new numbers."""
    import pyarrow as pa

    make_folders(folder)
    name = f"{manifest.files:09}"
    path = file_of(folder, LOGS, name)
    if len(kept) == len(games):
        with whole(path) as stream, logs.open("rb") as source:
            shutil.copyfileobj(source, stream, 1 << 20)
    else:
        lines = listed(games.take(kept))
        with whole(path) as stream, logs.open("rb") as source:
            spans = pack(stream, (unpacked(source, one.span) for one in lines))
        for field in Span._fields:
            table = chosen[GAMES]
            place = table.schema.get_field_index(field)
            column = pa.array([getattr(span, field) for span in spans], table.schema.field(place).type)
            chosen[GAMES] = table.set_column(place, table.schema.field(place), column)
    with whole(file_of(folder, INDEX, name)) as stream:
        write_index(stream, listed(chosen[GAMES]))
    for kind in TABLES:
        write_table(file_of(folder, kind, name), kind, chosen[kind])
    return segment_of(folder, name, manifest.following, len(kept), len(chosen[EVENTS]), digest())


def _entries(lot: Lot, games: pa.Table, decisions: Sequence[Decision]) -> Iterator[Entry]:
    """What became of the games of a lot, in the order in which they were read."""
    rows: list[dict[str, Any]] = games.select(["file", "line", "game", "sha256", "status", "way"]).to_pylist()
    both = list(zip(rows, decisions, strict=True))
    statuses = {row["sha256"]: row["status"] for row, decision in both if decision.outcome in KEEPS}
    new = iter(both)
    for entry in lot.entries:
        if entry is not None:
            yield entry
            continue
        row, decision = next(new)
        is_kept = decision.outcome in KEEPS
        status = row["status"] if is_kept else decision.status or statuses.get(row["sha256"])
        way = row["way"] if is_kept else None
        yield Entry(row["file"], row["line"], row["game"], decision.outcome, status, decision.reason, way)


def grown(manifest: Manifest, segment: Segment) -> Manifest:
    """The manifest with a segment more."""
    return structs.replace(
        manifest, segments=(*manifest.segments, segment), following=segment.first + segment.games,
        files=manifest.files + 1,
    )  # fmt: skip
