"""来客: a user who has just come - no rights, an empty home, a copy of the project - and the README's first command."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from typing import Final, NamedTuple

from dashboards.launch import answers
from tests.conftest import ROOT, ship

NOBODY: Final = 65534
READS_ALL: Final = (
    "setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups",
    "--inh-caps=-all,+dac_read_search", "--ambient-caps=-all,+dac_read_search",
)  # fmt: skip
"""A user without rights, but for that of reading a Python that root keeps in its own home."""
PATIENCE: Final = 900.0


class Newcomer(NamedTuple):
    """来客: the folder where the copy is, what comes before a command, and its environment."""

    place: Path
    prefix: tuple[str, ...]
    environment: dict[str, str]

    def start(self, line: str, folder: Path) -> subprocess.Popen[str]:
        """A line for the shell, in a folder; what it says on both ways comes together."""
        return subprocess.Popen(
            [*self.prefix, "sh", "-c", line], cwd=folder, env=self.environment, text=True, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def says(self, line: str, folder: Path) -> tuple[int, str]:
        """What a line comes to, and what it said."""
        started = self.start(line, folder)
        said, _ = started.communicate(timeout=PATIENCE)
        return started.returncode, said


def first_command() -> str:
    """The README's first command, that which shows everything."""
    (found,) = re.findall(r"^ {4}(python3 -m venv .*)$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert isinstance(found, str)
    return found


def newcomer(place: Path, *, lent: bool) -> Newcomer:
    """Somebody new, as root another user; with `lent`, the packages that we need are those of this environment."""
    copy, home, tools = place / "paishen", place / "home", place / "tools"
    for folder in (copy, home, tools):
        folder.mkdir()
    ship(copy)
    (tools / "python3").symlink_to(sys.executable)
    environment = {"HOME": str(home), "PATH": f"{tools}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "BROWSER": "true"}
    if lent:
        # pip takes "no" for the value of its switch `--no-build-isolation`, which is the wrong way round
        switches = {"PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "no", "PIP_NO_INDEX": "1"}
        environment |= {"PYTHONPATH": sysconfig.get_paths()["purelib"], **switches}
    if os.geteuid():
        return Newcomer(copy, (), environment)
    for path in (place, *place.rglob("*")):
        os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
    plain = Newcomer(copy, READS_ALL[:4], environment)
    reads = plain.says(f"{sys.executable} -c 'import ssl'", copy)[0] == 0
    return plain if reads else Newcomer(copy, READS_ALL, environment)


@contextlib.contextmanager
def arrived(who: Newcomer) -> Iterator[tuple[int, list[str]]]:
    """The README's first command: the port of the dashboard that it shows, and all that it said; then Ctrl-C."""
    started = who.start(f"trap : INT\n{first_command()}\necho exit status $?", who.place)
    said: list[str] = []
    ports: Queue[int] = Queue()

    def listen() -> None:
        assert started.stdout
        for line in started.stdout:
            said.append(line)
            if found := re.search(r"127\.0\.0\.1:(\d+)", line):
                ports.put(int(found[1]))
        ports.put(0)

    listening = threading.Thread(target=listen)
    listening.start()
    try:
        port = ports.get(timeout=PATIENCE)
        assert port, "".join(said)
        assert answers("127.0.0.1", port, 60)
        yield port, said
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(started.pid, signal.SIGINT)
        listening.join(60)
        started.wait(60)
