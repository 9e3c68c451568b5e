"""数字: how counted figures are written - always with what they were counted from."""

from __future__ import annotations

from analyzer.intervals import FEWEST, Share
from dashboards.text import say, signed


def share_of(part: int, whole: int) -> str:
    """份额: a share with its interval, numerator and denominator; words where there are too few."""
    found = Share(part, whole)
    if found.value is None or found.interval is None:
        return say("too_few", n=whole)
    low, high = found.interval
    return f"{found.value:.0%} ({low:.0%}–{high:.0%}) · {part}/{whole}"


def mean_of(total: int, games: int) -> str:
    """平均: points a game, from so many points in so many games.

    >>> mean_of(-9, 6), mean_of(4, 8)
    ('−1.50 · −9/6', '+0.50 · +4/8')
    """
    if games < FEWEST:
        return say("too_few", n=games)
    mean = f"{total / games:+.2f}".replace("-", "−")
    return f"{mean} · {signed(total)}/{games}"


def ratio_of(part: int, whole: int, games: int) -> str:
    """比: so many of one for one of another, where there are games enough.

    >>> ratio_of(3, 12, 9)
    '0.25 · 3/12'
    """
    if games < FEWEST or not whole:
        return say("too_few", n=games)
    return f"{part / whole:.2f} · {part}/{whole}"
