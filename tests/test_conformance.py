"""答案: the hand-written answers of `replays/conformance`, put to the engine and to the oracle."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from analyzer.cards import MIXED, shown, unpack, write_play
from analyzer.data import data
from analyzer.paipu import loads
from analyzer.replay import judge_found
from analyzer.rulebook import paragraphs
from analyzer.rules.acts import Act, Kind
from analyzer.rules.moves import legal_plays
from analyzer.rules.plays import beats, play_size
from analyzer.rules.possession import Hands, hands_of, look, move
from analyzer.rules.scoring import Winner, is_doubled, points, winner
from analyzer.rules.step import judge, step
from analyzer.rules.table import ALL_SEATS, Facts, Phase, Roles, Solo, Table
from analyzer.rules.tricks import judge_play, leader_after
from analyzer.rules.verdicts import SENTENCES, Code, code_name
from analyzer.rulesets import names, resolve
from tests import oracle

FOLDER = data("replays") / "conformance"
Row = dict[str, str]


def rows(name: str) -> list[Row]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def objects(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]


BEATS, SCORES, GAMES, EXPECTED = rows("beats.csv"), rows("scores.csv"), objects("games.jsonl"), objects("expect.jsonl")


# -- which play beats which --------------------------------------------------------------------------------------


def named(row: Row) -> str:
    return f"{row['play']}-{row['standing']}-{row['ruleset']}-{row['keeps']}"


@pytest.mark.parametrize("row", BEATS, ids=named)
def test_beats(row: Row) -> None:
    play = shown(row["play"]).play
    standing = shown(row["standing"]).play if row["standing"] else 0
    table = Table(phase=Phase.PLAY, turn=1, standing=standing, owner=5)
    facts = Facts(left=int(row["keeps"]), holds=1)
    code = judge_play(resolve(row["ruleset"]).ruleset, table, Act(Kind.PLAY, 1, 0, play), facts)
    assert (code_name(code) if code else "yes") == row["answer"], row["why"]


@pytest.mark.parametrize("row", [row for row in BEATS if row["standing"]], ids=named)
def test_beats_alone(row: Row) -> None:
    play, standing = shown(row["play"]).play, shown(row["standing"]).play
    if play >> 11 != MIXED and play_size(play) == play_size(standing) and row["answer"] != "six_not_last":
        assert beats(play, standing) == (row["answer"] == "yes"), row["why"]


@pytest.mark.parametrize("row", BEATS, ids=named)
def test_beats_by_the_oracle(row: Row) -> None:
    rules = oracle.resolve(row["ruleset"])
    cards = oracle.parse_cards(row["play"], "")
    spare = ["7s"] * int(row["keeps"])
    held = [card + "s" if oracle.is_unsuited(card) else card for card in cards] + spare
    standing = [card[0] for card in oracle.parse_cards(row["standing"], "", may_be_empty=True)]
    world = bare_world(rules, held)
    world.table = sorted(standing, key=oracle.RANKS.index, reverse=True)
    world.waiting, world.last_player = ([1, 2, 3, 4], 5) if standing else ([], 1)
    try:
        oracle.play(world, {"type": "play", "seat": 1, "cards": row["play"]})
        answer = "yes"
    except oracle.Refused as refusal:
        answer = refusal.code
    assert answer == row["answer"], row["why"]


def bare_world(rules: dict[str, Any], held: list[str]) -> oracle.World:
    """A world in which seat 1 holds these cards and leads, and the others hold some."""
    pools = {seat: oracle.known_pool(held if seat == 1 else ["7h"] * 9) for seat in oracle.SEATS}
    world = oracle.World(rules, Counter(), pools, exact=True, king=1, bearer=2)
    return replace(world, phase="play", emperor=1, guard=2, leader=1)


# -- scores --------------------------------------------------------------------------------------------------------


def score_name(row: Row) -> str:
    return f"{row['ruleset']}-{row['solo']}-{row['said'].replace(' ', '+')}-{row['places'].replace(' ', '')}"


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


@pytest.mark.parametrize("row", SCORES, ids=score_name)
def test_scores(row: Row) -> None:
    ruleset = resolve(row["ruleset"]).ruleset
    emperor, guard = int(row["emperor"]), int(row["guard"])
    solo = Solo[row["solo"].upper() or "NONE"]
    roles = Roles(emperor, guard, solo, int("guard" in row["said"]), risen=int("rebel" in row["said"]))
    places = sum(place << 3 * seat for seat, place in enumerate(numbers(row["places"]), 1))
    table = Table(phase=Phase.OVER, roles=roles, places=places)
    assert list(points(ruleset, table)) == numbers(row["scores"]), row["why"]
    assert Winner(winner(ruleset, table)).name.lower() == row["winner"], row["why"]
    assert is_doubled(ruleset, roles) == (bool(row["said"]) or solo == Solo.OPEN or doubles_any_solo(row))


def doubles_any_solo(row: Row) -> bool:
    return row["ruleset"] == "encyclopedia" and row["solo"] != ""


@pytest.mark.parametrize("row", SCORES, ids=score_name)
def test_scores_by_the_oracle(row: Row) -> None:
    emperor, guard = int(row["emperor"]), int(row["guard"])
    world = bare_world(oracle.resolve(row["ruleset"]), ["7s"])
    world.emperor, world.guard, world.how_over = emperor, guard, "played"
    world.open_solo, world.open_guard = row["solo"] == "open", "guard" in row["said"]
    world.rebels = [3, 4] if "rebel" in row["said"] else []
    world.places = {seat: place for seat, place in enumerate(numbers(row["places"]), 1) if place}
    found = oracle.result(world)
    assert (found["scores"], found["winner"]) == (numbers(row["scores"]), row["winner"]), row["why"]


# -- one-rule games ------------------------------------------------------------------------------------------------


PAIRS = [pytest.param(*pair, id=pair[0]["game"]) for pair in zip(GAMES, EXPECTED, strict=True)]


def wanted(expected: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in expected.items() if key not in {"game", "paragraph", "why"}}


@pytest.mark.parametrize(("game", "expected"), PAIRS)
def test_one_rule(game: dict[str, Any], expected: dict[str, Any]) -> None:
    (found,) = loads(json.dumps(game).encode(), "games.jsonl")
    verdict = judge_found(found).to_json("en")
    assert {key: verdict[key] for key in wanted(expected)} == wanted(expected), expected["why"]


@pytest.mark.parametrize(("game", "expected"), PAIRS)
def test_one_rule_by_the_oracle(game: dict[str, Any], expected: dict[str, Any]) -> None:
    verdict = oracle.verdict_of(game)
    keys = set(wanted(expected)) if expected["status"] in {"valid", "disputed"} else {"status", "event", "code"}
    assert {key: verdict[key] for key in keys} == {key: expected[key] for key in keys}, expected["why"]


def test_every_code_has_a_game() -> None:
    shown_codes = {expected["code"] for expected in EXPECTED} - {None}
    assert shown_codes == {code_name(code) for code in SENTENCES}
    assert {row["answer"] for row in BEATS} - {"yes"} <= {code_name(code) for code in Code}


def test_every_ruleset_has_scores_and_every_paragraph_is_in_the_book() -> None:
    assert {row["ruleset"] for row in SCORES} == set(names())
    cited = {row["paragraph"] for row in (*BEATS, *SCORES, *EXPECTED)}
    assert cited - set(paragraphs()) == {"PAIPU.md"}


def test_every_paragraph_about_play_has_an_answer() -> None:
    """What no game can show: seats that are only named, tables compared elsewhere, the ledger, hashes."""
    cited = {row["paragraph"] for row in (*BEATS, *SCORES, *EXPECTED)}
    elsewhere = {"1.2", "9.15", "10.1", "10.2", "10.3", "10.4", "11.1", "11.5"}
    assert set(paragraphs()) - cited <= elsewhere


def test_every_answer_has_its_reason() -> None:
    assert all(row["why"] for row in (*BEATS, *SCORES, *EXPECTED, *rows("tree.csv")))
    assert [game["game"] for game in GAMES] == [expected["game"] for expected in EXPECTED]
    assert len({game["game"] for game in GAMES}) == len(GAMES)


# -- the tree of plays ----------------------------------------------------------------------------------------------

TREE = json.loads((FOLDER / "tree.paipu.json").read_text(encoding="utf-8"))
COUNTS = [int(row["sequences"]) for row in rows("tree.csv")]


def dealt() -> list[tuple[int, ...]]:
    return [shown(hand).cards for hand in TREE["events"][0]["hands"]]


def suits_of(hands: Hands, seat: int, play: int) -> int:
    """The mark of the guard's joker, which an unmarked `B` is not."""
    _, _, small, _ = unpack(play)
    return (small == 1 and hands.cards[seat][53] == 1) << 12


