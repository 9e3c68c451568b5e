"""附注: what is said beside an answer: verdicts by other rules than these, games whose hands are not all known."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from analyzer.archive.manifest import read_manifest

if TYPE_CHECKING:
    from analyzer.archive.reading import Archive

OF_ALL: Final = re.compile(r"\bFROM games\b", re.IGNORECASE)
"""What asks about all stored logs; other questions are about those that count."""
ALL_HANDS: Final = {
    "able_passes": "passed, of_able", "habits": "passed, of_able", "profile": "passed, of_able",
    "sixes_stranded": "sixes, seats",
}  # fmt: skip
"""The questions that need all hands, and their columns that do."""
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
    return _count(archive, f"{view} WHERE ({within})", given)


def hidden(archive: Archive, name: str, given: Mapping[str, str | None]) -> int:
    """不全知: how many finished games a question leaves out of what needs all hands, as they are not all known.

    >>> from pathlib import Path
    >>> from analyzer.archive import Archive
    >>> hidden(Archive(Path("no/such/folder")), "able_passes", {})
    0
    """
    if name not in ALL_HANDS:
        return 0
    return _count(archive, "finished ANTI JOIN followed USING (number) WHERE true", given)


def _count(archive: Archive, source: str, given: Mapping[str, str | None] | None) -> int:
    """How many games there are of those that parameters narrow."""
    narrowed = {key: (given or {}).get(key) for key in ("ruleset", "person")}
    sql = f"SELECT count(*) AS games FROM {source} AND {CHOSEN}"  # noqa: S608  the words are our own
    found: int = archive.ask(sql, narrowed)[0]["games"]
    return found
