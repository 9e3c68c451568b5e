"""查验: what a log must be beyond the types and ranges of its structs (PAIPU.md, "Unreadable").

Each check raises `Unreadable` with the path in the document (and the event); whoever reads adds the place.
"""

from __future__ import annotations

import re
import unicodedata
from calendar import monthrange
from collections.abc import Iterator
from typing import Any, Final

from msgspec import UNSET, to_builtins

from analyzer.cards import UNSUITED, B, shown
from analyzer.errors import Unreadable
from analyzer.events import Call, Deal, Event, Header, Log, Pass, Play, Tribute, X, Yield
from analyzer.words import Words

LONGEST_CARDS: Final = 2000
"""How many characters a string of cards may have: several times the largest hand."""
MOST_EVENTS: Final = 100_000
"""How many events a game may have: some hundred times the longest with all its passes, notes and corrections."""
TOO_MANY: Final = Words(f"一局超过{MOST_EVENTS}个事件", f"a game of more than {MOST_EVENTS} events")
_WITH_CARDS: Final = (Play, Call, Yield, Tribute)
_DIRECTION = re.compile("[\u202a-\u202e\u2066-\u2069]")
_CONTROL = re.compile("[\0-\x1f\x7f-\x9f]")
_TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-](\d\d):(\d\d))", re.ASCII)


def check_header(header: Header) -> None:
    """查头: names, time and inline rules of a header.

    >>> names = ("甲", "乙", "丙", "丁", "甲")
    >>> check_header(Header(format="paipu", version=1, game="1", rules="simple", players=names))
    Traceback (most recent call last):
    analyzer.errors.Unreadable: at players[4]: the name "甲" stands twice
    """
    if _CONTROL.search(header.game):
        raise Unreadable(Words("名称里有控制字符", "a control character in the name"), path="game")
    for place, name in enumerate(header.players):
        if words := _wrong_name(name, header.players[:place]):
            raise Unreadable(words, path=f"players[{place}]")
    if header.started is not UNSET and not is_time(header.started):
        words = Words(
            "时间应如2026-11-30T20:15:00+08:00, 带时区",
            "a time such as 2026-11-30T20:15:00+08:00, with its offset, is wanted",
        )
        raise Unreadable(words, path="started")
    if isinstance(header.rules, dict):
        for path, value in _leaves(header.rules, "rules"):
            if isinstance(value, float):
                raise Unreadable(Words("这里没有小数", "there are no fractions here"), path=path)


def _wrong_name(name: str, others: tuple[str, ...]) -> Words | None:
    """What is wrong with a player's name."""
    if _CONTROL.search(name):
        return Words("名字里有控制字符", "a control character in the name")
    if found := _DIRECTION.search(name):
        code = f"U+{ord(found[0]):04X}"
        return Words(f"名字里有改变书写方向的字符{code}", f"{code}, which turns the direction of writing, in the name")
    if name in others:
        return Words(f'名字"{name}"出现两次', f'the name "{name}" stands twice')
    return None


def is_time(text: str) -> bool:
    """时间: whether it is a date and time of RFC 3339, with an offset.

    >>> texts = ("2026-11-30T20:15:00.5+08:00", "2026-11-30T20:15:00", "2026-02-29T08:00:00Z")
    >>> [is_time(text) for text in texts]
    [True, False, False]
    """
    found = _TIME.fullmatch(text)
    if not found:
        return False
    year, month, day, hour, minute, second, off_hour, off_minute = (int(part or 0) for part in found.groups())
    on_the_clock = hour < 24 and minute < 60 and second <= 60 and off_hour < 24 and off_minute < 60
    return on_the_clock and 1 <= month <= 12 and 1 <= day <= monthrange(year or 4, month)[1]


