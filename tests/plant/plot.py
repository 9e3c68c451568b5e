"""试验田: a copy of the project in which one fault at a time is planted and its room's tests run."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.plant.mutations import Mutation
from tests.plant.rooms import Room

COPIED: Final = ("analyzer", "dashboards", "schemas", "replays", "tests", "README.md", "CHANGELOG.md", "pyproject.toml")
SECONDS: Final = 150
"""Of work: a room's tests take a minute or two; a fault that makes them take so long is noticed."""
PATIENCE: Final = 1800.0
"""Seconds by the clock, for a fault that waits for ever."""
MEMORY: Final = 8 << 30
"""A loop that has lost its end must not take the machine along."""


class Plot:
    """试验田: the copy, which has its own compiled rules and its own cache of pytest."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = root
        self.place = folder / "project"
        self.cache = folder / "pytest"
        self.place.mkdir()
        for name in COPIED:
            copy = shutil.copytree if (root / name).is_dir() else shutil.copy
            copy(root / name, self.place / name)
        compiled = ["-m", "compileall", "-q", "-f", "--invalidation-mode", "checked-hash", "analyzer"]
        self._python(compiled)
        self.unsound: list[str] = []
        """Tests that fail here where nothing is planted: they say nothing."""
        self.sound: set[str] = set()

    def caught(self, one: Mutation, room: Room) -> str:
        """The test of its room that a fault is caught by; empty when it survives them all."""
        while True:
            failed = self._planted(one, room)
            if not failed or self.is_sound(failed):
                return failed
            self.unsound.append(failed)

    def _planted(self, one: Mutation, room: Room) -> str:
        path = self.place / one.path
        source = path.read_bytes()
        path.write_bytes(one.planted(source))
        try:
            return self.first_failure(room.quick) or (self.first_failure(room.slow) if room.slow else "")
        finally:
            path.write_bytes(source)

    def first_failure(self, tests: Sequence[str]) -> str:
        """The first test that fails, or what else went wrong; empty when all pass."""
        shutil.rmtree(self.cache, ignore_errors=True)
        left_out = [f"--deselect={name}" for name in self.unsound]
        status = self._python(["-m", "pytest", "-x", "-q", "-o", f"cache_dir={self.cache}", *left_out, *tests])
        if status in (None, -signal.SIGXCPU, -signal.SIGKILL):
            return f"no end in {SECONDS} s of work, or {PATIENCE:.0f} by the clock"
        if status in (-signal.SIGTERM, -signal.SIGINT):
            raise KeyboardInterrupt
        last = self.cache / "v" / "cache" / "lastfailed"
        failed = list(json.loads(last.read_text("utf-8"))) if last.is_file() else []
        return failed[0] if failed else "" if status == 0 else f"pytest ends with {status}"

    def is_sound(self, failed: str) -> bool:
        """Whether a test passes where nothing is planted; what is no test's name speaks for itself."""
        if not (self.place / failed.split("::", maxsplit=1)[0]).exists():
            return True
        if failed not in self.sound and self.first_failure([failed]) == "":
            self.sound.add(failed)
        return failed in self.sound

    def _python(self, args: Sequence[str]) -> int | None:
        """Python in the copy: its exit status; None when it waited for too long."""
        environment = {
            **os.environ, "PYTHONPATH": str(self.place), "PYTHONDONTWRITEBYTECODE": "1", "CI": "true",
            "XDG_CACHE_HOME": str(self.place / ".cache"),
        }  # fmt: skip
        ran = subprocess.Popen(
            [sys.executable, *args], cwd=self.place, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        resource.prlimit(ran.pid, resource.RLIMIT_DATA, (MEMORY, MEMORY))
        resource.prlimit(ran.pid, resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
        try:
            return ran.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return None
        finally:
            if ran.poll() is None:
                os.killpg(ran.pid, signal.SIGKILL)
                ran.wait()

