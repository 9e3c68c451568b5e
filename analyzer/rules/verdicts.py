"""判词: the codes of a refusal, in the order in which they count (PAIPU.md, "Codes")."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final, NamedTuple

from analyzer.words import Words


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


class Sentence(NamedTuple):
    """判词: what a code says to a player, and the paragraph of RULES.md (or chapter of PAIPU.md) behind it."""

    words: Words
    paragraph: str


SENTENCES: Final[Mapping[Code, Sentence]] = {
    Code.BROKEN_CHAIN: Sentence(Words("链断了: 这里的内容与哈希不符", "the chain is broken here"), "PAIPU.md"),
    Code.NO_DEAL: Sentence(Words("发牌之前没有别的事件, 也只发一次", "one deal, and nothing before it"), "1.7"),
    Code.AFTER_END: Sentence(Words("已经终局, 不能再有事件", "nothing may follow the end"), "PAIPU.md"),
    Code.NOT_OVER: Sentence(Words("这一局还没打完", "the game is not over yet"), "8.3"),
    Code.NOTHING_TO_UNDO: Sentence(Words("没有那么多事件可以撤销", "there is not so much to undo"), "PAIPU.md"),
    Code.NOT_ALLOWED: Sentence(Words("这个玩法没有这种事件、声明或标记", "this ruleset has no such thing"), "11.3"),
    Code.DECK_MISMATCH: Sentence(Words("牌与牌副不符", "the deck has no such cards, or not so many"), "1.4"),
    Code.HAND_SIZES: Sentence(Words("各家张数不对", "the hands are not of the right sizes"), "1.6"),
    Code.TRIBUTE_UNEXPECTED: Sentence(Words("现在没有贡要进", "no tribute is due now"), "7.1"),
    Code.TRIBUTE_MISSING: Sentence(Words("要先进贡", "tribute must be paid first"), "7.1"),
    Code.WRONG_PHASE: Sentence(Words("现在不是做这件事的时候", "this has no place now"), "1.7"),
    Code.WRONG_TRIBUTE: Sentence(Words("进贡的牌或对象不对", "not the tribute that is owed"), "7.2"),
    Code.WRONG_CANDIDATE: Sentence(Words("皇位不在这一家手上", "the throne is not offered to this seat"), "4.1"),
    Code.WRONG_YIELD: Sentence(Words("不能这样让位", "the throne cannot be handed on like this"), "4.4"),
    Code.CANNOT_CALL: Sentence(Words("叫不出侍卫, 不能登基", "a seat that cannot call cannot accept"), "4.10"),
    Code.NOT_EMPEROR: Sentence(Words("这一家不是皇帝", "this seat is not the emperor"), "5.2"),
    Code.BAD_CALL: Sentence(Words("不能这样叫侍卫", "this is no call"), "5.2"),
    Code.CANNOT_SNATCH: Sentence(Words("这一家不能抢独", "this seat cannot snatch"), "5.9"),
    Code.NOT_GUARD: Sentence(Words("这一家不是侍卫", "this seat is not the guard"), "6.2"),
    Code.NOT_REBEL: Sentence(Words("这一家不是革命党", "this seat is no rebel"), "6.3"),
    Code.DECLARED_TWICE: Sentence(Words("已经声明过了", "this was declared already"), "6.7"),
    Code.SEAT_OUT: Sentence(Words("这一家已经走了", "this seat has no cards left"), "3.3"),
    Code.BARRED: Sentence(Words("这一轮已经过牌, 不准再上", "this seat has passed in this trick"), "3.5"),
    Code.NOT_YOUR_TURN: Sentence(Words("还没轮到这一家", "it is not this seat's turn"), "3.3"),
    Code.MUST_LEAD: Sentence(Words("领出的人不能过牌", "the leader must play"), "3.2"),
    Code.NO_WIND: Sentence(Words("没有风可接", "there is no wind to apply for"), "3.9"),
    Code.NOT_HELD: Sentence(Words("这一家手里不会有这些牌", "the seat cannot have these cards"), "2.10"),
    Code.MIXED_RANKS: Sentence(Words("点数不同, 不是一手牌", "cards of several ranks are no play"), "2.1"),
    Code.SIX_NOT_LAST: Sentence(Words("六要留到最后一手", "sixes must be the last play"), "2.7"),
    Code.WRONG_COUNT: Sentence(Words("张数与上一手不同", "not the same number of cards"), "2.4"),
    Code.DOES_NOT_BEAT: Sentence(Words("压不过上一手", "this does not beat the standing play"), "2.5"),
    Code.AUTO_MISMATCH: Sentence(Words("托管中不会这样打", "auto-play does not act like this"), "9.12"),
}
"""One sentence and one paragraph for every code."""


def code_name(code: int) -> str:
    """判词代码: a code as it is written in a verdict.

    >>> code_name(Code.NOT_HELD)
    'not_held'
    """
    return Code(code).name.lower()
