"""牌: cards, how they are written, and the two small integers a play of cards becomes.

A *card* is an integer. 0-51 are the suited plain cards (rank * 4 + suit), 52 `B`, 53 `B*`, 54 `R`, 55 `R*`;
56-68 are plain cards whose suit was not written (56 + rank). Ranks are 0-14 in the order of play: `3` is 0,
`2` is 12, `B` 13, `R` 14.

A set of cards of one plain rank with jokers - every legal play is one - packs into two integers:

=========  ==================================================================================
`play`     rank (4 bits) | plain cards (5) | small jokers (3) | big jokers (3); 0 is "no cards"
`suits`    how many were shown as s, h, d, c (3 bits each) | `B*` shown (1) | `R*` shown (1)
=========  ==================================================================================

Jokers alone have rank 0 and no plain cards. Cards of two plain ranks cannot be packed: their `play` is `MIXED`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from analyzer.errors import Unreadable
from analyzer.words import Words

RANKS: Final = "3456789TJQKA2BR"
SUITS: Final = "shdc"
SIX: Final = 3
TWO: Final = 12
SMALL: Final = 13
"""小王: the rank of the small jokers."""
BIG: Final = 14
"""大王: the rank of the big jokers."""
PLAIN: Final = 13
"""How many plain ranks there are: ranks below this are plain."""

B, GUARD_JOKER, R, EMPEROR_JOKER = 52, 53, 54, 55
KINDS: Final = 56
"""How many different suited or joker cards there are."""
UNSUITED: Final = 56
"""An unsuited card of rank r is UNSUITED + r."""

NAMES: Final = (
    *(rank + suit for rank in RANKS[:PLAIN] for suit in SUITS), "B", "B*", "R", "R*", *RANKS[:PLAIN],
)  # fmt: skip
NUMBERS: Final = {name: card for card, name in enumerate(NAMES)}

MIXED: Final = 15
"""The rank in a play code whose cards are of more than one plain rank."""
MOST_PLAIN, MOST_JOKERS = 31, 7


class Shown(NamedTuple):
    """亮出的牌: cards as they were written: `cards` in the order written, packed as `play` and `suits`."""

    cards: tuple[int, ...]
    play: int
    suits: int


def rank_of(card: int) -> int:
    """点数: the rank, 0-14, of a card.

    >>> [RANKS[rank_of(NUMBERS[name])] for name in ("3s", "2d", "9", "B*", "R")]
    ['3', '2', '9', 'B', 'R']
    """
    if card < B:
        return card >> 2
    if card < UNSUITED:
        return SMALL if card < R else BIG
    return card - UNSUITED


RANK_OF: Final = tuple(rank_of(card) for card in range(KINDS))
"""The rank of each suited card and joker."""


def pack(rank: int, plain: int, small: int, big: int) -> int:
    """The play code of `plain` cards of `rank` with jokers.

    >>> unpack(pack(6, 3, 1, 0))
    (6, 3, 1, 0)
    """
    return rank << 11 | plain << 6 | small << 3 | big


def unpack(play: int) -> tuple[int, int, int, int]:
    """(rank, plain, small, big) of a play code."""
    return play >> 11, play >> 6 & 31, play >> 3 & 7, play & 7


@lru_cache(maxsize=65536)
def shown(text: str) -> Shown:
    """Read a string of cards such as `R*9s9`; spaces between cards are allowed, order never matters.

    >>> shown("9h9 B*").cards == (NUMBERS["9h"], NUMBERS["9"], NUMBERS["B*"])
    True
    >>> unpack(shown("B9h9").play)
    (6, 2, 1, 0)
    >>> shown("1h")
    Traceback (most recent call last):
    analyzer.errors.Unreadable: no card: "1h" (1: "1h")
    """
    return shown_cards(_split(text))


def shown_cards(cards: tuple[int, ...]) -> Shown:
    """Pack cards already read."""
    counts = Counter(cards)
    ranks = {rank_of(card) for card in cards if card < B or card >= UNSUITED}
    small = counts[B] + counts[GUARD_JOKER]
    big = counts[R] + counts[EMPEROR_JOKER]
    plain = len(cards) - small - big
    rank = ranks.pop() if ranks else 0
    if (
        ranks
        or plain > MOST_PLAIN
        or max(small, big) > MOST_JOKERS
        or max(counts[GUARD_JOKER], counts[EMPEROR_JOKER]) > 1
        or max((counts[rank * 4 + suit] for suit in range(4)), default=0) > MOST_JOKERS
    ):
        return Shown(cards, pack(MIXED, 0, 0, 0), 0)
    suits = sum(counts[rank * 4 + suit] << 3 * suit for suit in range(4))
    suits |= counts[GUARD_JOKER] << 12 | counts[EMPEROR_JOKER] << 13
    return Shown(cards, pack(rank, plain, small, big), suits)


def _split(text: str) -> tuple[int, ...]:
    """The cards of a string, one by one; `Unreadable` names the first thing that is no card."""
    cards: list[int] = []
    at = 0
    while at < len(text):
        if text[at] == " ":
            at += 1
            continue
        name = text[at : at + 2]
        if name not in NUMBERS or (len(name) == 2 and name[1] == " "):
            name = name[:1]
        if name not in NUMBERS:
            bad = text[at : at + 2]
            place = f'"{bad}" ({at + 1}: "{text[:40]}")'
            raise Unreadable(Words(f"不是牌: {place}", f"no card: {place}"))
        cards.append(NUMBERS[name])
        at += len(name)
    return tuple(cards)


def order(card: int) -> tuple[int, int]:
    """A sort key: high to low, and within a rank by suit, marked jokers first."""
    return -rank_of(card), -card if card >= B and card < UNSUITED else card


def write_cards(cards: Iterable[int]) -> str:
    """The string of some cards, sorted high to low.

    >>> write_cards(shown("3s R* 9h B 9s").cards)
    'R*B9s9h3s'
    """
    return "".join(NAMES[card] for card in sorted(cards, key=order))


def write_play(play: int, suits: int = 0) -> str:
    """The string of a packed play, high to low; suits as far as they were shown.

    >>> write_play(pack(6, 2, 1, 1), shown("9h").suits)
    'RB9h9'
    """
    rank, plain, small, big = unpack(play)
    guard, emperor = suits >> 12 & 1, suits >> 13 & 1
    cards = [EMPEROR_JOKER] * emperor + [R] * (big - emperor) + [GUARD_JOKER] * guard + [B] * (small - guard)
    suited = [rank * 4 + suit for suit in range(4) for _ in range(suits >> 3 * suit & 7)]
    return write_cards(cards + suited + [UNSUITED + rank] * (plain - len(suited)))


def full_deck(size: int, *, guard_joker: bool) -> tuple[int, ...]:
    """How many of each of the 56 cards a deck of 168 or 216 has; `guard_joker`: one `B` is the `B*`.

    >>> sum(full_deck(168, guard_joker=True)), full_deck(168, guard_joker=True)[52:]
    (168, (3, 1, 3, 1))
    """
    lowest = 0 if size == 216 else SIX
    plain = [4 if card >> 2 >= lowest else 0 for card in range(B)]
    return (*plain, *((3, 1) if guard_joker else (4, 0)), 3, 1)
