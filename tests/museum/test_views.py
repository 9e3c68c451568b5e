"""博物馆·眼: faults in what a seat knows - a default seat, cards twice, counters below zero, hidden cards in sight."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Paishen
from tests.museum.game import NAMES, acts, document, lines, put
from tests.test_replay import HANDS

VIEWS = ("1", "2", "3", "4", "5", "onlooker")
RANKS = {"6": 2, "7": 2, "9": 2, "B": 2, "R": 2}


def hidden(view: int) -> list[dict[str, Any]]:
    """The game as a view (0-5, -1) has it in its own log."""
    hands = [hand if view in (0, seat) else 2 for seat, hand in enumerate(HANDS, 1)]
    return [{"type": "deal", "hands": hands}, *acts()[1:]]


@pytest.mark.parametrize("view", [-1, 1, 2, 3, 4, 5])
def test_a_view_is_never_another_seat(paishen: Paishen, tmp_path: Path, view: int) -> None:
    """A log of one seat, or of an onlooker, is shown through those eyes when nobody says whose."""
    file = put(tmp_path / "a.json", document(hidden(view), view=view))
    shown = paishen("show", file, "--at", "1", "--json").json[0]
    assert (shown["view"], shown["left"]) == (view, [2] * 5)
    assert [seat for seat, hand in enumerate(shown["hands"], 1) if hand is not None] == [view] * (view > 0)
    for other in VIEWS:
        ran = paishen("show", file, "--at", "1", "--view", other, "--json")
        assert ran.status == (0 if other in (str(view), "onlooker") else 2)
    assert paishen("show", file, "--at", "1", "--view", "onlooker", "--json").json[0]["hands"] == [None] * 5


@pytest.mark.parametrize("view", ["0", "6", "-2", "", "East", "１"])
def test_a_view_that_there_is_not_falls_back_to_none(paishen: Paishen, tmp_path: Path, view: str) -> None:
    file = put(tmp_path / "a.json", document())
    for command in ("show", "track", "deduce"):
        ran = paishen(command, file, "--view", view, "--json")
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_a_reconnect_deals_no_second_hand(paishen: Paishen, tmp_path: Path) -> None:
    """The whole state sent again is refused, and nothing is counted twice; the deal sent again is one deal."""
    path = tmp_path / "a.jsonl"
    header, deal, *rest = [json.loads(row) for row in lines().splitlines()]
    deal = {**deal, "x-id": "deal"}
    sent = [header, deal, rest[0], header, deal, {**deal, "x-id": "other"}, *rest[1:]]
    ran = paishen("record", path, "--stdin", stdin="".join(json.dumps(one) + "\n" for one in sent))
    assert [line.get("error", line.get("event")) for line in ran.json][:6] == [
        None, 0, 1, "unreadable", 0, "no_deal",
    ]  # fmt: skip
    (verdict,) = paishen("validate", path, "--json").json
    assert (verdict["status"], verdict["scores"]) == ("valid", [2, 1, -1, -1, -1])
    shown = paishen("show", path, "--at", "1", "--json").json[0]
    assert shown["left"] == [2] * 5


@pytest.mark.parametrize("view", VIEWS)
def test_counters_never_go_below_zero_nor_over_the_deck(paishen: Paishen, tmp_path: Path, view: str) -> None:
    """At every event what is unseen, what was played and what the view holds are the deck, rank by rank."""
    file = put(tmp_path / "a.json", document([*acts()[:5], {"type": "undo"}, *acts()[4:]]))
    for at in range(2, 13):
        counted = paishen("track", file, "--at", at, "--view", view, "--json").json[0]
        shown = paishen("show", file, "--at", at, "--view", view, "--json").json[0]
        played = "".join(cards_so_far(at))
        own = "".join(hand or "" for hand in shown["hands"])
        for rank, copies in RANKS.items():
            left = counted["unseen"].get(rank, 0)
            assert 0 <= left <= copies
            assert left + played.count(rank) + own.count(rank) == copies
        for seat in counted["seats"].values():
            assert all(0 <= number <= seat["left"] for number in seat["expect"].values())


def cards_so_far(at: int) -> list[str]:
    """What lies on the table after so many events of the log above: its fifth is undone by the sixth."""
    happened = [*acts()[:5], {"type": "undo"}, *acts()[4:]][:at]
    undone = [4] if at >= 6 else []
    return [act["cards"] for place, act in enumerate(happened) if act["type"] == "play" and place not in undone]




def test_no_counter_tells_two_worlds_apart_that_the_seat_cannot(paishen: Paishen, tmp_path: Path) -> None:
    """4 and 5 change two cards that nobody has seen after five plays: all that seat 3 is told stays the same."""
    deal, *rest = acts()
    other = {**deal, "hands": [HANDS[0], HANDS[1], HANDS[2], "6sB", "R9h"]}
    told = []
    for name, first in (("one", deal), ("other", other)):
        file = put(tmp_path / f"{name}.json", document([first, *rest[:4]]))
        told.append([
            paishen(command, file, "--at", at, "--view", "3", "--json").out
            for command in ("show", "track", "deduce") for at in range(1, 6) if command != "deduce" or at == 5
        ])  # fmt: skip
    assert told[0] == told[1]
    assert told[0][0]


def test_passes_left_out_beside_two_equal_plays(paishen: Paishen, tmp_path: Path) -> None:
    """1 and 5 both lead a six; the passes that a text leaves out stand where they were, none after an R."""
    deck = {"R*": 1, "B*": 1, "R": 1, "B": 1, "6s": 2, "7s": 3, "9h": 1}
    rules = json.dumps({"base": "simple", "deck": deck})
    head = f"game: g\nrules: {rules}\nplayers: {' '.join(NAMES)}\n"
    file = tmp_path / "a.txt"
    file.write_text(f"{head}deal R*6s B*7s 7s9h 7sB R6s\n1 accept\n1 6s 2 7s 4 B 5 R 5 6s 2 B*\n", "utf-8")
    assert paishen("convert", file, tmp_path / "a.json").status == 0
    found = json.loads((tmp_path / "a.json").read_text("utf-8"))["events"]
    assert [(act["type"], act["seat"]) for act in found[2:]] == [
        ("play", 1), ("play", 2), ("pass", 3), ("play", 4), ("play", 5), ("play", 5), ("pass", 1), ("play", 2),
    ]  # fmt: skip


def test_unknown_cards_stay_unknown(paishen: Paishen, tmp_path: Path) -> None:
    file = put(tmp_path / "a.json", document(hidden(-1), view=-1))
    for at in range(1, 11):
        shown = paishen("show", file, "--at", at, "--json").json[0]
        assert shown["hands"] == [None if left else "" for left in shown["left"]] or shown["hands"] == [None] * 5
    (verdict,) = paishen("validate", file, "--json").json
    assert (verdict["status"], verdict["scores"]) == ("valid", [2, 1, -1, -1, -1])


