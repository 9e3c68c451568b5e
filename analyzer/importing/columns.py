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


def lot_of_items(items: Sequence[Item]) -> tuple[Lot, Array]:
    """成批: all games as a lot, and of which of them the columns can say all hands; the hands of others are zero."""
    events = np.frombuffer(b"".join(item.codes for item in items), PACKED)
    numbers, rulesets = numbered(item.resolved for item in items)
    hands, known = _hands(items)
    columns = Columns(
        np.ascontiguousarray(events["word"]),
        np.ascontiguousarray(events["suits"]),
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
    if written:
        counts = counted(written)
        known[places] = (counts <= MOST_COPIES).all(axis=(1, 2))
        hands[places] = (counts.clip(max=MOST_COPIES) << 3 * np.arange(5)[:, None]).sum(axis=1)
    return hands, known


def counted(written: Sequence[bytes]) -> Array:
    """数牌: how many of each card (of 56) each hand holds, by game and seat.

    `written`: the five hands of each game, each between quotation marks, all cards known by suit.

    >>> counts = counted([b'"3s3sB*","","","","R"'])
    >>> [NAMES[card] for card in range(56) for _ in range(counts[0, 0, card])], int(counts.sum())
    (['3s', '3s', 'B*'], 4)
    """
    pairs, second = _notation()
    text = np.frombuffer(b"".join(written), np.uint8)
    seats = np.cumsum(text == QUOTE)
    at = np.flatnonzero(pairs[text.astype(np.uint16) << 8] >= -1)
    following = text[at + 1]
    card = pairs[text[at].astype(np.uint16) << 8 | np.where(second[following], following, 0)]
    slots = (seats[at] - 1 >> 1) * KINDS + card
    return np.bincount(slots, minlength=len(written) * 5 * KINDS).reshape(-1, 5, KINDS)


@cache
def _notation() -> tuple[Array, Array]:
    """Two tables: the card that two characters (or one and a zero) are, -1 where more follows, -2 for no beginning of a
    card; and which characters stand second.
    """
    pairs = np.full(1 << 16, -2, np.int64)
    second = np.zeros(256, np.bool_)
    for name in NAMES[:KINDS]:
        pairs[ord(name[0]) << 8] = -1
    for card, name in enumerate(NAMES[:KINDS]):
        first, rest = ord(name[0]), ord(name[1]) if len(name) > 1 else 0
        pairs[first << 8 | rest] = card
        second[rest] = rest > 0
    return pairs, second
