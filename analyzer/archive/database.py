"""库: DuckDB in memory, with views over the archive's files, that can reach nothing else.

==========  ================================================================================================
`games`     a row a stored log: its header, its verdict, where its bytes are (`schemas/archive.arrow.json`)
`counted`   those of them that count in figures: not extended or replaced by another, each game once - the log
            with all hands first, then by view, then as `lineage` tells
`events`    a row an event: number, seq, kind, seat, arg, play, suits, t
`finished`  those of `counted` whose events are all legal and whose game is over, so that the rules give scores
`followed`  those of `finished` with all hands known
`seats`     a row a seat of a game of `counted`: who sat there and, of a finished one, as what and what came of it
`plays`     a row an event, with the derived columns; what hangs on a hidden hand is not told
==========  ================================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from analyzer.archive.lineage import Member, passed_over
from analyzer.archive.players import Person
from analyzer.archive.schema import UNKNOWN, sql_columns
from analyzer.rules.acts import Kind

if TYPE_CHECKING:
    import duckdb

COUNTED: Final = """
    CREATE OR REPLACE VIEW counted AS
    WITH superseded AS (
        SELECT extends AS sha256 FROM games WHERE extends IS NOT NULL
        UNION SELECT replaces FROM games WHERE replaces IS NOT NULL
    )
    SELECT * FROM games ANTI JOIN superseded USING (sha256) ANTI JOIN passed_over USING (number)
    QUALIFY row_number() OVER (PARTITION BY game ORDER BY view <> 0, view, number) = 1
"""
CONTESTED: Final = f"""
    WITH linked AS (SELECT game, extends, replaces FROM games WHERE extends IS NOT NULL OR replaces IS NOT NULL),
    superseded AS (SELECT extends AS sha256 FROM linked UNION SELECT replaces FROM linked),
    across AS (
        SELECT linked.game AS one, games.game AS other FROM linked JOIN games ON games.sha256 = linked.replaces
        WHERE linked.game <> games.game
    ),
    several AS (
        SELECT game FROM games ANTI JOIN superseded USING (sha256) WHERE game IN (SELECT game FROM linked)
        GROUP BY game, view HAVING count(*) > 1
    )
    SELECT {", ".join(Member._fields)} FROM games
    WHERE game IN (SELECT game FROM several UNION SELECT one FROM across UNION SELECT other FROM across)
"""  # noqa: S608  the columns are our own
"""All logs of the games where the view `counted` alone cannot tell which one counts (`lineage`)."""
FINISHED: Final = """
    CREATE OR REPLACE VIEW finished AS
    SELECT * FROM counted WHERE status <> 'illegal' AND scores IS NOT NULL
"""
FOLLOWED: Final = "CREATE OR REPLACE VIEW followed AS SELECT * FROM finished WHERE view = 0"
SEATS: Final = """
    CREATE OR REPLACE VIEW seats AS
    WITH seated AS (
        SELECT *, players[seat] AS name, status <> 'illegal' AND scores IS NOT NULL AS finished
        FROM counted CROSS JOIN (SELECT unnest([1, 2, 3, 4, 5]) AS seat)
    ),
    cast_as AS (
        SELECT *, CASE WHEN NOT finished OR emperor IS NULL OR guard IS NULL THEN NULL
                       WHEN seat = emperor THEN 'emperor' WHEN seat = guard THEN 'guard' ELSE 'rebel' END AS role
        FROM seated
    )
    SELECT number, game, seats.sitting, ruleset, status, event, finished, seat, seats.name,
        coalesce(here.person, anywhere.person, seats.name) AS person, role,
        CASE WHEN finished THEN solo END AS solo,
        CASE WHEN finished THEN places[seat] END AS place,
        CASE WHEN finished THEN scores[seat] END AS score,
        CASE WHEN role IS NULL OR winner IS NULL THEN NULL WHEN winner = 'draw' THEN 'draw'
             WHEN (winner = 'rebels') = (role = 'rebel') THEN 'won' ELSE 'lost' END AS outcome
    FROM cast_as AS seats
    LEFT JOIN persons AS here ON here.sitting = seats.sitting AND here.name = seats.name
    LEFT JOIN persons AS anywhere ON anywhere.sitting IS NULL AND anywhere.name = seats.name
