"""`paishen review` from the outside."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from analyzer.events import Log
from analyzer.outlook import outlooks
from analyzer.paipu import write
from analyzer.simulate import Chances, simulate
from tests.conftest import Paishen
from tests.test_replay import PLAYS, events, log_of

SAMPLES = Path(__file__).resolve().parent.parent / "replays" / "samples"
QUIET = Chances(escape=0, auto=0, mind=0, terse=0)
KEYS = ["view", "seed", "playouts", "bot", "decisions"]
OF_DECISION = ["event", "standing", "owner", "holding", "left", "done", "options", "verdict", "remarks"]
OF_OPTION = ["group", "kind", "plays", "scores", "done"]
OF_VERDICT = ["kind", "play", "ahead", "alike", "words"]
REMARKS = ["passed_able", "wind_given", "joker_spent", "sixes_stranded", "guard_shown"]


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """The playouts are compiled, so that no command says that they are being so."""
    outlooks(log_of(events([*PLAYS])), 1, 2)


def stored(folder: Path, log: Log) -> Path:
    path = folder / "game.paipu.json"
    write(path, [log])
    return path


@pytest.fixture
def alone(tmp_path: Path) -> Path:
    """Seat 1 plays alone: with R* and B* gone it has the lead and 77, and leads one 7 of them."""
    deck = {"R*": 1, "B*": 1, "7s": 2, "9h": 4, "8d": 4, "Tc": 4}
    hands = ["R*B*7s7s", "9h9h9h", "8d8d8d", "9h8dTc", "TcTcTc"]
    plays = [(1, "R*"), (1, "B*"), (2, None), (3, None), (4, None), (5, None), (1, "7s"), (2, "9h")]
    happened = [{"type": "deal", "hands": hands}, *events(plays)[1:]]
    return stored(tmp_path, log_of(happened, rules={"base": "simple", "deck": deck}))


def decided(paishen: Paishen, path: Path, seat: int, *more: object) -> list[dict[str, Any]]:
    done = paishen("review", path, "--view", seat, "--json", "--playouts", 40, *map(str, more))
    assert (done.status, done.err) == (0, "")
    (told,) = done.json
    assert list(told) == KEYS
    found: list[dict[str, Any]] = told["decisions"]
    return found


def test_a_win_that_is_thrown_away(paishen: Paishen, alone: Path) -> None:
    """77 ends the game: an emperor alone scores 4 times the base of 1. One 7 lets the others lead to
    their end, as nobody holds less than an 8.
    """
    first, second, third = decided(paishen, alone, 1)
    assert [entry["event"] for entry in (first, second, third)] == [2, 3, 8]
    assert [list(entry) for entry in (first, second, third)] == [OF_DECISION] * 3
    assert (first["done"], first["standing"], first["owner"], first["holding"]) == ("R", None, 0, "R*B*7s7s")
    assert (third["done"], third["holding"], third["left"]) == ("7", "7s7s", [2, 3, 3, 3, 3])
    assert [list(option) for option in third["options"]] == [OF_OPTION] * 2
    assert [(option["kind"], option["plays"], option["done"]) for option in third["options"]] == [
        ("out", ["77"], False), ("low_part", ["7"], True),
    ]  # fmt: skip
    assert third["options"][0]["scores"] == {"77": {"mean": 4.0, "se": 0.0}}
    assert third["options"][1]["scores"] == {"7": {"mean": -4.0, "se": 0.0}}
    assert list(third["verdict"]) == OF_VERDICT
    assert (third["verdict"]["kind"], third["verdict"]["play"]) == ("better", "77")
    assert third["remarks"] == []


def test_a_pass_by_one_who_could_have_beaten(paishen: Paishen, tmp_path: Path) -> None:
    """Seat 1 holds nothing but R*, 5 is out, and unless somebody beats its six the wind goes to 1: not given away."""
    plays = [(1, "6s"), (2, "7s"), (3, "9h"), (4, "B"), (5, "R"), (5, "6s"), (1, None), (2, None)]
    path = stored(tmp_path, log_of(events(plays)))
    assert [remark["kind"] for remark in decided(paishen, path, 1)[-1]["remarks"]] == ["passed_able"]
    assert [remark["kind"] for remark in decided(paishen, path, 2)[-1]["remarks"]] == ["passed_able", "wind_given"]


def test_nothing_later_is_known(paishen: Paishen, tmp_path: Path) -> None:
    """Cut after a decision the log gives the same entry for it."""
    log = simulate("classic", 4, chances=QUIET)
    whole = decided(paishen, stored(tmp_path, log), 3)
    entry = whole[len(whole) // 2]
    cut = structs.replace(log, events=log.events[: entry["event"] + 1])
    assert decided(paishen, stored(tmp_path, cut), 3)[-1] == entry


def test_the_same_seed_gives_the_same_figures(paishen: Paishen, tmp_path: Path) -> None:
    path = stored(tmp_path, simulate("room-six", 4, chances=QUIET))
    first = decided(paishen, path, 2)
    assert decided(paishen, path, 2) == first
    assert decided(paishen, path, 2, "--seed", 2) != first


def test_a_judgement_needs_two_standard_errors(paishen: Paishen, tmp_path: Path) -> None:
    """Somebody who plays at random is told so, and where nothing is certain nothing is said."""
    found = decided(paishen, stored(tmp_path, simulate("room-normal", 2, chances=QUIET, bots=["random"] * 5)), 1)
    kinds = {entry["verdict"]["kind"] for entry in found}
    assert {"better", "none"} <= kinds
    for entry in found:
        ahead = entry["verdict"]["ahead"]
        if entry["verdict"]["kind"] == "better":
            assert ahead["mean"] > 2 * ahead["se"]
            assert entry["verdict"]["play"] != entry["done"]
        if entry["verdict"]["kind"] == "none":
            assert entry["verdict"]["words"] == "看不出高下"


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_what_is_recommended_is_not_behind_without_a_word(paishen: Paishen, tmp_path: Path, lang: str) -> None:
    """Where another option's mean is above that of the one recommended, the verdict names it as not told apart."""
    deck = {"R*": 1, "B*": 1, "9h": 1, "9s": 1, "7h": 1, "7d": 1, "Kh": 1, "Ks": 1, "4s": 1, "4c": 1}
    deal = {"type": "deal", "hands": ["R*9h", "B*7h", "KhKs", "9s7d", "4s4c"]}
    games = [log_of([deal, *events([(1, "9"), (2, None)])[1:]], rules={"base": "simple", "deck": deck})]
    games += [simulate("room-six", number, chances=QUIET, bots=["random"] * 5) for number in range(2)]
    named = 0
    for log in games:
        for entry in decided(paishen, stored(tmp_path, log), 1, "--lang", lang, "--playouts", 200):
            verdict = entry["verdict"]
            scores = {play: one["mean"] for option in entry["options"] for play, one in option["scores"].items()}
            if verdict["kind"] != "better":
                assert verdict["alike"] == []
                continue
            above = [play for play, mean in scores.items() if mean > scores[verdict["play"]]]
            assert sorted(verdict["alike"]) == sorted(above)
            assert ("分不出高下" if lang == "zh" else "cannot be told apart") in verdict["words"] or not above
            assert all(play in verdict["words"] or play == "-" for play in above)
            named += bool(above)
    assert named


