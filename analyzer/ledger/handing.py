"""交接: what one game hands on to the next - its result, who was dealt to first, the throne, the tribute."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import UNSET

from analyzer.audit.trail import Trail
from analyzer.cards import shown, write_cards
from analyzer.events import Deal, Previous, Tribute, Yield
from analyzer.ledger.games import Game
from analyzer.replay import previous_of
from analyzer.rules.acts import Kind
from analyzer.rules.scoring import Winner
from analyzer.rules.tribute import Previous as Result
from analyzer.rules.tribute import owes
from analyzer.words import Words

WINNERS = {"emperor": Winner.EMPEROR, "rebels": Winner.REBELS, "draw": Winner.DRAW}
NOTHING = Result()


class Handing(NamedTuple):
    """交接: of one game: the seat dealt to first (None where it is not said), the seats the throne was offered to, in
    order, the tribute owed by the game before (cards by seat) and paid (from, to, card).
    """

    first: int | None
    throne: tuple[int, ...]
    owed: tuple[int, ...]
    paid: tuple[tuple[int, int, str], ...]

    def to_json(self) -> dict[str, Any]:
        """The handing on as it is printed."""
        return {
            "first": self.first, "throne": list(self.throne),
            "tribute": {
                "owed": list(self.owed), "paid": [{"from": one, "to": to, "cards": card} for one, to, card in self.paid]
            },
        }  # fmt: skip


def result_of(game: Game | None) -> Result:
    """上一局: the result of a game as the next one's tribute looks at it; an empty one where nobody won or drew."""
    verdict = game.verdict if game else None
    if verdict is None or verdict.status not in ("valid", "disputed") or not verdict.winner:
        return NOTHING
    places = sum(place << 3 * seat for seat, place in enumerate(verdict.places or (), 1))
    solo = int(verdict.solo == "open")
    return Result(verdict.emperor or 0, verdict.guard or 0, places, WINNERS[verdict.winner], solo)


def handing_of(before: Game | None, game: Game) -> Handing:
    """交接: what a game took over from the one before it, and what became of it."""
    trail = Trail(game.log)
    deals = [event for _, event in trail.happened(Kind.DEAL)] or list(game.log.events)
    first = next((event.first for event in deals if isinstance(event, Deal) and event.first is not UNSET), None)
    offers = [event.to for _, event in trail.happened(Kind.YIELD) if isinstance(event, Yield)]
    candidate = trail.table.offer.first
    paid = [event for _, event in trail.happened(Kind.TRIBUTE) if isinstance(event, Tribute)]
    due = result_of(before) if trail.resolved.ruleset.tribute else NOTHING
    return Handing(
        first, (candidate, *offers) if candidate else (),
        tuple(owes(due, seat) if due.winner else 0 for seat in range(1, 6)),
        tuple((event.source, event.to, write_cards(shown(event.cards).cards)) for event in paid),
    )  # fmt: skip


def wrongly_handed(before: Game | None, game: Game) -> Words | None:
    """交接有误: a game whose log names another previous result than the game before it has; None where all is well."""
    log = game.log
    named = previous_of(log) if isinstance(log.previous, Previous) else NOTHING
    if not Trail(log).resolved.ruleset.tribute and named == NOTHING:
        return None
    due = result_of(before)
    if before is None or named == due or not (named.winner or due.winner):
        return None
    if not named.winner:
        return Words("没有写上一局的结果, 进贡漏了", "it names no result of the game before: tribute is left out")
    zh, en = f"所写的上一局与 {before.name} 的结果不同", f"the previous result it names is not that of {before.name}"
    return Words(zh, en)
