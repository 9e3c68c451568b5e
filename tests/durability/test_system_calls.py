"""A recorder killed, or told of an error, at each of its system calls: opening, mending, and every append."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from analyzer.recorder import Recorder
from tests.durability.power import HEADER

EVENTS = 2
SYNCED = ("write", "ftruncate", "rename", "renameat", "renameat2")
TORN = b'{"type":"note","te'


class Watched(NamedTuple):
    """A run under strace: what was acknowledged, the calls that touched the log, and the exit status."""

    receipts: list[str]
    calls: list[str]
    status: int
    err: str


class Bench:
    """A folder of its own for every run, with or without a log that ends in an incomplete line."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = root
        self.folder = folder

    def fresh(self, *, torn: bool) -> Path:
        """A place for a log; `torn`: with one event and an incomplete line."""
        path = Path(tempfile.mkdtemp(dir=self.folder)) / "g.paipu.jsonl"
        if torn:
            with Recorder(path, HEADER, check=False) as recorder:
                recorder.append({"type": "note", "text": "x", "x-id": 0})
            with path.open("ab") as stream:
                stream.write(TORN)
        return path

    def run(self, path: Path, *inject: str, kind: str = "right") -> Watched:
        """Record under strace, which sees the calls that touch the log, its folder and what is kept beside it."""
        kept = path.with_name(f"{path.name}.torn-{hashlib.sha256(TORN).hexdigest()[:16]}")
        watched = [path, path.parent, kept, kept.with_name(f"{kept.name}.tmp")]
        report = path.parent.with_suffix(".strace")
        ran = subprocess.run(
            ["strace", "-qq", "-o", report, *(f"-P{name}" for name in watched), *(f"-einject={one}" for one in inject),
             sys.executable, "-m", "tests.durability.one", path, str(EVENTS), kind],
            cwd=self.root, capture_output=True, text=True, check=False,
        )  # fmt: skip
        calls = re.findall(r"^([a-z0-9_]+)\(", report.read_text(), re.MULTILINE)
        return Watched(ran.stdout.splitlines(), calls, ran.returncode, ran.stderr)

    def has_torn_bytes(self, path: Path) -> bool:
        """Whether the bytes of the incomplete line are at the end of the log, or beside it."""
        beside = [file.read_bytes() for file in path.parent.iterdir() if file.suffix.startswith(".torn-")]
        return path.read_bytes().endswith(TORN) or beside == [TORN]

    def lost(self, path: Path, receipts: list[str]) -> list[str]:
        """What was acknowledged and is not there; then the server comes back and sends everything again."""
        with Recorder(path, HEADER, check=False) as recorder:
            there = [f"-1 {recorder.header.h}", *(f"{index} {event.h}" for index, event in enumerate(recorder.events))]
            for number in range(EVENTS):
                recorder.append({"type": "note", "text": "x", "x-id": number})
            sent = [event.x["x-id"] for event in recorder.events if event.x and "x-id" in event.x]
        assert sent == list(range(EVENTS))
        return [receipt for receipt in receipts if receipt not in there]


@pytest.fixture
def bench(root: Path, tmp_path: Path) -> Bench:
    return Bench(root, tmp_path)


def points(calls: list[str]) -> list[tuple[str, int]]:
    """Every call as its name and the how manieth of that name it is."""
    counted: Counter[str] = Counter()
    found = []
    for name in calls:
        counted[name] += 1
        found.append((name, counted[name]))
    return found


def at_once(check: Callable[[tuple[str, int]], None], found: list[tuple[str, int]]) -> None:
    """Check every point, a few at once."""
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(check, found))


@pytest.mark.parametrize(("torn", "changes"), [(False, 1 + EVENTS), (True, 3 + EVENTS)])
def test_every_change_is_synced_before_the_next(bench: Bench, changes: int, *, torn: bool) -> None:
    """A line written or kept aside, a name given, a log cut: each is followed by a sync of its own."""
    calls = [name for name in bench.run(bench.fresh(torn=torn)).calls if name in SYNCED or name == "fsync"]
    pairs = [pair for pair in pairwise([*calls, "end"]) if pair[0] in SYNCED]
    assert len(pairs) == changes
    assert {then for _, then in pairs} == {"fsync"}, calls


@pytest.mark.parametrize("torn", [False, True])
def test_killed_at_every_call(bench: Bench, *, torn: bool) -> None:
    whole = bench.run(bench.fresh(torn=torn))
    assert (whole.status, len(whole.receipts)) == (0, 1 + EVENTS)
    assert Counter(whole.calls)["write"] >= 3

    def kill(point: tuple[str, int]) -> None:
        path = bench.fresh(torn=torn)
        ran = bench.run(path, f"{point[0]}:signal=SIGKILL:when={point[1]}")
        assert ran.status == -9, point
        assert not torn or bench.has_torn_bytes(path), point
        assert bench.lost(path, ran.receipts) == [], point
        assert not torn or bench.has_torn_bytes(path), point

    at_once(kill, points(whole.calls))


@pytest.mark.parametrize("fault", ["error=EIO", "error=ENOSPC", "error=EINTR", "retval=3"])
def test_an_error_at_every_write_and_sync(bench: Bench, fault: str) -> None:
    """EINTR is the one that the system asks to try again; after any other nothing more is acknowledged."""
    stops = "EINTR" not in fault
    calls = points(bench.run(bench.fresh(torn=False)).calls)

    def fail(point: tuple[str, int]) -> None:
        name, when = point
        path = bench.fresh(torn=False)
        ran = bench.run(path, f"{name}:{fault}:when={when}")
        assert bench.lost(path, ran.receipts) == [], point
        assert (ran.status, "Traceback" in ran.err) == (3 if stops else 0, False), point
        done = max(0, when - (1 if name == "write" else 3)) if stops else 1 + EVENTS
        assert len(ran.receipts) == done, point

    wanted = ("write",) if fault == "retval=3" else ("write", "fsync")
    at_once(fail, [point for point in calls if point[0] in wanted])


def test_a_recorder_that_acknowledges_first_is_caught(bench: Bench) -> None:
    path = bench.fresh(torn=False)
    ran = bench.run(path, "write:signal=SIGKILL:when=2", kind="first")
    assert ran.receipts[1:]
    assert bench.lost(path, ran.receipts)


def test_a_recorder_that_cuts_before_it_keeps_is_caught(bench: Bench) -> None:
    path = bench.fresh(torn=True)
    calls = bench.run(path, kind="cuts").calls
    path = bench.fresh(torn=True)
    when = calls[: calls.index("ftruncate")].count("openat") + 1
    assert bench.run(path, f"openat:signal=SIGKILL:when={when}", kind="cuts").status == -9
    assert not bench.has_torn_bytes(path)


def test_a_recorder_that_syncs_again_after_an_error_is_caught(bench: Bench) -> None:
    ran = bench.run(bench.fresh(torn=False), "fsync:error=EIO:when=4", kind="again")
    assert (ran.status, len(ran.receipts)) == (0, 1 + EVENTS)