def moves(table: Table, hands: Hands) -> Iterator[Act]:
    """Every play and every pass of every seat that the judge allows."""
    ruleset = resolve(TREE["rules"]).ruleset
    seats = {table.turn, leader_after(table.live, table.owner)} if table.owner else {table.turn}
    for seat in seats:
        for play in legal_plays(ruleset, table, hands, seat):
            yield Act(Kind.PLAY, seat, 0, play, suits_of(hands, seat, play))
        yield Act(Kind.PASS, seat)


def count(table: Table, hands: Hands, depth: int) -> int:
    ruleset = resolve(TREE["rules"]).ruleset
    if depth == 0 or table.phase >= Phase.OVER:
        return int(depth == 0)
    total = 0
    for act in moves(table, hands):
        facts = look(ruleset, table, hands, act)
        if judge(ruleset, table, act, facts) == Code.LEGAL:
            after = Hands([row[:] for row in hands.ranks], [row[:] for row in hands.cards])
            move(after, act)
            total += count(step(ruleset, table, act, facts), after, depth - 1)
    return total


def test_the_tree() -> None:
    hands = hands_of(dealt())
    roles = Roles(emperor=1, guard=2)
    start = Table(phase=Phase.DECLARE, turn=1, live=ALL_SEATS, roles=roles)
    assert [count(start, hands, depth) for depth in range(1, len(COUNTS) + 1)] == COUNTS


