"""The questions about results and people, each counted once more in plain Python."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from analyzer.archive import questions
from analyzer.events import End
from tests.queried import Game, Row, archive, ask, finished, games, percent, rounded, tally

SEATS = range(1, 6)
RULESETS = [None, "room-normal"]


def settings(ruleset: str | None) -> dict[str, str]:
    return {"ruleset": ruleset} if ruleset else {}


def test_the_games_have_what_is_asked_for() -> None:
    found = finished()
    assert {game.verdict.status for game in games()} == {"valid", "disputed", "illegal", "incomplete"}
    assert {game.verdict.solo for game in found} == {None, "secret", "open"}
    assert {game.verdict.winner for game in found} == {None, "emperor", "rebels", "draw"}
    assert any(not game.full for game in games())
    assert any(game.moments[-1].undone for game in found)


NEEDED = {"trend": {"person": "王大"}}
"""What a question cannot be asked without."""


@pytest.mark.parametrize("name", [name for name, one in questions().items() if "ruleset" in one.parameters])
def test_a_ruleset_is_as_if_there_were_no_other(name: str) -> None:
    question, ruleset = questions()[name], "encyclopedia"
    settings = {**dict.fromkeys(question.parameters), **NEEDED.get(name, {})}
    alone = archive(ruleset).ask(question.sql, settings)
    asked = archive().ask(question.sql, {**settings, "ruleset": ruleset})
    hidden = ("number", "line", "file", "log_at", "log_bytes", "log_size", "log_sha256", "log_skip")
    assert [without(row, hidden) for row in asked] == [without(row, hidden) for row in alone] != []


def without(row: Row, names: tuple[str, ...]) -> Row:
    return {name: value for name, value in row.items() if name not in names}


def scored(chosen: list[tuple[Game, int]]) -> Row:
    scores = [game.score(seat) for game, seat in chosen]
    return {
        **tally(game.outcome(seat) for game, seat in chosen),
        "points": sum(scores), "of_games": len(scores), "mean": rounded(sum(scores) / len(scores), 2),
        "worst": min(scores), "best": max(scores),
    }  # fmt: skip


@pytest.mark.parametrize("ruleset", RULESETS)
def test_by_role(ruleset: str | None) -> None:
    rows = []
    for role in ("emperor", "guard", "rebel"):
        chosen = [(game, seat) for game in finished(ruleset) for seat in SEATS if game.role(seat) == role]
        rows.append({"role": role, **scored(chosen)})
    assert ask("by_role", **settings(ruleset)) == rows


@pytest.mark.parametrize("ruleset", RULESETS)
def test_by_seat(ruleset: str | None) -> None:
    rows = [{"seat": seat, **scored([(game, seat) for game in finished(ruleset)])} for seat in SEATS]
    assert ask("by_seat", **settings(ruleset)) == rows


def test_by_ruleset() -> None:
    rows = []
    for name in sorted({game.ruleset for game in games()}):
        chosen = finished(name)
        emperors = [game.score(game.verdict.emperor) for game in chosen if game.verdict.emperor]
        rows.append(
            {
                "ruleset": name,
                **tally((game.verdict.winner for game in chosen), "emperor", "rebels"),
                "solos": sum(game.verdict.solo is not None for game in chosen),
                "doubled": sum(bool(game.verdict.doubled) for game in chosen),
                "points": sum(emperors),
                "of_games": len(chosen),
                "of_counted": sum(game.ruleset == name for game in games()),
            }
        )
    assert ask("by_ruleset") == rows
    assert ask("by_ruleset", ruleset="simple") == [row for row in rows if row["ruleset"] == "simple"]


def profile(person: str, role: str, chosen: list[tuple[Game, int]]) -> Row:
    able = [passed for game, own in chosen if game.full for seat, _, passed in game.able if seat == own]
    return {
        "person": person, "role": role,
        **tally(game.outcome(seat) for game, seat in chosen),
        "points": sum(game.score(seat) for game, seat in chosen),
        "solos": sum(game.role(seat) == "emperor" and game.verdict.solo is not None for game, seat in chosen),
        "first": sum(game.place(seat) == 1 for game, seat in chosen),
        "of_games": len(chosen), "passed": sum(able), "of_able": len(able),
    }  # fmt: skip


def test_profile() -> None:
    seated = [(game, seat) for game in finished() for seat in SEATS]
    rows = []
    for person in sorted({game.person(seat) for game, seat in seated}):
        mine = [(game, seat) for game, seat in seated if game.person(seat) == person]
        roles = {game.role(seat) or "none" for game, seat in mine}
        parts = [("all", mine)] + [
            (role, [(game, seat) for game, seat in mine if (game.role(seat) or "none") == role]) for role in roles
        ]
        rows += [profile(person, role, part) for role, part in sorted(parts, key=lambda part: part[0])]
    assert ask("profile") == rows
    assert {"老王", "小甲", "王大"} <= {row["person"] for row in rows}
    assert ask("profile", person="小甲") == [row for row in rows if row["person"] == "小甲"]


def meetings() -> list[Row]:
    """Every two persons at a table, both ways round, by their roles."""
    met: dict[tuple[str, str, str, str], list[tuple[int, int]]] = {}
    for game in finished():
        for one, other in permutations(SEATS, 2):
            role, theirs = game.role(one), game.role(other)
            if role and theirs:
                key = game.person(one), game.person(other), role, theirs
                met.setdefault(key, []).append((game.score(one), game.score(other)))
    rows = []
    for (person, against, role, theirs), scores in sorted(met.items()):
        more = sum(ours > their for ours, their in scores)
        rows.append(
            {
                "person": person, "role": role, "against": against, "their_role": theirs, "more": more,
                "fewer": sum(ours < their for ours, their in scores),
                "as_many": sum(ours == their for ours, their in scores),
                "of_games": len(scores), "percent": percent(more, len(scores)),
                "points": sum(ours for ours, _ in scores), "their_points": sum(their for _, their in scores),
            }
        )  # fmt: skip
    return rows


def test_head_to_head() -> None:
    rows = meetings()
    assert ask("head_to_head") == [row for row in rows if row["person"] < row["against"]]
    assert ask("head_to_head", person="老王") == [row for row in rows if row["person"] == "老王"]
    assert ask("head_to_head", against="老王") == [row for row in rows if row["against"] == "老王"]
    both = [row for row in rows if (row["person"], row["against"]) == ("老王", "丁")]
    assert ask("head_to_head", person="老王", against="丁") == both != []


def test_disputes_by_player() -> None:
    rows: list[Row] = []
    for person in {game.person(seat) for game in games() for seat in SEATS}:
        mine = [(game, seat) for game in games() for seat in SEATS if game.person(seat) == person]
        statuses = Counter(game.verdict.status for game, _ in mine)
        own = 0
        for game, seat in mine:
            at = game.verdict.event
            own += at is not None and getattr(game.log.events[at], "seat", 0) == seat
        bad = statuses["disputed"] + statuses["illegal"]
        rows.append(
            {
                "person": person, "disputed": statuses["disputed"], "illegal": statuses["illegal"], "own": own,
                "of_games": len(mine), "percent": percent(bad, len(mine)),
            }
        )  # fmt: skip
    rows.sort(key=lambda row: (-row["disputed"] - row["illegal"], row["person"]))
    assert ask("disputes_by_player") == rows
    assert ask("disputes_by_player", person="老王") == [row for row in rows if row["person"] == "老王"]
    assert sum(row["own"] for row in rows) == 4


def wrong(game: Game) -> str | None:
    """The code of an illegal game, the first wrong claim of a disputed one."""
    verdict = game.verdict
    if verdict.status != "disputed":
        return verdict.code
    end = next(event for event in reversed(game.log.events) if isinstance(event, End))
    claims: dict[str, Any] = {"emperor": end.emperor, "guard": end.guard, "places": end.places, "scores": end.scores}
    for name, claim in claims.items():
        if claim and claim != getattr(verdict, name):  # what a claim has settled is as it says
            return name
    raise AssertionError(game.log.game)


def test_disputes_by_code() -> None:
    counted = Counter((game.verdict.status, wrong(game)) for game in games() if wrong(game))
    rows = [
        {
            "status": status, "code": code, "games": many, "of_games": len(games()),
            "percent": percent(many, len(games())),
        }
        for (status, code), many in sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    ]  # fmt: skip
    assert ask("disputes_by_code") == rows
    assert {row["code"] for row in rows} >= {"emperor", "guard", "places", "scores", "not_your_turn"}
    hidden = [game for game in games() if game.log.game == "a rebel as guard"]
    assert [(game.verdict.guard, wrong(game)) for game in hidden] == [(None, "guard")]
