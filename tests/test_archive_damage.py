"""Damaged or missing files of an archive: nothing is left out in silence, nothing is taken for absent."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from msgspec import structs

from analyzer.archive import Archive, read_manifest
from analyzer.archive.manifest import write_manifest
from analyzer.archive.places import FILES, KEPT, TABLES, file_of
from analyzer.importing import bring, lots
from analyzer.paipu import write
from tests.conftest import Paishen
from tests.test_archive_care import flip
from tests.test_replay import PLAYS, events, log_of

NAMES = "SELECT game FROM games ORDER BY number"
PLAYED = "SELECT number, count(*) AS many FROM plays GROUP BY number ORDER BY number"


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An archive of four games in two segments, with derived columns."""
    monkeypatch.setattr(lots, "LOT_GAMES", 2)
    games = [log_of([*events([*PLAYS]), {"type": "end"}], game=name) for name in "abcd"]
    write(tmp_path / "a.paipu.jsonl", games)
    list(bring([tmp_path / "a.paipu.jsonl"], tmp_path / "archive"))
    monkeypatch.undo()
    Archive(tmp_path / "archive").derive()
    return tmp_path / "archive"


def spoil(file: Path, way: str) -> None:
    """A file damaged by one bit, or gone."""
    if way == "flip":
        flip(file)
    else:
        file.unlink()


@pytest.mark.parametrize("way", ["flip", "gone"])
@pytest.mark.parametrize("kind", TABLES)
def test_what_an_answer_leaves_out_is_said(paishen: Paishen, archive: Path, kind: str, way: str) -> None:
    spoil(file_of(archive, kind, "000000002"), way)
    said = (
        f"paishen: {archive}: missing or damaged: {kind}/000000002.parquet; 2 games are left out; see archive check, "
        "archive rebuild remakes them\n"
    )
    sql = "SELECT count(*) AS n FROM games"
    asked = ("by_ruleset",), ("--sql", sql, "--json"), ("games", "--csv"), ("games_like", "game=c"), ("sat", "person=x")
    for args, out in zip(asked, ("simple", '{"n":2}', "b", "", ""), strict=True):
        done = paishen("--lang", "en", "query", *args, "--archive", archive)
        assert (done.status, done.err) == (1, said)
        assert out in done.out
    assert paishen("show", archive, "--game", "b").status == 0
    done = paishen("--lang", "en", "show", archive, "--game", "c")
    assert (done.status, done.out, done.err) == (2, "", said)
    for name, *more in (("ledger",), ("audit", "--brief"), ("train", "--report")):
        done = paishen("--lang", "en", name, archive, *more)
        assert done.status == 2
        assert "archive rebuild remakes" in done.out + done.err


@pytest.mark.parametrize("way", ["flip", "gone"])
@pytest.mark.parametrize("kind", TABLES)
def test_an_import_never_takes_what_is_damaged_for_absent(
    paishen: Paishen, archive: Path, kind: str, way: str
) -> None:
    spoil(file_of(archive, kind, "000000001"), way)
    before = {path: path.read_bytes() for path in archive.rglob("*") if path.is_file()}
    for workers in (1, 2):
        again = "import", archive.parent / "a.paipu.jsonl", "--archive", archive, "--workers", workers
        done = paishen("--lang", "en", *again)
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
        assert "archive rebuild remakes them" in done.err
    assert {path: path.read_bytes() for path in archive.rglob("*") if path.is_file()} == before
    assert paishen("archive", "rebuild", "--archive", archive).status == 0
    done = paishen("import", archive.parent / "a.paipu.jsonl", "--archive", archive, "--json")
    assert {one["outcome"] for one in done.json} == {"duplicate"}
    assert [row["game"] for row in Archive(archive).ask(NAMES)] == [*"abcd"]


