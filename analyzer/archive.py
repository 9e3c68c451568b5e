"""档案: games kept in a folder of Parquet files, asked by DuckDB in memory.

`games/N.parquet` has a row for each game, `events/N.parquet` a row for each of their events; both are written
once, by `importing`, and never changed. A file of events counts once the file of games beside it is there.
`ledger.jsonl` tells what became of every game that was ever brought. The folder may be empty or missing: then
the archive is empty.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from analyzer.errors import PaishenError
from analyzer.events import Log
from analyzer.paipu import Sourced, loads
from analyzer.paipu.chain import content_hash
from analyzer.words import Words

if TYPE_CHECKING:
    import duckdb

GAMES, EVENTS, LEDGER = "games", "events", "ledger.jsonl"
QUERIES: Final = Path(__file__).resolve().parent / "queries"
Row = dict[str, Any]

GAME_COLUMNS: Final = {
    "number": "BIGINT", "game": "VARCHAR", "view": "TINYINT", "ruleset": "VARCHAR", "rules_sha256": "VARCHAR",
    "players": "VARCHAR[]", "started": "VARCHAR", "sitting": "VARCHAR", "round": "BIGINT", "status": "VARCHAR",
    "code": "VARCHAR", "event": "INTEGER", "emperor": "TINYINT", "guard": "TINYINT", "solo": "VARCHAR",
    "doubled": "BOOLEAN", "winner": "VARCHAR", "places": "TINYINT[]", "scores": "BIGINT[]",
    "claimed_scores": "BIGINT[]", "events": "INTEGER", "sha256": "VARCHAR", "raw": "BLOB", "file": "VARCHAR",
    "line": "BIGINT",
}  # fmt: skip
"""The columns of a game: its place in the archive (`number`, from 1), its header, its verdict, how many events
it has, the hash of its content, the log itself in JSON, and where it was read."""
EVENT_COLUMNS: Final = {
    "game": "VARCHAR", "view": "TINYINT", "sha256": "VARCHAR", "seq": "INTEGER", "type": "VARCHAR",
    "seat": "TINYINT", "to": "TINYINT", "cards": "VARCHAR", "t": "BIGINT", "h": "VARCHAR", "raw": "BLOB",
}  # fmt: skip
"""The columns of an event: those of `schemas/paipu.arrow.json`, and the content hash of its game."""
ONE_LOG: Final = """
    SELECT raw, sha256 FROM games WHERE game = $game AND ($view::TINYINT IS NULL OR view = $view)
    ORDER BY view <> 0, view, number LIMIT 1
"""


class Question(NamedTuple):
    """问题: a named question: what it asks, in one line, its SQL, and the names of its parameters."""

    name: str
    about: str
    sql: str
    parameters: tuple[str, ...]


def default_archive() -> Path:
    """默认档案: the archive that is meant where none is named, in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("paishen", appauthor=False) / "archive"


def questions() -> dict[str, Question]:
    """问题: the named questions, one a file of `analyzer/queries`.

    >>> questions()["verdicts"].parameters
    ('ruleset',)
    """
    texts = {path.stem: path.read_text("utf-8") for path in sorted(QUERIES.glob("*.sql"))}
    return {name: Question(name, _about(text), text, _parameters(text)) for name, text in texts.items()}


def _about(text: str) -> str:
    return text.partition("\n")[0].removeprefix("-- ")


def _parameters(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(re.findall(r"\$([a-z]+)", text)))


