"""The manifest: a flipped bit in it is never believed, its figures are checked, and all is remade without it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from msgspec import structs

from analyzer.archive import Archive, read_manifest
from analyzer.archive.manifest import write_manifest
from analyzer.errors import PaishenError
from analyzer.importing import bring
from analyzer.paipu import write
from tests.conftest import Paishen
from tests.test_replay import PLAYS, events, log_of

ROWS = "SELECT number, game, sha256 FROM games ORDER BY number"


def games(path: Path, *names: str) -> Path:
    """A file with short games of these names."""
    write(path, [log_of(events([*PLAYS[:2]]), game=name) for name in names])
    return path


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An archive of five games in two segments."""
    for at, names in enumerate(("abc", "de")):
        list(bring([games(tmp_path / f"{at}.paipu.jsonl", *names)], tmp_path / "archive"))
    return tmp_path / "archive"


def test_every_flipped_bit_of_the_manifest_is_refused_in_one_sentence(paishen: Paishen, archive: Path) -> None:
    path = archive / "manifest.json"
    data = path.read_bytes()
    for at in range(len(data)):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :])
        with pytest.raises(PaishenError, match=r"is damaged: .*; archive rebuild remakes it"):
            read_manifest(archive)
    more = games(archive.parent / "more.paipu.jsonl", "f")
    for args in (("query", "games"), ("archive", "check"), ("archive", "compact"), ("import", more)):
        done = paishen("--lang", "en", *args, "--archive", archive)
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
        assert "archive rebuild remakes it" in done.err
    before = {path: path.read_bytes() for path in archive.glob("logs/*")}
    assert paishen("archive", "rebuild", "--archive", archive).status == 0
    assert [row["game"] for row in Archive(archive).ask(ROWS)] == [*"abcde"]
    assert read_manifest(archive).following == 6
    assert len(before) == 4


@pytest.mark.parametrize("old", ['"following": 6', '"games": 2', '"events": 12', '"first": 4', '"files": 3'])
def test_a_figure_of_the_manifest_that_is_not_that_of_the_tables_is_found(
    paishen: Paishen, archive: Path, old: str
) -> None:
    """As an archive has it that was made before manifests carried a digest, or a forger makes it."""
    manifest = _plain(archive)
    assert paishen("archive", "check", "--archive", archive, "--workers", 1).status == 0
    key, value = old.split()
    assert manifest.count(old) == 1
    larger = [int(value) + 3] * (key in ('"games":', '"events":', '"first":'))
    for other in (int(value) - 1, *larger):
        (archive / "manifest.json").write_text(manifest.replace(old, f"{key} {other}"), "utf-8")
        done = paishen("archive", "check", "--archive", archive, "--workers", 1, "--json")
        assert done.status == 1
        assert "manifest" in {one["code"] for one in done.json[0]["findings"]}


def _plain(archive: Path) -> str:
    """The manifest made as before it had a digest."""
    told = json.loads((archive / "manifest.json").read_text("utf-8"))
    del told["digest"]
    text = json.dumps(told, indent=1)
    (archive / "manifest.json").write_text(text, "utf-8")
    return text


@pytest.mark.parametrize("kind", ["logs", "index", "events", "games"])
def test_a_file_whose_digest_is_not_told_counts_as_damaged(paishen: Paishen, archive: Path, kind: str) -> None:
    """As a flipped bit in the name of a key leaves it in a manifest without a digest of its own."""
    manifest = _plain(archive)
    (archive / "manifest.json").write_text(manifest.replace(f'"{kind}": "', f'"{kind[:-1]}c": "', 1), "utf-8")
    done = paishen("archive", "check", "--archive", archive, "--workers", 1, "--json")
    assert (done.status, done.json[0]["findings"][0]["code"]) == (1, "file")
    assert paishen("query", "games", "--archive", archive).status == (kind in ("events", "games"))


