"""机灵: a player that plans its hand, counts cards, weighs who is on whose side, and as a guard hides while it pays.

A hand is worth the turns it still needs: a low set costs a whole turn, a high one wins its turn back, a joker more so.
Playing is worth what it takes off that; beating somebody is worth more or less by who that is.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from analyzer.bots.characters import Character
from analyzer.bots.seen import Seen
from analyzer.cards import BIG, PLAIN, SIX, SMALL
from analyzer.rules.plays import NEVER, needed_to_beat, play_size
from analyzer.rules.possession import SIZE

TURN: Final = (1.0, 1.0, 1.0, 1.0, 1.0, 0.98, 0.95, 0.92, 0.86, 0.78, 0.64, 0.45, 0.22)
"""How much of a turn a set of each plain rank costs."""
SMALL_WORTH, BIG_WORTH = 0.4, 0.75
SHORT: Final = 7
"""A seat with fewer cards than this is dangerous."""


def choose_cunning(bot: Character, seen: Seen, plays: Sequence[int], many: int, errs: Sequence[float]) -> int:
    """出什么: the play that leaves the best hand, or a pass where that is better.

    It is one of the first `many` of `plays`; `errs` is by how much each is misjudged, and, last, the wish to play.
    """
    before = turns(seen.row)
    best, most = 0, -99.0
    for at in range(many):
        play = plays[at]
        worth = worth_of(seen, play, before) + errs[at]
        if worth > most:
            best, most = play, worth
    if seen.standing == 0:
        return best
    return best if most + 0.15 * bot.bold + wish(bot, seen, best) + errs[many] > 0 else 0


def worth_of(seen: Seen, play: int, before: float) -> float:
    """值不值: how good a play is for the hand, that needs so many turns before it."""
    more = _lead(seen, play) if seen.standing == 0 else _follow(seen, play)
    return before - _turns_after(seen.row, play) + more


def turns(row: Sequence[int]) -> float:
    """还要几手: how many turns a hand (by rank) needs about; jokers take turns off.

    >>> turns((0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1)) < turns((0, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1))
    True
    """
    return _turns_after(row, 0)


def _turns_after(row: Sequence[int], play: int) -> float:
    """How many a hand needs without the cards of a play."""
    rank, plain = play >> 11, play >> 6 & 31
    found = 0.0
    for at in range(PLAIN):
        left = row[at] - plain if at == rank else row[at]
        if left:
            found += TURN[at] * (1.06 - 0.05 * min(left, 6))
    return found - SMALL_WORTH * (row[SMALL] - (play >> 3 & 7)) - BIG_WORTH * (row[BIG] - (play & 7))


def is_boss(seen: Seen, play: int) -> bool:
    """压不掉: whether nothing in other hands can beat a play, by the cards that are unseen."""
    size = play_size(play)
    small, big = seen.unseen[SMALL], seen.unseen[BIG]
    most = 0
    for seat in range(1, 6):
        if seat != seen.seat:
            most = max(most, seen.sizes[seat])
    if most < size:
        return True
    for rank in range(PLAIN):
        need = needed_to_beat(play, rank, small, big)
        if need == 0 or (need < NEVER and seen.unseen[rank] >= need):
            return False
    return True


def guard_chance(seen: Seen, seat: int) -> float:
    """像不像侍卫: how likely a seat is the emperor's guard, by how much it has favoured the emperor."""
    known = seen.allies | seen.foes | 1 << seen.emperor
    if known >> seat & 1 or (seen.royal and seen.seat != seen.emperor):
        return 0.0
    total = 0.0
    for one in range(1, 6):
        if not known >> one & 1:
            total += exp(0.7 * seen.favour[one])
    return 0.85 * exp(0.7 * seen.favour[seat]) / total


def wish(bot: Character, seen: Seen, play: int) -> float:
    """想不想压: how much a seat wants to beat the owner of the standing play with this one."""
    left = seen.sizes[seen.owner]
    danger = 0.16 * (SHORT - left) if left < SHORT else 0.0
    if seen.royal and seen.seat != seen.emperor:
        return _guards_wish(bot, seen, play, danger)
    if seen.allies >> seen.owner & 1:
        return -0.9 - danger
    if seen.foes >> seen.owner & 1:
        return 0.3 + danger
    like = guard_chance(seen, seen.owner)
    if seen.royal:  # the emperor: most of the unknown are rebels
        return 0.25 * (1 - 3 * like) + danger * (1 - 2 * like)
    return 0.3 * like - 0.25 * (1 - like) + danger * (2 * like - 0.6)


def _guards_wish(bot: Character, seen: Seen, play: int, danger: float) -> float:
    """侍卫的心思: a guard lets the emperor be and stops the others; while it hides it beats the emperor cheaply."""
    pretends = bot.hides if seen.hidden else 0.0
    if bot.hides >= 1.0 and seen.hidden:
        return 0.3 + danger if seen.owner == seen.emperor else -0.15 + danger * 0.2
    if seen.owner == seen.emperor:
        if seen.sizes[seen.emperor] < 2 * SHORT or play & 63:
            return -1.2 - danger
        return 0.35 * pretends - 0.9 * (1 - pretends)
    helped = 0.12 if not seen.waiting >> seen.emperor & 1 else -0.1
    return 0.15 * (1 - pretends) - 0.05 * pretends + helped + danger


def _follow(seen: Seen, play: int) -> float:
    """What else speaks for a play on another: that it holds, that it is no higher than it need be."""
    holds = 0.12 if is_boss(seen, play) else 0.0
    return holds - 0.01 * (play >> 11)


def _lead(seen: Seen, play: int) -> float:
    """What speaks for a lead: low first, what the others cannot follow, and never what lets a foe go out."""
    size = play_size(play)
    worth = 0.03 * (12 - (play >> 11) if play >> 6 & 31 else 0)
    sets = 0
    for rank in range(PLAIN):
        sets += 1 if seen.row[rank] else 0
    boss = is_boss(seen, play)
    stuck = seen.sixes and seen.row[SIX] > 0
    if boss:
        worth += 0.9 if sets <= 2 + stuck or seen.row[SIZE] - size <= 4 else -0.2
    elif stuck and sets <= 2:
        worth -= 0.6
    for seat in range(1, 6):
        left = seen.sizes[seat]
        if seat == seen.seat or not left or left >= SHORT:
            continue
        if left == size and not boss:
            worth += 0.5 * _friend(seen, seat)
        elif left < size:
            worth -= 0.25 * _friend(seen, seat)
    return worth


def _friend(seen: Seen, seat: int) -> float:
    """友还是敌: from 1 for an ally to -1 for a foe."""
    if seen.allies >> seat & 1:
        return 1.0
    if seen.foes >> seat & 1:
        return -1.0
    if seen.royal:
        return 2 * guard_chance(seen, seat) - 1 if seen.seat == seen.emperor else -0.8
    return 0.6 - 2 * guard_chance(seen, seat)


PARTS: Final = (
    _turns_after, turns, is_boss, guard_chance, _guards_wish, wish, _follow, _friend, _lead, worth_of,
    choose_cunning,
)  # fmt: skip
"""What is compiled, each after what it calls."""
