"""The score sheet: by hand for a small game, its sums for every ruleset, and its JSON as it is written down.

The small game is that of `test_replay`: 1 is emperor, 2 its guard; 5 goes out first (event 7), then 1 (8), 2 (9).
"""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from analyzer.audit import LINES, Audit, audit_log
from analyzer.events import Accept, Log
from analyzer.paipu import dumps_json, loads, write
from analyzer.paipu.source import Sourced
from analyzer.rulebook import paragraphs
from analyzer.rulesets import names
from analyzer.simulate import Chances, simulate, sitting
from analyzer.tables import tables
from tests import oracle
from tests.conftest import Paishen
from tests.test_replay import DECK, HANDS, PLAYS, events, log_of

ROOM = {"base": "room-normal", "deck": DECK}
GUARD_SAYS = {"type": "declare", "seat": 2, "what": "guard"}
HOUSES: tuple[dict[str, Any], ...] = (
    {"base": "tribute", "solo_score": "podium", "declare_solo": "both"},
    {"base": "simple", "solo_score": "podium", "double_secret_solo": True},
    {"base": "classic", "score": "places", "end": "all", "solo_score": "podium", "stake": 3},
)
BUSY = Chances(escape=0.1, terse=0.5, auto=0.01, mind=0.05)


def small(*said: dict[str, Any], end: dict[str, Any] | None = None, rules: dict[str, Any] = ROOM) -> Log:
    """The small game with declarations before its first play."""
    deal, accept, *plays = events([*PLAYS])
    return log_of([deal, accept, *said, *plays, {"type": "end", **(end or {})}], rules=rules)


def lines(audit: Audit, seat: int) -> dict[str, tuple[Any, int | None, str]]:
    sheet = audit.sheets[seat - 1]
    return {line.name: (line.value, line.event, line.source.number) for line in sheet.lines}


def test_the_emperors_sheet_by_hand() -> None:
    assert lines(audit_log(small()), 1) == {
        "place": (2, 8, "8.1"), "side": ("emperor", 1, "4.2"), "base": (1, 9, "9.2"), "share": (2, 9, "9.2"),
        "doubling": (1, None, "9.8"), "penalty": (0, None, "9.11"), "total": (2, 9, "9.10"),
    }  # fmt: skip


def test_the_others_by_hand() -> None:
    """B* is the last card played (9): it proves the guard. 3 and 4 still held cards: no place is made up."""
    audit = audit_log(small())
    assert lines(audit, 2)["side"] == ("emperor", 9, "5.1")
    assert lines(audit, 4) == {
        "place": (None, None, "8.5"), "side": ("rebels", 9, "5.1"), "base": (1, 9, "9.2"), "share": (-1, 9, "9.2"),
        "doubling": (1, None, "9.8"), "penalty": (0, None, "9.11"), "total": (-1, 9, "9.10"),
    }  # fmt: skip
    assert audit.sheets[3].line("place").words.en == "unplaced: it still held cards"
    assert audit.sheets[3].line("side").words.en == "a rebel: the guard is 乙"
    assert audit.sheets[0].line("base").words.en == "6 - (2 + 3) = 1"


def test_a_declaration_doubles_and_proves_the_guard() -> None:
    audit = audit_log(small(GUARD_SAYS))
    assert lines(audit, 2)["side"][1] == lines(audit, 5)["doubling"][1] == 2
    assert [sheet.line("total").value for sheet in audit.sheets] == [4, 2, -2, -2, -2]
    assert audit.sheets[0].line("doubling").words.en == "doubled by the open guard"


def test_a_rebellion_doubles_with_the_second_seat() -> None:
    said = [{"type": "declare", "seat": seat, "what": "rebel"} for seat in (3, 5)]
    audit = audit_log(small(*said))
    assert (lines(audit, 1)["doubling"], lines(audit, 2)["side"][1]) == ((2, 3, "9.8"), 3)


def test_the_stake_stands_in_the_doubling() -> None:
    audit = audit_log(small(rules={**ROOM, "stake": 3}))
    assert (lines(audit, 1)["doubling"][0], lines(audit, 1)["total"][0]) == (3, 6)
    assert audit.sheets[0].line("doubling").source.house == (("stake", 3),)


def test_an_escape_goes_before_the_cards() -> None:
    log = log_of([*events([*PLAYS[:3]]), {"type": "escape", "seat": 4}, {"type": "end"}], rules=ROOM)
    audit = audit_log(log)
    assert [sheet.line("total").value for sheet in audit.sheets] == [0, 0, 0, -50, 0]
    assert lines(audit, 4)["penalty"] == (-50, 5, "9.11")
    assert (lines(audit, 1)["base"], lines(audit, 1)["total"][0]) == ((None, 5, "9.11"), 0)
    assert audit.to_json("en")["sum"] == {"due": -50, "scores": -50, "claimed": None}