def test_a_play_that_is_ahead_says_by_how_much(paishen: Paishen, alone: Path) -> None:
    """77 is the win; 7 is the only other choice of the second moment, and nothing is said without its figure."""
    said = [entry["verdict"]["words"] for entry in decided(paishen, alone, 1) if entry["verdict"]["kind"] != "none"]
    assert said
    assert all("±" in words for words in said)


def test_everything_that_is_legal_is_in_one_group(paishen: Paishen, tmp_path: Path) -> None:
    for entry in decided(paishen, stored(tmp_path, simulate("shandong", 5, chances=QUIET)), 4):
        plays = [play for option in entry["options"] for play in option["plays"]]
        assert len(plays) == len(set(plays)) > 1
        assert [option["done"] for option in entry["options"]].count(True) == 1
        assert (entry["standing"] is None) == ("-" not in plays)


def remarked(paishen: Paishen, folder: Path, plays: list[tuple[int, str | None]], **header: Any) -> list[list[str]]:
    """The remarks on the decisions of the last seat to act."""
    log = log_of(events(plays), **header)
    seat = plays[-1][0]
    return [[remark["kind"] for remark in entry["remarks"]] for entry in decided(paishen, stored(folder, log), seat)]


def test_a_joker_spent_on_a_low_trick(paishen: Paishen, tmp_path: Path) -> None:
    """Seat 2 puts B* on a six where its 7 would have done; it has fewer cards left than would make that early."""
    assert remarked(paishen, tmp_path, [(1, "6s"), (2, "B*")]) == [["joker_spent"]]
    assert remarked(paishen, tmp_path, [(1, "6s"), (2, "7s")]) == [[]]


