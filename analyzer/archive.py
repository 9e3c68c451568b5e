"""牌谱库: a folder of games - Parquet files, a ledger of every import - and DuckDB in memory over it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import json as msgjson

from analyzer.errors import PaishenError, Unreadable
from analyzer.events import Log
from analyzer.paipu import loads
from analyzer.words import Words

Row = dict[str, Any]
GAMES: Final = "games"
EVENTS: Final = "events"
LEDGER: Final = "ledger.jsonl"


class Archive:
    """牌谱库: questions to an archive folder; a folder that is empty or missing has no games."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def files(self, kind: str) -> list[Path]:
        """The Parquet files of a kind (`games`, `events`), in order."""
        return sorted((self.place / kind).glob("*.parquet"))

    def identity(self) -> str:
        """身份: a text that changes whenever the archive does.

        >>> Archive(Path("nowhere")).identity() == Archive(Path("nowhere")).identity()
        True
        """
        parts = [(file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in self.files(GAMES)]
        return hashlib.sha256(repr((str(self.place), parts)).encode()).hexdigest()

    def ask(self, question: str, parameters: Sequence[Any] = ()) -> list[Row]:
        """问: the rows of one SQL question over the views `games` and `events`; none where there are no games."""
        import duckdb

        if not self.files(GAMES):
            return []
        with duckdb.connect(":memory:") as connection:
            for kind in (GAMES, EVENTS):
                # the paths of our own folder, as a bound list; identifiers are our own
                names = [str(file) for file in self.files(kind)]
                listed = ", ".join("'" + name.replace("'", "''") + "'" for name in names)
                connection.execute(f"create view {kind} as select * from read_parquet([{listed}])")
            cursor = connection.cursor()
            cursor.execute(question, list(parameters))
            columns = [column[0] for column in cursor.description or ()]
            return [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]

    def games(
        self, player: str | None = None, ruleset: str | None = None, status: str | None = None
    ) -> list[Row]:
        """牌局: the games that fit, newest first, one row for each view a game was recorded from."""
        return self.ask(
            """
            select game, "view", ruleset, players, started, sitting, round, status, code, event, emperor, guard, solo,
                   doubled, winner, places, scores, claimed_scores, events, sha256
            from games
            where ($1 is null or list_contains(players, $1))
              and ($2 is null or ruleset = $2)
              and ($3 is null or status = $3)
            order by started desc nulls last, game, "view"
            """,
            (player, ruleset, status),
        )

    def log(self, game: str, view: int | None = None) -> Log:
        """一局牌谱: the log of a game, as `view` recorded it (None: the fullest); `PaishenError` if there is none."""
        rows = self.ask(
            'select raw, "view" from games where game = $1 and ($2 is null or "view" = $2) order by abs("view")',
            (game, view),
        )
        if not rows:
            raise PaishenError(Words("库里没有这一局", "there is no such game in the archive"), game=game)
        found = next(iter(loads(rows[0]["raw"], str(self.place))))
        if isinstance(found, Unreadable):
            raise found
        return found.log

    def hashes(self) -> dict[str, str]:
        """The content hashes that are stored, each with `game` and `view` as one text."""
        return {row["sha256"]: identity_of(row["game"], row["view"]) for row in self.ask(
            'select sha256, game, "view" from games')}  # fmt: skip


def identity_of(game: str, view: int) -> str:
    """The identity of a game in an archive: its name with the view it was recorded from.

    >>> identity_of("t3/7", 0)
    '["t3/7",0]'
    """
    return msgjson.encode([game, view]).decode()


__all__ = ["EVENTS", "GAMES", "LEDGER", "Archive", "Row", "identity_of"]
