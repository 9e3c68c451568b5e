"""并排: logs of one game laid side by side, event by event."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from analyzer.events import Event, Log, Mind, Note, Seal, Undo, type_of
from analyzer.merge.cards import by_rank
from analyzer.paipu import act_of, cards_of
from analyzer.rules.step import is_counted

ASIDE: Final = (Note, Mind)
"""What one recorder may have written down and another not."""
WHO: Final = ("seat", "source", "to")
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


Row = dict[int, Item]
"""What is one event, by the log that has it."""


def undone(events: Sequence[Event]) -> set[int]:
    """撤回了的: the indices of the events that were undone.

    >>> from analyzer.events import Accept, Deal, Pass
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
        elif is_counted(act_of(event).kind):
            counted.append(index)
    return gone


def rows(logs: Sequence[Log]) -> list[Row]:
    """并排: the items of the logs, those that are the same event in one row; the first comes before any event.

    A row lacks a log that lacks the event. Corrections stay where all logs have the same ones; otherwise they are
    carried out.
    """
    lanes = _lanes(logs)
    found = [
        {source: lane[place] for source, lane in enumerate(lanes) if place < len(lane)}
        for place in range(max(map(len, lanes)))
    ]
    if all(len({kind_of(item.event) for item in row.values()}) == 1 for row in found):
        return found
    first, *others = sorted(range(len(lanes)), key=lambda source: -len(lanes[source]))
    found = [{first: item} for item in lanes[first]]
    for source in others:
        found = _laid(found, source, lanes[source])
    return found


def kind_of(event: Event | None) -> tuple[Any, ...]:
    """种类: what kind of event it is, and whose."""
    return () if event is None else (type_of(event), *(getattr(event, name, None) for name in WHO))


def _looks(item: Item) -> tuple[Any, ...]:
    """What makes an event easy to find again: its kind and the ranks of its cards."""
    ranks = by_rank(cards_of(item.event).cards) if item.event is not None else {}
    return (*kind_of(item.event), *sorted(ranks.items()))


def _laid(found: list[Row], source: int, items: Sequence[Item]) -> list[Row]:
    """One more log beside those that are laid already."""
    laid: list[Row] = []
    one, two = [_looks(_any(row)) for row in found], [_looks(item) for item in items]
    for _, start, end, first, last in SequenceMatcher(None, one, two, autojunk=False).get_opcodes():
        laid += _paired(found[start:end], source, items[first:last])
    return laid


def _paired(found: list[Row], source: int, items: Sequence[Item]) -> list[Row]:
    """Rows and events that stand between the same two: in pairs where there are as many, else by their kinds."""
    if len(found) == len(items):
        return [{**row, source: item} for row, item in zip(found, items, strict=True)]
    one, two = [kind_of(_any(row).event) for row in found], [kind_of(item.event) for item in items]
    laid: list[Row] = []
    for _, start, end, first, last in SequenceMatcher(None, one, two, autojunk=False).get_opcodes():
        both = min(end - start, last - first)
        laid += [{**found[start + step], source: items[first + step]} for step in range(both)]
        laid += found[start + both : end] + [{source: item} for item in items[first + both : last]]
    return laid


def _any(row: Row) -> Item:
    return next(iter(row.values()))


def _lanes(logs: Sequence[Log]) -> list[list[Item]]:
    """The items of each log."""
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
