"""A process that has everything loaded and forks a child for each command: time and memory are those of it alone.

The child's memory is counted from where it begins: what an idle process needs is not in it.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, NamedTuple, Self

ROOT: Final = Path(__file__).resolve().parents[2]
LONGEST: Final = 60.0
"""Seconds after which a command that hangs is ended."""
KIB: Final = 1024


class Measured(NamedTuple):
    """What a command said, its exit status (below 0: the signal that ended it), its seconds of CPU and its MiB."""

    status: int
    out: str
    err: str
    seconds: float
    mib: float

    def within_bounds(self) -> None:
        """No traceback, at most 2 s of CPU, at most 256 MiB more than an idle process."""
        assert "Traceback" not in self.err
        assert self.seconds < 2
        assert self.mib < 256


class Warm:
    """The warm process, from outside: `with Warm() as warm: warm.run("validate", path)`."""

    def __enter__(self) -> Self:
        settings = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "COLUMNS": "100"}
        command = [sys.executable, "-m", "tests.hostile.warm"]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, cwd=ROOT, env=settings, stdin=pipe, stdout=pipe, text=True)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(30)

    def run(self, *args: str | Path, stdin: str | Path = os.devnull) -> Measured:
        """One command, in a child of its own; standard input is a file."""
        assert self._process.stdin
        assert self._process.stdout
        order = {"args": [str(arg) for arg in args], "stdin": str(stdin)}
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return Measured(**json.loads(self._process.stdout.readline()))


def memory(name: str) -> int:
    """A line of this process's status, in KiB."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split(f"{name}:")[1].split()[0])


def child(order: dict[str, Any], out: IO[bytes], err: IO[bytes], facts: int) -> None:
    """The command, in the child; writes its seconds and MiB, and never returns."""
    from analyzer.cli import cli

    given = os.open(order["stdin"], os.O_RDONLY)
    for old, new in ((given, 0), (out.fileno(), 1), (err.fileno(), 2)):
        os.dup2(old, new)
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before, began = memory("VmRSS"), time.process_time()
    status = 99
    try:
        cli.main(order["args"], prog_name="paishen")
    except SystemExit as left:
        status = left.code if isinstance(left.code, int) else 98
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        seconds, mib = time.process_time() - began, (memory("VmHWM") - before) / KIB
        os.write(facts, json.dumps({"seconds": seconds, "mib": mib}).encode())
        os._exit(status)


def answer(order: dict[str, Any]) -> dict[str, Any]:
    """What became of a command."""
    reader, writer = os.pipe()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        started = os.fork()
        if not started:
            os.close(reader)
            child(order, out, err, writer)
        os.close(writer)
        if not select.select([reader], [], [], LONGEST)[0]:
            os.kill(started, 9)
        facts = os.read(reader, 4096)
        os.close(reader)
        status = os.waitstatus_to_exitcode(os.waitpid(started, 0)[1])
        said = []
        for stream in (out, err):
            stream.seek(0)
            said.append(stream.read(16 * KIB * KIB).decode("utf-8", "replace"))
    told = json.loads(facts) if facts else {"seconds": LONGEST, "mib": -1.0}
    return {"status": status, "out": said[0], "err": said[1], **told}


def load() -> None:
    """Everything that commands import; nothing of it is called, so that no thread stands in the way of forking."""
    import importlib

    from analyzer.cli import COMMANDS

    for entry in COMMANDS.values():
        importlib.import_module(f"analyzer.cli.{entry.module}")
    for name in ("pyarrow.parquet", "pyarrow.compute", "duckdb", "numpy", "analyzer.importing", "analyzer.replay",
                 "analyzer.paipu.columns", "analyzer.paipu.text", "analyzer.audit", "analyzer.ledger", "analyzer.fit",
                 "analyzer.merge", "analyzer.report", "analyzer.tracking", "analyzer.deduction", "analyzer.bundle",
                 "tomllib", "zipfile"):  # fmt: skip
        importlib.import_module(name)


def main() -> None:
    """Answers orders, a line each, until there are no more."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    load()
    for line in sys.stdin:
        answers.write(json.dumps(answer(json.loads(line))) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
