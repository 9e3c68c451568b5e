"""Rulesets: RULES.md 11, the eight files in schemas/rulesets, and the sources' score tables."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest

from analyzer.cards import NUMBERS
from analyzer.errors import PaishenError, RulesetError, Unreadable
from analyzer.rulebook import paragraph, paragraphs
from analyzer.rulesets import base_values, load, names, problems, resolve, silent_keys
from analyzer.tables import Row, ScoreTable, as_read, check_table, formula_of, tables
from analyzer.words import Words

BASE: dict[str, Any] = {
    "deck": 168, "guard": "marked", "call_twos": True, "throne": "previous", "open_guard": True,
    "rebellion": 2,
    "snatch": False, "declare_solo": "declare", "pass_bars": False, "sixes_last": "no", "wind_mark": False,
    "end": "side", "solo_end": "side", "score": "sum", "solo_score": "sum", "podium": [12, 0, -12],
    "podium_open": [24, 0, -24], "double_open_guard": True, "double_rebellion": True,
    "double_open_solo": True,
    "double_secret_solo": False, "escape": 0, "auto": False, "tribute": False, "abandon": 2, "stake": 1,
}  # fmt: skip
DIFFERS: dict[str, dict[str, Any]] = {
    "encyclopedia": {
        "deck": 216, "guard": "called", "rebellion": 0, "declare_solo": "both", "double_secret_solo": True,
        "tribute": True,
    },
    "shandong": {"throne": "skip", "pass_bars": True, "sixes_last": "with_jokers", "end": "all"},
    "room-quick": {
        "throne": "fixed", "open_guard": False, "rebellion": 0, "solo_end": "two_rebels",
        "solo_score": "podium", "escape": 50,
    },
    "room-normal": {"solo_end": "two_rebels", "solo_score": "podium", "escape": 50},
    "room-six": {"sixes_last": "alone", "solo_end": "two_rebels", "solo_score": "podium", "escape": 50},
    "tribute": {
        "deck": 216, "guard": "called", "call_twos": False, "throne": "drawn", "open_guard": False,
        "rebellion": 0, "declare_solo": "show", "wind_mark": True, "end": "all", "score": "places",
        "tribute": True,
    },
    "simple": {"score": "side", "escape": 30, "auto": True},
    "classic": {
        "deck": 216, "guard": "called", "throne": "forced", "snatch": True, "score": "side", "escape": 30,
        "auto": True,
    },
}  # fmt: skip
CHOICES = {
    "encyclopedia": ["2.2", "4.4", "7.3", "7.4", "7.5", "7.6", "9.2", "9.3", "9.11"],
    "shandong": ["2.2", "4.7", "4.8", "9.4", "9.11"],
    "room-quick": ["1.4"],
    "room-normal": ["1.4", "4.4"],
    "room-six": ["1.4", "4.4"],
    "tribute": ["2.2", "9.7", "9.11"],
    "simple": ["9.6", "9.8"],
    "classic": ["9.6", "9.8"],
}


def test_there_are_eight() -> None:
    assert names() == (
        "classic", "encyclopedia", "room-normal", "room-quick", "room-six", "shandong", "simple", "tribute",
    )  # fmt: skip


def test_the_base_column() -> None:
    assert base_values() == BASE


@pytest.mark.parametrize("name", sorted(DIFFERS))
def test_every_key_of_every_ruleset(name: str) -> None:
    assert resolve(name).values == {**BASE, **DIFFERS[name]}
    assert load(name)["keys"] == DIFFERS[name]


def test_rulesets_as_the_rules_see_them() -> None:
    found = resolve("tribute").ruleset
    assert found == (
        1, 0, 3, 0, 0, 0, 1, 0, 0, 1, 1, 0, 2, 0, (12, 0, -12), (24, 0, -24), 1, 1, 1, 0, 0, 0, 1, 2, 1,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "size", "threes", "small", "guards", "big"),
    [("simple", 168, 0, 3, 1, 3), ("classic", 216, 4, 4, 0, 3), ("tribute", 216, 4, 4, 0, 3)],
)
def test_the_deck_of_a_ruleset(name: str, size: int, threes: int, small: int, guards: int, big: int) -> None:
    deck = resolve(name).deck
    there = [deck[NUMBERS[card]] for card in ("3s", "B", "B*", "R", "R*")]
    assert (len(deck), sum(deck), there) == (56, size, [threes, small, guards, big, 1])


def test_a_deck_table() -> None:
    table = {"6s": 2, "9h": 4, "Ad": 1, "B": 4, "B*": 1, "R": 2, "R*": 1}
    found = resolve({"base": "simple", "deck": table})
    assert sum(found.deck) == 15
    assert {card: found.deck[NUMBERS[card]] for card in table} == table
    assert found.values["deck"] == table


def test_the_hash_is_that_of_every_key_in_canonical_json() -> None:
    text = (
        '{"abandon":2,"auto":true,"call_twos":true,"deck":168,"declare_solo":"declare","double_open_guard":true,'
        '"double_open_solo":true,"double_rebellion":true,"double_secret_solo":false,"end":"side","escape":30,'
        '"guard":"marked","open_guard":true,"pass_bars":false,"podium":[12,0,-12],"podium_open":[24,0,-24],'
        '"rebellion":2,"score":"side","sixes_last":"no","snatch":false,"solo_end":"side","solo_score":"sum",'
        '"stake":1,"throne":"previous","tribute":false,"wind_mark":false}'
    )
    assert resolve("simple").sha256 == hashlib.sha256(text.encode()).hexdigest()


def test_rules_that_change_nothing_have_the_same_hash() -> None:
    assert resolve({"base": "room-six"})[1:] == resolve("room-six")[1:]
    assert resolve({"stake": 1, "base": "room-six"}).sha256 == resolve("room-six").sha256
    assert resolve({"base": "room-six", "stake": 2}).sha256 != resolve("room-six").sha256


def test_two_names_for_one_ruleset_have_one_hash() -> None:
    assert resolve({"base": "room-normal", "sixes_last": "alone"}).sha256 == resolve("room-six").sha256


REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"base": "simple", "snatch": True}, "rules.snatch", 'snatch needs guard "called"'),
    ({"base": "simple", "declare_solo": "show"}, "rules.declare_solo", '"show" needs guard "called"'),
    ({"base": "simple", "declare_solo": "both"}, "rules.declare_solo", '"both" needs guard "called"'),
    ({"base": "classic", "throne": "skip"}, "rules.throne", 'throne "skip" needs guard "marked"'),
    ({"base": "tribute", "end": "side"}, "rules.score", 'score "places" needs end "all"'),
    ({"base": "simple", "podium": [12, 0, -10]}, "rules.podium", "divisible by 4"),
    ({"base": "simple", "podium_open": [24, 0]}, "rules.podium_open", "three whole numbers"),
    ({"base": "simple", "podium": "abc"}, "rules.podium", "three whole numbers"),
    (
        {"base": "room-six", "deck": {"7s": 4, "B*": 1, "R*": 1}},
        "rules.sixes_last", 'sixes_last "alone" needs a deck with sixes',
    ),
    ({"base": "classic", "deck": {"7s": 4, "R*": 1}}, "rules.deck", 'a deck table needs guard "marked"'),
    ({"base": "simple", "deck": {"7s": 4, "B*": 1}}, "rules.deck", "exactly one R*"),
    ({"base": "simple", "deck": {"7s": 4, "B*": 1, "R*": 2}}, "rules.deck", "exactly one R*"),
    ({"base": "simple", "deck": {"7s": 4, "B": 1, "R*": 1}}, "rules.deck", "exactly one B*"),
    ({"base": "simple", "deck": {"7s": 2, "B*": 1, "R*": 1}}, "rules.deck", "a card for each of five seats"),
    ({"base": "simple", "deck": {"7": 4, "B*": 1, "R*": 1}}, "rules.deck", "a table {card: copies}"),
    ({"base": "simple", "deck": {"7s": 5, "B*": 1, "R*": 1}}, "rules.deck", "1 to 4 copies"),
    ({"base": "simple", "deck": {"7s": 0, "8s": 4, "B*": 1, "R*": 1}}, "rules.deck", "1 to 4 copies"),
    ({"base": "simple", "deck": 167}, "rules.deck", "168, 216, or a table"),
    ({"base": "simple", "deck": True}, "rules.deck", "168, 216, or a table"),
    ({"base": "simple", "stake": 0}, "rules.stake", "a whole number, 1 or more"),
    ({"base": "simple", "stake": True}, "rules.stake", "true is not allowed"),
    ({"base": "simple", "stake": 2.0}, "rules.stake", "2.0 is not allowed"),
    ({"base": "simple", "stake": 2**53}, "rules.stake", "a whole number"),
    ({"base": "simple", "stake": 2**50}, "rules.stake", "a score could pass 2^53"),
    ({"base": "shandong", "abandon": 2**52}, "rules.abandon", "a score could pass 2^53"),
    ({"base": "simple", "escape": -1}, "rules.escape", "a whole number, 0 or more"),
    ({"base": "simple", "rebellion": 1}, "rules.rebellion", "0 or 2 or 3"),
    ({"base": "simple", "rebellion": False}, "rules.rebellion", "false is not allowed"),
    ({"base": "simple", "auto": 1}, "rules.auto", "true or false"),
    ({"base": "simple", "guard": "MARKED"}, "rules.guard", '"marked" or "called"'),
    ({"base": "simple", "end": None}, "rules.end", "null is not allowed"),
    ({"base": "simple", "colour": 1}, "rules.colour", 'no key "colour"; there are: deck, guard'),
    ({"base": "simpel"}, "rules.base", "base must name a ruleset: classic, encyclopedia"),
    ({"base": 3}, "rules.base", "base must name a ruleset"),
    ({"deck": 168}, "rules.base", "base must name a ruleset"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "path", "said"), REFUSED)
def test_11_4_refused(rules: dict[str, Any], path: str, said: str) -> None:
    with pytest.raises(RulesetError) as caught:
        resolve(rules)
    assert caught.value.path == path
    assert said in caught.value.words.en


def test_11_4_every_contradiction_is_named() -> None:
    rules = {"base": "tribute", "guard": "marked", "end": "side", "snatch": True, "deck": {"7s": 4}}
    assert [error.path for error in problems(rules)] == [
        "rules.snatch", "rules.declare_solo", "rules.deck", "rules.deck", "rules.deck", "rules.score",
    ]  # fmt: skip


def test_a_drawn_emperor_is_dealt_one_card_less() -> None:
    six = {"7s": 4, "B*": 1, "R*": 1}
    five = {"7s": 3, "B*": 1, "R*": 1}
    assert not list(problems({"base": "simple", "deck": five}))
    assert not list(problems({"base": "simple", "deck": six, "throne": "drawn"}))
    assert [error.path for error in problems({"base": "simple", "deck": five, "throne": "drawn"})] == ["rules.deck"]


def test_rules_that_json_cannot_hold() -> None:
    rules: dict[str, Any] = {"base": "simple", "deck": {1, 2}}
    with pytest.raises(RulesetError, match="set is not allowed for deck"):
        resolve(rules)
    assert resolve({"base": "simple", "podium": (8, 0, -8)}).values["podium"] == [8, 0, -8]


def test_one_is_not_true_when_rules_come_again() -> None:
    assert resolve({"base": "simple", "stake": 1}).ruleset.stake == 1
    with pytest.raises(RulesetError):
        resolve({"base": "simple", "stake": True})
    with pytest.raises(RulesetError):
        resolve({"base": "simple", "stake": 1.0})


def test_an_unknown_name() -> None:
    with pytest.raises(RulesetError, match='no ruleset "room-fast"; there are: classic') as caught:
        resolve("room-fast")
    assert caught.value.path == "rules"


@pytest.mark.parametrize("name", ["../simple", "simple.toml", "", "unknown"])
def test_a_name_is_not_a_path(name: str) -> None:
    with pytest.raises(RulesetError):
        load(name)


@pytest.mark.parametrize("name", sorted(CHOICES))
def test_each_choice_is_repeated_with_its_reason(name: str) -> None:
    entries = [entry for entry in load(name)["paragraph"] if "choice" in entry]
    assert [entry["number"] for entry in entries] == CHOICES[name]
    assert all(len(entry["choice"]["zh"]) > 10 and len(entry["choice"]["en"]) > 30 for entry in entries)


@pytest.mark.parametrize("name", sorted(DIFFERS))
def test_each_file_says_where_every_key_comes_from(name: str) -> None:
    content = load(name)
    assert set(content) == {"title", "source", "keys", "paragraph"}
    assert not set(silent_keys(name)) & set(DIFFERS[name])
    for entry in content["paragraph"]:
        assert set(entry) <= {"number", "keys", "quote", "choice", "note"}
        assert {"quote", "choice", "note"} & set(entry), entry["number"]
        assert set(entry.get("keys", ())) <= set(BASE)
        assert paragraph(entry["number"]).number == entry["number"]


@pytest.mark.parametrize("name", sorted(DIFFERS))
def test_paragraphs_come_in_the_order_of_the_book(name: str) -> None:
    order = list(paragraphs())
    numbers = [order.index(entry["number"]) for entry in load(name)["paragraph"]]
    assert numbers == sorted(numbers)


def test_the_rulebook_says_each_paragraph_in_both_languages() -> None:
    assert len(paragraphs()) == 93
    for one in paragraphs().values():
        assert re.search(r"[\u4e00-\u9fff]", one.title.zh + one.words.zh), one.number
        assert not re.match(r"[\u4e00-\u9fff]", one.words.en), one.number
        assert "[choice" not in one.words.en, one.number


def test_no_such_paragraph() -> None:
    with pytest.raises(Unreadable, match=r"the rulebook has no paragraph 99\.1"):
        paragraph("99.1")


def test_11_3_the_table_of_keys_agrees_with_the_rulesets(root: Path) -> None:
    text = (root / "schemas" / "RULES.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| `(.+?)` \| (.*?) ?\| (.+?) \|$", text, re.MULTILINE)
    keys = [row for row in rows if row[0] in BASE]
    assert [key for key, *_ in keys] == list(BASE)
    for key, _, base, differs, _ in keys:
        assert base == _as_json(BASE[key]), key
        told = {
            name: value for group in differs.split("; ") if group
            for value, _, listed in [group.partition(": ")] for name in listed.split(", ")
        }  # fmt: skip
        assert told == {name: _as_json(own[key]) for name, own in DIFFERS.items() if key in own}, key


def test_11_3_names_paragraphs_that_there_are(root: Path) -> None:
    text = (root / "schemas" / "RULES.md").read_text(encoding="utf-8")
    cited = re.findall(r"\| ([\d., ]+) \|$", text, re.MULTILINE)
    assert len(cited) > 40
    assert {number for cell in cited for number in cell.split(", ")} <= set(paragraphs())


def _as_json(value: object) -> str:
    return str(value).lower() if isinstance(value, (bool, list)) else str(value)


def test_9_4_row_i_of_the_second_answer() -> None:
    table = tables()["shandong-sides"]
    assert [(finding.rows, finding.words) for finding in check_table(table, formula_of(table))] == [
        (("h", "i"), Words("第三和第四: 重复, 在 h、i 行", "third and fourth: twice, in rows h and i")),
        ((), Words("第三和第五: 缺少", "third and fifth: missing")),
        (("i",), Words("i 行的分是第三和第五的", "row i has the figures of third and fifth")),
    ]


@pytest.mark.parametrize("name", sorted(tables()))
def test_9_4_every_table_as_read_is_the_formulas(name: str) -> None:
    table = as_read(tables()[name])
    assert check_table(table, formula_of(table)) == []


@pytest.mark.parametrize("name", [name for name in sorted(tables()) if name != "shandong-sides"])
def test_9_4_no_other_table_has_a_slip(name: str) -> None:
    assert check_table(tables()[name], formula_of(tables()[name])) == []


def test_the_formula_told_again() -> None:
    """9.2 by hand: 6 - (e + g), twice for the emperor."""

    def formula(places: tuple[int, ...]) -> dict[str, int]:
        base = 6 - sum(places)
        return {"emperor": 2 * base, "guard": base, "rebel": -base}

    assert check_table(as_read(tables()["shandong-sides"]), formula) == []


def _table(*rows: tuple[str, tuple[int, ...], int]) -> ScoreTable:
    read = tuple(Row(label, places, places, {"emperor": figure}) for label, places, figure in rows)
    return ScoreTable("house", ("shandong",), "9.3", "podium", 0, Words("自家", "house"), read)


def test_a_table_with_wrong_figures_and_places() -> None:
    table = _table(("a", (1,), 12), ("b", (2,), 8), ("c", (4,), -12))
    found = check_table(table, lambda places: {"emperor": {1: 12, 2: 0, 3: -12}[places[0]]})
    assert [finding.words.en for finding in found] == [
        "third: missing", "fourth: have no place here", "row b, against the formula: emperor 8, not 0",
    ]  # fmt: skip


def test_errors_say_where_in_both_languages() -> None:
    with pytest.raises(PaishenError) as caught:
        resolve({"base": "simple", "escape": "50"})
    assert caught.value.say("zh") == '位置 rules.escape: escape 不能是 "50", 要的是: 整数, 不小于 0'
    assert caught.value.say("en") == 'at rules.escape: "50" is not allowed for escape: a whole number, 0 or more'
