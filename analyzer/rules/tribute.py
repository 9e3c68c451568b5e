"""进贡: who owes cards to whom after the last game (RULES.md, "Tribute")."""

from __future__ import annotations

from typing import Any, NamedTuple

from analyzer.cards import BIG, EMPEROR_JOKER
from analyzer.rules.mark import rule
from analyzer.rules.scoring import Winner, winner
from analyzer.rules.table import Dues, Solo, Table, place_of
from analyzer.rulesets import Ruleset

EMPEROR_WON, REBELS_WON = int(Winner.EMPEROR), int(Winner.REBELS)


class Previous(NamedTuple):
    """上一局: the result that tribute is owed from; `places` 3 bits a seat, `guard` the emperor in a solo."""

    emperor: int = 0
    guard: int = 0
    places: int = 0
    winner: int = int(Winner.NONE)
    open_solo: int = 0


@rule
def as_previous(ruleset: Ruleset, table: Table) -> Previous:
    """上一局: the result of a game that is over as the next is told of it; an empty one where no side won or drew."""
    roles = table.roles
    won = winner(ruleset, table)
    if won == Winner.NONE:
        return Previous(0, 0, 0, 0, 0)
    return Previous(roles.emperor, roles.guard, table.places, won, 1 if roles.solo == Solo.OPEN else 0)


@rule
def nth_finished(previous: Previous, nth: int) -> int:
    """走客顺序: the nth (from 0) rebel in the order of finish; the unplaced follow in order of play.

    >>> places = sum(place << 3 * seat for seat, place in enumerate([2, 0, 1, 0, 3], 1))
    >>> [nth_finished(Previous(1, 3, places, 2), nth) for nth in range(3)]
    [5, 2, 4]
    """
    place = 1
    while place <= 5:
        for seat in range(1, 6):
            if place_of(previous.places, seat) == place and seat != previous.emperor and seat != previous.guard:
                if nth == 0:
                    return seat
                nth -= 1
        place += 1
    seat = previous.emperor
    for _ in range(4):
        seat = seat % 5 + 1
        if place_of(previous.places, seat) == 0 and seat != previous.emperor and seat != previous.guard:
            if nth == 0:
                return seat
            nth -= 1
    return 0


@rule
def owes(previous: Previous, seat: int) -> int:
    """How many cards a seat owes."""
    solo = previous.emperor == previous.guard
    each = 2 if solo and previous.open_solo else 1
    ours = seat == previous.emperor or seat == previous.guard
    if previous.winner == EMPEROR_WON:
        return 0 if ours else each
    if previous.winner != REBELS_WON or not ours:
        return 0
    if solo:
        return 4 * each
    return 2 if seat == previous.emperor else 1


@rule
def receiver(previous: Previous, position: int) -> int:
    """吃贡: who gets the card at a position, from the highest (0) down."""
    solo = previous.emperor == previous.guard
    if previous.winner == EMPEROR_WON:
        return previous.guard if not solo and position == 1 else previous.emperor
    return nth_finished(previous, position % (4 if solo else 3))


@rule
def open_dues(previous: Previous, hands: Any) -> Dues:
    """What is owed of dealt hands that are known: positions high to low, `R*` never among them.

    `hands` is a `possession.Hands`. A hand that has fewer cards than it owes pays what it has.
    """
    owed = 0
    size = 0
    ranks = 0
    for seat in range(1, 6):
        has = hands.ranks[seat][15] - hands.cards[seat][EMPEROR_JOKER]
        owed |= min(owes(previous, seat), has) << 4 * seat
    left = owed
    receivers = 0
    for rank in range(BIG, -1, -1):
        for seat in range(1, 6):
            has = hands.ranks[seat][rank]
            if rank == BIG:
                has -= hands.cards[seat][EMPEROR_JOKER]
            paid = min(has, left >> 4 * seat & 15)
            left -= paid << 4 * seat
            for _ in range(paid):
                ranks |= rank << 4 * size
                receivers |= receiver(previous, size) << 3 * size
                size += 1
    return Dues(size, ranks, receivers, 0, owed)


@rule
def due_position(dues: Dues, rank: int, to: int) -> int:
    """The first position + 1 still to be paid with a card of this rank to this seat; 0 where there is none."""
    for position in range(dues.size):
        if (
            not dues.taken >> position & 1
            and dues.ranks >> 4 * position & 15 == rank
            and dues.receivers >> 3 * position & 7 == to
        ):
            return position + 1
    return 0


@rule
def pay(dues: Dues, seat: int, position: int) -> Dues:
    """The dues after a seat has paid the card at a position (+ 1)."""
    return Dues(
        dues.size, dues.ranks, dues.receivers, dues.taken | 1 << position - 1, dues.owed - (1 << 4 * seat)
    )


