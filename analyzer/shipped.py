"""玩法文件: the shipped ruleset files, `schemas/rulesets/*.toml`, as they are written (RULES.md 11.1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from analyzer.data import data
from analyzer.errors import RulesetError
from analyzer.keys import shown_value
from analyzer.words import Lang, Words


def names() -> tuple[str, ...]:
    """玩法名: the names of the shipped rulesets.

    >>> names()
    ('classic', 'encyclopedia', 'room-normal', 'room-quick', 'room-six', 'shandong', 'simple', 'tribute')
    """
    return tuple(sorted(_files()))


@lru_cache(maxsize=1)
def _files() -> dict[str, Path]:
    return {path.stem: path for path in (data("schemas") / "rulesets").glob("*.toml")}


@lru_cache(maxsize=32)
def load(name: str) -> Mapping[str, Any]:
    """读玩法文件: the whole content of one shipped ruleset file (shared: not to be changed).

    Raises `RulesetError` for a name that is not among `names()`.

    >>> load("simple")["keys"]
    {'score': 'side', 'escape': 30, 'auto': True}
    """
    import tomllib

    if name not in _files():
        known, shown = ", ".join(names()), shown_value(name)
        raise RulesetError(Words(f"没有玩法 {shown}; 有: {known}", f"no ruleset {shown}; there are: {known}"))
    return tomllib.loads(_files()[name].read_text(encoding="utf-8"))


def title(name: str, lang: Lang) -> str:
    """玩法名称: the title of a ruleset, its own name where it is not one of the shipped.

    >>> title("simple", "zh"), title("ours", "zh")
    ('简明玩法', 'ours')
    """
    return str(load(name)["title"][lang]) if name in names() else name
