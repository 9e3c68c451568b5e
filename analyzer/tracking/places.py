"""未见的位置: what counting alone goes by - the places that a view has not been shown, and who has shown the card."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.cards import GUARD_JOKER, UNSUITED, rank_of
from analyzer.replay import Course
from analyzer.rules.acts import Act
from analyzer.rules.pool import ANY_RANK, World
from analyzer.rulesets import Guard
from analyzer.sight import Sight
from analyzer.states import Hidden
from analyzer.tracking.lie import PLAY, SEATS, Row, fitting, held


def places_of(state: Hidden, sight: Sight) -> Row:
    """未见的位置: how many cards each seat holds that the view has not been shown; its own are none."""
    found = [0] * 6
    world = fitting(state.worlds, sight)[0]
    for seat in SEATS:
        if seat != sight.view:
            row = held(state.pool, seat, _without_guard(world, sight, seat))
            found[seat] = sight.sizes[seat - 1] - sum(row)
    return tuple(found)


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
            shown_by[act.seat] += _copies(act, card)
    if not marked:
        shown_by[sight.emperor] = max(shown_by[sight.emperor], len(sight.called)) - 3
    if isinstance(course.state, Hidden):
        for seat in course.state.pool.dark:  # paid or handed on before everybody's eyes
            shown_by[seat] += int(course.state.pool.out[seat][card] < 0 and seat != sight.emperor)
    return next((seat for seat in SEATS if shown_by[seat] > 0), 0)


def _copies(act: Act, card: int) -> int:
    """How many copies of a card an act shows, suit or mark said."""
    if card == GUARD_JOKER:
        return act.suits >> 12 & 1
    return act.suits >> 3 * (card & 3) & 7 if act.play >> 11 == card >> 2 else 0
