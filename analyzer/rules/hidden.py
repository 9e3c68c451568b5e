"""未知的牌: what can still be true where hands or suits are not known - judged by counts.

A *world* fixes the two cards that decide the roles: who was dealt `R*` and `B*`, or who holds the fourth called card;
`pool` weighs everything else that is hidden by counts. An event is legal if it is legal in some world; worlds where
it is not are dropped, and when none is left the highest of their codes counts (PAIPU.md, "What is hidden").
"""

from __future__ import annotations

from analyzer.cards import (
    BIG,
    EMPEROR_JOKER,
    PLAIN,
    SIX,
    SMALL,
    TWO,
)  # fmt: skip
from analyzer.rules.acts import Act, Kind
from analyzer.rules.plays import is_mixed, lone_rank, play_size
from analyzer.rules.pool import ANY_RANK, Pool, Proof, Way, World
from analyzer.rules.possession import (
    SIZE,
    goes_along,
    has_alike,
    unsuited,
)  # fmt: skip
from analyzer.rules.table import NO_FACTS, Facts, Phase, Table
from analyzer.rules.throne import is_again
from analyzer.rules.tribute import Previous, owes, receiver
from analyzer.rulesets import Guard, SixesLast, Throne


def look_hidden(pool: Pool, previous: Previous, world: World, act: Act) -> Facts:
    """手牌所示: what the hands can say about one act in a world (`possession.look` where nothing is hidden)."""
    kind, seat = act.kind, act.seat
    if kind == Kind.PLAY:
        left = pool.hands.ranks[seat][SIZE] - play_size(act.play)
        if is_mixed(act.play) or not pool.has(act, world):
            return Facts(left, int(is_mixed(act.play)), 0, 0)
        auto = world.table.auto >> seat & 1
        return Facts(left, 1, int(can_be_auto(pool, world, act)) if auto else 1, 0)
    if kind == Kind.ACCEPT:
        return Facts(0, 0, int(can_call(pool, world, seat)), world.holder)
    if kind == Kind.CALL:
        return Facts(0, int(can_show(pool, world, act)), 0, 0)
    if kind == Kind.YIELD:
        return look_yield(pool, world, act)
    if kind == Kind.SNATCH:
        return Facts(0, 0, int(can_snatch(pool, world, seat)), 0)
    if kind == Kind.TRIBUTE and world.table.phase == Phase.TRIBUTE:
        return look_tribute(pool, previous, world, act)
    return NO_FACTS


def can_be_auto(pool: Pool, world: World, act: Act) -> bool:
    """托管: whether a lead can be what auto-play leads."""
    row = pool.hands.ranks[act.seat]
    sixes = pool.ruleset.sixes_last != SixesLast.NO and row[SIZE] > 1
    if play_size(act.play) == row[SIZE] and sixes:
        return act.play >> 11 == SIX and act.play & 63 == 0
    rank = lone_rank(act.play)
    if rank < 0:
        return False
    if act.seat not in pool.dark:
        return all(row[low] == 0 for low in range(rank) if not (sixes and low == SIX))
    most = {(act.seat, low): count for low, count in pool.below_auto(act).items()}
    return pool.possible((*world.needs, *pool.needs_of(act)), world.emperor_joker, most)


def alike(pool: Pool, seat: int, copies: int, *, twos: bool) -> Proof:
    """同花同点: that a seat has so many identical plain cards now: one way for each card."""
    return Proof(
        seat,
        [
            Way((
                (seat, card, pool.out[seat][card] + copies),
                (seat, ANY_RANK + (card >> 2), pool.out_ranks[seat][card >> 2] + copies),
            ))
            for card in range(PLAIN * 4 if twos else TWO * 4)
            if pool.free[card] >= copies
        ],
        copies,
    )  # fmt: skip


def can_hold(pool: Pool, world: World, seat: int, copies: int, *, twos: bool) -> bool:
    """Whether a seat can have so many identical plain cards now."""
    if seat in pool.suited:
        return bool(has_alike(pool.hands, seat, copies, twos))
    return pool.possible(world.needs, world.emperor_joker, also=[alike(pool, seat, copies, twos=twos)])


def can_call(pool: Pool, world: World, seat: int) -> bool:
    """叫保: whether a seat can have three identical cards to call."""
    return pool.ruleset.guard == Guard.MARKED or can_hold(pool, world, seat, 3, twos=bool(pool.ruleset.call_twos))


def snatching(pool: Pool, seat: int) -> list[Proof]:
    """抢独: what a snatch says of a seat: three jokers, and four identical plain cards."""
    out = pool.out_ranks[seat]
    jokers = [
        Way(((seat, ANY_RANK + SMALL, out[SMALL] + 3 - big), (seat, ANY_RANK + BIG, out[BIG] + big)))
        for big in range(4)
    ]  # fmt: skip
    return [Proof(seat, jokers), alike(pool, seat, 4, twos=True)]


def can_snatch(pool: Pool, world: World, seat: int) -> bool:
    """抢独: whether a seat can have three jokers and four identical plain cards."""
    row = pool.hands.ranks[seat]
    if seat in pool.suited:
        return row[SMALL] + row[BIG] >= 3 and bool(has_alike(pool.hands, seat, 4, 1))
    return pool.possible(world.needs, world.emperor_joker, also=snatching(pool, seat))


def yielding_again(pool: Pool, seat: int) -> Proof:
    """再让: what a yield after everybody had the throne says: four identical plain cards, or none to call."""
    four = alike(pool, seat, 4, twos=True)
    callable_ = range(PLAIN * 4 if pool.ruleset.call_twos else TWO * 4)
    most = tuple(pool.out[seat][card] + (2 if card in callable_ else 4) for card in range(PLAIN * 4))
    return four._replace(ways=[Way((), most), *four.ways])


