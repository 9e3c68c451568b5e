"""说法: a sign of an event as a sentence that states what the view saw, and, where it cannot know, with what chance."""

from __future__ import annotations

from typing import Final

from analyzer.cards import unpack, write_play
from analyzer.deduction.signs import LOW, SIGNS, Seen, Signs
from analyzer.rules.plays import play_size
from analyzer.words import Words, in_percent, many

HELD: Final = 0.63
"""Among bots a seat that can beat a play without a joker passes so often for each pass of one that cannot."""
LESS_SURE: Final = 0.77
"""And the odds that counting gives it are to be taken to this power: hands are not as even as deals are."""


def said_of(seen: Seen, seat: int, name: str, shift: float, found: Signs) -> Words:
    """一句话: a sign of an event as a sentence about a seat; `shift` is what it does to the seat's odds."""
    words, fields = SIGNS[name], _fields(seen, shift, found)
    zh, en = (text.format_map(fields_) for text, fields_ in zip(words, fields, strict=True))
    if name.startswith("solo_"):
        return Words(zh, en)
    return Words(f"{seat} 号位{zh}", f"seat {seat} {en}")


def _fields(seen: Seen, shift: float, found: Signs) -> tuple[dict[str, str], dict[str, str]]:
    """What the sentences of an event may name, in Chinese and in English."""
    _, _, small, big = unpack(seen.act.play)
    size, left = play_size(seen.act.play), seen.before.left(seen.owner) if seen.owner else 0
    plain_low = not seen.standing & 63 and seen.standing >> 11 <= LOW
    chance = next((found[let] for let in ("let_emperor", "let_other", "solo_let") if let in found), 0.0)
    able = able_in_words(chance)
    both = {
        "beaten": write_play(seen.standing), "play": write_play(seen.act.play), "owner": str(seen.owner),
        "size": str(size),
    }  # fmt: skip
    zh = {
        **both, "able": able.zh, "left": f"只剩 {left} 张" if left else "走完", "low": "小牌 " if plain_low else " ",
        "jokers": _in_chinese(small + big, "王"), "smalls": _in_chinese(small, "小王"),
        "bigs": _in_chinese(big, "大王"), "rare": "少" if shift < 0 else "多",
    }  # fmt: skip
    en = {
        **both, "able": able.en, "left": f"{many(left, 'card')} left" if left else "no card left",
        "low": "low " if plain_low else "", "cards": many(size, "card"), "jokers": _in_english(small + big, "joker"),
        "smalls": _in_english(small, "small joker"), "bigs": _in_english(big, "big joker"),
        "rare": "rarer" if shift < 0 else "commoner",
    }  # fmt: skip
    return zh, en


def _in_chinese(count: int, card: str) -> str:
    return card if count == 1 else f" {count} 张{card}"


def _in_english(count: int, card: str) -> str:
    return f"a {card}" if count == 1 else many(count, card)


def able_in_words(chance: float) -> Words:
    """压得住吗: whether one who passed could have beaten the play without a joker, or how likely; `chance` is that
    before the pass. Only what is certain is said to be so.

    >>> able_in_words(1.0).en, able_in_words(0.75).en
    ('though it needed no joker to beat that', 'with a chance of 59% that it needed no joker to beat that')
    """
    if chance == 1:
        return Words("不用王就压得住", "though it needed no joker to beat that")
    shown = in_percent(after_pass(chance))
    return Words(f"有 {shown} 的可能不用王就压得住", f"with a chance of {shown} that it needed no joker to beat that")


def after_pass(chance: float) -> float:
    """过牌之后: the chance that a seat can beat a play without a joker, once it has passed on it.

    >>> [round(after_pass(chance), 3) for chance in (1.0, 0.0, 0.5, 0.9)]
    [1.0, 0.0, 0.387, 0.774]
    """
    can: float = HELD * chance**LESS_SURE
    cannot: float = (1 - chance) ** LESS_SURE
    return can / (can + cannot)
