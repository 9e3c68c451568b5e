"""性格: the bots there are. Several of each kind, so that nobody who watches them learns one tic for a rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

Skill = Literal["random", "cautious", "cunning"]
SKILLS: Final[tuple[Skill, ...]] = ("random", "cautious", "cunning")
RANDOM, CAUTIOUS, CUNNING = range(3)


class Character(NamedTuple):
    """性格之数: what of a bot its play depends on; `skill` is a place in `SKILLS`."""

    skill: int
    bold: float
    noise: float
    hides: float


class Bot(NamedTuple):
    """性格: how a bot plays.

    `bold` raises what it will spend and declare, `noise` is how often it errs. `hides` is how much a guard pretends to
    be a rebel while the emperor has cards enough; at 1 it plays the rebels' game to the end.
    """

    name: str
    skill: Skill
    bold: float = 0.0
    noise: float = 0.6
    hides: float = 0.0

    @property
    def character(self) -> Character:
        """The numbers of it."""
        return Character(SKILLS.index(self.skill), self.bold, self.noise, self.hides)


BOTS: Final[Mapping[str, Bot]] = {
    bot.name: bot
    for bot in (
        Bot("random", "random", noise=4.0),
        Bot("cautious", "cautious"),
        Bot("bold", "cautious", bold=1.5),
        Bot("careful", "cautious", bold=-1.0),
        Bot("wild", "cautious", noise=4.0),
        Bot("masked", "cautious", bold=0.3, hides=1.0),
        Bot("cunning", "cunning", noise=0.12, hides=0.5),
        Bot("loyal", "cunning", bold=0.1, noise=0.15, hides=0.1),
        Bot("sly", "cunning", bold=-0.1, noise=0.15, hides=0.75),
        Bot("shy", "cunning", bold=-0.2, noise=0.12, hides=0.9),
        Bot("brash", "cunning", bold=0.25, noise=0.2, hides=0.4),
        Bot("mimic", "cunning", noise=0.12, hides=1.0),
        Bot("frank", "cunning", bold=-0.15, noise=0.2, hides=0.25),
        Bot("steady", "cunning", noise=0.18, hides=0.6),
        Bot("deep", "cunning", bold=0.2, noise=0.1, hides=0.95),
        Bot("prim", "cautious", bold=0.6, noise=1.2),
        Bot("veiled", "cautious", bold=-0.5, noise=1.0, hides=1.0),
    )
}
"""The bots by name."""
TABLE: Final = {
    "cautious": 3, "bold": 2, "careful": 2, "wild": 1, "masked": 1, "cunning": 4, "loyal": 2, "sly": 3, "shy": 1,
    "brash": 2,
}  # fmt: skip
"""谁上桌: which bots sit down where none is named, and how often; the others only when they are asked."""
