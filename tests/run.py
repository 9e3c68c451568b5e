"""全部检查: every check of the project, with nothing but a standard Python to start from.

    python3 tests/run.py                 all steps, on a fresh clone too
    python3 tests/run.py ruff mypy       some steps
    python3 tests/run.py pytest -- -k rules -x
                                         what follows -- goes to pytest

Makes its own environment in `.venv-test` and, on Debian and as root, installs Chromium, Chinese fonts,
strace and openssl when they are missing. Exit status 1 when any step fails. With CI=true a missing browser is a
failure; elsewhere the browser's tests are left out, and that is said.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv-test"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
STAMP = VENV / "installed.sha256"
CI = os.environ.get("CI", "").lower() in ("1", "true", "yes")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
OLDEST = (3, 11)


class Step(NamedTuple):
    """一步: its name, what it does, and whether it went well."""

    name: str
    run: Callable[[list[str]], bool]


def run(*command: str | Path, **settings: str) -> bool:
    """One program, from the project's root; its output is shown as it comes."""
    environment = {**os.environ, "PYTHONUTF8": "1", **settings}
    done = subprocess.run([str(part) for part in command], cwd=ROOT, env=environment, check=False)
    return done.returncode == 0


def say(text: str) -> None:
    """A line, at once."""
    print(text, flush=True)


def has_browser() -> bool:
    """Whether there is a Chromium."""
    return any(map(shutil.which, BROWSERS))


def has_chinese_fonts() -> bool:
    """Whether a font with Chinese characters is installed."""
    if not shutil.which("fc-list"):
        return any(Path("/usr/share/fonts").rglob("*CJK*"))
    listed = subprocess.run(["fc-list", ":lang=zh", "family"], capture_output=True, check=False)
    return bool(listed.stdout.strip())


def missing_packages() -> list[str]:
    """The Debian packages that the tests use and that are not there."""
    there = {
        "chromium": has_browser(),
        "fonts-noto-cjk": has_chinese_fonts(),
        "strace": bool(shutil.which("strace")),
        "openssl": bool(shutil.which("openssl")),
    }
    return [package for package, found in there.items() if not found]


def may_install() -> bool:
    """Whether this is Debian's apt-get and we are root."""
    return bool(shutil.which("apt-get")) and hasattr(os, "geteuid") and os.geteuid() == 0


def system(_: list[str]) -> bool:
    """Chromium, Chinese fonts, strace, openssl."""
    missing = missing_packages()
    if missing and may_install():
        say(f"installing {' '.join(missing)}")
        run("apt-get", "update", "-qq", DEBIAN_FRONTEND="noninteractive")
        install = ("apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing)
        run(*install, DEBIAN_FRONTEND="noninteractive")
        missing = missing_packages()
    if missing:
        say(f"missing: {' '.join(missing)} - tests that need them " + ("fail" if CI else "may be left out"))
    return not (missing and CI)


def wanted() -> str:
    """What the environment was made from: the project file and this Python."""
    project = (ROOT / "pyproject.toml").read_bytes()
    return hashlib.sha256(project + sys.version.encode() + str(ROOT).encode()).hexdigest()


def install(_: list[str]) -> bool:
    """The environment, made anew when the project file or Python changed."""
    if STAMP.is_file() and STAMP.read_text(encoding="utf-8") == wanted():
        return True
    shutil.rmtree(VENV, ignore_errors=True)
    if not run(sys.executable, "-m", "venv", VENV):
        say("this Python cannot make a virtual environment; on Debian: apt-get install python3-venv")
        return False
    pip = (BIN / "python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
    if not run(*pip, "--editable", ".[test]"):
        return False
    STAMP.write_text(wanted(), encoding="utf-8")
    return True


def ruff(_: list[str]) -> bool:
    """Style."""
    return run(BIN / "ruff", "check", ".")


def mypy(_: list[str]) -> bool:
    """Types."""
    return run(BIN / "mypy")


def imports(_: list[str]) -> bool:
    """The directions of imports."""
    return run(BIN / "lint-imports")


def pytest(more: list[str]) -> bool:
    """The tests; without a browser and outside of CI, those that need none."""
    chosen = [] if has_browser() or CI else ["-m", "not browser"]
    if chosen:
        say("no Chromium: the browser's tests are left out")
    return run(BIN / "python", "-m", "pytest", "-q", *chosen, *more)


STEPS = (
    Step("system", system),
    Step("install", install),
    Step("ruff", ruff),
    Step("mypy", mypy),
    Step("imports", imports),
    Step("pytest", pytest),
)


def main() -> int:
    """Runs the steps named, or all; prints how long each took."""
    args, more = split(sys.argv[1:])
    names = [step.name for step in STEPS]
    parser = argparse.ArgumentParser(description="every check of the project", epilog=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("steps", nargs="*", metavar="STEP", help=f"one or more of: {' '.join(names)}")
    chosen = parser.parse_args(args).steps or names
    if unknown := [name for name in chosen if name not in names]:
        parser.error(f"no step {unknown[0]}; there are: {' '.join(names)}")
    if sys.version_info < OLDEST:
        parser.error(f"Python {OLDEST[0]}.{OLDEST[1]} or newer is needed, this is {sys.version.split()[0]}")
    if "install" not in chosen and not STAMP.is_file():
        chosen = ["install", *chosen]
    results = []
    for step in (step for step in STEPS if step.name in chosen):
        results.append(timed(step, more))
        if step.name == "install" and not results[-1][1]:
            break
    say("")
    for name, good, seconds in results:
        say(f"{name:8} {'ok' if good else 'FAILED':8} {seconds:6.1f} s")
    return 0 if all(good for _, good, _ in results) else 1


def split(args: list[str]) -> tuple[list[str], list[str]]:
    """What stands before and after `--`."""
    at = args.index("--") if "--" in args else len(args)
    return args[:at], args[at + 1 :]


def timed(step: Step, more: list[str]) -> tuple[str, bool, float]:
    """A step with its outcome and its seconds."""
    say(f"\n== {step.name}")
    began = time.monotonic()
    good = step.run(more)
    seconds = time.monotonic() - began
    say(f"== {step.name}: {'ok' if good else 'FAILED'} in {seconds:.1f} s")
    return step.name, good, seconds


if __name__ == "__main__":
    sys.exit(main())
