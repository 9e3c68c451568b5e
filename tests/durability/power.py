"""Games recorded on a model of a disk while processes are killed, syncs fail and the power goes.

    python -m tests.durability.power [HISTORIES] [SEED]

A server sends events, each again and again until it is acknowledged, through several lives of the recorder. At the
end the log is opened once more: everything that was acknowledged must be in it, and it must not be refused.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from analyzer.errors import NotRecorded
from analyzer.recorder import Receipt, Recorder
from tests.durability.pagecache import PageCache, PowerLostError

HEADER: dict[str, Any] = {
    "format": "paipu", "version": 1, "game": "g", "rules": "simple", "players": ["a", "b", "c", "d", "e"],
    "salt": "0" * 32,
}  # fmt: skip
PLACE = Path("/nowhere/g.paipu.jsonl")
LIVES = 4
Makes = Callable[[PageCache], Recorder]


def right(disk: PageCache) -> Recorder:
    """The recorder as it is."""
    return Recorder(PLACE, HEADER, check=False, disk=disk)


class History:
    """One history: what was acknowledged, and what became of it."""

    def __init__(self, disk: PageCache, makes: Makes) -> None:
        self.disk = disk
        self.makes = makes
        self.begun = False
        self.receipts: list[Receipt] = []
        self.counted: Counter[str] = Counter()

    def run(self) -> str:
        """Several lives, each ended in some way; "kept", or what went wrong."""
        random = self.disk.random
        for _ in range(random.randint(1, LIVES)):
            self.disk.fuse = random.randint(1, 40)
            self.disk.bad_sync = random.randint(1, 8) if random.random() < 0.2 else -1
            try:
                self.live()
                self.counted["left"] += 1
            except PowerLostError:
                self.counted["killed"] += 1
            except OSError:
                self.counted["failed"] += 1
            except NotRecorded:
                return "refused"
            if random.random() < 0.7:
                self.disk.power_off()
            else:
                self.disk.kill()
        self.disk.power_off()
        return self.outcome()

    def live(self) -> None:
        """One life: the recorder is opened, and takes events until it or the server ends."""
        recorder = self.makes(self.disk)
        self.begun = True
        for _ in range(self.disk.random.randint(1, 12)):
            number = len(self.receipts)
            text = "x" * (number * 37 % 90)
            self.receipts.append(recorder.append({"type": "note", "text": text, "x-id": number}))

    def outcome(self) -> str:
        """What the log holds of that in the end."""
        try:
            recorder = right(self.disk)
        except NotRecorded:
            return "refused"
        if self.begun and not recorder.resumed:
            return "lost"
        events = recorder.events
        there = [receipt.event is not None and receipt.event < len(events) for receipt in self.receipts]
        if not all(there) or any(events[receipt.event or 0].h != receipt.h for receipt in self.receipts):
            return "lost"
        self.counted["torn"] += sum(1 for name in self.disk.names_now if ".torn-" in name)
        self.counted["acknowledged"] += len(self.receipts)
        return "kept"


def campaign(histories: int, seed: int, disk: type[PageCache] = PageCache, makes: Makes = right) -> Counter[str]:
    """How many histories ended how, and what was met on the way."""
    counted: Counter[str] = Counter()
    for number in range(histories):
        one = History(disk(Random(f"{seed}/{number}")), makes)
        counted[one.run()] += 1
        counted.update(one.counted)
    return counted


def numbers_of(arguments: list[str], many: int) -> tuple[int, int]:
    """How many, and the seed."""
    how_many, seed = [*arguments, str(many), "1"][:2] if len(arguments) != 1 else (arguments[0], "1")
    return int(how_many), int(seed)


if __name__ == "__main__":
    found = campaign(*numbers_of(sys.argv[1:], 10_000))
    print(dict(found))
    sys.exit(1 if found["lost"] or found["refused"] else 0)
