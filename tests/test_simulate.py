"""模拟: games by bots are whole, legal, and the same for the same seed."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from analyzer.bots import BOTS, Seen, choose, dares, known_sides
from analyzer.cards import shown, write_play
from analyzer.errors import PaishenError
from analyzer.events import Abandon, Accept, Escape, Event, Log, Pass, Play, Snatch, Tribute, Void, Yield
from analyzer.events import Deal as DealEvent
from analyzer.paipu import dumps_json, read
from analyzer.replay import judge_log
from analyzer.rules.table import Roles, Solo
from analyzer.rulesets import names
from analyzer.simulate import Chances, result_of, simulate, sitting
from tests import oracle
from tests.conftest import Paishen

SMALL_DECK = {"7h": 3, "8d": 3, "9s": 4, "Th": 2, "2c": 3, "B": 1, "B*": 1, "R": 1, "R*": 1}
HOUSES = (
    {"base": "room-normal", "deck": SMALL_DECK, "stake": 3},
    {"base": "shandong", "deck": SMALL_DECK, "sixes_last": "no", "tribute": True},
    {"base": "room-six", "deck": 216, "end": "all"},
    {"base": "classic", "declare_solo": "both", "tribute": True, "wind_mark": True},
    {"base": "simple", "deck": SMALL_DECK, "throne": "drawn", "auto": False},
)
RELUCTANT = Chances(escape=0, yields=9)


def kinds(log: Log) -> list[type[Event]]:
    return [type(event) for event in log.events]


def assert_valid(log: Log) -> None:
    assert judge_log(log).status == "valid"
    assert oracle.verdict(dumps_json(log))["status"] == "valid"


@pytest.mark.parametrize("name", names())
def test_games_of_every_ruleset_are_valid(name: str) -> None:
    for log in sitting(name, 3, 20):
        assert_valid(log)


@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: str(rules["base"]))
def test_games_of_house_rules_are_valid(rules: dict[str, object]) -> None:
    for log in sitting(rules, 4, 2):
        assert_valid(log)


def test_rare_things_are_legal_too() -> None:
    busy = Chances(escape=1.0, terse=1.0, auto=0.05, mind=0.3)
    logs = [simulate(name, seed, chances=busy) for name in ("simple", "classic") for seed in range(3)]
    for log in logs:
        assert_valid(log)
    assert any(Escape in kinds(log) for log in logs)


def test_nobody_wants_the_throne() -> None:
    void = simulate("room-normal", 4, chances=RELUCTANT)
    assert kinds(void)[1:11] == [Yield] * 10
    drawn = [simulate("tribute", seed, chances=RELUCTANT) for seed in range(6)]
    skipped = [simulate("shandong", seed, chances=RELUCTANT) for seed in range(60)]
    assert any(Void in kinds(log) for log in drawn)
    assert any(Abandon in kinds(log) for log in skipped)
    for log in (void, *drawn, *(log for log in skipped if Yield in kinds(log))):
        assert_valid(log)


def test_strong_hands_snatch() -> None:
    assert any(Snatch in kinds(log) for log in (simulate("classic", seed) for seed in range(60)))


def test_an_emperor_that_can_neither_yield_nor_call_leaves() -> None:
    rules = {"base": "tribute", "throne": "fixed", "call_twos": False}
    left = [log for log in (simulate(rules, seed) for seed in range(60)) if len(log.events) <= 4]
    assert left
    for log in left:
        assert kinds(log)[-2] is Escape
        assert_valid(log)


def test_tribute_is_owed_from_the_game_before() -> None:
    first, second, third = sitting("tribute", 3, 8)
    assert second.previous == result_of(first)
    assert third.previous == result_of(second)
    assert (first.sitting, first.round, third.round) == ("simulated-8", 1, 3)
    assert Tribute in kinds(second) or Tribute in kinds(third)


def test_a_game_without_a_winner_owes_nothing() -> None:
    assert result_of(simulate("room-normal", 4, chances=RELUCTANT)) is None


def test_the_seed_decides_and_every_suit_is_written() -> None:
    log = simulate("shandong", 3)
    assert log == simulate("shandong", 3)
    assert log != simulate("shandong", 4)
    assert log.x is not None
    assert log.x["x-simulated"]["seed"] == "3"
    dealt = log.events[0]
    assert isinstance(dealt, DealEvent)
    cards = [event.cards for event in log.events if isinstance(event, Play)]
    assert all(card < 56 for hand in (*map(str, dealt.hands), *cards) for card in shown(hand).cards)


def test_times_go_on_from_the_start() -> None:
    log = simulate("simple", 1, started="2026-11-30T20:00:00+08:00")
    times = [event.t for event in log.events]
    assert times[0] == 0
    assert all(isinstance(t, int) for t in times)
    assert times == sorted(times, key=str) or times == sorted(times, key=lambda t: int(str(t)))


def test_terse_games_leave_out_the_passes_after_a_big_joker() -> None:
    terse, full = (simulate("room-quick", 5, chances=Chances(escape=0, terse=share)) for share in (1.0, 0.0))
    assert kinds(terse).count(Pass) < kinds(full).count(Pass)
    assert_valid(terse)


def test_no_such_bot() -> None:
    with pytest.raises(PaishenError, match="no bot foo; there are: random, cautious, bold, careful, wild"):
        simulate("simple", 1, bots=("foo",) * 5)


# -- bots --------------------------------------------------------------------------------------------------------


def seen(hand: str, standing: str = "", **more: Any) -> Seen:
    row = [0] * 16
    for card in shown(hand).cards:
        rank = card >> 2 if card < 52 else 13 if card < 54 else 14
        row[rank] += 1
        row[15] += 1
    base = Seen(2, tuple(row), (0, 20, row[15], 20, 20, 20), 0b100, 0b10, shown(standing).play if standing else 0, 1)
    return base._replace(**more)


CALM = BOTS["cautious"]._replace(noise=0.0)


def chosen(view: Seen, *plays: str) -> str:
    play = choose(CALM, view, [shown(text).play for text in plays], Random(1))
    return write_play(play) if play else "-"


def test_a_bot_lets_an_ally_pass_but_not_a_foe() -> None:
    assert chosen(seen("9s9h TsTh Kd", "88", foes=0b10), "99", "TT") == "99"
    assert chosen(seen("9s9h TsTh Kd", "88", allies=0b110, foes=0), "99", "TT") == "-"


def test_a_bot_keeps_its_jokers_unless_a_foe_is_nearly_out() -> None:
    hand = seen("R 7s 8s 9s Ts Js", "A", foes=0b10)
    assert chosen(hand, "R") == "-"
    assert chosen(hand._replace(sizes=(0, 1, 6, 20, 20, 20)), "R") == "R"


def test_a_bot_leads_low_and_goes_out_when_it_can() -> None:
    assert chosen(seen("7s7h 2s2h R"), "7", "77", "2", "22", "R", "R77", "R22") == "77"
    assert chosen(seen("R2s", "AA", allies=0b110), "R2") == "R2"


def test_nothing_to_play_is_a_pass() -> None:
    assert choose(CALM, seen("7s", "8"), [], Random(1)) == 0


def test_a_strong_hand_dares() -> None:
    strong, weak = seen("RRRBBB2s2s2h2h2d").row, seen("6s6h6d7s7h7d8s8h9s9hTs").row
    assert dares(CALM, strong, 4.4, Random(1))
    assert not dares(CALM, weak, 2.0, Random(1))


@pytest.mark.parametrize(
    ("roles", "seat", "known", "sides"),
    [
        (Roles(emperor=1, guard=3), 1, False, ({1}, set())),
        (Roles(emperor=1, guard=3), 3, False, ({1, 3}, set())),
        (Roles(emperor=1, guard=3), 5, False, ({5}, {1})),
        (Roles(emperor=1, guard=3, rebels=1 << 4), 5, False, ({4, 5}, {1})),
        (Roles(emperor=1, guard=3, rebels=1 << 4), 1, False, ({1}, {4})),
        (Roles(emperor=1, guard=3, open_guard=1), 5, False, ({2, 4, 5}, {1, 3})),
        (Roles(emperor=1, guard=3), 1, True, ({1, 3}, {2, 4, 5})),
        (Roles(emperor=1, guard=1, solo=Solo.SECRET), 1, False, ({1}, {2, 3, 4, 5})),
        (Roles(emperor=1, guard=1, solo=Solo.SECRET), 2, False, ({2}, {1})),
        (Roles(emperor=1, guard=1, solo=Solo.OPEN), 2, False, ({2, 3, 4, 5}, {1})),
    ],
)
def test_what_a_seat_knows(roles: Roles, seat: int, known: bool, sides: tuple[set[int], set[int]]) -> None:
    allies, foes = known_sides(roles, seat, known=known)
    assert tuple({s for s in range(1, 6) if mask >> s & 1} for mask in (allies, foes)) == sides


# -- the command ---------------------------------------------------------------------------------------------------


def test_the_command_writes_lines(paishen: Paishen) -> None:
    ran = paishen("simulate", "--rules", "shandong", "--games", "2", "--seed", "7")
    assert ran.status == 0
    headers = [json.loads(line) for line in ran.lines if '"format"' in line]
    assert [header["game"] for header in headers] == ["simulated-shandong-7/1", "simulated-shandong-7/2"]
    assert ran.out == paishen("simulate", "--rules", "shandong", "--games", "2", "--seed", "7").out


def test_the_command_writes_a_file(paishen: Paishen, tmp_path: Path) -> None:
    out = tmp_path / "games.paipu.jsonl"
    ran = paishen("simulate", "--rules", '{"base": "simple", "stake": 2}', "--bots", "bold,careful", "-o", out)
    assert (ran.status, ran.out, ran.err) == (0, "", f"1 局写入 {out}\n")
    (found,) = read(out)
    assert judge_log(found.log).status == "valid"  # type: ignore[union-attr]
    assert paishen("validate", out).status == 0


def test_rules_from_a_file(paishen: Paishen, tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('base = "room-six"\nstake = 5\n', encoding="utf-8")
    ran = paishen("simulate", "--rules", tmp_path / "house.toml")
    assert json.loads(ran.lines[0])["rules"] == {"base": "room-six", "stake": 5}


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--rules", "nix"), "没有玩法 nix; 有: classic, "),
        (("--bots", "foo"), "没有电脑 foo; 有: random, cautious, bold, careful"),
        (("--bots", ""), "没有电脑 (空); 有: "),
        (("--rules", '{"base": "simple", "stake": 0}'), "rules.stake"),
        (("-o", "games.docx"), "games.docx: "),
    ],
)
def test_bad_usage_is_one_sentence(paishen: Paishen, args: tuple[str, ...], said: str) -> None:
    ran = paishen("simulate", *args)
    assert ran.status == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_accept_may_be_said_or_not_where_the_throne_is_settled() -> None:
    said = {Accept in kinds(simulate("room-quick", seed)) for seed in range(12)}
    assert said == {True, False}
