"""核档: everything in the archive read, hashed and judged again, and compared with what it says of itself.

Each segment is a task of its own (`inspecting`), done here, in processes beside us or on other machines. Verdicts by
rules of another version are named; with `rejudge` they are remade, and the manifest then names the new files.
"""

from __future__ import annotations

import errno
import shutil
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import structs

from analyzer.archive.checkpoints import belied, heads_of, tree_of
from analyzer.archive.deriving import derive_some
from analyzer.archive.inspecting import COLUMNS, DOUBLE, FIGURES, FILE, Checked, Finding, check_segment
from analyzer.archive.ledger import ledger_faults
from analyzer.archive.manifest import Manifest, Segment, is_derived, read_manifest, sweep, write_manifest
from analyzer.archive.places import CHECKPOINTS, GAMES, INDEX, LOGS, MANIFEST, TABLES, alone, file_of, whole
from analyzer.archive.reading import LOG_PLACE, Archive, Row
from analyzer.archive.segments import segment_of, write_tables
from analyzer.errors import PaishenError
from analyzer.words import Words

if TYPE_CHECKING:
    import pyarrow as pa

SHARED: Final = f"""
    SELECT {LOG_PLACE}, game, events, extends FROM games
    WHERE (game, view) IN (SELECT (game, view) FROM games GROUP BY game, view HAVING count(*) > 1) ORDER BY number
"""  # noqa: S608  the columns are our own
READ_ONLY: Final = (errno.EROFS, errno.EACCES, errno.EPERM)


class Task(NamedTuple):
    """一件: a segment to be checked, and the name that its files get if they are to be remade."""

    folder: Path
    segment: Segment
    rules: str
    name: str | None
    threads: int


class Done(NamedTuple):
    """一段的结果: how many games of a segment were read and judged which way, and what was found.

    `stale`: how many verdicts are by other rules, `changed` how many of them are others now; `segment`: what the
    manifest is to say of it from now on.
    """

    segment: Segment
    games: int
    ways: Counter[str]
    stale: int
    changed: int
    rejudged: bool
    findings: list[Finding]


class Report(NamedTuple):
    """核档所得: the same of the whole archive."""

    segments: int = 0
    games: int = 0
    batch: int = 0
    replay: int = 0
    stale: int = 0
    changed: int = 0
    rejudged: int = 0
    findings: tuple[Finding, ...] = ()


Spread = Callable[[Callable[[Task], Done], Sequence[Task]], Iterator[Done]]
"""How tasks are done: in any order and anywhere; the results come in the order of the tasks."""


def check(
    folder: Path, spread: Spread, *, rejudge: bool = False, threads: int = 1, held: Sequence[Path] = (),
    keys: Collection[str] = (),
) -> Iterator[Report]:  # fmt: skip
    """核档: check an archive; after each segment what was found so far.

    `held`: files of checkpoints that were kept elsewhere; `keys`: the public keys that sign checkpoints, if known.
    `PaishenError` where there is no archive or its manifest cannot be read. Nothing is changed, but with `rejudge` the
    verdicts by other rules, and derived columns that are missing or damaged.
    """
    from analyzer.batch.compiled import digest

    folder = folder.absolute()
    there(folder)
    with quiet(folder, write=rejudge):
        manifest = read_manifest(folder)
        if rejudge:
            for segment in filter(is_derived, manifest.segments):
                with suppress(PaishenError):  # a log that is damaged is a finding below
                    derive_some(folder, [segment])
            manifest = read_manifest(folder)
        report = Report()
        tasks = _tasks(folder, manifest, digest(), threads, rejudge=rejudge)
        segments = []
        for done in spread(check_task, tasks):
            segments.append(done.segment)
            report = _added(report, done)
            yield report
        if report.rejudged:
            write_manifest(
                folder, structs.replace(manifest, segments=tuple(segments), files=manifest.files + len(tasks))
            )
            sweep(folder)
        archive = Archive(folder)
        more = (
            *_misnumbered(folder, manifest), *_unlinked(archive), *_belied(folder, manifest, held, keys),
            *ledger_faults(archive, is_all=manifest.is_all),
        )  # fmt: skip
        yield report._replace(findings=(*report.findings, *more))


