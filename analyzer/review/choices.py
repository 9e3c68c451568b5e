"""可选: what a seat may do at a moment, by its own cards alone, and what the bot that weighs it would do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from analyzer.bots import BOTS, Bot, Seen, see, weigh
from analyzer.bots.cunning import turns, worth_of
from analyzer.bots.seen import going_out
from analyzer.cards import GUARD_JOKER, rank_of, unpack, write_play
from analyzer.outlook.positions import Position
from analyzer.rules.moves import legal_plays
from analyzer.rules.possession import SIZE, Hands
from analyzer.rules.tricks import leads
from analyzer.rulesets import Guard
from analyzer.simulate.rollout import SHOWN
from analyzer.tracking.facts import by_rank

BOT: Final[Bot] = BOTS["cunning"]._replace(noise=0.0)
"""Everybody plays on like this one, and advice is held against what it would do: it never errs by chance."""


class Choice(NamedTuple):
    """可选: a seat to act, its cards by rank (their number last), what it may play, and what a bot in its place sees.

    `plays` are play codes; `may_pass` whether it may pass as well. `card` is the card that makes the guard, where the
    seat is that and has it (-1: else), and `held` how many of it there are, which all have to be put down to show it.
    """

    seat: int
    row: tuple[int, ...]
    plays: list[int]
    may_pass: bool
    seen: Seen
    card: int = -1
    held: int = 0

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
    def options(self) -> list[int]:
        """The plays likewise, each twice where the guard's card can be kept or put down: `SHOWN` is added then."""
        return [one for play in self.ranked for one in ((play, play | SHOWN) if self.may_keep(play) else (play,))]

    def may_keep(self, play: int) -> bool:
        """Whether a play can be made with the card that makes the guard and without it."""
        return self._may_show(play) and self._alike - 1 >= self._many(play)

    def shows(self, play: int) -> bool:
        """亮保: whether an option puts down the card that makes the guard."""
        return self._may_show(play) and (play & SHOWN > 0 or not self.may_keep(play))

    def _may_show(self, play: int) -> bool:
        return play > 0 and 0 < self.held <= self._many(play)

    @property
    def _alike(self) -> int:
        """How many cards of that card's rank there are."""
        return self.row[rank_of(self.card)]

    def _many(self, play: int) -> int:
        """How many cards of that card's rank a play has."""
        rank, plain, small, _ = unpack(play & ~SHOWN)
        return small if self.card == GUARD_JOKER else plain if rank == rank_of(self.card) else 0

    def option_of(self, cards: Sequence[int], play: int) -> int:
        """The option that some cards are, whose play code is given."""
        return play | SHOWN if self.may_keep(play) and list(cards).count(self.card) == self.held else play

    def text(self, play: int) -> str:
        """An option as text: ranks without suits, the card that makes the guard marked; a pass as `-`."""
        if play == 0:
            return "-"
        mark = self.held << 12 if self.card == GUARD_JOKER else self.held << 3 * (self.card & 3)
        return write_play(play & ~SHOWN, mark if self.shows(play) else 0)

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
    card = _guards_card(position, seat)
    return Choice(seat, row, legal_plays(ruleset, table, hands, seat), not leading, seen, card, own.count(card))


def _guards_card(position: Position, seat: int) -> int:
    """The card that makes the guard, for the seat that is the guard and has not shown it; -1 else."""
    if position.guard_seen or position.sight.guard != seat:
        return -1
    return GUARD_JOKER if position.resolved.ruleset.guard == Guard.MARKED else position.called
