"""A full disk: every command that writes says so in one sentence, loses nothing, and goes well when there is room."""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from analyzer.archive import Archive
from analyzer.importing import bring
from analyzer.paipu import dumps_lines, write
from analyzer.paipu.chain import chained
from analyzer.paipu.keyfile import make_key
from tests.conftest import Paishen, Ran
from tests.test_replay import PLAYS, events, log_of

SIZE = 16 << 20
Narrow = Callable[[Path, int], AbstractContextManager[None]]


@contextmanager
def no_room(place: Path, left: int) -> Iterator[None]:
    """A file takes all the room of a disk but so many bytes."""
    ballast = place / "ballast"
    with ballast.open("wb", buffering=0) as stream:
        try:
            while True:
                stream.write(b"\1" * 4096)
        except OSError:
            stream.truncate(max(0, stream.tell() - left))
    try:
        yield
    finally:
        ballast.unlink()


@contextmanager
def short_files(place: Path, left: int) -> Iterator[None]:
    """No file may grow beyond so many bytes; what does not fit is written in part, as on a full disk."""
    assert place
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (left, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def mounted(place: Path) -> bool:
    """Whether a small disk of its own could be put in a folder: by root, where that is allowed."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(place)]
    return shutil.which("mount") is not None and subprocess.run(mount, capture_output=True, check=False).returncode == 0


def ways() -> list[str]:
    """How a disk can be full here."""
    with tempfile.TemporaryDirectory() as folder:
        if not mounted(Path(folder)):
            return ["short files"]
        subprocess.run(["umount", folder], check=True)
    return ["short files", "a small disk"]


@pytest.fixture(params=ways())
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Path, Narrow]]:
    """A folder, and how its disk is made full."""
    place = tmp_path / "disk"
    place.mkdir()
    if request.param == "short files":
        yield place, short_files
        return
    assert mounted(place)
    yield place, no_room
    subprocess.run(["umount", "--lazy", place], check=True)


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Logs, a key, and an archive of three segments."""
    place = tmp_path_factory.mktemp("laid")
    games = [log_of(events([*PLAYS[:4]]), game=f"g{number}", salt=f"{number:032}") for number in range(60)]
    for name, some in (("a", games[:2]), ("b", games[2:4]), ("c", games[4:6]), ("d", games[6:])):
        (place / f"{name}.paipu.jsonl").write_bytes(b"".join(map(dumps_lines, some)))
    write(place / "one.paipu.jsonl", [chained(games[0])])
    for name in "abc":
        assert {entry.outcome for entry in bring([place / f"{name}.paipu.jsonl"], place / "archive")} == {"stored"}
    make_key(place / "a.key")
    return place


def content(place: Path) -> list[dict[str, Any]]:
    """What the archive knows of its games."""
    return Archive(place / "archive").ask("SELECT number, game, sha256, status FROM games ORDER BY number")


COMMANDS = {
    "import": ("import", "d.paipu.jsonl", "--archive", "archive"),
    "compact": ("archive", "compact", "--archive", "archive"),
    "rebuild": ("archive", "rebuild", "--archive", "archive"),
    "checkpoint": ("archive", "checkpoint", "--archive", "archive", "--key", "a.key"),
    "seal": ("seal", "one.paipu.jsonl", "--key", "a.key"),
    "convert": ("convert", "d.paipu.jsonl", "d.paipu.parquet"),
    "report": ("report", "one.paipu.jsonl", "-o", "one.html"),
    "merge": ("merge", "one.paipu.jsonl", "one.paipu.jsonl", "-o", "whole.paipu.json"),
    "simulate": ("simulate", "--rules", "simple", "--games", "2", "-o", "new.paipu.jsonl"),
    "keys": ("keys", "new", "b.key"),
    "query": ("query", "verdicts", "--archive", "archive", "--csv", "-o", "verdicts.csv"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_full_disk_loses_nothing(
    disk: tuple[Path, Narrow], laid: Path, monkeypatch: pytest.MonkeyPatch, paishen: Paishen, name: str
) -> None:
    """With a little more room each time, until it is enough."""
    place, narrow = disk
    monkeypatch.chdir(place)
    shutil.copytree(laid, place, dirs_exist_ok=True)
    before, log = content(place), Path("one.paipu.jsonl").read_bytes()
    ran: list[Ran] = []
    for left in (0, 4096, 8192, 16_384, 65_536, 1 << 18, 1 << 20):
        with narrow(place, left):
            ran.append(paishen(*COMMANDS[name]))
        if ran[-1].status == 0:
            break
        assert (ran[-1].status, ran[-1].err.count("\n")) == (2, 1), ran[-1]
        assert re.fullmatch("paishen: .+: .*(磁盘满了|文件太大, 写不下了)\n", ran[-1].err), ran[-1]
        assert content(place) == before
        assert Path("one.paipu.jsonl").read_bytes() == log
        left_behind = [path for path in place.rglob("*.tmp*") if path.is_file()]
        assert left_behind == []
    assert [one.status for one in ran] == [2] * (len(ran) - 1) + [0]
    assert len(ran) > 1
    assert paishen("archive", "check", "--archive", "archive").status == 0
    assert content(place)[: len(before)] == before
    assert len(content(place)) == (60 if name == "import" else len(before))
