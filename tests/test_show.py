"""`paishen show` from the outside."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from analyzer.cli.layout import width
from analyzer.events import TYPES
from analyzer.paipu import write
from analyzer.telling import SENTENCES, told
from tests.conftest import Paishen
from tests.test_replay import PLAYS, events, log_of

KEYS = [
    "game", "ruleset", "players", "view", "events", "event", "act", "phase", "left", "hands", "turn", "standing",
    "owner", "passed", "places", "emperor", "guard", "solo", "open_guard", "rebels", "risen", "auto", "trick",
    "verdict",
]  # fmt: skip
PLAYERS = ("甲", "乙", "丙", "丁", "戊")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The small game of ten cards, to its end."""
    path = tmp_path / "small.paipu.json"
    write(path, [log_of([*events([*PLAYS]), {"type": "end", "scores": [2, 1, -1, -1, -1]}])])
    return path


def test_the_table_after_three_plays(paishen: Paishen, file: Path) -> None:
    """1 6, 2 7, 3 9 were played; 4 is to act."""
    done = paishen("show", file, "--at", 5)
    assert (done.status, done.err) == (0, "")
    assert done.lines == [
        "small  simple  视角: 全部手牌  事件 5/11  第 1 轮",
        "",
        "   座位  身份    张  现况  持牌",
        "   1 甲  皇帝    1         R*",
        "   2 乙  侍卫    1         B*",
        "   3 丙  革命党  1         7",
        "▶  4 丁  革命党  2   轮到  B 9",
        "   5 戊  革命党  2         R 6",
        "",
        "台面: 9h (丙 所出)",
        "",
        "     0  发牌",
        "     1  甲 登基",
        "     2  甲 出 6s",
        "     3  乙 出 7s",
        "     4  丙 出 9h",
        "",
        "判词: 有效; 皇帝一方胜; 甲 +2  乙 +1  丙 -1  丁 -1  戊 -1",
    ]


def test_a_seat_sees_less_and_no_verdict_before_the_end(paishen: Paishen, file: Path) -> None:
    done = paishen("show", file, "--at", 5, "--view", 4, "--lang", "en")
    assert done.lines[:8] == [
        "small  simple  view: 4 丁  event 5/11  trick 1",
        "",
        "   seat  role     left  now     holding",
        "   1 甲  emperor  1             ·",
        "   2 乙  ·        1             ·",
        "   3 丙  ·        1             ·",
        "▶  4 丁  ·        2     to act  B 9",
        "   5 戊  ·        2             ·",
    ]
    assert "verdict" not in done.out


def test_at_the_end_everybody_knows(paishen: Paishen, file: Path) -> None:
    done = paishen("show", file, "--view", "onlooker")
    assert "   2 乙  侍卫    0   第 3 名" in done.lines
    assert "阶段: 已终局" in done.lines
    assert done.lines[-1].startswith("判词: 有效; 皇帝一方胜")


def test_json(paishen: Paishen, file: Path) -> None:
    (found,) = paishen("show", file, "--at", 5, "--view", 2, "--json").json
    assert list(found) == KEYS
    assert found["hands"] == [None, "B*", None, None, None]
    assert (found["event"], found["events"], found["turn"], found["guard"], found["view"]) == (5, 11, 4, 2, 2)
    assert found["act"] == {"index": 4, "illegal": None, "type": "play", "seat": 3, "cards": "9h"}
    assert found["verdict"] is None
    (ended,) = paishen("show", file, "--view", 2, "--json").json
    assert ended["verdict"]["scores"] == [2, 1, -1, -1, -1]


def test_json_is_written_down(root: Path) -> None:
    text = (root / "schemas" / "SHOW-JSON.md").read_text("utf-8")
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    assert sorted(key for row in rows for key in re.findall("`([a-z_]+)`", row)) == sorted(KEYS)


