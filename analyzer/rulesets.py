"""玩法: rulesets - the keys that tell one way to play from another."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Guard(IntEnum):
    """How the guard is found: `B*` is the guard's (marked), or the emperor calls a card (called)."""

    MARKED = 0
    CALLED = 1


class Throne(IntEnum):
    """登基/让位: who may hand on the throne, and to whom."""

    FIXED = 0
    PREVIOUS = 1
    FORCED = 2
    DRAWN = 3
    SKIP = 4


class DeclareSolo(IntEnum):
    """明独: how a solo is made open."""

    DECLARE = 0
    SHOW = 1
    BOTH = 2


class SixesLast(IntEnum):
    """保六: whether sixes must be the last play, and whether jokers may go with them."""

    NO = 0
    ALONE = 1
    WITH_JOKERS = 2


class End(IntEnum):
    """终局: when the game is over."""

    SIDE = 0
    ALL = 1


class SoloEnd(IntEnum):
    """独保的终局: a solo also ends when two rebels are out, or not."""

    SIDE = 0
    TWO_REBELS = 1


class Score(IntEnum):
    """计分: the formula."""

    SUM = 0
    SIDE = 1
    PLACES = 2


class SoloScore(IntEnum):
    """独保计分: the formula in a solo."""

    SUM = 0
    PODIUM = 1


class Ruleset(NamedTuple):
    """玩法: one ruleset as the rules see it, all small integers (rules.md "Keys"; the deck travels apart)."""

    guard: int = Guard.MARKED
    call_twos: int = 1
    throne: int = Throne.PREVIOUS
    open_guard: int = 1
    rebellion: int = 2
    snatch: int = 0
    declare_solo: int = DeclareSolo.DECLARE
    pass_bars: int = 0
    sixes_last: int = SixesLast.NO
    wind_mark: int = 0
    end: int = End.SIDE
    solo_end: int = SoloEnd.SIDE
    score: int = Score.SUM
    solo_score: int = SoloScore.SUM
    podium: tuple[int, int, int] = (12, 0, -12)
    podium_open: tuple[int, int, int] = (24, 0, -24)
    double_open_guard: int = 1
    double_rebellion: int = 1
    double_open_solo: int = 1
    double_secret_solo: int = 0
    escape: int = 0
    auto: int = 0
    tribute: int = 0
    abandon: int = 2
    stake: int = 1
