"""来客: the README's first command as a new user types it, with every package fetched: `python -m tests.newcomer`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.newcomer.arrival import arrived, newcomer


def main() -> int:
    """Says all that the command said; 0 when the dashboard answered and ended well."""
    with tempfile.TemporaryDirectory(prefix="paishen-") as folder:
        Path(folder).chmod(0o755)
        with arrived(newcomer(Path(folder), lent=False)) as (port, said):
            print(f"the dashboard answered at {port}")
    print("".join(said))
    return 0 if said[-1] in ("exit status 0\n", "exit status 130\n") else 1


if __name__ == "__main__":
    sys.exit(main())