def test_five_in_auto_play_score_nothing() -> None:
    deal, accept, *plays = events([*PLAYS])
    on = [{"type": "auto", "seat": seat, "on": True} for seat in (1, 2, 3, 4, 5)]
    late = [*plays[:-1], {"type": "play", "seat": 2, "cards": "B*"}]
    audit = audit_log(log_of([deal, accept, *late[:-1], *on, late[-1], {"type": "end"}], rules={**ROOM, "auto": True}))
    assert audit.verdict.status == "valid", audit.verdict
    assert lines(audit, 1)["share"][0] == 2
    assert lines(audit, 1)["penalty"] == (-2, 13, "9.13")
    assert [sheet.line("total").value for sheet in audit.sheets] == [0] * 5


def test_an_abandoned_throne_with_all_in_auto_play_costs_nothing() -> None:
    """1 holds R* and B*; nobody takes the throne. Four shares of 2, but not where all five are in auto-play (9.13)."""
    deal = {"type": "deal", "hands": ["R*B*", "6s7s", *HANDS[2:]]}
    on = [{"type": "auto", "seat": seat, "on": True} for seat in (1, 2, 3, 4, 5)]
    way = [1, 3, 4, 5, 2]
    yields = [{"type": "yield", "seat": seat, "to": to, "cards": "R*"} for seat, to in pairwise(way)]
    rules = {"base": "shandong", "deck": DECK, "auto": True}
    for seats, scores in ((on, [0] * 5), (on[:4], [-8, 2, 2, 2, 2])):
        log = log_of([deal, *seats, *yields, {"type": "abandon", "seat": 1}, {"type": "end"}], rules=rules)
        assert oracle.verdict(dumps_json(log))["scores"] == scores
        assert [sheet.line("total").value for sheet in audit_log(log).sheets] == scores


def test_a_game_that_stopped_has_no_scores() -> None:
    audit = audit_log(log_of(events([*PLAYS[:5]]), rules=ROOM))
    assert (audit.scores, audit.findings) == (None, [])
    assert lines(audit, 5)["total"] == (None, None, "8.3")


def test_what_is_undone_gives_no_place() -> None:
    """5's last play is taken back and made again: its place is from the second time."""
    deal, accept, *plays = events([*PLAYS])
    again = [*plays[:6], {"type": "undo"}, *plays[5:]]
    assert lines(audit_log(log_of([deal, accept, *again, {"type": "end"}], rules=ROOM)), 5)["place"][:2] == (1, 9)


def test_a_solo_shows_both_values() -> None:
    """The sources disagree on a solo (9.15): here 1 holds both marked jokers and comes second."""
    hands = ["R*B*", "6s7s", *HANDS[2:]]
    plays = [(1, "B*"), (2, None), (3, None), (4, None), (5, "R"), (5, "6s"), (1, "R*")]
    _, accept, *acts = events(plays)
    audit = audit_log(log_of([{"type": "deal", "hands": hands}, accept, *acts, {"type": "end"}], rules=ROOM))
    assert audit.verdict.status == "valid", audit.verdict
    assert [value.to_json() for value in audit.values] == [
        {"keys": {"solo_score": "sum"}, "scores": [8, -2, -2, -2, -2], "declared": False},
        {"keys": {"solo_score": "podium"}, "scores": [0, 0, 0, 0, 0], "declared": True},
    ]


@pytest.mark.parametrize("rules", [*names(), *HOUSES], ids=str)
def test_sheets_add_up_for_every_ruleset(rules: str | dict[str, Any]) -> None:
    """Totals are the oracle's scores; every line's paragraph is in the rulebook; the sum is what the rules say."""
    for seed in range(4):
        log = simulate(rules, f"sheet/{seed}", chances=BUSY)
        audit = audit_log(log)
        told = oracle.verdict(dumps_json(log))
        assert [sheet.line("total").value for sheet in audit.sheets] == told["scores"]
        assert [sheet.line("place").value or 0 for sheet in audit.sheets] == told["places"]
        assert {line.source.number for sheet in audit.sheets for line in sheet.lines} <= set(paragraphs())
        assert sum(told["scores"]) == audit.to_json("zh")["sum"]["due"]
        for sheet in audit.sheets:
            assert tuple(line.name for line in sheet.lines) == LINES
            share, times, penalty, total = (sheet.line(name).value for name in LINES[3:])
            assert isinstance(penalty, int)
            assert total == (share * times if isinstance(share, int) and isinstance(times, int) else 0) + penalty


