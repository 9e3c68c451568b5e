"""Readers fed with bad input until the time is over: by atheris where it is installed, else by changes of our own.

    python -m tests.fuzz.run [MINUTES] [SEED] [READER ...]

A night's run: `python -m tests.fuzz.run 480`. Atheris sees which lines ran and keeps what is new in a folder beside;
without it (`pip install atheris`) the same readers get seeded changes of good input. What fails is written to a file
and shown with its traceback; the exit status is 1.
"""

from __future__ import annotations

import importlib
import importlib.util
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path
from random import Random

from tests.fuzz.mutating import mutated
from tests.fuzz.seeds import seeds
from tests.fuzz.targets import TARGETS

SLOWEST = 1.0
"""Seconds of CPU that one input may take."""
UNDER_ATHERIS = "--under-atheris"


def timed(name: str, data: bytes) -> float:
    """The CPU seconds of a reader over an input; an input that fails is kept in a file."""
    began = time.process_time()
    try:
        TARGETS[name](data)
        took = time.process_time() - began
        assert took < SLOWEST, f"{took:.2f} s"
    except Exception:
        place = Path(tempfile.gettempdir()) / f"paishen-fuzz-{name}-{abs(hash(data)):x}.bin"
        place.write_bytes(data)
        print(f"{name}: {place}", flush=True)
        raise
    return took


def campaign(name: str, count: int, seed: int | str, until: float = float("inf")) -> tuple[int, int, float]:
    """Inputs tried, inputs that failed, and the slowest, in seconds of CPU."""
    random, tried, failed, slowest = Random(f"{name}/{seed}"), 0, 0, 0.0
    good = seeds(name)
    while tried < count and time.monotonic() < until:
        tried += 1
        try:
            slowest = max(slowest, timed(name, mutated(good, random)))
        except Exception:  # noqa: BLE001 - whatever a reader raises is what is looked for
            failed += 1
            traceback.print_exc()
    return tried, failed, slowest


def under_atheris(name: str, minutes: float, seed: int) -> int:
    """One reader in a process of its own, as atheris never comes back."""
    with tempfile.TemporaryDirectory(prefix=f"paishen-{name}-") as folder:
        for at, good in enumerate(seeds(name)):
            Path(folder, f"seed{at}").write_bytes(good)
        args = [folder, f"-max_total_time={int(minutes * 60)}", f"-seed={seed}", "-rss_limit_mb=2048", "-timeout=5"]
        return subprocess.run(
            [sys.executable, "-m", "tests.fuzz.run", UNDER_ATHERIS, name, *args], check=False
        ).returncode


def fuzz_forever(name: str, args: list[str]) -> None:
    """Inside of that process."""
    atheris = importlib.import_module("atheris")

    atheris.instrument_all()
    atheris.Setup([sys.argv[0], *args], TARGETS[name])
    atheris.Fuzz()


def main(args: list[str]) -> int:
    """The readers, one after the other."""
    if args[:1] == [UNDER_ATHERIS]:
        fuzz_forever(args[1], args[2:])
    minutes, seed = float(args[0]) if args else 10.0, int(args[1]) if len(args) > 1 else 1
    names, bad = args[2:] or list(TARGETS), 0
    there = importlib.util.find_spec("atheris") is not None
    print("by atheris" if there else "by changes of our own; atheris is not installed", flush=True)
    for name in names:
        share = minutes / len(names)
        if there:
            bad += bool(under_atheris(name, share, seed))
            continue
        tried, failed, slowest = campaign(name, sys.maxsize, seed, time.monotonic() + share * 60)
        bad += failed
        print(f"{name}: {tried} inputs, {failed} failed, slowest {slowest:.2f} s", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
