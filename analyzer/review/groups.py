"""分组: what a seat may do, in groups that a player would think in: low or high, a whole set or part of one, jokers."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from analyzer.cards import RANKS, TWO, unpack
from analyzer.review.choices import Choice
from analyzer.rules.plays import play_size
from analyzer.rules.possession import SIZE
from analyzer.simulate.rollout import SHOWN
from analyzer.words import Words

TEN: Final = RANKS.index("T")
"""Ranks up to this are low."""


class Kind(IntEnum):
    """一类: how much a play gives away, the least first."""

    PASS = 0
    OUT = 1
    LOW_SET = 2
    LOW_PART = 3
    HIGH_SET = 4
    HIGH_PART = 5
    TWOS = 6
    SMALL = 7
    BIG = 8
    SHOWS = 9


NAMES: Final = {
    Kind.PASS: Words("过牌", "pass"),
    Kind.OUT: Words("一手走完", "the whole hand"),
    Kind.LOW_SET: Words("小牌整套", "a whole low set"),
    Kind.LOW_PART: Words("拆小牌", "part of a low set"),
    Kind.HIGH_SET: Words("大牌整套", "a whole high set"),
    Kind.HIGH_PART: Words("拆大牌", "part of a high set"),
    Kind.TWOS: Words("出 2", "twos"),
    Kind.SMALL: Words("带小王", "with small jokers"),
    Kind.BIG: Words("带大王", "with big jokers"),
    Kind.SHOWS: Words("亮侍卫牌", "showing the guard's card"),
}


class Group(NamedTuple):
    """一组: plays of one kind, those first that the bot likes best; `plays` of a pass are (0,)."""

    kind: Kind
    plays: tuple[int, ...]

    @property
    def words(self) -> Words:
        """What the group is called."""
        return NAMES[self.kind]


def groups_of(choice: Choice) -> list[Group]:
    """分组: everything that a seat may do, by kind."""
    found: dict[Kind, list[int]] = {}
    for play in choice.options:
        kind = kind_of(play & ~SHOWN, choice.row)
        shows = choice.shows(play) and kind != Kind.OUT
        found.setdefault(Kind.SHOWS if shows else kind, []).append(play)
    if choice.may_pass:
        found[Kind.PASS] = [0]
    return [Group(kind, tuple(found[kind])) for kind in sorted(found)]


def kind_of(play: int, row: Sequence[int]) -> Kind:
    """一类: which kind a play is for a hand counted by rank, the number of its cards last.

    >>> from analyzer.cards import shown
    >>> row = [0] * 6 + [3] + [0] * 5 + [2, 1, 0, 6]
    >>> [kind_of(shown(text).play, row).name for text in ("99", "999", "2", "B9")]
    ['LOW_PART', 'LOW_SET', 'TWOS', 'SMALL']
    """
    rank, plain, small, big = unpack(play)
    if play == 0:
        return Kind.PASS
    if play_size(play) == row[SIZE]:
        return Kind.OUT
    if big or small:
        return Kind.BIG if big else Kind.SMALL
    if rank == TWO:
        return Kind.TWOS
    whole = plain == row[rank]
    if rank <= TEN:
        return Kind.LOW_SET if whole else Kind.LOW_PART
    return Kind.HIGH_SET if whole else Kind.HIGH_PART
