"""可选: what a seat may do at a moment, by its own cards alone, and what the bot that weighs it would do."""

from __future__ import annotations

from typing import Final, NamedTuple

from analyzer.bots import BOTS, Bot, Seen, see, weigh
from analyzer.bots.cunning import turns, worth_of
from analyzer.bots.seen import going_out
from analyzer.outlook.positions import Position
from analyzer.rules.moves import legal_plays
from analyzer.rules.possession import SIZE, Hands
from analyzer.rules.tricks import leads
from analyzer.tracking.facts import by_rank

BOT: Final[Bot] = BOTS["cunning"]._replace(noise=0.0)
"""Everybody plays on like this one, and advice is held against what it would do: it never errs by chance."""


class Choice(NamedTuple):
    """可选: a seat to act, its cards by rank (their number last), what it may play, and what a bot in its place sees.

    `plays` are play codes; `may_pass` whether it may pass as well.
    """

    seat: int
    row: tuple[int, ...]
    plays: list[int]
    may_pass: bool
    seen: Seen

    @property
    def bots(self) -> int:
        """What the bot does: a play, or 0 for a pass."""
        if not self.plays:
            return 0
        many = len(self.plays)
        last: int = going_out(self.seen, self.plays, many)
        return last or weigh(BOT.character, self.seen, self.plays, many, [0.0] * (many + 1))

    @property
    def ranked(self) -> list[int]:
        """The plays, those first that the bot likes best."""
        before = turns(self.row)
        return sorted(self.plays, key=lambda play: (-worth_of(self.seen, play, before), play))

    @property
    def is_open(self) -> bool:
        """Whether there is anything to choose."""
        return len(self.plays) + self.may_pass > 1


def choice_at(position: Position, seat: int) -> Choice:
    """可选: what a seat may do at a position of its own view."""
    sight, ruleset, table = position.sight, position.resolved.ruleset, position.table
    own = sight.holdings[seat - 1] or ()
    row = (*by_rank(own), len(own))
    blank = (0,) * (SIZE + 1)
    hands = Hands([row if one == seat else blank for one in range(6)], [(0,) * 56] * 6)
    roles = table.roles._replace(emperor=sight.emperor, guard=sight.guard, solo=sight.solo)
    seen = see(
        ruleset, table._replace(roles=roles), row, (0, *sight.sizes), position.memory.unseen(row),
        tuple(position.memory.favour), seat, position.guard_seen,
    )  # fmt: skip
    leading = leads(table, seat)
    return Choice(seat, row, legal_plays(ruleset, table, hands, seat), not leading, seen)
