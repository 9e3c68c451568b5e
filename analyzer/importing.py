"""导入: logs into the archive - each judged, stored whole or not at all, and noted in the ledger.

A game that is there already is left alone; one of the same name and view with other content is stored beside
it. What is stored never changes. Games are stored in lots: first the file of their events, then that of the
games, which makes the lot count, then the lines of the ledger; a lot that is cut short has stored nothing.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from msgspec import UNSET

from analyzer.archive import EVENT_COLUMNS, EVENTS, GAME_COLUMNS, GAMES, LEDGER, Archive, Row
from analyzer.errors import PaishenError, Unreadable
from analyzer.events import Log
from analyzer.paipu import Sourced, dumps_json, read
from analyzer.paipu.chain import content_hash
from analyzer.paipu.columns import COLUMNS, rows_of
from analyzer.replay import fill, judge_log, rules_of
from analyzer.verdict import Verdict
from analyzer.words import Lang, Words

if TYPE_CHECKING:
    import pyarrow as pa

Outcome = Literal["stored", "duplicate", "conflict", "rejected"]
LOT_GAMES: Final = 1000
LOT_EVENTS: Final = 200_000
"""How many games and events are stored together at most."""
THERE: Final = Words("档案里已经有这一局", "the archive has this game already")
CONFLICT: Final = Words(
    "档案里有同名同视角而内容不同的一局, 两份都保留",
    "the archive has a game of this name and view with other content; both are kept",
)
BUSY: Final = Words("另一个导入正在进行", "another import is at work")


class Entry(NamedTuple):
    """一条: what became of one game; `reason` says why it was not simply stored."""

    file: str
    line: int | None
    game: str | None
    outcome: Outcome
    status: str | None
    reason: Words | None = None

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """The line of the ledger.

        >>> Entry("a.jsonl", 1, "7", "duplicate", "valid", THERE).to_json("en")["reason"]
        'the archive has this game already'
        """
        return {**self._asdict(), "reason": self.reason.say(lang) if self.reason else None}


def bring(files: Iterable[Path], folder: Path, lang: Lang = "zh") -> Iterator[Entry]:
    """导入: the games of some files into the archive in a folder, which is made if need be.

    An entry comes once its game is on the disk. `lang` is the ledger's language. Raises `PaishenError` where
    another import is at work or the archive is damaged, and `OSError` where it cannot be written.
    """
    folder = folder.absolute()
    for place in (folder / GAMES, folder / EVENTS):
        place.mkdir(parents=True, exist_ok=True)
    with _alone(folder):
        lot = _Lot(folder, lang)
        for file in files:
            for found in read(file):
                lot.add(found)
                if lot.full:
                    yield from lot.store()
        yield from lot.store()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Nobody else imports into the folder meanwhile."""
    with (folder / ".lock").open("ab") as held:
        if sys.platform != "win32":
            import fcntl

            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise PaishenError(BUSY, file=str(folder)) from None
        yield


class _Lot:
    """一批: the games that are stored together next, and what is in the archive before them."""

    def __init__(self, folder: Path, lang: Lang) -> None:
        self.folder, self.lang = folder, lang
        self.known: dict[tuple[str, int], dict[str, str]] = {}
        """The status of each content, by game and view."""
        self.number = 0
        for row in Archive(folder).ask("SELECT number, game, view, sha256, status FROM games"):
            self.known.setdefault((row["game"], row["view"]), {})[row["sha256"]] = row["status"]
            self.number = max(self.number, row["number"])
        self.entries: list[Entry] = []
        self.games: list[Row] = []
        self.events: list[Row] = []

    @property
    def full(self) -> bool:
        """Whether it is time to store."""
        return len(self.entries) >= LOT_GAMES or len(self.events) >= LOT_EVENTS

    def add(self, found: Sourced | Unreadable) -> None:
        """Judge what a reader found, and take it into the lot unless it is there already."""
        if isinstance(found, Unreadable):
            self._note(found.file or "", found.line, found.game, "rejected", "unreadable", found.inside(event=True))
            return
        log = (fill(found) if found.gaps else found).log
        place = found.file, found.line, log.game
        sha256 = content_hash(log)
        same = self.known.get((log.game, log.eyes), {})
        if sha256 in same:
            self._note(*place, "duplicate", same[sha256], THERE)
            return
        verdict = judge_log(log, file=found.file, line=found.line)
        if verdict.status == "unreadable":
            self._note(*place, "rejected", "unreadable", verdict.words)
            return
        self.number += 1
        self.games.append(_game_row(log, verdict, self.number, sha256))
        self.events += _event_rows(log, sha256)
        self._note(*place, "conflict" if same else "stored", verdict.status, CONFLICT if same else None)
        self.known.setdefault((log.game, log.eyes), {})[sha256] = verdict.status

    def _note(
        self, file: str, line: int | None, game: str | None, outcome: Outcome, status: str, reason: Words | None
    ) -> None:
        self.entries.append(Entry(file, line, game, outcome, status, reason))

    def store(self) -> list[Entry]:
        """Write the lot; its entries."""
        if self.games:
            name = f"{self.games[0]['number']:09}.parquet"
            _put(self.folder / EVENTS / name, self.events, EVENT_COLUMNS)
            _put(self.folder / GAMES / name, self.games, GAME_COLUMNS)
        if self.entries:
            _append(self.folder / LEDGER, [entry.to_json(self.lang) for entry in self.entries])
        done, self.entries, self.games, self.events = self.entries, [], [], []
        return done


