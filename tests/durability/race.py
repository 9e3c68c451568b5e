"""Several recorders started at once on one file, again and again.

    python -m tests.durability.race [STARTS] [WRITERS] [right|unlocked]

Prints how often they ended how, and whether each file holds the game of exactly one of them.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
import tempfile
from collections import Counter
from multiprocessing.synchronize import Barrier
from pathlib import Path

from analyzer.errors import NotRecorded
from analyzer.recorder import Recorder
from analyzer.recorder.disk import DISK, Disk
from tests.durability.kill import memory
from tests.durability.mutants import WithoutLock
from tests.durability.power import numbers_of
from tests.recording import GAME, HEADER, said

EVENTS = 4
KINDS = {"right": DISK, "unlocked": WithoutLock()}


def start(path: Path, ready: Barrier, disk: Disk) -> str:
    """One of the recorders: how it went. It keeps the file until all have tried."""
    ready.wait()
    try:
        with Recorder(path, HEADER, disk=disk) as recorder:
            receipts = [recorder.append(event).event for event in GAME[:EVENTS]]
            ready.wait()
            return "recorded" if receipts == list(range(EVENTS)) else "mixed"
    except NotRecorded as error:
        ready.wait()
        return error.code


def race(path: Path, disk: Disk, writers: int) -> str:
    """All of them on one file; "one" where one recorded and the others were kept out."""
    context = multiprocessing.get_context("fork")
    ready, results = context.Barrier(writers), context.SimpleQueue()
    processes = [context.Process(target=lambda: results.put(start(path, ready, disk))) for _ in range(writers)]
    for process in processes:
        process.start()
    outcomes = Counter(results.get() for _ in processes)
    for process in processes:
        process.join()
    alone = outcomes == {"recorded": 1, "locked": writers - 1} and said(path) == GAME[:EVENTS]
    return "one" if alone else "several"


def campaign(starts: int, writers: int, disk: Disk) -> Counter[str]:
    """How often there was one, and how often several."""
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        return Counter(race(Path(folder) / f"{number}.paipu.jsonl", disk, writers) for number in range(starts))


if __name__ == "__main__":
    outcome = campaign(*numbers_of(sys.argv[1:3], 25), KINDS[(sys.argv[3:] or ["right"])[0]])
    print(json.dumps(outcome))
    sys.exit(1 if outcome["several"] else 0)