def test_the_row_of_the_sources_table() -> None:
    """Third and fifth are row i, which the source prints as third and fourth."""
    rows = {row.label for row in tables()["shandong-sides"].rows}
    seen = set()
    for seed in range(25):
        words = audit_log(simulate("shandong", seed)).sheets[0].line("base").words.en
        found = re.search(r"; the source's table, row (\w)$", words)
        seen |= {found[1]} if found else set()
    assert len(seen) > 4
    assert seen <= rows


# -- five rotations ----------------------------------------------------------------------------------------------


def turned(value: Any, by: int, key: str = "") -> Any:
    """A log with every seat moved on by some seats."""
    if isinstance(value, dict):
        return {name: turned(item, by, name) for name, item in value.items()}
    if key in ("hands", "players", "places", "scores"):
        return [*value[-by:], *value[:-by]] if by else value
    if isinstance(value, list):
        return [turned(item, by) for item in value]
    if key in ("seat", "to", "from", "first", "emperor", "guard", "view") and isinstance(value, int):
        return (value - 1 + by) % 5 + 1
    return value


def as_log(document: dict[str, Any]) -> Log:
    found = next(iter(loads(json.dumps(document).encode(), "turned.json")))
    assert isinstance(found, Sourced), found
    return found.log


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("by", [1, 2, 3, 4])
def test_five_rotations_of_a_game_give_one_audit(name: str, by: int) -> None:
    """Also where a claim is wrong: the finding turns with the seats."""
    log = list(sitting(name, 2, by))[-1]
    document = json.loads(dumps_json(log))
    document["events"][-1]["scores"][by] += 1
    one, other = (audit_log(as_log(turned(document, turn))).to_json("en") for turn in (0, by))
    for sheet, moved in zip(one["sheets"], other["sheets"][by:] + other["sheets"][:by], strict=True):
        assert {**sheet, "seat": 0} == {**moved, "seat": 0}
    first, second = one["first"], other["first"]
    assert (first["kind"], first["line"], first["event"]) == (second["kind"], second["line"], second["event"])
    assert first["message"] == second["message"]


@pytest.mark.parametrize("by", range(5))
@pytest.mark.parametrize("throne", ["previous", "fixed"])
def test_what_seat_3_cannot_know_is_nobodys(throne: str, by: int) -> None:
    """A game that ends at once, recorded by a seat without `R*`: whose turn it is and who is emperor stay open."""
    log = log_of(
        [{"type": "deal", "hands": [2, 2, "7s9h", 2, 2]}, {"type": "end", "scores": [2, 1, -1, -1, -1]}],
        view=3, rules={**ROOM, "throne": throne},
    )
    audit = audit_log(as_log(turned(json.loads(dumps_json(log)), by)))
    (refused,) = audit.refusals
    assert refused.turn == 0
    assert [sheet.role for sheet in audit.sheets] == [None] * 5
    assert {sheet.line("side").words.en for sheet in audit.sheets} == {
        "there is no emperor" if throne == "previous" else "the emperor is unknown"
    }
    takes = {one.seat for one in refused.options if isinstance(one, Accept)}
    assert takes == {(seat - 1 + by) % 5 + 1 for seat in (1, 2, 4, 5)}


# -- the JSON ----------------------------------------------------------------------------------------------------


def test_the_json_is_written_down(paishen: Paishen, root: Path, tmp_path: Path) -> None:
    path = tmp_path / "small.paipu.json"
    says = {"type": "mind", "seat": 1, "to": 2, "say": "ally"}
    write(path, [small(GUARD_SAYS, says, end={"scores": [2, 1, -1, -1, -1]})])
    (told,) = paishen("audit", path, "--json").json
    (rates,) = paishen("audit", path, "--mind", "--json").json
    text = (root / "schemas" / "AUDIT-JSON.md").read_text("utf-8")
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    written = {key for row in rows for key in re.findall("`([a-z_]+)`", row)}
    sheet = told["sheets"][0]
    parts = (told, told["claimed"], told["sum"], told["first"], sheet, sheet["lines"][0], told["messages"][0])
    keys = {key for part in (*parts, rates["rates"][0]) for key in part}
    keys |= {"act", "turn", "legal", "more", "keys", "declared"}  # of refusals and values, which this game has not
    assert keys == written
