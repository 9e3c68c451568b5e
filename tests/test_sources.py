"""What can be imported: folders, packed files, standard input - and what a packed file may not do."""

from __future__ import annotations

import gzip
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pyarrow as pa
import pytest

from analyzer.archive import Archive
from analyzer.errors import Unreadable
from analyzer.importing import sources
from analyzer.importing.item import taken
from analyzer.importing.sources import games_of
from analyzer.paipu import dumps_json
from tests.conftest import Paishen
from tests.test_replay import PLAYS, events, log_of

COUNT = 40


def line(name: str) -> bytes:
    """A game on one line."""
    return dumps_json(log_of(events([*PLAYS[:2]]), game=name)) + b"\n"


LINES = b"".join(line(f"g{number}") for number in range(COUNT))
NAMES = [f"g{number}" for number in range(COUNT)]


def zstd(data: bytes) -> bytes:
    """Packed by zstd, as by its command: the frame does not say how long it is."""
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(data)
    found: bytes = sink.getvalue().to_pybytes()
    return found


def said(path: Path) -> list[str]:
    """The games of a source by name, and sentences for what cannot be read."""
    return [str(one.words.en if isinstance(one, Unreadable) else taken(one).game) for one in games_of(path)]


PACKERS = {"gz": gzip.compress, "zst": zstd}


@pytest.mark.parametrize("end", list(PACKERS))
@pytest.mark.parametrize("name", ["a.paipu.jsonl", "a.paipu.json", "no-end"])
def test_packed_files_are_read_whatever_their_name(tmp_path: Path, end: str, name: str) -> None:
    file = tmp_path / f"{name}.{end}"
    file.write_bytes(PACKERS[end](LINES))
    found = list(games_of(file))
    assert [taken(one).game for one in found if not isinstance(one, Unreadable)] == NAMES
    assert {one.file for one in found} == {str(file)}
    assert [one.line for one in found] == list(range(1, COUNT + 1))
    bare = tmp_path / name
    bare.write_bytes(PACKERS[end](LINES))
    assert said(bare) == NAMES


def test_frames_and_members_one_after_the_other_are_one_file(tmp_path: Path) -> None:
    for end, pack in PACKERS.items():
        (tmp_path / f"a.jsonl.{end}").write_bytes(pack(LINES[:2000]) + pack(LINES[2000:]))
        assert said(tmp_path / f"a.jsonl.{end}") == NAMES


