"""建议值多少: a player that follows the review's advice against the bot that the review was built on.

`python -m tests.advice DEALS SEED [RULESET …]` deals so many games of each ruleset. In each the seat in its turn is
played twice from the same deal and the same opening: by the bot, and by one who follows the advice; all others are the
bot. Prints for each ruleset the mean of the difference of the seat's scores, its standard error and their quotient.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Sequence
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple, cast

import numpy as np
from msgspec import structs

from analyzer.events import Log
from analyzer.outlook.positions import positions
from analyzer.replay import Replay
from analyzer.review.advice import advised
from analyzer.review.choices import BOT
from analyzer.rules.scoring import points
from analyzer.rules.table import Phase
from analyzer.rulesets import names, resolve
from analyzer.simulate.moves import act, put_down
from analyzer.simulate.opening import deal_out, open_game
from analyzer.simulate.playing import Chances, Playing

QUIET = Chances(escape=0, terse=0, auto=0, mind=0)
PLAYERS = ("甲", "乙", "丙", "丁", "戊")


class Margin(NamedTuple):
    """领先: the mean difference of score, its standard error, over how many deals."""

    rules: str
    mean: float
    error: float
    deals: int

    def line(self) -> str:
        """A row of the table."""
        sure = self.mean / self.error if self.error else 0.0
        return f"| {self.rules} | {self.deals} | {self.mean:+.3f} | {self.error:.3f} | {sure:.1f} |"


def opened(rules: str, seed: str) -> tuple[Playing, Log]:
    """A deal of the bot's, up to the first play, and its log, which grows with the game."""
    resolved = resolve(rules)
    playing = Playing(resolved, Random(seed), [BOT] * 5, QUIET)
    blank = Log(format="paipu", version=1, game=seed, rules=rules, players=PLAYERS, events=())
    deal_out(playing, resolved, blank)
    open_game(playing)
    return playing, blank


def followed(playing: Playing, blank: Log, adviser: int) -> Sequence[int]:
    """The scores of a game in which one seat follows the advice (0: nobody), the others are the bot."""
    log = structs.replace(blank, events=cast(Any, playing.events))  # one list: the log grows with the game
    replay = Replay(log)
    found = positions(replay, adviser, replay.walk()) if adviser else None
    while playing.table.phase < Phase.OVER:
        seat = playing.table.turn
        if playing.called >= 0:  # the bots know who the guard is from its own card on, as they do in playouts
            playing.guard_seen = playing.hands.cards[playing.table.roles.guard][playing.called] == 0
        if seat != adviser or found is None:
            act(playing, seat)
            continue
        position = next(one for one in found if one.sight.index == len(playing.events))
        put_down(playing, seat, advised(position, seat))
    return points(playing.ruleset, playing.table)


def difference(rules: str, seed: int, number: int) -> float:
    """By how much the advice is ahead of the bot in one deal, at the seat whose turn it is to be advised."""
    adviser = number % 5 + 1
    playing, blank = opened(rules, f"advice {rules} {seed} {number}")
    once, again = deepcopy(playing), deepcopy(playing)
    return float(followed(once, blank, adviser)[adviser - 1] - followed(again, blank, 0)[adviser - 1])


def margin(rules: str, seed: int, deals: int, pool: Any = None) -> Margin:
    """领先: of one ruleset, over so many deals."""
    tasks = [(rules, seed, number) for number in range(deals)]
    found = pool.starmap(difference, tasks, chunksize=4) if pool else [difference(*task) for task in tasks]
    values = np.array(found)
    error = float(values.std(ddof=1)) / deals**0.5
    return Margin(rules, float(values.mean()), error, deals)


def main(deals: int, seed: int, rulesets: Sequence[str], workers: int) -> int:
    """Print the table; 1 where a margin is not three standard errors above 0."""
    print("| ruleset | deals | points ahead | standard error | errors above 0 |\n|---|---|---|---|---|", flush=True)
    fine = True
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        for rules in rulesets:
            found = margin(rules, seed, deals, pool)
            fine &= found.error > 0 and found.mean >= 3 * found.error
            print(found.line(), flush=True)
    return 0 if fine else 1


if __name__ == "__main__":
    given = sys.argv[1:]
    asked = given[2:] or list(names())
    sys.exit(main(int(given[0]), int(given[1]) if len(given) > 1 else 1, asked, os.cpu_count() or 1))