def choices(hand: list[str]) -> list[str]:
    """Every play of a holding, by rank pattern."""
    plain = sorted({card for card in hand if card[0] not in "BR"})
    jokers = [card for card in hand if card[0] in "BR"]
    return [*plain, *jokers, *(joker + card for joker in jokers for card in plain)]


def oracle_after(events: list[dict[str, Any]], depth: int) -> int:
    """How many sequences of `depth` more events the oracle allows, trying every seat with every play."""
    if depth == 0:
        return 1
    total = 0
    for seat in range(1, 6):
        for cards in (None, *choices(held_after(events, seat))):
            event = {"type": "pass", "seat": seat} if cards is None else {"type": "play", "seat": seat, "cards": cards}
            if oracle.verdict_of({**TREE, "events": [*events, event]})["status"] == "incomplete":
                total += oracle_after([*events, event], depth - 1)
    return total


def held_after(events: list[dict[str, Any]], seat: int) -> list[str]:
    hand = oracle.parse_cards(events[0]["hands"][seat - 1], "")
    for event in events[1:]:
        for card in oracle.parse_cards(event["cards"], "") if event["seat"] == seat and "cards" in event else ():
            hand.remove(card)
    return hand


def test_the_tree_by_the_oracle() -> None:
    assert [oracle_after(TREE["events"], depth) for depth in range(1, len(COUNTS) + 1)] == COUNTS


def test_the_trees_first_plays() -> None:
    table = Table(phase=Phase.DECLARE, turn=1, roles=Roles(emperor=1, guard=2))
    first = legal_plays(resolve(TREE["rules"]).ruleset, table, hands_of(dealt()), 1)
    assert sorted(map(write_play, first)) == ["7", "R", "R7"]
