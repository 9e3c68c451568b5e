"""更正的影响: two ledgers compared, row by row - exactly what a correction changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from analyzer.ledger.flow import Flow
from analyzer.ledger.handing import Handing
from analyzer.ledger.rows import Row
from analyzer.rules.around import title_of


class Change(NamedTuple):
    """一处改变: the row (its index), what of it, whose (None: of the game), and the values before and after."""

    row: int
    what: str
    player: str | None
    before: Any
    after: Any

    def to_json(self) -> dict[str, Any]:
        """The change as it is printed."""
        return dict(zip(self._fields, self, strict=True))


Handings = Mapping[int, Handing]
"""The handing on of each game, by its number."""


def changes_of(before: tuple[Flow, Handings], after: tuple[Flow, Handings]) -> list[Change]:
    """改变: what differs between two ledgers of the same games and book, in the order of the rows."""
    old = {row.key: row for row in before[0].rows}
    found: list[Change] = []
    for index, row in enumerate(after[0].rows):
        was = old.get(row.key)
        if was is not None:
            found += _row(index, was, row)
            found += _game(index, was, row, (before[1], after[1]))
    return found


def _row(index: int, was: Row, row: Row) -> Iterator[Change]:
    for name in dict.fromkeys((*was.points, *row.points)):
        if was.points.get(name, 0) != row.points.get(name, 0):
            yield Change(index, "points", name, was.points.get(name, 0), row.points.get(name, 0))
    for name in dict.fromkeys((*was.totals, *row.totals)):
        one, other = was.totals.get(name, 0), row.totals.get(name, 0)
        if one != other:
            yield Change(index, "total", name, one, other)
        if title_of(one) != title_of(other):
            yield Change(index, "title", name, title_of(one), title_of(other))


def _game(index: int, was: Row, row: Row, handings: tuple[Handings, Handings]) -> Iterator[Change]:
    """What changed of a game itself: status, roles, winner, places; and the tribute owed for the game before."""
    if was.game is None or row.game is None or row.number is None:
        return
    for what in ("status", "emperor", "guard", "winner", "places"):
        one, other = getattr(was.game.verdict, what), getattr(row.game.verdict, what)
        if one != other:
            yield Change(index, what, None, _listed(one), _listed(other))
    owed, owes = (handing[row.number].owed for handing in handings)
    if owed != owes:
        yield Change(index, "owed", None, list(owed), list(owes))


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
