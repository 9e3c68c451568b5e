"""判词: the verdict on a log - status, roles, places, scores - and what `end` claimed against them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec import UNSET

from analyzer.events import End
from analyzer.rules.scoring import Winner, is_doubled, points, winner
from analyzer.rules.table import Phase, Solo, Table, place_of
from analyzer.rulesets import Ruleset
from analyzer.words import Lang, Words

SOLO = {Solo.SECRET: "secret", Solo.OPEN: "open"}
WINNER = {Winner.EMPEROR: "emperor", Winner.REBELS: "rebels", Winner.DRAW: "draw"}


class Verdict(NamedTuple):
    """判词: one log's verdict, in the keys of PAIPU.md "Verdict"; what does not apply is None.

    `words` becomes `message` in the language asked for. `places` and `scores` are by seat.
    """

    status: str
    file: str | None = None
    line: int | None = None
    game: str | None = None
    event: int | None = None
    code: str | None = None
    words: Words | None = None
    emperor: int | None = None
    guard: int | None = None
    solo: str | None = None
    doubled: bool | None = None
    winner: str | None = None
    places: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    claimed_places: tuple[int, ...] | None = None
    claimed_scores: tuple[int, ...] | None = None
    dissolved: bool | None = None
    integrity: str | None = None

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """The verdict as the command prints it.

        >>> list(Verdict("valid", file="a.json", line=1, game="1").to_json("en"))[:7]
        ['file', 'line', 'game', 'status', 'event', 'code', 'message']
        """
        return {
            "file": self.file, "line": self.line, "game": self.game, "status": self.status, "event": self.event,
            "code": self.code, "message": self.words.say(lang) if self.words else None,
            "emperor": self.emperor, "guard": self.guard, "solo": self.solo, "doubled": self.doubled,
            "winner": self.winner, "places": _listed(self.places), "scores": _listed(self.scores),
            "claimed_places": _listed(self.claimed_places), "claimed_scores": _listed(self.claimed_scores),
            "dissolved": self.dissolved, "integrity": self.integrity,
        }  # fmt: skip


def _listed(values: tuple[int, ...] | None) -> list[int] | None:
    return None if values is None else list(values)


class Outcome(NamedTuple):
    """结局: roles, places and scores of one table as a verdict tells them."""

    emperor: int | None
    guard: int | None
    solo: str | None
    doubled: bool | None
    winner: str | None
    places: tuple[int, ...]
    scores: tuple[int, ...] | None
    dissolved: bool


def outcome_of(ruleset: Ruleset, table: Table) -> Outcome:
    """结局: what one table gives; scores only when its game is over. A void or abandoned throne has no roles."""
    roles = table.roles
    over = Phase.OVER <= table.phase <= Phase.SEALED
    return Outcome(
        roles.emperor or None,
        roles.guard or None,
        SOLO.get(Solo(roles.solo)),
        bool(roles.emperor and is_doubled(ruleset, roles)),
        WINNER.get(Winner(winner(ruleset, table))) if over else None,
        tuple(place_of(table.places, seat) for seat in range(1, 6)),
        points(ruleset, table) if over else None,
        over and table.auto != 0,
    )


def joined(outcomes: Iterable[Outcome]) -> Outcome:
    """The outcome that is common to all worlds; what hangs on an unknown guard is None."""
    found = list(dict.fromkeys(outcomes))
    first = found[0]
    if len({(one.emperor, one.guard) for one in found}) == 1:
        return first
    emperor = first.emperor if len({one.emperor for one in found}) == 1 else None
    return Outcome(emperor, None, None, None, None, first.places, None, first.dissolved)


class Claim(NamedTuple):
    """终局所报: what an `end` claimed; None where it is silent."""

    places: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    emperor: int | None = None
    guard: int | None = None


def claim_of(end: End) -> Claim:
    """What an `end` event claims."""
    return Claim(
        None if end.places is UNSET else end.places,
        None if end.scores is UNSET else end.scores,
        None if end.emperor is UNSET else end.emperor,
        None if end.guard is UNSET else end.guard,
    )


def settle(claim: Claim, outcomes: list[Outcome]) -> tuple[list[Outcome], str | None]:
    """What is left of the possible outcomes after each claim, and the first claim that none of them allows."""
    refuted = None
    for name in ("emperor", "guard", "places", "scores"):
        value = getattr(claim, name)
        if value is None:
            continue
        agree = [outcome for outcome in outcomes if getattr(outcome, name) == value]
        if agree:
            outcomes = agree
        elif refuted is None:
            refuted = name
    return outcomes, refuted
