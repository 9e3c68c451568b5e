"""建议: what the review's figures would have a seat do - what the bot does, unless they put something else ahead.

The same figures as a review's, of the plays alone that the bot likes best, and from few playouts: what falls behind is
weighed no further, what is ahead is weighed in more worlds, and in the end judged as a review judges.
"""

from __future__ import annotations

from typing import Final

from analyzer.outlook.positions import Position
from analyzer.review.choices import Choice, choice_at
from analyzer.review.weighing import SURE, Weighed, weighed
from analyzer.rules.plays import play_size
from analyzer.rules.possession import SIZE

ROUNDS: Final = ((16, 0.0), (48, 1.0), (128, SURE))
"""In so many worlds more everything is weighed that is left, and left is what is ahead by so many standard errors then;
what is so in the end is advised, where it is worth it."""
WORTH: Final = 0.35
"""So many points it must be ahead: by less the bot's choice may be better in ways that worlds do not show."""
EARLY: Final = 0.75
"""While more than this share of the deck is in the hands nothing is weighed: few worlds cannot tell then."""
PLAYS: Final = 3
"""So many plays are weighed beside the bot's own, and the pass."""


def advised(position: Position, seat: int, seed: int = 1) -> int:
    """建议: a play code, or 0 for a pass, for the seat to act at a position of its own view."""
    choice = choice_at(position, seat)
    usual = choice.bots
    early = sum(position.sight.sizes) > EARLY * sum(position.memory.deck)
    if early or not choice.is_open or not position.in_play or is_last(choice, usual):
        return usual
    rivals = [play for play in choice.ranked if play != usual][:PLAYS]
    if choice.may_pass and usual:
        rivals.append(0)
    return _ahead_of(usual, rivals, position, choice, seed)


def _ahead_of(usual: int, rivals: list[int], position: Position, choice: Choice, seed: int) -> int:
    """领先的: the rival that the figures put ahead of the usual play, or that."""
    found: Weighed | None = None
    for number, (worlds, least) in enumerate(ROUNDS):
        more = weighed(position, choice, [usual, *rivals], worlds, seed + number)
        found = more if found is None else found.joined(more)
        leads = {play: found.ahead(play, usual) for play in rivals}
        rivals = [play for play in rivals if leads[play].value > least * leads[play].error]
        if not rivals:
            return usual
    best = max(rivals, key=lambda play: leads[play].value)
    return best if leads[best].value > WORTH else usual


def is_last(choice: Choice, play: int) -> bool:
    """走完: whether a play is the whole hand."""
    return play > 0 and play_size(play) == choice.row[SIZE]
