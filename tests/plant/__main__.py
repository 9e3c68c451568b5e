"""埋错: faults are planted one at a time in a copy of the project, and each room's own tests must catch them.

    python -m tests.plant N SEED [ROOM...]

Prints a line for each: where, what, and the test that caught it. A fault that no test catches is a hole in the tests,
unless `harmless.toml` says why it changes nothing. A test counts only if it passes where nothing is planted. Exit
status 1 when a fault survives.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.plant.harmless import reason
from tests.plant.mutations import Mutation, flat
from tests.plant.plot import Plot
from tests.plant.rooms import ROOMS, drawn

ROOT = Path(__file__).resolve().parents[2]
CAUGHT, HARMLESS, SURVIVED = "caught", "harmless", "SURVIVED"


class Fate(NamedTuple):
    """结果: what became of a fault: caught by which test, harmless for which reason, or survived."""

    room: str
    one: Mutation
    how: str
    by: str = ""

    def __str__(self) -> str:
        where = f"{self.one.path}:{self.one.line}"
        return f"{self.how:8} {where}  {self.one.kind}: {flat(self.one.old)} -> {flat(self.one.new)}  {self.by}"


def campaign(root: Path, many: int, seed: int, rooms: Sequence[str]) -> Iterator[Fate]:
    """So many faults, one after another, each with its fate."""
    with tempfile.TemporaryDirectory() as folder:
        plot = Plot(root, Path(folder))
        for room, one in drawn(root, many, seed, rooms):
            if why := reason(one):
                yield Fate(room, one, HARMLESS, why)
                continue
            by = plot.caught(one, ROOMS[room])
            yield Fate(room, one, CAUGHT if by else SURVIVED, by)


def main() -> int:
    """Prints the table; 1 where a fault survived."""
    many, seed, *rooms = sys.argv[1:] or ("30", "1")
    fates = []
    for fate in campaign(ROOT, int(many), int(seed), rooms or list(ROOMS)):
        print(fate, flush=True)
        fates.append(fate)
    for how in (CAUGHT, HARMLESS, SURVIVED):
        print(f"{how:8} {sum(fate.how == how for fate in fates)}")
    return 1 if any(fate.how == SURVIVED for fate in fates) else 0


if __name__ == "__main__":
    sys.exit(main())
