"""核段: the games of a segment read, hashed and judged again, and compared with what its tables say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from analyzer.archive.deriving import derived_table
from analyzer.archive.manifest import Segment, broken_files, is_all_derived
from analyzer.archive.packs import Listed, read_index
from analyzer.archive.places import DERIVED, EVENTS, GAMES, INDEX, LOGS, MANIFEST, TABLES, file_of
from analyzer.archive.remaking import Bad, Good, in_lots, reread, tables
from analyzer.archive.segments import listed
from analyzer.events import Log
from analyzer.words import Words

if TYPE_CHECKING:
    import pyarrow as pa

VERDICT: Final = (
    "status", "code", "event", "emperor", "guard", "solo", "doubled", "winner", "places", "scores", "claimed_places",
    "claimed_scores", "dissolved", "integrity", "way", "judged",
)  # fmt: skip
"""The columns of `games` that the rules wrote."""
FILE: Final = Words("文件缺失, 或不是写下的样子", "the file is missing, or is not what was written")
COLUMNS: Final = Words("表里的与原文说的不同", "the tables say something else than the log")
FIGURES: Final = Words("清单里的数与表里的不同", "the manifest has other figures than the tables")
DOUBLE: Final = Words("这一局存了两次; archive rebuild 只留一", "this game is stored twice: archive rebuild keeps one")
JUDGED: Final = Words("判词与规则判出的不同", "the verdict is not what the rules give")


class Finding(NamedTuple):
    """所见: something that is not as it should be: its code, where it is, and a sentence.

    Codes: `file` a file of the archive; `log` a game's own bytes; `columns` what the tables say of a game; `verdict`
    its verdict; `stale` verdicts by rules of another version; `checkpoint` a checkpoint that the archive belies;
    `manifest` what the manifest says of how many games and events there are and of their numbers; `double` a game that
    is there twice; `ledger` what the ledger says, or does not.
    """

    code: str
    words: Words
    file: str
    number: int | None = None
    game: str | None = None


class Checked(NamedTuple):
    """核过的段: how many games were judged which way, how many of them get another verdict now, what was found.

    `tables` are the tables as they should be, where they were asked for.
    """

    segment: Segment
    games: int
    ways: Counter[str]
    stale: int
    changed: int
    findings: list[Finding]
    tables: dict[str, list[pa.Table]]


def check_segment(folder: Path, segment: Segment, rules: str, *, keep: bool = False, threads: int = 1) -> Checked:
    """核段: check the files and the games of a segment; `rules` is the digest of the rules as they are now.

    With `keep` the tables as they should be are kept.
    """
    broken = broken_files(folder, segment)
    findings = [Finding("file", FILE, str(path)) for path in broken]
    kinds = (*TABLES, DERIVED) if is_all_derived(folder, segment) else TABLES
    there = {kind: file_of(folder, kind, segment.name) not in broken for kind in (*kinds, INDEX)}
    found = Checked(segment, 0, Counter(), 0, 0, findings, {kind: [] for kind in TABLES})
    kept = {kind: read_table(file_of(folder, kind, segment.name)) for kind in kinds if there[kind]}
    if not _fits(segment, kept):
        findings.append(Finding("manifest", FIGURES, str(folder / MANIFEST), segment.first))
    entries = _entries(folder, segment, kept.get(GAMES), there[INDEX], findings)
    claimed = _extends(kept.get(GAMES))
    games = changed = 0
    for lot in in_lots(entries):
        good: list[Good] = []
        with suppress(OSError):  # the missing file is a finding already
            good.extend(good_ones(file_of(folder, LOGS, segment.name), lot, findings))
        if not good:
            continue
        fresh = tables(good, {one.listed.number: going_on(one, claimed) for one in good}, threads)
        if DERIVED in kept:
            fresh[DERIVED] = derived_table(fresh[GAMES], fresh[EVENTS], partial(_log_of, good))
        games += len(good)
        found.ways.update(fresh[GAMES]["way"].to_pylist())
        changed += _compare(folder, segment, fresh, kept, rules, findings)
        for kind in TABLES if keep else ():
            found.tables[kind].append(fresh[kind])
    stale = segment.games if segment.judged != rules else 0
    return found._replace(games=games, stale=stale, changed=changed if stale else 0)


def _log_of(good: Sequence[Good], row: int) -> Log:
    """The log of one of the games."""
    return good[row].item.log()


def read_table(path: Path) -> pa.Table:
    """A table of the archive."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(path, page_checksum_verification=True) as source:
        return source.read()


def _fits(segment: Segment, kept: Mapping[str, pa.Table]) -> bool:
    """Whether a segment has the numbers, the games and the events that the manifest says, as far as they are there."""
    games, events = kept.get(GAMES), kept.get(EVENTS)
    numbers = range(segment.first, segment.first + segment.games)
    right = games is None or games["number"].to_pylist() == list(numbers)
    return right and (events is None or len(events) == segment.events)


