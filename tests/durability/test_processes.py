"""Recorders and imports killed, and started at once - in processes of their own, which may fork."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

KILLS = 2_000
STARTS = 25


def run(root: Path, *args: object) -> tuple[int, dict[str, Any]]:
    """A campaign: its exit status and what it counted."""
    ran = subprocess.run([sys.executable, "-m", *map(str, args)], cwd=root, capture_output=True, text=True, check=False)
    assert ran.stdout, ran.stderr
    return ran.returncode, json.loads(ran.stdout)


def test_two_thousand_kills_lose_nothing(root: Path) -> None:
    """Two campaigns at once, half each."""
    with ThreadPoolExecutor(2) as pool:
        halves = list(pool.map(lambda seed: run(root, "tests.durability.kill", KILLS // 2, seed), (1, 2)))
    for status, found in halves:
        assert (status, found["kills"], found["lost"]) == (0, KILLS // 2, 0)
        assert found["acknowledged"] > KILLS // 2
        assert found["torn"] > 0


def test_a_recorder_that_acknowledges_first_is_caught_by_a_kill(root: Path) -> None:
    status, found = run(root, "tests.durability.kill", 40, 2, "first")
    assert (status, found["lost"] > 0) == (1, True)


def test_an_import_killed_anywhere_is_put_right_by_the_next(root: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.durability.import_kill", "24", "1"],
        cwd=root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.stdout == "killed at 24 points\n0 faults\n", ran.stdout + ran.stderr


def test_an_import_that_tells_of_a_game_too_early_is_caught(root: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.durability.import_kill", "8", "1", "early"],
        cwd=root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 1
    assert "said to be stored, and not there" in ran.stdout, ran.stderr


def test_of_recorders_started_at_once_one_records(root: Path) -> None:
    for writers in (2, 5):
        assert run(root, "tests.durability.race", STARTS, writers) == (0, {"one": STARTS})


def test_recorders_without_a_lock_are_caught(root: Path) -> None:
    status, found = run(root, "tests.durability.race", 5, 2, "unlocked")
    assert (status, found["several"] > 0) == (1, True)
