"""玩法: rulesets - the keys that tell one way to play from another, as small integers, and a ruleset resolved
from a shipped file or from the rules that a log carries (RULES.md 11).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from enum import IntEnum
from functools import lru_cache
from typing import Any, Final, NamedTuple

from analyzer.cards import KINDS, NUMBERS, full_deck
from analyzer.errors import RulesetError
from analyzer.keys import (
    DECK,
    FLAG,
    PODIUM,
    Allowed,
    contradictions,
    one_of,
    ruleset_error,
    shown_value,
    whole,
)
from analyzer.shipped import load, names

__all__ = [
    "DeclareSolo", "End", "Guard", "Resolved", "Ruleset", "Score", "SixesLast", "SoloEnd", "SoloScore",
    "Throne", "base_values", "load", "names", "problems", "resolve", "silent_keys",
]  # fmt: skip


class Guard(IntEnum):
    """How the guard is found: `B*` is the guard's (marked), or the emperor calls a card (called)."""

    MARKED = 0
    CALLED = 1


class Throne(IntEnum):
    """登基/让位: who may hand on the throne, and to whom."""

    FIXED = 0
    PREVIOUS = 1
    FORCED = 2
    DRAWN = 3
    SKIP = 4


class DeclareSolo(IntEnum):
    """明独: how a solo is made open."""

    DECLARE = 0
    SHOW = 1
    BOTH = 2


class SixesLast(IntEnum):
    """保六: whether sixes must be the last play, and whether jokers may go with them."""

    NO = 0
    ALONE = 1
    WITH_JOKERS = 2


class End(IntEnum):
    """终局: when the game is over."""

    SIDE = 0
    ALL = 1


class SoloEnd(IntEnum):
    """独保的终局: a solo also ends when two rebels are out, or not."""

    SIDE = 0
    TWO_REBELS = 1


class Score(IntEnum):
    """计分: the formula."""

    SUM = 0
    SIDE = 1
    PLACES = 2


class SoloScore(IntEnum):
    """独保计分: the formula in a solo."""

    SUM = 0
    PODIUM = 1


class Ruleset(NamedTuple):
    """玩法: one ruleset as the rules see it, all small integers (rules.md "Keys"; the deck travels apart)."""

    guard: int = Guard.MARKED
    call_twos: int = 1
    throne: int = Throne.PREVIOUS
    open_guard: int = 1
    rebellion: int = 2
    snatch: int = 0
    declare_solo: int = DeclareSolo.DECLARE
    pass_bars: int = 0
    sixes_last: int = SixesLast.NO
    wind_mark: int = 0
    end: int = End.SIDE
    solo_end: int = SoloEnd.SIDE
    score: int = Score.SUM
    solo_score: int = SoloScore.SUM
    podium: tuple[int, int, int] = (12, 0, -12)
    podium_open: tuple[int, int, int] = (24, 0, -24)
    double_open_guard: int = 1
    double_rebellion: int = 1
    double_open_solo: int = 1
    double_secret_solo: int = 0
    escape: int = 0
    auto: int = 0
    tribute: int = 0
    abandon: int = 2
    stake: int = 1


class Resolved(NamedTuple):
    """定下的玩法: a ruleset with nothing left open.

    `name` is the shipped ruleset or the base of a log's own rules; `values` every key with its value in JSON
    (shared: not to be changed); `deck` how many of each of the 56 cards there are; `sha256` the content hash.
    """

    name: str
    values: Mapping[str, Any]
    ruleset: Ruleset
    deck: tuple[int, ...]
    sha256: str


ENUMS: Final[dict[str, type[IntEnum]]] = {
    "guard": Guard, "throne": Throne, "declare_solo": DeclareSolo, "sixes_last": SixesLast,
    "end": End, "solo_end": SoloEnd, "score": Score, "solo_score": SoloScore,
}  # fmt: skip
FLAGS: Final = frozenset((
    "call_twos", "open_guard", "snatch", "pass_bars", "wind_mark", "double_open_guard", "double_rebellion",
    "double_open_solo", "double_secret_solo", "auto", "tribute",
))  # fmt: skip


ALLOWED: Final[dict[str, Allowed]] = {
    "deck": DECK,
    **{key: one_of(*(choice.name.lower() for choice in choices)) for key, choices in ENUMS.items()},
    **dict.fromkeys(sorted(FLAGS), FLAG),
    **dict.fromkeys(("podium", "podium_open"), PODIUM),
    **dict.fromkeys(("escape", "abandon"), whole(0)),
    "rebellion": one_of(0, 2, 3),
    "stake": whole(1),
}
"""What the value of each key may be (RULES.md 11.3)."""


def _choices(key: str) -> tuple[str, ...]:
    return tuple(choice.name.lower() for choice in ENUMS[key])