def _misnumbered(folder: Path, manifest: Manifest) -> list[Finding]:
    """Whether a number, of a game or of a file, is in the manifest twice or could be given a second time."""
    following, names = 1, {segment.name for segment in manifest.segments}
    right = len(names) == len(manifest.segments) and all(int(name) < manifest.files for name in names)
    for segment in manifest.segments:
        right, following = right and segment.first >= following, segment.first + segment.games
    right = right and manifest.following >= following
    return [] if right else [Finding("manifest", FIGURES, str(folder / MANIFEST))]


def _unlinked(archive: Archive) -> Iterator[Finding]:
    """Logs that are or begin as an earlier one of the same game and view, and are not said to go on from it.

    Such a pair would count twice. A log that is said to go on from another and does not is found with its segment.
    """
    from analyzer.importing.lot import first_events

    earlier: dict[tuple[str, int], list[Row]] = {}
    for row in archive.ask(SHARED):
        there = earlier.setdefault((row["game"], row["view"]), [])
        if any(one["sha256"] == row["sha256"] for one in there):
            yield Finding("double", DOUBLE, str(archive.path / GAMES), row["number"], row["game"])
        shorter = [one for one in there if one["events"] < row["events"]]
        if shorter and row["extends"] is None:
            log = archive.opened(row)
            if any(first_events(log, one["events"]) == one["sha256"] for one in shorter):
                yield Finding("columns", COLUMNS, str(archive.path / GAMES), row["number"], row["game"])
        there.append(row)


def _belied(folder: Path, manifest: Manifest, held: Sequence[Path], keys: Collection[str]) -> list[Finding]:
    """What speaks against the checkpoints."""
    files = [path for path in (folder / CHECKPOINTS, *held) if path.exists()]
    missing = [Finding("file", FILE, str(path)) for path in held if not path.exists()]
    if not files:
        return missing
    try:
        tree = tree_of(heads_of(folder, manifest))
    except PaishenError:
        return missing  # a damaged file is a finding already
    return missing + [finding for path in files for finding in belied(tree, path, keys)]


def there(folder: Path) -> None:
    """`PaishenError` where a folder is no archive."""
    if not (folder / MANIFEST).exists():
        read_manifest(folder)
        raise PaishenError(Words("这里没有档案", "there is no archive here"), file=str(folder))


@contextmanager
def quiet(folder: Path, *, write: bool) -> Iterator[None]:
    """Nobody writes to the archive meanwhile; one that cannot be written to may be read all the same."""
    try:
        held = alone(folder)
        held.__enter__()
    except OSError as error:
        if write or error.errno not in READ_ONLY:
            raise
        yield
        return
    try:
        yield
    finally:
        held.__exit__(None, None, None)


def _tasks(folder: Path, manifest: Manifest, rules: str, threads: int, *, rejudge: bool) -> list[Task]:
    """A task for each segment."""
    return [
        Task(folder, segment, rules, f"{number:09}" if rejudge and segment.judged != rules else None, threads)
        for number, segment in enumerate(manifest.segments, manifest.files)
    ]


def check_task(task: Task) -> Done:
    """核一段: check a segment, and remake its verdicts if that is wanted and its bytes are as they were."""
    checked = check_segment(task.folder, task.segment, task.rules, keep=task.name is not None, threads=task.threads)
    segment, rejudged = task.segment, False
    if task.name is not None and not checked.findings:
        segment, rejudged = remade(task.folder, task.name, task.rules, checked), True
    return Done(segment, checked.games, checked.ways, checked.stale, checked.changed, rejudged, checked.findings)


def remade(folder: Path, name: str, rules: str, checked: Checked) -> Segment:
    """重判: a segment with the same logs and the tables as they should be."""
    old = checked.segment
    for kind in (LOGS, INDEX):
        with whole(file_of(folder, kind, name)) as stream, file_of(folder, kind, old.name).open("rb") as source:
            shutil.copyfileobj(source, stream, 1 << 20)
    for kind in TABLES:
        tables: list[pa.Table] = checked.tables[kind]
        write_tables(file_of(folder, kind, name), kind, tables.__iter__)
    return segment_of(folder, name, old.first, old.games, old.events, rules)


def _added(report: Report, done: Done) -> Report:
    """The report with one segment more."""
    games = done.segment.games
    return Report(
        report.segments + 1, report.games + done.games, report.batch + done.ways["batch"],
        report.replay + done.ways["replay"], report.stale + done.stale, report.changed + done.changed,
        report.rejudged + (games if done.rejudged else 0), (*report.findings, *done.findings),
    )  # fmt: skip
