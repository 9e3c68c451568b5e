"""账页: what the kernel reads and writes, and how an event is packed."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from analyzer.rules.acts import Act
from analyzer.rules.possession import Hands, unsuited
from analyzer.rulesets import Ruleset

FACTS: Final = ("phase", "emperor", "guard", "solo", "doubled", "winner", "places", "auto")

MOST_EVENTS: Final = (1 << 32) - 1
"""A lot has fewer."""


class Columns(NamedTuple):
    """列: what the kernel reads. Of event i: `words` and `shown`; of game g: its events from `starts[g]`, its hands
    (56 cards, 3 bits a seat), the previous game (5 numbers).
    """

    words: Any
    shown: Any
    starts: Any
    hands: Any
    previous: Any


def only_read(columns: Columns) -> Columns:
    """只读: the same columns, not to be written to, wherever they came from.

    Machine code is made anew for every type of its arguments, and one that may be written to is of another type.
    """
    views = [column.view() for column in columns]
    for view in views:
        view.flags.writeable = False
    return Columns(*views)


class Found(NamedTuple):
    """判出: what the kernel writes of game g: `codes`, the `events` they are at, where the `end` that counts is (-1:
    none), `facts` (in the order of `FACTS`) and `scores` (by seat).
    """

    codes: Any
    events: Any
    ends: Any
    facts: Any
    scores: Any


class Derived(NamedTuple):
    """推出的列: what the kernel writes of event i; empty arrays where it is not asked for.

    `stands`: it was not undone; `trick` from 1; `leads`: 1 a lead, 2 a lead by the wind 接风; `faced`: the play it
    had to beat; `able`: the seat had a play; after it: `left` by seat, `smalls`, `bigs`, `twos` played, `places`
    (3 bits a seat), `held_jokers`, `held_twos`, `held_sixes` (5 bits a seat), `known`: what has laid the guard open
    (`deriving`: 1 open guard, 2 open solo, 4 rebellion, 8 its card). `nth`: the number of a play in its trick;
    `closer`: at a lead, the seat that made the last play of the trick before.
    """

    stands: Any
    trick: Any
    leads: Any
    faced: Any
    able: Any
    left: Any
    smalls: Any
    bigs: Any
    twos: Any
    places: Any
    held_jokers: Any
    held_twos: Any
    held_sixes: Any
    known: Any
    nth: Any
    closer: Any


def blank(events: int) -> Derived:
    """Derived columns of so many events, all zero."""
    small, middle, large = np.uint8, np.uint16, np.uint32
    return Derived(
        stands=np.zeros(events, small), trick=np.zeros(events, middle), leads=np.zeros(events, small),
        faced=np.zeros(events, middle), able=np.zeros(events, small), left=np.zeros((events, 5), small),
        smalls=np.zeros(events, small), bigs=np.zeros(events, small), twos=np.zeros(events, small),
        places=np.zeros(events, middle), held_jokers=np.zeros(events, large), held_twos=np.zeros(events, large),
        held_sixes=np.zeros(events, large), known=np.zeros(events, small),
        nth=np.zeros(events, small), closer=np.zeros(events, small),
    )  # fmt: skip


class Work(NamedTuple):
    """草稿: room for one game at a time, as nothing is allocated while judging: the holdings, which events still stand,
    `seen`: how many small jokers, big jokers and 2s were played, the called card + 1, the plays of the trick.
    """

    hands: Hands
    alive: Any
    seen: Any


def room(longest: int) -> Work:
    """Room for games of so many events."""
    hands = Hands(np.zeros((6, 16), np.int64), np.zeros((6, 56), np.int64))
    return Work(hands, np.zeros(longest, np.bool_), np.zeros(5, np.int64))


def in_integers(value: Any) -> Any:
    """化为整数: a number, or a tuple of such, however deep, with every member of an enum as the integer it is.

    >>> from analyzer.rules.table import Phase, Table
    >>> type(in_integers(Table(Phase.PLAY)).phase), in_integers(Table()) == Table()
    (<class 'int'>, True)
    """
    if not isinstance(value, tuple):
        return int(value)
    parts = map(in_integers, value)
    return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)


def rules_in_numbers(ruleset: Ruleset) -> list[int]:
    """玩法成列: a ruleset as one row of numbers, the figures of its podiums one by one.

    >>> row = rules_in_numbers(Ruleset(stake=3))
    >>> len(row), rules_at([row], 0) == Ruleset(stake=3)
    (29, True)
    """
    return [int(number) for value in ruleset for number in (value if isinstance(value, tuple) else (value,))]


def rules_at(rules: Any, number: int) -> Ruleset:
    """玩法: the ruleset in a row of `rules_in_numbers`. Machine code knows no shorter way to say it."""
    row = rules[number]
    return Ruleset(
        row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8], row[9], row[10], row[11], row[12],
        row[13], (row[14], row[15], row[16]), (row[17], row[18], row[19]), row[20], row[21], row[22], row[23],
        row[24], row[25], row[26], row[27], row[28],
    )  # fmt: skip


def wide(number: Any) -> int:
    """A number of a column, made as wide as the rules' own: the one place where that happens."""
    return np.int64(number)  # type: ignore[return-value]  # in compiled code this is what an int is


def without_clubs(play: int, suits: int) -> int:
    """省去梅花: suits with how many plain cards show none (mod 8) where the clubs were; applied again it undoes itself.

    How many plain cards there are is in the play, so that one suit is known by the others; most plays show all suits,
    and this takes a quarter of the room less.

    >>> from analyzer.cards import shown
    >>> _, play, suits = shown("9s9c9c9")
    >>> without_clubs(play, suits) >> 9, without_clubs(play, without_clubs(play, suits)) == suits
    (1, True)
    """
    return suits & ~(7 << 9) | (unsuited(play, suits) & 7) << 9


def word_at(columns: Columns, event: int) -> int:
    """The word of an event. What cannot be below 0 spares the compiled code to ask whether it counts from the end."""
    return wide(columns.words[event & MOST_EVENTS])


def kind_at(columns: Columns, event: int) -> int:
    """The kind of an event."""
    return word_at(columns, event) >> 27


def act_without_cards(columns: Columns, event: int) -> Act:
    """The act of an event that shows none: kind 5 bits, seat 3, arg 8, and 16 that are the play's."""
    word = word_at(columns, event)
    return Act(word >> 27, word >> 24 & 7, word >> 16 & 255, 0, 0)


def act_at(columns: Columns, event: int) -> Act:
    """The act of an event, with its play and the suits."""
    act = act_without_cards(columns, event)
    play = word_at(columns, event) & 65535
    return Act(act.kind, act.seat, act.arg, play, without_clubs(play, wide(columns.shown[event & MOST_EVENTS])))
