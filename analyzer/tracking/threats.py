"""威胁: who can beat the standing play, and what cannot be beaten any more.

A seat can beat a play when some of its jokers with enough cards of one higher rank do (`rules.plays`). So P(it cannot)
is a sum over how many jokers of each kind it has, of deals in which every higher rank stays below what is needed - and
so it is, over two seats at once, for P(neither can).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any, Final

import numpy as np

from analyzer.cards import BIG, PLAIN, SIX, SMALL, pack
from analyzer.rules.plays import NEVER, breaks_sixes_last, needed_to_beat, play_size
from analyzer.rules.table import Phase
from analyzer.rulesets import Ruleset, SixesLast
from analyzer.sight import Sight
from analyzer.tracking.cases import Answer, Case, Counted, Drawn, drawn
from analyzer.tracking.facts import Facts
from analyzer.tracking.hypergeometric import Caps, Pool, Slots, TooMany, choices, choose, ways, weighted
from analyzer.tracking.lie import ANY, Row, Unseen
from analyzer.tracking.snatch import Terms

EXACT: Final = 2
"""Up to so many hidden seats are weighed together exactly."""
SURE: Final = Answer(1.0)
"""One of some seats certainly can."""


def standing_of(sight: Sight) -> int:
    """台面: the play that a seat may have to beat, 0 where there is none."""
    return sight.standing if sight.phase == Phase.PLAY else 0


def to_act(sight: Sight) -> tuple[int, ...]:
    """还没表态的: the seats that may still beat the standing play: they hold cards and have not passed on it."""
    waiting = sight.live & ~sight.passed & ~(1 << sight.owner)
    return tuple(seat for seat in range(1, 6) if standing_of(sight) and waiting >> seat & 1)


@lru_cache(maxsize=65536)
def needs(ruleset: Ruleset, standing: int, size: int, small: int, big: int) -> Row | None:
    """所需: for each plain rank the fewest cards that beat a play with some of these jokers; None if jokers alone do.

    `size` is the number of cards in the whole holding: sixes last may ask that the play is all of it.
    """
    row = []
    for rank in range(PLAIN):
        need = needed_to_beat(standing, rank, small, big)
        if need == 0:
            return None
        if rank == SIX and need < NEVER:
            jokers = play_size(standing) - need
            if breaks_sixes_last(ruleset, pack(rank, need, jokers, 0), size - play_size(standing)):
                need = NEVER
        row.append(need)
    return tuple(row)


def quiet(case: Case, places: tuple[int, ...], sizes: tuple[int, ...], ruleset: Ruleset, standing: int) -> float:
    """压不住: P, within a case, that none of some hidden seats can beat the standing play."""
    if case.snatch:
        return _quiet_after_snatch(case, places, tuple(sizes[place] for place in places), ruleset, standing)
    if not any(case.caps):
        return _quiet(*_gathered(case, places), tuple(sizes[place] for place in places), ruleset, standing)
    return _quiet(case, places, tuple(sizes[place] for place in places), ruleset, standing)


def _gathered(case: Case, places: tuple[int, ...]) -> tuple[Case, tuple[int, ...]]:
    """The same question with all other seats as one: nothing bounds them."""
    rest = sum(case.slots) - sum(case.slots[place] for place in places)
    slots = (*(case.slots[place] for place in places), rest)
    sure = tuple(case.sure[place] for place in places)
    gathered = Case(0, 0, 0.0, case.pool, slots, (None,) * len(slots), sure)
    return gathered, tuple(range(len(places)))


Term = tuple[Pool, Slots, Caps]


@lru_cache(maxsize=65536)
def _quiet(case: Case, places: tuple[int, ...], sizes: tuple[int, ...], ruleset: Ruleset, standing: int) -> float:
    terms: dict[Term, float] = {}
    for jokers in _joker_deals(case, places):
        found = _term(case, places, sizes, jokers, ruleset, standing)
        if found is not None:
            terms[found[0]] = terms.get(found[0], 0.0) + found[1]
    return sum(count * ways(*term) for term, count in terms.items()) / ways(case.pool, case.slots, case.caps)


def _term(
    case: Case, places: tuple[int, ...], sizes: tuple[int, ...], jokers: JokerDeal, ruleset: Ruleset, standing: int
) -> tuple[Term, float] | None:
    """The deals with these jokers in which none of the seats can beat: what is left to count, and a factor."""
    caps: list[Row | None] = list(case.caps)
    pool, slots, count = list(case.pool), list(case.slots), 1.0
    for place, size, (small, big) in zip(places, sizes, jokers, strict=True):
        sure = case.sure[place]
        row: Row | None = _SAFE
        if size >= play_size(standing):
            row = needs(ruleset, standing, size, small + sure[SMALL], big + sure[BIG])
        bound = _bound(row, sure, case.caps[place])
        if bound is None:
            return None
        caps[place] = bound
        count *= choose(pool[SMALL], small) * choose(pool[BIG], big)
        pool[SMALL], pool[BIG], slots[place] = pool[SMALL] - small, pool[BIG] - big, slots[place] - small - big
    if not any(case.caps):  # whoever has the other jokers, it makes no difference which they are
        pool[SMALL], pool[BIG] = pool[SMALL] + pool[BIG], 0
    return (tuple(pool), tuple(slots), tuple(caps)), count


@lru_cache(maxsize=4096)
def _quiet_after_snatch(
    case: Case, places: tuple[int, ...], sizes: tuple[int, ...], ruleset: Ruleset, standing: int
) -> float:
    """The same where a seat has snatched."""
    assert case.snatch is not None
    sized = [(place, size) for place, size in zip(places, sizes, strict=True) if size >= play_size(standing)]
    if not sized:
        return 1.0
    places, sizes = zip(*sized, strict=True)
    if ruleset.sixes_last == SixesLast.NO:
        sizes = (0,) * len(places)  # they make no difference then
    sure = tuple(case.sure[place] for place in places)
    terms = _by_jokers(ruleset, standing, sizes, sure, case.pool[SMALL:])
    slots = tuple(case.slots[place] for place in places)
    return case.snatch.below(places, slots, terms) if terms else 0.0


@lru_cache(maxsize=4096)
def _by_jokers(ruleset: Ruleset, standing: int, sizes: Row, sure: tuple[Row, ...], pool: Row) -> Terms:
    """By the bounds of seats none of which can beat a play: in how many ways they then have how many of the jokers."""
    found: dict[tuple[Row, ...], dict[Row, float]] = {}
    of_one = list(product(range(pool[0] + 1), range(pool[1] + 1)))
    for jokers in product(of_one, repeat=len(sizes)):
        count, (smalls, bigs), bounds = 1.0, pool, []
        for size, row, (small, big) in zip(sizes, sure, jokers, strict=True):
            count *= choose(smalls, small) * choose(bigs, big)
            smalls, bigs = smalls - small, bigs - big
            bounds.append(_bound(needs(ruleset, standing, size, small + row[SMALL], big + row[BIG]), row, None))
        if count and None not in bounds:
            numbers = found.setdefault(tuple(bound[:PLAIN] for bound in bounds if bound), {})
            had = tuple(map(sum, jokers))
            numbers[had] = numbers.get(had, 0.0) + count
    return found


_SAFE: Final = (NEVER,) * PLAIN


JokerDeal = tuple[tuple[int, int], ...]


def _joker_deals(case: Case, places: tuple[int, ...]) -> Iterator[JokerDeal]:
    """Every way in which the unlocated jokers can be with some seats: (small, big) for each."""
    smalls, bigs = range(case.pool[SMALL] + 1), range(case.pool[BIG] + 1)
    for jokers in product(product(smalls, bigs), repeat=len(places)):
        if sum(small for small, _ in jokers) > smalls[-1] or sum(big for _, big in jokers) > bigs[-1]:
            continue
        if all(_may_have(case, place, *some) for place, some in zip(places, jokers, strict=True)):
            yield jokers


def _may_have(case: Case, place: int, small: int, big: int) -> bool:
    cap = case.caps[place]
    fits = cap is None or (small <= cap[SMALL] and big <= cap[BIG])
    return fits and small + big <= case.slots[place]


def _bound(row: Row | None, sure: Row, cap: Row | None) -> Row | None:
    """The bounds of a seat that stays below what is needed; None where it cannot. Its jokers are dealt already."""
    if row is None:
        return None
    most = cap or (ANY,) * len(sure)
    bound = [min(need - 1 - held, bar) for need, held, bar in zip(row, sure, most, strict=False)]
    return None if min(bound) < 0 else (*bound, 0, 0)


def can_beat(facts: Facts, lie: Unseen, answers: Counted | Drawn, seat: int) -> Answer | None:
    """压得住: P that a hidden seat can beat the standing play; None where there is none to beat."""
    standing = standing_of(facts.sight)
    if not standing or seat == facts.sight.owner or not facts.left(seat):
        return None
    if not _may_beat(facts, lie, seat, standing):
        return Answer(0.0)
    return _together(facts, lie, answers, (seat,), standing)


def has_higher_set(facts: Facts, lie: Unseen, answers: Counted | Drawn, seat: int) -> float:
    """不用王就压得住: P that a hidden seat can beat the standing play without a joker; 0 where none stands."""
    standing = standing_of(facts.sight)
    size = play_size(standing)
    if not standing or standing & 63 or size > facts.left(seat) or not isinstance(answers, Counted):
        return 0.0
    place, row = lie.seats.index(seat), needs(facts.ruleset, standing, facts.left(seat), 0, 0) or _SAFE
    if not any(lie.most(seat)[rank] + lie.sure[place][rank] >= need for rank, need in enumerate(row)):
        return 0.0
    none = 0.0
    for case in answers.cases:
        alone = not case.snatch and not any(case.caps)
        small, where = (_gathered(case, (place,))[0], 0) if alone else (case, place)
        none += case.weight * _no_set(small, where, row)
    return min(1.0, max(0.0, 1.0 - none))


@lru_cache(maxsize=65536)
def _no_set(case: Case, place: int, row: Row) -> float:
    """P, within a case, that a seat has fewer cards of every rank than a row asks for."""
    sure, cap = case.sure[place], case.caps[place] or (ANY,) * len(case.pool)
    bound = tuple(min(need - 1 - held, bar) for need, held, bar in zip(row, sure, cap, strict=False))
    if min(bound) < 0:
        return 0.0
    if case.snatch:
        jokers: dict[Row, float] = {(had,): ways for had, ways in enumerate(choices(case.snatch.jokers).tolist())}
        return case.snatch.below((place,), (case.slots[place],), {(bound,): jokers})
    caps = (*case.caps[:place], (*bound, *cap[PLAIN:]), *case.caps[place + 1 :])
    return ways(case.pool, case.slots, caps) / ways(case.pool, case.slots, case.caps)


def _together(facts: Facts, lie: Unseen, answers: Counted | Drawn, seats: tuple[int, ...], standing: int) -> Answer:
    """P that any of some hidden seats can beat a play: counted, or drawn where that would take too long."""
    places = tuple(lie.seats.index(seat) for seat in seats)
    sizes = tuple(facts.left(seat) for seat in lie.seats)
    if isinstance(answers, Counted) and len(seats) <= EXACT:
        try:
            none = sum(case.weight * quiet(case, places, sizes, facts.ruleset, standing) for case in answers.cases)
            return Answer(min(1.0, max(0.0, 1.0 - none)))
        except TooMany:
            pass
    _, deals, weights = drawn(lie)
    any_can = np.zeros(len(weights), dtype=bool)
    for seat, place in zip(seats, places, strict=True):
        any_can |= _beats(deals[:, place], facts.ruleset, standing, facts.left(seat))
    return Answer(*weighted(any_can.astype(float), weights))


def _beats(holdings: Any, ruleset: Ruleset, standing: int, size: int) -> Any:
    """Which of many holdings (by rank) beat a play."""
    can = np.zeros(len(holdings), dtype=bool)
    if size < play_size(standing):
        return can
    for small, big in {(int(small), int(big)) for small, big in holdings[:, SMALL:]}:
        those = (holdings[:, SMALL] == small) & (holdings[:, BIG] == big)
        row = needs(ruleset, standing, size, small, big)
        enough = row is None or (holdings[:, :PLAIN] >= np.array(row)).any(axis=1)
        can |= those & enough
    return can


def beatable(facts: Facts, lie: Unseen, answers: Counted | Drawn) -> Answer | None:
    """会不会被压: P that anybody still to act can beat the standing play: exact for at most two hidden seats.

    The view's own seat is among them, and its cards are known. None where nothing stands.
    """
    standing = standing_of(facts.sight)
    if not standing:
        return None
    waiting = to_act(facts.sight)
    view = facts.sight.view
    if view in waiting and holding_beats(facts.own, facts.ruleset, standing):
        return Answer(1.0)
    hidden = tuple(seat for seat in waiting if seat != view and _may_beat(facts, lie, seat, standing))
    if not hidden:
        return Answer(0.0)
    if len(hidden) > EXACT and any(_together(facts, lie, answers, (seat,), standing) == SURE for seat in hidden):
        return SURE
    return _together(facts, lie, answers, hidden, standing)


def holding_beats(holding: Row, ruleset: Ruleset, standing: int) -> bool:
    """Whether a known holding (by rank) can beat a play."""
    size = sum(holding)
    if size < play_size(standing):
        return False
    row = needs(ruleset, standing, size, holding[SMALL], holding[BIG])
    return row is None or any(held >= need for held, need in zip(holding, row, strict=False))


# -- what holds ------------------------------------------------------------------------------------------------


def unbeatable(facts: Facts, lie: Unseen) -> dict[int, int]:
    """压不掉的: for each number of cards the lowest rank of which so many cannot be beaten by another seat any more.

    Of a seat's view only plays that it holds count; of an onlooker's those that can still be made of unseen cards.
    """
    mine = facts.own if facts.sight.view > 0 else facts.unseen
    found: dict[int, int] = {}
    for rank in range(PLAIN):
        for count in range(1, mine[rank] + 1):
            play = pack(rank, count, 0, 0)
            if count not in found and not any(_may_beat(facts, lie, seat, play) for seat in lie.seats):
                found[count] = rank
    return dict(sorted(found.items()))


def _may_beat(facts: Facts, lie: Unseen, seat: int, play: int) -> bool:
    """Whether a hidden seat can have what beats a play: it has room for what is not located."""
    place, size = lie.seats.index(seat), facts.left(seat)
    if size < play_size(play):
        return False
    sure, slots = lie.sure[place], lie.slots[place]
    most = [held + more for held, more in zip(sure, lie.most(seat), strict=True)]
    row = needs(facts.ruleset, play, size, most[SMALL], most[BIG])
    bigs = max(play >> 3 & 7, sure[BIG])
    fixed = max(0, bigs - sure[BIG])
    for rank in range(PLAIN):
        enough = row is None or most[rank] >= row[rank]
        others = sure[SMALL] + (sure[rank] if row is not None else 0)
        if enough and fixed + max(0, play_size(play) - bigs - others) <= slots:
            return True
    return False