def test_an_illegal_event_is_shown_as_it_happened(paishen: Paishen, tmp_path: Path) -> None:
    path = tmp_path / "wrong.paipu.json"
    write(path, [log_of(events([(1, "6s"), (3, "9h"), (4, "B")]))])
    done = paishen("show", path)
    assert "     3  丙 出 9h  ✗ 还没轮到这一家" in done.lines
    assert "     4  丁 出 B" in done.lines
    assert done.lines[-1] == "判词: 不合规则 (事件 3); 还没轮到这一家"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--at", "12"], "没有第 12 个事件: 这一局有 11 个"),
        (["--at", "-1"], "--at"),
        (["--view", "6"], "--view"),
        (["--game", "other"], "没有叫 other 的牌局"),
    ],
)
def test_what_cannot_be_shown_is_one_sentence(paishen: Paishen, file: Path, args: list[str], said: str) -> None:
    done = paishen("show", file, *args)
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_one_of_several_games(paishen: Paishen, tmp_path: Path) -> None:
    path = tmp_path / "two.paipu.jsonl"
    write(path, [log_of(events([]), game="one"), log_of(events([]), game="two")])
    done = paishen("show", path)
    assert (done.status, done.out) == (2, "")
    assert "one, two" in done.err
    assert paishen("show", path, "--game", "two").lines[0].startswith("two  simple")


def test_no_such_file(paishen: Paishen, tmp_path: Path) -> None:
    done = paishen("show", tmp_path / "none.json")
    assert (done.status, done.err.count("\n")) == (2, 1)


def test_text_with_gaps_is_filled(paishen: Paishen, tmp_path: Path) -> None:
    path = tmp_path / "gaps.paipu.txt"
    write(path, [log_of(events([*PLAYS]))])
    full = path.read_text("utf-8")
    path.write_text(full.replace("paipu 1 full", "paipu 1"), "utf-8")
    assert paishen("show", path, "--at", 5).lines[6] == "▶  4 丁  革命党  2   轮到  B 9"


def test_long_names_and_narrow_terminals_stay_in_line(
    paishen: Paishen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "long.paipu.json"
    names = ["永" * 60, "Maximilian the Third", "丙", "D", "e"]
    write(path, [log_of(events([*PLAYS[:3]]), players=names)])
    monkeypatch.setenv("COLUMNS", "60")
    lines = paishen("show", path).lines
    seats = lines[2:8]
    assert "1 永永永永永永…" in seats[1]
    assert all(width(line) <= 60 for line in lines[2:9])
    column = width(seats[0].split("持牌")[0])
    assert all(width(line[: line.index(hand)]) == column for line, hand in zip(seats[1:], ("R*", "B*"), strict=False))


def test_a_note_cannot_move_the_cursor(paishen: Paishen, tmp_path: Path) -> None:
    path = tmp_path / "note.paipu.json"
    write(path, [log_of([*events([]), {"type": "note", "text": "\x1b[2J清屏"}])])
    done = paishen("show", path)
    assert "\x1b" not in done.out
    assert "     2  注:  [2J清屏" in done.lines


ACTS: list[tuple[dict[str, Any], str, str]] = [
    ({"type": "tribute", "from": 2, "to": 1, "cards": "Kd"}, "乙 向 甲 进贡 Kd", "乙 pays Kd to 甲"),
    ({"type": "yield", "seat": 1, "to": 5, "cards": "R*"}, "甲 让位给 戊, 带 R*", "甲 yields to 戊 with R*"),
    ({"type": "pass", "seat": 3}, "丙 过", "丙 passes"),
    ({"type": "pass", "seat": 3, "wind": True}, "丙 过, 申请接风", "丙 passes and applies for the wind"),
    ({"type": "auto", "seat": 3, "on": False}, "丙 取消托管", "丙 plays itself again"),
    ({"type": "mind", "seat": 2, "to": 4, "say": "help", "text": "快"},
     "乙 对 丁 心战: 求助: 快", "乙 to 丁: help me: 快"),
    ({"type": "undo", "count": 2}, "撤回前面 2 个事件", "undo: the last 2 did not happen"),
    ({"type": "end", "scores": [4, -1, 0, -1, -2]},
     "终局, 桌上报分 +4 -1 +0 -1 -2", "the end, claimed scores +4 -1 +0 -1 -2"),
]  # fmt: skip


@pytest.mark.parametrize(("act", "zh", "en"), ACTS)
def test_events_in_words(act: dict[str, Any], zh: str, en: str) -> None:
    assert (told(act, PLAYERS, "zh"), told(act, PLAYERS, "en")) == (zh, en)


def test_every_type_of_event_has_words() -> None:
    assert {key.split()[0] for key in SENTENCES} == set(TYPES)


def test_json_is_plain_json(paishen: Paishen, file: Path) -> None:
    text = paishen("show", file, "--at", 0, "--json").out
    assert json.loads(text)["phase"] == "deal"
    assert text.count("\n") == 1
