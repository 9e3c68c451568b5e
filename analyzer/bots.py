"""电脑: simple players, each with what its seat may know - for made-up games, not for strength.

A bot never sees another hand: `Seen` is all it gets. Chance comes from the caller's `Random`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from analyzer.cards import BIG, SMALL, TWO, unpack
from analyzer.rules.plays import play_size
from analyzer.rules.possession import SIZE

HIGH: Final = 7
"""Ranks above this (J and up) are worth keeping."""
FEW: Final = 9
"""A seat with fewer cards than this may soon be out."""
NOISE: Final = 0.6


class Bot(NamedTuple):
    """性格: how a bot plays: `bold` raises what it will spend and declare, `noise` how often it errs."""

    name: str
    bold: float
    noise: float


BOTS: Final[Mapping[str, Bot]] = {
    "steady": Bot("steady", 0.0, NOISE),
    "bold": Bot("bold", 1.5, NOISE),
    "careful": Bot("careful", -1.0, NOISE),
    "wild": Bot("wild", 0.0, 4.0),
}
"""稳、猛、慎、乱: the bots there are, by name."""


class Seen(NamedTuple):
    """所见: what a seat knows when it acts.

    `row`: its own cards by rank, the number of them last; `sizes`: how many cards each seat holds (seat 0: 0);
    `allies`: the seats, as a mask, that it knows to be on its side (itself among them); `foes`: those it knows
    to be against it; `standing`: the play to beat, 0 when it leads; `owner`: whose play that is.
    """

    seat: int
    row: tuple[int, ...]
    sizes: tuple[int, ...]
    allies: int
    foes: int
    standing: int
    owner: int


def strength(row: Sequence[int]) -> float:
    """牌力: how good cards, counted by rank, are: in big jokers.

    >>> round(strength([0, 0, 0, 0, 3, 3, 3, 3, 3, 3, 4, 4, 5, 2, 2, 32]), 2)
    4.85
    """
    return row[BIG] + 0.6 * row[SMALL] + 0.25 * row[TWO] + 0.1 * row[TWO - 1]


def dares(bot: Bot, row: Sequence[int], level: float, random: Random) -> bool:
    """敢不敢: whether a bot finds its hand good enough; `level` in big jokers, as `strength`."""
    return strength(row) + 0.4 * bot.bold + random.gauss(0, 0.5 + bot.noise / 4) > level


def choose(bot: Bot, seen: Seen, plays: Sequence[int], random: Random) -> int:
    """出什么: one of the legal plays, or 0 for a pass (which only a seat that follows may choose).

    >>> from analyzer.cards import shown, write_play
    >>> row = (0,) * 6 + (2, 0, 0, 0, 0, 0, 0, 0, 0, 2)
    >>> seen = Seen(2, row, (0, 9, 2, 9, 9, 9), 0b100, 0b10, shown("88").play, 1)
    >>> write_play(choose(BOTS["steady"], seen, [shown("99").play], Random(1)))
    '99'
    """
    last = [play for play in plays if play_size(play) == seen.row[SIZE]]
    if last:
        return last[0]
    if not plays:
        return 0
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
