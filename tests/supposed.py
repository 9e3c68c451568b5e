"""假设: a game up to an event as it would have been in a drawn world, to be judged by the rules."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from analyzer.cards import EMPEROR_JOKER, UNSUITED, R, rank_of, write_cards
from analyzer.events import Deal, Draw, Event, Log, Play, Tribute, Undo, Yield
from analyzer.outlook.positions import Position
from analyzer.paipu import act_of, cards_of
from analyzer.rulesets import Throne

SEATS = (1, 2, 3, 4, 5)


def supposed(log: Log, position: Position, cards: Any) -> Log:
    """The events before a position, dealt so that every seat now holds what it holds in a world (6 rows of cards).

    What was undone is left out. Cards put down without their suit are any that no seat holds; the deal fits by rank.
    """
    held = [row.astype(int) for row in cards]
    undone = position.facts.undone if position.facts else frozenset()
    for index in reversed(range(1, position.sight.index)):
        if index not in undone:
            give_back(held, log.events[index], position)
    dealt = position.resolved.ruleset.throne != Throne.DRAWN
    if sum(row[EMPEROR_JOKER] for row in held) < dealt:  # the emperor's joker was put down without its mark
        held[position.sight.emperor][EMPEROR_JOKER] += 1
        held[position.sight.emperor][R] -= 1
    hands = [write_cards([card for card, copies in enumerate(row) for _ in range(copies)]) for row in held]
    deal = log.events[0]
    assert isinstance(deal, Deal)
    one, two, three, four, five = hands[1:]
    made = structs.replace(deal, hands=(one, two, three, four, five))
    lived = [
        event for index, event in enumerate(log.events[: position.sight.index])
        if index and index not in undone and not isinstance(event, Undo)
    ]  # fmt: skip
    return structs.replace(log, view=0, events=(made, *lived))


def give_back(held: list[Any], event: Event, position: Position) -> None:
    """Take an event back out of the holdings."""
    act = act_of(event)
    if isinstance(event, Draw):
        held[act.seat][EMPEROR_JOKER] -= 1
    if not isinstance(event, (Play, Tribute, Yield)):
        return
    for card in cards_of(event).cards:
        found = card if card < UNSUITED else spare(held, rank_of(card), position)
        if not isinstance(event, Play):
            held[act.arg][found] -= 1
        held[act.seat][found] += 1


def spare(held: list[Any], rank: int, position: Position) -> int:
    """A card of a rank that nobody holds."""
    kind = (card for card in range(56) if rank_of(card) == rank)
    return next(card for card in kind if sum(row[card] for row in held) < position.resolved.deck[card])

