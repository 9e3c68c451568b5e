"""`paishen deduce` from the outside."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from analyzer.paipu import write
from analyzer.simulate import simulate
from tests.conftest import Paishen
from tests.test_replay import PLAYS, events, log_of

SAMPLES = Path(__file__).resolve().parent.parent / "replays" / "samples"
KEYS = ["event", "p", "solo", "proved", "because"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The small game of ten cards, to its end."""
    path = tmp_path / "small.paipu.json"
    write(path, [log_of([*events([*PLAYS]), {"type": "end"}])])
    return path


def test_one_entry_an_event(paishen: Paishen, file: Path) -> None:
    done = paishen("deduce", file, "--view", 5, "--json", "--evidence", "proof")
    assert (done.status, done.err) == (0, "")
    (found,) = done.json
    assert [entry["event"] for entry in found] == list(range(11))
    assert all(list(entry) == KEYS for entry in found)
    assert (found[0]["p"], found[0]["solo"]) == (None, None)
    assert found[1]["p"] == {"2": pytest.approx(2 / 7), "3": pytest.approx(2 / 7), "4": pytest.approx(2 / 7), "5": 0}
    assert found[-2]["p"] == {"2": 1, "3": 0, "4": 0, "5": 0}
    assert (found[-2]["solo"], found[-2]["proved"]) == (0, True)


def test_the_table_in_the_terminal(paishen: Paishen, file: Path) -> None:
    done = paishen("deduce", file, "--view", 5, "--evidence", "proof", "--lang", "en")
    assert done.lines[:6] == [
        "small  view: 5 戊",
        "",
        "emperor: 1 甲",
        "event    1 甲     2 乙     3 丙     4 丁     5 戊",
        "1        14.3%    28.6%    28.6%    28.6%    -",
        "2        -        33.3%    33.3%    33.3%    -",
    ]
    assert "         seat 2 shows the card that makes the guard" in done.lines


def test_events_that_are_left_out_are_counted(paishen: Paishen, file: Path) -> None:
    """Eleven of the twelve events follow the deal, and have figures."""
    some, every = (paishen("deduce", file, "--view", 5, *more) for more in ((), ("--every",)))
    rows = [[int(line.split()[0]) for line in done.lines if re.match(r"\d+ ", line)] for done in (some, every)]
    assert rows[1] == list(range(1, len(rows[1]) + 1))
    assert f"另有 {len(rows[1]) - len(rows[0])} 个事件没列出" in some.out
    assert "没列出" not in every.out


def test_what_is_proved_has_a_row_though_it_was_likely(paishen: Paishen, tmp_path: Path) -> None:
    """From 99.9% to proved is less than the table's least step, and is shown."""
    path = tmp_path / "likely.paipu.json"
    write(path, [simulate("room-quick", "2/1")])
    for view in ("onlooker", "1", "3"):
        (found,) = paishen("deduce", path, "--view", view, "--json").json
        proved = next((entry["event"] for entry in found if entry["proved"]), None)
        table = paishen("deduce", path, "--view", view).lines
        assert proved is None or any(line.startswith(f"{proved} ") and "●" in line for line in table)


def test_unsettled_games_say_so(paishen: Paishen, tmp_path: Path) -> None:
    path = tmp_path / "short.paipu.json"
    write(path, [log_of(events([])[:1])])
    assert paishen("deduce", path).lines[-1] == "皇帝和侍卫还没有定"


def test_a_log_that_breaks_a_rule_is_told_up_to_there(paishen: Paishen, tmp_path: Path) -> None:
    path = tmp_path / "wrong.paipu.json"
    write(path, [log_of(events([(1, "6s"), (3, "9h")]))])
    done = paishen("deduce", path, "--json")
    assert (done.status, len(done.json[0]), done.err.count("\n")) == (1, 3, 1)
    assert "wrong.paipu.json 牌局 small 事件 3: 还没轮到这一家" in done.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--view", "2"), "12-seat-3.paipu.json 牌局 样例/12-seat-3: 这份牌谱由 3 号位所记, 看不到 2 号位的视角"),
        (("--view", "all"), "--view 的值不对"),
        (("--evidence", "hope"), "--evidence 的值不对"),
    ],
)
def test_bad_usage_is_one_sentence(paishen: Paishen, args: tuple[str, ...], said: str) -> None:
    done = paishen("deduce", SAMPLES / "12-seat-3.paipu.json", *args)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err


def test_the_json_is_written_down(root: Path) -> None:
    text = (root / "schemas" / "DEDUCE-JSON.md").read_text("utf-8")
    keys = [key for row in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE) for key in re.findall(r"`(\w+)`", row)]
    assert keys == [*KEYS, "seat", "shift", "words"]
