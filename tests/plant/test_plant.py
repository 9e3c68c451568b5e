"""Planted bugs: which faults there are to plant, that each room's tests catch them, and that a survivor is told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.plant.harmless import Harmless, listed
from tests.plant.mutations import mutations
from tests.plant.plot import Plot
from tests.plant.rooms import ROOMS, Room, drawn, faults

FAULTS = {
    "a comparison turned": ("left = 3 < n", "left = (3 <= n)"),
    "a condition turned": ("gone = not n", "gone = (n)"),
    "and for or": ("both = n and m", "both = (n or m)"),
    "a doubling dropped": ("points = 2 * n", "points = (n)"),
    "another sum": ("points -= n", "points += n"),
    "off by one": ("seat = seats[4]", "seat = seats[5]"),
    "one for another": ("seat = roles.emperor", "seat = roles.guard"),
    "yes for no": ("whole = True", "whole = False"),
    "a sync removed": ("os.fsync(file)", "pass"),
    "a step left out": ("cards.sort()", "pass"),
    "an escape forgotten": ("name = escape(n)", "name = (n)"),
    "a refusal forgotten": ("raise Refusal(n)", "pass"),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_of_each_kind(tmp_path: Path, kind: str) -> None:
    """A line with a fault in it, after a line of Chinese: places are counted in bytes."""
    old, new = FAULTS[kind]
    source = tmp_path / "a.py"
    source.write_text(f'who = "皇帝"\n{old}  # 错\n', "utf-8")
    found = {one.kind: one.planted(source.read_bytes()).decode() for one in mutations(tmp_path, "a.py")}
    assert found[kind] == f'who = "皇帝"\n{new}  # 错\n'


def test_nothing_is_planted_where_it_could_not_be_seen(tmp_path: Path) -> None:
    """A sentence for people, a type, a docstring, an assert."""
    quiet = '"""1 < 2"""\nfrom a import b\n\nassert 1 < 2\nn: Literal[3]\nsaid = Words("3", f"{3}")\n'
    (tmp_path / "a.py").write_text(quiet, "utf-8")
    assert mutations(tmp_path, "a.py") == []


def test_faults_are_drawn_by_their_seed_from_every_room(root: Path) -> None:
    first = drawn(root, 30, 1, list(ROOMS))
    assert first == drawn(root, 30, 1, list(ROOMS))
    assert first != drawn(root, 30, 2, list(ROOMS))
    assert {room for room, _ in first} == set(ROOMS)
    assert len({one.kind for _, one in first}) > 8


@pytest.mark.parametrize("entry", listed(), ids=lambda entry: entry.path)
def test_what_is_listed_as_harmless_can_still_be_planted(root: Path, entry: Harmless) -> None:
    every = [one for room in ROOMS for one in faults(root, room)]
    assert any(map(entry.names, every)), entry
    assert entry.reason


def test_the_tests_of_four_rooms_catch_what_is_planted_there(root: Path) -> None:
    """The same rooms and the same draw every time; `python -m tests.plant` plants more of them, and everywhere."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.plant", "4", "1", "rules", "replay", "audit", "recorder"],
        cwd=root, text=True, capture_output=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert len(ran.stdout.splitlines()) == 7


def test_a_fault_that_no_test_looks_at_survives(root: Path, tmp_path: Path) -> None:
    """The control: with tests of something else, a doubling that is dropped stays."""
    doubling = next(one for one in faults(root, "rules") if one.kind == "a doubling dropped")
    assert Plot(root, tmp_path).caught(doubling, Room((), quick=("analyzer/words.py",))) == ""