def _game_row(log: Log, verdict: Verdict, number: int, sha256: str) -> Row:
    """The row of a game, by the names of `GAME_COLUMNS`."""
    rules = rules_of(log)
    told = {name: getattr(verdict, name) for name in GAME_COLUMNS if name in Verdict._fields}
    written = {name: getattr(log, name) for name in ("started", "sitting", "round")}
    return {
        **told,
        **{name: None if value is UNSET else value for name, value in written.items()},
        "number": number, "game": log.game, "view": log.eyes, "ruleset": rules.name, "rules_sha256": rules.sha256,
        "players": log.players, "events": len(log.events), "sha256": sha256, "raw": dumps_json(log),
    }  # fmt: skip


def _event_rows(log: Log, sha256: str) -> Iterator[Row]:
    """The rows of a log's events, by the names of `EVENT_COLUMNS`."""
    names = [column.name for column in COLUMNS]
    for row in rows_of(log)[1:]:
        yield {**dict(zip(names, row, strict=True)), "sha256": sha256}


def _put(path: Path, rows: list[Row], columns: dict[str, str]) -> None:
    """A Parquet file in its place, whole or not at all: written beside it, synced, read again, and moved there."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.Table.from_pylist(rows, schema=_schema(columns))
    beside = path.with_name(f"{path.name}.tmp")
    try:
        with beside.open("wb") as stream:
            pq.write_table(table, stream, compression="zstd", compression_level=3, write_page_checksum=True)
            stream.flush()
            os.fsync(stream.fileno())
        same: bool = pq.read_table(beside, page_checksum_verification=True).equals(table)
        if same:
            beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
    if not same:
        raise PaishenError(Words("写下的与读回的不同", "what was written reads differently"), file=str(path))
    _sync_folder(path.parent)


def _schema(columns: dict[str, str]) -> pa.Schema:
    """The Arrow schema of columns given by their SQL types."""
    import pyarrow as pa

    plain = {
        "VARCHAR": pa.string(), "TINYINT": pa.int8(), "INTEGER": pa.int32(), "BIGINT": pa.int64(),
        "BOOLEAN": pa.bool_(), "BLOB": pa.binary(),
    }  # fmt: skip
    types = {
        name: pa.list_(plain[kind.removesuffix("[]")]) if kind.endswith("[]") else plain[kind]
        for name, kind in columns.items()
    }
    return pa.schema(list(types.items()), metadata={"format": "paishen archive", "version": "1"})


def _append(path: Path, lines: list[dict[str, Any]]) -> None:
    """Lines at the end of the ledger, in one write, synced; a line that was cut short before is closed first."""
    new = not path.exists()
    data = b"".join(json.dumps(line, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n" for line in lines)
    with path.open("a+b") as stream:
        if stream.seek(0, os.SEEK_END):
            stream.seek(-1, os.SEEK_END)
            data = data if stream.read(1) == b"\n" else b"\n" + data
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    if new:
        _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """The folder itself, on the disk."""
    if sys.platform != "win32":
        held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(held)
        finally:
            os.close(held)
