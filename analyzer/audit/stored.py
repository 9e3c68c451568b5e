"""档案里的对账: the games of an archive, audited by the verdicts that the compiled rules gave them when they came in.

A valid game is not opened: its verdict says that all claims agree. The others are judged again from their own bytes,
and so is everything where the rules have changed since.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from analyzer.archive import LOG_PLACE, Archive, Row
from analyzer.audit import Audit
from analyzer.errors import PaishenError, Unreadable
from analyzer.replay import judge_log
from analyzer.verdict import Verdict
from analyzer.words import Words

TOLD: Final = (
    "status", "file", "line", "game", "emperor", "guard", "solo", "doubled", "winner", "places", "scores",
    "claimed_places", "claimed_scores", "dissolved", "integrity",
)  # fmt: skip
LISTS: Final = ("places", "scores", "claimed_places", "claimed_scores")
ASKED: Final = f"""
    SELECT {", ".join(TOLD)}, judged, {LOG_PLACE} FROM games
    WHERE $game::VARCHAR IS NULL OR game = $game::VARCHAR ORDER BY number
"""  # noqa: S608  the columns are our own


def stored_audits(folder: Path, game: str | None = None) -> Iterator[Audit | Unreadable]:
    """档案里的对账: an audit of each game of an archive, in the order in which they came; `Unreadable` where damaged.

    >>> list(stored_audits(Path("no/such/folder")))
    []
    """
    from analyzer.batch.compiled import digest

    archive = Archive(folder)
    rules = digest()
    for row in archive.ask(ASKED, {"game": game}):
        try:
            yield _audit(archive, row, now=row["judged"] == rules)
        except PaishenError as error:
            yield Unreadable(error.words, file=error.file or str(folder), game=row["game"])
    for path in archive.damaged:
        words = Words(
            "档案的这个文件缺失或已损坏; archive rebuild 重做",
            "this file of the archive is missing or damaged; archive rebuild remakes it",
        )
        yield Unreadable(words, file=str(path))


def _audit(archive: Archive, row: Row, *, now: bool) -> Audit:
    """The audit of a row; `now`: its verdict is by the rules as they are."""
    if now and row["status"] == "valid":
        told = {name: row[name] for name in TOLD}
        told |= {name: None if row[name] is None else tuple(row[name]) for name in LISTS}
        return Audit(partial(archive.opened, row), Verdict(**told))
    log = archive.opened(row)
    return Audit(log, judge_log(log, file=row["file"], line=row["line"]))
