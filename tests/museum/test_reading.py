"""博物馆·读: faults that readers of other tools had - what was taken in wrongly, or lost with its neighbours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from analyzer.archive import Archive
from analyzer.errors import Unreadable
from analyzer.events import Log
from analyzer.importing import bring
from analyzer.paipu import Sourced, dumps_json, dumps_lines, read, write
from analyzer.replay import judge_log
from tests.conftest import Paishen
from tests.test_replay import PLAYS, events, log_of

END = {"type": "end", "scores": [2, 1, -1, -1, -1]}


def game(name: str, **header: Any) -> Log:
    """The small game to its end."""
    return log_of([*events([*PLAYS]), END], game=name, **header)


def found_in(path: Path) -> list[Sourced | Unreadable]:
    """What a file holds."""
    return list(read(path))


def test_a_bad_type_after_20480_clean_events(tmp_path: Path, paishen: Paishen) -> None:
    """Guessed from the first rows, a column was an integer, and what came later was made one."""
    notes = [{"type": "note", "text": "x"}] * 20_477
    lines = dumps_lines(log_of([*events([*PLAYS])[:3], *notes], game="long")).splitlines()
    assert len(lines) == 1 + 20_480
    lines.append(b'{"type":"pass","seat":"2"}')
    path = tmp_path / "long.paipu.jsonl"
    path.write_bytes(b"\n".join(lines) + b"\n")
    (found,) = found_in(path)
    assert isinstance(found, Unreadable)
    assert (found.line, found.event) == (20_482, 20_480)
    assert "seat" in found.say("en")
    assert paishen("import", path, "--archive", tmp_path / "a").status == 1
    assert Archive(tmp_path / "a").games() == []


def test_a_name_of_32_hex_digits_is_no_uuid(tmp_path: Path, paishen: Paishen) -> None:
    name = "0123456789ABCDEF0123456789abcdef"
    path = tmp_path / "a.paipu.parquet"
    write(path, [game(name)])
    assert pq.read_table(path).column("game").to_pylist()[0] == name
    list(bring([path], tmp_path / "a"))
    assert [row["game"] for row in Archive(tmp_path / "a").games()] == [name]
    told = paishen("query", "games", "--archive", tmp_path / "a", "--json")
    assert told.json[0]["game"] == name


@pytest.mark.parametrize("encoding", ["utf-8-sig", "gb18030", "utf-8"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_windows_wrote_it(tmp_path: Path, encoding: str, newline: str) -> None:
    """With a byte order mark, CRLF, or in GB18030 it is the same game."""
    text = dumps_lines(game("窗/1")).decode().replace("\n", newline)
    path = tmp_path / "a.paipu.jsonl"
    path.write_bytes(text.encode(encoding))
    (found,) = found_in(path)
    assert isinstance(found, Sourced), found
    assert found.log == game("窗/1")


def test_utf_16_is_named_and_not_guessed_at(tmp_path: Path) -> None:
    path = tmp_path / "a.paipu.jsonl"
    path.write_bytes(dumps_lines(game("窗/1")).decode().encode("utf-16"))
    (found,) = found_in(path)
    assert isinstance(found, Unreadable)
    assert found.say("en") == f"{path}: this is UTF-16; a paipu is UTF-8 or GB18030 text"


@pytest.mark.parametrize(
    ("rest", "line"), [(b'{"type":"note","text":"x"}garbage\n', 13), (b'{"type":"no', 13)], ids=["garbage", "half"]
)
def test_a_line_with_something_behind_it_or_half_a_line(tmp_path: Path, rest: bytes, line: int) -> None:
    path = tmp_path / "a.paipu.jsonl"
    path.write_bytes(dumps_lines(game("good")) + rest)
    (found,) = found_in(path)
    assert isinstance(found, Unreadable)
    assert (found.line, found.game) == (line, "good")


def test_an_empty_file_among_good_ones(tmp_path: Path, paishen: Paishen) -> None:
    write(tmp_path / "1.paipu.json", [game("1")])
    (tmp_path / "2.paipu.jsonl").write_bytes(b"")
    write(tmp_path / "3.paipu.json", [game("3")])
    told = paishen("import", *sorted(tmp_path.iterdir()), "--archive", tmp_path / "a", "--json")
    assert [(Path(one["file"]).name[0], one["outcome"]) for one in told.json] == [
        ("1", "stored"), ("2", "rejected"), ("3", "stored"),
    ]  # fmt: skip


def test_a_blank_line_inside_a_game_ends_nothing(tmp_path: Path) -> None:
    lines = dumps_lines(game("blank")).splitlines()
    path = tmp_path / "a.paipu.jsonl"
    path.write_bytes(b"\n".join([*lines[:4], b"", b"  ", *lines[4:]]))
    (found,) = found_in(path)
    assert isinstance(found, Sourced), found
    assert found.log == game("blank")


def test_one_bad_game_in_the_middle_is_the_only_one_lost(tmp_path: Path, paishen: Paishen) -> None:
    bad = dumps_lines(game("bad")).replace(b'"seat":3', b'"seat":"3"', 1)
    path = tmp_path / "a.paipu.jsonl"
    path.write_bytes(dumps_lines(game("one")) + bad + dumps_lines(game("two")))
    told = paishen("import", path, "--archive", tmp_path / "a", "--json")
    assert [(one["game"], one["outcome"]) for one in told.json] == [
        ("one", "stored"), ("bad", "rejected"), ("two", "stored"),
    ]  # fmt: skip
    assert [one["line"] for one in told.json if one["outcome"] == "stored"] == [1, 25]


NAMES = ["过牌", "3 - pass", "甲:出3", "皇帝", "a.b"]


def test_names_that_are_words_of_the_game(tmp_path: Path, paishen: Paishen) -> None:
    """In text notation, where a name stands beside what was done."""
    source, text, back = (tmp_path / f"a.paipu.{end}" for end in ("json", "txt", "jsonl"))
    log = game("皇帝 出 3", players=NAMES)
    write(source, [log])
    assert paishen("convert", source, text).status == 0
    assert paishen("convert", text, back).status == 0
    (found,) = found_in(back)
    assert isinstance(found, Sourced), found
    assert (list(found.log.players), found.log.game, found.log.events) == (NAMES, log.game, log.events)


def test_names_with_dots_or_differing_only_by_case(tmp_path: Path, paishen: Paishen) -> None:
    players = ["Tom", "tom", "a.b", 'a"b', "a'b"]
    write(tmp_path / "a.paipu.json", [game("1", players=players)])
    list(bring([tmp_path / "a.paipu.json"], tmp_path / "a"))
    rows = paishen("query", "results", "--archive", tmp_path / "a", "--json").json
    assert sorted({row["person"] for row in rows}) == sorted(players)


def test_columns_that_differ_only_by_case(tmp_path: Path) -> None:
    """A Parquet file with a column `Game` beside `game` is refused or read by its exact names, never mixed up."""
    path = tmp_path / "a.paipu.parquet"
    write(path, [game("right")])
    table = pq.read_table(path)
    wrong = pa.array(["wrong"] * len(table))
    pq.write_table(table.append_column("Game", wrong), path)
    (found,) = found_in(path)
    assert isinstance(found, Unreadable) or found.log.game == "right"


@pytest.mark.parametrize(
    "times", [[86_400_000, 1000, 500], [0, 0, 0], [None, None, None]], ids=["backwards", "stopped", "none"]
)
def test_a_clock_that_goes_backwards_or_not_at_all(times: list[int | None]) -> None:
    """Times are told, never believed: the order of a log is that of its lines."""
    acts = [*events([*PLAYS]), END]
    timed = [{**act, "t": at} if at is not None else act for act, at in zip(acts, times, strict=False)]
    verdict = judge_log(log_of([*timed, *acts[len(timed) :]]))
    assert (verdict.status, verdict.scores) == ("valid", (2, 1, -1, -1, -1))


def test_numbers_are_not_made_of_words(tmp_path: Path) -> None:
    """`"2"`, `2.0` and `true` are no seat."""
    for wrong in ('"2"', "2.0", "true", "2e0"):
        document = json.loads(dumps_json(game("1")))
        text = json.dumps(document).replace('"seat": 2', f'"seat": {wrong}', 1)
        path = tmp_path / "a.paipu.json"
        path.write_text(text, "utf-8")
        (found,) = found_in(path)
        assert isinstance(found, Unreadable), wrong
