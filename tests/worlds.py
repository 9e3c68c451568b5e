"""每一副牌: every deal that a view cannot exclude, played again with all hands open: what is proved, by definition.

A deal is possible as far as the events are legal with it and what everybody sees is the same: who is to act, whether
the game is over, who is revealed. Nothing here comes from `analyzer.tracking`, `analyzer.sight` or the hidden hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import factorial
from typing import NamedTuple

from msgspec import structs

from analyzer.cards import rank_of, shown, write_cards
from analyzer.events import Deal, Log, Play, Tribute, Yield
from analyzer.paipu import cards_of
from analyzer.replay import Moment, Replay
from analyzer.rules.table import Phase
from analyzer.rulesets import resolve

Row = tuple[int, ...]


class World(NamedTuple):
    """One deal, after every event: in how many ways the cards still hidden can lie so, the holdings, the guards."""

    weights: Sequence[int]
    holdings: Sequence[Sequence[Row]]
    guards: Sequence[int]


def hands_of(log: Log, view: int) -> Iterator[dict[int, list[int]]]:
    """Every way to deal what a view has not been dealt, identical cards taken together."""
    deal = log.events[0]
    assert isinstance(deal, Deal)
    own = shown(str(deal.hands[view - 1])).cards
    sizes = {seat: len(shown(str(hand)).cards) for seat, hand in enumerate(deal.hands, 1) if seat != view}
    dealt = Counter(card for hand in deal.hands for card in shown(str(hand)).cards)
    assert sum(dealt.values()) <= sum(resolve(log.rules).deck)
    for hands in shared(sorted((dealt - Counter(own)).items()), sizes):
        yield {**hands, view: list(own)}


def shared(kinds: Sequence[tuple[int, int]], sizes: Mapping[int, int]) -> Iterator[dict[int, list[int]]]:
    """Every way to share out so many of each card among seats of so many places."""
    if not kinds:
        yield {seat: [] for seat in sizes}
        return
    (card, copies), *others = kinds
    for split in splits(copies, list(sizes.values())):
        left = {seat: size - count for (seat, size), count in zip(sizes.items(), split, strict=True)}
        for hands in shared(others, left):
            yield {seat: [card] * count + hands[seat] for seat, count in zip(sizes, split, strict=True)}


def located(log: Log) -> Iterator[list[Counter[int]]]:
    """After every event, the cards of each seat that it was paid or handed before everybody's eyes and still has."""
    found = [Counter[int]() for _ in range(6)]
    for event in log.events:
        if isinstance(event, (Play, Tribute, Yield)):
            giver = event.source if isinstance(event, Tribute) else event.seat
            found = [row.copy() for row in found]
            found[giver] = found[giver] - Counter(cards_of(event).cards)
            if not isinstance(event, Play):
                found[event.to].update(cards_of(event).cards)
        yield found


def ways(holdings: Sequence[Sequence[int] | None], known: Sequence[Counter[int]], view: int) -> int:
    """In how many ways cards that look alike, and that nobody can place, can lie so among the seats that are hidden."""
    rows = [Counter(hand or ()) - known[seat] for seat, hand in enumerate(holdings, 1) if seat != view]
    found = 1
    for card, total in sum(rows, Counter[int]()).items():
        found *= factorial(total)
        for row in rows:
            found //= factorial(row[card])
    return found


def splits(total: int, rooms: Sequence[int]) -> Iterator[Row]:
    """Every way to put so many things into rooms of some sizes."""
    if len(rooms) == 1:
        if total <= rooms[0]:
            yield (total,)
        return
    for here in range(min(total, rooms[0]) + 1):
        for rest in splits(total - here, rooms[1:]):
            yield (here, *rest)


def worlds(log: Log, view: int) -> list[World]:
    """The deals that a view cannot exclude at once, each as far as it goes."""
    truth = [public(moment) for moment in Replay(log).moments]
    deal, seen = log.events[0], list(located(log))
    assert isinstance(deal, Deal)
    found = []
    for hands in hands_of(log, view):
        one, two, three, four, five = (write_cards(hands[seat]) for seat in range(1, 6))
        made = structs.replace(deal, hands=(one, two, three, four, five))
        moments = Replay(structs.replace(log, events=(made, *log.events[1:]))).moments
        same = [public(mine) == theirs for mine, theirs in zip(moments, truth, strict=False)]
        fits = moments[: same.index(False) if False in same else len(same)]
        if len(fits) > 1:
            held = [[by_rank(hand or ()) for hand in moment.holdings] for moment in fits]
            weights = [1, *(ways(moment.holdings, known, view) for moment, known in zip(fits[1:], seen, strict=False))]
            found.append(World(weights, held, [moment.table.roles.guard for moment in fits]))
    return found


def public(moment: Moment) -> tuple[int, ...]:
    """What everybody sees of a moment; roles only where they are revealed."""
    table = moment.table
    told = table.roles.open_guard or table.roles.risen or table.roles.solo == 2 or table.phase >= Phase.OVER
    playing = table.phase >= Phase.PLAY
    turn = table.turn if playing else 0
    return (playing, table.phase >= Phase.OVER, turn, table.roles.guard if told else 0)


def by_rank(cards: Sequence[int]) -> Row:
    row = [0] * 15
    for card in cards:
        row[rank_of(card)] += 1
    return tuple(row)
