"""题头: what a header says but for the game's name, ready to be stored."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from msgspec import UNSET

from analyzer.events import Header
from analyzer.replay import previous_of, rules_of
from analyzer.rulesets import Resolved


class Head(NamedTuple):
    """题头: its view and rules, the previous game in five numbers, and its columns of `games`."""

    view: int
    resolved: Resolved
    previous: tuple[int, ...]
    columns: dict[str, Any]


def head_of(header: Header) -> Head:
    """题头: of a header or a log. `PaishenError` where its rules cannot be used.

    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> head_of(Header(format="paipu", version=1, game="1", rules="simple", players=names)).columns["ruleset"]
    'simple'
    """
    resolved = rules_of(header)
    written = {name: getattr(header, name) for name in ("started", "sitting", "round", "replaces")}
    columns = {
        **{name: None if value is UNSET else value for name, value in written.items()},
        "view": header.eyes, "ruleset": resolved.name,
        "rules": json.dumps(header.rules, ensure_ascii=False, sort_keys=True),
        "rules_sha256": resolved.sha256, "players": list(header.players),
    }  # fmt: skip
    return Head(header.eyes, resolved, tuple(map(int, previous_of(header))), columns)
