"""能出的牌: what is in the list is what the judge allows, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.cards import GUARD_JOKER, SMALL, shown, write_play
from analyzer.rules.acts import Act, Kind
from analyzer.rules.moves import hint, legal_plays
from analyzer.rules.possession import Hands, hands_of, look
from analyzer.rules.step import judge
from analyzer.rules.table import Phase, Table
from analyzer.rules.verdicts import Code
from analyzer.rulesets import Ruleset, SixesLast

OTHERS = ("R*7s", "7h", "8s8h", "9s")
RULESETS = tuple(
    Ruleset(sixes_last=six, pass_bars=bars, auto=1) for six, bars in product(SixesLast, (0, 1))
)  # fmt: skip


def code_of(text: str) -> int:
    return shown(text).play


def written(plays: list[int]) -> list[str]:
    return [write_play(play) for play in plays]


def at(standing: str, **more: Any) -> Table:
    """Seat 1 to act; seat 5 owns the standing play."""
    return Table(Phase.PLAY, 1, code_of(standing) if standing else 0, 5)._replace(**more)


def plays(hand: str, standing: str = "", ruleset: Ruleset = Ruleset(), **more: int) -> list[str]:  # noqa: B008
    hands = hands_of([shown(cards).cards for cards in (hand, *OTHERS)])
    return written(legal_plays(ruleset, at(standing, **more), hands, 1))


@pytest.mark.parametrize(
    ("hand", "standing", "expected"),
    [
        ("9s9h8s", "", ["8", "9", "99"]),
        ("9s9h8s", "88", ["99"]),
        ("9s9h8s", "99", []),
        ("B9s", "", ["B", "9", "B9"]),
        ("RB9s", "88", ["RB", "B9", "R9"]),
        ("RB9s9h", "B888", ["RB99"]),
        ("RB*TsTh", "B99", ["RTT", "RBT"]),
        ("RR2s", "R7", []),
        ("BBB", "22", ["BB"]),
    ],
)
def test_what_a_hand_can_play(hand: str, standing: str, expected: list[str]) -> None:
    assert sorted(plays(hand, standing)) == sorted(expected)


SIX_ALONE, SIX_MIXED = Ruleset(sixes_last=SixesLast.ALONE), Ruleset(sixes_last=SixesLast.WITH_JOKERS)


@pytest.mark.parametrize(
    ("hand", "ruleset", "expected"),
    [
        ("6s6h7s", SIX_ALONE, ["7"]),
        ("6s6h", SIX_ALONE, ["66"]),
        ("R6s6h", SIX_ALONE, ["R"]),
        ("R6s6h", SIX_MIXED, ["R", "R66"]),
        ("6s", SIX_ALONE, ["6"]),
    ],
)
def test_sixes_stay_to_the_last(hand: str, ruleset: Ruleset, expected: list[str]) -> None:
    assert plays(hand, "", ruleset) == expected


@pytest.mark.parametrize(
    ("hand", "ruleset", "expected"),
    [
        ("9s8s8h", Ruleset(), ["8"]),
        ("6s6h9s", SIX_ALONE, ["9"]),
        ("6s6h", SIX_ALONE, ["66"]),
        ("6s6hB", SIX_ALONE, ["B"]),
        ("6s6hR", SIX_MIXED, ["R"]),
        ("6s", SIX_ALONE, ["6"]),
    ],
)
def test_auto_play_leads_one_thing(hand: str, ruleset: Ruleset, expected: list[str]) -> None:
    assert plays(hand, "", ruleset, auto=1 << 1) == expected


def test_auto_play_never_follows() -> None:
    assert plays("9s9h", "88", auto=1 << 1) == []


def test_only_the_seat_whose_turn_it_is_may_play() -> None:
    assert plays("9s", "", turn=2) == []
    assert plays("9s", "8", live=0b111100) == []
    assert plays("9s", "8", Ruleset(pass_bars=1), passed=1 << 1) == []
    assert plays("9s", "", phase=Phase.OVER) == []
    assert plays("9s", "", phase=Phase.CALL) == []
    assert plays("9s", "", phase=Phase.DECLARE) == ["9"]


def test_the_owner_of_a_big_joker_leads_though_no_pass_was_recorded() -> None:
    """RULES.md 3.8: seat 1 played R9; seat 2 is to pass, but seat 1 may lead at once."""
    hands = hands_of([shown(cards).cards for cards in ("8s", *OTHERS)])
    table = Table(Phase.PLAY, 2, code_of("R9"), 1, fresh=1)
    assert written(legal_plays(Ruleset(), table, hands, 1)) == ["8"]
    assert legal_plays(Ruleset(), table._replace(fresh=0), hands, 1) == []


@pytest.mark.parametrize(
    ("hand", "standing", "lowest"),
    [
        ("9s9h8s", "", "8"),
        ("9s9h8s8h", "77", "88"),
        ("RB9sTs", "8", "9"),
        ("RBB9sTs", "88", "B9"),
        ("BB2s", "AA", "B2"),
        ("RB", "2", "B"),
        ("R9s7h", "88", "R9"),
    ],
)
def test_the_hint_is_the_lowest(hand: str, standing: str, lowest: str) -> None:
    hands = hands_of([shown(cards).cards for cards in (hand, *OTHERS)])
    assert write_play(hint(Ruleset(), at(standing), hands, 1)) == lowest


def test_the_hint_is_a_pass_where_nothing_beats() -> None:
    hands = hands_of([shown(cards).cards for cards in ("9s9h", *OTHERS)])
    assert hint(Ruleset(), at("TT"), hands, 1) == 0


DECK = shown("6s6s6h6d 7s7s7h 9s9s9h9d9c 2s2s2d B B B* R R R*").cards


def ways(hands: Hands, play: int) -> Iterator[int]:
    """The marks that the jokers of a play can have, as `suits`."""
    yield 0
    if hands.cards[1][GUARD_JOKER] and play >> 3 & 7:
        yield 1 << 12


def every_pattern(hands: Hands) -> Iterator[int]:
    """Every play code up to one card more than the hand has, jokers alone once."""
    row = hands.ranks[1]
    for rank, small, big in product(range(13), range(row[SMALL] + 2), range(row[14] + 2)):
        for plain in range(row[rank] + 2):
            if plain + small + big and (plain or rank == 0):
                yield rank << 11 | plain << 6 | small << 3 | big


def is_legal(ruleset: Ruleset, table: Table, hands: Hands, play: int) -> bool:
    acts = [Act(Kind.PLAY, 1, 0, play, suits) for suits in ways(hands, play)]
    return any(judge(ruleset, table, act, look(ruleset, table, hands, act)) == Code.LEGAL for act in acts)


@settings(max_examples=150)
@given(data=st.data())
def test_the_list_is_what_the_judge_allows(data: st.DataObject) -> None:
    cards = data.draw(st.permutations(DECK))
    size = data.draw(st.integers(1, 9))
    rest = cards[size:]
    hands = hands_of([cards[:size], *(rest[seat::4] for seat in range(4))])
    standing = data.draw(st.sampled_from(("", "6", "66", "777", "B7", "B66", "BB", "R9", "99", "2", "B", "BB99")))
    table = at(
        standing,
        turn=data.draw(st.sampled_from((1, 1, 1, 2))),
        auto=data.draw(st.sampled_from((0, 0, 2))),
        passed=data.draw(st.sampled_from((0, 0, 2))),
        fresh=data.draw(st.integers(0, 1)),
        owner=data.draw(st.sampled_from((1, 5))),
        phase=data.draw(st.sampled_from((Phase.DECLARE, Phase.PLAY))),
    )
    ruleset = data.draw(st.sampled_from(RULESETS))
    found = legal_plays(ruleset, table, hands, 1)
    assert len(found) == len(set(found))
    assert set(found) == {play for play in every_pattern(hands) if is_legal(ruleset, table, hands, play)}
