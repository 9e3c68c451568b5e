"""建议: what the review would have a seat do - what the bot does, unless something else is judged better.

The same figures as a review's, with few playouts and of the plays alone that the bot likes best.
"""

from __future__ import annotations

from typing import Final

from analyzer.outlook.positions import Position
from analyzer.review.choices import Choice, choice_at
from analyzer.review.weighing import is_sure, weighed
from analyzer.rules.plays import play_size

PLAYOUTS: Final = 48
PLAYS: Final = 3
"""So many plays are weighed beside the bot's own, and the pass."""


def advised(position: Position, seat: int, playouts: int = PLAYOUTS, plays: int = PLAYS, seed: int = 1) -> int:
    """建议: a play code, or 0 for a pass, for the seat to act at a position of its own view."""
    choice = choice_at(position, seat)
    usual = choice.bots
    if not choice.is_open or not position.in_play or usual == whole_hand(choice):
        return usual
    others = [play for play in choice.ranked if play != usual][:plays]
    if choice.may_pass and usual:
        others.append(0)
    found = weighed(position, choice, [usual, *others], playouts, seed)
    best = found.half(0).best()
    if best != usual and is_sure(found.ahead(best, usual)):
        return best
    return usual


def whole_hand(choice: Choice) -> int:
    """走完: the play that is the whole hand, -1 where there is none."""
    return next((play for play in choice.plays if play_size(play) == choice.row[-1]), -1)
