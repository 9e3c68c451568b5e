"""玩法的键: what the value of a ruleset's key may be, and which contradict each other (RULES.md 11)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from analyzer.cards import EMPEROR_JOKER, GUARD_JOKER, KINDS, NUMBERS, SIX
from analyzer.errors import RulesetError
from analyzer.words import Words

LARGEST: Final = 2**53 - 1
"""The largest whole number that a log can hold."""
COPIES: Final = 4
"""The most copies of one card that a deck table may ask for."""
SEATS: Final = 5
HIGHEST_SUM: Final = 32
"""The largest score without podium figures: the emperor first in a doubled solo, 4 x 4 x 2."""


class Allowed(NamedTuple):
    """许可的值: a test of a value, and what passes it, in words."""

    holds: Callable[[object], bool]
    words: Words


def _is_whole(value: object, least: int) -> bool:
    return type(value) is int and least <= value <= LARGEST


def one_of(*choices: str | int) -> Allowed:
    """One of a few values; `True` is not 1.

    >>> one_of(0, 2).holds(2), one_of(0, 2).holds(False), one_of("side", "all").words.en
    (True, False, '"side" or "all"')
    """
    shown = [shown_value(choice) for choice in choices]
    words = Words("或".join(shown), " or ".join(shown))
    return Allowed(lambda value: any(type(value) is type(one) and value == one for one in choices), words)


def whole(least: int) -> Allowed:
    """A whole number, `least` or more."""
    return Allowed(
        lambda value: _is_whole(value, least),
        Words(f"整数, 不小于 {least}", f"a whole number, {least} or more"),
    )


def _is_podium(value: object) -> bool:
    return (
        isinstance(value, Sequence) and len(value) == len(("first", "second", "else"))
        and all(_is_whole(figure, -LARGEST) and figure % 4 == 0 for figure in value)
    )  # fmt: skip


def _is_deck(value: object) -> bool:
    if not isinstance(value, Mapping):
        return _is_whole(value, 168) and value in (168, 216)
    return all(
        isinstance(card, str)
        and NUMBERS.get(card, KINDS) < KINDS
        and _is_whole(copies, 1)
        and copies <= COPIES
        for card, copies in value.items()
    )


FLAG: Final = Allowed(lambda value: isinstance(value, bool), Words("true 或 false", "true or false"))
PODIUM: Final = Allowed(
    _is_podium,
    Words(
        "三个能被 4 整除的整数, 如 [12, 0, -12]", "three whole numbers divisible by 4, such as [12, 0, -12]"
    ),
)
DECK: Final = Allowed(_is_deck, Words(
    '168, 216, 或一张表 {牌: 张数}, 牌如 "9h" "B" "B*" "R" "R*", 张数 1 到 4',
    '168, 216, or a table {card: copies}, cards such as "9h" "B" "B*" "R" "R*", 1 to 4 copies',
))  # fmt: skip


def contradictions(values: Mapping[str, Any], deck: Sequence[int]) -> Iterator[RulesetError]:
    """矛盾: what cannot be played together, though each value is allowed (RULES.md 11.4).

    `values` has every key, `deck` how many of each of the 56 cards there are. One error a contradiction.
    """
    yield from _guard_contradictions(values)
    yield from _deck_contradictions(values, deck)
    yield from _figure_contradictions(values)


def _guard_contradictions(values: Mapping[str, Any]) -> Iterator[RulesetError]:
    marked, solo = values["guard"] == "marked", values["declare_solo"]
    if marked and values["snatch"]:
        yield ruleset_error(
            'snatch 要叫侍卫 (guard "called"): 抢独在叫牌之前',
            'snatch needs guard "called": it comes before the call', "snatch",
        )  # fmt: skip
    if marked and solo != "declare":
        yield ruleset_error(
            f'declare_solo "{solo}" 要叫侍卫 (guard "called"): 独是叫出来的',
            f'declare_solo "{solo}" needs guard "called": the solo is shown by the call', "declare_solo",
        )  # fmt: skip
    if not marked and values["throne"] == "skip":
        yield ruleset_error(
            'throne "skip" 要固定保 (guard "marked"): 看的是谁有 B*',
            'throne "skip" needs guard "marked": it turns on who holds B*', "throne",
        )  # fmt: skip


def _deck_contradictions(values: Mapping[str, Any], deck: Sequence[int]) -> Iterator[RulesetError]:
    if values["sixes_last"] != "no" and not any(deck[SIX * 4 : SIX * 4 + 4]):
        yield ruleset_error(
            "保六的牌里要有 6", f'sixes_last "{values["sixes_last"]}" needs a deck with sixes', "sixes_last"
        )
    if not isinstance(values["deck"], Mapping):
        return
    if values["guard"] == "called":
        yield ruleset_error(
            '自定的牌要固定保 (guard "marked")',
            'a deck table needs guard "marked": a call needs four copies',
            "deck",
        )
    elif deck[GUARD_JOKER] != 1:
        yield ruleset_error("自定的牌要恰有一张 B*", "a deck table needs exactly one B*", "deck")
    if deck[EMPEROR_JOKER] != 1:
        yield ruleset_error("自定的牌要恰有一张 R*", "a deck table needs exactly one R*", "deck")
    if sum(deck) - (values["throne"] == "drawn") < SEATS:
        yield ruleset_error(
            "牌太少: 五家每家至少发一张", "a deck table needs a card for each of five seats", "deck"
        )


def _figure_contradictions(values: Mapping[str, Any]) -> Iterator[RulesetError]:
    if values["score"] == "places" and values["end"] == "side":
        yield ruleset_error(
            'score "places" 要打到只剩一家 (end "all")',
            'score "places" needs end "all": every place must be filled',
            "score",
        )
    highest = max(
        HIGHEST_SUM, *(2 * abs(figure) for key in ("podium", "podium_open") for figure in values[key])
    )
    for key, most in (("stake", values["stake"] * highest), ("abandon", values["abandon"] * 4)):
        if most > LARGEST:
            yield ruleset_error(
                f"{key} 太大: 分数会超出 2^53", f"{key} is too large: a score could pass 2^53", key
            )


def shown_value(value: object) -> str:
    """A value as JSON would write it, cut short.

    >>> shown_value(True), shown_value("x" * 99)[-5:]
    ('true', 'xx...')
    """
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= 60 else f"{text[:57]}..."


def ruleset_error(zh: str, en: str, key: str = "") -> RulesetError:
    """A `RulesetError` at a key of a log's `rules`."""
    return RulesetError(Words(zh, en), path=f"rules.{str(key)[:40]}" if key else "rules")
