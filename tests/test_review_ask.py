"""What a reader types at `paishen review --ask`: numbers are never taken for cards, cards are read as everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.paipu import write
from tests.conftest import Paishen
from tests.test_replay import events, log_of

DECK = {"R*": 1, "B*": 1, "B": 1, "7s": 1, "2s": 1, "2h": 1, "8d": 3, "9h": 4, "Tc": 4}
HANDS = ["R*2s2h7s", "B*B9h9h", "8d8d8d", "9h9hTc", "TcTcTc"]
"""1 leads; its groups are 7, 2 and 22, and all with R*."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    happened = [{"type": "deal", "hands": HANDS}, *events([(1, "7s"), (2, "B*")])[1:]]
    path = tmp_path / "asked.paipu.json"
    write(path, [log_of(happened, rules={"base": "simple", "deck": DECK})])
    return path


def choice(paishen: Paishen, file: Path, typed: str, seat: int = 1, lang: str = "en") -> str:
    """What was taken for the choice."""
    done = paishen("review", file, "--view", seat, "--ask", "--lang", lang, "--playouts", 4, stdin=f"{typed}\n")
    assert (done.status, done.err) == (0, "")
    answer = done.out.split(") ", 1)[1].splitlines()[0]
    return answer.removeprefix("your choice: ").removeprefix("你选 ").split("; ")[0]


@pytest.mark.parametrize(
    ("typed", "taken"),
    [
        ("2", "2"), ("22", "22"), ("7", "7"), ("#1", "7"), ("#2", "22"), ("＃2", "22"), ("# 2", "22"),
        ("2s", "2"), ("2♥2♠", "22"), ("2h 2s", "22"), ("R*7s", "R7"), ("皇", "R"), ("皇7", "R7"), ("r*", "R"),
        ("７r", "R7"), ("大王 2", "R2"),
    ],
)  # fmt: skip
def test_cards_are_cards_and_groups_have_a_sign(paishen: Paishen, file: Path, typed: str, taken: str) -> None:
    assert choice(paishen, file, typed) == taken


@pytest.mark.parametrize("typed", ["1", "3", "#0", "#9", "#", "2d", "2d2s", "7h", "77", "B", "-", "过", "no", "R*R"])
def test_what_is_no_choice_is_asked_again(paishen: Paishen, file: Path, typed: str) -> None:
    """Nor are cards that the seat does not have, or a pass by one who leads."""
    assert choice(paishen, file, typed).startswith("there is no such choice: ")


def test_a_bare_number_that_is_no_card_is_told_how_groups_are_typed(paishen: Paishen, file: Path) -> None:
    assert choice(paishen, file, "1") == "there is no such choice: 1 (group 1 is #1)"
    assert choice(paishen, file, "1", lang="zh") == "没有这样的选择: 1 (第 1 组写 #1)"


@pytest.mark.parametrize(
    ("typed", "taken"), [("-", "pass"), ("过", "pass"), ("p", "pass"), ("PASS", "pass"), ("9", "9"), ("b", "B"),
                         ("小王", "B"), ("保", "B*"), ("B*", "B*"), ("#1", "pass")]
)  # fmt: skip
def test_passes_and_the_guards_card(paishen: Paishen, file: Path, typed: str, taken: str) -> None:
    """2 holds B* and B: what is typed says which of them is meant."""
    assert choice(paishen, file, typed, seat=2) == taken


def test_the_prompt_says_what_may_be_typed(paishen: Paishen, file: Path) -> None:
    lead, beat = (paishen("review", file, "--view", seat, "--ask", stdin="").out for seat in (1, 2))
    assert lead.rstrip().endswith("你怎么出? (写牌; #1 是第 1 组的头一种)")
    assert beat.rstrip().endswith("你怎么出? (写牌; #1 是第 1 组的头一种; - 是过)")
    assert "  #1  " in lead
