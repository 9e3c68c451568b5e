"""牌桌: the state of a game between two events - everything but the cards in the hands.

Sets of seats are bit masks: seat s is bit s, so a full table is 0b111110 = 62.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from analyzer.rules.mark import rule

SEATS = 5
ALL_SEATS = 62
"""Bits 1-5: all five seats."""
HOW_FAR = 1 << 3 * 2 | 2 << 3 * 4 | 3 << 3 * 8 | 4 << 3 * 16
"""At three times 1, 2, 4, 8, 16: the numbers 0 to 4, three bits each."""


class Phase(IntEnum):
    """阶段: which kinds of event have a place now; a seal closes a game that is over (`SEALED`) or is not (`CUT`)."""

    DEAL = 0
    TRIBUTE = 1
    THRONE = 2
    CALL = 3
    SNATCH = 4
    DECLARE = 5
    PLAY = 6
    OVER = 7
    ENDED = 8
    SEALED = 9
    CUT = 10


class Solo(IntEnum):
    """独保: whether the emperor is its own guard, and whether the table knows."""

    NONE = 0
    SECRET = 1
    OPEN = 2


class Roles(NamedTuple):
    """身份: who is what; 0 while it is not settled. `rebels` and `snatchers` are masks of who declared."""

    emperor: int = 0
    guard: int = 0
    solo: int = int(Solo.NONE)
    open_guard: int = 0
    rebels: int = 0
    risen: int = 0
    snatchers: int = 0


class Offer(NamedTuple):
    """让位: how the throne is handed on.

    `first` is the first candidate, `yields` how often it was handed on, `along` how many 2s travel with `R*`
    and `along_suits` which, `settled` whether the first candidate was emperor without accepting, `spoken` that
    it may no longer say so, `crowned` who accepted (before a snatch), `abandoned` that nobody took it (`skip`).
    """

    first: int = 0
    yields: int = 0
    along: int = 0
    along_suits: int = 0
    settled: int = 0
    spoken: int = 0
    crowned: int = 0
    abandoned: int = 0


class Dues(NamedTuple):
    """进贡: what is owed, as `size` positions from the highest card down.

    `ranks` (4 bits each) and `receivers` (3 bits each) are by position, `taken` a mask of the positions paid,
    `owed` how many cards each seat has still to pay (4 bits a seat).
    """

    size: int = 0
    ranks: int = 0
    receivers: int = 0
    taken: int = 0
    owed: int = 0


class Table(NamedTuple):
    """牌桌: the table between two events.

    `turn` is the seat to act (the candidate while the throne is open), `standing` the play to beat (0: the
    turn leads), `owner` who played it, `passed` who passed since (in the trick, where a pass bars), `fresh`
    that nobody passed since, `live` who holds cards, `places` 3 bits a seat, `auto` who is in 托管,
    `escaped` who left.
    """

    phase: int = int(Phase.DEAL)
    turn: int = 0
    standing: int = 0
    owner: int = 0
    passed: int = 0
    fresh: int = 0
    live: int = ALL_SEATS
    places: int = 0
    auto: int = 0
    escaped: int = 0
    roles: Roles = Roles()
    offer: Offer = Offer()
    dues: Dues = Dues()


class Facts(NamedTuple):
    """手牌所示: what the hands say about one act; what a kind of act does not ask for stays 0.

    `left`: cards left in the seat's holding after it; `holds`: the cards can be there; `fits`: the hand meets
    what the act asks for (it can call; it can snatch; it has a 2 of its own; auto would play so; the position
    of a tribute + 1); `holder`: the seat that holds the guard's card.
    """

    left: int = 0
    holds: int = 0
    fits: int = 0
    holder: int = 0


NO_FACTS = Facts()


@rule
def next_seat(seat: int) -> int:
    """下家: the next seat in order of play.

    >>> [next_seat(seat) for seat in (1, 5)]
    [2, 1]
    """
    return seat % 5 + 1


@rule
def previous_seat(seat: int) -> int:
    """上家: the previous seat in order of play.

    >>> [previous_seat(seat) for seat in (1, 5)]
    [5, 4]
    """
    return (seat + 3) % 5 + 1


@rule
def first_of(seats: int, after: int) -> int:
    """The first seat of a mask in order of play after a seat; 0 for an empty mask.

    The mask is turned until the next seat is bit 0; `HOW_FAR` makes 0 to 4 of the lowest bit. A loop would cost the
    compiled rules a tenth of their time, as nobody can guess how often it goes round.

    >>> first_of(0b110010, after=1), first_of(0b000010, after=1), first_of(0, after=3)
    (4, 1, 0)
    """
    if seats == 0:
        return 0
    turned = (seats | seats << 5) >> after + 1
    seat = after + 1 + (HOW_FAR >> 3 * (turned & -turned) & 7)
    return seat - 5 if seat > 5 else seat


@rule
def how_many(seats: int) -> int:
    """How many seats a mask has.

    >>> how_many(0b110010)
    3
    """
    found = 0
    for seat in range(1, 6):
        found += seats >> seat & 1
    return found


@rule
def place_of(places: int, seat: int) -> int:
    """名次: the place of a seat, 0 where it has none."""
    return places >> 3 * seat & 7


@rule
def side_of_emperor(roles: Roles) -> int:
    """皇帝一方: the emperor and the guard as a mask; empty while they are not settled."""
    if roles.emperor == 0:
        return 0
    return 1 << roles.emperor | 1 << roles.guard
