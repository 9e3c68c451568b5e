"""牌桌用具: what making games needs: the cards, a row of chance, and room for one game at a time."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from analyzer.cards import EMPEROR_JOKER, GUARD_JOKER, KINDS, RANK_OF, B, R
from analyzer.rules.possession import SIZE, Hands, unmarked_bigs
from analyzer.rules.table import next_seat
from analyzer.rulesets import Resolved, Throne
from analyzer.simulate.chance import pick_at
from analyzer.simulate.lines import Text, text


class Maker(NamedTuple):
    """做局者: what is the same in all games: the rules, the cards to be dealt, the key of all chance, the pieces."""

    ruleset: Any
    deck: Any
    key: int
    text: Text


class Desk(NamedTuple):
    """用具: room for one game at a time; `luck[0]` is how often chance was asked in it."""

    hands: Hands
    cards: Any
    plays: Any
    luck: Any


def cards_dealt(resolved: Resolved) -> list[int]:
    """The cards that are dealt: the deck, but for `R*` where the throne is drawn."""
    deck = [card for card, copies in enumerate(resolved.deck) for _ in range(copies)]
    if resolved.ruleset.throne == Throne.DRAWN:
        deck.remove(EMPEROR_JOKER)
    return deck


def maker_of(resolved: Resolved, ruleset: Any, key: int) -> Maker:
    """The maker of a ruleset's games; `ruleset` in plain integers."""
    return Maker(ruleset, np.array(cards_dealt(resolved), np.int64), key, text())


def desk_for(resolved: Resolved) -> Desk:
    """Room for the games of a ruleset."""
    cards = sum(resolved.deck)
    small, big = (sum(resolved.deck[low:high]) for low, high in ((B, R), (R, KINDS)))
    hands = Hands(np.zeros((6, SIZE + 1), np.int64), np.zeros((6, KINDS), np.int64))
    plays = np.zeros((cards + 1) * (small + 1) * (big + 1), np.int64)
    return Desk(hands, np.zeros(cards, np.int64), plays, np.zeros(1, np.int64))


def pick(maker: Maker, desk: Desk, game: int, many: int) -> int:
    """挑: one of 0 to `many` - 1, by the chance of a game."""
    desk.luck[0] += 1
    return pick_at(maker.key, game, int(desk.luck[0]), many)


def shuffle_out(maker: Maker, desk: Desk, game: int) -> int:
    """发牌: the cards shuffled and dealt round into the hands; the seat dealt to first."""
    many = len(maker.deck)
    for at in range(many):
        desk.cards[at] = maker.deck[at]
    for at in range(many - 1, 0, -1):
        other = pick(maker, desk, game, at + 1)
        card = desk.cards[at]
        desk.cards[at] = desk.cards[other]
        desk.cards[other] = card
    for seat in range(6):
        for rank in range(SIZE + 1):
            desk.hands.ranks[seat][rank] = 0
        for card in range(KINDS):
            desk.hands.cards[seat][card] = 0
    first = pick(maker, desk, game, 5) + 1
    seat = first
    for at in range(many):
        card = desk.cards[at]
        desk.hands.cards[seat][card] += 1
        desk.hands.ranks[seat][RANK_OF[card]] += 1
        desk.hands.ranks[seat][SIZE] += 1
        seat = next_seat(seat)
    return first


def some_suits(maker: Maker, desk: Desk, game: int, seat: int, play: int) -> int:
    """拣牌: by chance which of its cards a seat puts down for a play, as `suits`."""
    row = desk.hands.cards[seat]
    base, wanted = play >> 11 << 2, play >> 6 & 31
    left = row[base] + row[base + 1] + row[base + 2] + row[base + 3] if wanted else 0
    suits = 0
    while wanted:
        at = pick(maker, desk, game, left) if wanted < left else 0
        suit = 0
        while at >= row[base + suit] - (suits >> 3 * suit & 7):
            at -= row[base + suit] - (suits >> 3 * suit & 7)
            suit += 1
        suits += 1 << 3 * suit
        wanted -= 1
        left -= 1
    small, big = play >> 3 & 7, play & 7
    if small and row[GUARD_JOKER] and pick(maker, desk, game, row[B] + 1) < small:
        suits |= 1 << 12
    if big and row[EMPEROR_JOKER] and pick(maker, desk, game, unmarked_bigs(desk.hands, seat) + 1) < big:
        suits |= 1 << 13
    return suits


PARTS: Final = (pick, shuffle_out, some_suits)
"""What is compiled, each after what it calls."""
