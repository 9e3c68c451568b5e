"""Recorders killed with SIGKILL at random moments while they record, and started again on the same file.

    python -m tests.durability.kill [KILLS] [SEED] [right|first]

Half of them write their lines in pieces, so that lines are torn. After every kill the log is read: each event that
was acknowledged must be in it with its hash.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from analyzer.recorder import Receipt, Recorder
from analyzer.recorder.disk import DISK, Disk
from analyzer.recorder.scan import scan
from tests.durability.mutants import AcknowledgesFirst, InPieces
from tests.durability.power import HEADER, numbers_of

LIVES = 5
"""How often a recorder is started on one file before the next file is begun."""
LONGEST = 0.0015
Makes = Callable[[Path, Disk], Recorder]


def right(path: Path, disk: Disk) -> Recorder:
    """The recorder as it is."""
    return Recorder(path, HEADER, check=False, disk=disk)


def child(path: Path, first: int, pipe: int, disk: Disk, makes: Makes) -> None:
    """Record until killed; every receipt goes into the pipe."""
    recorder = makes(path, disk)
    os.write(pipe, f"-1 {recorder.header.h}\n".encode())
    number = first
    while True:
        receipt = recorder.append({"type": "note", "text": "x" * (number * 37 % 90), "x-id": number})
        os.write(pipe, f"{receipt.event} {receipt.h}\n".encode())
        number += 1


def killed(path: Path, first: int, wait: float, disk: Disk, makes: Makes = right) -> list[Receipt]:
    """One life of a recorder, and what it acknowledged."""
    reader, writer = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reader)
        try:
            child(path, first, writer, disk, makes)
        finally:
            os._exit(1)
    os.close(writer)
    if wait < LONGEST:  # else it may be killed before it has begun
        select.select([reader], [], [])
    time.sleep(wait % LONGEST)
    os.kill(process, signal.SIGKILL)
    with os.fdopen(reader, "rb") as stream:
        lines = stream.read().split(b"\n")[:-1]
    _, status = os.waitpid(process, 0)
    assert os.WIFSIGNALED(status), "the recorder ended by itself"
    return [Receipt(None if event == b"-1" else int(event), h.decode()) for event, h in map(bytes.split, lines)]


def missing(data: bytes, receipts: list[Receipt]) -> int:
    """How many of the receipts a log does not hold."""
    found = scan(data)
    there = {None: found.header.h if found.header else None} | {
        index: event.h for index, event in enumerate(found.events)
    }
    return sum(1 for receipt in receipts if there.get(receipt.event) != receipt.h)


def memory() -> Path | None:
    """A file system in memory, where there is one: SIGKILL does not care, and most of the time goes to waiting."""
    shared = Path("/dev/shm")
    return shared if os.access(shared, os.W_OK) else None


def campaign(kills: int, seed: int, makes: Makes = right) -> Counter[str]:
    """How many were killed, what they had acknowledged, and what of it was lost."""
    random, counted = Random(seed), Counter[str]()
    with tempfile.TemporaryDirectory() as disk_folder, tempfile.TemporaryDirectory(dir=memory()) as memory_folder:
        while counted["kills"] < kills:
            folder = disk_folder if counted["files"] % 16 == 0 else memory_folder
            path = Path(folder) / f"{counted['files']}.paipu.jsonl"
            counted["files"] += 1
            receipts: dict[int | None, Receipt] = {}
            for _ in range(min(LIVES, kills - counted["kills"])):
                disk = InPieces() if random.random() < 0.5 else DISK
                got = killed(path, len(receipts), random.random() * LONGEST * 1.2, disk, makes)
                receipts.update((receipt.event, receipt) for receipt in got)
                data = path.read_bytes() if path.exists() else b""
                counted["kills"] += 1
                counted["torn"] += data[-1:] not in (b"", b"\n")
                counted["lost"] += sum(1 for receipt in got if receipt.h.encode() not in data)
                counted["acknowledged"] += len(got)
            counted["lost"] += missing(path.read_bytes() if path.exists() else b"", list(receipts.values()))
    return counted


def first(path: Path, disk: Disk) -> Recorder:
    """A recorder that acknowledges first."""
    return AcknowledgesFirst(path, HEADER, check=False, disk=disk)


KINDS: dict[str, Makes] = {"right": right, "first": first}

if __name__ == "__main__":
    outcome = campaign(*numbers_of(sys.argv[1:3], 2_000), KINDS[(sys.argv[3:] or ["right"])[0]])
    print(json.dumps(outcome))
    sys.exit(1 if outcome["lost"] else 0)
