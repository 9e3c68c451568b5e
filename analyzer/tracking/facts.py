"""确知: the hard facts about unseen cards at every event of a game, as one view has them.

Nothing comes in but what `sight` gives: the view's own cards, what was put down, how many cards everybody has, and
the events as the view saw them. From these follow the cards that a seat is known to hold (called, paid, handed on,
`R*` with the emperor), the ranks of which it can have no more (an auto-played lead, a tribute, a 2 that was not handed
on), and the seats that can have the card that makes the guard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from analyzer.cards import (
    BIG,
    EMPEROR_JOKER,
    GUARD_JOKER,
    NAMES,
    SMALL,
    UNSUITED,
    B,
    R,
    rank_of,
)  # fmt: skip
from analyzer.errors import PaishenError
from analyzer.events import Log
from analyzer.paipu import act_of
from analyzer.replay import Course, Replay, previous_of
from analyzer.rules.acts import Kind
from analyzer.rules.pool import ANY_RANK, Pool, World
from analyzer.rules.possession import unsuited
from analyzer.rules.table import Phase
from analyzer.rules.verdicts import SENTENCES, Code
from analyzer.rulesets import Guard, Resolved, Ruleset, Throne
from analyzer.sight import ALL, Sight, as_seen, sights
from analyzer.states import Hidden
from analyzer.tracking.hypergeometric import Caps, Slots
from analyzer.tracking.hypergeometric import Pool as Counts
from analyzer.words import Words

RANK_COUNT: Final = 15
ANY: Final = 99
"""A bound that bounds nothing."""
NOTHING: Final = (0,) * RANK_COUNT
SEATS: Final = (1, 2, 3, 4, 5)
PASS, PLAY = int(Kind.PASS), int(Kind.PLAY)
Row = tuple[int, ...]


class Unseen(NamedTuple):
    """未见之牌: how the cards that a view has not located can lie. Everything is by rank (15), by hidden seat.

    `pool`: the cards nobody has located, `slots` how many of them each seat of `seats` has, `caps` the most it can
    have of a rank, `sure` what it is known to hold besides. `mark` is the rank of the one card that makes the guard,
    where that is not located (-1 else), and `holders` who can have it: (seat, how many cards that may have been it
    the seat has put down without suit, or, for the view's own seat, may hold).
    """

    seats: tuple[int, ...]
    pool: Counts
    slots: Slots
    caps: Caps
    sure: tuple[Row, ...]
    mark: int = -1
    holders: tuple[tuple[int, int], ...] = ()

    def most(self, seat: int) -> Row:
        """最多: how many unlocated cards of each rank a seat can have at most."""
        place = self.seats.index(seat)
        cap = self.caps[place] or (ANY,) * RANK_COUNT
        found = [min(there, self.slots[place], bar) for there, bar in zip(self.pool, cap, strict=True)]
        if self.mark >= 0 and seat not in dict(self.holders) and not any(loose for _, loose in self.holders):
            found[self.mark] = min(found[self.mark], self.pool[self.mark] - 1)
        return tuple(found)


class Facts(NamedTuple):
    """确知: what a view knows after `sight.index` events.

    `deck` and `unseen` count by rank: all cards, and those neither put down nor in the view's own holding; `marked`
    the unseen ones among the marked jokers and the called card, by name. `lie` is how they can lie, `undone` are the
    events that do not count any more.
    """

    sight: Sight
    ruleset: Ruleset
    deck: Row
    own: Row
    unseen: Row
    marked: tuple[tuple[str, int], ...]
    lie: Unseen
    undone: frozenset[int] = frozenset()

    def left(self, seat: int) -> int:
        """How many cards a seat has."""
        return self.sight.sizes[seat - 1]


def check_hidden(log: Log, view: int) -> None:
    """Refuse "all hands" where cards are counted: with every hand open there is nothing to count."""
    if view == ALL:
        zh, en = "明牌没有什么可数的, 请选一家或旁观者", "with all hands open nothing is unseen: choose a seat"
        raise PaishenError(Words(zh, en), game=log.game)


def refused(log: Log, known: int) -> PaishenError:
    """拒数: why nothing is counted after so many events: the next one breaks a rule."""
    course = Replay(log, onward=True).moments[known + 1]
    words = SENTENCES[Code(course.code)].words
    told = Words(f"{words.zh}; 从这里起不能再数牌", f"{words.en}; nothing can be counted from here on")
    return PaishenError(told, game=log.game, event=known)


def facts(log: Log, view: int) -> list[Facts]:
    """确知: what a view knows after 0, 1, 2 ... events, up to the first event that breaks a rule.

    `PaishenError` for "all hands", for a view that the log cannot give, and for cards that cannot be.

    >>> from analyzer.events import Deal
    >>> rules = {"base": "simple", "deck": {"R*": 1, "B*": 1, "R": 1, "B": 1, "6s": 2, "7s": 2, "9h": 2}}
    >>> deal = Deal(hands=("R*6s", "B*7s", "7s9h", "9hB", "R6s"))
    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> log = Log(format="paipu", version=1, game="g", rules=rules, players=names, events=(deal,))
    >>> known = facts(log, 4)[1]
    >>> known.unseen, known.marked
    ((0, 0, 0, 2, 2, 0, 1, 0, 0, 0, 0, 0, 0, 1, 2), (('B*', 1), ('R*', 1)))
    """
    check_hidden(log, view)
    replay = Replay(log)
    return list(_facts(replay, view, sights(replay, view)))


def _facts(replay: Replay, view: int, seen: Sequence[Sight]) -> Iterator[Facts]:
    log, resolved = replay.log, replay.resolved
    events = as_seen(log, view)
    course = Course(resolved, previous_of(log))
    last: Facts | None = None
    for sight in seen:
        event = events[sight.index - 1] if sight.index else None
        if event is not None and course.advance(sight.index - 1, event):
            raise _over(log, sight.index - 1)
        passing = event is not None and act_of(event).kind == PASS
        if last is not None and passing and sight.guards == last.sight.guards:
            last = last._replace(sight=sight)
        else:
            last = _at(log, resolved, course, sight)
        yield last


def _over(log: Log, index: int) -> PaishenError:
    return PaishenError(Words("牌数对不上", "more cards than there can be"), game=log.game, event=index)


def by_rank(cards: Sequence[int]) -> Row:
    """By rank: how many cards of each."""
    row = [0] * RANK_COUNT
    for card in cards:
        row[rank_of(card)] += 1
    return tuple(row)


def deck_of(resolved: Resolved, sight: Sight) -> Row:
    """全副: the cards of the deck by rank; without the `R*` that is held back before the draw."""
    row = [0] * RANK_COUNT
    for card, copies in enumerate(resolved.deck):
        row[rank_of(card)] += copies
    drawn = resolved.ruleset.throne == Throne.DRAWN
    if drawn and sum(sight.sizes) + sum(sight.played) < sum(row):
        row[BIG] -= 1
    return tuple(row)


def _at(log: Log, resolved: Resolved, course: Course, sight: Sight) -> Facts:
    """The facts at a moment that the course has reached."""
    deck = deck_of(resolved, sight)
    mine = sight.holdings[sight.view - 1] if sight.view > 0 else ()
    own = by_rank(mine or ())
    gone = [0] * RANK_COUNT
    for card, count in enumerate(sight.played):
        gone[rank_of(card)] += count
    unseen = tuple(all_ - out - held for all_, out, held in zip(deck, gone, own, strict=True))
    if min(unseen) < 0:
        raise _over(log, sight.index - 1)
    marked = tuple(_marked(resolved, sight, mine or (), unseen))
    if not isinstance(course.state, Hidden):
        return Facts(sight, resolved.ruleset, deck, own, unseen, marked, Unseen((), unseen, (), (), ()))
    lie = _lie(course, course.state, sight, unseen, own)
    if min(lie.pool) < 0 or sum(lie.pool) != sum(lie.slots) or min(lie.slots, default=0) < 0:
        raise _over(log, sight.index - 1)
    return Facts(sight, resolved.ruleset, deck, own, unseen, marked, lie, frozenset(course.undone))


def _marked(resolved: Resolved, sight: Sight, mine: Sequence[int], unseen: Row) -> Iterator[tuple[str, int]]:
    """标记牌: how many of each marked or called card are unseen; never more than of its rank."""
    called = [sight.called[0]] if sight.called and sight.called[0] < UNSUITED else []
    marks = [GUARD_JOKER] if resolved.ruleset.guard == Guard.MARKED else []
    for card in (*marks, EMPEROR_JOKER, *called):
        if resolved.deck[card]:
            left = resolved.deck[card] - sight.played[card] - list(mine).count(card)
            yield NAMES[card], min(left, unseen[rank_of(card)])


# -- what the events prove -------------------------------------------------------------------------------------


def _lie(course: Course, state: Hidden, sight: Sight, unseen: Row, own: Row) -> Unseen:
    """How the unseen cards can lie, as the worlds that are left tell it."""
    seats = tuple(seat for seat in SEATS if seat != sight.view)
    worlds = _fitting(state.worlds, sight)
    rows = {world: _sure(state.pool, world, seats) for world in worlds}
    base = {seat: tuple(map(min, zip(*(row[seat] for row in rows.values()), strict=True))) for seat in seats}
    guards = {world.table.roles.guard or world.holder for world in worlds}
    mark = -1
    holders: tuple[tuple[int, int], ...] = ()
    if len(guards) > 1:
        mark = SMALL if state.ruleset.guard == Guard.MARKED else rank_of(sight.called[0]) if sight.called else -1
    if mark >= 0:
        holders = tuple((guard, _loose(course, sight, own, guard, mark)) for guard in sorted(guards))
    sure = tuple(base[seat] for seat in seats)
    pool = tuple(total - sum(row[rank] for row in sure) for rank, total in enumerate(unseen))
    slots = tuple(sight.sizes[seat - 1] - sum(row) for seat, row in zip(seats, sure, strict=True))
    emperor = worlds[0].emperor_joker if len({world.emperor_joker for world in worlds}) == 1 else 0
    caps = tuple(
        _caps(state.pool, seat, row, emperor, pool, size) for seat, row, size in zip(seats, sure, slots, strict=True)
    )
    return Unseen(seats, pool, slots, caps, sure, mark, holders)


def _fitting(worlds: list[World], sight: Sight) -> list[World]:
    """The worlds that agree with what everybody sees: who is candidate or emperor, and who can be the guard."""
    found = [world for world in worlds if not sight.turn or sight.phase > Phase.PLAY or world.table.turn == sight.turn]
    found = [world for world in found or worlds if not sight.emperor or world.table.roles.emperor == sight.emperor]
    fitting = [world for world in found if not sight.guards or world.table.roles.guard in sight.guards]
    return fitting or found or worlds


def _sure(pool: Pool, world: World, seats: Sequence[int]) -> dict[int, Row]:
    """The cards that each seat must hold in a world, by rank."""
    added: dict[int, list[tuple[int, int]]] = {}
    for seat, card, count in world.needs:
        added.setdefault(seat, []).append((card, count))
    return {seat: _held(pool, seat, added.get(seat, ())) for seat in seats}


def _held(pool: Pool, seat: int, added: Sequence[tuple[int, int]]) -> Row:
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


def _loose(course: Course, sight: Sight, own: Row, seat: int, rank: int) -> int:
    """How many cards of the called rank a seat has put down without suit, any of which may have been the fourth."""
    if rank >= SMALL:
        return 0
    found = own[rank] if seat == sight.view and _unsuited_hand(sight) else 0
    for _, act, _ in course.lived:
        if act.kind == PLAY and act.seat == seat and act.play >> 11 == rank:
            found += unsuited(act.play, act.suits)
    return max(0, found - 3) if seat == sight.emperor else found


def _unsuited_hand(sight: Sight) -> bool:
    mine = sight.holdings[sight.view - 1] if sight.view > 0 else ()
    return any(card >= UNSUITED for card in mine or ())