"""
KINDS: Final = [kind.name.lower() for kind in Kind]
SIZE: Final = f"""
    CREATE TABLE persons (sitting VARCHAR, name VARCHAR, person VARCHAR);
    CREATE TABLE passed_over (number BIGINT);
    CREATE MACRO kind_of(type) AS list_position({KINDS}, type) - 1;
    CREATE MACRO role_of(role) AS ['emperor', 'guard', 'rebel'][role];
    CREATE MACRO held(packed, seat) AS nullif(packed >> 5 * (seat - 1) & 31, {UNKNOWN});
    CREATE MACRO percent(part, whole) AS round(100.0 * part / nullif(whole, 0), 1);
    CREATE MACRO card_in(play) AS substr('3456789TJQKA2', (play >> 11) + 1, 1);
    CREATE MACRO cards_in(play) AS (play >> 6 & 31) + (play >> 3 & 7) + (play & 7);
    CREATE MACRO smalls_in(play) AS play >> 3 & 7;
    CREATE MACRO bigs_in(play) AS play & 7;
    CREATE MACRO plain_in(play) AS play >> 6 & 31;
    CREATE MACRO rank_in(play) AS play >> 11;
    CREATE MACRO place_of(places, seat) AS places >> 3 * (seat - 1) & 7;
"""
"""What packed numbers hold, by name; `persons`: who a name at a sitting (null: at any) is; `passed_over`: the numbers
of logs that do not count, though none takes their place."""
EVENTS: Final = f"""
    CREATE OR REPLACE VIEW events AS
    SELECT number, seq, {KINDS}[(word >> 27) + 1] AS type, (word >> 24 & 7)::UTINYINT AS seat,
        (word >> 16 & 255)::UTINYINT AS arg, (word & 65535)::USMALLINT AS play,
        ((shown & ~3584) | (((plain_in(word) + 56 - (shown & 7) - (shown >> 3 & 7) - (shown >> 6 & 7)
            - (shown >> 9 & 7)) & 7) << 9))::USMALLINT AS suits, t
    FROM event_words
"""  # noqa: S608  the names are our own
def new_database(folder: Path) -> duckdb.DuckDBPyConnection:
    """An empty database that can reach no files but the archive's and cannot be told otherwise."""
    import duckdb

    database = duckdb.connect()
    database.execute(SIZE)
    shut(database, "allowed_directories", [f"{way}/" for way in ways(folder)])
    return database


def shut(database: duckdb.DuckDBPyConnection, what: str, allowed: Sequence[str]) -> None:
    """关门: a database reaches nothing any more but what is allowed, and cannot be told otherwise."""
    database.execute(f"SET {what} = [{', '.join(map(quoted, allowed))}]")
    database.execute("SET enable_external_access = false")
    database.execute("SET lock_configuration = true")


def ways(path: Path) -> list[str]:
    """How a path may be written where patterns are allowed.

    >>> ways(Path("a[1]"))
    ['a[1]', 'a[[]1]']
    """
    return list(dict.fromkeys((str(path), _literal(str(path)))))


def make_views(
    database: duckdb.DuckDBPyConnection, files: Mapping[str, list[Path]], persons: Sequence[Person] = ()
) -> None:
    """Views over some files, empty where there are none; `persons`: who a name is."""
    database.execute("DELETE FROM persons")
    if persons:
        database.executemany("INSERT INTO persons VALUES (?, ?, ?)", [list(person) for person in persons])
    _view(database, "games", sql_columns("games"), files["games"])
    _view(database, "event_words", sql_columns("events"), files["events"])
    _view(database, "plays", sql_columns("derived"), files["derived"])
    database.execute("DELETE FROM passed_over")
    if lost := passed_over(Member(*row) for row in database.execute(CONTESTED).fetchall()):
        database.execute("INSERT INTO passed_over SELECT unnest(?)", [lost])
    database.execute(COUNTED)
    for view in (FINISHED, FOLLOWED, SEATS, EVENTS):
        database.execute(view)


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
