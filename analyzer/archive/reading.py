"""档案: one folder, for reading."""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec import structs

from analyzer.archive.database import make_views, new_database
from analyzer.archive.lineage import Lineage, Member
from analyzer.archive.manifest import Manifest, Segment, broken_files, is_all_derived, is_derived, read_manifest
from analyzer.archive.packs import Span, read_index, unpack
from analyzer.archive.places import DERIVED, INDEX, LOGS, MANIFEST, TABLES, file_of
from analyzer.archive.players import Person, read_persons
from analyzer.archive.questions import questions
from analyzer.errors import PaishenError, reason
from analyzer.events import Log
from analyzer.paipu import Sourced, loads
from analyzer.paipu.chain import content_hash
from analyzer.words import Words

if TYPE_CHECKING:
    import duckdb

Read = TypeVar("Read")
Row = dict[str, Any]
ASKED: Final = (*TABLES, DERIVED)
DERIVED_VIEW: Final = re.compile(r"\bplays\b", re.IGNORECASE)
NAMED: Final = 5
"""How many damaged files a sentence names."""
LOG_PLACE: Final = "number, view, form, sha256, log_at, log_bytes, log_size, log_sha256, log_skip"
"""The columns of `games` that `Archive.opened` needs."""
SOME_LOGS: Final = f"""
    SELECT game, extends, replaces, {LOG_PLACE} FROM games
    WHERE game = $game AND ($view::TINYINT IS NULL OR view = $view)
"""  # noqa: S608  the columns are our own


