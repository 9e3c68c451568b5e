"""可能的世界: deals that a view cannot tell apart, drawn at random.

The guard (or a secret solo) is drawn from what the view believes; the cards lie as evenly as what is certain allows:
holdings, sizes, cards seen, voids, cards shown in a call, a tribute or a yield. The seed is all that comes in besides.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import numpy as np

from analyzer.cards import EMPEROR_JOKER, GUARD_JOKER, KINDS, UNSUITED, R, rank_of
from analyzer.deduction.counts import Chances
from analyzer.outlook.positions import Position
from analyzer.outlook.snatched import FEW, could_call, with_snatches
from analyzer.rules.table import Solo
from analyzer.simulate.playing import BY_RANK
from analyzer.simulate.playouts import Worlds
from analyzer.tracking.cases import Case, outlines
from analyzer.tracking.facts import Facts
from analyzer.tracking.hypergeometric import TooMany, samples, split, ways

CELLS: Final = 6 * KINDS
OVERDRAWN: Final = 4
"""Where bounds make deals unequally likely, so many times as many are drawn and the likelier kept."""
FEWEST: Final = 200
"""At least so many are drawn then."""
Cards = dict[tuple[int, int], int]
"""How many of a card (the second number) a seat has."""


def worlds_of(position: Position, many: int, seed: int) -> Worlds:
    """可能的世界: so many deals that a view cannot tell apart, in no order; only those in which the game goes on."""
    assert position.chances is not None
    random = np.random.default_rng([seed, position.sight.index, position.sight.view + 1])
    drawn = _guards(position.going, many, random)
    cards = np.zeros((many, 6, KINDS), np.uint8)
    for guard in sorted(set(drawn.tolist())):
        places = np.nonzero(drawn == guard)[0]
        cards[places] = _deals(position, guard, len(places), random)
    emperor = position.sight.emperor
    alone = Solo.OPEN if position.sight.solo == Solo.OPEN else Solo.SECRET
    solo = np.where(drawn == emperor, int(alone), int(Solo.NONE))
    return Worlds(cards, np.stack([np.full(many, emperor), drawn, solo], axis=1).astype(np.int8))


def _guards(chances: Chances, many: int, random: Any) -> Any:
    """侍卫: the guard of each world, each as often as it is likely, shuffled."""
    seats = sorted(seat for seat, chance in chances.items() if chance > 0)
    return np.array(seats)[as_often([chances[seat] for seat in seats], many, random)]


def as_often(chances: Any, many: int, random: Any) -> Any:
    """按机会: so many places of a row of chances, each as often as it is likely, shuffled; one draw sets all steps."""
    reached = np.cumsum(chances)
    steps = (np.arange(many) + random.random()) / many * reached[-1]
    return random.permutation(np.minimum(np.searchsorted(reached, steps, side="right"), len(reached) - 1))


def _deals(position: Position, guard: int, many: int, random: Any) -> Any:
    """发牌: deals in which a seat is the guard."""
    facts = position.facts
    if facts is None:
        return np.repeat(_open_cards(position, guard)[None], many, axis=0)
    if not position.table.roles.snatchers:
        return _dealt(position, facts, guard, many, random)
    parts = [len(part) for part in np.array_split(np.arange(many), min(FEW, many))]
    made = [_dealt(position, with_snatches(position, facts, random), guard, part, random) for part in parts]
    return could_call(position, np.concatenate(made), random)


def _dealt(position: Position, facts: Facts, guard: int, many: int, random: Any) -> Any:
    """Deals in which a seat is the guard, where all that is certain is in the facts."""
    fitting = [(weight, case) for weight, case in _cases(facts) if case.guard in (0, guard)]
    weights = np.array([weight for weight, _ in fitting])
    picked = random.choice(len(fitting), size=many, p=weights / weights.sum())
    found = np.zeros((many, 6, KINDS), np.uint8)
    for number, (_, case) in enumerate(fitting):
        places = np.nonzero(picked == number)[0]
        if len(places):
            found[places] = _lie(position, facts, case, len(places), random)
    return found


def _cases(facts: Facts) -> list[tuple[float, Case]]:
    """Where the one card that makes the guard can be, each case as likely as it has ways."""
    try:
        found = [(factor * ways(case.pool, case.slots, case.caps), case) for factor, case in outlines(facts.lie)]
    except TooMany:
        found = [(factor * split(case.slots), case) for factor, case in outlines(facts.lie)]
    return [(weight, case) for weight, case in found if weight > 0]


class _Loose(NamedTuple):
    """未定的牌: what is the same in all deals of a case (`fixed`, seats by cards), and the cards that are not."""

    fixed: Any
    cards: list[int]


def _lie(position: Position, facts: Facts, case: Case, many: int, random: Any) -> Any:
    """Deals of one case."""
    loose = _loosened(position, facts, case)
    seats = np.array(facts.lie.seats)
    cards = np.array(loose.cards, dtype=np.int64)
    if not len(cards):
        return np.repeat(loose.fixed[None], many, axis=0)
    if any(case.caps):
        holders = _bounded(case, cards, many, random)
        taken = np.tile(cards, (many, 1))
    else:
        holders = np.tile(np.repeat(np.arange(len(seats)), case.slots), (many, 1))
        taken = random.permuted(np.tile(cards, (many, 1)), axis=1)
    cells = np.arange(many)[:, None] * CELLS + seats[holders] * KINDS + taken
    counts = np.bincount(cells.ravel(), minlength=many * CELLS).reshape(many, 6, KINDS)
    return (counts + loose.fixed).astype(np.uint8)


def _bounded(case: Case, cards: Any, many: int, random: Any) -> Any:
    """Who holds each of the cards (sorted by rank) where bounds hold: by rank first, then which of the rank."""
    deals = _by_rank(case, many, random)
    labels = np.tile(np.arange(len(case.slots)), (many, deals.shape[2], 1))
    holders = np.repeat(labels.ravel(), deals.transpose(0, 2, 1).ravel()).reshape(many, len(cards))
    ranks = np.array([rank_of(card) for card in cards.tolist()])
    order = np.argsort(ranks + random.random((many, len(cards))), axis=1)
    return np.take_along_axis(holders, order, axis=1)


def _by_rank(case: Case, many: int, random: Any) -> Any:
    """Deals by rank within bounds. More are drawn than are wanted, as they are not equally likely, and some fail."""
    for size in (OVERDRAWN * many + FEWEST, 100 * (many + FEWEST)):
        drawn, weights = samples(case.pool, case.slots, case.caps, size, int(random.integers(1 << 31)))
        whole = (drawn.sum(axis=2) == np.array(case.slots)).all(axis=1)
        chances = np.where(whole, weights, 0.0)
        if chances.sum() > 0:
            return drawn[random.choice(size, size=many, p=chances / chances.sum())]
    unbound = (None,) * len(case.slots)
    return samples(case.pool, case.slots, unbound, many, int(random.integers(1 << 31)))[0]


def _loosened(position: Position, facts: Facts, case: Case) -> _Loose:
    """The cards that a case leaves open, and who holds the others."""
    sight = facts.sight
    own = (sight.holdings[sight.view - 1] if sight.view > 0 else ()) or ()
    unseen = [copies - sight.played[card] for card, copies in enumerate(position.resolved.deck)]
    fixed = np.zeros((6, KINDS), np.int64)
    for card in own:
        if card < UNSUITED:
            fixed[sight.view, card] += 1
            unseen[card] -= 1
    mark = GUARD_JOKER if position.called < 0 else position.called
    if case.guard and not case.holder:  # it was put down without its suit
        unseen[mark] -= 1
    for (seat, card), count in _pinned(facts, case, mark).items():
        fixed[seat, card] += count
        unseen[card] -= count
    if unseen[EMPEROR_JOKER] > 0 and sight.emperor:  # it was put down without its mark
        unseen[EMPEROR_JOKER], unseen[R] = 0, unseen[R] + 1
    _fill(fixed, unseen, facts, case, mark)
    unsuited = [card - UNSUITED for card in own if card >= UNSUITED]
    for rank in unsuited:
        _take(fixed, unseen, sight.view, rank, mark)
    for rank, there in enumerate(case.pool):
        for _ in range(sum(unseen[card] for card in BY_RANK[rank]) - there):
            _take(None, unseen, 0, rank, mark)
    return _Loose(fixed, [card for card in range(KINDS) for _ in range(max(0, unseen[card]))])


def _pinned(facts: Facts, case: Case, mark: int) -> Cards:
    """认得的牌: the cards that hidden seats hold for certain, no more of a rank than it is certain to hold."""
    held: Cards = {(seat, card): count for seat, card, count in facts.named}
    if case.holder:
        held[case.holder, mark] = held.get((case.holder, mark), 0) + 1
    room = {
        (seat, rank): count
        for seat, row in zip(facts.lie.seats, case.sure, strict=True)
        for rank, count in enumerate(row)
    }
    found: Cards = {}
    for (seat, card), count in sorted(held.items(), key=lambda item: item[0][1] != mark):
        there = min(count, room[seat, rank_of(card)])
        room[seat, rank_of(card)] -= there
        if there > 0:
            found[seat, card] = there
    return found


def _fill(fixed: Any, unseen: list[int], facts: Facts, case: Case, mark: int) -> None:
    """Give hidden seats what they hold for certain by rank alone: any card of it, the one that makes the guard last."""
    for seat, row in zip(facts.lie.seats, case.sure, strict=True):
        for rank, count in enumerate(row):
            for _ in range(count - int(fixed[seat, BY_RANK[rank]].sum()) if count else 0):
                _take(fixed, unseen, seat, rank, mark)


def _take(fixed: Any, unseen: list[int], seat: int, rank: int, mark: int) -> None:
    """Take a card of a rank that lies nobody knows where; give it to a seat, or to nobody."""
    kind = [card for card in BY_RANK[rank] if unseen[card] > 0]
    if kind:
        card = max(kind, key=lambda one: (one != mark, unseen[one]))
        unseen[card] -= 1
        if fixed is not None:
            fixed[seat, card] += 1


def _open_cards(position: Position, guard: int) -> Any:
    """明牌: the holdings with all hands open; a card without its suit is any that is left, the guard's own first."""
    found = np.zeros((6, KINDS), np.int64)
    left = [copies - position.sight.played[card] for card, copies in enumerate(position.resolved.deck)]
    holdings = list(enumerate((hand or () for hand in position.sight.holdings), 1))
    for seat, card in _suited(holdings):
        found[seat, card] += 1
        left[card] -= 1
    if position.called >= 0 and left[position.called] > 0:
        _open_call(position, holdings, found, left, guard)
    for seat, hand in holdings:
        for rank in range(15):
            unsuited = sum(card == UNSUITED + rank for card in hand) - _given(found, hand, seat, rank)
            for _ in range(unsuited):
                _take(found, left, seat, rank, position.called)
    return found


def _suited(holdings: Iterable[tuple[int, tuple[int, ...]]]) -> Iterable[tuple[int, int]]:
    return ((seat, card) for seat, hand in holdings for card in hand if card < UNSUITED)


def _given(found: Any, hand: tuple[int, ...], seat: int, rank: int) -> int:
    """How many of a seat's unsuited cards of a rank were given a suit already."""
    suited = sum(card < UNSUITED and rank_of(card) == rank for card in hand)
    return int(found[seat, BY_RANK[rank]].sum()) - suited


def _open_call(position: Position, holdings: Any, found: Any, left: list[int], guard: int) -> None:
    """Give the called card to the guard and to the emperor, as far as they hold cards of its rank without suit."""
    called, emperor = position.called, position.sight.emperor
    for seat, most in ((guard, 1 if guard != emperor else 4), (emperor, 3)):
        hand = next(cards for one, cards in holdings if one == seat)
        for _ in range(min(most, hand.count(UNSUITED + rank_of(called)), left[called])):
            found[seat, called] += 1
            left[called] -= 1
