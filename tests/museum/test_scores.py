"""博物馆·分: faults of scores and totals - what was added up, compared or carried on wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from analyzer.audit import audit_log
from analyzer.errors import Unreadable
from analyzer.importing import bring
from analyzer.paipu import dumps_json, loads, write
from analyzer.paipu.chain import content_hash
from analyzer.replay import judge_log
from tests.conftest import Paishen
from tests.test_ledger import evening, kept, totals
from tests.test_replay import HANDS, PLAYS, events, log_of

HUGE = 2**53 - 1


def ended(scores: list[int]) -> dict[str, object]:
    """An end that claims scores."""
    return {"type": "end", "scores": scores}


def test_a_swap_of_two_seats_is_seen() -> None:
    """As sets the claimed scores are those of the rules: emperor and guard have changed places."""
    log = log_of([*events([*PLAYS]), ended([1, 2, -1, -1, -1])])
    assert judge_log(log).status == "disputed"
    (finding,) = audit_log(log).findings
    assert (finding.kind, finding.seats) == ("swapped", (1, 2))


@pytest.mark.parametrize("beyond", [HUGE + 1, -HUGE - 1, 2**64])
def test_a_number_that_not_every_reader_holds_is_refused(beyond: int) -> None:
    """JSON readers that think in floats would make another number of it."""
    text = dumps_json(log_of([*events([*PLAYS]), ended([77, 1, -1, -1, -1])])).replace(b"77", str(beyond).encode())
    (found,) = loads(text, "a.paipu.json")
    assert isinstance(found, Unreadable)
    assert found.path == "events[10].scores[0]"


def test_the_largest_number_of_all_is_itself(tmp_path: Path, paishen: Paishen) -> None:
    write(tmp_path / "a.paipu.json", [log_of([*events([*PLAYS]), ended([HUGE, -HUGE, 0, 0, 0])])])
    list(bring([tmp_path / "a.paipu.json"], tmp_path / "a"))
    sql = "SELECT claimed_scores[1] AS one, claimed_scores[2] AS two FROM games"
    (row,) = paishen("query", "--sql", sql, "--archive", tmp_path / "a", "--json").json
    assert (row["one"], row["two"]) == (HUGE, -HUGE)
    assert f"{HUGE},-{HUGE}" in paishen("query", "--sql", sql, "--archive", tmp_path / "a", "--csv").out
    said = paishen("audit", tmp_path / "a.paipu.json").out
    assert str(HUGE) in said
    assert f"-{HUGE}" in said


def test_sums_stay_whole_numbers(tmp_path: Path, paishen: Paishen) -> None:
    write(tmp_path / "a.paipu.jsonl", evening(1, 5, 1))
    list(bring([tmp_path / "a.paipu.jsonl"], tmp_path / "a"))
    told = paishen("ledger", "--sitting", "t", tmp_path / "a", "--json")
    assert "14" in told.out
    assert ".0" not in told.out
    out = paishen("query", "results", "--archive", tmp_path / "a", "--csv").out
    assert ",7.0" not in out


def test_all_five_seats_of_a_game_are_alike() -> None:
    """The small game with everybody one seat on, and so round the table: the scores go with the people."""
    for turn in range(5):
        hands = [HANDS[(seat - turn) % 5] for seat in range(5)]
        acts = [{**act} for act in events([*PLAYS])]
        acts[0] = {"type": "deal", "hands": hands}
        for act in acts[1:]:
            act["seat"] = (act["seat"] - 1 + turn) % 5 + 1
        scores = [(2, 1, -1, -1, -1)[(seat - turn) % 5] for seat in range(5)]
        verdict = judge_log(log_of([*acts, ended(scores)]))
        assert (verdict.status, verdict.scores) == ("valid", tuple(scores)), turn


def test_a_substitute_of_today_did_not_play_yesterday(tmp_path: Path) -> None:
    """All is added up again with Lucy in 甲's seat from game 2 on: game 1 stays 甲's."""
    book = '[[substitution]]\nout = "甲"\nin = "Lucy"\nafter = "t/1"\n'
    found = kept(tmp_path, evening(1, 1), book).flow.totals
    assert (found["甲"], found["Lucy"]) == (2, 2)


def test_a_penalty_stays_when_all_is_added_up_again(tmp_path: Path) -> None:
    """A game in the middle is corrected; what was ruled after it stands."""
    first, second = evening(1, 5)
    right = structs.replace(evening(2)[0], replaces=content_hash(first))
    book = '[[ruling]]\npoints = {"甲" = -3}\nby = "裁判"\nwhy = "迟到"\nafter = "t/1"\n'
    (tmp_path / "before").mkdir()
    assert totals(kept(tmp_path / "before", [first, second], book))[-1][0] == 2 - 3 + 10
    (tmp_path / "after").mkdir()
    assert totals(kept(tmp_path / "after", [first, second, right], book))[-1][0] == 4 - 3 + 10


def test_the_totals_of_a_sitting_follow_a_corrected_game(tmp_path: Path) -> None:
    first, second, third = evening(1, 5, 1)
    right = structs.replace(evening(2)[0], replaces=content_hash(first))
    found = kept(tmp_path, [first, second, third, right])
    assert totals(found)[-1] == [4 + 10 + 2, 2 + 5 + 1, -8, -8, -8]


@pytest.mark.parametrize("role", ["emperor", "guard", "rebel"])
def test_a_share_is_of_what_was_counted(tmp_path: Path, paishen: Paishen, role: str) -> None:
    """Not the points of all games divided by the games of one role: every figure has its own denominator."""
    write(tmp_path / "a.paipu.jsonl", evening(1, 5))
    list(bring([tmp_path / "a.paipu.jsonl"], tmp_path / "a"))
    told = paishen("query", "by_role", "--archive", tmp_path / "a", "--json").json
    rows = [row for row in told if row["role"] == role]
    points = {"emperor": 12, "guard": 6, "rebel": -18}[role]
    seats = 6 if role == "rebel" else 2
    assert [(row["points"], row["of_games"]) for row in rows] == [(points, seats)]
