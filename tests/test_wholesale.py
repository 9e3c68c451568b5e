"""成批模拟: games by chance alone are whole and legal for any rules, and a seed's bytes are always the same."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec import UNSET

from analyzer.events import TYPES, Log, type_of
from analyzer.paipu import Sourced, dumps_json, dumps_lines, loads, read
from analyzer.replay import judge_log
from analyzer.rulesets import names
from analyzer.simulate import result_of
from analyzer.simulate.by_chance import make_games
from analyzer.simulate.wholesale import TABLE, games_by_chance
from tests import oracle
from tests.conftest import Paishen
from tests.test_simulate import HOUSES

FIXED = {"base": "tribute", "throne": "fixed", "call_twos": False}
RULES: tuple[str | dict[str, object], ...] = (*names(), *HOUSES, FIXED)
BY_NAME = [rules if isinstance(rules, str) else f"{rules['base']} of a house" for rules in RULES]


def logs_of(lines: bytes) -> list[Log]:
    """The games of some lines, each of them read."""
    found = list(loads(lines, "games.paipu.jsonl"))
    assert all(isinstance(one, Sourced) for one in found)
    return [one.log for one in found if isinstance(one, Sourced)]


def made(rules: object, games: int, seed: int = 1, workers: int = 1, *, plain: bool = False) -> bytes:
    by = make_games if plain else None
    return b"".join(games_by_chance(rules, games, seed, workers=workers, loop=by))  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", RULES, ids=BY_NAME)
def test_games_are_valid_and_their_scores_are_right(rules: object) -> None:
    logs = logs_of(made(rules, 12, 5))
    assert len(logs) == 12
    for log in logs:
        verdict = judge_log(log)
        assert (verdict.status, verdict.scores) == ("valid", verdict.claimed_scores), log.game
        assert verdict.claimed_places == verdict.places
        assert type_of(log.events[-1]) == "end"
        assert log.x == {"x-simulated": {"seed": f"5/{log.game.rsplit('/')[-1]}", "policy": "random"}}
    assert oracle.verdict(dumps_json(logs[0]))["status"] == "valid"


@pytest.mark.parametrize("rules", RULES, ids=BY_NAME)
def test_lines_are_as_our_writer_writes_them_compiled_or_not(rules: object) -> None:
    lines = made(rules, 3, 2)
    assert b"".join(map(dumps_lines, logs_of(lines))) == lines
    assert made(rules, 3, 2, plain=True) == lines


def test_a_seed_gives_the_same_bytes_on_any_number_of_threads() -> None:
    lines = made("tribute", 2 * TABLE + 7)
    assert made("tribute", 2 * TABLE + 7, workers=2) == made("tribute", 2 * TABLE + 7, workers=5) == lines
    assert lines.startswith(made("tribute", TABLE - 1))
    assert lines.startswith(made("tribute", TABLE + 1))
    assert made("tribute", 1, 2) != made("tribute", 1, 1)


def test_a_table_plays_on_and_pays_its_tribute() -> None:
    logs = logs_of(made("tribute", TABLE + 2))
    for before, log in pairwise(logs):
        owed = result_of(before) if log.round != 1 else None
        assert log.previous == (UNSET if owed is None else owed)
    assert {log.sitting for log in logs} == {"random-1/1", "random-1/2"}
    assert [log.round for log in logs[-3:]] == [100, 1, 2]
    assert sum(type_of(log.events[1]) == "tribute" for log in logs) > TABLE / 2


def test_all_that_the_rules_allow_happens() -> None:
    """Among many games is every kind of event but those that are no part of play."""
    lines = b"".join(made(rules, 500, 3) for rules in (*names(), HOUSES[3], FIXED))
    played = {"deal", "tribute", "draw", "accept", "yield", "snatch", "abandon", "void", "call", "declare"}
    wanted = {*played, "play", "pass", "escape", "end"}
    assert {name for name in TYPES if b'{"type":"%s"' % name.encode() in lines} == wanted
    for what in (b'"guard"', b'"solo"', b'"rebel"'):
        assert b'"what":' + what in lines
    assert {line[22:23] for line in lines.splitlines() if line.endswith(b'"wind":true}')} == set(b"1 2 3 4 5".split())


def test_chance_deals_every_card_to_every_seat() -> None:
    """Who gets the guard's joker, in a thousand deals: about two hundred each (chi-square 23.5 is one in 10,000)."""
    deals = [line for line in made("simple", 1000, 9).splitlines() if line.startswith(b'{"type":"deal"')]
    held = Counter(line[: line.index(b"B*")].count(b'","') for line in deals)
    assert sum((held[seat] - 200) ** 2 / 200 for seat in range(1, 6)) < 23.5


# -- the command ---------------------------------------------------------------------------------------------------


def test_the_command_makes_them(paishen: Paishen, tmp_path: Path) -> None:
    few, more = tmp_path / "few.paipu.jsonl", tmp_path / "more.paipu.jsonl"
    args = ("simulate", "--policy", "random", "--rules", "shandong", "--seed", "4")
    ran = paishen(*args, "-n", "3", "-o", few)
    assert (ran.status, ran.out, ran.err) == (0, "", f"3 局写入 {few}\n")
    assert paishen(*args, "-n", "60", "--workers", "3", "-o", more).status == 0
    assert more.read_bytes().startswith(few.read_bytes())
    assert paishen(*args, "-n", "3").out.encode() == few.read_bytes()
    ran = paishen("validate", more)
    assert ran.status == 0
    assert sum("有效" in line for line in ran.lines) == 60


def test_the_command_writes_other_forms(paishen: Paishen, tmp_path: Path) -> None:
    for end in ("txt", "parquet", "jsonl"):
        assert paishen("simulate", "--policy", "random", "-n", "2", "-o", tmp_path / f"games.{end}").status == 0
    text, columns, lines = ([found.log.events for found in read(tmp_path / f"games.{end}")]  # type: ignore[union-attr]
                            for end in ("txt", "parquet", "jsonl"))  # fmt: skip
    assert text == columns == lines


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--policy", "random", "--bots", "bold"), "--policy random 不用 --bots"),
        (("--workers", "2"), "--workers 只用于 --policy random"),
        (("--policy", "clever"), "bots, random"),
        (("--policy", "random", "--rules", "nix"), "没有玩法 nix"),
        (("--policy", "random", "-n", "2", "-o", "games.docx"), "games.docx: "),
        (("--policy", "random", "-n", "2", "-o", "no/such/games.jsonl"), "写不进去"),
    ],
)
def test_bad_usage_is_one_sentence(paishen: Paishen, args: tuple[str, ...], said: str) -> None:
    ran = paishen("simulate", *args)
    assert ran.status == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1