@pytest.mark.parametrize("end", list(PACKERS))
def test_a_packed_file_that_was_cut_is_read_up_to_there(
    tmp_path: Path, end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "PIECE", 512)
    noise = [bytes(f"{number * 7919 % 10007:x}", "ascii") for number in range(3000)]
    lines = [dumps_json(log_of(events([*PLAYS[:2]]), game=(name * 9).decode())) for name in noise]
    file = tmp_path / f"a.jsonl.{end}"
    packed = PACKERS[end](b"\n".join(lines))
    file.write_bytes(packed[: len(packed) * 2 // 3])
    found = list(games_of(file))
    good = [taken(one) for one in found if not isinstance(one, Unreadable)]
    assert 500 < len(good) < 2900
    assert [one.game for one in good] == [(name * 9).decode() for name in noise[: len(good)]]
    assert str(found[-1]) == f"{file}: the packed file is damaged; it was read up to there"


@pytest.mark.parametrize("end", list(PACKERS))
def test_a_bomb_is_read_no_further_than_allowed(tmp_path: Path, end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "FREE", 100_000)
    file = tmp_path / f"a.jsonl.{end}"
    file.write_bytes(PACKERS[end](LINES + b" " * 40_000_000 + b"\n" + LINES))
    found = said(file)
    assert found[:COUNT] == NAMES
    assert found[-1] == "unpacked it grows more than 100 times; it is read no further"
    assert len(found) <= COUNT + 2


def test_folders_are_walked_in_order(tmp_path: Path, paishen: Paishen) -> None:
    for name in ("b/2.jsonl", "b/10.json", "a.paipu.txt", "a/x.json.gz", ".hidden/y.json", "a/readme.md", "c/.z.json"):
        path = tmp_path / "logs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = b"1 2 3" if name.endswith("txt") else line(name)
        path.write_bytes(gzip.compress(data) if name.endswith("gz") else data)
    found = [one.file.removeprefix(f"{tmp_path}/logs/") for one in games_of(tmp_path / "logs") if one.file]
    assert found == ["a/x.json.gz", "a.paipu.txt", "b/10.json", "b/2.jsonl"]
    (tmp_path / "logs" / "a.paipu.txt").unlink()
    done = paishen("import", tmp_path / "logs", "--archive", tmp_path / "logs" / "archive", "--json")
    assert [(one["outcome"], one["game"]) for one in done.json] == [
        ("stored", name) for name in ("a/x.json.gz", "b/10.json", "b/2.jsonl")
    ]
    done = paishen("import", tmp_path / "logs", "--archive", tmp_path / "logs" / "archive", "--json")
    assert [one["outcome"] for one in done.json] == ["duplicate"] * 3
    (tmp_path / "empty").mkdir()
    assert said(tmp_path / "empty") == ["there are no logs in this folder"]


def packed(path: Path, members: dict[str, bytes]) -> Path:
    """A zip with these files."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return path


def test_a_zip_is_read_file_by_file(tmp_path: Path, paishen: Paishen) -> None:
    members = {"b/2.jsonl": line("two"), "a.json": line("one"), "pic.png": b"x", "c.jsonl": LINES, "d.txt": b"\n"}
    file = packed(tmp_path / "evening.zip", members)
    done = paishen("import", file, "--archive", tmp_path / "archive", "--json")
    assert [one["game"] for one in done.json] == ["one", "two", *NAMES, None]
    places = [(one["file"].removeprefix(str(tmp_path)), one["line"]) for one in done.json]
    assert places[:3] == [("/evening.zip/a.json", 1), ("/evening.zip/b/2.jsonl", 1), ("/evening.zip/c.jsonl", 1)]
    assert len(Archive(tmp_path / "archive").games()) == COUNT + 2


BAD = "a bad name in a zip: not a path below it"


@pytest.mark.parametrize(
    "name", ["../a.json", "/a.json", "b/../../a.json", "C:a.json", "..\\a.json", "a\x1b[2J.json", "a/..", "//x.json"]
)
def test_a_zip_may_name_no_other_place(tmp_path: Path, name: str) -> None:
    file = packed(tmp_path / "z.zip", {name: line("evil"), "ok.json": line("good")})
    assert sorted(said(file)) == [BAD, "good"]
    assert all("\x1b" not in str(one.file) for one in games_of(file))
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["z.zip"]


def test_what_a_zip_may_not_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = packed(tmp_path / "z.zip", {"a.json": gzip.compress(line("x")), "b.json": line("good")})
    assert said(file) == ["a packed file within a packed file is not read", "good"]
    monkeypatch.setattr(sources, "FREE", 100_000)
    file = packed(tmp_path / "z.zip", {f"{at}.jsonl": b" " * 30_000_000 for at in range(3)} | {"9.json": line("late")})
    grows = "unpacked it grows more than 100 times; it is read no further"
    assert [one for one in said(file) if one != "nothing to read"][-3:] == [grows] * 3
    assert "late" not in said(file)
    monkeypatch.setattr(sources, "MEMBERS", 3)
    assert said(file) == ["there are too many files in the zip"]


def test_a_damaged_zip_loses_no_neighbour(tmp_path: Path) -> None:
    file = packed(tmp_path / "z.zip", {"a.json": line("one"), "b.json": line("two"), "c.json": line("three")})
    data = bytearray(file.read_bytes())
    data[data.index(b"b.json") + 40] ^= 0x55
    file.write_bytes(data)
    found = said(file)
    assert (found[0], found[-1]) == ("one", "three")
    assert "the packed file is damaged; it was read up to there" in found
    file.write_bytes(data[: len(data) // 2])
    assert said(file) == ["the zip is damaged"]


def test_a_member_with_a_password_is_named(tmp_path: Path) -> None:
    file = packed(tmp_path / "z.zip", {"a.json": line("one")})
    data = bytearray(file.read_bytes())
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.index(mark) + offset
        data[at : at + 2] = struct.pack("<H", struct.unpack("<H", data[at : at + 2])[0] | 1)
    file.write_bytes(data)
    assert said(file) == ["this file of the zip has a password"]


def test_a_packed_parquet_is_read(tmp_path: Path, paishen: Paishen) -> None:
    (tmp_path / "a.jsonl").write_bytes(LINES)
    assert paishen("convert", tmp_path / "a.jsonl", tmp_path / "a.parquet").status == 0
    file = packed(tmp_path / "z.zip", {"a.parquet": (tmp_path / "a.parquet").read_bytes()})
    assert said(file) == NAMES


def test_standard_input(tmp_path: Path) -> None:
    code = "from analyzer.cli import main; main()"
    args = [sys.executable, "-c", code, "import", "-", "--archive", str(tmp_path / "a"), "--json"]
    done = subprocess.run(args, input=LINES[:-30], capture_output=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.count(b'"stored"') == COUNT - 1
    assert done.stdout.count(b'"rejected"') == 1
    assert len(Archive(tmp_path / "a").games()) == COUNT - 1
