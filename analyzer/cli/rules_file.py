"""玩法文件: reads rules that somebody wrote - a TOML or JSON file, or a JSON object as an argument."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from analyzer.cli.localized import Misuse
from analyzer.errors import PaishenError, Unreadable
from analyzer.paipu.strict import parse
from analyzer.rulesets import base_values, names
from analyzer.toml import text_of, values_of
from analyzer.words import Words


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
    try:
        text = file if inline else text_of(Path(file))
        found = parse(text) if text.lstrip().startswith("{") else values_of(text)
    except PaishenError as error:
        error.file = name
        raise
    if not isinstance(found, dict):
        raise Unreadable(Words("不是玩法: 要一个对象", "no rules: an object is wanted"), file=name)
    return _flat(found)


def _flat(found: dict[str, Any]) -> dict[str, Any]:
    """The keys at the top, or in `[keys]`; without a base they stand on the base column of RULES.md 11.3."""
    keys = found.get("keys")
    if not isinstance(keys, dict):
        return found
    if "base" in found:
        return {"base": found["base"], **keys}
    return {"base": names()[0], **base_values(), **keys}
