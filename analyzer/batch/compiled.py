"""编译: the loop that judges games, as machine code."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from analyzer.batch.machine import Kernel, Loop, Part
from analyzer.words import Words

__all__ = ["RULES_SOURCES", "cache_folder", "digest", "is_loaded", "kernel"]

RULES_SOURCES: Final = ("rules/*.py", "batch/*.py", "cards.py", "rulesets.py")
ONCE: Final = Words("首次使用, 正在编译规则 (约 15 秒, 只此一次)", "compiling the rules, once (about 15 s)")


def _find() -> tuple[Loop, Iterable[Part]]:
    from analyzer.batch.kernel import HELPERS, judge_games

    return judge_games, HELPERS


JUDGE: Final = Kernel("kernel", RULES_SOURCES, ONCE, _find)


def digest() -> str:
    """规则的指纹: SHA-256 over the sources of the rules and of the kernel, 16 hex digits of it."""
    return JUDGE.digest


def cache_folder() -> Path | None:
    """缓存: the folder of the compiled kernel, made if need be; None where none can be written."""
    return JUDGE.folder()


def kernel() -> Loop:
    """内核: `judge_games`, compiled; standard error hears of it when that takes its time."""
    return JUDGE.loop()


def is_loaded() -> bool:
    """Whether the kernel is there already."""
    return JUDGE.made is not None
