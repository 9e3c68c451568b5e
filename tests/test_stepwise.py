"""The derived columns of games with hidden hands: those of the same games with all hands, but for what is hidden."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from msgspec import structs

from analyzer.archive import Archive
from analyzer.archive.manifest import digest_of, read_manifest, write_manifest
from analyzer.archive.places import file_of
from analyzer.archive.schema import UNKNOWN
from analyzer.archive.segments import write_table
from analyzer.archive.stepwise import derived_step_by_step
from analyzer.batch import judge_lot, lot_of
from analyzer.batch.records import Derived
from analyzer.events import Deal, Log, Pass, Play
from analyzer.importing import bring
from analyzer.paipu import write
from analyzer.rulesets import names
from analyzer.sight import as_seen
from analyzer.simulate import simulate
from tests.conftest import Paishen
from tests.queried import games, seen, without_suits

HELD = ("held_jokers", "held_twos", "held_sixes")


def compiled(log: Log) -> Derived:
    lot, inside, _ = lot_of([log])
    assert inside == [0]
    return judge_lot(lot, derive=True).derived


def same(one: Derived, other: Derived, but: tuple[str, ...] = ()) -> None:
    for name in Derived._fields:
        if name not in but:
            np.testing.assert_array_equal(getattr(one, name), getattr(other, name), name)


def test_step_by_step_is_as_compiled() -> None:
    """Of every game that can be judged both ways: solos, rebellions, undone events, refused ones, escapes."""
    full = [game.log for game in games() if lot_of([game.log])[1]]
    assert len(full) > 40
    for log in full:
        same(derived_step_by_step(log), compiled(log))


def hand(column: Any, seat: int) -> Any:
    return column >> 5 * (seat - 1) & 31


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("view", [-1, 3])
def test_hidden_hands_hide_only_what_is_in_them(name: str, view: int) -> None:
    log = simulate(name, f"k/{view}")
    whole = compiled(log)
    found = derived_step_by_step(structs.replace(log, view=view, events=as_seen(log, view)))
    same(found, whole, ("able", *HELD))
    dealt = next(at for at, event in enumerate(log.events) if isinstance(event, Deal))
    for column in HELD:
        for seat in range(1, 6):
            wanted = hand(getattr(whole, column), seat) if seat == view else UNKNOWN
            assert (hand(getattr(found, column), seat) == wanted)[dealt:].all()
    own = [at for at, event in enumerate(log.events) if isinstance(event, Play | Pass) and event.seat == view]
    assert (found.able[own] == whole.able[own]).all()
    assert found.able.sum() == found.able[own].sum()


def test_suits_that_are_left_out_hide_nothing_but_the_called_card() -> None:
    for name in ("room-normal", "encyclopedia"):
        log = simulate(name, "k/2")
        whole, found = compiled(log), derived_step_by_step(without_suits(log))
        same(found, whole, ("known",))
        assert (found.known & ~whole.known == 0).all()


@pytest.fixture
def hidden(tmp_path: Path) -> Path:
    """An archive with a game of each kind, and derived columns as an earlier version made them: without the second."""
    log = simulate("simple", "k/3")
    write(tmp_path / "a.paipu.jsonl", [log, structs.replace(seen(log, 3), game="seen")])
    folder = tmp_path / "archive"
    list(bring([tmp_path / "a.paipu.jsonl"], folder))
    Archive(folder).derive()
    manifest = read_manifest(folder)
    (segment,) = manifest.segments
    path = file_of(folder, "derived", segment.name)
    table = pq.read_table(path, partitioning=None)
    write_table(path, "derived", table.slice(0, len(log.events)))
    segment = structs.replace(segment, sha256={**segment.sha256, "derived": digest_of(path)})
    write_manifest(folder, structs.replace(manifest, segments=(segment,)))
    return folder


def test_columns_that_an_earlier_version_left_out_are_made(hidden: Path, paishen: Paishen) -> None:
    assert paishen("archive", "check", "--archive", hidden).status == 0
    rows = paishen("query", "jokers", "--archive", hidden, "--json").json
    tricks = Archive(hidden).ask("SELECT max(trick) AS tricks FROM plays WHERE number = 1")[0]["tricks"]
    assert {row["of_all"] for row in rows} == {2 * tricks}
    assert paishen("archive", "check", "--archive", hidden).status == 0


def test_a_damaged_log_is_told_where_it_is_needed(hidden: Path, paishen: Paishen) -> None:
    (path,) = (hidden / "logs").glob("*.zst")
    path.write_bytes(path.read_bytes()[:-50])
    ran = paishen("--lang", "en", "query", "jokers", "--archive", hidden)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert f"{path}: the archive's copy of the log is damaged" in ran.err
    assert paishen("query", "by_role", "--archive", hidden).status == 0