class Archive:
    """档案: one folder, for reading. It may be asked from several threads.

    >>> Archive(Path("no/such/folder")).games()
    []
    """

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self._lock = threading.Lock()
        self._database: duckdb.DuckDBPyConnection | None = None
        self._seen = ""

    def identity(self) -> str:
        """身份: a text that changes exactly when the archive does, and is no other archive's."""
        return _identity(self.path, _files(self.path))

    def games(self, player: str | None = None, ruleset: str | None = None, status: str | None = None) -> list[Row]:
        """牌局: the games that fit, the latest first, each a mapping with the keys of `GAME_COLUMNS` but `raw`."""
        return self.ask(questions()["games"].sql, {"player": player, "ruleset": ruleset, "status": status})

    def log(self, game: str, view: int | None = None) -> Log:
        """牌谱: the log of a game as it was stored; without a view the full record, if there is one.

        Of two logs that contradict each other it is the one stored first. Raises `PaishenError` where there is
        none, or where it is damaged.
        """
        rows = self.ask(ONE_LOG, {"game": game, "view": view})
        if not rows:
            raise PaishenError(Words("档案里没有这一局", "the archive has no such game"), game=game)
        found = next(loads(rows[0]["raw"], "archive.json"))
        if not isinstance(found, Sourced) or content_hash(found.log) != rows[0]["sha256"]:
            raise PaishenError(Words("档案里的这一局已损坏", "the archive's copy is damaged"), game=game)
        return found.log

    def ask(self, sql: str, parameters: Mapping[str, object] | None = None) -> list[Row]:
        """问: the rows that a query over the views `games` and `events` gives."""
        import duckdb

        try:
            with self._open().cursor() as cursor:
                cursor.execute(sql, dict(parameters or {}))
                names = [column[0] for column in cursor.description or ()]
                return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
        except duckdb.Error as error:
            why = str(error).splitlines()[0][:200]
            words = Words(f"档案读不出来: {why}", f"the archive cannot be read: {why}")
            raise PaishenError(words, file=str(self.path)) from None

    def _open(self) -> duckdb.DuckDBPyConnection:
        """The database, its views over the files that are there now."""
        with self._lock:
            if self._database is None:
                self._database = _database(self.path)
            files = _files(self.path)
            identity = _identity(self.path, files)
            if identity != self._seen:
                events = [self.path / EVENTS / file.name for file in files]
                _view(self._database, GAMES, GAME_COLUMNS, files)
                _view(self._database, EVENTS, EVENT_COLUMNS, [file for file in events if file.is_file()])
                self._seen = identity
            return self._database


def _files(folder: Path) -> list[Path]:
    """The files of games, in the order in which they were stored."""
    return sorted((folder / GAMES).glob("*.parquet"))


def _identity(folder: Path, files: list[Path]) -> str:
    facts = [(file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in files]
    return hashlib.sha256(repr((str(folder), facts)).encode()).hexdigest()


def _database(folder: Path) -> duckdb.DuckDBPyConnection:
    """An empty database that can reach no files but the archive's and cannot be told otherwise."""
    import duckdb

    database = duckdb.connect()
    ways = ", ".join(_quoted(f"{way}/") for way in dict.fromkeys((str(folder), _literal(str(folder)))))
    database.execute(f"SET allowed_directories = [{ways}]")
    database.execute("SET enable_external_access = false")
    database.execute("SET lock_configuration = true")
    return database


def _view(database: duckdb.DuckDBPyConnection, name: str, columns: Mapping[str, str], files: list[Path]) -> None:
    """A view over some files with exactly these columns; over none it is empty."""
    if files:
        listed = ", ".join(_quoted(_literal(str(file))) for file in files)
        chosen = ", ".join(f'"{column}"::{kind} AS "{column}"' for column, kind in columns.items())
        source = f"FROM read_parquet([{listed}], union_by_name = true, hive_partitioning = false)"
    else:
        chosen = ", ".join(f'NULL::{kind} AS "{column}"' for column, kind in columns.items())
        source = "WHERE false"
    database.execute(f"CREATE OR REPLACE VIEW {name} AS SELECT {chosen} {source}")


def _quoted(text: str) -> str:
    """A text as an SQL literal.

    >>> _quoted("it's")
    "'it''s'"
    """
    return "'" + text.replace("'", "''") + "'"


def _literal(path: str) -> str:
    """A path that matches itself alone where patterns are allowed.

    >>> _literal("a[1]*")
    'a[[]1][*]'
    """
    return re.sub(r"[*?\[]", r"[\g<0>]", path)
