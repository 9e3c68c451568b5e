"""发牌: whether five hands are a deal of the deck, and the table they open (RULES.md, "Seats, cards, order")."""

from __future__ import annotations

from typing import Any

from analyzer.cards import EMPEROR_JOKER, GUARD_JOKER
from analyzer.rules.mark import rule
from analyzer.rules.possession import SIZE, Hands, holder_of
from analyzer.rules.table import ALL_SEATS, Dues, Offer, Phase, Roles, Table
from analyzer.rules.throne import open_throne
from analyzer.rules.tribute import Previous, open_dues
from analyzer.rules.verdicts import Code
from analyzer.rulesets import Ruleset, Throne


@rule
def judge_deal(ruleset: Ruleset, deck: Any, dealt: Any, sizes: Any, first: int) -> int:
    """Whether hands are a deal: `dealt` counts the known cards by kind (56), `sizes` all cards by seat (6 rows).

    No card more often than the deck has it - in `drawn` without `R*`, which is held back; sizes differ by one
    at most, add up to the deck, and never grow in order of play from `first` (0: not said).
    """
    drawn = 1 if ruleset.throne == Throne.DRAWN else 0
    total = 0
    for card in range(56):
        copies = deck[card]
        if card == EMPEROR_JOKER:
            copies -= drawn
        total += copies
        if dealt[card] > copies:
            return Code.DECK_MISMATCH
    return judge_sizes(sizes, total, first)


@rule
def judge_sizes(sizes: Any, total: int, first: int) -> int:
    """Whether five hand sizes share out `total` cards evenly, the larger ones first."""
    held = 0
    least = sizes[1]
    most = sizes[1]
    for seat in range(1, 6):
        held += sizes[seat]
        least = min(least, sizes[seat])
        most = max(most, sizes[seat])
    if held != total or most - least > 1:
        return Code.HAND_SIZES
    if first:
        seat = first
        for _ in range(4):
            after = seat % 5 + 1
            if sizes[after] > sizes[seat]:
                return Code.HAND_SIZES
            seat = after
    return Code.LEGAL


@rule
def open_table(ruleset: Ruleset, dues: Dues, candidate: int, holder: int, live: int) -> Table:
    """The table right after the deal: tribute first where some is due, else the throne."""
    table = Table(
        Phase.TRIBUTE, 0, 0, 0, 0, 0, live, 0, 0, 0, Roles(0, 0, 0, 0, 0, 0, 0),
        Offer(candidate, 0, 0, 0, 0, 0, 0, 0), dues,
    )  # fmt: skip
    return table if dues.size else open_throne(ruleset, table, candidate, holder)


@rule
def deal(ruleset: Ruleset, previous: Previous, hands: Hands) -> Table:
    """The table after hands that are known were dealt; `previous` is an empty one where none is given."""
    dues = open_dues(previous, hands) if ruleset.tribute else Dues(0, 0, 0, 0, 0)
    candidate = holder_of(hands, EMPEROR_JOKER)
    live = ALL_SEATS
    for seat in range(1, 6):
        if hands.ranks[seat][SIZE] == 0:
            live &= ~(1 << seat)
    return open_table(ruleset, dues, candidate, holder_of(hands, GUARD_JOKER), live)
