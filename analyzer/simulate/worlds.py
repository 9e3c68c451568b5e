"""世界: what playouts start from and come to, in numbers."""

from __future__ import annotations

from typing import Any, NamedTuple

from analyzer.cards import R
from analyzer.rules.possession import Hands, unmarked_bigs


class Worlds(NamedTuple):
    """世界: who may hold what. `cards`: who holds which of the 56 cards, 6 rows a world, row 0 nothing; `roles`:
    emperor, guard and solo (`Solo`) in it.
    """

    cards: Any
    roles: Any


def world_of(hands: Hands) -> list[list[int]]:
    """真牌: the cards of a world in which every seat holds what it does hold; all must be known by suit.

    >>> from analyzer.cards import shown
    >>> from analyzer.rules.possession import hands_of
    >>> world_of(hands_of([shown(hand).cards for hand in ("R*R3s", "B", "", "", "")]))[1][54:]
    [1, 1]
    """
    cards = [list(map(int, row)) for row in hands.cards]
    for seat in range(1, 6):
        cards[seat][R] = unmarked_bigs(hands, seat)
    return cards


class Outcomes(NamedTuple):
    """结局: how each world ended: the five scores, `places` as a table packs them, the `winner` (`Winner`); `strayed`:
    where they are judged, how many of the moves that were given each seat's bot would not have made there.
    """

    scores: Any
    places: Any
    winner: Any
    strayed: Any
