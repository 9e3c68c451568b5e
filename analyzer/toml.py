"""TOML: what somebody wrote by hand - rules, the book of a sitting, who is who - read with bounds.

Python's reader takes hours over a key of many parts, and raises what is no error of TOML over a number of many digits;
both are refused before it sees them.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from analyzer.errors import Unreadable
from analyzer.regular import opened
from analyzer.words import Words

LARGEST: Final = 1 << 19
"""The most bytes that such a file may have."""
MOST_PARTS: Final = 32
MOST_DIGITS: Final = 1000
# Strings end with their line where they do not close, so that no text makes the search slow.
STRINGS: Final = re.compile(r"""'''.*?'''|\"\"\".*?\"\"\"|"(?:[^"\\\n]|\\[^\n])*+"?|'[^'\n]*+'?""", re.DOTALL)
KEY: Final = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{MOST_PARTS}}}")
NUMBER: Final = re.compile(rf"(?<![0-9_])[0-9][0-9_]{{{MOST_DIGITS}}}")
PLACE: Final = re.compile(r"^(?P<what>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")


def text_of(path: Path) -> str:
    """读文字: the text of such a file, its lines ended by LF.

    `Unreadable` where it is no regular file, too large, or not UTF-8; `OSError` where it cannot be opened.
    """
    with opened(path) as stream:
        raw = stream.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise Unreadable(Words("文件太大", "the file is too large"), file=str(path))
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise Unreadable(Words("不是 UTF-8 文本", "not UTF-8 text"), file=str(path), line=line) from None


def values_of(text: str) -> dict[str, Any]:
    r"""读 TOML: the values of a text; `Unreadable` with line and, where it is known, column.

    >>> values_of("a.b = 1")
    {'a': {'b': 1}}
    >>> values_of("a = 1\nb = ]")
    Traceback (most recent call last):
    analyzer.errors.Unreadable: line 2, column 5: not TOML: Invalid value
    """
    import tomllib

    _check(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _error(text, str(error)) from None
    except RecursionError:
        raise Unreadable(Words("嵌套太深", "nested too deeply")) from None


def _error(text: str, said: str) -> Unreadable:
    """The error of Python's reader, with its place apart."""
    place = PLACE.match(said)
    what = place["what"] if place else said
    line = int(place["line"]) if place and place["line"] else text.count("\n") + 1
    column = int(place["column"]) if place and place["column"] else None
    return Unreadable(Words(f"不是 TOML: {what}", f"not TOML: {what}"), line=line, column=column)


def _check(text: str) -> None:
    """Refuse keys of too many parts and numbers of too many digits."""
    bare = STRINGS.sub(lambda found: "_" + "\n" * found[0].count("\n"), text)
    for pattern, words in (
        (KEY, Words(f"一个键超过{MOST_PARTS}段", f"a key of more than {MOST_PARTS} parts")),
        (NUMBER, Words(f"一个数超过{MOST_DIGITS}位", f"a number of more than {MOST_DIGITS} digits")),
    ):
        if found := pattern.search(bare):
            raise Unreadable(words, line=bare.count("\n", 0, found.start()) + 1)
