"""旧判: how many games of an archive were judged by other rules than these."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from analyzer.archive.manifest import read_manifest

if TYPE_CHECKING:
    from analyzer.archive.reading import Archive

OF_ALL: Final = re.compile(r"\bFROM games\b", re.IGNORECASE)
"""What asks about all stored logs; other questions are about those that count."""
CHOSEN: Final = """
    ($ruleset::VARCHAR IS NULL OR ruleset = $ruleset)
    AND ($person::VARCHAR IS NULL OR number IN (SELECT number FROM seats WHERE person = $person))
"""


def stale(archive: Archive, sql: str = "", given: Mapping[str, str | None] | None = None) -> int:
    """旧判: how many of the games that a query is about have verdicts by other rules than these.

    `given`: of its parameters ruleset and person narrow the games.

    >>> from pathlib import Path
    >>> from analyzer.archive import Archive
    >>> stale(Archive(Path("no/such/folder")))
    0
    """
    from analyzer.batch.compiled import digest

    rules = digest()
    others = [segment for segment in read_manifest(archive.path).segments if segment.judged != rules]
    if not others:
        return 0
    within = " OR ".join(f"number BETWEEN {one.first} AND {one.first + one.games - 1}" for one in others)
    view = "games" if OF_ALL.search(sql) or not sql else "counted"
    narrowed = {key: (given or {}).get(key) for key in ("ruleset", "person")}
    counted = f"SELECT count(*) AS games FROM {view} WHERE ({within}) AND {CHOSEN}"  # noqa: S608  the words are our own
    found: int = archive.ask(counted, narrowed)[0]["games"]
    return found