@pytest.mark.parametrize("kind", FILES)
def test_compacting_and_signing_refuse_what_is_damaged(paishen: Paishen, archive: Path, kind: str) -> None:
    """Derived columns are made anew when they are next asked for: they are in nobody's way."""
    assert paishen("keys", "new", archive.parent / "k.key").status == 0
    file = file_of(archive, kind, "000000002")
    flip(file)
    before = {path: path.read_bytes() for path in archive.rglob("*") if path.is_file()}
    for args in (("checkpoint", "--key", archive.parent / "k.key"), ("compact",)):
        done = paishen("--lang", "en", "archive", *args, "--archive", archive)
        assert done.status == (2 if kind in KEPT else 0)
        if kind in KEPT:
            assert done.err.startswith(f"paishen: {file}: the file is missing or damaged, and nothing was done; see")
    after = {path: path.read_bytes() for path in archive.rglob("*") if path.is_file()}
    assert (before == after) == (kind in KEPT)


@pytest.mark.parametrize("way", ["flip", "gone"])
def test_derived_columns_are_remade(paishen: Paishen, archive: Path, way: str) -> None:
    played = Archive(archive).ask(PLAYED)
    assert [row["number"] for row in played] == [1, 2, 3, 4]
    spoil(file_of(archive, "derived", "000000001"), way)
    done = paishen("query", "games", "--archive", archive)
    assert (done.status, done.err) == (0, "")
    assert paishen("archive", "check", "--archive", archive, "--workers", 1).status == 1
    assert Archive(archive).ask(PLAYED) == played
    assert paishen("archive", "check", "--archive", archive, "--workers", 1).status == 0
    spoil(file_of(archive, "derived", "000000002"), way)
    assert paishen("archive", "check", "--archive", archive, "--rejudge", "--workers", 1).status == 0
    assert Archive(archive).ask(PLAYED) == played
    shutil.rmtree(archive / "derived")
    done = paishen("import", archive.parent / "a.paipu.jsonl", "--archive", archive, "--json")
    assert {one["outcome"] for one in done.json} == {"duplicate"}
    assert Archive(archive).ask(PLAYED) == played


def test_derived_columns_that_cannot_be_remade_are_one_sentence(
    paishen: Paishen, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In an archive that can only be read; questions without them are answered."""
    file_of(archive, "derived", "000000001").unlink()

    def refuses(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("analyzer.archive.deriving.derive", refuses)
    assert paishen("query", "by_role", "--archive", archive).status == 0
    done = paishen("--lang", "en", "query", "--sql", PLAYED, "--archive", archive)
    said = f"paishen: {archive}: the derived columns cannot be written: permission denied\n"
    assert (done.status, done.out, done.err) == (2, "", said)


def test_an_open_archive_says_what_is_left_out_after_it_has_grown(archive: Path) -> None:
    flip(file_of(archive, "events", "000000001"))
    opened = Archive(archive)
    assert [row["game"] for row in opened.ask(NAMES)] == [*"cd"]
    manifest = read_manifest(archive)
    write_manifest(archive, structs.replace(manifest, files=manifest.files + 1))
    assert [row["game"] for row in opened.ask(NAMES)] == [*"cd"]
    assert opened.damaged == [file_of(archive, "events", "000000001")]


def test_a_rebuild_that_dies_loses_no_game_that_can_be_read(
    paishen: Paishen, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line of the second index is damaged; the rebuild dies before each of its last moves, and is done again."""
    index = file_of(archive, "index", "000000002")
    index.write_bytes(index.read_bytes().replace(b'"sha256":"', b'"sha256":"x', 1))
    file_of(archive, "games", "000000002").unlink()
    kept = archive.rename(archive.with_name("kept"))
    replace = Path.replace
    moves = 0

    def counted(self: Path, target: Path) -> Path:
        nonlocal moves
        moves += 1
        if moves == dies_at:
            raise KeyboardInterrupt
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", counted)
    dies_at = all_moves = 0
    for back in range(5):
        shutil.copytree(kept, archive)
        moves, dies_at = 0, all_moves and all_moves + 1 - back
        assert paishen("archive", "rebuild", "--archive", archive).status == (130 if back else 1)
        all_moves, dies_at = all_moves or moves, 0
        assert paishen("archive", "rebuild", "--archive", archive).status in (0, 1)
        assert [row["game"] for row in Archive(archive).ask(NAMES)] == [*"abd"], back
        assert (archive / "damaged" / "000000002.zst").exists()
        shutil.rmtree(archive)
