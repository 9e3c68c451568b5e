"""`paishen demo` does every step on the shipped samples."""

from __future__ import annotations

import socket
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


def test_a_busy_port_is_named(root: Path, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-c", "from analyzer.cli import main; main()", "--lang", "en", "dashboard",
             "--archive", str(tmp_path), "--port", port, "--no-browser"],
            cwd=root, capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"paishen: port {port}: address already in use; take another with --port\n"
