"""Judging an archive again from its tables: the stored verdicts come out, and another one is seen."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from analyzer.archive import Archive, read_manifest, revalidating, segments
from analyzer.archive.places import file_of
from analyzer.archive.segments import write_table
from analyzer.batch import STATUSES, judging
from analyzer.batch.compiled import kernel
from analyzer.errors import PaishenError
from analyzer.importing import bring

SAMPLES = sorted((Path(__file__).resolve().parents[1] / "replays" / "samples").glob("*.paipu.*"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The samples, in several row groups."""
    monkeypatch.setattr(segments, "GROUP", 300)
    list(bring(SAMPLES, tmp_path / "a"))
    return tmp_path / "a"


@pytest.mark.parametrize("threads", [1, 2])
def test_the_stored_verdicts_come_out(folder: Path, monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    monkeypatch.setattr(revalidating, "TOGETHER", 500 if threads == 1 else 2000)
    parts = list(revalidating.revalidate(folder, threads=threads))
    assert len(parts) > 2
    rows = {row["number"]: row for row in Archive(folder).games()}
    found = {
        int(number): (STATUSES[status] if here else None, bool(same))
        for part in parts
        for number, status, here, same in zip(*part, strict=True)
    }
    assert list(found) == sorted(rows)
    for number, (status, same) in found.items():
        way = rows[number]["way"]
        assert (status, same) == ((rows[number]["status"], True) if way == "batch" else (None, False)), number
    assert sum(same for _, same in found.values()) > 8


def test_a_stored_verdict_that_is_another_is_seen(folder: Path) -> None:
    path = file_of(folder, "games", read_manifest(folder).segments[0].name)
    table = pq.read_table(path, partitioning=None)
    place = table.schema.get_field_index("status")
    status = ["illegal", *table["status"].to_pylist()[1:]]
    write_table(path, "games", table.set_column(place, table.schema.field(place), pa.array(status)))
    (part,) = revalidating.revalidate(folder)
    assert not part.same[0]
    assert part.same.sum() == part.here.sum() - 1


def test_an_archive_that_is_empty_or_damaged(folder: Path, tmp_path: Path) -> None:
    assert list(revalidating.revalidate(tmp_path / "none")) == []
    file_of(folder, "events", read_manifest(folder).segments[0].name).write_bytes(b"PAR1 no table PAR1")
    with pytest.raises(PaishenError, match="the archive cannot be read"):
        list(revalidating.revalidate(folder))


def test_machine_code_is_made_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made anew for every type of its arguments, so these are the same wherever the columns come from."""
    monkeypatch.setattr(judging, "FEW_EVENTS", 0)
    list(bring(SAMPLES, folder.parent / "another"))
    list(revalidating.revalidate(folder))
    Archive(folder).derive()
    signatures: list[object] = kernel().signatures  # type: ignore[attr-defined]
    assert len(signatures) == 1
