"""重建: the whole archive remade from `logs/` alone: the bytes of the logs and their index.

It is made in a folder of its own inside the archive and moved to its place when all of it is there. Games keep their
numbers. A log that is not what was stored is left out, named, and kept with its file in `damaged/`; so is the second
of one game.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import structs

from analyzer.archive.checking import there
from analyzer.archive.compacting import FULL, compacted
from analyzer.archive.inspecting import DOUBLE, Finding, good_ones, read_table
from analyzer.archive.ledger import restore
from analyzer.archive.manifest import OURS, Manifest, read_manifest, sweep, write_manifest
from analyzer.archive.packs import Listed, read_index
from analyzer.archive.places import DAMAGED, ENDS, GAMES, INDEX, KEPT, LOGS, TABLES, alone, file_of, whole
from analyzer.archive.reading import Archive
from analyzer.archive.remaking import Good, in_lots, stored
from analyzer.archive.segments import listed, make_folders, write_segment
from analyzer.errors import PaishenError, reason
from analyzer.paipu.disk import sync_folder
from analyzer.words import Lang, Words

WORK: Final = ".rebuilding"
NO_LINE: Final = Words("目录里这一行读不出来", "this line of the index cannot be read")
NO_INDEX: Final = Words("没有目录, 原文取不出来", "its index is missing: the logs cannot be told apart")


class Rebuilt(NamedTuple):
    """重建所得: how many segments and games there are now, and what could not be taken over."""

    segments: int
    games: int
    findings: tuple[Finding, ...]


class Source(NamedTuple):
    """一份原文: a file of logs and what its index says is in it."""

    name: str
    listed: tuple[Listed, ...]


def rebuild(folder: Path, threads: int = 1, lang: Lang = "zh") -> Iterator[Rebuilt]:
    """重建: remake an archive; after each lot how far it is. `lang` is the ledger's language.

    `PaishenError` where there is nothing to remake it from. Until the end what was there before counts.
    """
    from analyzer.batch.compiled import digest

    folder = folder.absolute()
    if not (folder / LOGS).is_dir():
        there(folder)
    findings: list[Finding] = []
    with alone(folder):
        following = _following(folder)
        sources = _sources(folder, findings, following)
        following = max((following, *(1 + one.number for source in sources for one in source.listed)))
        work = folder / WORK
        shutil.rmtree(work, ignore_errors=True)
        make_folders(work)
        manifest = Manifest(files=_free(folder), following=following)
        seen: set[str] = set()
        for source in sources:
            path = file_of(folder, LOGS, source.name)
            for lot in in_lots(source.listed):
                games = list(_once(_good(path, lot, findings), seen, path, findings))
                manifest = _written(work, manifest, games, digest(), threads)
                yield Rebuilt(len(manifest.segments), manifest.games, tuple(findings))
        manifest = compacted(work, manifest, FULL)
        _move(work, folder, manifest)
        _put_aside(folder, {Path(finding.file).name.partition(".")[0] for finding in findings})
        write_manifest(folder, manifest)
        sweep(folder)
        shutil.rmtree(work)
        findings += restore(Archive(folder), lang, is_all=manifest.is_all)
    yield Rebuilt(len(manifest.segments), manifest.games, tuple(findings))


def _following(folder: Path) -> int:
    """The least number that no game has or ever had, so far as anything but the logs that count still says."""
    following = 1
    with suppress(PaishenError):
        following = read_manifest(folder).following
    for path in (*folder.glob(f"{DAMAGED}/*{ENDS[INDEX]}"), *folder.glob(f"{LOGS}/*{ENDS[INDEX]}")):
        lines = read_index(path)
        following = max(following, _first(lines, 1) + len(lines))
    return following


def _sources(folder: Path, findings: list[Finding], following: int) -> list[Source]:
    """The files of logs that count: those that the manifest names, or all where it cannot be read.

    What is in several files, as after a compaction that died, is taken once. Where two games have one number, the later
    one gets another.
    """
    try:
        names = {segment.name for segment in read_manifest(folder).segments}
    except PaishenError:
        names = {path.name.removesuffix(ENDS[LOGS]) for path in (folder / LOGS).glob(f"*{ENDS[LOGS]}")}
    found = [Source(name, _listed(folder, name, findings)) for name in sorted(names)]
    known: dict[int, str] = {}
    sources, late = [], []
    for source in sorted(found, key=lambda one: one.listed[0].number if one.listed else 0):
        fresh = tuple(one for one in source.listed if one.number not in known)
        others = tuple(one for one in source.listed if known.get(one.number, one.sha256) != one.sha256)
        known.update((one.number, one.sha256) for one in fresh)
        sources.append(source._replace(listed=fresh))
        late.append(source._replace(listed=others))
    following = max((following, *(1 + number for number in known)))
    return [*sources, *_numbered(late, following)]


def _numbered(sources: Sequence[Source], first: int) -> Iterator[Source]:
    """The same games under numbers that nobody has."""
    for source in sources:
        listed = tuple(structs.replace(one, number=number) for number, one in enumerate(source.listed, first))
        first += len(listed)
        yield source._replace(listed=listed)


def _listed(folder: Path, name: str, findings: list[Finding]) -> tuple[Listed, ...]:
    """The index of a file of logs. Its numbers run on by one: a number that does not was damaged.

    What the index has lost the table of games may still say; each log is compared with what it was in any case.
    """
    path = file_of(folder, INDEX, name)
    spare = {one.number: one for one in _spare(file_of(folder, GAMES, name))}
    try:
        lines = read_index(path)
    except OSError:
        if not spare:
            findings.append(Finding("file", NO_INDEX, str(file_of(folder, LOGS, name))))
        return tuple(spare.values())
    found = []
    for number, line in enumerate(lines, _first(lines, min(spare, default=1))):
        one = spare.get(number) if isinstance(line, int) else structs.replace(line, number=number)
        if one is None:
            findings.append(Finding("log", NO_LINE, f"{path}:{line}"))
        else:
            found.append(one)
    return tuple(found)


def _first(lines: Sequence[Listed | int], spare: int) -> int:
    """The number of the first line of an index: the one that most lines speak for."""
    firsts = Counter(one.number - place for place, one in enumerate(lines) if not isinstance(one, int))
    return firsts.most_common(1)[0][0] if firsts else spare


def _spare(path: Path) -> list[Listed]:
    """What a table of games says of where their logs lie; nothing where it cannot be read."""
    import pyarrow as pa

    try:
        return listed(read_table(path))
    except (OSError, pa.ArrowException, KeyError, TypeError):
        return []


def _free(folder: Path) -> int:
    """The number of the first file name that nothing has."""
    names = (OURS.fullmatch(path.name) for path in folder.glob("*/*"))
    return 1 + max((int(name[1]) for name in names if name), default=0)


def _good(path: Path, lot: Sequence[Listed], findings: list[Finding]) -> Iterator[Good]:
    """The games of a lot that are what was stored."""
    try:
        yield from good_ones(path, lot, findings)
    except OSError as error:
        why = reason(error)
        findings.append(Finding("file", Words(f"读不出来: {why.zh}", f"it cannot be read: {why.en}"), str(path)))


def _once(games: Iterable[Good], seen: set[str], path: Path, findings: list[Finding]) -> Iterator[Good]:
    """The games that were not there before; what an archive has twice is left out and named."""
    for game in games:
        if game.item.sha256 in seen:
            findings.append(Finding("double", DOUBLE, str(path), game.listed.number, game.listed.game))
        else:
            seen.add(game.item.sha256)
            yield game


def _written(work: Path, manifest: Manifest, games: Sequence[Good], rules: str, threads: int) -> Manifest:
    """The manifest after some games were stored, those that follow each other in one segment."""
    from analyzer.importing.lot import decide

    decisions = decide(Archive(work), [game.item for game in games]) if games else []
    runs: list[list[int]] = []
    for place, game in enumerate(games):
        if runs and games[runs[-1][-1]].listed.number + 1 == game.listed.number:
            runs[-1].append(place)
        else:
            runs.append([place])
    for run in runs:
        made = stored([games[place] for place in run], [decisions[place].extends for place in run], threads)
        segment = write_segment(work, f"{manifest.files:09}", games[run[0]].listed.number, rules, made)
        manifest = structs.replace(manifest, segments=(*manifest.segments, segment), files=manifest.files + 1)
        write_manifest(work, manifest)
    return manifest


def _move(work: Path, folder: Path, manifest: Manifest) -> None:
    """Put what was made where it belongs; nothing there has one of these names."""
    make_folders(folder)
    for segment in manifest.segments:
        for kind in (INDEX, LOGS, *TABLES):  # logs without an index would count as damaged
            file_of(work, kind, segment.name).replace(file_of(folder, kind, segment.name))
    for kind in KEPT:
        sync_folder(file_of(folder, kind, "").parent)


def _put_aside(folder: Path, names: set[str]) -> None:
    """Keep the files of logs that could not be taken over as a whole; until the manifest is replaced they count."""
    for name in sorted(names):
        (folder / DAMAGED).mkdir(exist_ok=True)
        for kind in (LOGS, INDEX):
            source = file_of(folder, kind, name)
            if source.exists():
                with whole(folder / DAMAGED / source.name) as stream, source.open("rb") as bytes_of:
                    shutil.copyfileobj(bytes_of, stream, 1 << 20)
