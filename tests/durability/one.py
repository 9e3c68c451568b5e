"""One recorder, to be watched from outside: `python -m tests.durability.one FILE EVENTS [right|first|again|cuts]`.

Sends EVENTS events, those that are there already again, and writes a line for each receipt. Exit status 3 when the
recorder stopped after an error.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from analyzer.errors import PaishenError
from analyzer.recorder import Recorder
from analyzer.recorder.disk import DISK, Disk
from tests.durability.mutants import AcknowledgesFirst, CutsFirst, TriesAgain
from tests.durability.power import HEADER

KINDS: dict[str, tuple[type[Recorder], Disk]] = {
    "right": (Recorder, DISK), "first": (AcknowledgesFirst, DISK), "again": (Recorder, TriesAgain()),
    "cuts": (Recorder, CutsFirst()),
}  # fmt: skip


def main(file: str, events: int, kind: str) -> int:
    """Record, and tell what was acknowledged."""
    makes, disk = KINDS[kind]
    try:
        with makes(Path(file), HEADER, check=False, disk=disk) as recorder:
            os.write(1, f"-1 {recorder.header.h}\n".encode())
            for number in range(events):
                receipt = recorder.append({"type": "note", "text": "x", "x-id": number})
                os.write(1, f"{receipt.event} {receipt.h}\n".encode())
    except (PaishenError, OSError) as error:
        os.write(2, f"{error}\n".encode())
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), *(sys.argv[3:] or ["right"])))
