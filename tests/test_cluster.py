"""More than one machine: two Ray nodes here, a worker and then a node killed in mid-run; the archive is the same."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from analyzer.errors import PaishenError
from analyzer.importing import bring, tasks
from analyzer.importing.cluster import on_cluster
from analyzer.importing.parts import Job, Prepared, prepare
from analyzer.paipu import dumps_json
from analyzer.words import Words
from tests.conftest import ROOT, Paishen
from tests.test_replay import PLAYS, events, log_of

MARKS = "PAISHEN_TEST_MARKS"


def dangerous(job: Job) -> Prepared:
    """A job whose worker dies the first time that it does task 2, and later once waits for its node to be killed."""
    import ray

    marks = Path(os.environ[MARKS])
    first = job.task.number == 2 and not (marks / "worker").exists()
    if first:
        (marks / "worker").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if job.task.number > 2 and not (marks / "node").exists() and _is_second(ray):
        (marks / "node").touch()
        time.sleep(60)
    return prepare(job)


def _is_second(ray: Any) -> bool:
    return bool(ray.get_runtime_context().get_node_id() == Path(os.environ[MARKS], "second").read_text())


def failing(number: int) -> int:
    """A task that fails for good."""
    if number == 3:
        raise PaishenError(Words("坏了", "broken"), file="three")
    return number * 2


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, Any, Path]]:
    """A cluster of two nodes with a processor each, its second node, and a folder for marks."""
    from ray.cluster_utils import Cluster

    marks = tmp_path_factory.mktemp("marks")
    before = dict(os.environ)
    os.environ |= {MARKS: str(marks), "PYTHONPATH": str(ROOT), "RAY_USAGE_STATS_ENABLED": "0"}
    store = {"num_cpus": 1, "object_store_memory": 100 << 20, "include_dashboard": False}
    cluster: Any = Cluster(initialize_head=True, head_node_args=store)
    second = cluster.add_node(num_cpus=1, object_store_memory=100 << 20)
    (marks / "second").write_text(second.node_id)
    yield cluster, second, marks
    cluster.shutdown()
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Twelve files, each a task of its own."""
    monkeypatch.setattr(tasks, "TASK", 1000)
    found = []
    for number in range(12):
        logs = [log_of(events([*PLAYS[:4]]), game=f"{number}/{game}") for game in range(30)]
        logs.append(log_of(events([*PLAYS[: 2 + number % 3]]), game="shared"))
        found.append(tmp_path / f"{number}.jsonl")
        found[-1].write_bytes(b"".join(dumps_json(log) + b"\n" for log in logs))
    return found


def test_a_worker_and_a_node_die_and_the_archive_is_the_same(
    nodes: tuple[Any, Any, Path], files: list[Path], tmp_path: Path
) -> None:
    cluster, second, marks = nodes

    def kill_node() -> None:
        while not (marks / "node").exists():
            time.sleep(0.05)
        cluster.remove_node(second, allow_graceful=False)

    killer = threading.Thread(target=kill_node, daemon=True)
    killer.start()
    spreading = on_cluster(cluster.address)
    entries = list(bring(files, tmp_path / "ray", spreading=lambda _, jobs: spreading(dangerous, jobs)))
    killer.join(30)
    assert not killer.is_alive()
    assert {path.name for path in marks.iterdir()} == {"second", "worker", "node"}
    assert entries == list(bring(files, tmp_path / "here"))
    kept = [
        {path.relative_to(place): path.read_bytes() for path in place.rglob("*") if path.is_file()}
        for place in (tmp_path / "ray", tmp_path / "here")
    ]
    assert kept[0] == kept[1]


def test_by_the_command(nodes: tuple[Any, Any, Path], files: list[Path], tmp_path: Path, paishen: Paishen) -> None:
    address = nodes[0].address
    done = paishen("import", *files, "--archive", tmp_path / "a", "--cluster", address, "--json")
    assert (done.status, len(done.json), done.err) == (0, 31 * 12, "")
    here = paishen("import", *files, "--archive", tmp_path / "b", "--workers", 1, "--json")
    assert here == done
    done = paishen("archive", "check", "--archive", tmp_path / "a", "--cluster", address, "--json")
    assert (done.status, done.json[0]["findings"]) == (0, [])
    assert done == paishen("archive", "check", "--archive", tmp_path / "b", "--workers", 1, "--json")
    done = paishen("validate", *files, "--cluster", address, "--json")
    assert done == paishen("validate", *files, "--json")


def test_an_error_of_a_task_is_raised_here(nodes: tuple[Any, Any, Path]) -> None:
    coming = on_cluster(nodes[0].address)(failing, range(9))
    assert [next(coming) for _ in range(3)] == [0, 2, 4]
    with pytest.raises(PaishenError) as caught:
        next(coming)
    assert caught.value.file == "three"


def test_no_cluster_is_one_sentence(paishen: Paishen, files: list[Path], tmp_path: Path) -> None:
    done = paishen("--lang", "en", "import", *files, "--archive", tmp_path / "a", "--cluster", "127.0.0.1:1")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "there is no Ray cluster to join at 127.0.0.1:1" in done.err
    assert not (tmp_path / "a").exists()
