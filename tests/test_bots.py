"""电脑: what each kind of bot does with what it sees, and that the better one wins."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from analyzer.bots import BOTS, TABLE, Memory, Seen, choose
from analyzer.bots.cunning import guard_chance, is_boss, turns
from analyzer.cards import rank_of, shown, write_play
from analyzer.events import Log, Play
from analyzer.simulate import Chances, simulate
from tests.matches import match

SURE = {name: bot._replace(noise=0.0) for name, bot in BOTS.items()}


def rows(cards: str) -> tuple[int, ...]:
    """Cards by rank, their number last."""
    row = [0] * 16
    for card in shown(cards).cards:
        row[rank_of(card)] += 1
        row[15] += 1
    return tuple(row)


def seen(hand: str, standing: str = "", unseen: str = "", **more: Any) -> Seen:
    """Seat 2 to act on a play by seat 1, the emperor; it is a rebel unless told otherwise."""
    row = rows(hand)
    base = Seen(
        seat=2, row=row, sizes=(0, 20, row[15], 20, 20, 20), allies=0b100, foes=0b10,
        standing=shown(standing).play if standing else 0, owner=1, emperor=1, unseen=rows(unseen)[:15],
    )  # fmt: skip
    return base._replace(**more)


def chosen(name: str, view: Seen, *plays: str) -> str:
    play = choose(SURE[name], view, [shown(text).play for text in plays], Random(1))
    return write_play(play) if play else "-"


def test_every_bot_goes_out_when_it_can() -> None:
    for name in sorted(set(BOTS) - {"random"}):
        assert chosen(name, seen("RA", "KK"), "RA") == "RA"


def test_a_random_bot_plays_anything() -> None:
    view = seen("9s9hTsThKd2s", "88")
    plays = [shown(text).play for text in ("99", "TT")]
    assert {write_play(choose(BOTS["random"], view, plays, Random(n))) for n in range(20)} == {"99", "TT", ""}


def test_a_play_that_nothing_unseen_beats_holds() -> None:
    view = seen("KsKh9s", unseen="QQQAB")
    assert [is_boss(view, shown(text).play) for text in ("KK", "K", "9")] == [False, False, False]
    assert is_boss(seen("KsKh9s", unseen="QQQA"), shown("KK").play)
    assert is_boss(view._replace(sizes=(0, 1, 3, 1, 1, 1)), shown("99").play)


def test_cunning_saves_its_jokers_and_leads_low() -> None:
    assert chosen("cunning", seen("RB9s9h8s8h8d5s5h", unseen="RRBB22AAKKQQ"), "R", "B", "55", "99", "888", "RB") == "55"
    assert chosen("cunning", seen("R9s9h8s8h8d5s5h", "K", unseen="RRBB22AA"), "R") == "-"


def test_with_two_sets_left_the_one_that_holds_goes_first() -> None:
    view = seen("AsAh7s7h7d", unseen="KKKK88889999")
    assert chosen("cunning", view, "AA", "777", "A", "7", "77") == "AA"


def test_a_foe_that_is_nearly_out_is_stopped() -> None:
    far = seen("R9s9h8s8h7d6s5h", "K", unseen="RRBB22AA")
    near = far._replace(sizes=(0, 2, 8, 20, 20, 20))
    assert (chosen("cunning", far, "R"), chosen("cunning", near, "R")) == ("-", "R")
    assert chosen("cunning", near._replace(allies=0b110, foes=0), "R") == "-"


def guard(**more: Any) -> Seen:
    """Seat 2 is the hidden guard, on the emperor's play."""
    return seen("9s9hTsTh7d6s5h", "8", unseen="RRBB22AAKK", allies=0b110, foes=0, royal=True, hidden=True, **more)


def test_a_guard_hides_while_the_emperor_has_cards_enough() -> None:
    lots = guard(sizes=(0, 30, 7, 20, 20, 20))
    assert chosen("loyal", lots, "9") == "-"
    assert chosen("mimic", lots, "9") == "9"
    few = guard(sizes=(0, 4, 7, 20, 20, 20))
    assert [chosen(name, few, "9") for name in ("loyal", "cunning", "sly")] == ["-"] * 3
    known = lots._replace(hidden=False)
    assert [chosen(name, known, "9") for name in ("loyal", "sly", "mimic")] == ["-"] * 3


def test_who_favours_the_emperor_is_remembered() -> None:
    memory = Memory((16,) * 15)
    low, high = shown("55").play, shown("66").play
    for _ in range(3):
        memory.played(1, low, 0, 1, on_table=False)
        memory.passed(3, low, 1, 1)
        memory.played(4, high, 1, 1, on_table=True)
    assert memory.favour[3] > 0 > memory.favour[4]
    assert memory.favour[1] == 0
    view = seen("7s", favour=tuple(memory.favour))
    assert guard_chance(view, 3) > guard_chance(view, 5) > guard_chance(view, 4)
    assert memory.unseen(rows("5s6h7d"))[2:5] == (9, 9, 15)


def test_a_hand_is_worth_the_turns_it_needs() -> None:
    assert turns(rows("2s2h")) < turns(rows("5s5h")) < turns(rows("5s6h"))
    assert turns(rows("5s5hR")) < turns(rows("5s5hB")) < turns(rows("5s5h"))


def test_better_bots_win() -> None:
    """Every deal ten times, both in every seat; the same seed gives the same games."""
    assert match("cunning", "cautious", 10, 7).ahead > 0.2
    assert match("cautious", "random", 5, 7).ahead > 0.5


def test_who_sits_down_where_nobody_is_named() -> None:
    assert set(TABLE) < set(BOTS)
    assert set(BOTS) - set(TABLE) == {"random", "mimic", "frank", "steady", "deep", "prim", "veiled"}


def plays(log: Log) -> int:
    return sum(isinstance(event, Play) for event in log.events)


@pytest.mark.parametrize("name", sorted(BOTS))
def test_five_of_a_kind_finish_a_game(name: str) -> None:
    log = simulate("room-six", 3, bots=(name,) * 5, chances=Chances(escape=0))
    assert plays(log) > 15
