"""所见: what a bot knows when it acts. It never sees another hand; this is all it gets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from analyzer.rules.plays import play_size
from analyzer.rules.possession import SIZE
from analyzer.rules.table import Roles, Solo, Table
from analyzer.rules.tricks import leads
from analyzer.rulesets import Ruleset, SixesLast

FIVE = (0.0,) * 6
OPEN: Final = int(Solo.OPEN)
SIXES_FREE: Final = int(SixesLast.NO)


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
    row: Sequence[int]
    sizes: Sequence[int]
    allies: int
    foes: int
    standing: int
    owner: int
    emperor: int = 0
    royal: bool = False
    hidden: bool = False
    unseen: Sequence[int] = (4,) * 15
    waiting: int = 0
    favour: Sequence[float] = FIVE
    sixes: bool = False


def known_sides(roles: Roles, seat: int, known: bool) -> tuple[int, int]:  # noqa: FBT001  compiled code has no keywords
    """谁是谁: the allies and the foes that a seat knows, as masks; `known`: the guard's card was seen.

    >>> known_sides(Roles(emperor=1, guard=3), 3, known=False), known_sides(Roles(emperor=1, guard=3), 2, known=False)
    ((10, 0), (4, 2))
    """
    ours = 1 << roles.emperor | 1 << roles.guard
    rebels = 62 & ~ours
    royal = ours >> seat & 1
    if known or is_open(roles) or (royal and roles.solo > 0):
        return (ours, rebels) if royal else (rebels, ours)
    if royal:
        return ours if seat == roles.guard else 1 << seat, roles.rebels
    return 1 << seat | roles.rebels, 1 << roles.emperor


def is_open(roles: Roles) -> bool:
    """公开: whether a declaration has told everybody who is on which side."""
    return roles.open_guard > 0 or roles.risen > 0 or roles.solo == OPEN


def see(
    ruleset: Ruleset, table: Table, row: Sequence[int], sizes: Sequence[int], unseen: Sequence[int],
    favour: Sequence[float], seat: int, known: bool,  # noqa: FBT001  as above
) -> Seen:  # fmt: skip
    """看: what a seat knows at a table: its own hand, the sizes, what was put down, who is on which side."""
    roles = table.roles
    allies, foes = known_sides(roles, seat, known)
    royal = seat == roles.emperor or seat == roles.guard
    return Seen(
        seat, row, sizes, allies, foes, 0 if leads(table, seat) else table.standing, table.owner, roles.emperor, royal,
        royal and not known and not is_open(roles), unseen,
        table.live & ~table.passed & ~(1 << table.owner) & ~(1 << seat), favour, ruleset.sixes_last != SIXES_FREE,
    )  # fmt: skip


def going_out(seen: Seen, plays: Sequence[int], many: int) -> int:
    """走: the first of `many` plays that is the whole hand, 0 where none is."""
    for at in range(many):
        if play_size(plays[at]) == seen.row[SIZE]:
            return plays[at]
    return 0


PARTS: Final = (is_open, known_sides, see, going_out)
"""What is compiled, each after what it calls."""
