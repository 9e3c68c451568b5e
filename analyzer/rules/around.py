"""牌局之外: items and titles - what happens to points and totals around the games (RULES.md, "Around the game")."""

from __future__ import annotations

from typing import Final

TITLES: Final = (
    (10, "家丁"), (25, "仗势家丁"), (40, "护院"), (60, "走狗护院"), (80, "拳师"), (100, "凶恶拳师"), (130, "镖头"),
    (160, "恶霸镖头"), (200, "衙役"), (250, "横行衙役"), (300, "捕快"), (350, "追命捕快"), (400, "侍卫"),
    (500, "卧底侍卫"), (700, "御卫"), (1000, "带刀御卫"), (1500, "密探"), (2000, "大内密探"), (2500, "宠臣"),
    (3000, "改良派"), (4000, "维新派"), (5000, "觉醒者"), (10000, "新青年"), (20000, "革命党"), (100000, "起义军"),
)  # fmt: skip
"""等级: the least total of each title, from the lowest (RULES.md 10.4)."""


def title_of(total: int) -> str | None:
    """等级: the title that a total gives, None below the lowest.

    >>> title_of(9), title_of(10), title_of(39), title_of(-50)
    (None, '家丁', '仗势家丁', None)
    """
    return next((title for least, title in reversed(TITLES) if total >= least), None)


def with_double_card(points: int) -> int:
    """双倍积分卡: the points of a game while a double card runs: winnings twice, losses as they are (RULES.md 10.2).

    >>> with_double_card(6), with_double_card(-6)
    (12, -6)
    """
    return 2 * points if points > 0 else points


def without_debt(total: int) -> int:
    """负分清零: a total after `clear-negative` (RULES.md 10.3).

    >>> without_debt(-8), without_debt(3)
    (0, 3)
    """
    return max(0, total)
