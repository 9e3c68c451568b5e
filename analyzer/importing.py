"""导入: logs into the archive - read, judged, written as Parquet, with a ledger line for every game."""

from __future__ import annotations

import fcntl
import os
import uuid
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec import json as msgjson

from analyzer.archive import EVENTS, GAMES, LEDGER, Archive, Row, identity_of
from analyzer.errors import Unreadable
from analyzer.events import Log, type_of
from analyzer.paipu import Sourced, act_of, dumps_json, read
from analyzer.paipu.chain import content_hash
from analyzer.replay import fill, judge_log, rules_of
from analyzer.verdict import Verdict
from analyzer.words import Lang

BATCH = 20_000
"""Games in one file: memory stays bounded, and files few and large."""


class Entry(NamedTuple):
    """账目: what became of one game: `outcome` is stored, duplicate, conflict or rejected."""

    file: str | None
    line: int | None
    game: str | None
    outcome: str
    status: str
    reason: str | None

    def to_json(self) -> Row:
        """The line of the ledger."""
        return self._asdict()


def import_files(files: Iterable[Path], place: Path, lang: Lang = "en") -> Iterator[Entry]:
    """导入: the games of some files into an archive folder; an entry for each, in order.

    A game that is there already (the same content, however written) is a duplicate; the same `game` and `view` with
    other content is a conflict, and both are kept. Nothing stored is ever changed: each batch becomes new files,
    written under a temporary name, synced and renamed. A second import into the same folder waits for the first.
    """
    place.mkdir(parents=True, exist_ok=True)
    with (place / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        known = Archive(place).hashes()
        batch: list[tuple[Log, Verdict, str, str]] = []
        entries: list[Entry] = []
        for found in (one for file in files for one in read(file)):
            entries.append(_take(found, known, batch, lang))
            if len(batch) >= BATCH:
                yield from _keep(place, batch, entries)
        yield from _keep(place, batch, entries)


def _take(found: Sourced | Unreadable, known: dict[str, str], batch: list[Any], lang: Lang) -> Entry:
    """What becomes of one game; what is to be stored joins the batch."""
    if isinstance(found, Unreadable):
        return Entry(found.file, found.line, found.game, "rejected", "unreadable", found.words.say(lang))
    log = fill(found).log if found.gaps else found.log
    verdict = judge_log(log, file=found.file, line=found.line)
    if verdict.status == "unreadable":
        reason = verdict.words.say(lang) if verdict.words else None
        return Entry(found.file, found.line, log.game, "rejected", "unreadable", reason)
    digest, identity = content_hash(log), identity_of(log.game, log.eyes)
    if digest in known:
        return Entry(found.file, found.line, log.game, "duplicate", verdict.status, None)
    outcome = "conflict" if identity in known.values() else "stored"
    known[digest] = identity
    batch.append((log, verdict, digest, rules_of(log).name))
    return Entry(found.file, found.line, log.game, outcome, verdict.status, verdict.code)


def _keep(place: Path, batch: list[Any], entries: list[Entry]) -> Iterator[Entry]:
    """Write a batch and its ledger lines; both lists are empty after it."""
    if batch:
        name = f"{len(list((place / GAMES).glob('*.parquet'))):06d}-{uuid.uuid4().hex[:8]}.parquet"
        write_rows(place / EVENTS / name, [row for item in batch for row in event_rows(item[0], item[2])], EVENTS)
        write_rows(place / GAMES / name, [game_row(*item) for item in batch], GAMES)
    with (place / LEDGER).open("ab", buffering=0) as ledger:
        ledger.write(b"".join(msgjson.encode(entry.to_json()) + b"\n" for entry in entries))
        os.fsync(ledger.fileno())
    told, entries[:], batch[:] = list(entries), [], []
    yield from told


def game_row(log: Log, verdict: Verdict, digest: str, ruleset: str) -> Row:
    """The row of a game in `games`."""
    told = verdict.to_json("en")
    kept = (
        "status", "code", "event", "emperor", "guard", "solo", "doubled", "winner", "places", "scores",
        "claimed_scores", "dissolved", "integrity", "file", "line",
    )  # fmt: skip
    optional = {key: getattr(log, key) for key in ("started", "sitting", "round")}
    return {
        "game": log.game, "view": log.eyes, "ruleset": ruleset, "rules_sha256": rules_of(log).sha256,
        "players": list(log.players), "events": len(log.events), "sha256": digest, "raw": dumps_json(log),
        **{key: None if value is UNSET else value for key, value in optional.items()},
        **{key: told[key] for key in kept},
    }  # fmt: skip


def event_rows(log: Log, digest: str) -> Iterator[Row]:
    """The rows of a game's events in `events`."""
    for index, event in enumerate(log.events):
        act = act_of(event)
        yield {
            "sha256": digest, "game": log.game, "view": log.eyes, "event": index, "type": type_of(event),
            "seat": act.seat or None, "cards": getattr(event, "cards", None),
            "t": None if event.t is UNSET else event.t,
        }  # fmt: skip


def arrow_schema(kind: str) -> Any:
    """The explicit Arrow schema of `games` or `events`: no type is ever guessed from the data."""
    import pyarrow as pa

    text, small, long = pa.string(), pa.int8(), pa.int64()
    five = pa.list_(long)
    fields = {
        GAMES: [
            ("game", text), ("view", small), ("ruleset", text), ("rules_sha256", text), ("players", pa.list_(text)),
            ("started", text), ("sitting", text), ("round", long), ("status", text), ("code", text),
            ("event", pa.int32()), ("emperor", small), ("guard", small), ("solo", text), ("doubled", pa.bool_()),
            ("winner", text), ("places", five), ("scores", five), ("claimed_scores", five), ("dissolved", pa.bool_()),
            ("integrity", text), ("events", pa.int32()), ("sha256", text), ("raw", pa.binary()), ("file", text),
            ("line", long),
        ],
        EVENTS: [
            ("sha256", text), ("game", text), ("view", small), ("event", pa.int32()), ("type", text),
            ("seat", small), ("cards", text), ("t", long),
        ],
    }  # fmt: skip
    return pa.schema(fields[kind])


def write_rows(path: Path, rows: list[Row], kind: str) -> None:
    """Write rows as one Parquet file: a temporary name in the same folder, synced, then renamed."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    with part.open("wb") as stream:
        pq.write_table(pa.Table.from_pylist(rows, schema=arrow_schema(kind)), stream, compression="zstd")
        stream.flush()
        os.fsync(stream.fileno())
    part.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
