"""转折: the events that changed who is winning - by what a seat did, or by what the view learnt."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np

from analyzer.cards import KINDS, UNSUITED, write_cards
from analyzer.events import Event, Pass, Play
from analyzer.outlook.positions import Position, before_of
from analyzer.outlook.timeline import Figure, Outlook, mean_of, outlook_at, played_on, side_points
from analyzer.outlook.worlds import worlds_of
from analyzer.paipu import act_of, cards_of
from analyzer.simulate.playouts import Worlds
from analyzer.simulate.rollout import SHOWN
from analyzer.words import Words

SURE: Final = 3.0
"""So many standard errors a change must be beyond: there are many events, and some change by chance."""
LEAST: Final = 0.5
"""And so many points of the emperor's side."""
MOST: Final = 12
"""So many of the largest changes are looked into."""
TIMES: Final = 2
"""So many times the playouts of an event are spent on one that is looked into."""


class Swing(NamedTuple):
    """转折: the event, what it changed for the emperor's side in points, and the same in words.

    `kind` is `move` where the seat's own choice did it, against what a bot would have done in the same worlds, and
    `news` where it is what the event has shown.
    """

    event: int
    kind: str
    change: Figure
    words: Words

    def to_json(self) -> dict[str, Any]:
        """The swing as `paishen outlook --json` prints it, the words in both languages."""
        return {"kind": self.kind, "change": self.change.to_json(), "words": self.words._asdict()}


def swings(
    places: Sequence[Position], events: Sequence[Event], found: Sequence[Outlook], playouts: int, seed: int
) -> list[Swing]:
    """转折: the swings of a game, in its order; `places` begins before the first event, `found` after it."""
    changed = [
        (abs(after.ours.value - before.ours.value), after.event)
        for before, after in pairwise(found)
        if _worth_a_look(before, after) and isinstance(events[after.event], (Play, Pass))
    ]
    looked = sorted(event for _, event in sorted(changed, reverse=True)[:MOST])
    made = (_swing(places[event], places[event + 1], events[event], playouts * TIMES, seed) for event in looked)
    return [swing for swing in made if swing]


def _worth_a_look(before: Outlook, after: Outlook) -> bool:
    """Whether an event may have changed something: beyond the error of the two figures on their own."""
    if before.results is None or after.results is None:
        return False
    error = (before.ours.error**2 + after.ours.error**2) ** 0.5
    return _beyond(Figure(after.ours.value - before.ours.value, error))


def _swing(before: Position, after: Position, event: Event, playouts: int, seed: int) -> Swing | None:
    """The swing at an event, from playouts of its own; None where they do not bear it out."""
    if not before.in_play:
        return None
    index = before.sight.index
    if after.in_play and not after.finished:
        effect = effect_of(before, after, event, playouts, seed + 1)
        if _beyond(effect):
            return Swing(index, "move", effect, moved(index, event, effect))
    was, now = outlook_at(before, playouts, seed + 1).ours, outlook_at(after, playouts, seed + 2).ours
    change = Figure(now.value - was.value, (now.error**2 + was.error**2) ** 0.5)
    return Swing(index, "news", change, learnt(index, event, change)) if _beyond(change) else None


def _beyond(change: Figure) -> bool:
    return abs(change.value) > max(LEAST, SURE * change.error)


def effect_of(before: Position, after: Position, event: Event, playouts: int, seed: int) -> Figure:
    """得失: what a play or a pass changed for the emperor's side, against a bot's choice in its place.

    Both go on from the same worlds, as they are possible after the event, with the same chance.
    """
    moves = before_of(act_of(event), before.table)
    if after.guard_seen > before.guard_seen:
        moves = (*moves[:-1], moves[-1] | SHOWN)
    worlds = taken_back(worlds_of(after, playouts, seed), event)
    done = side_points(worlds, played_on(before, worlds, seed, moves))
    left = side_points(worlds, played_on(before, worlds, seed))
    return mean_of(done - left)


def taken_back(worlds: Worlds, event: Event) -> Worlds:
    """收回: the worlds with the cards of a play back in the hand; of a card without suit any that the deck allows."""
    if not isinstance(event, Play):
        return worlds
    cards = worlds.cards.copy()
    for card in cards_of(event).cards:
        if card < UNSUITED:
            cards[:, event.seat, card] += 1
            continue
        kind = np.arange(KINDS)[(card - UNSUITED) * 4 : (card - UNSUITED) * 4 + 4]
        scarce = kind[cards[:, :, kind].sum(axis=1).argmin(axis=1)]
        cards[np.arange(len(cards)), event.seat, scarce] += 1
    return Worlds(cards, worlds.roles)


def moved(index: int, event: Event, effect: Figure) -> Words:
    """一句话: what a move cost or gained."""
    points = f"{abs(effect.value):.1f} ± {effect.error:.1f}"
    gained = effect.value > 0
    what = told(event)
    zh = f"事件 {index}: {what.zh}, 让皇帝一方{'多得' if gained else '少得'} {points} 分"
    en = f"event {index}: {what.en} {'gained' if gained else 'cost'} the emperor's side {points} points"
    return Words(zh, en)


def learnt(index: int, event: Event, change: Figure) -> Words:
    """一句话: how the expectation moved by what an event has shown."""
    points = f"{abs(change.value):.1f} ± {change.error:.1f}"
    what, more = told(event), change.value > 0
    zh = f"事件 {index}: {what.zh} 之后, 皇帝一方可望比之前{'多' if more else '少'}得 {points} 分"
    side = "the emperor's side may expect"
    en = f"event {index}: after {what.en} {side} {points} points {'more' if more else 'less'} than before"
    return Words(zh, en)


def told(event: Event) -> Words:
    """一句话: who did what.

    >>> told(Pass(seat=3)).en
    "seat 3's passing"
    """
    assert isinstance(event, (Play, Pass))
    if isinstance(event, Pass):
        return Words(f"{event.seat} 号位过牌", f"seat {event.seat}'s passing")
    cards = write_cards(cards_of(event).cards)
    return Words(f"{event.seat} 号位出 {cards}", f"seat {event.seat}'s {cards}")

