"""一批: games that were read, what the archive has of them, their verdicts, and what is to be stored."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from msgspec import UNSET, structs

from analyzer.archive import LOG_PLACE, Archive, Row
from analyzer.archive.segments import Stored
from analyzer.batch import judge_lot, packed, told
from analyzer.batch.columns import Packed, lot
from analyzer.batch.compiled import digest
from analyzer.batch.records import Derived, blank
from analyzer.errors import PaishenError, Unreadable
from analyzer.events import Log
from analyzer.importing.entry import CONFLICT, EXTENDS, FURTHER, THERE, Entry, Outcome
from analyzer.paipu import Sourced
from analyzer.paipu.chain import content_hash, examine
from analyzer.replay import fill, judge_log, rules_of
from analyzer.rulesets import Resolved
from analyzer.words import Words

ASKED = f"""
    SELECT game, status, events, {LOG_PLACE} FROM games WHERE game IN (SELECT unnest($names::VARCHAR[]))
"""  # noqa: S608  the columns are our own
TOLD = (
    "status", "code", "event", "emperor", "guard", "solo", "doubled", "winner", "places", "scores", "claimed_places",
    "claimed_scores", "dissolved", "integrity",
)  # fmt: skip
Tell = Callable[[Words], None]


class Item(NamedTuple):
    """一局: a game that was read: its log with all passes, its rules, its content hash."""

    found: Sourced
    log: Log
    resolved: Resolved
    sha256: str


class Kept(NamedTuple):
    """已有: a log that the archive, or this lot, has: enough to tell whether another goes on from it."""

    sha256: str
    status: str | None
    events: int
    log: Callable[[], Log]


class Decision(NamedTuple):
    """去向: what becomes of a game; `extends` is the content hash of the log whose place it takes."""

    outcome: Outcome
    reason: Words | None = None
    status: str | None = None
    extends: str | None = None


def item_of(found: Sourced) -> Item | Entry:
    """A game that can be judged, or the entry that says why it cannot."""
    try:
        log = (fill(found) if found.gaps else found).log
        return Item(found, log, rules_of(log), content_hash(log))
    except PaishenError as error:
        words = error.inside()
        return Entry(found.file, found.line, found.log.game, "rejected", "unreadable", words)


def rejected(error: Unreadable) -> Entry:
    """The entry of what cannot be read."""
    return Entry(error.file or "", error.line, error.game, "rejected", "unreadable", error.inside(event=True))


def decide(archive: Archive, items: Sequence[Item]) -> list[Decision]:
    """定去向: what becomes of each game, given the archive and the games before it."""
    known: dict[tuple[str, int], list[Kept]] = {}
    names = sorted({item.log.game for item in items})
    for row in archive.ask(ASKED, {"names": names}):
        known.setdefault((row["game"], row["view"]), []).append(_kept(archive, row))
    decisions = []
    for item in items:
        there = known.setdefault((item.log.game, item.log.eyes), [])
        decision = _decide(item, there)
        if decision.outcome != "duplicate":
            there.append(Kept(item.sha256, None, len(item.log.events), lambda log=item.log: log))  # type: ignore[misc]
        decisions.append(decision)
    return decisions


def _kept(archive: Archive, row: Row) -> Kept:
    return Kept(row["sha256"], row["status"], row["events"], lambda: archive.opened(row))


def _decide(item: Item, there: Sequence[Kept]) -> Decision:
    """What becomes of one game, given what there is of its name and view."""
    same = next((kept for kept in there if kept.sha256 == item.sha256), None)
    if same:
        return Decision("duplicate", THERE, same.status)
    many = len(item.log.events)
    for kept in sorted(there, key=lambda kept: -kept.events):
        if kept.events > many and first_events(kept.log(), many) == item.sha256:
            return Decision("duplicate", FURTHER, kept.status)
        if kept.events < many and first_events(item.log, kept.events) == kept.sha256:
            return Decision("extended", EXTENDS, extends=kept.sha256)
    return Decision("conflict", CONFLICT) if there else Decision("stored")


def first_events(log: Log, many: int) -> str:
    """The content hash of a log cut off after so many events."""
    return content_hash(structs.replace(log, events=log.events[:many]))


def judged(items: Sequence[Item], extends: Sequence[str | None], tell: Tell | None, threads: int) -> Stored:
    """判: the games that are to be stored, each judged - by the compiled rules where the columns can say it."""
    rows = [packed(item.log) for item in items]
    chains = [examine(item.log) for item in items]
    inside = [place for place, row in enumerate(rows) if row.hands is not None and chains[place][1] is None]
    games = lot([rows[place] for place in inside], [items[place].resolved for place in inside])
    results = judge_lot(games, threads=threads, derive=True, tell=tell)
    verdicts: dict[int, dict[str, Any]] = {
        place: {**told(games, results, at), "integrity": chains[place][0]}
        for at, place in enumerate(inside)
        if not results.elsewhere[at]
    }
    complete = [
        _row(item, rows[place], extends[place], verdicts.get(place)) for place, item in enumerate(items)
    ]
    starts = np.cumsum([0, *(len(row.words) for row in rows)], dtype=np.int64)
    return Stored(
        complete,
        [item.found.raw for item in items],
        np.array([word for row in rows for word in row.words], np.uint32),
        np.array([suits for row in rows for suits in row.suits], np.uint16),
        [None if event.t is UNSET else event.t for item in items for event in item.log.events],
        starts,
        spread(results.derived, games.columns.starts, [starts[place] for place in inside], int(starts[-1])),
        np.array([place in verdicts for place in range(len(items))], np.bool_),
    )


def spread(derived: Derived, starts: Any, targets: Sequence[int], events: int) -> Derived:
    """Derived columns of some games put where these games are among all."""
    if len(derived.stands) == events:
        return derived
    wide = blank(events)
    for game, target in enumerate(targets):
        start, stop = starts[game], starts[game + 1]
        for into, source in zip(wide, derived, strict=True):
            into[target : target + stop - start] = source[start:stop]
    return wide


def _replayed(item: Item) -> dict[str, Any]:
    """The verdict by the plain rules."""
    verdict = judge_log(item.log)
    return {name: getattr(verdict, name) for name in TOLD}


def _row(item: Item, row: Packed, extends: str | None, verdict: dict[str, Any] | None) -> Row:
    """The row of a game in `games`, but for its number and the place of its log; without a verdict it is replayed."""
    log, way = item.log, "batch" if verdict else "replay"
    written = {name: getattr(log, name) for name in ("started", "sitting", "round", "replaces")}
    return {
        **(verdict or _replayed(item)),
        **{name: None if value is UNSET else value for name, value in written.items()},
        "game": log.game, "view": log.eyes, "ruleset": item.resolved.name,
        "rules": json.dumps(log.rules, ensure_ascii=False, sort_keys=True),
        "rules_sha256": item.resolved.sha256, "players": list(log.players), "extends": extends,
        "events": len(log.events), "sha256": item.sha256, "way": way, "judged": digest(),
        "hands": None if row.hands is None else np.array(row.hands, "<u2").tobytes(),
        "previous": list(row.previous), "said": row.said, "claim": row.claim, "ends": row.ends,
        "form": "jsonl" if item.found.form == "parquet" else item.found.form,
        "file": item.found.file, "line": item.found.line,
    }  # fmt: skip
