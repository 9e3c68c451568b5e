"""抢过的局: what a snatch proves of a hidden hand, so that worlds have it: three jokers and four alike.

Which four, and which jokers, is drawn anew for every few worlds. Who was crowned before could have called: three alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from analyzer.cards import EMPEROR_JOKER, TWO, B, R, rank_of
from analyzer.outlook.positions import Position
from analyzer.tracking.alike import Snatcher
from analyzer.tracking.facts import Facts

FEW: Final = 8
"""So many parts of the worlds have four alike of their own."""
TO_CALL: Final = 3


def with_snatches(position: Position, facts: Facts, random: Any) -> Facts:
    """抢独者的牌: facts in which every hidden seat that has snatched holds, or has put down, what that takes."""
    for snatcher in facts.lie.snatched:
        facts = _with_jokers(position, _with_alike(position, facts, snatcher, random), snatcher, random)
    return facts._replace(lie=facts.lie._replace(snatched=()))


def _with_alike(position: Position, facts: Facts, snatcher: Snatcher, random: Any) -> Facts:
    """Four alike in a seat's hand, those that it has put down among them; the less is wanting, the likelier."""
    free, slots = _free(position, facts), facts.lie.slots[facts.lie.seats.index(snatcher.seat)]
    wanting = dict(entry for rank in snatcher.ranks for entry in rank.missing)
    possible = [card for card, count in wanting.items() if count <= min(free[card], slots)]
    if not possible:
        return facts
    odds = np.array([(max(1, slots) / max(1, sum(facts.lie.slots))) ** wanting[card] for card in possible])
    card = int(random.choice(possible, p=odds / odds.sum()))
    return _given(facts, snatcher.seat, card, wanting[card])


def _with_jokers(position: Position, facts: Facts, snatcher: Snatcher, random: Any) -> Facts:
    """Three jokers in a seat's hand, those that it has put down among them."""
    free = _free(position, facts)
    loose = random.permutation([B] * free[B] + [R] * free[R]).tolist()[: snatcher.jokers]
    for card in (B, R):
        facts = _given(facts, snatcher.seat, card, loose.count(card)) if card in loose else facts
    return facts


def _free(position: Position, facts: Facts) -> list[int]:
    """How many of each card lie nobody knows where."""
    sight = facts.sight
    own = (sight.holdings[sight.view - 1] if sight.view > 0 else ()) or ()
    named = [sum(count for _, one, count in facts.named if one == card) for card in range(EMPEROR_JOKER + 1)]
    return [
        min(copies - sight.played[card] - own.count(card) - named[card], facts.lie.pool[rank_of(card)])
        for card, copies in enumerate(position.resolved.deck)
    ]


def _given(facts: Facts, seat: int, card: int, count: int) -> Facts:
    """Facts in which a seat holds so many of a card for certain."""
    lie, place, rank = facts.lie, facts.lie.seats.index(seat), rank_of(card)
    sure = tuple(_changed(row, rank, count) if one == place else row for one, row in enumerate(lie.sure))
    lie = lie._replace(pool=_changed(lie.pool, rank, -count), slots=_changed(lie.slots, place, -count), sure=sure)
    had = sum(many for one, named, many in facts.named if (one, named) == (seat, card))
    others = tuple(entry for entry in facts.named if entry[:2] != (seat, card))
    return facts._replace(lie=lie, named=(*others, (seat, card, had + count)))


def _changed(row: Sequence[int], at: int, by: int) -> tuple[int, ...]:
    return (*row[:at], row[at] + by, *row[at + 1 :])


def could_call(position: Position, cards: Any, random: Any) -> Any:
    """叫得出: deals in which who was crowned before a snatch had three alike; others are replaced by such."""
    crowned, twos = position.table.offer.crowned, position.resolved.ruleset.call_twos
    kinds = B if twos else TWO * 4
    shown = np.bincount([card for card in position.shown[crowned] if card < kinds], minlength=kinds)
    able = (cards[:, crowned, :kinds] + shown >= TO_CALL).any(axis=1)
    if able.all() or not able.any():
        return cards
    cards[~able] = cards[random.choice(np.nonzero(able)[0], size=int((~able).sum()))]
    return cards
