"""说得通的世界: of the deals that a view cannot tell apart, rather those where bots would have played what was played.

Every play and pass since the first lead is held against what the bot would have done there with the hand that its seat
had in a world; the view's own say nothing. The less a world strays, the likelier it is kept.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from analyzer.bots import Bot, Memory
from analyzer.cards import KINDS, rank_of
from analyzer.outlook.positions import Position
from analyzer.outlook.worlds import as_often, worlds_of
from analyzer.simulate.playing import BY_RANK
from analyzer.simulate.playouts import Worlds, play_out

TIMES: Final = 3
"""So many times as many worlds are drawn as are kept."""
TEMPERS: Final = (1.0, 0.7, 0.5, 0.35, 0.25, 0.18, 0.12, 0.08, 0.0)
"""How much each strayed move takes off the logarithm of a world's chance: as much as leaves worlds of many kinds."""
KINDS_LEFT: Final = 0.5
"""As many different worlds, roughly, as this share of those that are kept."""


def explained_worlds(position: Position, many: int, seed: int, bot: Bot) -> Worlds:
    """说得通的世界: so many deals that a view cannot tell apart, by how well they explain what everybody has played."""
    if position.facts is None or not position.moves:
        return worlds_of(position, many, seed)
    drawn = worlds_of(position, TIMES * many, seed)
    strayed = strayed_in(position, drawn, bot)
    chances = _chances(strayed - strayed.min(), many)
    random = np.random.default_rng([seed, position.sight.index])
    picked = as_often(chances, many, random)
    return Worlds(drawn.cards[picked], drawn.roles[picked])


def _chances(strayed: Any, many: int) -> Any:
    """The chance of each world: as uneven as leaves enough of them a part."""
    for temper in TEMPERS:
        chances = np.exp(-temper * strayed)
        chances /= chances.sum()
        if 1.0 / float((chances**2).sum()) >= KINDS_LEFT * many:
            return chances
    return chances


def strayed_in(position: Position, worlds: Worlds, bot: Bot) -> Any:
    """走样: how many moves of the others a bot would not have made, in each world."""
    assert position.opening is not None
    before = Worlds(worlds.cards + _laid(position)[None], worlds.roles)
    found = play_out(
        position.resolved.ruleset, position.opening, Memory(position.memory.deck), before, (bot,) * 5, 1,
        guard_seen=False, called=position.called, moves=position.moves, judge=position.sight.view,
    ).strayed  # fmt: skip
    return found.sum(axis=1)


def _laid(position: Position) -> Any:
    """What each seat has put down, seats by cards; a card without its suit as one that is not the called."""
    found = np.zeros((6, KINDS), np.uint8)
    for seat, cards in position.shown.items():
        for card in cards:
            found[seat, card] += 1
    for (seat, rank), count in position.laid.items():
        suited = sum(rank_of(card) == rank for card in position.shown[seat])
        found[seat, next(card for card in BY_RANK[rank] if card != position.called)] += max(0, count - suited)
    return found
