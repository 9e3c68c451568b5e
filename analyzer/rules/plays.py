"""牌型与压牌: what a play is, and which play beats which (RULES.md, "A play")."""

from __future__ import annotations

from typing import Final

from analyzer.cards import BIG, MIXED, SIX, SMALL
from analyzer.rules.mark import rule
from analyzer.rulesets import Ruleset, SixesLast

NEVER: Final = 99
"""More cards of a rank than there can be."""


@rule
def play_size(play: int) -> int:
    """张数: how many cards a play has.

    >>> from analyzer.cards import shown
    >>> play_size(shown("RB99").play)
    4
    """
    return (play >> 6 & 31) + (play >> 3 & 7) + (play & 7)


@rule
def is_mixed(play: int) -> bool:
    """Whether the cards are of more than one plain rank: no play 一手牌."""
    return play >> 11 == MIXED


@rule
def has_big_joker(play: int) -> bool:
    """大王: whether a play has a big joker, so that nothing beats it.

    >>> from analyzer.cards import shown
    >>> has_big_joker(shown("R77").play), has_big_joker(shown("B77").play)
    (True, False)
    """
    return play & 7 != 0


@rule
def beats(play: int, standing: int) -> bool:
    """步步高: whether every card of `play` is higher than the one facing it in `standing`.

    Both are sorted high to low and have the same number of cards. So each small joker must face a big one,
    and plain cards must be of a higher rank than those they face.

    >>> from analyzer.cards import shown
    >>> def sees(play, standing): return beats(shown(play).play, shown(standing).play)
    >>> sees("99", "88"), sees("B99", "888"), sees("RB99", "B888"), sees("BB99", "B888")
    (True, True, True, False)
    """
    if standing & 7:
        return False
    if play & 7 < standing >> 3 & 7:
        return False
    return play >> 6 & 31 == 0 or play >> 11 > standing >> 11


@rule
def needed_to_beat(standing: int, rank: int, small: int, big: int) -> int:
    """压牌所需: the fewest plain cards of a rank that, with some of a holding's jokers, beat a play.

    0 where the jokers alone do, `NEVER` where no number does. Sixes last is judged by `breaks_sixes_last`.

    >>> from analyzer.cards import shown
    >>> [needed_to_beat(shown("888").play, 6, small, big) for small, big in ((0, 0), (1, 0), (2, 2))]
    [3, 2, 0]
    >>> needed_to_beat(shown("B88").play, 6, 1, 0), needed_to_beat(shown("888").play, 5, 0, 1)
    (99, 99)
    """
    if standing & 7 or big < standing >> 3 & 7:
        return NEVER
    size = play_size(standing)
    if small + big >= size:
        return 0
    return max(1, size - small - big) if rank > standing >> 11 else NEVER


@rule
def breaks_sixes_last(ruleset: Ruleset, play: int, left: int) -> bool:
    """保六: whether a play breaks "sixes last": it has a 6 and is not the whole hand, or has jokers too.

    `left` is how many cards the seat keeps.

    >>> from analyzer.cards import shown
    >>> six_last = Ruleset(sixes_last=SixesLast.WITH_JOKERS)
    >>> breaks_sixes_last(six_last, shown("R66").play, 0), breaks_sixes_last(six_last, shown("R66").play, 1)
    (False, True)
    """
    if ruleset.sixes_last == SixesLast.NO or play >> 11 != SIX or play >> 6 & 31 == 0:
        return False
    return left > 0 or (ruleset.sixes_last == SixesLast.ALONE and play & 63 != 0)


@rule
def lone_rank(play: int) -> int:
    """The rank of a single card, `B` and `R` among them; -1 for any other number of cards.

    >>> from analyzer.cards import shown
    >>> lone_rank(shown("9h").play), lone_rank(shown("R*").play), lone_rank(shown("99").play)
    (6, 14, -1)
    """
    if play_size(play) != 1:
        return -1
    if play & 7:
        return BIG
    return SMALL if play >> 3 & 7 else play >> 11
