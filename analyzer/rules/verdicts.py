"""判词: the codes of a refusal, in the order in which they count (PAIPU.md, "Codes")."""

from __future__ import annotations

from enum import IntEnum


class Code(IntEnum):
    """判词代码: why an event is refused; `LEGAL` is 0. Of two codes for one event the lower one counts."""

    LEGAL = 0
    BROKEN_CHAIN = 1
    NO_DEAL = 2
    AFTER_END = 3
    NOT_OVER = 4
    NOTHING_TO_UNDO = 5
    NOT_ALLOWED = 6
    DECK_MISMATCH = 7
    HAND_SIZES = 8
    TRIBUTE_UNEXPECTED = 9
    TRIBUTE_MISSING = 10
    WRONG_PHASE = 11
    WRONG_TRIBUTE = 12
    WRONG_CANDIDATE = 13
    WRONG_YIELD = 14
    CANNOT_CALL = 15
    NOT_EMPEROR = 16
    BAD_CALL = 17
    CANNOT_SNATCH = 18
    NOT_GUARD = 19
    NOT_REBEL = 20
    DECLARED_TWICE = 21
    SEAT_OUT = 22
    BARRED = 23
    NOT_YOUR_TURN = 24
    MUST_LEAD = 25
    NO_WIND = 26
    NOT_HELD = 27
    MIXED_RANKS = 28
    SIX_NOT_LAST = 29
    WRONG_COUNT = 30
    DOES_NOT_BEAT = 31
    AUTO_MISMATCH = 32
