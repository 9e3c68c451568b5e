"""多局: many games brought by two imports at once, then asked for and opened.

Each import has two thirds of the games, so that a third comes twice; what the archive must answer is known.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from analyzer.archive import Archive, questions
from tests.big_import import measured
from tests.load.crowd import Crowd, mixed

GROWTH: Final = 500
"""MiB that an import may take beyond that of a few games, however many they are."""
OPENED: Final = 50
ASKED: Final = ("verdicts", "by_seat")


class Loaded(NamedTuple):
    """一次: the archive, whose games it holds, how many each import stored, and the greatest memory, in MiB."""

    archive: Path
    crowd: Crowd
    games: int
    stored: tuple[int, int]
    few: int
    most: int


def load(place: Path, games: int, seed: int) -> Loaded:
    """Two imports at once, each in a process of its own, after one of a few games by itself."""
    crowd = mixed(seed)
    few = crowd.write(place / "few.jsonl", range(10))
    _, small = measured(few, place / "few")
    third = games // 3
    files = [
        crowd.write(place / "a.jsonl", range(games - third)), crowd.write(place / "b.jsonl", range(third, games))
    ]  # fmt: skip
    with ThreadPoolExecutor(2) as pool:
        (one, first), (two, second) = pool.map(lambda file: measured(file, place / "archive"), files)
    for file in files:
        file.unlink()
    return Loaded(place / "archive", crowd, games, (one, two), small, max(first, second))


def wrong(found: Loaded, seed: int) -> Iterator[str]:
    """What is not as it must be."""
    if sum(found.stored) != found.games:
        yield f"stored {found.stored}, not {found.games} in all"
    if found.most - found.few > GROWTH:
        yield f"{found.most} MiB, for a few games {found.few}"
    archive = Archive(found.archive)
    verdicts, seats = (archive.ask(questions()[name].sql, {"ruleset": None}) for name in ASKED)
    if verdicts != found.crowd.verdicts(found.games):
        yield f"verdicts: {verdicts}"
    points = found.crowd.points(found.games)
    if [{key: row[key] for key in points[0]} for row in seats] != points:
        yield f"by_seat: {seats}"
    for number in Random(seed).sample(range(found.games), min(OPENED, found.games)):
        if archive.log(found.crowd.name(number)) != found.crowd.log(number):
            yield f"game {number} is another one"


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Says how long something took."""
    began = time.monotonic()
    yield
    print(f"{what}: {time.monotonic() - began:.1f} s", flush=True)
