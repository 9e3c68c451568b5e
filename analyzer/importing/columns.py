"""装列: games that were read, as the columns that the kernel reads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from analyzer.batch import Lot
from analyzer.batch.columns import MOST_COPIES, numbered
from analyzer.batch.records import Columns
from analyzer.cards import KINDS, NAMES
from analyzer.importing.item import PACKED, Item

Array = npt.NDArray[Any]
QUOTE: Final = ord('"')
NO_CARD: Final = 255
TOGETHER: Final = 128
"""So many games are counted at once: their cards stay in the processor's cache."""


def lot_of_items(items: Sequence[Item]) -> tuple[Lot, Array]:
    """成批: all games as a lot, and of which of them the columns can say all hands; the hands of others are zero."""
    events = np.frombuffer(b"".join(item.codes for item in items), PACKED)
    numbers, rulesets = numbered(item.resolved for item in items)
    hands, known = _hands(items)
    columns = Columns(
        np.ascontiguousarray(events["word"]),
        np.ascontiguousarray(events["shown"]),
        np.cumsum([0, *(item.events for item in items)], dtype=np.int64),
        hands,
        np.array([item.head.previous for item in items], np.int32).reshape(-1, 5),
    )
    claims = np.array([item.claim for item in items], np.int64).reshape(-1, 12)
    said = np.array([item.said for item in items], np.uint8)
    ends = np.array([item.ends for item in items], np.int32)
    return Lot(columns, numbers, rulesets, claims, said, ends), known


def _hands(items: Sequence[Item]) -> tuple[Array, Array]:
    """The hands of each game by card, 3 bits a seat, and of which games they are known."""
    hands = np.zeros((len(items), KINDS), np.uint16)
    known = np.zeros(len(items), np.bool_)
    written: list[bytes] = []
    places: list[int] = []
    for place, item in enumerate(items):
        if isinstance(item.hands, bytes):
            written.append(item.hands)
            places.append(place)
        elif item.hands is not None:
            hands[place] = item.hands
            known[place] = True
    for start in range(0, len(written), TOGETHER):
        counts = counted(written[start : start + TOGETHER])
        at = places[start : start + TOGETHER]
        known[at] = (counts <= MOST_COPIES).all(axis=(1, 2))
        hands[at] = (counts.clip(max=MOST_COPIES) << 3 * np.arange(5)[:, None]).sum(axis=1)
    return hands, known


def counted(written: Sequence[bytes]) -> Array:
    """数牌: how many of each card (of 56) each hand holds, by game and seat.

    `written`: the five hands of each game, each between quotation marks, all cards known by suit.

    >>> counts = counted([b'"3s3sB*","","","","R"'])
    >>> [NAMES[card] for card in range(56) for _ in range(counts[0, 0, card])], int(counts.sum())
    (['3s', '3s', 'B*'], 4)
    """
    firsts, seconds, cards = _notation()
    text = np.frombuffer(b"".join(written), np.uint8)
    first = firsts[text]
    at = np.flatnonzero(first < NO_CARD)
    card = cards[first[at], seconds[text[at + 1]]]
    seats = np.cumsum(text == QUOTE, dtype=np.int32)[at] - 1 >> 1
    return np.bincount(seats * KINDS + card, minlength=len(written) * 5 * KINDS).reshape(-1, 5, KINDS)


@cache
def _notation() -> tuple[Array, Array, Array]:
    """Which character begins a card, as a number, else `NO_CARD`; which stands second in one, from 1, else 0; the card
    that the two are.
    """
    names = NAMES[:KINDS]
    firsts = {name[0]: None for name in names}
    seconds = {name[1]: None for name in names if len(name) > 1}
    first_of, second_of = np.full(256, NO_CARD, np.uint8), np.zeros(256, np.uint8)
    for number, mark in enumerate(firsts):
        first_of[ord(mark)] = number
    for number, mark in enumerate(seconds, 1):
        second_of[ord(mark)] = number
    cards = np.zeros((len(firsts), len(seconds) + 1), np.int32)
    for card, name in enumerate(names):
        cards[first_of[ord(name[0])], second_of[ord(name[1])] if len(name) > 1 else 0] = card
    return first_of, second_of, cards
