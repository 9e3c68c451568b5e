"""战绩的问题: what `results`, `habits`, `trend`, `sat` and `talk` answer, counted again from the logs, another way."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from analyzer.archive import Archive, questions
from analyzer.importing import bring
from analyzer.intervals import Share
from analyzer.paipu import dumps_json
from analyzer.replay import judge_log
from analyzer.simulate import simulate

NAMES = ["甲", "乙", "丙", "丁", "戊", "己", "庚"]
Row = dict[str, Any]


def games() -> list[Row]:
    """Thirty games of seven players: valid ones, two that stop early, one with a wrong claim, one twice."""
    found = []
    for number in range(30):
        rules = ("room-normal", "simple", "shandong")[number % 3]
        log = json.loads(dumps_json(simulate(rules, number)))
        seats = [NAMES[(number + step * 2) % 7] for step in range(5)]
        day = f"2026-01-{1 + (number * 7) % 28:02}T08:00:00+08:00"
        found.append({**log, "game": f"g{number}", "players": seats, "started": day})
    for cut in (3, 4):
        found[cut]["events"] = found[cut]["events"][:-6]
    found[5]["events"][-1]["scores"] = [9, 9, 9, 9, 9]
    return found


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    folder = tmp_path_factory.mktemp("archive")
    file = folder / "games.paipu.jsonl"
    logs = games()
    onlooker = {**logs[0], "view": -1}
    onlooker["events"] = [
        {**event, "hands": [len(sizes(hand)) for hand in event["hands"]]} if event["type"] == "deal" else event
        for event in logs[0]["events"]
    ]
    lines = "\n".join(json.dumps(log, ensure_ascii=False) for log in (*logs, onlooker))
    file.write_text(lines, "utf-8")
    assert {entry.outcome for entry in bring([file], folder)} == {"stored"}
    return Archive(folder)


def sizes(hand: str) -> list[str]:
    """The cards of a hand, one by one."""
    found: list[str] = []
    for sign in hand:
        if sign in "shdc*":
            found[-1] += sign
        else:
            found.append(sign)
    return found


def fair(tmp_path: Path) -> list[tuple[Row, Any]]:
    """The games that count, with their verdicts."""
    from analyzer.paipu import Sourced, loads

    kept = []
    for log in games():
        (found,) = loads(json.dumps(log).encode(), str(tmp_path / "a.json"))
        assert isinstance(found, Sourced)
        verdict = judge_log(found.log)
        if verdict.status in {"valid", "disputed"}:
            kept.append((log, verdict))
    return kept


def role_of(verdict: Any, seat: int) -> str:
    if seat == verdict.emperor:
        return "solo" if verdict.guard == seat else "emperor"
    return "guard" if seat == verdict.guard else "rebel"


def ask(archive: Archive, name: str, **given: object) -> list[Row]:
    question = questions()[name]
    return archive.ask(question.sql, {**dict.fromkeys(question.parameters), **given})


def test_results_are_those_of_the_verdicts(archive: Archive, tmp_path: Path) -> None:
    mine: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    for log, verdict in fair(tmp_path):
        for seat, name in enumerate(log["players"], 1):
            role = role_of(verdict, seat)
            line = mine[name, role, log["rules"]]
            won = "rebels" if role == "rebel" else "emperor"
            line.update(of_games=1, won=verdict.winner == won, drawn=verdict.winner == "draw")
            line["points"] += verdict.scores[seat - 1]
            line[("unplaced", "first", "second", "third", "fourth", "fifth")[verdict.places[seat - 1]]] += 1
    found = {(row["person"], row["role"], row["ruleset"]): row for row in ask(archive, "results")}
    assert found.keys() == mine.keys()
    for key, line in mine.items():
        assert {name: found[key][name] for name in line} == dict(line)
    assert sum(row["of_games"] for row in found.values()) == 5 * len(fair(tmp_path)) == 5 * 28


def test_habits_are_those_of_the_plays(archive: Archive, tmp_path: Path) -> None:
    jokers: Counter[tuple[str, str]] = Counter()
    tricks: Counter[tuple[str, str]] = Counter()
    passes: Counter[tuple[str, str]] = Counter()
    rose: Counter[tuple[str, str]] = Counter()
    for log, verdict in fair(tmp_path):
        last, owner = "", 0
        alive = dict.fromkeys(range(1, 6), True)
        barred: set[int] = set()
        left = {seat: len(sizes(hand)) for seat, hand in enumerate(log["events"][0]["hands"], 1)}
        key = {seat: (name, role_of(verdict, seat)) for seat, name in enumerate(log["players"], 1)}
        waiting: set[int] = set()
        for event in log["events"]:
            if event["type"] == "yield":
                left[event["seat"]] -= len(sizes(event["cards"]))
                left[event["to"]] += len(sizes(event["cards"]))
            elif event["type"] == "play":
                seat = event["seat"]
                cards = sizes(event["cards"])
                if owner and (not waiting or "R" in last):  # nobody is left, or nobody can: the trick was over
                    tricks[key[owner]] += 1
                    barred.clear()
                jokers[key[seat]] += sum(card[0] in "BR" for card in cards)
                left[seat] -= len(cards)
                alive[seat] = left[seat] > 0
                last, owner = event["cards"], seat
                waiting = {other for other in alive if alive[other] and other != seat} - barred
            elif event["type"] == "pass":
                passes[key[event["seat"]]] += 1
                waiting.discard(event["seat"])
                if log["rules"] == "shandong":
                    barred.add(event["seat"])
            elif event["type"] == "declare" and event["what"] == "rebel":
                rose[key[event["seat"]]] += 1
        tricks[key[owner]] += 1
    found = {(row["person"], row["role"]): row for row in ask(archive, "habits")}
    for one, row in found.items():
        assert (row["jokers"], row["of_rose"]) == (jokers[one], rose[one])
        assert row["passed"] <= min(row["of_able"], passes[one])
    assert {one: row["of_tricks"] for one, row in found.items()} == {one: tricks[one] for one in found}
    assert sum(row["passed"] for row in found.values()) > 0


def test_a_trend_adds_up(archive: Archive, tmp_path: Path) -> None:
    mine = sorted(
        (log["started"], int(log["game"][1:]), verdict.scores[log["players"].index("丙")])
        for log, verdict in fair(tmp_path) if "丙" in log["players"]
    )  # fmt: skip
    rows = ask(archive, "trend", person="丙")
    assert [(row["started"], int(row["game"][1:]), row["points"]) for row in rows] == mine
    assert rows[-1]["total"] == sum(score for _, _, score in mine)
    assert all(isinstance(row["total"], int) for row in rows)


def test_where_a_person_sat(archive: Archive) -> None:
    sat = sum("甲" in log["players"] for log in games())
    assert sum(row["of_games"] for row in ask(archive, "sat", person="甲")) == sat
    assert {row["status"] for row in ask(archive, "sat")} == {"valid", "disputed", "incomplete"}


def test_games_with_messages(archive: Archive, tmp_path: Path) -> None:
    mine = {
        log["game"] for log, _ in fair(tmp_path) for event in log["events"]
        if event["type"] == "mind" and log["players"][event["seat"] - 1] == "乙"
    }  # fmt: skip
    assert {row["game"] for row in ask(archive, "talk", person="乙")} == mine
    assert len(ask(archive, "talk", person="乙", take=1)) == min(1, len(mine))


def test_a_ruleset_narrows_every_answer(archive: Archive) -> None:
    assert {row["ruleset"] for row in ask(archive, "results", ruleset="simple")} == {"simple"}
    for name, more in (("trend", {"person": "甲"}), ("habits", {})):
        assert len(ask(archive, name, ruleset="tribute", **more)) == 0


def test_the_interval_holds_as_often_as_it_says() -> None:
    """Of 2,000 shares of 40 with a true share of 0.3, about 95 in 100 intervals have it."""
    import random

    dice = random.Random(7)
    hits = 0
    for _ in range(2000):
        low, high = Share(sum(dice.random() < 0.3 for _ in range(40)), 40).interval or (1.0, 0.0)
        hits += low <= 0.3 <= high
    assert 0.93 < hits / 2000 < 0.97
