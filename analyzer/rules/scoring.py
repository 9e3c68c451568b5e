"""计分: points from places, roles and declarations (RULES.md, "Scores")."""

from __future__ import annotations

from enum import IntEnum

from analyzer.rules.mark import rule
from analyzer.rules.table import ALL_SEATS, Roles, Solo, Table, place_of, side_of_emperor
from analyzer.rulesets import Ruleset, Score, SoloScore

Points = tuple[int, int, int, int, int]


class Winner(IntEnum):
    """胜方: which side won; `NONE` after an escape, a void or an abandoned throne."""

    NONE = 0
    EMPEROR = 1
    REBELS = 2
    DRAW = 3


@rule
def is_doubled(ruleset: Ruleset, roles: Roles) -> bool:
    """加倍: whether the points are doubled - once, whatever and how much applies."""
    if roles.solo == Solo.OPEN and ruleset.double_open_solo:
        return True
    if roles.solo > 0 and ruleset.double_secret_solo:
        return True
    if roles.open_guard and ruleset.double_open_guard:
        return True
    return roles.risen > 0 and ruleset.double_rebellion > 0


@rule
def side_places(roles: Roles, places: int) -> int:
    """The places of emperor and guard added up; without a place two count as 4 and 5, one as 5."""
    emperor = place_of(places, roles.emperor)
    guard = place_of(places, roles.guard)
    if roles.solo == 0 and emperor == 0 and guard == 0:
        return 9
    return (emperor if emperor else 5) + (guard if guard else 5)


@rule
def side_is_first(roles: Roles, places: int) -> bool:
    """Whether the emperor's side was all out before the rebels were."""
    side = side_of_emperor(roles)
    ours = 0
    theirs = 0
    for seat in range(1, 6):
        place = place_of(places, seat)
        place = place if place else 9
        if side >> seat & 1:
            ours = max(ours, place)
        else:
            theirs = max(theirs, place)
    return ours < theirs


@rule
def podium_points(ruleset: Ruleset, roles: Roles, places: int) -> int:
    """独保名次分: the emperor's points in a solo by first, second or else; open figures are doubled already."""
    figures = ruleset.podium_open if roles.solo == Solo.OPEN else ruleset.podium
    place = place_of(places, roles.emperor)
    if place == 1:
        return figures[0]
    return figures[1] if place == 2 else figures[2]


@rule
def has_podium(ruleset: Ruleset, roles: Roles) -> bool:
    """Whether the podium's figures count: in a solo, where the ruleset has them."""
    return roles.solo > 0 and ruleset.solo_score == SoloScore.PODIUM


@rule
def base_points(ruleset: Ruleset, roles: Roles, places: int) -> int:
    """底分: what each rebel loses (or, below zero, gains), before doubling and stake; not where `places` counts."""
    if has_podium(ruleset, roles):
        return podium_points(ruleset, roles, places) // 4
    if ruleset.score == Score.SIDE:
        return 1 if side_is_first(roles, places) else -1
    return 6 - side_places(roles, places)


@rule
def doubling(ruleset: Ruleset, roles: Roles) -> int:
    """翻番: 2 where the base is doubled, else 1; the open podium holds its doubling already."""
    if not is_doubled(ruleset, roles) or (has_podium(ruleset, roles) and roles.solo == Solo.OPEN):
        return 1
    return 2


@rule
def factor(ruleset: Ruleset, roles: Roles) -> int:
    """倍数: doubling times stake."""
    return doubling(ruleset, roles) * ruleset.stake


@rule
def seat_share(ruleset: Ruleset, roles: Roles, places: int, seat: int) -> int:
    """份: what falls to one seat before doubling and stake: by its role, or by its place."""
    if ruleset.score == Score.PLACES and not has_podium(ruleset, roles):
        return 6 - 2 * place_of(places, seat)
    base = base_points(ruleset, roles, places)
    if seat == roles.emperor:
        return base * (4 if roles.solo > 0 else 2)
    return base if seat == roles.guard else -base


@rule
def seat_points(ruleset: Ruleset, roles: Roles, places: int, seat: int) -> int:
    """得分: the points of one seat of a game played to its end, auto-play not yet looked at."""
    return seat_share(ruleset, roles, places, seat) * factor(ruleset, roles)


@rule
def earned(ruleset: Ruleset, table: Table, seat: int) -> int:
    """牌分: the points of a seat from the cards; none where the game was not played to its end."""
    if table.escaped or table.roles.emperor == 0:
        return 0
    return seat_points(ruleset, table.roles, table.places, seat)


@rule
def penalty(ruleset: Ruleset, table: Table, seat: int) -> int:
    """罚分: what a seat loses or gets beside the cards.

    An escape costs the seat that left; five seats in auto-play lose again what the cards gave them; a throne
    abandoned costs the first candidate, and the others gain.
    """
    if table.escaped:
        return -ruleset.escape if seat == table.escaped else 0
    if table.auto == ALL_SEATS:
        return -earned(ruleset, table, seat)
    if table.offer.abandoned:
        return -4 * ruleset.abandon if seat == table.offer.first else ruleset.abandon
    return 0


@rule
def final(ruleset: Ruleset, table: Table, seat: int) -> int:
    """总分: the points of a seat when the game is over."""
    return earned(ruleset, table, seat) + penalty(ruleset, table, seat)


@rule
def points(ruleset: Ruleset, table: Table) -> Points:
    """得分: the points of the five seats when the game is over, by seat."""
    return (
        final(ruleset, table, 1), final(ruleset, table, 2), final(ruleset, table, 3), final(ruleset, table, 4),
        final(ruleset, table, 5),
    )  # fmt: skip


@rule
def sum_due(ruleset: Ruleset, table: Table) -> int:
    """守恒: what the five scores must add up to: nothing, but for the points of an escape, which nobody gets."""
    return -ruleset.escape if table.escaped else 0


@rule
def winner(ruleset: Ruleset, table: Table) -> int:
    """胜方: by the sign of the emperor's points (with `places` its side's sum), before auto-play."""
    roles = table.roles
    if table.escaped or roles.emperor == 0:
        return Winner.NONE
    total = seat_points(ruleset, roles, table.places, roles.emperor)
    if ruleset.score == Score.PLACES and roles.solo == 0:
        total += seat_points(ruleset, roles, table.places, roles.guard)
    if total == 0:
        return Winner.DRAW
    return Winner.EMPEROR if total > 0 else Winner.REBELS
