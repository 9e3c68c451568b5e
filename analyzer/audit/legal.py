"""本可: what would have been legal at a table, for an event that was refused there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product
from typing import Final

from analyzer.cards import NAMES, PLAIN, TWO, UNSUITED, B, unpack, write_cards, write_play
from analyzer.events import (
    Abandon,
    Accept,
    Call,
    Declare,
    Draw,
    End,
    Event,
    Pass,
    Play,
    Snatch,
    Tribute,
    Void,
    Yield,
)  # fmt: skip
from analyzer.paipu import act_of, cards_of
from analyzer.replay import Course
from analyzer.rules.moves import legal_plays, lowness
from analyzer.rules.table import Phase, Table
from analyzer.rules.verdicts import Code
from analyzer.sight import agreed
from analyzer.states import Known

SEATS: Final = (1, 2, 3, 4, 5)
SHOWS_GUARD: Final = 1 << 12
"""The bit of a play's suits that says `B*` is among its small jokers."""
MOST: Final = 12
"""So many possibilities are told; of the others how many there are."""


def legal_now(course: Course) -> tuple[tuple[Event, ...], int]:
    """本可: what would be legal now - the first of it, and how many more there are.

    Plays come from the lowest; where hands are hidden none is named. Escapes, auto-play, messages and notes, which
    are nearly always legal, are left out.
    """
    found = list(_legal(course))
    return tuple(found[:MOST]), max(0, len(found) - MOST)


def table_now(course: Course) -> Table:
    """牌桌: the table as far as it is known; what the ways that are possible do not agree on is 0."""
    return agreed(course.state.tables) if course.state else course.table


def _legal(course: Course) -> Iterator[Event]:
    state = course.state
    if state is None:
        return
    for event in _candidates(course):
        if state.judge(act_of(event), cards_of(event).cards) == Code.LEGAL:
            yield event


def _candidates(course: Course) -> Iterator[Event]:
    """Whatever might be legal in this part of the game."""
    table = table_now(course)
    phase, turn = table.phase, table.turn
    if phase == Phase.OVER:
        yield End()
    elif phase == Phase.TRIBUTE:
        yield from _tributes(course)
    elif phase == Phase.THRONE:
        yield from _throne(course, turn)
    elif phase < Phase.OVER:
        if phase < Phase.PLAY:
            yield from _before_play(course)
        yield from _plays(course)
        if turn:
            yield Pass(seat=turn)


def _throne(course: Course, turn: int) -> Iterator[Event]:
    for seat in SEATS:
        yield Draw(seat=seat)
    for seat in (turn,) if turn else SEATS:
        yield Accept(seat=seat)
    for seat in (turn,) if turn else SEATS:
        for to, along in product(SEATS, _along(course, seat)):
            yield Yield(seat=seat, to=to, cards=f"R*{along}")
    yield Void()
    yield Abandon(seat=course.table.offer.first or 1)


def _along(course: Course, seat: int) -> Iterator[str]:
    """The 2s that may go with the throne: those that came along, and one of the seat's own."""
    table = course.table
    suits = table.offer.along_suits
    came = [TWO * 4 + suit for suit in range(4) for _ in range(suits >> 3 * suit & 7)]
    came += [UNSUITED + TWO] * (table.offer.along - len(came))
    yield write_cards(came)
    for card in dict.fromkeys(_held(course, seat)):
        if TWO * 4 <= card < TWO * 4 + 4:
            yield write_cards([*came, card])


def _before_play(course: Course) -> Iterator[Event]:
    emperor = course.table.roles.emperor
    for seat in SEATS:
        yield Accept(seat=seat)
        yield Snatch(seat=seat)
    hand = _held(course, emperor)
    for card, copies in product(sorted({card for card in hand if card < 4 * PLAIN}), (3, 4)):
        if hand.count(card) >= copies:
            yield Call(seat=emperor, cards=NAMES[card] * copies)
    for seat in SEATS:
        yield Declare(seat=seat, what="guard")
        yield Declare(seat=seat, what="solo")
        yield Declare(seat=seat, what="rebel")


def _plays(course: Course) -> Iterator[Event]:
    """The plays of whoever may play: the seat in turn, or the one that would lead where passes may be left out."""
    state = course.state
    if not isinstance(state, Known):
        return
    for seat in chain((course.table.turn,), (other for other in SEATS if other != course.table.turn)):
        for play in sorted(legal_plays(state.ruleset, state.table, state.hands, seat) if seat else (), key=lowness):
            small, unmarked = unpack(play)[2], int(state.hands.cards[seat][B])
            yield Play(seat=seat, cards=write_play(play, SHOWS_GUARD if small > unmarked else 0))


def _tributes(course: Course) -> Iterator[Event]:
    for seat, to in product(SEATS, SEATS):
        if course.table.dues.owed >> 4 * seat & 15 and seat != to:
            for card in sorted(set(_held(course, seat)), reverse=True):
                yield Tribute(source=seat, to=to, cards=write_cards([card]))


def _held(course: Course, seat: int) -> list[int]:
    """The cards that a seat holds, none where they are hidden; the emperor's joker as itself."""
    state = course.state
    if not isinstance(state, Known) or not seat:
        return []
    row = state.hands.cards[seat]
    return [card for card in range(len(row)) for _ in range(row[card])]
