"""玩法文件: reads rules that somebody wrote - a TOML or JSON file, or a JSON object as an argument."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from analyzer.cli.localized import Misuse
from analyzer.errors import PaishenError, Unreadable
from analyzer.paipu.strict import parse
from analyzer.rulesets import base_values, names
from analyzer.words import Words

LARGEST: Final = 1 << 20
"""The most bytes that a file of rules may have."""
PLACE: Final = re.compile(r"^(?P<what>.*) \(at line (?P<line>\d+), column (?P<column>\d+)\)$")


def named_rules(rules: str) -> str | dict[str, object]:
    """所指的玩法: a ruleset's name, or the rules of a file or of an object; what is none of these is said at once.

    >>> named_rules("simple"), named_rules('{"base": "simple"}')
    ('simple', {'base': 'simple'})
    """
    if rules in names():
        return rules
    if rules.lstrip().startswith("{") or Path(rules).suffix in {".toml", ".json"} or Path(rules).is_file():
        return dict(read_rules(rules))
    there = ", ".join(names())
    raise Misuse(f"没有玩法 {rules}; 有: {there}", f"no ruleset {rules}; there are: {there}")


def read_rules(file: str) -> Mapping[str, object]:
    """读玩法: the object of rules in a file, `{"base": name, key: value...}`.

    A shipped ruleset's file, which has `[keys]` and no base, stands on the base column. Raises `Unreadable`.

    >>> read_rules('{"base": "simple", "stake": 2}')
    {'base': 'simple', 'stake': 2}
    """
    inline = file.lstrip().startswith("{")
    name = "JSON" if inline else file
    text = file if inline else _text(file)
    try:
        found = parse(text) if text.lstrip().startswith("{") else _toml(text)
    except PaishenError as error:
        error.file = name
        raise
    if not isinstance(found, dict):
        raise Unreadable(Words("不是玩法: 要一个对象", "no rules: an object is wanted"), file=name)
    return _flat(found)


def _text(file: str) -> str:
    with Path(file).open("rb") as stream:
        raw = stream.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise Unreadable(Words("文件太大, 不是玩法", "too large for a file of rules"), file=file)
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise Unreadable(Words("不是 UTF-8 文本", "not UTF-8 text"), file=file, line=line) from None


def _toml(text: str) -> Any:
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = PLACE.match(str(error))
        what = place["what"] if place else str(error)
        raise Unreadable(
            Words(f"不是 TOML: {what}", f"not TOML: {what}"),
            line=int(place["line"]) if place else None, column=int(place["column"]) if place else None,
        ) from None  # fmt: skip
    except RecursionError:
        raise Unreadable(Words("嵌套太深", "nested too deeply")) from None


def _flat(found: dict[str, Any]) -> dict[str, Any]:
    """The keys at the top, or in `[keys]`; without a base they stand on the base column of RULES.md 11.3."""
    keys = found.get("keys")
    if not isinstance(keys, dict):
        return found
    if "base" in found:
        return {"base": found["base"], **keys}
    return {"base": names()[0], **base_values(), **keys}
