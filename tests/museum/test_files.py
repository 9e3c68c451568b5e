"""Faults in files: what is cast, skipped, taken twice or not at all."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

from tests.conftest import Paishen
from tests.museum.game import NAMES, POINTS, acts, document, header, lines, points, put
from tests.recording import GAME, HEADER, said


def test_a_bad_type_after_20480_clean_events_is_not_cast(paishen: Paishen, tmp_path: Path) -> None:
    clean = [{"type": "note", "text": str(at)} for at in range(20_480)]
    file = put(tmp_path / "a.jsonl", lines([*clean, {"type": "pass", "seat": True}, *acts()]), lines(game="after"))
    ran = paishen("import", file, "--archive", tmp_path / "archive", "--json", "--lang", "en")
    assert [(one["outcome"], one["game"], one["line"]) for one in ran.json] == [
        ("rejected", "g", 20_482), ("stored", "after", 20_494),
    ]  # fmt: skip
    assert "seat: a whole number is wanted, not true or false" in ran.json[0]["reason"]


def test_32_hex_digits_are_no_uuid(paishen: Paishen, tmp_path: Path) -> None:
    name = "0123456789abcdef0123456789ABCDEF"
    file = put(tmp_path / "a.jsonl", lines(game=name, salt=name.lower()))
    assert paishen("convert", file, tmp_path / "a.parquet").status == 0
    assert paishen("convert", tmp_path / "a.parquet", tmp_path / "b.jsonl").status == 0
    assert (tmp_path / "b.jsonl").read_bytes() == file.read_bytes()
    paishen("import", tmp_path / "a.parquet", "--archive", tmp_path / "archive")
    (row,) = paishen("query", "--sql", "SELECT game, typeof(game) AS kind FROM games", "--archive",
                     tmp_path / "archive", "--json").json  # fmt: skip
    assert row == {"game": name, "kind": "VARCHAR"}


@pytest.mark.parametrize(
    "written",
    [
        lines(), b"\xef\xbb\xbf" + lines(), lines().replace(b"\n", b"\r\n"), lines().decode().encode("gb18030"),
        ("\ufeff" + lines().decode()).encode("gb18030"), lines().replace(b"\n", b"\n\n"), lines()[:-1], document(),
    ],
    ids=["plain", "BOM", "CRLF", "GB18030", "GB18030 with a BOM", "blank lines", "no last line end", "one object"],
)  # fmt: skip
def test_one_log_however_written_has_one_verdict(paishen: Paishen, tmp_path: Path, written: bytes) -> None:
    (verdict,) = paishen("validate", put(tmp_path / "a.jsonl", written), "--json").json
    assert (verdict["game"], verdict["status"], verdict["scores"]) == ("g", "valid", [2, 1, -1, -1, -1])


@pytest.mark.parametrize(
    ("written", "line", "said_of_it"),
    [
        (lines().decode().encode("utf-16"), None, "this is UTF-16"),
        (b"", None, "nothing to read"),
        (lines()[:-9], 12, "not JSON"),
        (lines().replace(b'"seat": 2, "cards"', b'"seat": 2}garbage"cards"'), 5, "there is more after the end"),
        (lines()[:-1] + b"}garbage", 12, "there is more after the end"),
    ],
    ids=["UTF-16", "empty", "half a line", "garbage behind an event", "garbage at the end"],
)
def test_what_is_cut_or_has_a_tail_is_refused_loudly(
    paishen: Paishen, tmp_path: Path, written: bytes, line: int | None, said_of_it: str
) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(written)
    ran = paishen("validate", file, "--json", "--lang", "en")
    assert (ran.status, [one["status"] for one in ran.json]) == (2, ["unreadable"])
    assert ran.json[0]["line"] == line
    assert said_of_it in ran.json[0]["message"]
    done = paishen("import", file, "--archive", tmp_path / "archive", "--json")
    assert (done.status, [one["outcome"] for one in done.json]) == (1, ["rejected"])


def test_an_empty_file_among_good_ones_spoils_none(paishen: Paishen, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    for name, data in (("a", lines(game="a")), ("b", b""), ("c", lines(game="c"))):
        (folder / f"{name}.jsonl").write_bytes(data)
    ran = paishen("import", folder, "--archive", tmp_path / "archive", "--json")
    assert [(one["game"], one["outcome"]) for one in ran.json] == [
        ("a", "stored"), (None, "rejected"), ("c", "stored"),
    ]  # fmt: skip
    assert points(paishen, tmp_path / "archive") == {name: 2 * made for name, made in POINTS.items()}


def test_a_file_seen_empty_once_is_read_when_it_has_grown(paishen: Paishen, tmp_path: Path) -> None:
    file, archive = tmp_path / "a.jsonl", tmp_path / "archive"
    told = []
    for data in (b"", lines(acts()[:4]), lines(), lines()):
        file.write_bytes(data)
        told += [one["outcome"] for one in paishen("import", file, "--archive", archive, "--json").json]
    assert told == ["rejected", "stored", "extended", "duplicate"]
    assert points(paishen, archive) == POINTS


def test_one_bad_game_in_the_middle_is_the_only_one_rejected(paishen: Paishen, tmp_path: Path) -> None:
    games = [lines(game=str(at)) for at in range(5)]
    games[2] = games[2].replace(b'"seat": 3', b'"seat": 0')
    ran = paishen("import", put(tmp_path / "a.jsonl", *games), "--archive", tmp_path / "archive", "--json")
    assert [(one["game"], one["outcome"]) for one in ran.json] == [
        ("0", "stored"), ("1", "stored"), ("2", "rejected"), ("3", "stored"), ("4", "stored"),
    ]  # fmt: skip
    assert ran.json[2]["line"] == 30


def test_an_illegal_game_is_stored_as_such_and_the_next_is_judged_afresh(paishen: Paishen, tmp_path: Path) -> None:
    """The parser must not walk on after an illegal move, nor take it into the next game."""
    wrong = acts()
    wrong[3] = {"type": "play", "seat": 3, "cards": "9h"}
    file = put(tmp_path / "a.jsonl", lines(wrong), lines(game="next"))
    one, other = paishen("validate", file, "--json").json
    assert (one["status"], one["event"], one["code"], one["scores"]) == ("illegal", 3, "not_your_turn", None)
    assert (other["status"], other["scores"]) == ("valid", [2, 1, -1, -1, -1])


def test_importing_twice_in_every_order_doubles_nothing(paishen: Paishen, tmp_path: Path) -> None:
    files = [put(tmp_path / f"{at}.jsonl", lines(game=str(at))) for at in range(3)]
    for number, order in enumerate(itertools.permutations(files)):
        archive = tmp_path / f"archive{number}"
        assert paishen("import", *order, "--archive", archive).status == 0
        mixed = put(tmp_path / "mixed.jsonl", lines(game="2"), lines(game="0"))
        again = paishen("import", *reversed(order), mixed, "--archive", archive, "--json")
        assert [one["outcome"] for one in again.json] == ["duplicate"] * 5
        assert points(paishen, archive) == {name: 3 * made for name, made in POINTS.items()}


def test_the_same_append_sent_twice_after_a_lost_answer_is_one_event(paishen: Paishen, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    sent = [HEADER, *GAME[:5]]
    first = paishen("record", path, "--stdin", stdin="".join(json.dumps(one) + "\n" for one in sent))
    sent = [HEADER, GAME[4], GAME[4], *GAME[3:]]
    again = paishen("record", path, "--stdin", stdin="".join(json.dumps(one) + "\n" for one in sent))
    assert again.json[:3] == [{"resume": 5}, first.json[5], first.json[5]]
    assert said(path) == GAME


def test_seat_0_is_refused_not_empty(paishen: Paishen, tmp_path: Path) -> None:
    file = put(tmp_path / "a.jsonl", lines([*acts()[:2], {"type": "play", "seat": 0, "cards": "6s"}]))
    ran = paishen("validate", file, "--json", "--lang", "en")
    assert (ran.json[0]["status"], ran.json[0]["line"]) == ("unreadable", 4)
    assert "a number >= 1 is wanted" in ran.json[0]["message"]


def test_the_names_are_those_of_the_file(paishen: Paishen, tmp_path: Path) -> None:
    """Not a key of the header is lost or made up on the way through an archive."""
    keys = {**header(game="x"), "started": "2026-11-30T23:59:59+08:00", "sitting": "s", "round": 3, "x-a": [1, None]}
    file = put(tmp_path / "a.jsonl", lines(**keys))
    paishen("import", file, "--archive", tmp_path / "archive")
    (row,) = paishen("query", "games", "--archive", tmp_path / "archive", "--json").json
    assert [row[key] for key in ("game", "players", "sitting", "round")] == ["x", NAMES, "s", 3]
