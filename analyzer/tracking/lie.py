"""未见之牌: how the cards that a view has not located can lie, as the worlds that are left prove it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from analyzer.cards import BIG, EMPEROR_JOKER, GUARD_JOKER, PLAIN, SMALL, UNSUITED, B, R, rank_of
from analyzer.replay import Course
from analyzer.rules.acts import Act, Kind
from analyzer.rules.pool import ANY_RANK, Pool, Proof, World
from analyzer.rules.possession import unsuited
from analyzer.rules.table import Phase
from analyzer.rulesets import Guard
from analyzer.sight import Sight
from analyzer.states import Hidden
from analyzer.tracking.alike import Snatcher, Wanting, snatcher_of
from analyzer.tracking.hypergeometric import Caps, Slots
from analyzer.tracking.hypergeometric import Pool as Counts

RANK_COUNT: Final = 15
ANY: Final = 99
"""A bound that bounds nothing."""
SEATS: Final = (1, 2, 3, 4, 5)
PLAY: Final = int(Kind.PLAY)
Row = tuple[int, ...]
Named = tuple[int, int, int]
"""(seat, card, how many): cards known by suit or mark that a seat holds."""


class Unseen(NamedTuple):
    """未见之牌: how the cards that a view has not located can lie. Everything is by rank (15), by hidden seat.

    `pool`: the cards nobody has located, `slots` how many of them each seat of `seats` has, `caps` the most it can
    have of a rank, `sure` what it is known to hold besides. `mark` is the rank of the one card that makes the guard,
    where that is not located (-1 else), and `holders` who can have it: (seat, how many cards that may have been it
    the seat has put down without suit, or, for the view's own seat, may hold). `snatched`: the seats of which a snatch
    proves more than their cards have shown.
    """

    seats: tuple[int, ...]
    pool: Counts
    slots: Slots
    caps: Caps
    sure: tuple[Row, ...]
    mark: int = -1
    holders: tuple[tuple[int, int], ...] = ()
    snatched: tuple[Snatcher, ...] = ()

    def most(self, seat: int) -> Row:
        """最多: how many unlocated cards of each rank a seat can have at most."""
        place = self.seats.index(seat)
        cap = self.caps[place] or (ANY,) * RANK_COUNT
        found = [min(there, self.slots[place], bar) for there, bar in zip(self.pool, cap, strict=True)]
        if self.mark >= 0 and seat not in dict(self.holders) and not any(loose for _, loose in self.holders):
            found[self.mark] = min(found[self.mark], self.pool[self.mark] - 1)
        for snatcher in self.snatched:
            mine = snatcher.seat == seat
            room = snatcher.room(self.pool, self.slots[place]) if mine else snatcher.rest(self.pool)
            found = list(map(min, found, room))
        return tuple(found)


def lie_of(course: Course, state: Hidden, sight: Sight, unseen: Row, own: Row) -> Unseen:
    """How the unseen cards can lie, as the worlds that are left tell it."""
    seats = tuple(seat for seat in SEATS if seat != sight.view)
    worlds = fitting(state.worlds, sight)
    rows = {world: _sure(state.pool, world, seats) for world in worlds}
    base = {seat: tuple(map(min, zip(*(row[seat] for row in rows.values()), strict=True))) for seat in seats}
    guards = {world.table.roles.guard or world.holder for world in worlds}
    mark = -1
    holders: tuple[tuple[int, int], ...] = ()
    if len(guards) > 1:
        mark = SMALL if state.ruleset.guard == Guard.MARKED else rank_of(sight.called[0]) if sight.called else -1
    if mark >= 0:
        loose = loose_of(course, sight, own, mark)
        holders = tuple((guard, loose[guard]) for guard in sorted(guards))
    sure = tuple(base[seat] for seat in seats)
    pool = tuple(total - sum(row[rank] for row in sure) for rank, total in enumerate(unseen))
    slots = tuple(sight.sizes[seat - 1] - sum(row) for seat, row in zip(seats, sure, strict=True))
    emperor = worlds[0].emperor_joker if len({world.emperor_joker for world in worlds}) == 1 else 0
    caps = tuple(
        _caps(state.pool, seat, row, emperor, pool, size) for seat, row, size in zip(seats, sure, slots, strict=True)
    )
    lie = Unseen(seats, pool, slots, caps, sure, mark, holders)
    return lie._replace(snatched=tuple(_snatched(course, state.pool, sight, lie))) if state.pool.proofs else lie


def _snatched(course: Course, pool: Pool, sight: Sight, lie: Unseen) -> Iterator[Snatcher]:
    """抢独者: the hidden seats that snatched, where three jokers or four alike are not yet certain."""
    for jokers, four in zip(pool.proofs, pool.proofs[1:], strict=False):
        if jokers.copies or jokers.seat not in lie.seats:
            continue
        seat, place = jokers.seat, lie.seats.index(jokers.seat)
        had = sum(count for _, _, count in jokers.ways[0].needs)
        wanting = had - sum(pool.out_ranks[seat][SMALL:]) - sum(lie.sure[place][SMALL:])
        found = snatcher_of(seat, wanting, _wanting(course, pool, sight, lie, four), lie.pool, lie.slots[place])
        if found.jokers or found.ranks:
            yield found


def _wanting(course: Course, pool: Pool, sight: Sight, lie: Unseen, four: Proof) -> tuple[Wanting, ...]:
    """Of each plain rank the cards of which a seat can have had all four; nothing where it has shown four alike."""
    seat, own = four.seat, (sight.holdings[sight.view - 1] if sight.view > 0 else ()) or ()
    named = named_of(pool, fitting(course.state.worlds, sight), lie.seats)  # type: ignore[union-attr]
    hidden = [
        copies - sight.played[card] - own.count(card) - sum(count for _, one, count in named if one == card)
        for card, copies in enumerate(course.resolved.deck)
    ]
    held = {card: count for one, card, count in named if one == seat}
    needs = [way.needs[0] for way in four.ways]
    missing = [(card, had - pool.out[seat][card] - held.get(card, 0)) for _, card, had in needs]
    if any(count <= 0 for _, count in missing):
        return ()
    dark = list(lie.sure[lie.seats.index(seat)])
    for card, count in held.items():
        dark[rank_of(card)] -= count
    for _, act, _ in course.lived:
        if act.kind == PLAY and act.seat == seat and act.play >> 11 < PLAIN:
            dark[act.play >> 11] += unsuited(act.play, act.suits)
    return tuple(
        Wanting(
            tuple(some for some in missing if some[0] >> 2 == rank and some[1] <= hidden[some[0]]),
            sum(hidden[4 * rank : 4 * rank + 4]),
            max(0, dark[rank]),
        )
        for rank in range(PLAIN)
    )


def fitting(worlds: list[World], sight: Sight) -> list[World]:
    """The worlds that agree with what everybody sees: who is candidate or emperor, and who can be the guard."""
    found = [world for world in worlds if not sight.turn or sight.phase > Phase.PLAY or world.table.turn == sight.turn]
    found = [world for world in found or worlds if not sight.emperor or world.table.roles.emperor == sight.emperor]
    guarded = [world for world in found if not sight.guards or world.table.roles.guard in sight.guards]
    return guarded or found or worlds


def _sure(pool: Pool, world: World, seats: Sequence[int]) -> dict[int, Row]:
    """The cards that each seat must hold in a world, by rank."""
    added: dict[int, list[tuple[int, int]]] = {}
    for seat, card, count in world.needs:
        added.setdefault(seat, []).append((card, count))
    return {seat: held(pool, seat, added.get(seat, ())) for seat in seats}


def held(pool: Pool, seat: int, added: Sequence[tuple[int, int]]) -> Row:
    """What a seat must hold: what its dealt hand must have had, less what has left it since."""
    need, ranks = pool.need[seat], pool.need_ranks[seat]
    for card, count in added:
        if card >= ANY_RANK:
            ranks = ranks if ranks is not pool.need_ranks[seat] else ranks[:]
            ranks[card - ANY_RANK] = max(ranks[card - ANY_RANK], count)
        else:
            need = need if need is not pool.need[seat] else need[:]
            need[card] = max(need[card], count)
    out, loose = pool.out_ranks[seat], pool.loose[seat]
    row = []
    for rank in range(SMALL):
        base = rank << 2
        exact = need[base] + need[base + 1] + need[base + 2] + need[base + 3] - loose[rank]
        row.append(max(ranks[rank], exact) - out[rank])
    row.append(max(ranks[SMALL], need[B] + need[GUARD_JOKER]) - out[SMALL])
    row.append(max(ranks[BIG], need[R] + need[EMPEROR_JOKER]) - out[BIG])
    return tuple(row)


def named_of(pool: Pool, worlds: Sequence[World], seats: Sequence[int]) -> tuple[Named, ...]:
    """认得的牌: the cards that hidden seats are known, by suit or mark, to hold in all of some worlds."""
    rows = [_named(pool, world, seats) for world in worlds]
    held = {place: min(row.get(place, 0) for row in rows) for place in rows[0]}
    return tuple((seat, card, count) for (seat, card), count in held.items() if count > 0)


def _named(pool: Pool, world: World, seats: Sequence[int]) -> dict[tuple[int, int], int]:
    """By seat and card: how many of it a hidden seat must hold in a world."""
    found = {
        (seat, card): need - out
        for seat in seats
        if pool.need[seat] != pool.out[seat]
        for card, (need, out) in enumerate(zip(pool.need[seat], pool.out[seat], strict=True))
        if need > out
    }
    for seat, card, count in world.needs:
        if card < ANY_RANK and seat in seats:
            found[seat, card] = max(found.get((seat, card), 0), count - pool.out[seat][card])
    return found


def _caps(pool: Pool, seat: int, sure: Row, emperor_joker: int, left: Row, size: int) -> Row | None:
    """The most of each rank that a seat can have beyond what is sure; None where nothing bounds it any more."""
    most = pool.most[seat]
    if not most:
        return None
    row = [ANY] * RANK_COUNT
    for rank, count in most.items():
        crowned = int(rank == BIG and emperor_joker == seat)
        row[rank] = max(0, count + crowned - pool.out_ranks[seat][rank] - sure[rank])
    bounds = any(most < min(there, size) for most, there in zip(row, left, strict=True))
    return tuple(row) if bounds else None


def loose_of(course: Course, sight: Sight, own: Row, rank: int) -> Row:
    """无花色的牌: by seat (6 rows) how many cards of the called rank it put down without suit; any may be the fourth.

    Of the emperor's those are left out that may be the three it showed in the call.
    """
    found = [0] * 6
    if rank >= SMALL:
        return tuple(found)
    if _unsuited_hand(sight):
        found[sight.view] = own[rank]
    called = 3
    for _, act, _ in course.lived:
        if act.kind == PLAY and act.play >> 11 == rank:
            found[act.seat] += unsuited(act.play, act.suits)
            called -= copies_of(act, sight.called[0]) if act.seat == sight.emperor else 0
    found[sight.emperor] = max(0, found[sight.emperor] - max(0, called))
    return tuple(found)


def copies_of(act: Act, card: int) -> int:
    """几张: how many copies of a card an act shows, suit or mark said."""
    if card == GUARD_JOKER:
        return act.suits >> 12 & 1
    return act.suits >> 3 * (card & 3) & 7 if act.play >> 11 == card >> 2 else 0


def _unsuited_hand(sight: Sight) -> bool:
    mine = sight.holdings[sight.view - 1] if sight.view > 0 else ()
    return any(card >= UNSUITED for card in mine or ())


