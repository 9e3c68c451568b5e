"""`paishen merge` from the outside."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec import structs

from analyzer.data import data
from analyzer.events import Log
from analyzer.paipu import Sourced, read, write
from analyzer.paipu.chain import chained, content_hash
from tests.conftest import Paishen
from tests.test_merge import SMALL, changed, split, view_of

PAGE = (data("schemas") / "MERGE-JSON.md").read_text("utf-8")


def written(folder: Path, *logs: Log, form: str = "json") -> list[Path]:
    """The logs, each in a file of its own."""
    paths = [folder / f"{number}.{form}" for number, _ in enumerate(logs)]
    for path, log in zip(paths, logs, strict=True):
        write(path, [log])
    return paths


def one(path: Path) -> Log:
    (found,) = read(path)
    assert isinstance(found, Sourced), found
    return found.log


@pytest.mark.parametrize("form", ["json", "jsonl", "txt", "parquet"])
def test_five_seats_and_an_onlooker_become_the_game(paishen: Paishen, tmp_path: Path, form: str) -> None:
    out = tmp_path / f"whole.paipu.{form}"
    files = written(tmp_path, *split(SMALL), form=form)
    ran = paishen("merge", *files, "-o", out)
    assert (ran.status, ran.err) == (0, "")
    assert ran.lines[0] == f"6 份合成一份, 写入 {out}: 11 个事件, 全部手牌"
    assert ran.lines[1] == "  1 号位的手牌: 自己所记"
    assert one(out) == SMALL
    assert {path.name for path in tmp_path.iterdir()} == {out.name, *(path.name for path in files)}


def test_views_in_one_file(paishen: Paishen, tmp_path: Path) -> None:
    write(tmp_path / "views.jsonl", split(SMALL))
    assert paishen("merge", tmp_path / "views.jsonl", "-o", tmp_path / "whole.json").status == 0
    assert one(tmp_path / "whole.json") == SMALL


def test_what_the_object_says(paishen: Paishen, tmp_path: Path) -> None:
    files = written(tmp_path, view_of(SMALL, 4), structs.replace(view_of(SMALL, -1), x={"x-a": 1}))
    write(files[0], [structs.replace(view_of(SMALL, 4), x={"x-a": 2})])
    out = tmp_path / "whole.json"
    (told,) = paishen("merge", *files, "-o", out, "--json").json
    assert told == {
        "file": str(out), "game": "small",
        "sources": [
            {"file": str(file), "line": 1, "view": view, "sha256": content_hash(one(file))}
            for file, view in zip(files, (4, -1), strict=True)
        ],
        "view": 0, "events": 11,
        "hands": [
            {"seat": 1, "known": "seen", "cards": "R*6s"}, {"seat": 2, "known": "seen", "cards": "B*7s"},
            {"seat": 3, "known": "rest", "cards": "9h7s"}, {"seat": 4, "known": "dealt", "cards": "9hB"},
            {"seat": 5, "known": "seen", "cards": "R6s"},
        ],
        "contradictions": [], "left_out": [{"what": "x-a", "event": -1}],
        "verdict": {"status": "valid", "event": None, "code": None, "message": None},
    }  # fmt: skip


def test_contradictions_are_told_with_file_and_event_and_nothing_is_written(paishen: Paishen, tmp_path: Path) -> None:
    files = written(tmp_path, view_of(SMALL, 4), changed(4, cards="9s")(view_of(SMALL, -1)))
    out = tmp_path / "whole.json"
    ran = paishen("merge", *files, "-o", out, "--lang", "en")
    assert (ran.status, ran.err) == (1, "")
    assert ran.lines == [
        "✗ event 4: the cards differ",
        f"    {files[0]}:1 (seat 4) event 4: 9h",
        f"    {files[1]}:1 (an onlooker) event 4: 9s",
        "there are contradictions; nothing is written",
    ]
    assert not out.exists()
    (told,) = paishen("merge", *files, "-o", out, "--json", "--lang", "en").json
    assert (told["file"], told["view"], told["events"], told["verdict"]) == (None, None, None, None)
    assert told["contradictions"] == [{
        "what": "cards", "event": 4, "message": "the cards differ",
        "said": [{"source": 0, "event": 4, "value": "9h"}, {"source": 1, "event": 4, "value": "9s"}],
    }]  # fmt: skip


def test_a_whole_event_is_told_as_it_is_written(paishen: Paishen, tmp_path: Path) -> None:
    files = written(tmp_path, view_of(SMALL, 4), changed(3, seat=3)(view_of(SMALL, -1)))
    ran = paishen("merge", *files, "-o", tmp_path / "whole.json", "--lang", "en")
    assert ran.lines[0] == "✗ event 3: the events differ, or some logs have none"
    assert '{"type": "play", "seat": 3, "cards": "7s"}' in ran.out


def test_passes_that_a_text_leaves_out_are_filled_in(paishen: Paishen, tmp_path: Path) -> None:
    (text,) = written(tmp_path, view_of(SMALL, 4), form="txt")
    text.write_text(text.read_text("utf-8").replace("paipu 1 full", "paipu 1"), "utf-8")
    (other,) = written(tmp_path, view_of(SMALL, -1))
    assert paishen("merge", text, other, "-o", tmp_path / "whole.json").status == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["0.json", "-o", "0.json"], "0.json 是要合的一份"),
        (["0.json", "-o", "there.json"], "已经有了; 要覆盖请加 --overwrite"),
        (["0.json", "-o", "new.json", "--game", "no"], "没有叫 no 的牌局"),
        (["two.jsonl", "-o", "new.json"], "请用 --game 选一局: other, small"),
        (["torn.json", "-o", "new.json"], "torn.json"),
        (["none.json", "-o", "new.json"], "没有这个文件"),
        (["unknown.json", "-o", "new.json"], "paishen: unknown.json 第1行 牌局 small 位置 rules: 没有玩法"),
        (["0.json", "unknown.json", "-o", "new.json"], "unknown.json"),
        (["broken.json", "-o", "new.json"], "链已断, 不合"),
        (["0.json", "-o", "no/new.json"], "没有这个文件夹"),
        (["0.json"], "缺少"),
    ],
)
def test_what_is_refused_writes_nothing(
    paishen: Paishen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, view_of(SMALL, 4))
    Path("there.json").write_text("x", "utf-8")
    Path("torn.json").write_bytes(Path("0.json").read_bytes()[:-5])
    write(Path("two.jsonl"), [SMALL, structs.replace(SMALL, game="other")])
    write(Path("unknown.json"), [structs.replace(SMALL, rules="unknown")])
    write(Path("broken.json"), [structs.replace(chained(SMALL), game="else")])
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    ran = paishen("merge", *args)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_one_of_several_games_is_merged(paishen: Paishen, tmp_path: Path) -> None:
    others = [structs.replace(log, game="other") for log in split(SMALL)]
    write(tmp_path / "a.jsonl", [*split(SMALL)[:3], *others])
    write(tmp_path / "b.jsonl", split(SMALL)[3:])
    out = tmp_path / "whole.json"
    assert paishen("merge", tmp_path / "a.jsonl", tmp_path / "b.jsonl", "-o", out, "--game", "small").status == 0
    assert one(out) == SMALL


def test_two_names_of_one_game_contradict_each_other(paishen: Paishen, tmp_path: Path) -> None:
    files = written(tmp_path, view_of(SMALL, 4), structs.replace(view_of(SMALL, -1), game="other"))
    ran = paishen("merge", *files, "-o", tmp_path / "whole.json", "--lang", "en")
    assert ran.status == 1
    assert ran.lines[:3] == [
        "✗ header: game differs", f"    {files[0]}:1 (seat 4) header: small",
        f"    {files[1]}:1 (an onlooker) header: other",
    ]  # fmt: skip


def test_the_keys_of_the_object_are_on_the_page(paishen: Paishen, tmp_path: Path) -> None:
    (file,) = written(tmp_path, SMALL)
    (told,) = paishen("merge", file, "-o", tmp_path / "whole.json", "--json").json
    table = PAGE.split("## The object")[1].split("\n\n")[1]
    named = [name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert named == list(told)
