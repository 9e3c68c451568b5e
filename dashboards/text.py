"""文字: the dashboard's words in Chinese and English, and the one way a name becomes part of a label.

Streamlit reads labels, captions and table cells as Markdown. Whatever comes out of a log - names, games,
messages - goes through `label` first, or is shown with `st.text`; nothing is ever shown as HTML.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

import streamlit as st

from analyzer.errors import PaishenError, reason
from analyzer.words import Lang
from dashboards.words import WORDS

PUNCTUATION: Final = re.compile(r"([!-/:-@\[-`{-~])")
BREAKS: Final = re.compile(r"(?<=[:\-<>=@~])(?=.)|(?<=[wW])(?=[wW]{2})")
"""Places inside text that are rewritten once escapes are gone: shortcodes, arrows, dashes, links."""
JOINER: Final = "\u2060"
STATUSES: Final = ("valid", "disputed", "incomplete", "illegal", "unreadable")
COLOURS: Final = dict(zip(STATUSES, ("green", "orange", "gray", "red", "red"), strict=True))
SIGNS: Final = {"valid": "✓", "disputed": "◆", "incomplete": "…", "illegal": "✕", "unreadable": "?"}


def lang() -> Lang:
    """语言: the language of this visitor's pages: Chinese until switched."""
    return "en" if st.session_state.get("lang") == "en" else "zh"


def why(error: PaishenError | OSError) -> str:
    """何故: what went wrong, in words."""
    return error.say(lang()) if isinstance(error, PaishenError) else reason(error).say(lang())


def say(key: str, **values: object) -> str:
    """The words of a key in the visitor's language, filled in.

    >>> say("shown", all=12, some=3)
    '共 12 局，符合条件 3 局'
    """
    return WORDS[key].say(lang()).format(**values)


def label(text: object) -> str:
    r"""标签: text from a log as Markdown that shows exactly this text, no link, picture or icon.

    Line breaks and other control characters become blanks.

    >>> label("*a*").replace(JOINER, "|"), label("老王")
    ('\\*a\\*', '老王')
    >>> label(":smile:").replace(JOINER, "|"), label("->").replace(JOINER, "|")
    ('\\:|smile\\:', '\\-|\\>')
    """
    plain = isolated(re.sub(r"[\x00-\x1f\x7f\u2028\u2029]+", " ", str(text)))
    return JOINER.join(PUNCTUATION.sub(r"\\\1", part) for part in BREAKS.split(plain))


def isolated(text: str) -> str:
    """单独成向: text from a log, kept from turning the direction of what is around it where it is written leftwards.

    >>> isolated("老王"), len(isolated("שלום"))
    ('老王', 6)
    """
    leftwards = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in text)
    return f"\u2068{text}\u2069" if leftwards else text


def signed(score: int | None) -> str:
    """得分: a score with its sign, a true minus; a dash where there is none.

    >>> signed(4), signed(-4), signed(0), signed(None)
    ('+4', '−4', '0', '–')
    """
    if score is None:
        return "–"
    return f"+{score}" if score > 0 else str(score).replace("-", "−")


def when(started: str) -> str:
    """时间: a time as a log writes it, shorter: day and minute, as they were at the table.

    >>> when("2026-11-24T20:31:00+08:00")
    '2026-11-24 20:31'
    """
    return started[:16].replace("T", " ").replace("t", " ")


def status_badge(status: str) -> str:
    """判定: a verdict's status as a coloured Markdown badge, with a sign so that colour is not needed."""
    if status not in COLOURS:
        return label(status)
    return f":{COLOURS[status]}-badge[{SIGNS[status]} {say(status)}]"


def role_of(seat: int, emperor: int | None, guard: int | None) -> str:
    """身份: the key of a seat's role, as far as emperor and guard are known.

    >>> role_of(1, 1, 1), role_of(2, 1, 3), role_of(2, 1, None)
    ('emperor', 'rebel', '')
    """
    if seat == emperor:
        return "emperor"
    if seat == guard:
        return "guard"
    return "rebel" if emperor and guard else ""
