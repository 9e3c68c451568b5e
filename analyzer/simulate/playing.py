"""一局: one made-up game being played: the table, the hands, what the bots remember, the events so far."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from analyzer.bots import Bot, Memory, dares, strength
from analyzer.cards import KINDS, R, rank_of
from analyzer.events import Event
from analyzer.paipu import act_of
from analyzer.rules.acts import Act, Kind
from analyzer.rules.possession import Hands, look, move, unmarked_bigs
from analyzer.rules.step import judge, step
from analyzer.rules.table import NO_FACTS, Table
from analyzer.rules.verdicts import Code
from analyzer.rulesets import Resolved

SEATS: Final = (1, 2, 3, 4, 5)
BY_RANK: Final = tuple([card for card in range(KINDS) if rank_of(card) == rank] for rank in range(15))
"""The cards of each rank."""


class Chances(NamedTuple):
    """机会: how likely what rarely happens is: in a game (`escape`, `terse`) or before a turn (`auto`, `mind`).

    `terse`: a log leaves out the passes after a big joker. `yields`: how reluctant a candidate is.
    """

    escape: float = 0.01
    terse: float = 0.3
    auto: float = 0.002
    mind: float = 0.01
    yields: float = 0.0


USUAL: Final = Chances()


class Playing:
    """一局: one game being played: the table, the hands, the events so far."""

    def __init__(self, resolved: Resolved, random: Random, bots: Sequence[Bot], chances: Chances) -> None:
        self.ruleset = resolved.ruleset
        self.random = random
        self.bots = dict(zip(SEATS, bots, strict=True))
        self.chances = chances
        self.events: list[Event] = []
        self.table = Table()
        self.hands = Hands([], [])
        self.average = strength([sum(resolved.deck[card] for card in kind) for kind in BY_RANK]) / 5
        self.called = -1
        self.memory = Memory([sum(resolved.deck[card] for card in kind) for kind in BY_RANK])
        self.guard_seen = False
        self.terse = random.random() < chances.terse
        self.leaves = random.randrange(10, 400) if random.random() < chances.escape else -1

    def does(self, event: Event) -> bool:
        """Let an event happen if it is legal; whether it was."""
        act = act_of(event)
        facts = NO_FACTS if act.kind == Kind.PASS else look(self.ruleset, self.table, self.hands, act)
        if judge(self.ruleset, self.table, act, facts):
            return False
        self.memory.notice(self.table, act)
        self.table = step(self.ruleset, self.table, act, facts)
        move(self.hands, act)
        self.events.append(event)
        return True

    def may(self, act: Act) -> bool:
        """Whether an act would be legal now."""
        facts = look(self.ruleset, self.table, self.hands, act)
        return judge(self.ruleset, self.table, act, facts) == Code.LEGAL

    def dares(self, seat: int, level: float) -> bool:
        """Whether a seat's bot finds its hand good enough; `level` 0 is an average hand."""
        return dares(self.bots[seat], self.hands.ranks[seat], self.average + level, self.random)

    def cards(self, seat: int) -> list[int]:
        """The cards a seat holds, one by one."""
        row = list(self.hands.cards[seat])
        row[R] = unmarked_bigs(self.hands, seat)
        return [card for card in range(len(row)) for _ in range(row[card])]


