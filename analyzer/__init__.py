"""牌神之友: records, replays and analyses games of 保皇 (Baohuang)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.recorder import Receipt as Receipt
    from analyzer.recorder import Recorder as Recorder

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """`analyzer.Recorder` and `analyzer.Receipt`, imported when they are first asked for."""
    if name in ("Receipt", "Recorder"):
        from analyzer import recorder

        return getattr(recorder, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
