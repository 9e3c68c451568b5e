"""持牌: what each seat of a course still holds, card by card."""

from __future__ import annotations

from analyzer.cards import EMPEROR_JOKER, UNSUITED, order, rank_of
from analyzer.events import Event
from analyzer.paipu import cards_of
from analyzer.replay.course import Course
from analyzer.rules.acts import Act, Kind

PLAY = int(Kind.PLAY)

Held = tuple[tuple[int, ...] | None, ...]
"""Five holdings, each its cards from high to low, None where they are hidden."""


class Holdings:
    """持牌: what each seat of a course still holds, card by card, kept up as the course goes on."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.held: list[list[int] | None] = []
        self.told: list[int] = []
        """The events that `held` has in it."""

    def now(self) -> Held:
        """The holdings after the events that count; begun again from the deal where one of them was undone."""
        lived = self.course.lived
        known = len(self.told)
        if not known or known > len(lived) or lived[known - 1][0] != self.told[-1]:
            self.held = [None if isinstance(hand, int) else list(hand) for hand in self.course.dealt]
            self.told = []
        for index, act, event in lived[len(self.told) :]:
            self.told.append(index)
            if index not in self.course.unmoved:
                self._move(act, event)
        return tuple(None if hand is None else tuple(sorted(hand, key=order)) for hand in self.held)

    def _move(self, act: Act, event: Event) -> None:
        """Let the cards of an event leave one hand and, in a tribute or a yield, reach another."""
        if act.kind == Kind.DRAW:
            _give(self.held[act.seat - 1], (EMPEROR_JOKER,))
        if act.kind not in (PLAY, Kind.TRIBUTE, Kind.YIELD):
            return
        cards = cards_of(event).cards
        _take(self.held[act.seat - 1], cards)
        if act.kind != PLAY:
            _give(self.held[act.arg - 1], cards)


def _give(hand: list[int] | None, cards: tuple[int, ...]) -> None:
    if hand is not None:
        hand.extend(cards)


def _take(hand: list[int] | None, cards: tuple[int, ...]) -> None:
    """Take cards out of a hand: the same card, else one of its rank; none where there is none."""
    for card in sorted(cards) if hand else ():
        assert hand is not None
        alike = [card] if card in hand else [other for other in hand if rank_of(other) == rank_of(card)]
        if alike:
            hand.remove(alike[0] if card >= UNSUITED else alike[-1])
