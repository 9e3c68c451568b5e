"""记分: a sitting's games in order with everything around them - points, items, rulings, totals, titles.

Nothing is kept: the ledger is worked out anew from the logs and the book each time, so that a corrected game reaches
everything after it, and nothing that was ruled is lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.errors import Unreadable
from analyzer.ledger.book import Book, read_book
from analyzer.ledger.changes import Change, Handings, changes_of
from analyzer.ledger.checks import claim_findings, game_findings
from analyzer.ledger.flow import Flow, flow
from analyzer.ledger.games import Game, Sitting, sitting_of
from analyzer.ledger.handing import handing_of
from analyzer.ledger.rows import Finding, Row
from analyzer.rules.around import title_of
from analyzer.words import Lang

__all__ = [
    "Book", "Change", "Correction", "Finding", "Ledger", "Row", "Sitting", "book_beside", "ledger", "read_book",
    "sitting_of",
]  # fmt: skip


@dataclass(frozen=True)
class Correction:
    """更正: a game that another log replaced, and everything that it changed."""

    game: str
    replaces: str
    changes: list[Change]


@dataclass(frozen=True)
class Ledger:
    """账: the rows of a sitting in order, what is wrong with it, what its corrections changed, what was unreadable."""

    sitting: str
    flow: Flow
    handings: Handings
    findings: list[Finding]
    corrections: list[Correction]
    errors: list[Unreadable]

    @property
    def titles(self) -> dict[str, str | None]:
        """The titles at the end."""
        return {name: title_of(total) for name, total in self.flow.totals.items()}

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """The ledger as the command prints it (LEDGER-JSON.md)."""
        return {
            "sitting": self.sitting,
            "rows": [{**row.to_json(lang), "game": self._game(row)} for row in self.flow.rows],
            "totals": self.flow.totals, "titles": self.titles,
            "findings": [finding.to_json(lang) for finding in self.findings],
            "corrections": [
                {"game": one.game, "replaces": one.replaces, "changes": [change.to_json() for change in one.changes]}
                for one in self.corrections
            ],
            "errors": [
                {"file": error.file, "line": error.line, "game": error.game, "message": error.inside().say(lang)}
                for error in self.errors
            ],
        }  # fmt: skip

    def _game(self, row: Row) -> dict[str, Any] | None:
        """What is told of a game alone."""
        if row.game is None or row.number is None:
            return None
        log, verdict = row.game.log, row.game.verdict
        return {
            "file": verdict.file, "line": verdict.line, "round": log.round if isinstance(log.round, int) else None,
            "status": verdict.status, "players": list(log.players), "counts_for": list(row.seats),
            "emperor": verdict.emperor, "guard": verdict.guard, "solo": verdict.solo, "winner": verdict.winner,
            "places": list(verdict.places) if verdict.places else None,
            "scores": list(row.game.scores) if row.game.scores else None,
            **self.handings[row.number].to_json(),
        }  # fmt: skip


def ledger(sitting: Sitting, book: Book | None = None) -> Ledger:
    """记账: the ledger of a sitting (`sitting_of`) with its book (`read_book`); what could not be read is told in it.

    >>> ledger(Sitting("t3"), Book(opening={"老王": 12})).titles
    {'老王': '家丁'}
    """
    book = book or Book()
    states = [_state(sitting.corrected(many), book) for many in range(len(sitting.corrections) + 1)]
    last, handings = states[-1]
    findings = [
        *(Finding(note.kind, None, note.game, None, None, None, note.words) for note in sitting.notes),
        *game_findings(last), *claim_findings(last, [state[0] for state in states[:-1]]),
    ]  # fmt: skip
    corrections = [
        Correction(game.name, str(game.log.replaces), changes_of(states[many], states[many + 1]))
        for many, (_, game) in enumerate(sitting.corrections)
    ]
    return Ledger(sitting.name, last, handings, findings, corrections, [*sitting.errors, *book.errors, *last.errors])


def _state(games: list[Game], book: Book) -> tuple[Flow, Handings]:
    """The ledger as it was after some corrections."""
    handings = {
        number: handing_of(games[number - 1] if number else None, game) for number, game in enumerate(games)
    }
    return flow(games, book), handings


def book_beside(place: Path, sitting: str) -> Path | None:
    """账本在旁: the `sitting.toml` in a folder of logs, unless it names another sitting; None where there is none."""
    path = place / "sitting.toml"
    if not path.is_file():
        return None
    named = read_book(path).sitting
    return path if named in (None, sitting) else None
