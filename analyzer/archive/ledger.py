"""流水账: `ledger.jsonl`, a line of JSON for every game that was ever brought, and what speaks against one.

An import adds its lines when the games are stored already. What an import that died did not note, the next one notes;
what it left of a line is kept in `damaged/`. So every line can be read, and every stored game has one.
"""

from __future__ import annotations

import json
import mmap
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import msgspec

from analyzer.archive.inspecting import Finding
from analyzer.archive.places import DAMAGED, LEDGER, whole
from analyzer.archive.reading import Archive, Row
from analyzer.paipu.disk import sync_folder
from analyzer.words import Lang, Words

Outcome = Literal["stored", "extended", "duplicate", "conflict", "rejected"]
STATUSES: Final = (None, "valid", "disputed", "illegal", "incomplete", "unreadable")
KEEPS: Final = ("stored", "extended", "conflict")
"""The outcomes after which a game is in the archive."""
STORED: Final = """
    SELECT number, game, file, line, extends, status FROM games WHERE number >= $low AND number < $high ORDER BY number
"""
LAST: Final = "SELECT max(number) AS last FROM games"
TOGETHER: Final = 100_000
"""So many stored games are asked for at once."""
NEWEST: Final = "SELECT game, file, line FROM games ORDER BY number DESC LIMIT 1"
GONE: Final = Words("流水账不见了", "the ledger is missing")
NO_LINE: Final = Words("流水账的这一行读不出来", "this line of the ledger cannot be read")
UNNOTED: Final = Words(
    "流水账里没有这一局; archive rebuild 补记", "the ledger has no line for this game; archive rebuild adds it"
)
UNKNOWN: Final = Words("流水账记着这一局, 档案里却没有", "the ledger knows this game, and the archive does not have it")
ASIDE: Final = Words(
    "流水账已损坏, 原样留在这里, 另写了一份", "the ledger was damaged: it is kept here as it was, and written anew"
)
LATER: Final = Words("补记: 导入时没有记下", "noted later: the import had not come to it")
TORN: Final = Words("流水账断了一行, 断下的在此文件里", "a line of the ledger was cut short; the rest is in this file")


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """一行: what became of a game, as the ledger says it."""

    file: str
    line: int | None
    game: str | None
    outcome: Outcome
    status: str | None
    reason: str | None

    @property
    def key(self) -> int:
        """Which game it is about, as a hash: an archive has many."""
        return hash((self.file, self.line, self.game))


class Read(NamedTuple):
    """读出的一行: a line, None where it cannot be read, and its bytes without the end."""

    line: Line | None
    raw: bytes


def written(line: Line) -> bytes:
    r"""写一行: a line as it stands in the ledger.

    >>> written(Line("a.jsonl", 1, "7", "stored", "valid", None)).decode()
    '{"file":"a.jsonl","line":1,"game":"7","outcome":"stored","status":"valid","reason":null}\n'
    """
    return msgspec.json.encode(line) + b"\n"


def read_ledger(path: Path) -> Iterator[Read]:
    """读流水账: the lines of a ledger, one by one; one that is written in any other way than we do is unreadable."""
    with path.open("rb") as stream:
        for ended in stream:
            raw = ended.removesuffix(b"\n")
            yield Read(_line(raw), raw)


def _stored(archive: Archive) -> Iterator[Row]:
    """The rows of all stored games, some at a time."""
    last = archive.ask(LAST)[0]["last"] or 0
    for low in range(0, last + 1, TOGETHER):
        yield from archive.ask(STORED, {"low": low, "high": low + TOGETHER})


def _key(row: Row) -> int:
    """Which game a row is about, as `Line.key` has it."""
    return hash((row["file"], row["line"], row["game"]))


def _line(raw: bytes) -> Line | None:
    """A line, as it is written now or as it was once, with blanks between; None where it is none."""
    try:
        line = msgspec.json.decode(raw, type=Line)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    early = json.dumps(msgspec.to_builtins(line), ensure_ascii=False).encode("utf-8", "replace")
    return line if line.status in STATUSES and raw in (written(line)[:-1], early) else None


def ledger_faults(archive: Archive, *, is_all: bool) -> Iterator[Finding]:
    """账目之失: what speaks against the ledger of an archive; `is_all`: the archive has every game it ever had.

    Lines that cannot be read, stored games without a line, and, where `is_all`, lines about games that are not there.
    """
    path = archive.path / LEDGER
    if not path.exists():
        yield from [Finding("ledger", GONE, str(path))] * bool(archive.ask(LAST)[0]["last"])
        return
    for place, read in enumerate(read_ledger(path), 1):
        if read.line is None:
            yield Finding("ledger", NO_LINE, f"{path}:{place}")
    for row in unnoted(read_ledger(path), _stored(archive)):
        yield Finding("ledger", UNNOTED, str(path), row["number"], row["game"])
    for place in unknown(read_ledger(path), _stored(archive)) if is_all and not archive.damaged else ():
        yield Finding("ledger", UNKNOWN, f"{path}:{place + 1}")