def default_archive() -> Path:
    """默认档案: the archive that is meant where none is named, in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("paishen", appauthor=False) / "archive"


class Archive:
    """档案: one folder, for reading. It may be asked from several threads.

    `damaged`: tables that are missing or not what was written, found when it was opened; the games of their segments
    are not shown. `files`: those that the last question was put to.

    >>> Archive(Path("no/such/folder")).games()
    []
    """

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self.damaged: list[Path] = []
        self.files: dict[str, list[Path]] = {kind: [] for kind in ASKED}
        self._lock = threading.Lock()
        self._database: duckdb.DuckDBPyConnection | None = None
        self._seen = ""
        self._whole: set[str] = set()
        self._segments: list[Segment] = []
        self._missing: list[Segment] = []
        self._plays = False

    def identity(self) -> str:
        """身份: a text that changes exactly when the archive does, and is no other archive's."""
        return _identity(self.path, read_manifest(self.path), read_persons(self.path))

    def games(self, player: str | None = None, ruleset: str | None = None, status: str | None = None) -> list[Row]:
        """牌局: the games that fit, the latest first, each a mapping by the columns of the view `games`."""
        return self.ask(questions()["games"].sql, {"player": player, "ruleset": ruleset, "status": status})

    def log(self, game: str, view: int | None = None) -> Log:
        """牌谱: the log of a game as it was stored; without a view the full record, if there is one.

        Of several it is the one that counts in figures (`lineage`). Raises `PaishenError` where there is
        none, or where it is damaged.
        """
        return self._steady(lambda: self.opened(self._row(game, view)))

    def row(self, game: str, view: int | None = None) -> Row:
        """行: what `opened` needs of the same log."""
        return self._steady(lambda: self._row(game, view))

    def _row(self, game: str, view: int | None) -> Row:
        rows = self._rows(SOME_LOGS, {"game": game, "view": view})
        missing = self.left_out()
        if missing is not None and any(has_game(self.path, segment, game) for segment in self._missing):
            raise missing
        if not rows:
            raise PaishenError(Words("档案里没有这一局", "the archive has no such game"), game=game)
        chosen = Lineage([Member(*(row[name] for name in Member._fields)) for row in rows]).counted
        return next(row for row in rows if row["number"] == chosen.number)

    def left_out(self) -> PaishenError | None:
        """缺: what the last question could not look into, in one sentence with what to do; None where it had all."""
        if not self.damaged:
            return None
        names = [path.relative_to(self.path).as_posix() for path in self.damaged]
        told = ", ".join(names[:NAMED]) + ", …" * (len(names) > NAMED)
        games = sum(segment.games for segment in self._missing)
        words = Words(
            f"缺失或损坏的文件: {told}; 其中 {games} 局没有算在内; 用 archive check 查看, archive rebuild 重做",
            f"missing or damaged: {told}; {games} games are left out; see archive check, archive rebuild remakes them",
        )
        return PaishenError(words, file=str(self.path))

    def _steady(self, work: Callable[[], Read]) -> Read:
        """What some reading gives; once more where the files were replaced meanwhile (`archive compact`)."""
        before = self.identity()
        try:
            return work()
        except PaishenError:
            if self.identity() == before:
                raise
        return work()

    def opened(self, row: Row) -> Log:
        """牌谱: the log of a row of `games`, from its own bytes."""
        segment = next((one for one in self._segments if one.first <= row["number"] < one.first + one.games), None)
        if segment is None:
            words = Words("清单里没有这一局; 见 archive check", "the manifest lacks this game; see archive check")
            raise PaishenError(words, file=str(self.path / MANIFEST), game=row.get("game"))
        path = file_of(self.path, LOGS, segment.name)
        raw = unpack(path, Span(*(row[name] for name in Span._fields)))
        return reread(raw, row["form"], row["sha256"], path)

    def ask(self, sql: str, parameters: Mapping[str, object] | None = None) -> list[Row]:
        """问: the rows that a query over the views gives."""
        return self._steady(lambda: self._rows(sql, parameters))

    def ask_all(self, sql: str, parameters: Mapping[str, object] | None = None) -> list[Row]:
        """问全: the same for who must know all that is stored; `PaishenError` where something is left out."""
        rows = self.ask(sql, parameters)
        if (missing := self.left_out()) is not None:
            raise missing
        return rows

    def _rows(self, sql: str, parameters: Mapping[str, object] | None) -> list[Row]:
        import duckdb

        try:
            with self.cursor(sql) as cursor:
                cursor.execute(sql, dict(parameters or {}))
                names = [column[0] for column in cursor.description or ()]
                return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
        except duckdb.Error as error:
            why = str(error).splitlines()[0][:200]
            words = Words(f"档案读不出来: {why}", f"the archive cannot be read: {why}")
            raise PaishenError(words, file=str(self.path)) from None

    def derive(self) -> None:
        """推演: make the derived columns, if any are missing or damaged; `cursor` does so for what names `plays`."""
        segments = read_manifest(self.path).segments
        if all(map(self._is_derived, segments)):
            return
        from analyzer.archive.deriving import derive

        try:
            derive(self.path)
        except OSError as error:
            why = reason(error)
            words = Words(f"推演的列写不进档案: {why.zh}", f"the derived columns cannot be written: {why.en}")
            raise PaishenError(words, file=str(self.path)) from None

    def cursor(self, sql: str = "") -> duckdb.DuckDBPyConnection:
        """游标: a cursor of its own over the files that are there now, ready for this query."""
        if DERIVED_VIEW.search(sql):
            self.derive()
            self._plays = True
        with self._lock:
            manifest = read_manifest(self.path)
            self._database = self._database or new_database(self.path)
            persons = read_persons(self.path)
            seen = repr((manifest, persons, self._plays))
            if seen != self._seen:
                self._segments = self._undamaged(manifest)
                names = [segment.name for segment in self._segments]
                files = {kind: [file_of(self.path, kind, name) for name in names] for kind in TABLES}
                derived = [one.name for one in self._segments if self._plays and is_derived(one)]
                files[DERIVED] = [file_of(self.path, DERIVED, name) for name in derived]
                self.files = files
                make_views(self._database, files, persons)
                self._seen = seen
            return self._database.cursor()

    def _undamaged(self, manifest: Manifest) -> list[Segment]:
        """The segments whose tables are what was written."""
        broken = {segment.name: self._broken(segment, TABLES) for segment in manifest.segments}
        self.damaged = [path for paths in broken.values() for path in paths]
        self._missing = [segment for segment in manifest.segments if broken[segment.name]]
        return [segment for segment in manifest.segments if not broken[segment.name]]

    def _broken(self, segment: Segment, kinds: tuple[str, ...]) -> list[Path]:
        """The files of a segment that are not what was written; what is whole is looked at once."""
        key = repr((segment.name, [segment.sha256.get(kind) for kind in kinds]))
        broken = [] if key in self._whole else broken_files(self.path, segment, kinds)
        if not broken:
            self._whole.add(key)
        return broken

    def _is_derived(self, segment: Segment) -> bool:
        """Whether the derived columns of a segment are there, all of them and as written; this, too, is asked once."""
        key = repr((segment.name, DERIVED, segment.sha256.get(DERIVED)))
        if key not in self._whole and is_all_derived(self.path, segment) and not self._broken(segment, (DERIVED,)):
            self._whole.add(key)
        return key in self._whole


def has_game(folder: Path, segment: Segment, game: str) -> bool:
    """有无: whether a segment has, or may have, logs of a game, as its index says."""
    if broken_files(folder, segment, (INDEX,)):
        return True
    return any(isinstance(one, int) or one.game == game for one in read_index(file_of(folder, INDEX, segment.name)))


def reread(raw: bytes, form: str, sha256: str, path: Path) -> Log:
    """重读: the log that stored bytes say; `PaishenError` where its content is another than was stored."""
    from analyzer.replay import fill

    found = next(loads(raw, f"stored.paipu.{form}"), None)
    if isinstance(found, Sourced):
        log = (fill(found) if found.gaps else found).log
        if content_hash(log) == sha256:
            return log
    words = Words("档案里的这一局已损坏", "the archive's copy of the game is damaged")
    raise PaishenError(words, file=str(path))


def _identity(folder: Path, manifest: Manifest, persons: tuple[Person, ...]) -> str:
    """What an archive is; whether its derived columns are made yet is no part of it."""
    bare = [
        structs.replace(segment, sha256={kind: segment.sha256[kind] for kind in segment.sha256 if kind != DERIVED})
        for segment in manifest.segments
    ]
    plain = structs.replace(manifest, segments=tuple(bare))
    return hashlib.sha256(repr((str(folder), plain, persons)).encode()).hexdigest()
