"""违规: a refused event as it is told - what it was, which rule it breaks, and what would have been legal."""

from __future__ import annotations

from typing import Any

from analyzer.audit.trail import Refused
from analyzer.events import Event
from analyzer.paipu.writing import plain
from analyzer.rules.verdicts import SENTENCES, Code, code_name
from analyzer.words import Lang


def refusal_json(refused: Refused, lang: Lang) -> dict[str, Any]:
    """A refusal as it is printed."""
    sentence = SENTENCES[Code(refused.code)]
    return {
        "event": refused.at, "code": code_name(refused.code), "message": sentence.words.say(lang),
        "paragraph": sentence.paragraph, "act": written(refused.event), "turn": refused.turn,
        "legal": [written(event) for event in refused.options], "more": refused.left_off,
    }  # fmt: skip


def written(event: Event) -> dict[str, Any]:
    """An event in its own keys, but for the hands of a deal, `t`, `h` and `x-` keys.

    >>> from analyzer.events import Pass
    >>> written(Pass(seat=2, t=100))
    {'type': 'pass', 'seat': 2}
    """
    return {
        key: value for key, value in plain(event).items() if key not in ("hands", "t", "h") and key[:2] != "x-"
    }
