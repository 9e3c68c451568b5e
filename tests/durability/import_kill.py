"""An import killed at its system calls: what was said to be stored is there, and the next import puts all right.

    python -m tests.durability.import_kill [POINTS] [SEED] [early]

Before each call that changes the archive's folder an import can be killed; POINTS (0: all) of them are tried. Every
import is a process of its own, forked from one that has only loaded the program. With `early` it is one that tells of
a game before the manifest names it: that must be found.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from analyzer.archive import Archive
from analyzer.archive.ledger import ledger_faults
from analyzer.archive.manifest import read_manifest, write_manifest
from analyzer.importing import bring, bringing, lots
from analyzer.paipu import dumps_lines
from analyzer.paipu.chain import chained
from tests.test_replay import PLAYS, events, log_of

CHANGES = ("os.rename", "os.remove", "os.mkdir", "os.rmdir", "fcntl.flock", "os.truncate", "shutil.rmtree")
ROWS = "SELECT number, game, view, sha256, status FROM games ORDER BY number"


def lay(place: Path) -> Path:
    """Eleven games in lots of three; the last goes on from one before, one is no game."""
    games = [log_of(events([*PLAYS[:4]]), game=f"g{number}") for number in range(9)]
    grown = [chained(log_of(events([*PLAYS[:count]]), game="grown")) for count in (2, 4)]
    lines = [dumps_lines(log) for log in (*games[:5], grown[0], *games[5:], grown[1])]
    file = place / "games.paipu.jsonl"
    file.write_bytes(b'{"format": "paipu"}\n'.join((b"".join(lines[:4]), b"".join(lines[4:]))))
    return file


def killed(file: Path, archive: Path, point: int) -> tuple[list[str], int]:
    """What an import that is killed before so many changes said was stored, and how many changes there were."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        patch.object(lots, "LOT_GAMES", 3).start()
        _import(file, archive, point, writer)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as said:
        lines = said.read().splitlines()
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or lines[-1].startswith("changes ")
    return [line for line in lines if not line.startswith("changes ")], int(lines[-1].split()[1]) if point < 0 else 0


def _import(file: Path, archive: Path, point: int, writer: int) -> None:
    """The import; this process ends here."""
    changes = 0

    def heard(what: str, args: tuple[Any, ...]) -> None:
        nonlocal changes
        writes = what == "open" and isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        if what in CHANGES or (writes and str(args[0]).startswith(str(archive))):
            changes += 1
            if changes == point:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(heard)
    try:
        for entry in bring([file], archive):
            if entry.outcome in ("stored", "extended"):
                os.write(writer, f"{entry.game}\n".encode())
        os.write(writer, f"changes {changes}\n".encode())
    finally:
        os._exit(0)


def wrong(file: Path, archive: Path, said: list[str], whole: list[dict[str, Any]]) -> Iterator[str]:
    """What is not as it must be after an import was killed, and after the next one."""
    there = {row["game"] for row in Archive(archive).ask(ROWS)}
    if missing := set(said) - there:
        yield f"said to be stored, and not there: {sorted(missing)}"
    outcomes = [entry.outcome for entry in bring([file], archive)]
    if outcomes.count("rejected") != 1:
        yield f"the next import: {outcomes}"
    if Archive(archive).ask(ROWS) != whole:
        yield f"another archive: {Archive(archive).ask(ROWS)}"
    if unsaid := list(ledger_faults(Archive(archive), is_all=True)):
        yield f"the ledger: {len(unsaid)} findings, such as {unsaid[0].words.en}"
    if left := [path for path in archive.rglob("*") if path.suffix == ".tmp" or path.name == ".incoming"]:
        yield f"left behind: {left}"


def campaign(place: Path, points: int, seed: int) -> tuple[int, list[str]]:
    """At how many points an import was killed, and what was wrong then."""
    file = lay(place)
    _, changes = killed(file, place / "whole", -1)
    every = range(1, changes + 1)
    chosen = sorted(Random(seed).sample(every, points)) if points else list(every)
    left = [(place / f"at{point}", killed(file, place / f"at{point}", point)[0]) for point in chosen]
    whole = Archive(place / "whole").ask(ROWS)
    return len(chosen), [
        f"{archive.name}: {fault}" for archive, said in left for fault in wrong(file, archive, said, whole)
    ]


def tells_early() -> None:
    """Every import writes its manifest when the next lot comes."""
    waiting: list[tuple[Path, Any]] = []

    def late(folder: Path, manifest: Any) -> None:
        for one in waiting:
            write_manifest(*one)
        waiting[:] = [(folder, manifest)]

    def ahead(folder: Path) -> Any:
        return dict(waiting).get(folder) or read_manifest(folder)

    patch.object(bringing, "write_manifest", late).start()
    patch.object(bringing, "read_manifest", ahead).start()


def main() -> int:
    """Prints how many points were tried and every fault; 1 where there is one."""
    points, seed = (int(text) for text in (*sys.argv[1:3], "0", "1")[:2])
    if "early" in sys.argv:
        tells_early()
    with tempfile.TemporaryDirectory() as folder:
        tried, faults = campaign(Path(folder), points, seed)
    print(f"killed at {tried} points", *faults, f"{len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
