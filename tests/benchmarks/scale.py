"""What a game costs in an archive, step by step: `python -m tests.benchmarks.scale [GAMES]`, for schemas/SCALE.md.

CPU time of one thread, of games played by bots (room-normal), written as JSON lines; the second of two runs, so that
nothing is compiled in it.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from analyzer.archive.inspecting import check_segment
from analyzer.archive.places import FILES, file_of
from analyzer.archive.segments import write_segment
from analyzer.batch.compiled import digest
from analyzer.importing.item import Item, item_of
from analyzer.importing.lot import judged
from analyzer.importing.tasks import games_of_task, tasks_of
from analyzer.paipu import Sourced
from tests.big_import import played

Result = TypeVar("Result")


def timed(name: str, events: int, work: Callable[[], Result]) -> Result:
    """The result of some work, done twice; the second time is printed, by the event."""
    work()
    began = time.process_time()
    found = work()
    print(f"{name:<28}{(time.process_time() - began) / events * 1e6:8.2f} us/event")
    return found


def main(games: int) -> None:
    """All figures."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        file = place / "a.jsonl"
        with file.open("wb") as stream:
            stream.writelines(played(games * 5600, 1))
        read = [one for task in tasks_of([file]) for one in games_of_task(task) if isinstance(one, Sourced)]
        events = sum(len(one.log.events) for one in read)
        size = file.stat().st_size / len(read)
        print(f"{len(read)} games, {events / len(read):.0f} events and {size:.0f} bytes each")
        timed("read and check the lines", events, lambda: [list(games_of_task(task)) for task in tasks_of([file])])
        items = timed("content hash", events, lambda: [item for one in read if isinstance(item := item_of(one), Item)])
        stored = timed("judge, derived columns", events, lambda: judged(items, [None] * len(items), 1))
        rules = digest()
        segment = timed("write and read again", events, lambda: write_segment(place, "000000001", 1, rules, stored))
        timed("archive check, all of it", events, lambda: check_segment(place, segment, rules))
        for kind in FILES:
            size = file_of(place, kind, segment.name).stat().st_size
            print(f"{kind:<28}{size / events:8.2f} bytes/event{size / len(read):8.0f} bytes/game")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1500)
