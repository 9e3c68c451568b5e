"""Hostile TOML: one sentence with its line, in little time and memory."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from analyzer.paipu import write
from tests.hostile.toml_files import CASES, Toml
from tests.hostile.warm import Warm
from tests.test_ledger import evening

ids = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


@ids
def test_a_hostile_file_of_rules(warm: Warm, tmp_path: Path, case: Toml) -> None:
    file = tmp_path / "hostile.toml"
    file.write_bytes(case.data)
    ran = warm.run("rules", "check", file, "--lang", "en")
    ran.within_bounds()
    assert ran.status in (1, 2)
    assert (ran.out + ran.err).replace(f"{file}", "").removeprefix("paishen: ").lstrip(":, ").rstrip() == case.as_rules


@ids
def test_a_hostile_book(warm: Warm, tmp_path: Path, case: Toml) -> None:
    file = tmp_path / "hostile.toml"
    file.write_bytes(case.data)
    write(tmp_path / "e.paipu.jsonl", evening(1, 1))
    ran = warm.run("ledger", tmp_path, "--book", file, "--lang", "en")
    ran.within_bounds()
    assert ran.status == 2
    assert ran.err.splitlines()[0].replace(f"paishen: {file}", "").lstrip(":, ") == case.as_book


def test_a_pipe_is_not_waited_for(warm: Warm, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    write(tmp_path / "e.paipu.jsonl", evening(1, 1))
    for args in (f"rules check {pipe}", f"ledger {tmp_path} --book {pipe}"):
        ran = warm.run(*args.split(), "--lang", "en")
        ran.within_bounds()
        assert ran.status == 2
        assert "not a regular file" in ran.err


def test_a_book_of_too_many_tables(warm: Warm, tmp_path: Path) -> None:
    write(tmp_path / "e.paipu.jsonl", evening(1, 1))
    (tmp_path / "sitting.toml").write_text("[[item]]\n" * 10_001, "utf-8")
    ran = warm.run("ledger", tmp_path, "--lang", "en")
    ran.within_bounds()
    assert ran.status == 2
    assert "line 10001: more than 10000 tables; it is read no further" in ran.err


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"a" + b".a" * 200_000 + b"=1", "line 1: a key of more than 32 parts"),
        (b"[names]\na=" + b"9" * 5000, "line 2: a number of more than 1000 digits"),
        (b"#" * (1 << 20), "the file is too large"),
        (b"[names]\nA = '\xff'", "line 2: not UTF-8 text"),
        (b"[names]\nA = 'B'\nA = 'C'", "line 3: not TOML: Cannot overwrite a value"),
        (b"[names]\nA = 3", 'it wants [names] or [sittings."a sitting"], below it lines "name in the log" = "person"'),
    ],
)
def test_hostile_names_of_players(warm: Warm, tmp_path: Path, data: bytes, said: str) -> None:
    archive = tmp_path / "archive"
    write(tmp_path / "e.paipu.jsonl", evening(1))
    assert warm.run("import", tmp_path / "e.paipu.jsonl", "--archive", archive).status == 0
    (archive / "players.toml").write_bytes(data)
    ran = warm.run("query", "by_role", "--archive", archive, "--lang", "en")
    ran.within_bounds()
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.rstrip().replace(f"paishen: {archive / 'players.toml'}", "").lstrip(":, ") == said
