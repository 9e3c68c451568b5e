"""稳当: a player that gets rid of low cards, keeps high ones, and knows nothing but what was declared or shown."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from analyzer.bots.characters import Bot
from analyzer.bots.seen import Seen
from analyzer.cards import unpack

HIGH: Final = 7
"""Ranks above this (J and up) are worth keeping."""
FEW: Final = 9
"""A seat with fewer cards than this may soon be out."""


def choose_cautious(bot: Bot, seen: Seen, plays: Sequence[int], random: Random) -> int:
    """出什么: the play that is best to have out of the hand, or a pass where it costs more than stopping the owner.

    A guard who is masked plays, until it is known, as if it were a rebel.
    """
    if bot.hides >= 1.0 and seen.royal and seen.hidden and seen.seat != seen.emperor:
        seen = seen._replace(allies=1 << seen.seat, foes=1 << seen.emperor)
    best = max(plays, key=lambda play: _worth(seen, play) + random.gauss(0, bot.noise))
    if seen.standing == 0:
        return best
    return best if _worth(seen, best) + bot.bold + _urge(seen) + random.gauss(0, bot.noise) > 0 else 0


def _worth(seen: Seen, play: int) -> float:
    """How good it is to have a play out of the hand: many low cards, no jokers, no 2s, no broken sets."""
    rank, plain, small, big = unpack(play)
    worth = plain - 4.0 * big - 2.5 * small
    if plain:
        worth -= plain * max(0, rank - HIGH) * (0.22 if seen.standing else 0.4)
        worth -= 0.5 * (seen.row[rank] - plain)
    if not seen.standing:
        worth -= rank * 0.3
    return worth


def _urge(seen: Seen) -> float:
    """How much a seat wants to stop the owner of the standing play: never an ally, a foe that is nearly out."""
    if seen.allies >> seen.owner & 1:
        return -5.0
    left = seen.sizes[seen.owner]
    urge = 1.2 if seen.foes >> seen.owner & 1 else 0.3
    return urge + (0.6 * (FEW - left) if left < FEW else 0)
