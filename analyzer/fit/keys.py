"""相关的键: which keys of a ruleset can matter to a refusal or to a score, and the values they could have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from analyzer.events import Auto, Call, Declare, Draw, Event, Pass, Snatch, Tribute
from analyzer.fit.trial import Trial
from analyzer.rules.scoring import doubling, has_podium, points
from analyzer.rules.table import Roles, Solo, Table, how_many, place_of
from analyzer.rulesets import Resolved

Key = tuple[str, Any]
"""A key with a value, as they would be written in a log's rules."""
SCORING: Final = frozenset((
    "score", "solo_score", "podium", "podium_open", "double_open_guard", "double_rebellion", "double_open_solo",
    "double_secret_solo", "escape", "stake", "abandon",
))  # fmt: skip
"""The keys that only the score reads: they never make an event legal or not."""
THRONE: Final = ("throne", "guard", "tribute")
BY_CODE: Final[Mapping[str, tuple[str, ...]]] = {
    "deck_mismatch": ("deck", "guard", "throne"),
    "hand_sizes": ("deck", "throne"),
    "tribute_unexpected": ("tribute",),
    "tribute_missing": ("tribute",),
    "wrong_tribute": ("tribute",),
    "wrong_phase": ("throne", "guard", "declare_solo", "snatch", "tribute", "end", "solo_end"),
    "wrong_candidate": THRONE,
    "wrong_yield": THRONE,
    "cannot_call": ("call_twos", "guard"),
    "not_emperor": ("throne", "guard", "snatch"),
    "bad_call": ("call_twos",),
    "not_guard": ("guard", "declare_solo"),
    "not_rebel": ("guard",),
    "declared_twice": ("declare_solo",),
    "seat_out": ("end", "solo_end"),
    "barred": ("pass_bars",),
    "not_your_turn": ("pass_bars", "throne"),
    "must_lead": ("pass_bars",),
    "six_not_last": ("sixes_last",),
    "not_over": ("end", "solo_end"),
    "not_held": ("throne", "tribute"),
    "auto_mismatch": ("auto", "sixes_last"),
    "incomplete": ("end", "solo_end"),
}
"""The keys that a refusal reads, by its code; `not_allowed` goes by the event."""
BY_EVENT: Final[Mapping[type[Event], tuple[str, ...]]] = {
    Auto: ("auto",), Call: ("guard",), Draw: ("throne",), Pass: ("wind_mark",), Snatch: ("snatch",),
    Tribute: ("tribute",),
}  # fmt: skip
BY_DECLARATION: Final = {"guard": ("open_guard",), "rebel": ("rebellion",), "solo": ("declare_solo",)}
CONTRADICTORY: Final = ("guard", "declare_solo", "throne", "snatch", "end", "score", "sixes_last", "deck")
"""The keys that can be at odds with each other (RULES.md 11.4)."""
CHOICES: Final[Mapping[str, tuple[Any, ...]]] = {
    "deck": (168, 216), "guard": ("marked", "called"), "rebellion": (0, 2, 3),
    "throne": ("fixed", "previous", "forced", "drawn", "skip"), "declare_solo": ("declare", "show", "both"),
    "sixes_last": ("no", "alone", "with_jokers"), "end": ("side", "all"), "solo_end": ("side", "two_rebels"),
    "score": ("sum", "side", "places"), "solo_score": ("sum", "podium"),
}  # fmt: skip


def others(resolved: Resolved, key: str) -> Iterator[Key]:
    """The other values of a key that has a few.

    >>> from analyzer.rulesets import resolve
    >>> list(others(resolve("simple"), "pass_bars")), list(others(resolve("simple"), "end"))
    ([('pass_bars', True)], [('end', 'all')])
    """
    now = resolved.values[key]
    for value in CHOICES.get(key, (False, True)):
        if value != now and not isinstance(now, Mapping):
            yield key, value


def that_refuse(resolved: Resolved, trial: Trial) -> list[Key]:
    """The keys that the refusing rule reads, with their other values."""
    code, event = trial.code or "", trial.refused
    keys = BY_CODE.get(code, ())
    if code == "not_allowed" and event is not None:
        keys = BY_EVENT.get(type(event), ("throne",))
        keys = BY_DECLARATION[event.what] if isinstance(event, Declare) else keys
    return [one for key in keys for one in others(resolved, key)]


def that_score(resolved: Resolved, trial: Trial) -> list[Key]:
    """The keys that the score of this game reads, with the values that could give what was claimed."""
    if not trial.tables:
        return []
    table, claimed = trial.tables[0], trial.claim.scores
    found = [one for key in _read_by(table) for one in others(resolved, key)]
    if claimed is not None:
        found += _figures(resolved, table, claimed)
    return [one for one in dict.fromkeys(map(_frozen, found)) if resolved.values[one[0]] != _thawed(one[1])]


def _read_by(table: Table) -> Iterator[str]:
    """The keys of a few values that the score of a table reads."""
    roles = table.roles
    if table.escaped or not roles.emperor:
        return
    yield "score"
    if roles.solo:
        yield from ("solo_score", "double_secret_solo", "solo_end", "declare_solo")
    if roles.solo == Solo.OPEN:
        yield "double_open_solo"
    if roles.open_guard:
        yield "double_open_guard"
    if roles.risen:
        yield "double_rebellion"
    if how_many(roles.rebels) >= 2:
        yield "rebellion"
    yield "end"


def _figures(resolved: Resolved, table: Table, claimed: tuple[int, ...]) -> Iterator[Key]:
    """The keys that are figures, with the figure that the claim asks for."""
    ruleset, roles = resolved.ruleset, table.roles
    due = points(ruleset, table)
    if table.escaped:
        yield "escape", max(0, -claimed[table.escaped - 1])
    elif table.offer.abandoned:
        yield "abandon", max(0, -claimed[table.offer.first - 1] // 4)
    elif roles.emperor:
        yield from _stakes(ruleset.stake, due, claimed)
        if roles.solo:
            yield from _podiums(resolved, roles, table, claimed[roles.emperor - 1])


def _stakes(stake: int, due: tuple[int, ...], claimed: tuple[int, ...]) -> Iterator[Key]:
    """The stake by which the scores are what was claimed, or half or twice of it where a doubling changes too."""
    for right, said in zip(due, claimed, strict=True):
        if right and said and said * stake % right == 0 and said * stake // right >= 1:
            for value in (said * stake // right, 2 * said * stake // right, said * stake // right // 2):
                if value >= 1:
                    yield "stake", value
            return


def _podiums(resolved: Resolved, roles: Roles, table: Table, said: int) -> Iterator[Key]:
    """The figures of a solo with the one in question as the emperor claims it, before doubling and stake."""
    ruleset = resolved.ruleset
    key = "podium_open" if roles.solo == Solo.OPEN else "podium"
    times = (doubling(ruleset, roles) if has_podium(ruleset, roles) else 1) * ruleset.stake
    step = min(place_of(table.places, roles.emperor) or 3, 3) - 1
    for factor in {times, ruleset.stake, 2 * ruleset.stake}:
        if said % (4 * factor) == 0:
            figures = list(getattr(ruleset, key))
            figures[step] = said // factor
            yield key, tuple(figures)


def _frozen(one: Key) -> Key:
    return one[0], tuple(one[1]) if isinstance(one[1], list) else one[1]


def _thawed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value

