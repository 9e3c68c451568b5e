"""行动: an event as the rules see it - a kind, a seat and a few small integers."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """事件种类: the kinds of event, in the order of PAIPU.md; `Kind["DEAL"]` is written `deal`."""

    DEAL = 0
    TRIBUTE = 1
    DRAW = 2
    ACCEPT = 3
    YIELD = 4
    SNATCH = 5
    ABANDON = 6
    VOID = 7
    CALL = 8
    DECLARE = 9
    PLAY = 10
    PASS = 11
    AUTO = 12
    MIND = 13
    ESCAPE = 14
    UNDO = 15
    NOTE = 16
    END = 17
    SEAL = 18


class What(IntEnum):
    """声明: what a `declare` event says."""

    GUARD = 1
    SOLO = 2
    REBEL = 3


class Act(NamedTuple):
    """行动: one event in small integers.

    `seat` is 1-5, or 0 where the event has none (`from` in a tribute). `arg` is `to` of a tribute, yield or
    mind game, `What` of a declaration, 1 for `wind` of a pass and `on` of an auto, `count` of an undo.
    `play` and `suits` are the cards (`analyzer.cards`).
    """

    kind: int
    seat: int = 0
    arg: int = 0
    play: int = 0
    suits: int = 0
