"""`paishen outlook` from the outside."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from analyzer.outlook import keeping, outlooks, stories
from analyzer.paipu import write
from analyzer.simulate import Chances, simulate
from tests.conftest import Paishen
from tests.test_replay import PLAYS, events, log_of

SAMPLES = Path(__file__).resolve().parent.parent / "replays" / "samples"
KEYS = ["view", "seed", "playouts", "bot", "events"]
OF_EVENT = ["event", "playouts", "results", "scores", "swing"]
SEATS = ("1", "甲", "2", "乙", "3", "丙", "4", "丁", "5", "戊")
QUIET = Chances(escape=0, auto=0, mind=0, terse=0)


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What is kept is kept in a folder of the test's."""
    folder = tmp_path / "kept"
    monkeypatch.setattr(keeping, "folder", lambda: folder)
    return folder


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """The playouts are compiled, so that no command says that they are being so."""
    outlooks(log_of(events([*PLAYS])), 1, 2)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """The small game of ten cards, to its end."""
    path = tmp_path / "small.paipu.json"
    write(path, [log_of([*events([*PLAYS]), {"type": "end"}])])
    return path


def sure(value: float) -> dict[str, float]:
    return {"mean": value, "se": 0.0}


def test_the_small_game(paishen: Paishen, small: Path) -> None:
    """Nothing before the throne is settled; from the rebels' last chance on the emperor's side has won."""
    done = paishen("outlook", small, "--view", "2", "--json", "--playouts", 20)
    assert (done.status, done.err) == (0, "")
    (told,) = done.json
    assert list(told) == KEYS
    assert all(list(entry) == OF_EVENT for entry in told["events"])
    assert [entry["event"] for entry in told["events"]] == list(range(11))
    assert (told["events"][0]["results"], told["events"][0]["scores"]) == (None, None)
    for entry in told["events"][1:]:
        assert sum(figure["mean"] for figure in entry["results"].values()) == pytest.approx(1, abs=1e-3)
        assert sum(figure["mean"] for figure in entry["scores"]) == pytest.approx(0, abs=1e-3)
    last = told["events"][-1]
    assert last["results"] == {"emperor": sure(1.0), "rebels": sure(0.0), "draw": sure(0.0)}
    assert last["scores"] == [sure(2.0), sure(1.0), sure(-1.0), sure(-1.0), sure(-1.0)]


def test_what_can_only_end_in_one_way(paishen: Paishen, small: Path) -> None:
    """After seat 5 is out and 1 has beaten its six with R*, seat 2 with one card is next by the wind: it wins."""
    for view in ("2", "all"):
        (told,) = paishen("outlook", small, "--view", view, "--json", "--playouts", 20).json
        before = told["events"][-3]
        assert before["playouts"] == 20
        assert before["results"]["emperor"] == {"mean": 1.0, "se": 0.025}
        assert [score["mean"] for score in before["scores"]] == [2, 1, -1, -1, -1]


def test_the_same_seed_gives_the_same_figures(paishen: Paishen, tmp_path: Path, kept: Path) -> None:
    path = tmp_path / "game.paipu.json"
    write(path, [simulate("room-normal", 3, chances=QUIET)])
    asked = ("outlook", path, "--view", "onlooker", "--json", "--playouts", 8)
    first = paishen(*asked).out
    (file,) = kept.iterdir()
    file.unlink()
    assert paishen(*asked).out == first
    assert paishen(*asked, "--seed", 2).out != first


