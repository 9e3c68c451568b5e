"""写行: the events of made-up games as JSON lines, put byte by byte into a buffer, as `paipu.writing` writes them.

The same body in plain Python and compiled; each function gives the place after what it has put.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Any, Final, NamedTuple

import numpy as np

from analyzer.cards import EMPEROR_JOKER, GUARD_JOKER, NAMES, PLAIN, B, R
from analyzer.events import EVENTS
from analyzer.rules.acts import Act, Kind, What
from analyzer.rules.possession import Hands
from analyzer.rules.table import place_of

HEAD: Final = 56
"""The first of the pieces that begin an event, in the order of `Kind`."""
SAY: Final = HEAD + len(Kind)
"""The first of the pieces that are declarations, in the order of `What`."""
(
    TO, CARDS, WIND, QUOTE, CLOSE, HANDS, NEXT, FIRST, PLACES, SCORES, COMMA, LIST, EMPEROR, GUARD,
) = range(SAY + 4, SAY + 18)  # fmt: skip
SEATLESS: Final = (int(Kind.VOID), int(Kind.DEAL), int(Kind.END))
VOID, PASS, DECLARE, TRIBUTE, DEAL, END = (
    int(Kind.VOID), int(Kind.PASS), int(Kind.DECLARE), int(Kind.TRIBUTE), int(Kind.DEAL), int(Kind.END),
)  # fmt: skip
PIECES: Final = (
    *NAMES[:HEAD],
    *(
        f'{{"type":"{kind.__struct_config__.tag}"'
        + ("" if number in SEATLESS else ',"from":' if number == TRIBUTE else ',"seat":')
        for number, kind in enumerate(EVENTS)
    ),
    "", *(f',"what":"{what.name.lower()}"' for what in What),
    ',"to":', ',"cards":"', ',"wind":true', '"', "}\n", ',"hands":["', '","', '"],"first":', ',"places":[',
    '],"scores":[', ",", "]", ',"emperor":', ',"guard":',
)  # fmt: skip
"""碎片: what the lines are put together from."""


class Text(NamedTuple):
    """碎片: the pieces as bytes, piece p from `starts[p]` to `starts[p + 1]`."""

    bytes: Any
    starts: Any


def text() -> Text:
    """The pieces, for the functions below."""
    starts = np.array([0, *accumulate(map(len, PIECES))], np.int64)
    return Text(np.frombuffer("".join(PIECES).encode(), np.uint8), starts)


def put_piece(text: Text, out: Any, at: int, piece: int) -> int:
    """Put one piece."""
    for place in range(text.starts[piece], text.starts[piece + 1]):
        out[at] = text.bytes[place]
        at += 1
    return at


def put_number(out: Any, at: int, number: int) -> int:
    """Put a whole number."""
    if number < 0:
        out[at] = 45
        return put_number_from(out, at + 1, -number)
    return put_number_from(out, at, number)


def put_number_from(out: Any, at: int, number: int) -> int:
    """Put a number that is not below 0."""
    size = 1
    rest = number // 10
    while rest:
        size += 1
        rest //= 10
    for place in range(at + size - 1, at - 1, -1):
        out[place] = 48 + number % 10
        number //= 10
    return at + size


def put_copies(text: Text, out: Any, at: int, card: int, copies: int) -> int:
    """Put a card so many times."""
    for _ in range(copies):
        at = put_piece(text, out, at, card)
    return at


def put_cards(text: Text, out: Any, at: int, play: int, suits: int) -> int:
    """Put the cards of a play that is known by suit, high to low."""
    big, small, guard, emperor = play & 7, play >> 3 & 7, suits >> 12 & 1, suits >> 13 & 1
    at = put_copies(text, out, at, EMPEROR_JOKER, emperor)
    at = put_copies(text, out, at, R, big - emperor)
    at = put_copies(text, out, at, GUARD_JOKER, guard)
    at = put_copies(text, out, at, B, small - guard)
    for suit in range(4):
        at = put_copies(text, out, at, (play >> 11 << 2) + suit, suits >> 3 * suit & 7)
    return at


def put_act(text: Text, out: Any, at: int, act: Act) -> int:
    """写一行: put the line of an act that is no deal and no end."""
    at = put_piece(text, out, at, HEAD + act.kind)
    if act.kind != VOID:
        at = put_number_from(out, at, act.seat)
    if act.kind == PASS:
        if act.arg:
            at = put_piece(text, out, at, WIND)
    elif act.kind == DECLARE:
        at = put_piece(text, out, at, SAY + act.arg)
    elif act.arg:
        at = put_piece(text, out, at, TO)
        at = put_number_from(out, at, act.arg)
    if act.play:
        at = put_piece(text, out, at, CARDS)
        at = put_cards(text, out, at, act.play, act.suits)
        at = put_piece(text, out, at, QUOTE)
    return put_piece(text, out, at, CLOSE)


def put_deal(text: Text, out: Any, at: int, hands: Hands, first: int) -> int:
    """写发牌: put the line of a deal; each hand high to low."""
    at = put_piece(text, out, at, HEAD + DEAL)
    for seat in range(1, 6):
        at = put_piece(text, out, at, HANDS if seat == 1 else NEXT)
        row = hands.cards[seat]
        for card in range(EMPEROR_JOKER, B - 1, -1):
            at = put_copies(text, out, at, card, row[card])
        for rank in range(PLAIN - 1, -1, -1):
            for suit in range(4):
                at = put_copies(text, out, at, rank * 4 + suit, row[rank * 4 + suit])
    at = put_piece(text, out, at, FIRST)
    at = put_number_from(out, at, first)
    return put_piece(text, out, at, CLOSE)


def put_end(text: Text, out: Any, at: int, places: int, scores: Any, emperor: int, guard: int) -> int:
    """写终局: put the line of an end; emperor and guard where there are any."""
    at = put_piece(text, out, at, HEAD + END)
    for seat in range(1, 6):
        at = put_piece(text, out, at, PLACES if seat == 1 else COMMA)
        at = put_number_from(out, at, place_of(places, seat))
    for seat in range(1, 6):
        at = put_piece(text, out, at, SCORES if seat == 1 else COMMA)
        at = put_number(out, at, scores[seat - 1])
    at = put_piece(text, out, at, LIST)
    if emperor:
        at = put_piece(text, out, at, EMPEROR)
        at = put_number_from(out, at, emperor)
    if guard:
        at = put_piece(text, out, at, GUARD)
        at = put_number_from(out, at, guard)
    return put_piece(text, out, at, CLOSE)


PARTS: Final = (put_piece, put_number_from, put_number, put_copies, put_cards, put_act, put_deal, put_end)
"""What is compiled, each after what it calls."""
