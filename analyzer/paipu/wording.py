"""措辞: what msgspec says about a value of the wrong type, as one of our sentences with its path."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from analyzer.errors import Unreadable
from analyzer.words import Words

KINDS: Final = {
    "int": Words("整数", "a whole number"),
    "float": Words("带小数点的数", "a number with a decimal point"),
    "str": Words("文字", "text"),
    "bool": Words("true或false", "true or false"),
    "array": Words("列表", "a list"),
    "object": Words("对象", "an object"),
    "null": Words("null", "null"),
}
_PLACE = re.compile(r" - at `\$?(?P<path>.*)`\Z", re.DOTALL)


def _kind(names: str) -> Words:
    """The names of types, such as `int | str`."""
    known = [KINDS.get(name, Words(name, name)) for name in names.split(" | ")]
    return Words("或".join(words.zh for words in known), " or ".join(words.en for words in known))


def _wrong_kind(found: re.Match[str]) -> Words:
    wanted, got = _kind(found[1]), found[2] and _kind(found[2])
    if not got:
        return Words(f"应为{wanted.zh}", f"{wanted.en} is wanted")
    return Words(f"应为{wanted.zh}, 却是{got.zh}", f"{wanted.en} is wanted, not {got.en}")


def _wrong_size(found: re.Match[str]) -> Words:
    sign = {">=": Words("至少", "at least"), "<=": Words("至多", "at most")}.get(found[2] or "", Words("", ""))
    unit = Words("个字符", "character") if found[1] == "str" else Words("项", "item")
    number, many = found[3], "" if found[3] == "1" else "s"
    return Words(f"应有{sign.zh}{number}{unit.zh}", f"{sign.en} {number} {unit.en}{many} wanted".strip())


_SENTENCES: Final[tuple[tuple[str, Callable[[re.Match[str]], Words]], ...]] = (
    (r"Expected `([^`]*)`(?:, got `([^`]*)`)?", _wrong_kind),
    (r"Expected `(\w+)` of (?:at (?:least|most) )?length (>=|<=|==)? ?(\d+).*", _wrong_size),
    (r"Expected `str` matching regex .*", lambda _: Words("应为小写十六进制", "lower-case hex is wanted")),
    (r"Expected `\w+` (>=|<=|>|<) (-?\d+)", lambda found: Words(
        f"数字应{found[1]} {found[2]}", f"a number {found[1]} {found[2]} is wanted")),
    (r"Number out of range", lambda _: Words("数字太大", "the number is too large")),
    (r"Object missing required field `(.*)`", lambda found: Words(
        f'缺少键"{found[1]}"', f'the key "{found[1]}" is missing')),
    (r"Object contains unknown field `(.*)`", lambda found: Words(
        f'不认识的键"{found[1][:60]}"', f'unknown key "{found[1][:60]}"')),
    (r"Invalid (?:enum )?value '?(.*?)'?", lambda found: Words(
        f'不认识的值"{found[1][:60]}"', f'unknown value "{found[1][:60]}"')),
)  # fmt: skip


def reworded(message: str) -> Unreadable:
    """改述: the error for a msgspec message.

    >>> reworded("Expected `int`, got `bool` - at `$.events[3].seat`").say("en")
    'event 3, at events[3].seat: a whole number is wanted, not true or false'
    """
    place = _PLACE.search(message)
    path = place["path"].removeprefix(".") if place else None
    said = message[: place.start()] if place else message
    for pattern, words_of in _SENTENCES:
        if found := re.fullmatch(pattern, said, re.DOTALL):
            words = words_of(found)
            break
    else:
        words = Words(f"值不对: {said}", f"a wrong value: {said}")
    return Unreadable(words, path=path, event=event_in(path))


def event_in(path: str | None) -> int | None:
    """The event index in a path, None where there is none.

    >>> event_in("events[12].cards"), event_in("players[0]")
    (12, None)
    """
    found = re.match(r"events\[(\d+)\]", path or "")
    return int(found[1]) if found else None
