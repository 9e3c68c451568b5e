"""稳当: a player that gets rid of low cards, keeps high ones, and knows nothing but what was declared or shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analyzer.bots.characters import Character
from analyzer.bots.seen import Seen

HIGH: Final = 7
"""Ranks above this (J and up) are worth keeping."""
FEW: Final = 9
"""A seat with fewer cards than this may soon be out."""


def choose_cautious(bot: Character, seen: Seen, plays: Sequence[int], many: int, errs: Sequence[float]) -> int:
    """出什么: the play that is best to have out of the hand, or a pass where it costs more than stopping the owner.

    It is one of the first `many` of `plays`; `errs` is by how much each is misjudged, and, last, the wish to play.
    A guard who is masked plays, until it is known, as if it were a rebel.
    """
    masked = bot.hides >= 1.0 and seen.royal and seen.hidden and seen.seat != seen.emperor
    best, most = 0, -999.0
    for at in range(many):
        worth = _worth(seen, plays[at]) + errs[at]
        if worth > most:
            best, most = plays[at], worth
    if seen.standing == 0:
        return best
    return best if _worth(seen, best) + bot.bold + _urge(seen, masked) + errs[many] > 0 else 0


def _worth(seen: Seen, play: int) -> float:
    """How good it is to have a play out of the hand: many low cards, no jokers, no 2s, no broken sets."""
    rank, plain, small, big = play >> 11, play >> 6 & 31, play >> 3 & 7, play & 7
    worth = plain - 4.0 * big - 2.5 * small
    if plain:
        worth -= plain * max(0, rank - HIGH) * (0.22 if seen.standing else 0.4)
        worth -= 0.5 * (seen.row[rank] - plain)
    if not seen.standing:
        worth -= rank * 0.3
    return worth


def _urge(seen: Seen, masked: bool) -> float:  # noqa: FBT001  compiled code knows no keywords
    """How much a seat wants to stop the owner of the standing play: never an ally, a foe that is nearly out."""
    allies, foes = (1 << seen.seat, 1 << seen.emperor) if masked else (seen.allies, seen.foes)
    if allies >> seen.owner & 1:
        return -5.0
    left = seen.sizes[seen.owner]
    urge = 1.2 if foes >> seen.owner & 1 else 0.3
    return urge + (0.6 * (FEW - left) if left < FEW else 0.0)


PARTS: Final = (_worth, _urge, choose_cautious)
"""What is compiled, each after what it calls."""
