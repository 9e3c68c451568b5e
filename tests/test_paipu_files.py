"""文件: several games in a file, encodings, and what a bad game does to its neighbours: nothing."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer.errors import PaishenError, Unreadable
from analyzer.events import Log, Pass, Play
from analyzer.paipu import Sourced, dumps_json, dumps_lines, loads, read, write
from analyzer.paipu import encoding as encodings

NAMES = ("老王", "小李", "阿强", "Mei", "Tom")


def game(name: str, *, view: int = 0) -> Log:
    """A game with two events."""
    events = (Play(seat=1, cards="77"), Pass(seat=2))
    return Log(format="paipu", version=1, game=name, rules="simple", players=NAMES, view=view, events=events)


def told(data: bytes, name: str = "a.jsonl") -> list[str]:
    """What is read: the name of each game, or line and sentence of its error."""
    found = loads(data, name)
    return [one.log.game if isinstance(one, Sourced) else f"{one.line} {one.game} {one.words.en}" for one in found]


HEAD = b'{"format":"paipu","version":1,"game":"%s","rules":"simple","players":["a","b","c","d","e"]}\n'
PASS = b'{"type":"pass","seat":2}\n'


def test_headers_with_events_and_whole_games_mixed() -> None:
    data = dumps_lines(game("1")) + dumps_json(game("2")) + b"\n\n" + dumps_lines(game("3")) + dumps_json(game("4"))
    found = list(loads(data, "a.jsonl"))
    assert [(one.log.game, len(one.log.events), one.line) for one in found if isinstance(one, Sourced)] == [
        ("1", 2, 1), ("2", 2, 4), ("3", 2, 6), ("4", 2, 9),
    ]  # fmt: skip


def test_a_bad_event_loses_its_game_only() -> None:
    bad = b'{"type":"pass","seat":9}\n'
    data = HEAD % b"1" + PASS + HEAD % b"2" + PASS + bad + PASS + b"not even JSON\n" + HEAD % b"3" + PASS
    assert told(data) == ["1", "5 2 a number <= 5 is wanted", "3"]


def test_a_bad_header_loses_its_game_only() -> None:
    data = HEAD % b"1" + PASS + (HEAD % b"2").replace(b'"d",', b"") + PASS + PASS + HEAD % b"3"
    assert told(data) == ["1", "3 2 5 items wanted", "3"]


def test_a_bad_whole_game_loses_no_header_before_it() -> None:
    data = HEAD % b"1" + PASS + dumps_json(game("2"))[:-1] + b"\n" + dumps_json(game("3")) + b"\n"
    assert told(data) == ["1", "3 2 not JSON: a comma or a closing bracket is missing", "3"]


def test_lines_that_are_nothing_are_a_game_each() -> None:
    assert len(told(b"[]\n42\nnope\n{}\n")) == 4


def test_events_without_a_header_are_one_unreadable_game() -> None:
    assert told(PASS * 3 + HEAD % b"1") == ["1 None no header comes before this event", "1"]


def test_an_event_that_contradicts_the_view_of_its_header() -> None:
    deal = b'{"type":"deal","hands":[2,2,2,2,2]}\n'
    assert told(HEAD % b"1" + deal) == ["2 1 with view 0 this hand must be known"]


def test_a_line_that_is_cut_off_is_unreadable() -> None:
    data = dumps_lines(game("1")) + dumps_lines(game("2"))[:-8]
    assert told(data) == ["1", "6 2 not JSON: the string has no closing quote"]


def test_a_line_and_a_game_that_are_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encodings, "LONGEST", 200)
    monkeypatch.setattr("analyzer.paipu.lines.LONGEST", 200)
    long = b'{"type":"note","text":"' + b"x" * 300 + b'"}\n'
    assert told(HEAD % b"1" + long + PASS + HEAD % b"2") == ["2 1 the line is too long", "2"]
    assert told(HEAD % b"1" + PASS * 9 + HEAD % b"2") == ["6 1 the game is too long", "2"]


def test_lines_are_cut_at_lf_only() -> None:
    log = game("a")
    note = b'{"type":"note","text":"a\xe2\x80\xa8b\xc2\x85c"}\n'
    (found,) = loads(dumps_lines(log) + note, "a.jsonl")
    assert isinstance(found, Sourced)
    assert found.log.events[2].text == "a\u2028b\x85c"  # type: ignore[union-attr]


@pytest.mark.parametrize("form", ["json", "jsonl", "txt"])
def test_one_log_in_every_encoding_is_one_log(tmp_path: Path, form: str) -> None:
    path = tmp_path / f"a.{form}"
    write(path, [game("一")])
    plain = path.read_bytes()
    assert b"\r" not in plain
    texts = {
        "plain": plain,
        "BOM": b"\xef\xbb\xbf" + plain,
        "CRLF": plain.replace(b"\n", b"\r\n"),
        "GB18030": plain.decode().encode("gb18030"),
        "GB18030 with its mark": ("\ufeff" + plain.decode()).encode("gb18030"),
    }
    for why, text in texts.items():
        found = list(loads(text, path.name))
        assert [one.log for one in found if isinstance(one, Sourced)] == [game("一")], why


def test_a_damaged_utf8_file_is_not_taken_for_gb18030() -> None:
    bad = dumps_json(game("二")).replace("小李".encode(), b"\xc0\xaf\xc0\xaf")
    data = dumps_json(game("一")) + b"\n" + bad + b"\n" + dumps_json(game("三"))
    assert told(data) == ["一", "2 二 byte 82 (0xc0) is not UTF-8", "三"]


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (dumps_json(game("1")).decode().encode("utf-16"), "UTF-16"),
        (dumps_json(game("1")).decode().encode("utf-16-le"), "UTF-16 or UTF-32"),
        (dumps_json(game("1")).decode().encode("utf-32"), "UTF-32"),
        (gzip.compress(dumps_json(game("1"))), "gzip"),
        (b"PK\x03\x04rest", "zip"),
    ],
)
def test_other_formats_are_named(data: bytes, name: str) -> None:
    assert told(data) == [f"None None this is {name}; a paipu is UTF-8 or GB18030 text"]


def test_bytes_of_no_encoding() -> None:
    assert told(b'{"game": "\xff"}', "a.json") == ["1 None byte 11 (0xff) is neither UTF-8 nor GB18030"]


def test_the_form_is_seen_from_the_content() -> None:
    pretty = dumps_json(game("1"), pretty=True)
    whole, lines = dumps_json(game("1")), dumps_lines(game("1"))
    for name in ("a.json", "a.txt", "a", "a.jsonl"):
        assert told(whole, name) == told(lines, name) == ["1"], name
    assert told(pretty, "a.json") == told(pretty, "-") == ["1"]
    assert told(b"game: 1\nrules: simple\nplayers: a b c d e\n1 77", "-") == ["1"]


def test_exact_bytes_are_kept() -> None:
    whole, lines = dumps_json(game("1")), dumps_lines(game("1"))
    spaced = b"\xef\xbb\xbf" + lines.replace(b",", b" , ").replace(b"\n", b"\r\n")
    (one,) = loads(whole + b"\n", "a.json")
    assert isinstance(one, Sourced)
    assert one.raw == whole
    (two,) = loads(spaced, "a.jsonl")
    assert isinstance(two, Sourced)
    assert two.parts[1] == b'{"type":"play" , "seat":1 , "cards":"77"}'
    assert two.log == one.log


def test_write_refuses_what_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(PaishenError, match="must end in one of"):
        write(tmp_path / "a.doc", [game("1")])
    with pytest.raises(PaishenError, match=r"\.json holds one game, here are 2"):
        write(tmp_path / "a.json", [game("1"), game("2")])
    (gaps,) = loads(b"game: 1\nrules: simple\nplayers: a b c d e\n1 77", "a.txt")
    assert isinstance(gaps, Sourced)
    with pytest.raises(PaishenError, match="not filled in yet"):
        write(tmp_path / "a.jsonl", [gaps])
    with pytest.raises(PaishenError, match="it cannot be written"):
        write(tmp_path / "no" / "a.json", [game("1")])
    assert list(tmp_path.iterdir()) == []


def test_what_was_there_stays_when_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.jsonl"
    write(path, [game("1")])

    def broken(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", broken)
    with pytest.raises(PaishenError, match="the disk is full"):
        write(path, [game("2")])
    assert [one.log.game for one in read(path) if isinstance(one, Sourced)] == ["1"]
    assert list(tmp_path.iterdir()) == [path]


def test_reading_imports_nothing_heavy() -> None:
    code = "import sys, analyzer.paipu; print(sorted({'pyarrow', 'cryptography'} & set(sys.modules)))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_foreign_writers_need_not_write_as_we_do() -> None:
    value = json.loads(dumps_json(game("一")))
    backwards = json.dumps(dict(reversed(value.items())), indent=2).encode()
    (found,) = loads(backwards, "a.json")
    assert isinstance(found, Sourced)
    assert found.log == game("一")
    assert isinstance(next(loads(backwards[:-3], "a.json")), Unreadable)
