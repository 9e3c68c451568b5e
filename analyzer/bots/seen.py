"""所见: what a bot knows when it acts. It never sees another hand; this is all it gets."""

from __future__ import annotations

from typing import NamedTuple

from analyzer.rules.table import Roles, Solo

FIVE = (0.0,) * 6


class Seen(NamedTuple):
    """所见: what a seat knows when it acts. Rows by seat have six entries, seat 0 nothing.

    `row`: its own cards by rank, the number of them last; `sizes`: how many cards each seat holds; `allies`: the
    seats, as a mask, that it knows to be on its side (itself among them); `foes`: those it knows to be against it;
    `standing`: the play to beat, 0 when it leads; `owner`: whose play that is. `emperor` is its seat, `royal`
    whether this seat is on its side and `hidden` whether nobody else knows that; `unseen`: the cards by rank that are
    in other hands; `waiting`: the seats that may still beat the standing play; `favour`: how much each seat has played
    the emperor's game so far; `sixes`: whether sixes come last.
    """

    seat: int
    row: tuple[int, ...]
    sizes: tuple[int, ...]
    allies: int
    foes: int
    standing: int
    owner: int
    emperor: int = 0
    royal: bool = False
    hidden: bool = False
    unseen: tuple[int, ...] = (4,) * 15
    waiting: int = 0
    favour: tuple[float, ...] = FIVE
    sixes: bool = False


def known_sides(roles: Roles, seat: int, *, known: bool) -> tuple[int, int]:
    """谁是谁: the allies and the foes that a seat knows, as masks; `known`: the guard's card was seen.

    >>> known_sides(Roles(emperor=1, guard=3), 3, known=False), known_sides(Roles(emperor=1, guard=3), 2, known=False)
    ((10, 0), (4, 2))
    """
    ours = 1 << roles.emperor | 1 << roles.guard
    rebels = 62 & ~ours
    royal = ours >> seat & 1
    if known or is_open(roles) or (royal and roles.solo):
        return (ours, rebels) if royal else (rebels, ours)
    if royal:
        knows = ours if seat == roles.guard else 1 << seat
        return knows, roles.rebels
    return 1 << seat | roles.rebels, 1 << roles.emperor


def is_open(roles: Roles) -> bool:
    """公开: whether a declaration has told everybody who is on which side."""
    return bool(roles.open_guard or roles.risen or roles.solo == Solo.OPEN)
