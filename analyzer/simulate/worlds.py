"""世界: what playouts start from and come to, in numbers."""

from __future__ import annotations

from typing import Any, NamedTuple


class Worlds(NamedTuple):
    """世界: who may hold what. `cards`: who holds which of the 56 cards, 6 rows a world, row 0 nothing; `roles`:
    emperor, guard and solo (`Solo`) in it.
    """

    cards: Any
    roles: Any


class Outcomes(NamedTuple):
    """结局: how each world ended: the five scores, `places` as a table packs them, the `winner` (`Winner`)."""

    scores: Any
    places: Any
    winner: Any
