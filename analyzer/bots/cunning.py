"""机灵: a player that plans its hand, counts cards, weighs who is on whose side, and as a guard hides while it pays.

A hand is worth the turns it still needs: a low set costs a whole turn, a high one wins its turn back, a joker more so.
Playing is worth what it takes off that; beating somebody is worth more or less by who that is.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Final

from analyzer.bots.characters import Bot
from analyzer.bots.seen import Seen
from analyzer.cards import BIG, PLAIN, SIX, SMALL, unpack
from analyzer.rules.plays import NEVER, needed_to_beat, play_size
from analyzer.rules.possession import SIZE

TURN: Final = (1.0, 1.0, 1.0, 1.0, 1.0, 0.98, 0.95, 0.92, 0.86, 0.78, 0.64, 0.45, 0.22)
"""How much of a turn a set of each plain rank costs."""
SMALL_WORTH, BIG_WORTH = 0.4, 0.75
SHORT: Final = 7
"""A seat with fewer cards than this is dangerous."""


def choose_cunning(bot: Bot, seen: Seen, plays: Sequence[int], random: Random) -> int:
    """出什么: the play that leaves the best hand, or a pass where that is better."""
    before = turns(seen.row)
    noise = bot.noise
    best, most = 0, -99.0
    for play in plays:
        more = _lead(seen, play) if seen.standing == 0 else _follow(seen, play)
        worth = before - _turns_after(seen.row, play) + more + random.gauss(0, noise)
        if worth > most:
            best, most = play, worth
    if seen.standing == 0:
        return best
    return best if most + 0.15 * bot.bold + wish(bot, seen, best) + random.gauss(0, noise) > 0 else 0


def turns(row: Sequence[int]) -> float:
    """还要几手: how many turns a hand (by rank) needs about; jokers take turns off.

    >>> turns((0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1)) < turns((0, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1))
    True
    """
    found = 0.0
    for rank in range(PLAIN):
        count = row[rank]
        if count:
            found += TURN[rank] * (1.06 - 0.05 * min(count, 6))
    return found - SMALL_WORTH * row[SMALL] - BIG_WORTH * row[BIG]


def _turns_after(row: Sequence[int], play: int) -> float:
    rank, plain, small, big = unpack(play)
    left = list(row)
    if plain:
        left[rank] -= plain
    left[SMALL] -= small
    left[BIG] -= big
    return turns(left)


def is_boss(seen: Seen, play: int) -> bool:
    """压不掉: whether nothing in other hands can beat a play, by the cards that are unseen."""
    size = play_size(play)
    small, big = seen.unseen[SMALL], seen.unseen[BIG]
    if max((seen.sizes[seat] for seat in range(1, 6) if seat != seen.seat), default=0) < size:
        return True
    for rank in range(PLAIN):
        need = needed_to_beat(play, rank, small, big)
        if need == 0 or (need < NEVER and seen.unseen[rank] >= need):
            return False
    return True


def guard_chance(seen: Seen, seat: int) -> float:
    """像不像侍卫: how likely a seat is the emperor's guard, by how much it has favoured the emperor."""
    unknown = [one for one in range(1, 6) if not (seen.allies | seen.foes) >> one & 1 and one != seen.emperor]
    if seat not in unknown or (seen.royal and seen.seat != seen.emperor):
        return 0.0
    weights = {one: exp(0.7 * seen.favour[one]) for one in unknown}
    return 0.85 * weights[seat] / sum(weights.values())


def wish(bot: Bot, seen: Seen, play: int) -> float:
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


def _guards_wish(bot: Bot, seen: Seen, play: int, danger: float) -> float:
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
    rank, plain, _, _ = unpack(play)
    size = play_size(play)
    worth = 0.03 * (12 - rank if plain else 0)
    sets = sum(1 for one in range(PLAIN) if seen.row[one])
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
        friend = _friend(seen, seat)
        if left == size and not boss:
            worth += 0.5 * friend
        elif left < size:
            worth -= 0.25 * friend
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
