"""The ledger: what an import prints, every line readable, every stored game noted; what is damaged is found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from analyzer.archive import Archive, ledger
from analyzer.archive.ledger import ledger_faults
from analyzer.importing import bring, bringing, lots
from analyzer.paipu import dumps_json
from tests.conftest import Paishen
from tests.test_replay import PLAYS, events, log_of


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Three games under two names, then a line that is none, then one of the games again."""
    games = [
        log_of(events([*PLAYS[:2]]), game="一"),
        log_of(events([*PLAYS[:1], (2, None)]), game="一"),
        log_of(events([*PLAYS[:2]]), game="b"),
    ]
    lines = [dumps_json(game) for game in games]
    (tmp_path / "a.paipu.jsonl").write_bytes(b"\n".join([*lines, b'{"format":"paipu"}', lines[0], b""]))
    return tmp_path / "a.paipu.jsonl"


@pytest.fixture
def archive(file: Path) -> Path:
    """They in an archive: stored, conflict, stored, rejected, duplicate."""
    assert len(list(bring([file], file.parent / "archive"))) == 5
    return file.parent / "archive"


def faults(paishen: Paishen, archive: Path) -> list[tuple[str, int | None, str]]:
    """What a check finds: the code, the number of the game and the sentence."""
    done = paishen("--lang", "en", "archive", "check", "--archive", archive, "--workers", 1, "--json")
    found = done.json[0]["findings"]
    assert done.status == bool(found)
    return [(one["code"], one["number"], one["message"]) for one in found]


def test_an_import_prints_the_lines_of_the_ledger_byte_for_byte(paishen: Paishen, file: Path) -> None:
    said = [
        paishen("--lang", lang, "import", file, "--archive", file.parent / "x", "--json") for lang in ("zh", "en")
    ]
    assert (file.parent / "x" / "ledger.jsonl").read_text("utf-8") == said[0].out + said[1].out
    assert '"game":"一","outcome":"stored"' in said[0].out
    assert faults(paishen, file.parent / "x") == []


def test_every_flipped_bit_of_the_ledger_is_found_but_where_it_only_tells(paishen: Paishen, archive: Path) -> None:
    """Reasons, and where a duplicate or what is no game came from, stand nowhere else."""
    path = archive / "ledger.jsonl"
    data = path.read_bytes()
    kinds = [one["outcome"] for one in map(json.loads, data.splitlines())]
    assert kinds == ["stored", "conflict", "stored", "rejected", "duplicate"]
    silent, opened = set(), Archive(archive)
    for at in range(len(data)):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << at % 3]) + data[at + 1 :])
        if not list(ledger_faults(opened, is_all=True)):
            silent.add(key_at(data, at))
    assert silent <= {("conflict", "reason"), ("rejected", "reason"), ("rejected", "file"), ("rejected", "line"),
                      ("duplicate", "reason"), ("duplicate", "file"), ("duplicate", "line")}  # fmt: skip
    assert ("rejected", "reason") in silent
    path.write_bytes(data)
    assert faults(paishen, archive) == []
    path.unlink()
    assert faults(paishen, archive) == [("ledger", None, "the ledger is missing")]


def key_at(data: bytes, at: int) -> tuple[str, str]:
    """The outcome of the line and the key that a byte of it belongs to."""
    start = data.rfind(b"\n", 0, at) + 1
    line = data[start : data.index(b"\n", at)]
    keys = [key for key in json.loads(line) if start + line.index(f'"{key}":'.encode()) <= at]
    return json.loads(line)["outcome"], keys[-1] if keys else ""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"game":"b","outcome":"stored"', '"game":"c","outcome":"stored"', {"UNNOTED", "UNKNOWN"}),
        ('"outcome":"rejected"', '"outcome":"rejectet"', {"NO_LINE"}),
        ('"outcome":"conflict"', '"outcome": "conflict"', {"NO_LINE", "UNNOTED"}),
        ('"game":"一","outcome":"duplicate"', '"game":"三","outcome":"duplicate"', {"UNKNOWN"}),
    ],
)
def test_a_ledger_that_says_something_else_is_found_and_written_anew(
    paishen: Paishen, archive: Path, old: str, new: str, said: set[str]
) -> None:
    path = archive / "ledger.jsonl"
    text = path.read_text("utf-8")
    path.write_text(text.replace(old, new), "utf-8")
    found = faults(paishen, archive)
    assert {(code, words) for code, _, words in found} == {("ledger", getattr(ledger, name).en) for name in said}
    damaged = path.read_bytes()
    done = paishen("archive", "rebuild", "--archive", archive, "--json")
    assert (done.status, [one["code"] for one in done.json[0]["findings"]]) == (1, ["ledger"])
    assert (archive / "damaged" / "ledger.jsonl.old-1").read_bytes() == damaged
    assert faults(paishen, archive) == []
    assert paishen("archive", "rebuild", "--archive", archive).status == 0


@pytest.mark.parametrize("cut", [1, 9, 40, 100, 190])
def test_a_line_that_was_cut_short_is_kept_aside_and_noted(
    paishen: Paishen, archive: Path, file: Path, cut: int
) -> None:
    """Every line can be read ever after; where nothing but the end of the line is missing, it is put there."""
    path = archive / "ledger.jsonl"
    data = path.read_bytes()
    path.write_bytes(data[:-cut])
    rest = data[: -cut].rpartition(b"\n")[2]
    done = paishen("import", file, "--archive", archive, "--json")
    lines = path.read_bytes().splitlines()
    assert [json.loads(line)["outcome"] for line in lines[-5:]] == ["duplicate"] * 3 + ["rejected", "duplicate"]
    assert path.read_text("utf-8").endswith(done.out)
    if cut == 1:
        assert lines[:5] == data.splitlines()
        assert not (archive / "damaged").exists()
    else:
        told: dict[str, Any] = json.loads(lines[-6])
        assert (archive / told["file"]).read_bytes() == rest
        assert told["outcome"] == "rejected"
        assert b"\n".join(lines[:-6]) + b"\n" == data[: -cut - len(rest)]
    assert faults(paishen, archive) == []


def test_what_an_import_that_died_did_not_note_is_noted_by_the_next(
    paishen: Paishen, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lots, "LOT_GAMES", 2)

    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(bringing, "note", dies)
    with pytest.raises(KeyboardInterrupt):
        list(bring([file], tmp_path / "a"))
    monkeypatch.undo()
    assert len(Archive(tmp_path / "a").games()) == 2
    assert faults(paishen, tmp_path / "a") == [("ledger", None, "the ledger is missing")]
    done = paishen("import", file, "--archive", tmp_path / "a", "--json")
    lines = (tmp_path / "a" / "ledger.jsonl").read_text("utf-8").splitlines(keepends=True)
    assert "".join(lines[2:]) == done.out
    assert [json.loads(line)["reason"] for line in lines[:2]] == ["补记: 导入时没有记下"] * 2
    assert faults(paishen, tmp_path / "a") == []


def test_a_ledger_with_blanks_as_it_was_once_written_is_read(paishen: Paishen, archive: Path, file: Path) -> None:
    path = archive / "ledger.jsonl"
    lines = map(json.loads, path.read_text("utf-8").splitlines())
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
    before = path.read_bytes()
    assert faults(paishen, archive) == []
    done = paishen("import", file, "--archive", archive, "--json")
    assert path.read_bytes() == before + done.out.encode()
    assert faults(paishen, archive) == []