def test_an_archive_without_a_digest_is_read_and_gets_one(paishen: Paishen, archive: Path) -> None:
    _plain(archive)
    assert len(Archive(archive).ask(ROWS)) == 5
    list(bring([games(archive.parent / "more.paipu.jsonl", "f")], archive))
    told = json.loads((archive / "manifest.json").read_text("utf-8"))
    assert len(told["digest"]) == 64
    (archive / "manifest.json").write_text(json.dumps({**told, "following": 6}, indent=1))
    assert paishen("query", "games", "--archive", archive).status == 2


def test_rebuilding_gives_no_number_twice_and_loses_no_game(paishen: Paishen, archive: Path) -> None:
    """A manifest of old whose `following` went back gave two games the number 5: both stay, one gets another."""
    manifest = read_manifest(archive)
    write_manifest(archive, structs.replace(manifest, following=5))
    list(bring([games(archive.parent / "more.paipu.jsonl", *"fg")], archive))
    assert [row["number"] for row in Archive(archive).ask(ROWS)] == [1, 2, 3, 4, 5, 5, 6]
    done = paishen("archive", "check", "--archive", archive, "--workers", 1, "--json")
    assert {one["code"] for one in done.json[0]["findings"]} == {"manifest"}
    for name in ("manifest.json", "games", "events"):
        _remove(archive / name)
    done = paishen("archive", "rebuild", "--archive", archive, "--json")
    assert (done.status, done.json[0]["games"], done.json[0]["findings"]) == (0, 7, [])
    rows = [(row["number"], row["game"]) for row in Archive(archive).ask(ROWS)]
    assert rows == [(1, "a"), (2, "b"), (3, "c"), (4, "d"), (5, "e"), (6, "g"), (7, "f")]
    assert paishen("archive", "check", "--archive", archive, "--workers", 1).status == 0


def test_the_number_of_a_game_that_was_lost_is_not_given_again(paishen: Paishen, archive: Path) -> None:
    log = max(archive.glob("logs/*.zst"))
    log.write_bytes(bytes(len(log.read_bytes())))
    assert paishen("archive", "rebuild", "--archive", archive).status == 1
    assert [row["game"] for row in Archive(archive).ask(ROWS)] == [*"abc"]
    _remove(archive / "manifest.json")
    assert paishen("archive", "rebuild", "--archive", archive).status == 0
    list(bring([games(archive.parent / "more.paipu.jsonl", "f")], archive))
    assert [row["number"] for row in Archive(archive).ask(ROWS)] == [1, 2, 3, 6]


def test_a_game_that_is_stored_twice_is_found_and_kept_once(paishen: Paishen, archive: Path) -> None:
    """As earlier versions stored it a second time where a table was damaged."""
    manifest = read_manifest(archive)
    write_manifest(archive, structs.replace(manifest, segments=manifest.segments[1:]))
    for kind in ("logs", "games", "events"):
        shutil.copytree(archive / kind, archive.parent / "kept" / kind)
    list(bring([archive.parent / "0.paipu.jsonl"], archive))
    again = read_manifest(archive)
    for path in (archive.parent / "kept").glob("*/000000001.*"):
        shutil.copy(path, archive / path.parent.name / path.name)
    write_manifest(archive, structs.replace(again, segments=(manifest.segments[0], *again.segments)))
    done = paishen("archive", "check", "--archive", archive, "--workers", 1, "--json")
    doubles = [(one["number"], one["game"]) for one in done.json[0]["findings"] if one["code"] == "double"]
    assert (done.status, doubles) == (1, [(6, "a"), (7, "b"), (8, "c")])
    done = paishen("archive", "rebuild", "--archive", archive, "--json")
    assert (done.status, done.json[0]["games"]) == (1, 5)
    assert {one["code"] for one in done.json[0]["findings"]} == {"double"}
    assert [row["game"] for row in Archive(archive).ask(ROWS)] == [*"abcde"]
    assert paishen("archive", "check", "--archive", archive, "--workers", 1).status == 0
    assert len(list((archive / "damaged").iterdir())) == 2


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()
