"""凭证据: who can still be the guard at all, and how the one card that would tell lies among them.

Which seats are possible is `sight`'s word: it judges the events again with the hidden hands hidden, and leaves out only
what no deal allows. Certainty is claimed here and nowhere else.
"""

from __future__ import annotations

from analyzer.deduction.counts import LEAST, Chances, normalized
from analyzer.tracking import Facts
from analyzer.tracking.cases import answers


def is_proved(facts: Facts) -> bool:
    """证实: whether one possibility is left."""
    return len(facts.sight.guards) == 1


def by_proof(facts: Facts) -> Chances:
    """凭证据: P that each seat is the guard: nothing for seats that cannot be, else by the ways the cards lie."""
    guards = facts.sight.guards
    if is_proved(facts):
        return {guards[0]: 1.0}
    if facts.lie.mark < 0:
        return normalized(dict.fromkeys(guards, 1.0))
    found = answers(facts.lie)
    return normalized({seat: max(LEAST, found.guard(seat)) for seat in guards})
