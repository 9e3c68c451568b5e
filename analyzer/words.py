"""中英: a sentence in Chinese and in English, and which of the two is wanted."""

from __future__ import annotations

import os
import re
from typing import Final, Literal, NamedTuple

Lang = Literal["zh", "en"]
EXACT: Final = 1e-12
"""What counted chances may be off by."""
_BYTE: Final = re.compile("[\ud800-\udfff]")
_CONTROL: Final = re.compile(r"[\0-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]+")


class Words(NamedTuple):
    """一句话: the same words in both languages.

    >>> Words("皇帝", "emperor").say("zh")
    '皇帝'
    """

    zh: str
    en: str

    def say(self, lang: Lang) -> str:
        """The words in one language."""
        return self.zh if lang == "zh" else self.en


def many(count: int, noun: str) -> str:
    """几个: so many of something in English.

    >>> many(1, "game"), many(2, "game"), many(0, "log")
    ('1 game', '2 games', '0 logs')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"


def in_percent(chance: float) -> str:
    """百分比: a chance; what is not certain is never shown as certain.

    >>> in_percent(1.0), in_percent(0.9999), in_percent(0.374), in_percent(0.00001), in_percent(0.0)
    ('100%', '>99%', '37%', '<1%', '0%')
    """
    if min(chance, 1 - chance) < EXACT:
        return "0%" if chance < EXACT else "100%"
    percent = round(100 * chance)
    return "<1%" if percent < 1 else ">99%" if percent > 99 else f"{percent}%"


_wanted: list[Lang] = []


def speak(lang: Lang) -> None:
    """改说: what this process says on its own account is in this language from now on."""
    _wanted[:] = [lang]


def spoken() -> Lang:
    """现说: the language that was asked for last, before that the locale's.

    >>> before = spoken()
    >>> speak("en"), spoken(), speak(before)
    (None, 'en', None)
    """
    return _wanted[0] if _wanted else locale_lang()


def tame(text: str) -> str:
    r"""驯服: text that others wrote, without anything that a terminal would obey.

    >>> tame("a\x1b[2Jb\nc")
    'a [2Jb c'
    """
    return _CONTROL.sub(" ", legible(text))


def legible(text: str) -> str:
    r"""可读: a name as Python has it, with what is no UTF-8 in it as escapes, so that it can be written anywhere.

    >>> legible("\udcd6\udcdc.json"), legible("周.json")
    ('\\xd6\\xdc.json', '周.json')
    """
    return _BYTE.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    """How a byte that is no UTF-8, or half of a surrogate pair, is written."""
    code = ord(found[0])
    return f"\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"\\u{code:04x}"


def locale_lang(environ: dict[str, str] | None = None) -> Lang:
    """The language of the locale: Chinese unless it names another one.

    >>> locale_lang({"LANG": "en_US.UTF-8"}), locale_lang({"LANG": "zh_CN.UTF-8"}), locale_lang({"LANG": "C"})
    ('en', 'zh', 'zh')
    """
    found = os.environ if environ is None else environ
    name = next((found[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if found.get(key)), "")
    return "zh" if name[:2].lower() in ("", "zh", "c", "c.", "po") else "en"