def test_what_was_worked_out_is_kept(
    paishen: Paishen, small: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = paishen("outlook", small, "--json", "--playouts", 8)
    (file,) = kept.iterdir()

    def unwanted(*_: object) -> None:
        pytest.fail("it was worked out again")

    with monkeypatch.context() as patch:
        patch.setattr(stories, "worked_out", unwanted)
        assert paishen("outlook", small, "--json", "--playouts", 8) == first
    whole = file.read_bytes()
    for broken in (b"", whole[: len(whole) // 2], b"[1]", json.dumps({"key": file.stem, "story": {}}).encode()):
        file.write_bytes(broken)
        assert paishen("outlook", small, "--json", "--playouts", 8) == first
        assert file.read_bytes() == whole
    assert [path.name for path in kept.iterdir()] == [file.name]


def test_another_question_is_another_file(paishen: Paishen, small: Path, kept: Path) -> None:
    for more in ((), ("--seed", 2), ("--playouts", 9), ("--view", "3"), ("--view", "all")):
        paishen("outlook", small, "--playouts", 8, *more)
    assert len(list(kept.iterdir())) == 5


def test_the_table_in_the_terminal(paishen: Paishen, small: Path) -> None:
    done = paishen("outlook", small, "--view", "5", "--playouts", 20, "--lang", "en")
    assert (done.status, done.err) == (0, "")
    assert done.lines[:2] == ["small  view: 5 戊", ""]
    assert done.lines[2].split() == ["event", "emperor's", "rebels", "draw", *SEATS]
    legend = "20 playouts after each event, everybody playing as the bot cunning does"
    assert legend in " ".join(done.lines)


def test_events_that_are_left_out_are_counted(paishen: Paishen, tmp_path: Path) -> None:
    """A row for each event with figures, or so many fewer as the table says; `--every` leaves none out."""
    path = tmp_path / "game.paipu.json"
    write(path, [simulate("room-quick", 3, chances=QUIET)])
    asked = ("outlook", path, "--view", 2, "--playouts", 8)
    known = [entry["event"] for entry in paishen(*asked, "--json").json[0]["events"] if entry["results"]]
    some, every = (paishen(*asked, *more) for more in ((), ("--every",)))
    rows = [[int(line.split()[0]) for line in done.lines if re.match(r"\d+ +\d+%", line)] for done in (some, every)]
    assert rows[1] == known
    assert len(rows[0]) < len(known)
    assert f"另有 {len(known) - len(rows[0])} 个事件没列出" in some.out
    assert "--every" in some.out
    assert "没列出" not in every.out


def test_swings_are_named_in_a_sentence(paishen: Paishen, tmp_path: Path) -> None:
    """Somebody who plays at random throws points away, and it is said where."""
    path = tmp_path / "game.paipu.json"
    write(path, [simulate("room-normal", 2, chances=QUIET, bots=["random"] * 5)])
    done = paishen("outlook", path, "--view", "all", "--playouts", 60, "--lang", "en", "--json")
    found: list[Any] = [entry for entry in done.json[0]["events"] if entry["swing"]]
    moves = [entry for entry in found if entry["swing"]["kind"] == "move"]
    assert moves
    for entry in found:
        change = entry["swing"]["change"]
        assert abs(change["mean"]) >= max(0.5, 3 * change["se"])
        assert re.match(rf"event {entry['event']}: (after )?seat ", entry["swing"]["words"])
    assert any(" cost the emperor's side " in entry["swing"]["words"] for entry in moves)


def test_unsettled_games_say_so(paishen: Paishen, tmp_path: Path) -> None:
    path = tmp_path / "short.paipu.json"
    write(path, [log_of(events([])[:1])])
    assert paishen("outlook", path).lines[-1] == "皇帝和侍卫还没有定"


def test_a_log_that_breaks_a_rule_is_told_up_to_there(paishen: Paishen, tmp_path: Path) -> None:
    path = tmp_path / "wrong.paipu.json"
    write(path, [log_of(events([(1, "6s"), (3, "9h")]))])
    for view in ("1", "all"):
        done = paishen("outlook", path, "--json", "--view", view, "--playouts", 4)
        assert (done.status, len(done.json[0]["events"]), done.err.count("\n")) == (1, 3, 1)
        assert "wrong.paipu.json 牌局 small 事件 3: 还没轮到这一家" in done.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--view", "2"), "12-seat-3.paipu.json 牌局 样例/12-seat-3: 这份牌谱由 3 号位所记, 看不到 2 号位的视角"),
        (("--view", "all"), "12-seat-3.paipu.json 牌局 样例/12-seat-3: 这份牌谱由 3 号位所记, 看不到全部手牌"),
        (("--playouts", "1"), "--playouts 的值不对"),
    ],
)
def test_bad_usage_is_one_sentence(paishen: Paishen, args: tuple[str, ...], said: str) -> None:
    done = paishen("outlook", SAMPLES / "12-seat-3.paipu.json", *args)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err


def test_the_json_is_written_down(root: Path) -> None:
    text = (root / "schemas" / "OUTLOOK-JSON.md").read_text("utf-8")
    keys = [key for row in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE) for key in re.findall(r"`(\w+)`", row)]
    assert keys == [*KEYS, *OF_EVENT, "kind", "change", "words"]
