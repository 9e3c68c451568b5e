"""词: the replay page."""

from __future__ import annotations

from typing import Final

from analyzer.words import Words

WORDS: Final = {
    "at_event": Words("事件 {n}", "event {n}"),
    "scores": Words("计分", "Scores"),
}
