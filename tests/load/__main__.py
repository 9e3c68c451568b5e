"""多局: many simulated games imported, two at once, asked for, opened and checked: `python -m tests.load GAMES SEED`.

A million take about an hour and 12 GiB of disk. Exit status 1 when an answer is not as it must be.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from click.testing import CliRunner

from analyzer.cli import cli
from tests.load.campaign import load, timed, wrong


def main() -> int:
    """Prints figures, and what is wrong."""
    games, seed = (int(text) for text in (*sys.argv[1:], "20000", "1")[:2])
    with tempfile.TemporaryDirectory() as folder:
        with timed(f"{games} games imported, two at once"):
            found = load(Path(folder), games, seed)
        print(f"stored {found.stored}; at most {found.most} MiB, for a few games {found.few}", flush=True)
        with timed("asked and opened"):
            faults = list(wrong(found, seed))
        with timed("archive check"):
            args = ["archive", "check", "--archive", str(found.archive)]
            checked = CliRunner().invoke(cli, args, prog_name="paishen")
    faults += [checked.output] if checked.exit_code else []
    print(*faults, f"{len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
