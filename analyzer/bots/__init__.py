"""电脑: players, each with what its seat may know - random, cautious and cunning ones, of several characters.

Made for games to learn from and to play out, not to beat people. Chance comes from the caller's `Random`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from analyzer.bots import cautious, cunning, memory
from analyzer.bots import seen as seeing
from analyzer.bots.cautious import choose_cautious
from analyzer.bots.characters import BOTS, CAUTIOUS, TABLE, Bot, Character
from analyzer.bots.cunning import choose_cunning
from analyzer.bots.memory import Memory
from analyzer.bots.seen import Seen, going_out, is_open, known_sides, see
from analyzer.cards import BIG, SMALL, TWO

__all__ = [
    "BOTS", "PARTS", "TABLE", "Bot", "Character", "Memory", "Seen", "choose", "dares", "is_open", "known_sides",
    "see", "strength", "weigh",
]  # fmt: skip


def strength(row: Sequence[int]) -> float:
    """牌力: how good cards, counted by rank, are: in big jokers.

    >>> round(strength([0, 0, 0, 0, 3, 3, 3, 3, 3, 3, 4, 4, 5, 2, 2, 32]), 2)
    4.85
    """
    return row[BIG] + 0.6 * row[SMALL] + 0.25 * row[TWO] + 0.1 * row[TWO - 1]


def dares(bot: Bot, row: Sequence[int], level: float, random: Random) -> bool:
    """敢不敢: whether a bot finds its hand good enough; `level` in big jokers, as `strength`."""
    noise = bot.noise if bot.skill != "cunning" else 0.6
    return strength(row) + 0.4 * bot.bold + random.gauss(0, 0.5 + noise / 4) > level


def choose(bot: Bot, seen: Seen, plays: Sequence[int], random: Random) -> int:
    """出什么: one of the legal plays, or 0 for a pass (which only a seat that follows may choose).

    >>> from analyzer.cards import shown, write_play
    >>> row = (0,) * 6 + (2, 0, 0, 0, 0, 0, 0, 0, 0, 2)
    >>> seen = Seen(2, row, (0, 9, 2, 9, 9, 9), 0b100, 0b10, shown("88").play, 1)
    >>> write_play(choose(BOTS["cautious"], seen, [shown("99").play], Random(1)))
    '99'
    """
    if not plays:
        return 0
    if bot.skill == "random":
        return random.choice([*plays, 0] if seen.standing else plays)
    many = len(plays)
    last = going_out(seen, plays, many)
    if last:
        return last
    errs = [random.gauss(0, bot.noise) for _ in range(many + (seen.standing != 0))]
    return weigh(bot.character, seen, plays, many, errs)


def weigh(bot: Character, seen: Seen, plays: Sequence[int], many: int, errs: Sequence[float]) -> int:
    """掂量: what a bot that is not random chooses of the first `many` plays, none of which is its whole hand.

    `errs` is by how much each is misjudged; where it follows, the last is by how much the wish to play is.
    """
    if bot.skill == CAUTIOUS:
        return choose_cautious(bot, seen, plays, many, errs)
    return choose_cunning(bot, seen, plays, many, errs)


PARTS: Final = (*memory.PARTS, *seeing.PARTS, *cautious.PARTS, *cunning.PARTS, weigh)
"""What of the bots is compiled, each after what it calls."""