def check_event(event: Event, eyes: int) -> None:
    """查事件: the cards of an event; the hands of a deal against `eyes`, the log's view.

    The paths in errors begin at the event.

    >>> check_event(Play(seat=1, cards="9x"), 0)
    Traceback (most recent call last):
    analyzer.errors.Unreadable: at cards: no card: "x" (2: "9x")
    """
    if isinstance(event, _WITH_CARDS):
        if not _cards(event.cards, "cards"):
            raise Unreadable(Words("没有牌", "there are no cards"), path="cards")
    elif isinstance(event, Deal):
        for place, hand in enumerate(event.hands):
            if wrong := _wrong_hand(hand, place + 1, eyes):
                raise Unreadable(wrong, path=f"hands[{place}]")
    elif isinstance(event, Pass) and event.wind is False:
        raise Unreadable(Words("wind只能是true", "wind can only be true"), path="wind")


def _cards(text: str, path: str) -> tuple[int, ...]:
    """The cards of a string."""
    if len(text) > LONGEST_CARDS:
        raise Unreadable(Words("牌太多", "too many cards"), path=path)
    try:
        return shown(text).cards
    except Unreadable as error:
        raise Unreadable(error.words, path=path) from None


def _wrong_hand(hand: str | int, seat: int, eyes: int) -> Words | None:
    """What is wrong with a dealt hand."""
    known = eyes in (0, seat)
    if isinstance(hand, int):
        return Words(f"view {eyes}: 这手牌应已知", f"with view {eyes} this hand must be known") if known else None
    if not known:
        return Words(f"view {eyes}: 这手牌应只记张数", f"with view {eyes} this hand must be a number of cards")
    plain = [card for card in _cards(hand, f"hands[{seat - 1}]") if not B <= card < UNSUITED]
    if plain and min(plain) < B and max(plain) >= UNSUITED:
        return Words("一手牌的花色要么全写要么全不写", "a hand is wholly suited or wholly unsuited")
    return None


def check_log(log: Log) -> None:
    """查牌谱: the header, each event, and the strings of a chained log."""
    check_header(log)
    if len(log.events) > MOST_EVENTS:
        raise Unreadable(TOO_MANY, path="events")
    eyes = log.eyes
    for index, event in enumerate(log.events):
        try:
            check_event(event, eyes)
        except Unreadable as error:
            raise in_event(error, index) from None
    if is_chained(log):
        check_chained(log)


def in_event(error: Unreadable, index: int) -> Unreadable:
    """The error with its event, and a path that begins at the log."""
    error.event = index
    error.path = f"events[{index}].{error.path}" if error.path else f"events[{index}]"
    return error


def is_chained(log: Log) -> bool:
    """链: whether the header or any event carries `h`."""
    return log.h is not UNSET or any(event.h is not UNSET for event in log.events)


def check_chained(log: Log) -> None:
    """查链中之字: in a chained log every string is NFC, and `x-` keys hold no fractions.

    >>> names = ("甲", "乙", "丙", "丁", "e\u0301")
    >>> log = Log(format="paipu", version=1, game="1", rules="simple", players=names, h="0" * 64, events=())
    >>> check_chained(log)
    Traceback (most recent call last):
    analyzer.errors.Unreadable: at players[4]: a string that is not NFC, in a chained log
    """
    check_strings(to_builtins(log))


def check_strings(part: Any) -> None:
    """查字: as `check_chained`, of a part of a log as plain values."""
    for path, value in _leaves(part, ""):
        if isinstance(value, float):
            words = Words("链式牌谱里不能有小数", "a number with a decimal point, in a chained log")
        elif isinstance(value, str) and not unicodedata.is_normalized("NFC", value):
            words = Words("链式牌谱的字符串应为NFC", "a string that is not NFC, in a chained log")
        else:
            continue
        found = re.match(r"events\[(\d+)\]", path)
        raise Unreadable(words, path=path, event=int(found[1]) if found else None)


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """All keys and scalars in a value, with their paths."""
    if isinstance(value, dict):
        for key, item in value.items():
            below = path if key == X else f"{path}.{key}".removeprefix(".")
            yield below, key
            yield from _leaves(item, below)
    elif isinstance(value, list | tuple):
        for place, item in enumerate(value):
            yield from _leaves(item, f"{path}[{place}]")
    else:
        yield path, value
