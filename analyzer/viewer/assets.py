"""器材: the table's JavaScript, CSS and HTML as text, read from the files beside this one."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
SCRIPTS: Final = ("frames", "words", "icons", "cards", "story", "seats", "controls", "list", "table")
"""The scripts in the order in which they are joined; the last one holds the module's entry."""


@cache
def script() -> str:
    """脚本: the table as one JavaScript module, its files joined.

    >>> "export default function" in script()
    True
    """
    return "\n".join((HERE / f"{name}.js").read_text("utf-8") for name in SCRIPTS)


@cache
def style() -> str:
    """样式: the table's style sheet.

    >>> ".paishen" in style()
    True
    """
    return "\n".join((HERE / name).read_text("utf-8") for name in ("table.css", "cards.css", "list.css"))


@cache
def markup() -> str:
    """标记: the one element on which the table is mounted.

    >>> markup().strip()
    '<div class="paishen" role="group" tabindex="0"></div>'
    """
    return (HERE / "component.html").read_text("utf-8")
