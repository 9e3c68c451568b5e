"""`paishen convert` from the outside."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.events import Log
from analyzer.paipu import Sourced, read, write
from analyzer.replay import judge_log
from tests.conftest import Paishen
from tests.test_replay import PLAYS, events, log_of

FORMS = (".json", ".jsonl", ".txt", ".parquet")


def small(**header: object) -> Log:
    end = {"type": "end", "scores": [2, 1, -1, -1, -1], "t": 5, "x-mood": "good"}
    return log_of([*events([*PLAYS]), end], **header)


def logs(path: Path) -> list[Log]:
    found = list(read(path))
    assert all(isinstance(one, Sourced) for one in found), found
    return [one.log for one in found if isinstance(one, Sourced)]


@pytest.mark.parametrize("first", FORMS)
@pytest.mark.parametrize("second", FORMS)
def test_every_form_into_every_form_and_nothing_is_lost(
    paishen: Paishen, tmp_path: Path, first: str, second: str
) -> None:
    source, target = tmp_path / f"a.paipu{first}", tmp_path / f"b.paipu{second}"
    write(source, [small()])
    before = source.read_bytes()
    done = paishen("convert", source, target)
    assert (done.status, done.err) == (0, "")
    assert done.out == f"1 局写入 {target}\n"
    assert logs(target) == [small()]
    assert source.read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} == {source.name, target.name}


def test_passes_that_a_text_leaves_out_are_filled_in(paishen: Paishen, tmp_path: Path) -> None:
    """2 and 3 passed; the text says only who played."""
    source, target = tmp_path / "a.paipu.txt", tmp_path / "a.paipu.json"
    write(source, [log_of(events([(1, "6s"), (2, None), (3, None), (4, "B")]))])
    text = source.read_text("utf-8").replace("paipu 1 full", "paipu 1").replace("2 -  3 -  ", "")
    source.write_text(text, "utf-8")
    assert paishen("convert", source, target).status == 0
    assert [getattr(event, "seat", 0) for event in logs(target)[0].events] == [0, 1, 1, 2, 3, 4]
    assert judge_log(logs(target)[0]).status == "incomplete"


def test_several_games_keep_their_order_and_one_can_be_taken_out(paishen: Paishen, tmp_path: Path) -> None:
    source = tmp_path / "two.paipu.jsonl"
    write(source, [small(game="one"), small(game="two")])
    assert paishen("convert", source, tmp_path / "two.paipu.parquet").status == 0
    assert [log.game for log in logs(tmp_path / "two.paipu.parquet")] == ["one", "two"]
    assert paishen("convert", source, tmp_path / "one.paipu.json", "--game", "two").status == 0
    assert [log.game for log in logs(tmp_path / "one.paipu.json")] == ["two"]


@pytest.mark.parametrize("name", ["a.paipu.json", "./a.paipu.json", "link.json", "hard.json"])
def test_the_source_is_never_overwritten(paishen: Paishen, tmp_path: Path, name: str) -> None:
    source = tmp_path / "a.paipu.json"
    write(source, [small()])
    (tmp_path / "link.json").symlink_to(source)
    (tmp_path / "hard.json").hardlink_to(source)
    before = source.read_bytes()
    done = paishen("convert", source, f"{tmp_path}/{name}", "--overwrite")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert source.read_bytes() == before


def test_a_file_that_is_there_is_replaced_only_when_told(paishen: Paishen, tmp_path: Path) -> None:
    source, target = tmp_path / "a.paipu.json", tmp_path / "b.paipu.jsonl"
    write(source, [small()])
    target.write_text("mine", "utf-8")
    assert paishen("convert", source, target).status == 2
    assert target.read_text("utf-8") == "mine"
    assert paishen("convert", source, target, "--overwrite").status == 0
    assert logs(target) == [small()]


def test_one_bad_game_is_said_and_nothing_is_written(paishen: Paishen, tmp_path: Path) -> None:
    source, target = tmp_path / "two.paipu.jsonl", tmp_path / "two.paipu.txt"
    write(source, [small()])
    source.write_bytes(source.read_bytes() + b'{"format": "paipu", "version": 9}\n')
    done = paishen("convert", source, target)
    assert (done.status, done.out) == (2, "")
    assert "two.paipu.jsonl" in done.err
    assert "Traceback" not in done.err
    assert not target.exists()


@pytest.mark.parametrize("target", ["a.xml", "a", "none/a.paipu.json", "all.paipu.json"])
def test_what_cannot_be_written_is_one_sentence(paishen: Paishen, tmp_path: Path, target: str) -> None:
    source = tmp_path / "two.paipu.jsonl"
    write(source, [small(game="one"), small(game="two")])
    done = paishen("convert", source, tmp_path / target)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert str(tmp_path / target.split("/", maxsplit=1)[0]) in done.err
    assert [path.name for path in tmp_path.iterdir()] == [source.name]


def test_a_game_that_is_not_there(paishen: Paishen, tmp_path: Path) -> None:
    source = tmp_path / "a.paipu.json"
    write(source, [small()])
    done = paishen("convert", source, tmp_path / "b.paipu.json", "--game", "other")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert not (tmp_path / "b.paipu.json").exists()
