"""严格的JSON: JSON text to plain values, refusing what other readers bend - with the place of the fault.

Refused, beside what is no JSON at all: a key that stands twice in an object, NaN and Infinity, numbers from
2^53 on (whole or not), NUL, half of a surrogate pair, and nesting deeper than `DEEPEST`, before it is parsed.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple

from analyzer.errors import Unreadable
from analyzer.events import WHOLE
from analyzer.words import Words

DEEPEST: Final = 32
"""How deep objects and lists may nest in a game written as one object."""
MOST_VALUES: Final = 250_000
"""How many commas and opening brackets a text may have: a game has some thousand."""
SEARCHED: Final = 1 << 21
"""In longer texts faults are named but not located."""
TOO_LARGE: Final = Words("数字达到或超过2^53", "a number from 2^53 on")
HALF: Final = Words("含有半个代理对字符", "there is half of a surrogate pair")
NUL: Final = Words("含有NUL字符", "there is a NUL character")
# A string with its closing quote where it has one; possessive, so that no text makes the search slow.
_STRING = r'"(?:[^"\\]++|\\.)*+"?'
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_PIECE = 1 << 20
_TOKENS = re.compile(rf'({_STRING})|([\[\]{{}}:,])|([^\s\[\]{{}}:,"]++)', re.DOTALL)
_CONSTANT = re.compile("NaN|-?Infinity")
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_RISKY = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
_TAME = re.compile(r"[\w-]+")
_SYNTAX: Final = {
    "Expecting value": Words("这里缺少一个值", "a value is missing"),
    "Expecting property name enclosed in double quotes": Words(
        "这里应是带双引号的键", "a key in double quotes is missing"
    ),
    "Expecting ':' delimiter": Words("键后缺少冒号", "a colon is missing after the key"),
    "Expecting ',' delimiter": Words("这里缺少逗号或括号", "a comma or a closing bracket is missing"),
    "Unterminated string starting at": Words("字符串没有结束的引号", "the string has no closing quote"),
    "Invalid control character at": Words("字符串里有控制字符", "a control character in a string"),
    "Invalid \\escape": Words("反斜杠后的字符不对", "a wrong character after a backslash"),
    "Invalid \\uXXXX escape": Words("\\u后应有四位十六进制数字", "four hex digits are missing after \\u"),
    "Extra data": Words("对象之后还有内容", "there is more after the end"),
}  # fmt: skip


class _Fault(Exception):
    """A key that stands twice, or a number that is refused; `words` says which."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words


Role = Literal["key", "again", "value"]


class Token(NamedTuple):
    """A key, a key that was there before (`again`), a scalar or an opening bracket (`value`).

    `path` leads to its value, `start` is its offset.
    """

    path: str
    start: int
    text: str
    role: Role


def _pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(items)
    if len(found) != len(items):
        times = Counter(key for key, _ in items)
        raise _Fault(_twice(next(key for key, _ in items if times[key] > 1)))
    return found


def _whole(digits: str) -> int:
    if len(digits) > 17 or not -WHOLE < (number := int(digits)) < WHOLE:
        raise _Fault(TOO_LARGE)
    return number


def _real(digits: str) -> float:
    if not -WHOLE < (number := float(digits)) < WHOLE:
        raise _Fault(TOO_LARGE)
    return number


def _constant(name: str) -> Any:
    raise _Fault(_no_number(name))


def _twice(key: str) -> Words:
    return Words(f'同一对象中键"{key}"出现两次', f'the key "{key}" stands twice in one object')


def _no_number(name: str) -> Words:
    return Words(f"{name}不是数字", f"{name} is no number")


_DECODER = json.JSONDecoder(object_pairs_hook=_pairs, parse_int=_whole, parse_float=_real, parse_constant=_constant)


def parse(text: str, deepest: int = DEEPEST) -> Any:
    r"""严格解析: the value of a JSON text; `Unreadable` has line, column and, where it can, path.

    >>> parse('{"seat": 1, "x-mood": [0.5, null]}')
    {'seat': 1, 'x-mood': [0.5, None]}
    >>> parse('{"seat": 1, "\u0073eat": 2}')
    Traceback (most recent call last):
    analyzer.errors.Unreadable: line 1, column 13, at seat: the key "seat" stands twice in one object
    """
    check_size(text, deepest)
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise _no_json(text, error) from None
    except _Fault as fault:
        raise (first_fault(text) or Unreadable(fault.words)) from None
    if _RISKY.search(text) and (wrong := first_fault(text) or _wrong_string(value)):
        raise wrong
    return value


def check_size(text: str, deepest: int) -> None:
    """查大小: refuse a text that nests deeper than that, or holds too many values, before it is parsed."""
    if text.count(",") + text.count("{") + text.count("[") > MOST_VALUES:
        raise Unreadable(Words(f"超过{MOST_VALUES}个值", f"more than {MOST_VALUES} values"))
    if text.count("{") + text.count("[") <= deepest:
        return
    depth = 0
    for bracket in b"".join(_brackets(text)):
        depth += 1 if bracket in b"[{" else -1
        if depth > deepest:
            words = Words(f"嵌套超过{deepest}层", f"nested deeper than {deepest}")
            raise unreadable_at(words, text, _bracket_at(text, deepest))