def _entries(
    folder: Path, segment: Segment, games: pa.Table | None, whole_index: bool, findings: list[Finding]  # noqa: FBT001 - private
) -> list[Listed]:
    """The index of a segment, from its own file if that is whole, else from the table of games."""
    path = file_of(folder, INDEX, segment.name)
    from_games = listed(games) if games is not None else []
    if not whole_index and from_games:
        return from_games
    try:
        lines = [one for one in read_index(path) if not isinstance(one, int)]
    except OSError:
        lines = []
    if games is not None and lines != from_games:
        findings.append(Finding("columns", COLUMNS, str(path)))
    return lines


def _extends(games: pa.Table | None) -> Mapping[int, str | None]:
    """Which log a game goes on from, by its number."""
    if games is None:
        return {}
    return dict(zip(games["number"].to_pylist(), games["extends"].to_pylist(), strict=True))


def going_on(game: Good, claimed: Mapping[int, str | None]) -> str | None:
    """接着谁: the content hash of the log that a game is said to go on from, if it does begin as that one."""
    from analyzer.importing.lot import first_events

    said = claimed.get(game.listed.number)
    if said is None:
        return None
    log = game.item.log()
    return said if any(first_events(log, many) == said for many in range(len(log.events))) else None


def good_ones(path: Path, lot: Sequence[Listed], findings: list[Finding]) -> Iterator[Good]:
    """完好者: the games whose bytes are as they were; the others become findings. `OSError` as open raises it."""
    for game in reread(path, lot):
        if isinstance(game, Bad):
            findings.append(Finding("log", game.words, str(path), game.listed.number, game.listed.game))
        else:
            yield game


def _compare(
    folder: Path, segment: Segment, fresh: Mapping[str, pa.Table], kept: Mapping[str, pa.Table], rules: str,
    findings: list[Finding],
) -> int:  # fmt: skip
    """How many games of a lot get another verdict than they have; what else differs becomes a finding."""
    games = fresh[GAMES]
    names = dict(zip(games["number"].to_pylist(), games["game"].to_pylist(), strict=True))
    ruled: set[int] = set()
    others: set[int] = set()
    for kind, table in kept.items():
        wanted, there = fresh[kind], between(table, min(names), max(names), names)
        if kind == GAMES:
            plain = [name for name in wanted.column_names if name not in VERDICT]
            others |= differing(wanted.select(plain), there.select(plain))
            told = ["number", *(name for name in VERDICT if name not in ("judged", "way"))]
            ruled |= differing(wanted.select(told), there.select(told))
        elif kind == EVENTS:
            others |= differing(wanted, there)
        else:
            ruled |= differing(wanted, there)
    for number in sorted(others):
        place = str(file_of(folder, EVENTS if number not in ruled else GAMES, segment.name))
        findings.append(Finding("columns", COLUMNS, place, number, names.get(number)))
    if segment.judged == rules:
        place = str(file_of(folder, GAMES, segment.name))
        findings += [Finding("verdict", JUDGED, place, one, names.get(one)) for one in sorted(ruled - others)]
    return len(ruled)


def between(table: pa.Table, first: int, last: int, names: Mapping[int, Any]) -> pa.Table:
    """The rows of some games."""
    import numpy as np
    import pyarrow.compute as pc

    numbers = table["number"].to_numpy()
    start, stop = np.searchsorted(numbers, [first, last + 1]).tolist()
    found = table.slice(start, stop - start)
    if last - first + 1 == len(names):
        return found
    return found.filter(pc.is_in(found["number"], value_set=_array(list(names))))


def _array(numbers: list[int]) -> Any:
    import pyarrow as pa

    return pa.array(numbers, pa.int64())


def differing(one: pa.Table, other: pa.Table) -> set[int]:
    """不同者: the numbers of the games whose rows differ.

    >>> import pyarrow as pa
    >>> differing(pa.table({"number": [1, 1, 2], "t": [5, 6, 7]}), pa.table({"number": [1, 1, 2], "t": [5, None, 7]}))
    {1}
    """
    if one.equals(other):
        return set()
    if len(one) == len(other) and one["number"].equals(other["number"]) and one.schema.equals(other.schema):
        return {number for name in one.column_names for number in _unlike(one, other, name)}
    apart = [_by_number(one), _by_number(other)]
    return {number for number in {*apart[0], *apart[1]} if apart[0].get(number) != apart[1].get(number)}


def _unlike(one: pa.Table, other: pa.Table, name: str) -> set[int]:
    """The numbers of the games where a column differs."""
    if one[name].equals(other[name]):
        return set()
    pairs = zip(one["number"].to_pylist(), one[name].to_pylist(), other[name].to_pylist(), strict=True)
    return {number for number, left, right in pairs if left != right}


def _by_number(table: pa.Table) -> dict[int, list[dict[str, Any]]]:
    found: dict[int, list[dict[str, Any]]] = {}
    for row in table.to_pylist():
        found.setdefault(row["number"], []).append(row)
    return found
