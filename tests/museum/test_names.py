"""博物馆·名: names that look like something else: actions, seats, paths, each other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Paishen
from tests.museum.game import document, lines, points, put

SCORES = [2, 1, -1, -1, -1]
HARD = [
    ["过牌", "3 - pass", "甲:出3", "皇帝", "注: 1 77"],
    ["a.b", "A.B", "a b", "tom", "Tom"],
    ["😀", "全　角", "\u200b", "=1+1", '"quoted"'],
    ["seat 1", "1", "-", "undo", "end"],
    ["NULL", "null", "true", "1e5", "NaN"],
    ["Robert'); DROP TABLE games;--", "%", "_", "\\", "/"],
    ["players", "game: g", "rules: simple", "#", "paipu"],
]
IDS = ["actions", "dots and case", "signs", "words", "values", "SQL", "keys"]
names = pytest.mark.parametrize("names", HARD, ids=IDS)


@names
def test_every_form_keeps_a_name_as_it_is(paishen: Paishen, tmp_path: Path, names: list[str]) -> None:
    file = put(tmp_path / "a.json", document(players=names))
    for number, end in enumerate(("txt", "jsonl", "parquet", "txt", "json")):
        to = tmp_path / f"{number}.{end}"
        ran = paishen("convert", file, to)
        assert (ran.status, ran.err) == (0, "")
        (verdict,) = paishen("validate", to, "--json").json
        assert (verdict["status"], verdict["scores"]) == ("valid", SCORES)
        file = to
    assert json.loads(file.read_text("utf-8"))["players"] == names


@names
def test_every_name_is_a_person_of_its_own(paishen: Paishen, tmp_path: Path, names: list[str]) -> None:
    archive = tmp_path / "archive"
    assert paishen("import", put(tmp_path / "a.jsonl", lines(players=names)), "--archive", archive).status == 0
    assert points(paishen, archive) == dict(zip(names, SCORES, strict=True))
    for name, score in list(zip(names, SCORES, strict=True))[1::2]:
        rows = paishen("query", "search", f"player={name}", "--archive", archive, "--json").json
        assert [row["game"] for row in rows] == ["g"]
        (trend,) = paishen("query", "trend", f"person={name}", "--archive", archive, "--json").json
        assert trend["points"] == trend["total"] == score


@names
def test_every_screen_shows_it(paishen: Paishen, tmp_path: Path, names: list[str]) -> None:
    file = put(tmp_path / "a.json", document(players=names))
    shown = paishen("show", file, "--json").json[0]
    assert shown["players"] == names
    assert [sheet["player"] for sheet in paishen("audit", file, "--json").json[0]["sheets"]] == names
    assert paishen("show", file).status == paishen("audit", file).status == paishen("ledger", file).status == 0


def test_a_text_of_hard_names_is_read_by_hand(paishen: Paishen, tmp_path: Path) -> None:
    """Written by a person: names with blanks stand in quotes, and an action in quotes is a name."""
    file = tmp_path / "a.txt"
    file.write_text('game: g\nrules: simple\nplayers: 过牌 "3 - pass" 甲:出3 皇帝 "注: x"\n注: 皇帝 过牌\n', "utf-8")
    (verdict,) = paishen("validate", file, "--json").json
    assert (verdict["game"], verdict["status"]) == ("g", "incomplete")
    assert paishen("convert", file, tmp_path / "a.json").status == 0
    found = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert found["players"] == ["过牌", "3 - pass", "甲:出3", "皇帝", "注: x"]
    assert [event["text"] for event in found["events"]] == ["皇帝 过牌"]