def _brackets(text: str) -> Iterator[bytes]:
    """The brackets that stand outside strings, piece by piece."""
    if "\\" in text:
        text = text.replace("\\\\", "").replace('\\"', "")
    inside = 0
    for at in range(0, len(text), _PIECE):
        parts = text[at : at + _PIECE].split('"')
        outside = "".join(parts[inside::2])
        inside ^= (len(parts) - 1) & 1
        yield outside.encode("utf-8", "replace").translate(None, _NO_BRACKETS)


def _bracket_at(text: str, deepest: int) -> int:
    """The offset of the first bracket that is deeper than that."""
    depth = 0
    for found in _TOKENS.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        if depth > deepest:
            return found.start()
    return 0


def is_whole(text: str) -> bool:
    """完整: whether all brackets that open in a JSON text also close in it.

    >>> is_whole('{"a": "{"}'), is_whole('{"a": [1,')
    (True, False)
    """
    brackets = b"".join(_brackets(text))
    return brackets.count(b"[") + brackets.count(b"{") <= brackets.count(b"]") + brackets.count(b"}")


def line_column(text: str, offset: int) -> tuple[int, int]:
    r"""行列: the line and column, from 1, of an offset.

    >>> line_column("ab\ncd", 4)
    (2, 2)
    """
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def unreadable_at(words: Words, text: str, offset: int, path: str | None = None) -> Unreadable:
    """An error with the line and column of an offset."""
    line, column = line_column(text, offset)
    return Unreadable(words, line=line, column=column, path=path)


def _no_json(text: str, error: json.JSONDecodeError) -> Unreadable:
    """The error of the standard parser in our words."""
    if "\0" in text:
        return unreadable_at(Words("含有NUL字节", "there is a NUL byte"), text, text.index("\0"))
    if not text.strip():
        return unreadable_at(Words("没有内容", "nothing to read"), text, error.pos)
    what = _SYNTAX.get(error.msg, Words("无法解析", "it cannot be parsed"))
    words = Words(f"不是JSON: {what.zh}", f"not JSON: {what.en}")
    return unreadable_at(words, text, error.pos)


def first_fault(text: str) -> Unreadable | None:
    """首个毛病: the first key, number or string of a JSON text that is refused, None when there is none.

    None also for a text that is too long to be searched.
    """
    if len(text) > SEARCHED:
        return None
    for token in walk(text):
        if words := _fault_of(token):
            return unreadable_at(words, text, token.start, token.path or None)
    return None


def _fault_of(token: Token) -> Words | None:
    """What is wrong with one token."""
    if token.role == "again":
        return _twice(json.loads(token.text))
    if token.text[0] == '"':
        return _in_string(json.loads(token.text))
    if found := _CONSTANT.match(token.text):
        return _no_number(found[0])
    found = _NUMBER.match(token.text)
    return TOO_LARGE if found and not -WHOLE < float(found[0]) < WHOLE else None


def _in_string(value: str) -> Words | None:
    """What is wrong with a string."""
    if "\0" in value:
        return NUL
    return HALF if any("\ud800" <= letter <= "\udfff" for letter in value) else None


def _wrong_string(value: Any) -> Unreadable | None:
    """The error for a wrong string anywhere in a value, without its place."""
    if isinstance(value, str):
        words = _in_string(value)
        return Unreadable(words) if words else None
    if isinstance(value, dict):
        value = [*value, *value.values()]
    return next(filter(None, map(_wrong_string, value)), None) if isinstance(value, list) else None


class _Open:
    """An object (with `keys`) or a list that is open while walking."""

    def __init__(self, path: str, keys: set[str] | None) -> None:
        self.path = path
        self.keys = keys
        self.step = "[0]" if keys is None else ""
        self.place = 0
        self.at_key = keys is not None

    def comma(self) -> None:
        self.place += 1
        self.step = f"[{self.place}]"
        self.at_key = self.keys is not None

    def key(self, written: str) -> Role:
        """Take a key."""
        key = json.loads(written)
        self.at_key = False
        self.step = f".{key}" if _TAME.fullmatch(key) else f"[{json.dumps(key, ensure_ascii=False)}]"
        if self.keys is None or key in self.keys:
            return "again"
        self.keys.add(key)
        return "key"


def walk(text: str) -> Iterator[Token]:
    """逐个: all keys, scalars and opening brackets of a JSON text, in order, each with its path.

    >>> [(token.path, token.text) for token in walk('{"a": [1, {"b": "x"}]}') if token.role == "value"][2:]
    [('a[0]', '1'), ('a[1]', '{'), ('a[1].b', '"x"')]
    """
    opened: list[_Open] = []
    for found in _TOKENS.finditer(text):
        word, top = found[0], opened[-1] if opened else None
        if word in ("]", "}"):
            del opened[-1:]
        elif word == ",":
            if top:
                top.comma()
        elif word != ":":
            role: Role = top.key(word) if top and top.at_key else "value"
            path = (top.path + top.step if top else "").removeprefix(".")
            yield Token(path, found.start(), word, role)
            if word in ("[", "{"):
                opened.append(_Open(path, set() if word == "{" else None))


def find(text: str, path: str) -> int | None:
    """位置: the offset of the value (or the key) at a path in a JSON text, None where there is none.

    >>> find('{"events": [{"seat": 7}]}', "events[0].seat")
    21
    """
    if len(text) > SEARCHED:
        return None
    return next((token.start for token in walk(text) if token.path == path and token.role == "value"), None)
