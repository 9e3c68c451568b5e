"""`paishen demo` does every step on the shipped samples."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_the_demo_once(root: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from analyzer.cli import main; main()", "--lang", "en", "demo", "--once"],
        cwd=root, capture_output=True, text=True, check=False, timeout=180,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    games = [path for path in (root / "replays" / "samples").iterdir() if ".paipu." in path.name]
    assert len(games) >= 13
    assert f"imported: {len(games)} games" in done.stdout
    assert "six_not_last" not in done.stdout
    assert "the dashboard answers" in done.stdout
