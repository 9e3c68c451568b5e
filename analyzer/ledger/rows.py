"""一行账: what a ledger is made of - one row for each thing that happened, with the totals after it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from analyzer.ledger.games import Game
from analyzer.words import Lang, Words


@dataclass
class Row:
    """一行账: what happened, whose points it changed, and the totals and titles after it.

    `kind`: game, double-card, clear-negative, ruling, cancellation, substitution, claim. `line` is its line in the
    book, None for a game. `points` are what each player got by it; `doubled` whose winnings a double card doubled;
    of a game `number` counts from 0 and `seats` says for whom each seat counts.
    """

    kind: str
    name: str | None
    line: int | None
    at: datetime | None
    words: Words
    points: dict[str, int] = field(default_factory=dict)
    totals: dict[str, int] = field(default_factory=dict)
    titles: list[tuple[str, str | None, str | None]] = field(default_factory=list)
    doubled: tuple[str, ...] = ()
    game: Game | None = None
    number: int | None = None
    seats: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """What tells the row from the others of its ledger, whatever its points."""
        return f"{self.kind} {self.number if self.line is None else self.line}"

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """The row as it is printed, without what is told of games alone."""
        return {
            "kind": self.kind, "name": self.name, "line": self.line, "at": self.at.isoformat() if self.at else None,
            "words": self.words.say(lang), "points": self.points, "totals": self.totals,
            "titles": [{"player": player, "before": was, "after": now} for player, was, now in self.titles],
            "doubled": list(self.doubled),
        }  # fmt: skip


@dataclass
class Finding:
    """一处不符: a claim that is not what the ledger gives, or a game that is not in order.

    `row` is the index of the row that it is about, `since` that of the first row by which the books can have gone
    wrong; `explains` are slips that give exactly the difference.
    """

    kind: str
    row: int | None
    game: str | None
    player: str | None
    due: Any
    claimed: Any
    words: Words
    since: int | None = None
    explains: tuple[Words, ...] = ()
    follows: bool = False

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """The finding as it is printed."""
        return {
            "kind": self.kind, "row": self.row, "game": self.game, "player": self.player, "due": self.due,
            "claimed": self.claimed, "message": self.words.say(lang), "since": self.since,
            "explains": [words.say(lang) for words in self.explains], "follows": self.follows,
        }  # fmt: skip
