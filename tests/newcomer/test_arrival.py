"""As a newcomer: the README's first command as a user without rights, and what it installed without the checkout."""

from __future__ import annotations

import http.client
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.newcomer.arrival import Newcomer, arrived, newcomer

SAME = """
paishen rules list && paishen rules show room-six --lang en && paishen query --list
paishen simulate --rules tribute --seed 3
paishen validate samples/*.paipu.* --json
paishen deduce samples/06-simple-solo.paipu.json --view 3 --json
paishen audit samples/06-simple-solo.paipu.json
paishen report samples/06-simple-solo.paipu.json -o game.html && cat game.html
paishen import samples/*.paipu.* --archive games --json
paishen query by_role --archive games --json && paishen archive check --archive games
"""
"""What is to be the same wherever paishen is: rulesets, questions, bots, samples, model, viewer, archive."""


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """A folder that every user can reach."""
    with tempfile.TemporaryDirectory(prefix="paishen-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture(scope="module")
def who(place: Path) -> Newcomer:
    """Somebody new; the packages are lent, `python -m tests.newcomer` fetches them."""
    return newcomer(place, lent=True)


@pytest.fixture(scope="module")
def first(who: Newcomer) -> list[str]:
    """What the README's first command said until it was stopped; then the checkout is thrown away."""
    with arrived(who) as (port, said):
        asked = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        asked.request("GET", "/")
        assert asked.getresponse().status == 200
    for path in who.place.iterdir():
        if path.name != ".venv":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    return said


def test_the_first_command_shows_the_dashboard_to_a_new_user(first: list[str], root: Path) -> None:
    games = [path for path in (root / "replays" / "samples").iterdir() if ".paipu." in path.name]
    assert f"导入: {len(games)} 局\n" in first
    assert "Traceback" not in "".join(first)
    assert first[-1] in ("exit status 0\n", "exit status 130\n")


def test_without_the_checkout_it_works_the_same(first: list[str], who: Newcomer, root: Path, place: Path) -> None:
    """The same lines, by the new user with what was installed and by us from the checkout."""
    assert first
    theirs, ours = place / "home" / "theirs", place / "home" / "ours"
    status, told = who.says(".venv/bin/python -c 'from analyzer.data import data; print(data(\"replays\"))'", who.place)
    assert (status, Path(told.strip()).parts[-2]) == (0, "_data"), told
    assert Path(told.strip()).is_relative_to(who.place)
    assert who.says(f"mkdir {theirs} {ours} && ln -s {told.strip()}/samples {theirs}", who.place)[0] == 0
    (ours / "samples").symlink_to(root / "replays" / "samples")
    checkout = f'paishen() {{ PYTHONPATH={root} {sys.executable} -c "from analyzer.cli import main; main()" "$@"; }}'
    us = who._replace(prefix=())
    found = [one.says(f"{how}\n{SAME}", folder) for one, how, folder in (
        (who, f"PATH={who.place}/.venv/bin:$PATH", theirs), (us, checkout, ours),
    )]  # fmt: skip
    assert found[0] == found[1]
    assert found[0][0] == 0
    assert len(found[0][1]) > 100_000
