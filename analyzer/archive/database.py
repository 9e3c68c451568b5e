"""库: DuckDB in memory, with views over the archive's files, that can reach nothing else.

==========  ================================================================================================
`games`     a row a stored log: its header, its verdict, where its bytes are (`schemas/archive.arrow.json`)
`counted`   those of them that count in figures: not extended or replaced by another, each game once - the log
            with all hands first, then by view
`events`    a row an event: number, seq, kind, seat, arg, play, suits, t
`plays`     a row an event of a game with all hands known, with the derived columns
==========  ================================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from analyzer.archive.schema import sql_columns
from analyzer.rules.acts import Kind

if TYPE_CHECKING:
    import duckdb

COUNTED: Final = """
    CREATE OR REPLACE VIEW counted AS
    WITH superseded AS (
        SELECT extends AS sha256 FROM games WHERE extends IS NOT NULL
        UNION SELECT replaces FROM games WHERE replaces IS NOT NULL
    )
    SELECT * FROM games ANTI JOIN superseded USING (sha256)
    QUALIFY row_number() OVER (PARTITION BY game ORDER BY view <> 0, view, number) = 1
"""
KINDS: Final = [kind.name.lower() for kind in Kind]
EVENTS: Final = f"""
    CREATE OR REPLACE VIEW events AS
    SELECT number, seq, {KINDS}[(word >> 27) + 1] AS type, (word >> 24 & 7)::UTINYINT AS seat,
        (word >> 16 & 255)::UTINYINT AS arg, (word & 65535)::USMALLINT AS play,
        ((shown & ~3584) | (((plain_in(word) + 56 - (shown & 7) - (shown >> 3 & 7) - (shown >> 6 & 7)
            - (shown >> 9 & 7)) & 7) << 9))::USMALLINT AS suits, t
    FROM event_words
"""  # noqa: S608  the names are our own
SIZE: Final = """
    CREATE MACRO cards_in(play) AS (play >> 6 & 31) + (play >> 3 & 7) + (play & 7);
    CREATE MACRO smalls_in(play) AS play >> 3 & 7;
    CREATE MACRO bigs_in(play) AS play & 7;
    CREATE MACRO plain_in(play) AS play >> 6 & 31;
    CREATE MACRO rank_in(play) AS play >> 11;
    CREATE MACRO place_of(places, seat) AS places >> 3 * (seat - 1) & 7;
"""
"""What the parts of a packed play are, by name."""


def new_database(folder: Path) -> duckdb.DuckDBPyConnection:
    """An empty database that can reach no files but the archive's and cannot be told otherwise."""
    import duckdb

    database = duckdb.connect()
    database.execute(SIZE)
    ways = ", ".join(quoted(f"{way}/") for way in dict.fromkeys((str(folder), _literal(str(folder)))))
    database.execute(f"SET allowed_directories = [{ways}]")
    database.execute("SET enable_external_access = false")
    database.execute("SET lock_configuration = true")
    return database


def make_views(database: duckdb.DuckDBPyConnection, files: Mapping[str, list[Path]]) -> None:
    """Views over some files, empty where there are none."""
    _view(database, "games", sql_columns("games"), files["games"])
    _view(database, "event_words", sql_columns("events"), files["events"])
    _view(database, "plays", sql_columns("derived"), files["derived"])
    database.execute(COUNTED)
    database.execute(EVENTS)


def _view(database: duckdb.DuckDBPyConnection, name: str, columns: Mapping[str, str], files: list[Path]) -> None:
    """A view over some files with exactly these columns; over none it is empty."""
    if files:
        listed = ", ".join(quoted(_literal(str(file))) for file in files)
        chosen = ", ".join(f'"{column}"' for column in columns)
        source = f"FROM read_parquet([{listed}], hive_partitioning = false)"
    else:
        chosen = ", ".join(f'NULL::{kind} AS "{column}"' for column, kind in columns.items())
        source = "WHERE false"
    database.execute(f"CREATE OR REPLACE VIEW {name} AS SELECT {chosen} {source}")


def quoted(text: str) -> str:
    """A text as an SQL literal.

    >>> quoted("it's")
    "'it''s'"
    """
    return "'" + text.replace("'", "''") + "'"


def _literal(path: str) -> str:
    """A path that matches itself alone where patterns are allowed.

    >>> _literal("a[1]*")
    'a[[]1][*]'
    """
    return re.sub(r"[*?\[]", r"[\g<0>]", path)