def proofs_of(pool: Pool, table: Table, act: Act) -> list[Proof]:
    """证明: what a legal act proves of a hand beyond the cards that it shows; `table` is the one before it."""
    if act.seat in pool.suited:
        return []
    if act.kind == Kind.SNATCH:
        return snatching(pool, act.seat)
    if act.kind == Kind.ACCEPT and pool.ruleset.guard == Guard.CALLED:
        return [alike(pool, act.seat, 3, twos=bool(pool.ruleset.call_twos))]
    if act.kind == Kind.YIELD and is_again(pool.ruleset, table):
        return [yielding_again(pool, act.seat)]
    return []


def can_show(pool: Pool, world: World, act: Act) -> bool:
    """Whether a seat can have the cards it calls, pays or hands on, written as its hand was written."""
    if is_mixed(act.play):
        return False
    if act.seat in pool.suited:
        return pool.has_named(act)
    return pool.has(act, world)


def look_yield(pool: Pool, world: World, act: Act) -> Facts:
    """让位: can the cards be there; `drawn`: a 2 of its own; `forced`: may it yield once more."""
    seat, along = act.seat, world.table.offer.along
    holds = can_show(pool, world, act)
    if unsuited(act.play, act.suits) == 0:
        holds = holds and goes_along(act, world.table.offer.along_suits)
    if pool.ruleset.throne == Throne.DRAWN:
        if seat not in pool.dark:
            return Facts(0, int(holds), int(pool.hands.ranks[seat][TWO] > along), 0)
        bound = pool.no_own_two(act, world.table)
        if not bound:
            return Facts(0, int(holds), 1, 0)
        most = {(seat, rank): count for rank, count in bound.items()}
        can_lack = pool.possible((*world.needs, *pool.needs_of(act)), world.emperor_joker, most)
        return Facts(0, int(holds), int(not can_lack), 0)
    if not is_again(pool.ruleset, world.table):
        return Facts(0, int(holds), 1, 0)
    if seat in pool.suited:
        again = not can_call(pool, world, seat) or can_hold(pool, world, seat, 4, twos=True)
    else:
        again = pool.possible(world.needs, world.emperor_joker, also=[yielding_again(pool, seat)])
    return Facts(0, int(holds), int(again), 0)


# -- tribute -------------------------------------------------------------------------------------------------


def top_ranks(pool: Pool, seat: int, count: int) -> list[int]:
    """The highest ranks of a known dealt hand, `R*` left aside."""
    ranks = [rank for rank, number in enumerate(pool.dealt_ranks[seat]) for _ in range(number)]
    if pool.known_holder(EMPEROR_JOKER) == seat and BIG in ranks:
        ranks.remove(BIG)
    return sorted(ranks, reverse=True)[:count]


def look_tribute(pool: Pool, previous: Previous, world: World, act: Act) -> Facts:
    """进贡: whether a payment can be among the highest of its seat and reach the one it is due to."""
    seat, rank = act.seat, lone_rank(act.play)
    holds = int(not act.suits >> 13 & 1 and can_show(pool, world, act))
    owed = owes(previous, seat)
    mine = sorted([paid for source, _, paid in pool.paid if source == seat] + [rank])
    fits = rank >= 0 and len(mine) <= owed
    if fits and seat not in pool.dark:
        rest = top_ranks(pool, seat, owed)
        fits = all(mine.count(paid) <= rest.count(paid) for paid in mine)
    elif fits and len(mine) == owed:
        most = {(seat, above): mine.count(above) for above in range(mine[0] + 1, 15)}
        fits = pool.possible((*world.needs, *pool.needs_of(act)), world.emperor_joker, most)
    fits = fits and can_be_shared(pool, previous, [*pool.paid, (seat, act.arg, rank)])
    taken = world.table.dues.taken.bit_count()
    holder = act.arg if act.suits >> 12 & 1 else world.holder
    return Facts(0, holds, taken + 1 if fits else 0, holder)


def tribute_bounds(pool: Pool, previous: Previous, seat: int) -> dict[int, int]:
    """The bounds that a seat's complete tribute proves: nothing higher was left."""
    mine = sorted(paid for source, _, paid in pool.paid if source == seat)
    if seat not in pool.dark or len(mine) < owes(previous, seat):
        return {}
    return {above: mine.count(above) for above in range(mine[0] + 1, 15)}


def can_be_shared(pool: Pool, previous: Previous, paid: list[tuple[int, int, int]]) -> bool:
    """Whether payments, with those still to come, can be dealt out high to low as they are due."""
    items: list[tuple[int, int]] = [(rank, to) for _, to, rank in paid]
    unknown = 0
    for seat in range(1, 6):
        mine = [rank for source, _, rank in paid if source == seat]
        left = owes(previous, seat) - len(mine)
        if seat in pool.dark:
            unknown += left
            continue
        rest = top_ranks(pool, seat, owes(previous, seat))
        for rank in mine:
            if rank in rest:
                rest.remove(rank)
        items += [(rank, 0) for rank in rest]
    items.sort(reverse=True)
    return _shared(items, unknown, previous, 0)


def _shared(items: list[tuple[int, int]], unknown: int, previous: Previous, position: int) -> bool:
    """Fill positions from the highest: with one of the highest items left, or with one still unknown."""
    if not items and not unknown:
        return True
    to = receiver(previous, position)
    for at, (rank, due) in enumerate(items):
        if rank != items[0][0]:
            break
        if due in (0, to) and _shared(items[:at] + items[at + 1 :], unknown, previous, position + 1):
            return True
    return unknown > 0 and _shared(items, unknown - 1, previous, position + 1)
