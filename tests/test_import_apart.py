"""Imports done by several processes: the archive is the same, byte for byte, whoever does what when."""

from __future__ import annotations

import gzip
import random
import shutil
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from analyzer.archive import Archive
from analyzer.importing import bring, tasks
from analyzer.importing.parts import Job, Prepared, prepare
from analyzer.importing.pool import spread
from analyzer.importing.tasks import Task, games_of_task, tasks_of
from analyzer.paipu import Sourced, dumps_json, dumps_lines, read, write
from tests.conftest import Paishen
from tests.test_replay import PLAYS, events, log_of

SAMPLES = sorted((Path(__file__).resolve().parents[1] / "replays" / "samples").glob("*.paipu.*"))


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Every file of an archive."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Files with all that can become of a game, in several tasks: games that go on in another file, conflicts,
    duplicates in one lot and in others, damaged lines, packed files, a large file of lines.
    """
    monkeypatch.setattr(tasks, "TASK", 20_000)
    place = tmp_path / "files"
    place.mkdir()
    for count in (2, 3, 4, 1):
        write(place / f"grown{count}.json", [log_of(events([*PLAYS[:count]]), game="grown")])
    other = log_of(events([*PLAYS[:1], (2, None)]), game="grown")
    (place / "twice.jsonl").write_bytes((dumps_json(other) + b"\n") * 2 + b'{"format":"paipu"}\nnonsense\n')
    games = [one for sample in SAMPLES for one in read(sample) if isinstance(one, Sourced) and not one.gaps]
    many = [dumps_json(log_of(events([*PLAYS[:4]]), game=f"m{number}")) + b"\n" for number in range(120)]
    lines = [dumps_lines(game.log) for game in games]
    (place / "large.jsonl").write_bytes(b"".join((*many[:50], *lines, b'{"bad":1}\n\n', *many[50:], *many[:3])))
    (place / "packed.jsonl.gz").write_bytes(gzip.compress(b"".join(many[40:60])))
    first = place / "grown2.json"
    return [first, place / "grown4.json", *SAMPLES[:5], place / "large.jsonl", place]


def shuffled(seed: int, function: Callable[[Job], Prepared], jobs: Iterable[Job]) -> Iterator[Prepared]:
    """All jobs done in some order, some of them twice."""
    rng = random.Random(seed)
    given = list(jobs)
    again = rng.sample(given, len(given) // 2)
    order = [*given, *again]
    rng.shuffle(order)
    done = {job.task.number: function(job) for job in order}
    return iter([done[job.task.number] for job in given])


def test_the_archive_is_the_same_whoever_reads(files: list[Path], tmp_path: Path) -> None:
    assert len(list(tasks_of(files))) > 8
    spreadings: list[Any] = [None, partial(shuffled, 1), partial(spread, workers=2)]
    seen = []
    for spreading in spreadings:
        place = tmp_path / "archive"
        entries = list(bring(files, place, spreading=spreading))
        again = list(bring(files, place, spreading=spreading))
        seen.append((entries, again, bytes_of(place)))
        shutil.rmtree(place)
    assert {entry.outcome for entry in seen[0][0]} == {"stored", "extended", "duplicate", "conflict", "rejected"}
    assert {entry.outcome for entry in seen[0][1]} == {"duplicate", "rejected"}
    for other in seen[1:]:
        assert other == seen[0]


def test_by_the_command_too(files: list[Path], tmp_path: Path, paishen: Paishen) -> None:
    done = [
        paishen("import", *files, "--archive", tmp_path / str(count), "--workers", count, "--json") for count in (1, 2)
    ]
    assert done[0] == done[1]
    assert done[0].status == 1
    assert bytes_of(tmp_path / "1") == bytes_of(tmp_path / "2")
    assert paishen("archive", "check", "--archive", tmp_path / "2", "--workers", 1).status == 0


@pytest.mark.parametrize(("most", "least"), [(300, 100), (1000, 50), (5000, 15), (30_000, 4)])
def test_a_large_file_is_cut_where_games_begin(files: list[Path], most: int, least: int) -> None:
    large = files[-1] / "large.jsonl"
    whole = [_shown(one) for one in read(large)]
    cut = list(tasks_of([large], most))
    assert len(cut) >= least
    assert [_shown(one) for task in cut for one in games_of_task(task)] == whole
    stops = [piece.stop for task in cut for piece in task.pieces]
    assert [piece.start for task in cut for piece in task.pieces] == [0, *stops[:-1]]


def _shown(found: Any) -> tuple[Any, ...]:
    return tuple(found) if isinstance(found, Sourced) else (str(found), found.line, found.file)


def test_what_cannot_be_cut_is_one_task(tmp_path: Path) -> None:
    text = "老王".encode("gb18030") + b'\n{"format":"paipu",\n' * 100
    (tmp_path / "a.txt").write_bytes(text)
    (tmp_path / "b.jsonl").write_bytes(b'{"game":"1","format":"paipu"}\n' * 100)
    assert [len(task.pieces) for task in tasks_of([tmp_path / "a.txt", tmp_path / "b.jsonl"], 50)] == [1, 1]


def test_an_import_that_dies_between_keeps_what_it_has(files: list[Path], tmp_path: Path) -> None:
    def dies(function: Callable[[Job], Prepared], jobs: Iterable[Job]) -> Iterator[Prepared]:
        for count, job in enumerate(jobs):
            if count == 3:
                raise KeyboardInterrupt
            yield function(job)

    place = tmp_path / "archive"
    with pytest.raises(KeyboardInterrupt):
        list(bring(files, place, spreading=dies))
    assert Archive(place).games()
    assert not (place / ".incoming").exists()
    whole = tmp_path / "whole"
    list(bring(files, place))
    list(bring(files, whole))
    rows = [Archive(one).ask("SELECT number, game, sha256, status FROM games") for one in (place, whole)]
    assert rows[0] == rows[1]


def test_a_worker_leaves_nothing_but_its_files(files: list[Path], tmp_path: Path) -> None:
    task = Task(4, tuple(piece for one in tasks_of(files[:3]) for piece in one.pieces))
    job = Job(task, tmp_path / "none", tmp_path / "work")
    one = prepare(job)
    kept = bytes_of(tmp_path / "work")
    assert prepare(job) == one
    assert bytes_of(tmp_path / "work") == kept
    assert [path.name for path in (tmp_path / "work").iterdir()] == ["000000004"]
    assert not (tmp_path / "none").exists()
