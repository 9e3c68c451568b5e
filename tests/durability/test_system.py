"""A full disk, and a folder that may not be written to - each with its negative control."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from analyzer.recorder import Recorder
from analyzer.recorder.disk import Disk
from analyzer.recorder.scan import scan
from tests.recording import GAME, HEADER

NOBODY = 65534
FULL = """
import resource, signal, sys
from tests.durability.test_system import fill
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
fill(sys.argv[1])
"""
UNPRIVILEGED = """
import os, pathlib, sys, tempfile
import analyzer.cli.record_stdin
from analyzer.cli import cli
from analyzer.recorder import Recorder
from tests.recording import HEADER
with tempfile.TemporaryDirectory() as folder:  # all that is imported or read is, before nobody may any more
    Recorder(pathlib.Path(folder) / "a.jsonl", HEADER).close()
if os.geteuid() == 0: os.setgroups([]); os.setgid({nobody}); os.setuid({nobody})
cli.main(sys.argv[1:], "paishen")
"""


def fill(file: str) -> None:
    """Record until the disk is full, and say how many were acknowledged and how it ended."""
    count = 0
    try:
        with Recorder(Path(file), HEADER, check=False) as recorder:
            while True:
                count = (recorder.append({"type": "note", "text": "x" * 50}).event or 0) + 1
    except OSError as error:
        print(count, error.errno)


def test_a_full_disk_loses_nothing_and_goes_on_when_there_is_room(tmp_path: Path, root: Path) -> None:
    """Files may not grow beyond a size: the line that does not fit is written in part, as on a full disk."""
    path = tmp_path / "full.paipu.jsonl"
    for most in (3000, 3001, 3100):
        ran = subprocess.run(
            [sys.executable, "-c", FULL, str(path), str(most)], cwd=root, capture_output=True, text=True, check=True
        )
        count, error = map(int, ran.stdout.split())
        assert error
        assert len(scan(path.read_bytes()).events) == count
        assert path.stat().st_size <= most
        path_after = tmp_path / f"{most}.paipu.jsonl"
        shutil.copy(path, path_after)
        with Recorder(path_after, HEADER) as recorder:
            assert [recorder.append(event).event for event in GAME][-1] == recorder.next - 1
        path.unlink()


def test_a_recorder_that_does_not_look_is_caught_by_a_full_disk(tmp_path: Path) -> None:
    """It takes a line that was written in part for a whole one."""

    class Careless(Disk):
        def write(self, file: int, data: bytes) -> int:
            os.write(file, data[:20] if b"last" in data else data)
            return len(data)

    path = tmp_path / "full.paipu.jsonl"
    with Recorder(path, HEADER, disk=Careless()) as recorder:
        receipt = recorder.append({"type": "note", "text": "last"})
    assert receipt.event == 0
    assert scan(path.read_bytes()).events == []


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user can reach."""
    with tempfile.TemporaryDirectory(prefix="paishen-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.mark.parametrize(("mode", "status"), [(0o555, 2), (0o777, 0)])
def test_a_read_only_folder_is_one_sentence(open_folder: Path, root: Path, mode: int, status: int) -> None:
    """As a user without privileges; in a folder that may be written to the same user can record."""
    place = open_folder / "games"
    place.mkdir()
    place.chmod(mode)
    path = place / "a.paipu.jsonl"
    lines = "".join(f"{json.dumps(line)}\n" for line in (HEADER, GAME[0]))
    ran = subprocess.run(
        [sys.executable, "-c", UNPRIVILEGED.format(nobody=NOBODY), "record", str(path), "--stdin"],
        cwd=root, input=lines, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == status, ran.stderr
    assert path.exists() is (status == 0)
    if status:
        assert ran.stderr == f"paishen: {path}: 没有权限\n"
        assert ran.stdout.count("\n") == 1
    else:
        assert ran.stdout.count('"h"') == 2


def test_this_machine_can_tell(tmp_path: Path) -> None:
    """The limits that these tests set do hold."""
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[1] == resource.RLIM_INFINITY
    assert shutil.which("strace")
    assert os.access(tmp_path, os.W_OK)
