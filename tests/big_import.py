"""Imports large files and measures memory: `python -m tests.big_import GIGABYTES [SEED]`, or a small size in the tests.

Each size is imported in a process of its own, whose greatest resident memory is read when it ends.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from msgspec import structs

ROOT = Path(__file__).resolve().parents[1]
CODE = """
import resource, sys
from pathlib import Path
from analyzer.importing import bring
count = sum(1 for entry in bring([Path(sys.argv[1])], Path(sys.argv[2])) if entry.outcome == "stored")
print(count, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10)
"""


def measured(file: Path, archive: Path) -> tuple[int, int]:
    """How many games of a file were stored, and the greatest memory meanwhile, in MiB."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    args = [sys.executable, "-c", CODE, str(file), str(archive)]
    done = subprocess.run(args, env=environment, capture_output=True, text=True, check=True)
    count, most = map(int, done.stdout.split())
    return count, most


def talkative(size: int) -> Iterator[bytes]:
    """Games of about 80 kB, nearly all of it notes, a line each: many bytes that are read fast."""
    from analyzer.events import Note
    from analyzer.paipu import dumps_json
    from tests.test_replay import PLAYS, events, log_of

    game = number = 0
    while size > 0:
        notes = tuple(Note(text=f"{number + at:>9} " * 150) for at in range(50))
        log = log_of(events([*PLAYS[:4]]), game=f"t{game}")
        line = dumps_json(structs.replace(log, events=(*log.events, *notes))) + b"\n"
        yield line
        size -= len(line)
        game, number = game + 1, number + 50


def played(size: int, seed: int) -> Iterator[bytes]:
    """Games played by bots, over and over under other names, a line an event."""
    from tests.load.crowd import Crowd

    crowd = Crowd(("room-normal",), 300, seed)
    number = 0
    while size > 0:
        for lines in crowd.lines(range(number, number + 300)):
            yield lines
            size -= len(lines)
        number += 300


def main(gigabytes: float, seed: int) -> None:
    """A large import, with figures."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        for size in (10 << 20, int(gigabytes * (1 << 30))):
            file = place / "large.paipu.jsonl"
            with file.open("wb") as stream:
                stream.writelines(played(size, seed))
            began = time.monotonic()
            count, most = measured(file, place / f"archive{size}")
            took = time.monotonic() - began
            print(f"{file.stat().st_size >> 20} MiB, {count} games: {took:.0f} s, at most {most} MiB", flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