def unnoted(ledger: Iterable[Read], rows: Iterable[Row]) -> Iterator[Row]:
    """漏记: the rows of stored games that have no line."""
    noted = Counter(line.key for line, _ in ledger if line and line.outcome in KEEPS)
    for row in rows:
        key = _key(row)
        noted[key] -= 1
        if noted[key] < 0:
            yield row


def unknown(ledger: Iterable[Read], rows: Iterable[Row]) -> Iterator[int]:
    """虚记: the places, from 0, of lines about games that are not there though they should be."""
    there, names = Counter[int](), set[int]()
    for row in rows:
        there[_key(row)] += 1
        names.add(hash(row["game"]))
    for place, (line, _) in enumerate(ledger):
        if line is None or line.outcome == "rejected":
            continue
        if line.outcome in KEEPS:
            there[line.key] -= 1
        if hash(line.game) not in names or there[line.key] < 0:
            yield place


def mend(archive: Archive, lang: Lang) -> None:
    """续账: make the ledger ready for more lines, by whoever has the archive alone.

    A line that was cut short is kept in `damaged/`, and that is noted; games that an import stored and did not come to
    note are noted. `PaishenError` where the archive is damaged.
    """
    path = archive.path / LEDGER
    rest = _rest(path)
    if rest and _line(rest) is not None:
        append(path, b"\n")
    elif rest:
        place = _kept(archive.path, rest, "torn")
        with path.open("r+b") as stream:
            stream.truncate(path.stat().st_size - len(rest))
            os.fsync(stream.fileno())
        named = place.relative_to(archive.path).as_posix()
        append(path, written(Line(named, None, None, "rejected", "unreadable", TORN.say(lang))))
    newest = archive.ask_all(NEWEST)
    if newest and not _is_noted(path, newest[0]):
        append(path, _late(unnoted(read_ledger(path) if path.exists() else (), _stored(archive)), lang))


def restore(archive: Archive, lang: Lang, *, is_all: bool) -> list[Finding]:
    """重记: the ledger written anew where anything speaks against it; the old one is kept in `damaged/`."""
    if not any(ledger_faults(archive, is_all=is_all)):
        return []
    path = archive.path / LEDGER
    old = _kept(archive.path, path.read_bytes(), "old") if path.exists() else None
    bad = set(unknown(read_ledger(old), _stored(archive))) if old and is_all else set()
    with whole(path) as stream:
        for place, read in enumerate(read_ledger(old)) if old else ():
            if read.line is not None and place not in bad:
                stream.write(read.raw + b"\n")
        stream.write(_late(unnoted(read_ledger(old) if old else (), _stored(archive)), lang))
    return [Finding("ledger", ASIDE if old else GONE, str(old or path))]


def append(path: Path, data: bytes) -> None:
    """续写: bytes at the end of the ledger, in one write, synced."""
    new = not path.exists()
    with path.open("ab") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    if new:
        sync_folder(path.parent)


@contextmanager
def _mapped(path: Path) -> Iterator[mmap.mmap | bytes]:
    """The bytes of a ledger, which may be larger than memory."""
    if not path.exists() or not path.stat().st_size:
        yield b""
        return
    with path.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
        yield data


def _rest(path: Path) -> bytes:
    """What stands after the last whole line."""
    with _mapped(path) as data:
        return bytes(data[data.rfind(b"\n") + 1 :])


def _is_noted(path: Path, row: Mapping[str, Any]) -> bool:
    """Whether a ledger has a line about a stored game; the newest one's is near its end."""
    told = {name: row[name] for name in ("file", "line", "game")}
    early = json.dumps(told, ensure_ascii=False).encode("utf-8", "replace")[:-1] + b', "outcome": "'
    begins = (msgspec.json.encode(told)[:-1] + b',"outcome":"', early)
    with _mapped(path) as data:
        return any(data.rfind(begin + outcome.encode()) >= 0 for begin in begins for outcome in KEEPS)


def _late(rows: Iterator[Row], lang: Lang) -> bytes:
    """The lines of games that are noted later than they were stored."""
    lines = (
        Line(row["file"], row["line"], row["game"], "extended" if row["extends"] else "stored", row["status"],
             LATER.say(lang))
        for row in rows
    )  # fmt: skip
    return b"".join(map(written, lines))


def _kept(folder: Path, data: bytes, why: str) -> Path:
    """Where some bytes of the ledger are kept."""
    (folder / DAMAGED).mkdir(exist_ok=True)
    number = 1
    while (place := folder / DAMAGED / f"{LEDGER}.{why}-{number}").exists():
        number += 1
    with whole(place) as stream:
        stream.write(data)
    return place
