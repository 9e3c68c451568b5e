"""凭张数: who the guard is as far as counting goes: the guard's card is as likely in any place as in another.

Places that have been shown (the called cards, a tribute, `R*` with the emperor) are none. A seat with 34 cards is a
little likelier than one with 33, and one that has put down ten cards without the card less so.
"""

from __future__ import annotations

from typing import Final

from analyzer.tracking import Facts

LEAST: Final = 1e-9
"""What no proof excludes keeps at least so much."""
Chances = dict[int, float]
"""By seat: P that it is the guard; the emperor's is that of a solo. They add up to 1; seats at 0 may be left out."""


def is_settled(facts: Facts) -> bool:
    """定了没有: whether emperor and guard are settled as far as the view knows, so that there is something to ask."""
    return bool(facts.sight.guards and facts.sight.emperor)


def by_counts(facts: Facts) -> Chances:
    """凭张数: P that each seat is the guard, by the cards seen and the number of cards everybody has.

    What is declared, and what a ruleset makes certain, is not looked at; but no seat that can still be the guard has
    nothing. Only for settled roles.
    """
    if facts.told:
        return {facts.told: 1.0}
    chances = _by_places(facts) if _is_counted(facts) else {facts.sight.emperor: 1.0}
    return normalized({**dict.fromkeys(facts.sight.guards, LEAST), **(normalized(chances) if chances else {})})


def _by_places(facts: Facts) -> Chances:
    """By seat, in proportion: every unseen card, and every one seen without its suit, is as likely the one."""
    places = facts.places
    total = sum(places.unseen) or 1
    each = places.alike / total if any(places.loose) else 1.0
    found = {seat: each * places.unseen[seat] + places.loose[seat] for seat in range(1, 6)}
    return {seat: chance for seat, chance in found.items() if chance > 0}


def _is_counted(facts: Facts) -> bool:
    """Whether a card makes the guard: none does where a solo was declared before the call, or snatched."""
    return bool(facts.sight.called) or any(name == "B*" for name, _ in facts.marked)


def normalized(chances: Chances) -> Chances:
    """归一: the same proportions, adding up to 1.

    >>> normalized({1: 1.0, 2: 3.0})
    {1: 0.25, 2: 0.75}
    """
    total = sum(chances.values())
    return {seat: chance / total for seat, chance in chances.items()}