def base_values() -> dict[str, Any]:
    """基本玩法: every key of RULES.md 11.3 with its base value; a ruleset says only where it differs.

    >>> base_values()["deck"], base_values()["guard"], base_values()["podium"], base_values()["snatch"]
    (168, 'marked', [12, 0, -12], False)
    """
    values: dict[str, Any] = {"deck": 168}
    for key, value in Ruleset()._asdict().items():
        if key in ENUMS:
            values[key] = _choices(key)[value]
        elif key in FLAGS:
            values[key] = bool(value)
        else:
            values[key] = list(value) if isinstance(value, tuple) else value
    return values


def resolve(rules: str | Mapping[str, object]) -> Resolved:
    """定玩法: the ruleset of a log's `rules`: a shipped name, or an object `{"base": name, key: value...}`.

    Raises `RulesetError` (the first of `problems`), which names the key and what is allowed.

    >>> resolve("room-six").ruleset.sixes_last, sum(resolve({"base": "room-six", "deck": 216}).deck)
    (1, 216)
    >>> resolve({"base": "room-six", "stake": True})
    Traceback (most recent call last):
    analyzer.errors.RulesetError: at rules.stake: true is not allowed for stake: a whole number, 1 or more
    """
    if isinstance(rules, str):
        try:
            return _shipped(rules)
        except RulesetError as error:
            error.path = error.path or "rules"
            raise
    try:
        text = json.dumps(rules, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        return _checked(rules)
    return _from_json(text)


@lru_cache(maxsize=64)
def _from_json(text: str) -> Resolved:
    """A sitting's games all carry the same rules: they are resolved once."""
    return _checked(json.loads(text))


def _checked(rules: Mapping[str, object]) -> Resolved:
    for problem in problems(rules):
        raise problem
    return _resolved(str(rules["base"]), _merged(rules))


def problems(rules: Mapping[str, object]) -> Iterator[RulesetError]:
    """玩法的毛病: all that is wrong with an object of rules; nothing when it can be played (RULES.md 11.4).

    >>> [error.path for error in problems({"base": "simple", "snatch": True, "colour": 1})]
    ['rules.colour']
    >>> [str(error) for error in problems({"base": "simple", "throne": "skip", "guard": "called"})]
    ['at rules.throne: throne "skip" needs guard "marked": it turns on who holds B*']
    """
    base = rules.get("base")
    if not isinstance(base, str) or base not in names():
        known = ", ".join(names())
        yield ruleset_error(f"base 要写明玩法: {known}", f"base must name a ruleset: {known}", "base")
        return
    wrong = [*_unknown(rules), *_out_of_range(rules)]
    values = {} if wrong else _merged(rules)
    yield from wrong or contradictions(values, _deck(values))


def silent_keys(name: str) -> tuple[str, ...]:
    """没有说到的键: the keys that no paragraph of a shipped ruleset settles; they have their base value.

    >>> silent_keys("simple")[:4]
    ('call_twos', 'snatch', 'wind_mark', 'solo_end')
    """
    settled = {key for entry in load(name)["paragraph"] for key in entry.get("keys", ())}
    return tuple(key for key in base_values() if key not in settled)


@lru_cache(maxsize=32)
def _shipped(name: str) -> Resolved:
    return _checked({"base": name, **load(name)["keys"]})


def _merged(rules: Mapping[str, object]) -> dict[str, Any]:
    """Every key with its value: the base column, then the named ruleset, then the rules' own keys."""
    own = {key: value for key, value in rules.items() if key != "base"}
    return {**base_values(), **load(str(rules["base"]))["keys"], **own}


def _resolved(name: str, values: dict[str, Any]) -> Resolved:
    fields = {key: _small(key, value) for key, value in values.items() if key != "deck"}
    text = json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Resolved(name, values, Ruleset(**fields), _deck(values), digest)


def _small(key: str, value: Any) -> Any:
    """A value as the rules see it: a small integer, or three of them."""
    if key in ENUMS:
        return _choices(key).index(value)
    return tuple(value) if isinstance(value, (list, tuple)) else int(value)


def _deck(values: Mapping[str, Any]) -> tuple[int, ...]:
    table = values["deck"]
    if isinstance(table, int):
        return full_deck(table, guard_joker=values["guard"] == "marked")
    counts = [0] * KINDS
    for card, copies in table.items():
        counts[NUMBERS[card]] = copies
    return tuple(counts)


def _unknown(rules: Mapping[str, object]) -> Iterator[RulesetError]:
    known = base_values()
    for key in rules:
        if key != "base" and key not in known:
            shown, there = shown_value(key), ", ".join(known)
            yield ruleset_error(
                f"没有 {shown} 这个键; 有: {there}", f"no key {shown}; there are: {there}", key
            )


def _out_of_range(rules: Mapping[str, object]) -> Iterator[RulesetError]:
    for key, value in rules.items():
        if key in ALLOWED and not ALLOWED[key].holds(value):
            words = ALLOWED[key].words
            yield ruleset_error(
                f"{key} 不能是 {shown_value(value)}, 要的是: {words.zh}",
                f"{shown_value(value)} is not allowed for {key}: {words.en}", key,
            )  # fmt: skip
