"""合段: many small segments made into few large ones, as small files cost every question their opening.

Segments that follow each other and were judged by the same rules are joined until there are about `FULL` events in
one. The games keep their numbers, their order and their bytes. Until the manifest is replaced the old files count,
from then on the new ones.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import structs

from analyzer.archive.manifest import Manifest, Segment, all_there, broken_files, read_manifest, sweep, write_manifest
from analyzer.archive.packs import read_index, write_index
from analyzer.archive.places import GAMES, INDEX, KEPT, LOGS, TABLES, alone, file_of, whole
from analyzer.archive.segments import segment_of, write_tables
from analyzer.errors import PaishenError
from analyzer.words import Words

if TYPE_CHECKING:
    import pyarrow as pa

FULL: Final = 4_000_000
"""How many events a segment has at most that was joined from others."""
MANY: Final = 16
"""How many small segments an import leaves alone."""


def compact(folder: Path, full: int = FULL) -> tuple[int, int]:
    """合段: join the small segments of an archive; how many segments there were and how many there are.

    `PaishenError` where the manifest cannot be read, or a file is missing or damaged: nothing is done then.
    """
    with alone(folder):
        before = read_manifest(folder)
        if not before.segments:
            return 0, 0
        all_there(folder, before)
        sweep(folder)
        after = compacted(folder, before, full)
        return len(before.segments), len(after.segments)


def compact_many(folder: Path) -> None:
    """合段: the same for whoever has the archive alone already, and only where there are many small segments.

    A segment with a damaged file is left as it is.
    """
    manifest = read_manifest(folder)
    if sum(segment.events < FULL // 2 for segment in manifest.segments) > MANY:
        compacted(folder, manifest, FULL)


def compacted(folder: Path, manifest: Manifest, full: int) -> Manifest:
    """The manifest after its small segments were joined."""
    files = manifest.files
    segments: list[Segment] = []
    for run in runs(manifest.segments, full):
        if len(run) > 1 and not any(broken_files(folder, segment, KEPT) for segment in run):
            segments.append(join(folder, f"{files:09}", run))
            files += 1
        else:
            segments += run
    if files == manifest.files:
        return manifest
    after = structs.replace(manifest, segments=tuple(segments), files=files)
    write_manifest(folder, after)
    sweep(folder)
    return after


def runs(segments: Sequence[Segment], full: int) -> list[list[Segment]]:
    """分组: the segments in their order, those together that may become one.

    >>> many = [Segment(str(at), at, 1, events, "rules", {}) for at, events in enumerate((5, 3, 1, 9, 2), 1)]
    >>> [[segment.events for segment in run] for run in runs(many, 9)]
    [[5, 3, 1], [9], [2]]
    """
    found: list[list[Segment]] = []
    for segment in segments:
        last = found[-1] if found else []
        if (
            last
            and (last[-1].judged, last[-1].version) == (segment.judged, segment.version)
            and last[-1].first + last[-1].games == segment.first
            and sum(one.events for one in last) + segment.events <= full
        ):
            last.append(segment)
        else:
            found.append([segment])
    return found


def join(folder: Path, name: str, run: Sequence[Segment]) -> Segment:
    """合: one segment from several that follow each other."""
    offsets = [0]
    with whole(file_of(folder, LOGS, name)) as stream:
        for segment in run:
            with file_of(folder, LOGS, segment.name).open("rb") as source:
                shutil.copyfileobj(source, stream, 1 << 20)
            offsets.append(stream.tell())
    with whole(file_of(folder, INDEX, name)) as stream:
        for segment, offset in zip(run, offsets, strict=False):
            path = file_of(folder, INDEX, segment.name)
            for one in read_index(path):
                if isinstance(one, int):
                    raise PaishenError(Words("目录已损坏", "the index is damaged"), file=str(path), line=one)
                write_index(stream, [structs.replace(one, log_at=one.log_at + offset)])
    for kind in TABLES:
        write_tables(file_of(folder, kind, name), kind, lambda kind=kind: _tables(folder, kind, run, offsets))  # type: ignore[misc]
    return segment_of(folder, name, run[0].first, sum(one.games for one in run), sum(one.events for one in run),
                      run[0].judged, run[0].version)  # fmt: skip


def _tables(folder: Path, kind: str, run: Sequence[Segment], offsets: Sequence[int]) -> Iterator[pa.Table]:
    """The row groups of some segments, the places of the logs moved."""
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    for segment, offset in zip(run, offsets, strict=False):
        with pq.ParquetFile(file_of(folder, kind, segment.name), page_checksum_verification=True) as source:
            for at in range(source.num_row_groups):
                table = source.read_row_group(at)
                if kind == GAMES:
                    place = table.schema.get_field_index("log_at")
                    table = table.set_column(place, table.schema.field(place), pc.add(table["log_at"], offset))
                yield table
