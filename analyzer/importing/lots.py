"""成批: the games of a task in lots that fit into memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from analyzer.errors import Unreadable
from analyzer.importing.entry import Entry
from analyzer.importing.item import Item, taken
from analyzer.paipu import Sourced

LOT_GAMES: Final = 8000
LOT_EVENTS: Final = 1_000_000
LOT_BYTES: Final = 24 << 20
"""How many games, events and bytes are stored together at most."""
Part = Item | Entry
"""A game that can be judged, or what became of one that cannot."""


def lots_of(games: Iterable[Sourced | Unreadable | Item]) -> Iterator[list[Part]]:
    """成批: the games lot by lot, in order; what cannot be read is among them."""
    parts: list[Part] = []
    events = size = 0
    for found in games:
        part = taken(found)
        parts.append(part)
        if isinstance(part, Item):
            events += part.events
            size += len(part.raw)
        if len(parts) >= LOT_GAMES or events >= LOT_EVENTS or size >= LOT_BYTES:
            yield parts
            parts, events, size = [], 0, 0
    if parts:
        yield parts
