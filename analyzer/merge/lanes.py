"""并排: logs of one game laid side by side, event by event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import UNSET

from analyzer.events import Auto, Deal, Event, Log, Mind, Note, Seal, Undo

ASIDE: Final = (Note, Mind)
"""What one recorder may have written down and another not."""
UNCOUNTED: Final = (Deal, Auto, Mind, Note, Undo, Seal)
"""What an `undo` passes over."""
Placed = tuple[int, Event]
"""An event with its index in its log."""


class Item(NamedTuple):
    """一项: an event that every log of the game must have, and its place in its own; `aside`: what follows it there.

    `counts`: it was not undone.
    """

    place: int
    event: Event | None
    counts: bool
    aside: tuple[Placed, ...]


def undone(events: Sequence[Event]) -> set[int]:
    """撤回了的: the indices of the events that were undone.

    >>> from analyzer.events import Accept, Pass
    >>> undone([Deal(hands=(1, 1, 1, 1, 1)), Accept(seat=1), Pass(seat=2), Note(text="x"), Undo(), Undo()])
    {1, 2}
    """
    counted: list[int] = []
    gone: set[int] = set()
    for index, event in enumerate(events):
        if isinstance(event, Undo):
            count = 1 if event.count is UNSET else event.count
            gone.update(counted[-count:])
            del counted[-count:]
        elif not isinstance(event, UNCOUNTED):
            counted.append(index)
    return gone


def lanes(logs: Sequence[Log]) -> list[list[Item]]:
    """并排: the items of each log; the first stands for what comes before any event.

    Corrections stay where all logs have the same ones; otherwise they are carried out.
    """
    kept = [_items(log, carried_out=False) for log in logs]
    corrections = {
        tuple((number, item.event.count) for number, item in enumerate(items) if isinstance(item.event, Undo))
        for items in kept
    }
    return kept if len(corrections) == 1 else [_items(log, carried_out=True) for log in logs]


def _items(log: Log, *, carried_out: bool) -> list[Item]:
    gone = undone(log.events)
    items = [Item(-1, None, counts=False, aside=())]
    for index, event in enumerate(log.events):
        if isinstance(event, Seal) or (carried_out and (index in gone or isinstance(event, Undo))):
            continue
        if isinstance(event, ASIDE):
            items[-1] = items[-1]._replace(aside=(*items[-1].aside, (index, event)))
        else:
            items.append(Item(index, event, index not in gone, ()))
    return items
