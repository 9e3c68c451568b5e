"""博物馆·文件: faults of files that hold several games, and of what comes twice."""

from __future__ import annotations

import itertools
from pathlib import Path

from tests.conftest import Paishen
from tests.museum.game import NAMES, POINTS, acts, header, lines, points, put


def test_an_illegal_game_is_stored_as_such_and_the_next_is_judged_afresh(paishen: Paishen, tmp_path: Path) -> None:
    """The parser must not walk on after an illegal move, nor take it into the next game."""
    wrong = acts()
    wrong[3] = {"type": "play", "seat": 3, "cards": "9h"}
    file = put(tmp_path / "a.jsonl", lines(wrong), lines(game="next"))
    one, other = paishen("validate", file, "--json").json
    assert (one["status"], one["event"], one["code"], one["scores"]) == ("illegal", 3, "not_your_turn", None)
    assert (other["status"], other["scores"]) == ("valid", [2, 1, -1, -1, -1])


def test_importing_twice_in_every_order_doubles_nothing(paishen: Paishen, tmp_path: Path) -> None:
    files = [put(tmp_path / f"{at}.jsonl", lines(game=str(at))) for at in range(3)]
    for number, order in enumerate(itertools.permutations(files)):
        archive = tmp_path / f"archive{number}"
        assert paishen("import", *order, "--archive", archive).status == 0
        mixed = put(tmp_path / "mixed.jsonl", lines(game="2"), lines(game="0"))
        again = paishen("import", *reversed(order), mixed, "--archive", archive, "--json")
        assert [one["outcome"] for one in again.json] == ["duplicate"] * 5
        assert points(paishen, archive) == {name: 3 * made for name, made in POINTS.items()}


def test_seat_0_is_refused_not_empty(paishen: Paishen, tmp_path: Path) -> None:
    file = put(tmp_path / "a.jsonl", lines([*acts()[:2], {"type": "play", "seat": 0, "cards": "6s"}]))
    ran = paishen("validate", file, "--json", "--lang", "en")
    assert (ran.json[0]["status"], ran.json[0]["line"]) == ("unreadable", 4)
    assert "a number >= 1 is wanted" in ran.json[0]["message"]


def test_the_names_are_those_of_the_file(paishen: Paishen, tmp_path: Path) -> None:
    """Not a key of the header is lost or made up on the way through an archive."""
    keys = {**header(game="x"), "started": "2026-11-30T23:59:59+08:00", "sitting": "s", "round": 3, "x-a": [1, None]}
    file = put(tmp_path / "a.jsonl", lines(**keys))
    paishen("import", file, "--archive", tmp_path / "archive")
    (row,) = paishen("query", "games", "--archive", tmp_path / "archive", "--json").json
    assert [row[key] for key in ("game", "players", "sitting", "round")] == ["x", NAMES, "s", 3]
