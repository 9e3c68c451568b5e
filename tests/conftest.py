"""What every test may ask for."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner
from hypothesis import settings

from analyzer.cli import cli
from dashboards.launch import answers

ROOT = Path(__file__).resolve().parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome")

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


class Ran(NamedTuple):
    """What a command wrote, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def json(self) -> list[Any]:
        """The output as JSON, one object a line."""
        return [json.loads(line) for line in self.out.splitlines()]


Paishen = Callable[..., Ran]


@pytest.fixture(autouse=True)
def chinese_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests speak Chinese unless they say otherwise, in 100 columns, wherever they run."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def paishen() -> Paishen:
    """The command, in this process: `paishen("rules", "list")`."""

    def run(*args: str | Path, stdin: str | None = None) -> Ran:
        result = CliRunner().invoke(cli, [str(arg) for arg in args], input=stdin, prog_name="paishen")
        return Ran(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


def ship(place: Path) -> None:
    """A copy of what the project ships, without what tests it."""
    for name in ("analyzer", "dashboards", "schemas", "replays"):
        shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, place / name)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where Chromium is. Without one a test fails; outside of CI `tests/run.py` leaves such tests out."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert found, "no Chromium: install Debian's chromium, or run tests/run.py as root"
    return found


@contextmanager
def serving(archive: Path, *more: str, typed: str = "") -> Iterator[int]:
    """The port of a dashboard over an archive, as the command serves it; `typed` is its password."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    serve = ["dashboard", "--archive", str(archive), "--port", str(port), "--no-browser", *more]
    server = subprocess.Popen(
        [sys.executable, "-c", "from analyzer.cli import main; main()", *serve],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert server.stdin
    server.stdin.write(f"{typed}\n".encode())
    server.stdin.close()
    try:
        assert answers("127.0.0.1", port, 60)
        yield port
    finally:
        server.terminate()
        server.wait(20)
