"""牌局: where samples come from - games made up by bots, for training and for the report, or logs of one's own.

The bots that the report is made on play no game of the training; one of them plays the rebels' game as a guard.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from random import Random
from typing import Final, Protocol

from analyzer.deduction.training.samples import Sample, samples
from analyzer.events import Deal, Log
from analyzer.paipu.writing import dumps_lines
from analyzer.rulesets import names
from analyzer.simulate import Chances, simulate

TRAINED_ON: Final[Mapping[str, float]] = {
    "cautious": 1, "bold": 1, "careful": 1, "wild": 0.5, "masked": 2, "cunning": 3, "loyal": 2, "shy": 3,
}  # fmt: skip
"""The bots of the training, and how often each sits down."""
HELD_OUT: Final[Mapping[str, Mapping[str, float]]] = {
    "strangers": {"frank": 2, "steady": 2, "deep": 1, "prim": 1, "veiled": 1},
    "tuned": {"sly": 2, "brash": 2, "mimic": 1},
    "mimics": {"mimic": 1},
}
"""陌生的电脑: the bots of the report, none of which was trained on. `strangers` nobody looked at before the model was
done; `tuned` were looked at while it was made; `mimics` are tables where every guard plays as a rebel to the end."""
KINDS: Final = ("training", *HELD_OUT)
VIEWS: Final = (-1, 1, 2, 3, 4, 5)
WHOLE: Final = Chances(escape=0, auto=0, mind=0)
ONE_IN: Final = 5
"""One game of one's own in so many is kept for the report."""


class Digest(Protocol):
    """摘要: what a hash of `hashlib` takes."""

    def update(self, data: bytes, /) -> None:
        """Go on with these bytes."""


def made_up(kind: str, games: int, seed: int) -> Iterator[Log]:
    """模拟的牌局: games of one kind (`KINDS`), the rulesets in turn; the same arguments give the same games."""
    rules = names()
    for number in range(games):
        name = f"{kind} {seed} {number}"
        bots = bots_of(kind, Random(name))  # noqa: S311  games, not secrets
        yield simulate(rules[number % len(rules)], name, game=name, bots=bots, chances=WHOLE)


def bots_of(kind: str, random: Random) -> list[str]:
    """坐下的电脑: the bots of one game by seat; `random` is made from the game's name."""
    table = TRAINED_ON if kind == "training" else HELD_OUT[kind]
    return random.choices(list(table), list(table.values()), k=5)


def digested(logs: Iterable[Log], digest: Digest) -> Iterator[Log]:
    """留痕: the logs as they come; `digest` has in the end hashed them all, as JSON lines."""
    for log in logs:
        digest.update(dumps_lines(log))
        yield log


def watched(logs: Iterable[Log], kind: str) -> Iterator[Sample]:
    """The samples of games, each through one pair of eyes that its name chooses."""
    for log in logs:
        if is_whole(log):
            yield from samples(log, VIEWS[_digest(log.game) % len(VIEWS)], kind)


def is_whole(log: Log) -> bool:
    """Whether the truth is known: every dealt hand is."""
    deal = next((event for event in log.events if isinstance(event, Deal)), None)
    return deal is not None and log.eyes == 0 and all(isinstance(hand, str) for hand in deal.hands)


def is_kept(log: Log) -> bool:
    """留作考核: whether a game of one's own is kept for the report."""
    return _digest(f"kept {log.game}") % ONE_IN == 0


def _digest(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")
