"""名次: when the game is over, and the place of the last (RULES.md, "The end")."""

from __future__ import annotations

from analyzer.rules.mark import rule
from analyzer.rules.table import ALL_SEATS, Roles, first_of, how_many, side_of_emperor
from analyzer.rulesets import End, Ruleset, SoloEnd


@rule
def is_over(ruleset: Ruleset, roles: Roles, live: int) -> bool:
    """终局: whether the game is over, given who still holds cards."""
    if how_many(live) <= 1:
        return True
    if ruleset.end == End.ALL:
        return False
    side = side_of_emperor(roles)
    rebels = ALL_SEATS & ~side
    if side & live == 0 or rebels & live == 0:
        return True
    return ruleset.solo_end == SoloEnd.TWO_REBELS and roles.solo > 0 and how_many(rebels & ~live) >= 2


@rule
def with_last(live: int, places: int) -> int:
    """大落: the places at the end: exactly one seat left takes the fifth, more than one have none."""
    if how_many(live) == 1:
        return places | 5 << 3 * first_of(live, 5)
    return places