def test_sixes_that_are_stranded(paishen: Paishen, tmp_path: Path) -> None:
    """Where sixes come last seat 5 keeps nothing but its six."""
    from tests.test_replay import DECK

    rules = {"base": "simple", "deck": DECK, "sixes_last": "alone"}
    plays = [(1, "R*"), *[(seat, None) for seat in (2, 3, 4, 5)]]
    assert remarked(paishen, tmp_path, plays, rules=rules) == []
    plays = [(1, "R*"), (1, "6s"), (2, None), (3, None), (4, None), (5, "R")]
    assert remarked(paishen, tmp_path, plays, rules=rules)[-1] == ["joker_spent", "sixes_stranded"]


def test_ask_first(paishen: Paishen, alone: Path) -> None:
    """No figure before the choice; what is no choice is asked again; without an answer it ends."""
    typed = "nonsense\nR\n#2\n#1\n"
    done = paishen("review", alone, "--view", 1, "--ask", "--lang", "en", "--playouts", 40, stdin=typed)
    assert (done.status, done.err) == (0, "")
    first, *rest = done.out.split("your choice? ")
    assert "±" not in first
    assert "there is no such choice: nonsense" in rest[0]
    assert "your choice: 77; what was done: 7" in done.out
    assert done.out.count("verdict: ") == 3
    cut = paishen("review", alone, "--view", 1, "--ask", "--lang", "en", stdin="")
    assert (cut.status, "±" in cut.out) == (0, False)


def test_the_table_in_the_terminal(paishen: Paishen, alone: Path) -> None:
    done = paishen("review", alone, "--view", 1, "--lang", "en", "--playouts", 40)
    assert (done.status, done.err, done.lines[:2]) == (0, "", ["small  view: 1 甲", ""])
    assert "event 8  to lead  cards left 2 3 3 3 3" in done.lines
    assert any(line.startswith("  verdict: 77 would have brought ") for line in done.lines)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--view", "2"), "12-seat-3.paipu.json 牌局 样例/12-seat-3: 这份牌谱由 3 号位所记, 看不到 2 号位的视角"),
        (("--view", "onlooker"), "--view 的值不对"),
        (("--ask", "--json"), "--ask 和 --json 不能一起用"),
    ],
)
def test_bad_usage_is_one_sentence(paishen: Paishen, args: tuple[str, ...], said: str) -> None:
    done = paishen("review", SAMPLES / "12-seat-3.paipu.json", *args)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err


def test_a_seat_must_be_named(paishen: Paishen) -> None:
    done = paishen("review", SAMPLES / "04-room-six.paipu.json")
    assert (done.status, done.out, "请用 --view 说评点哪一家" in done.err) == (2, "", True)


def test_a_log_that_breaks_a_rule_is_told_up_to_there(paishen: Paishen, tmp_path: Path) -> None:
    path = stored(tmp_path, log_of(events([(1, "6s"), (3, "9h")])))
    done = paishen("review", path, "--json", "--view", 1, "--playouts", 4)
    assert (done.status, len(done.json[0]["decisions"]), done.err.count("\n")) == (1, 1, 1)
    assert "game.paipu.json 牌局 small 事件 3: 还没轮到这一家" in done.err


def test_the_json_is_written_down(root: Path) -> None:
    text = (root / "schemas" / "REVIEW-JSON.md").read_text("utf-8")
    keys = [key for row in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE) for key in re.findall(r"`(\w+)`", row)]
    assert keys == [*KEYS, *OF_DECISION, *OF_OPTION, *OF_VERDICT, *REMARKS]
