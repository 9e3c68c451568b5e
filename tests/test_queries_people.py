"""The questions about persons and about what is stored, each counted once more in plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import accumulate
from typing import Any

import pytest

from analyzer.cards import shown, write_cards
from analyzer.events import Declare, Mind
from tests.queried import Game, Row, ask, finished, games, shadows

SEATS = range(1, 6)
PLACES = ("unplaced", "first", "second", "third", "fourth", "fifth")


def cast(game: Game, seat: int) -> str:
    """The role of a seat as a person thinks of it: an emperor without a guard is alone."""
    role = game.role(seat) or "none"
    return "solo" if role == "emperor" and game.verdict.solo else role


def seated(key: Callable[[Game, int], Any]) -> dict[Any, list[tuple[Game, int]]]:
    """Who sat where in the finished games, in groups, in the order of these."""
    groups: dict[Any, list[tuple[Game, int]]] = {}
    for game in finished():
        for seat in SEATS:
            groups.setdefault(key(game, seat), []).append((game, seat))
    return dict(sorted(groups.items()))


def test_results() -> None:
    rows: list[Row] = []
    for key, mine in seated(lambda game, seat: (game.person(seat), cast(game, seat), game.ruleset)).items():
        outcomes = Counter(game.outcome(seat) for game, seat in mine)
        places = Counter(PLACES[game.place(seat)] for game, seat in mine)
        rows.append(
            {
                **dict(zip(("person", "role", "ruleset"), key, strict=True)),
                "won": outcomes["won"], "drawn": outcomes["draw"], "lost": outcomes["lost"],
                "of_decided": len(mine) - outcomes[None], "points": sum(game.score(seat) for game, seat in mine),
                **{name: places[name] for name in (*PLACES[1:], PLACES[0])}, "of_games": len(mine),
            }
        )  # fmt: skip
    assert ask("results") == rows
    assert ask("results", person="老王") == [row for row in rows if row["person"] == "老王"] != []


def acted(game: Game, seat: int) -> Counter[str]:
    """What a seat did in a game."""
    able = [passed for own, _, passed in game.able if own == seat] if game.full else []
    cards = "".join(write_cards(shown(play.cards).cards) for _, play in game.plays() if play.seat == seat)
    rose = any(
        isinstance(done.event, Declare) and (done.event.what, done.event.seat) == ("rebel", seat)
        for done in game.stands()
    )
    return Counter(
        passed=sum(able), of_able=len(able), jokers=cards.count("B") + cards.count("R"),
        of_tricks=sum(plays[-1][1].seat == seat for plays in game.tricks().values()),
        rose_won=rose and game.outcome(seat) == "won", of_rose=rose, of_games=1,
    )  # fmt: skip


def test_habits() -> None:
    rows: list[Row] = []
    for (person, role), mine in seated(lambda game, seat: (game.person(seat), cast(game, seat))).items():
        if role != "none":
            told: Counter[str] = sum((acted(game, seat) for game, seat in mine), Counter())
            names = ("passed", "of_able", "jokers", "of_tricks", "rose_won", "of_rose", "of_games")
            rows.append({"person": person, "role": role, **{name: told[name] for name in names}})
    assert ask("habits") == rows
    assert ask("habits", person="老王") == [row for row in rows if row["person"] == "老王"]
    for name in ("passed", "jokers", "of_tricks", "rose_won"):
        assert sum(row[name] for row in rows) > 0


def by_day(game: Game) -> tuple[str, int]:
    return str(game.log.started or ""), games().index(game)


def test_trend() -> None:
    mine = [(game, seat) for game in finished() for seat in SEATS if game.person(seat) == "老王"]
    mine.sort(key=lambda pair: by_day(pair[0]))
    totals = accumulate(game.score(seat) for game, seat in mine)
    rows = [
        {
            "game": game.log.game, "started": game.log.started or None, "ruleset": game.ruleset,
            "points": game.score(seat), "total": total,
        }
        for (game, seat), total in zip(mine, totals, strict=True)
    ]  # fmt: skip
    assert ask("trend", person="老王") == rows != []


def test_talk() -> None:
    """What was said stays said, though the play before it is undone."""
    told = 0
    for person in {game.person(seat) for game in finished() for seat in SEATS}:
        rows = [
            {"game": game.log.game, "view": game.log.view or 0, "name": game.log.players[seat - 1]}
            for game in sorted(finished(), key=by_day, reverse=True)
            for seat in SEATS
            if game.person(seat) == person
            and any(isinstance(event, Mind) and event.seat == seat for event in game.log.events)
        ]
        assert ask("talk", person=person, take="500") == rows
        assert ask("talk", person=person, take="1") == rows[:1]
        told += len(rows)
    assert told > 20


def test_sat() -> None:
    counted = Counter(
        (person, game.verdict.status) for game in games() for person in {game.person(seat) for seat in SEATS}
    )
    assert ask("sat") == [
        {"person": person, "status": status, "of_games": many} for (person, status), many in sorted(counted.items())
    ]


STORED: list[Game] = []


@pytest.fixture
def stored() -> list[Game]:
    """All that the archive has, also what does not count."""
    if not STORED:
        STORED.extend([*map(Game, shadows()), *games()])
    return STORED


def test_verdicts(stored: list[Game]) -> None:
    counted = Counter((game.ruleset, game.verdict.status, game.verdict.code) for game in stored)
    order = sorted(counted.items(), key=lambda item: (item[0][0], -item[1], item[0][1], item[0][2] or ""))
    assert ask("verdicts") == [
        {"ruleset": ruleset, "status": status, "code": code, "games": many}
        for (ruleset, status, code), many in order
    ]


def test_facets(stored: list[Game]) -> None:
    days = [day(game) for game in stored if game.log.started]
    assert ask("facets") == [
        {
            "games": len(stored), "players": sorted({name for game in stored for name in game.log.players}),
            "persons": sorted({game.person(seat) for game in games() for seat in SEATS}),
            "rulesets": sorted({game.ruleset for game in stored}), "first": min(days), "last": max(days),
        }
    ]  # fmt: skip


def role_in(game: Game, player: str) -> str | None:
    """The role that a player is said to have, nobody's while the game may go on."""
    verdict = game.verdict
    over = verdict.scores is not None or verdict.status in ("valid", "disputed")
    if player not in game.log.players or not over or verdict.emperor is None or verdict.guard is None:
        return None
    seat = game.log.players.index(player) + 1
    return "emperor" if seat == verdict.emperor else "guard" if seat == verdict.guard else "rebel"


