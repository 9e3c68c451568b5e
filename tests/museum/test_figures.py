"""博物馆·数: faults of figures on their way through the archive, the ledger and the screen."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tests.conftest import Paishen
from tests.museum.game import END, NAMES, POINTS, acts, lines, points, put
from tests.test_replay import DECK


def test_negative_numbers_are_shown_as_such(paishen: Paishen, tmp_path: Path) -> None:
    """Not as 2^64 less them; an escape costs 30."""
    left = [*acts()[:4], {"type": "escape", "seat": 3}, {"type": "end", "scores": [0, 0, -30, 0, 0]}]
    file = put(tmp_path / "a.jsonl", lines(left))
    paishen("import", file, "--archive", tmp_path / "archive")
    for command in (["query", "results", "--archive", tmp_path / "archive"], ["validate", file], ["ledger", file]):
        out = paishen(*command).out
        assert "-30" in out
        assert "1844674407" not in out
    table = paishen("query", "results", "--archive", tmp_path / "archive", "--csv").out
    assert "-30" in table


def test_numbers_beyond_2_to_the_53_are_not_rounded(paishen: Paishen, tmp_path: Path) -> None:
    folder = tmp_path / "t"
    folder.mkdir()
    put(folder / "a.paipu.jsonl", lines())
    (folder / "sitting.toml").write_text('[opening]\n"甲" = 9007199254740991\n"乙" = -9007199254740991\n', "utf-8")
    found = paishen("ledger", folder, "--json").json[0]
    assert (found["totals"]["甲"], found["totals"]["乙"]) == (9007199254740993, -9007199254740990)
    shown = paishen("ledger", folder).out
    assert "9007199254740993" in shown
    assert "-9007199254740990" in shown


def test_wins_go_to_the_right_side(paishen: Paishen, tmp_path: Path) -> None:
    paishen("import", put(tmp_path / "a.jsonl", lines()), "--archive", tmp_path / "archive")
    rows = paishen("query", "by_role", "--archive", tmp_path / "archive", "--json").json
    assert {row["role"]: (row["won"], row["lost"]) for row in rows} == {
        "emperor": (1, 0), "guard": (1, 0), "rebel": (0, 3),
    }  # fmt: skip


def test_a_claim_is_never_overwritten(paishen: Paishen, tmp_path: Path) -> None:
    paishen("import", put(tmp_path / "a.jsonl", lines([*acts()[:-1], {**END, "scores": [3, 0, -1, -1, -1]}])),
            "--archive", tmp_path / "archive")  # fmt: skip
    (row,) = paishen("query", "games", "--archive", tmp_path / "archive", "--json").json
    assert (row["status"], row["scores"], row["claimed_scores"]) == ("disputed", [2, 1, -1, -1, -1], [3, 0, -1, -1, -1])


BOOK = """sitting = "t"
[[ruling]]
id = "p"
points = {"甲" = -5}
by = "裁判"
why = "迟到"
after = "t/1"
[[substitution]]
out = "乙"
in = "Lucy"
after = "t/1"
"""


def sitting(folder: Path) -> Path:
    """Two games of a sitting: a penalty and a substitute between them."""
    folder.mkdir()
    games = [lines(game=f"t/{at}", sitting="t", round=at) for at in (1, 2)]
    put(folder / "evening.paipu.jsonl", *games)
    (folder / "sitting.toml").write_text(BOOK, "utf-8")
    return folder


TOTALS = {"甲": -1, "乙": 1, "丙": -2, "丁": -2, "戊": -2, "Lucy": 1}


def test_a_rebuild_forgets_no_penalty_and_no_substitute(paishen: Paishen, tmp_path: Path) -> None:
    folder, archive = sitting(tmp_path / "t"), tmp_path / "archive"
    found = [paishen("ledger", folder, "--json").json[0]["totals"]]
    paishen("import", folder, "--archive", archive)
    for command in ("rebuild", "compact"):
        assert paishen("archive", command, "--archive", archive).status == 0
        ran = paishen("ledger", archive, "--sitting", "t", "--book", folder / "sitting.toml", "--json")
        found.append(ran.json[0]["totals"])
    assert found == [TOTALS] * 3


def test_a_corrected_game_reaches_the_sittings_totals(paishen: Paishen, tmp_path: Path) -> None:
    """Game 1 was entered with seat 3 leaving; the correction is the whole game."""
    folder, archive = tmp_path / "t", tmp_path / "archive"
    folder.mkdir()
    left = [*acts()[:4], {"type": "escape", "seat": 3}, {"type": "end"}]
    wrong = lines(left, game="t/1", sitting="t", round=1)
    put(folder / "a.paipu.jsonl", wrong, lines(game="t/2", sitting="t", round=2))
    before = paishen("ledger", folder, "--json").json[0]["totals"]
    assert (before["丙"], before["甲"]) == (-31, 2)
    paishen("import", folder, "--archive", archive)
    (row, _) = paishen("query", "games", "--archive", archive, "--json").json
    put(folder / "b.paipu.jsonl", lines(game="t/1, corrected", sitting="t", round=1, replaces=row["sha256"]))
    paishen("import", folder, "--archive", archive)
    twice = {name: 2 * made for name, made in POINTS.items()}
    assert paishen("ledger", folder, "--json").json[0]["totals"] == twice
    assert paishen("ledger", archive, "--sitting", "t", "--json").json[0]["totals"] == twice
    assert points(paishen, archive) == twice


def test_a_figure_and_what_it_is_divided_by_have_one_filter(paishen: Paishen, tmp_path: Path) -> None:
    """Two games by simple, one by room-normal: its points are in no figure of simple."""
    archive = tmp_path / "archive"
    other = {"base": "room-normal", "deck": DECK, "stake": 100}
    games = [lines(game="1"), lines(game="2"), lines([*acts()[:-1], {"type": "end"}], game="3", rules=other)]
    paishen("import", put(tmp_path / "a.jsonl", *games), "--archive", archive)
    found = {}
    for name, of in (("simple", ["ruleset=simple"]), ("all", [])):
        row = paishen("query", "by_role", *of, "--archive", archive, "--json").json[0]
        found[name] = (row["role"], row["points"], row["of_games"], row["mean"])
    assert found == {"simple": ("emperor", 4, 2, 2.0), "all": ("emperor", 204, 3, 68.0)}


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_graph_of_no_game_of_one_and_of_two(paishen: Paishen, tmp_path: Path, count: int) -> None:
    archive = tmp_path / "archive"
    paishen("import", put(tmp_path / "other.jsonl", lines(players=list("abcde"), game="x")), "--archive", archive)
    for at in range(count):
        put(tmp_path / f"{at}.jsonl", lines(game=str(at), started=f"2026-11-30T20:0{at}:00+08:00"))
        paishen("import", tmp_path / f"{at}.jsonl", "--archive", archive)
    rows = paishen("query", "trend", "person=甲", "--archive", archive, "--json").json
    assert [(row["points"], row["total"]) for row in rows] == [(2, 2), (2, 4)][:count]
    ran = paishen("query", "profile", "--archive", archive, "--json")
    found = [row["of_games"] for row in ran.json if (row["person"], row["role"]) == ("甲", "all")]
    assert found == [count] * bool(count)


def test_a_player_who_leaves_is_erased_from_nothing(paishen: Paishen, tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    left = [*acts()[:4], {"type": "escape", "seat": 3}, {"type": "end", "scores": [0, 0, -30, 0, 0]}]
    paishen("import", put(tmp_path / "a.jsonl", lines(left), lines(game="2")), "--archive", archive)
    assert points(paishen, archive) == {**POINTS, "丙": -31}
    rows = paishen("query", "profile", "--archive", archive, "--json").json
    assert {row["person"]: row["of_games"] for row in rows if row["role"] == "all"} == dict.fromkeys(NAMES, 2)


def test_games_past_midnight_come_after_those_before(paishen: Paishen, tmp_path: Path) -> None:
    """In the order in which they began, though one clock is in another zone and the files are named otherwise."""
    begun = {"c": "2026-11-30T23:50:00+08:00", "a": "2026-12-01T00:10:00+08:00", "b": "2026-11-30T16:30:00Z"}
    folder = tmp_path / "t"
    folder.mkdir()
    for name, started in begun.items():
        put(folder / f"{name}.paipu.jsonl", lines(game=name, sitting="t", started=started))
    rows = paishen("ledger", folder, "--json").json[0]["rows"]
    assert [Path(row["game"]["file"]).name[0] for row in rows if row["kind"] == "game"] == ["c", "a", "b"]


def test_every_seating_of_the_same_hands_pays_the_same(paishen: Paishen, tmp_path: Path) -> None:
    """Names are not seats: whoever sits where, the seats' scores stay."""
    games = [lines(game="".join(order), players=list(order)) for order in itertools.permutations(NAMES)]
    ran = paishen("validate", put(tmp_path / "a.jsonl", *games), "--json")
    assert len(ran.lines) == 120
    assert {tuple(one["scores"]) for one in ran.json} == {(2, 1, -1, -1, -1)}
