"""JSON 一行: what a command prints with `--json`: one value a line, valid UTF-8 whatever the files are called."""

from __future__ import annotations

import json
from typing import Any

from analyzer.words import legible


def json_line(value: Any) -> str:
    r"""JSON 一行: a value as JSON; in a name of a file what is no UTF-8 stands as `\xd6`.

    >>> print(json_line({"file": "\udcd6.json", "game": "练/1"}))
    {"file": "\\xd6.json", "game": "练/1"}
    """
    return json.dumps(_clean(value), ensure_ascii=False)


def _clean(value: Any) -> Any:
    """The value with strings that can be written; nearly always as it is."""
    if isinstance(value, str):
        return legible(value)
    if isinstance(value, dict):
        return {_clean(key): _clean(item) for key, item in value.items()}
    return [_clean(item) for item in value] if isinstance(value, list | tuple) else value