def score_in(game: Game, player: str) -> int:
    scores = game.verdict.scores
    return -999 if scores is None else scores[game.log.players.index(player)]


def day(game: Game) -> str:
    return str(game.log.started or "")[:10]


SEARCHED: dict[tuple[str, ...], Callable[[Game], bool]] = {
    (): lambda _: True,
    ("player=Ann",): lambda game: "Ann" in game.log.players,
    ("ruleset=classic", "status=valid"): lambda game: (game.ruleset, game.verdict.status) == ("classic", "valid"),
    ("text=UNDONE",): lambda game: "undone" in "\n".join((game.log.game, *game.log.players)).lower(),
    ("game=no end",): lambda game: game.log.game == "no end",
    ("since=2026-11-08",): lambda game: day(game) >= "2026-11-08",
    ("until=2026-11-08",): lambda game: "" < day(game) <= "2026-11-08",
    ("player=老王", "role=guard"): lambda game: role_in(game, "老王") == "guard",
    ("player=乙", "role=rebel", "least=1"): lambda game: role_in(game, "乙") == "rebel" and score_in(game, "乙") > 0,
    ("least=12",): lambda game: max(game.verdict.scores or [-999]) >= 12,
    ("most=-9",): lambda game: min(game.verdict.scores or [999]) <= -9,
    ("solo=secret",): lambda game: game.verdict.solo == "secret",
    ("whole=true", "ruleset=simple"): lambda game: (
        game.ruleset == "simple" and game.full and bool(game.verdict.guard) and game.verdict.scores is not None
    ),
}
"""What is searched for, and which games fit."""


@pytest.mark.parametrize("given", list(SEARCHED))
def test_search(stored: list[Game], given: tuple[str, ...]) -> None:
    settings = dict(one.split("=") for one in given)
    wanted = sorted((game.log.game, game.log.view or 0) for game in stored if SEARCHED[given](game))
    found = ask("search", **settings, take="999")
    assert sorted((row["game"], row["view"]) for row in found) == wanted != []
    assert {row["matched"] for row in found} == {len(wanted)}
    assert [row["game"] for row in ask("search", **settings, take="2", skip="1")] == [row["game"] for row in found][1:3]
    if not given:
        assert [row["game"] for row in ask("games")] == [row["game"] for row in found]
        days = [row["started"] or "" for row in found]
        assert days == sorted(days, reverse=True)
