"""未见的位置: what counting alone goes by - the places that a view has not been shown, and who has shown the card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from analyzer.cards import GUARD_JOKER, SMALL, UNSUITED, rank_of
from analyzer.replay import Course
from analyzer.rules.pool import ANY_RANK, Pool, World
from analyzer.rulesets import Guard
from analyzer.sight import Sight
from analyzer.states import Hidden
from analyzer.tracking.lie import PLAY, SEATS, Row, copies_of, fitting, held, loose_of


class Places(NamedTuple):
    """未见的位置: where the card that makes the guard can be, by seat (6 rows), as far as counting goes.

    `unseen`: how many cards each seat holds that the view has not been shown, its own are none. `loose`: how many of
    the called rank it has put down, or is known to hold, without suit, any of which may be the card. `alike`: how many
    of that rank lie in unseen places.
    """

    unseen: Row = (0,) * 6
    loose: Row = (0,) * 6
    alike: int = 0


def places_of(course: Course, state: Hidden, sight: Sight, unseen: Row, own: Row) -> Places:
    """未见的位置: the places that a view has not been shown."""
    found = [0] * 6
    rank = rank_of(sight.called[0]) if sight.called else SMALL
    loose = [0 if seat in state.pool.suited else cards for seat, cards in enumerate(loose_of(course, sight, own, rank))]
    alike = unseen[rank] if sight.called else 0
    world = fitting(state.worlds, sight)[0]
    for seat in SEATS:
        if seat == sight.view:
            continue
        needs = _without_guard(world, sight, seat)
        row = held(state.pool, seat, needs)
        found[seat] = sight.sizes[seat - 1] - sum(row)
        if rank < SMALL:
            alike -= row[rank]
            loose[seat] += max(0, row[rank] - _suited(state.pool, seat, rank, dict(needs)))
    return Places(tuple(found), tuple(loose), max(0, alike))


def _suited(pool: Pool, seat: int, rank: int, needs: dict[int, int]) -> int:
    """How many cards of a rank a hidden seat is known to hold by suit."""
    cards = range(rank << 2, (rank << 2) + 4)
    return sum(max(0, max(pool.need[seat][card], needs.get(card, 0)) - pool.out[seat][card]) for card in cards)


def _without_guard(world: World, sight: Sight, seat: int) -> list[tuple[int, int]]:
    """What a world says that a seat had, but for the card that makes the guard."""
    found = []
    called = rank_of(sight.called[0]) if sight.called else -1
    for other, card, count in world.needs:
        of_called = called == (card - ANY_RANK if card >= ANY_RANK else rank_of(card))
        if other != seat or card == GUARD_JOKER or (of_called and seat != sight.emperor):
            continue
        found.append((card, count - int(of_called and world.table.roles.guard == seat)))
    return found


def teller(course: Course, sight: Sight, mine: Sequence[int]) -> int:
    """谁亮了侍卫牌: the seat that has shown the card that makes the guard, or holds it as the view's own; 0 for none.

    Of a called card the emperor's first three copies tell nothing; its fourth tells a solo.
    """
    marked = course.resolved.ruleset.guard == Guard.MARKED
    card = GUARD_JOKER if marked else sight.called[0] if sight.called else UNSUITED
    if card >= UNSUITED:
        return 0
    shown_by = [0] * 6
    if sight.view > 0:
        shown_by[sight.view] = list(mine).count(card)
    for _, act, _ in course.lived:
        if act.kind == PLAY:
            shown_by[act.seat] += copies_of(act, card)
    if not marked:
        shown_by[sight.emperor] = max(shown_by[sight.emperor], len(sight.called)) - 3
    if isinstance(course.state, Hidden):
        for seat in course.state.pool.dark:  # paid or handed on before everybody's eyes
            shown_by[seat] += int(course.state.pool.out[seat][card] < 0 and seat != sight.emperor)
    found = next((seat for seat in SEATS if shown_by[seat] > 0), 0)
    return found or _knowing(course, sight)


def _knowing(course: Course, sight: Sight) -> int:
    """自己知道: the view's own seat where it was dealt the card, though it has put it down without its suit."""
    knows = isinstance(course.state, Hidden) and sight.view in course.state.pool.suited
    return sight.view if knows and sight.guards == (sight.view,) else 0

