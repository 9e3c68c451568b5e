"""Hostile Parquet, zip and gzip, links and pipes: refused in a sentence, in little time and memory."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from tests.hostile.json_files import document
from tests.hostile.parquet_files import FILES, Packed
from tests.hostile.warm import Warm


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.end}: {file.name}")
def test_an_import_refuses_it(warm: Warm, tmp_path: Path, file: Packed) -> None:
    path = tmp_path / f"hostile.{file.end}"
    path.write_bytes(file.make())
    archive = tmp_path / "archive"
    ran = warm.run("import", path, "--archive", archive, "--workers", "1", "--json", "--lang", "en")
    told = [msgspec.json.decode(line) for line in ran.out.splitlines()]
    lost = any(one["outcome"] == "rejected" and one["line"] is None for one in told)
    assert (ran.status, ran.err) == (2 if lost else int(bool(file.games)), "")
    assert len(told) == file.games
    assert {one["outcome"] for one in told} <= {"stored", "rejected"}
    assert not told or told[-1]["reason"].startswith(file.last)
    assert {one.name for one in tmp_path.iterdir()} <= {path.name, "archive"}
    ran.within_bounds()


def test_what_is_no_file_is_not_waited_for(warm: Warm, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "loop.json").symlink_to("loop.json")
    (tmp_path / "zero.json").symlink_to("/dev/zero")
    (tmp_path / "folder.json").mkdir()
    for name in ("pipe", "loop", "zero", "folder", "none"):
        for command in ("validate", "import", "show"):
            more = ["--archive", str(tmp_path / "a")] if command == "import" else []
            ran = warm.run(command, tmp_path / f"{name}.json", *more)
            assert ran.status in (1, 2)
            ran.within_bounds()


def test_a_link_to_a_log_is_that_log(warm: Warm, tmp_path: Path) -> None:
    (tmp_path / "real.json").write_bytes(document())
    (tmp_path / "link.json").symlink_to("real.json")
    assert "incomplete" in warm.run("validate", tmp_path / "link.json", "--lang", "en").out
