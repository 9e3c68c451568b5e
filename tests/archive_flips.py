"""One bit of an archive turned over, in any of its files: a check finds it, or every figure is what it was.

    python -m tests.archive_flips [SEED]

tries a bit of every byte of the small files and of a sample of the large ones. An answer from such an archive is right,
too, or it is said that something is missing.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from analyzer.archive import Archive, answer, questions
from analyzer.archive.checking import check
from analyzer.archive.checkpoints import make_checkpoint
from analyzer.errors import PaishenError
from analyzer.importing import bring
from analyzer.paipu import write
from tests.test_replay import PLAYS, events, log_of

SMALL = 2000
"""A file of so many bytes is small."""
ROWS = "SELECT * FROM games ORDER BY number"
NEEDED = {"person": "甲", "one": "甲", "other": "乙", "game": "a"}


class Flip(NamedTuple):
    """Which bit of which file."""

    file: Path
    at: int
    bit: int


def lay(place: Path) -> Path:
    """A small archive: three games, one of them extended, a duplicate, derived columns and a checkpoint."""
    games = [log_of([*events([*PLAYS]), {"type": "end"}], game=name) for name in "ab"]
    grown = [log_of(events([*PLAYS[:many]]), game="c") for many in (2, 4)]
    write(place / "a.paipu.jsonl", [*games, grown[0], games[0]])
    write(place / "b.paipu.jsonl", [grown[1]])
    for name in "ab":
        list(bring([place / f"{name}.paipu.jsonl"], place / "archive"))
    Archive(place / "archive").derive()
    make_checkpoint(place / "archive", Ed25519PrivateKey.generate())
    return place / "archive"


def figures(folder: Path) -> list[Any]:
    """All answers and all logs of an archive."""
    archive = Archive(folder)
    rows = archive.ask(ROWS)
    told = [
        answer(archive, question, {key: NEEDED.get(key) for key in question.parameters}).to_pylist()
        for question in questions().values()
    ]
    missing = archive.left_out()
    if missing is not None:
        raise missing
    return [rows, told, [archive.opened(row) for row in rows]]


def flips(folder: Path, rng: Random, most: int | None) -> Iterator[Flip]:
    """Bits to be turned over: so many of each file, or all bytes of a small and a sample of a large one."""
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        size = file.stat().st_size
        places = range(size) if size <= SMALL else sorted(rng.sample(range(size), SMALL // 10))
        if most is not None and len(places) > most:
            places = sorted(rng.sample(places, most))
        for at in places:
            yield Flip(file, at, rng.randrange(8))


def is_silent(folder: Path, flip: Flip, before: list[Any]) -> bool:
    """Whether a flipped bit changes a figure and no check finds it, or an answer is another and nothing is said."""
    data = flip.file.read_bytes()
    flip.file.write_bytes(data[: flip.at] + bytes([data[flip.at] ^ 1 << flip.bit]) + data[flip.at + 1 :])
    try:
        return not (_is_right(folder, before[0]) and (_is_found(folder) or figures(folder) == before))
    finally:
        flip.file.write_bytes(data)


def _is_right(folder: Path, rows: list[Any]) -> bool:
    """Whether an answer is what it was, or it is said why not."""
    archive = Archive(folder)
    try:
        return archive.ask(ROWS) == rows or archive.left_out() is not None
    except PaishenError:
        return True


def _is_found(folder: Path) -> bool:
    try:
        (*_, last) = check(folder, map)
    except PaishenError:
        return True
    return bool(last.findings)


def main() -> None:
    """The campaign."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    with tempfile.TemporaryDirectory() as place:
        folder = lay(Path(place))
        before = figures(folder)
        tried = 0
        for flip in flips(folder, Random(seed), None):
            assert not is_silent(folder, flip, before), flip
            tried += 1
        print(f"{tried} bits turned over: found, or nothing is changed")


if __name__ == "__main__":
    main()
