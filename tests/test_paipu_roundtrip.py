"""往返: what is written reads back as the same log; the fast and the strict way agree."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from unicodedata import is_normalized

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET, structs

from analyzer.cards import NAMES, UNSUITED
from analyzer.errors import Unreadable
from analyzer.events import (
    Abandon,
    Accept,
    Auto,
    Call,
    Deal,
    Declare,
    Draw,
    End,
    Escape,
    Event,
    Log,
    Mind,
    Note,
    Pass,
    Play,
    Previous,
    Seal,
    Snatch,
    Tribute,
    Undo,
    Void,
    Yield,
)
from analyzer.paipu import dumps_json, dumps_lines, loads
from analyzer.paipu.chain import chained, check_chain, content_hash, examine
from analyzer.paipu.json import fast, strictly
from analyzer.paipu.scribe import dumps_text
from analyzer.paipu.source import Sourced
from analyzer.paipu.strict import parse
from analyzer.paipu.text import loads_text
from analyzer.paipu.writing import plain

EXAMPLES = settings(max_examples=40, deadline=None)
TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=12)
NAME = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters=TURNING), min_size=1, max_size=12,
)  # fmt: skip
AWKWARD = st.sampled_from(
    [
        "过牌",
        "3 - pass",
        "甲:出3",
        "皇帝",
        "# 不是注释",
        "a # b",
        '"',
        "note:",
        "1 77",
        "  ",
        "paipu 1",
        "t=3",
        "{",
        "\u3000",
    ]
)
SEAT = st.integers(1, 5)
BIG = st.integers(-(2**53) + 1, 2**53 - 1)
NATURAL = st.integers(0, 2**53 - 1)
SUITED = NAMES[:UNSUITED]
CARDS = st.lists(st.sampled_from([*NAMES, " "]), min_size=1, max_size=6).map("".join).filter(str.strip)
HEX = st.binary(min_size=32, max_size=32).map(bytes.hex)
NUMBER = BIG | st.floats(-1e15, 1e15, allow_nan=False)


def values(number: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """What an `x-` key may hold."""
    leaf = st.none() | st.booleans() | number | TEXT
    return st.recursive(
        leaf, lambda part: st.lists(part, max_size=3) | st.dictionaries(TEXT, part, max_size=3), max_leaves=6
    )


def extras(number: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any] | None]:
    """The `x-` keys of an event or a header."""
    key = st.sampled_from(["x-mood", "x-", "x-comments", "x-a b", 'x-"', "x-=", "x-:"]) | TEXT.map("x-".__add__)
    return st.none() | st.dictionaries(key, values(number), min_size=1, max_size=2)


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """A value or none."""
    return st.just(UNSET) | strategy


def events(hands: st.SearchStrategy[Any], number: st.SearchStrategy[Any]) -> st.SearchStrategy[Event]:
    """Any event."""
    five = st.tuples(BIG, BIG, BIG, BIG, BIG)
    places = st.tuples(*[st.integers(0, 5)] * 5)
    both: dict[str, Any] = {"t": maybe(NATURAL), "x": extras(number)}
    seated = [st.builds(kind, seat=SEAT, **both) for kind in (Draw, Accept, Snatch, Abandon, Escape)]
    return st.one_of(
        *seated,
        st.builds(Deal, hands=hands, first=maybe(SEAT), **both),
        st.builds(Tribute, source=SEAT, to=SEAT, cards=CARDS, **both),
        st.builds(Yield, seat=SEAT, to=SEAT, cards=CARDS, **both),
        st.builds(Void, **both),
        st.builds(Call, seat=SEAT, cards=CARDS, **both),
        st.builds(Declare, seat=SEAT, what=st.sampled_from(["guard", "solo", "rebel"]), **both),
        st.builds(Play, seat=SEAT, cards=CARDS, **both),
        st.builds(Play, seat=SEAT, cards=CARDS),
        st.builds(Pass, seat=SEAT, wind=maybe(st.just(True)), **both),
        st.builds(Pass, seat=SEAT),
        st.builds(Auto, seat=SEAT, on=st.booleans(), **both),
        st.builds(
            Mind, seat=SEAT, to=SEAT, say=st.sampled_from(["ally", "help", "warn", "rumour"]),
            text=maybe(TEXT | AWKWARD), **both,
        ),
        st.builds(Undo, count=maybe(st.integers(1, 2**53 - 1)), **both),
        st.builds(Note, text=TEXT | AWKWARD, seat=maybe(SEAT), **both),
        st.builds(
            End, places=maybe(places), scores=maybe(five), emperor=maybe(SEAT), guard=maybe(SEAT), **both
        ),
        st.builds(
            Seal, events=NATURAL, head=HEX, key=HEX, signature=st.tuples(HEX, HEX).map("".join), **both
        ),
    )  # fmt: skip


@st.composite
def logs(draw: st.DrawFn, number: st.SearchStrategy[Any] = NUMBER) -> Log:
    """Any log that can be read; not chained."""
    view = draw(maybe(st.integers(-1, 5)))
    eyes = 0 if view is UNSET else view
    cards = st.lists(st.sampled_from(SUITED), max_size=6).map("".join) | st.sampled_from(["", " 9h 9s", "R*JJ", "B"])
    hands = st.tuples(*[cards if eyes in (0, seat) else st.integers(0, 44) for seat in range(1, 6)])
    places = st.tuples(*[st.integers(0, 5)] * 5)
    previous = st.builds(
        Previous, emperor=SEAT, guard=SEAT, places=places, open_solo=maybe(st.booleans()),
        winner=st.sampled_from(["emperor", "rebels", "draw", None]),
    )  # fmt: skip
    names = draw(st.lists(NAME | AWKWARD, min_size=5, max_size=5, unique=True))
    return Log(
        format="paipu",
        version=1,
        game=draw(NAME | AWKWARD),
        rules=draw(TEXT | AWKWARD | st.fixed_dictionaries({"base": TEXT, "deck": st.just({"R*": 1})})),
        rules_sha256=draw(maybe(HEX)),
        players=(names[0], names[1], names[2], names[3], names[4]),
        view=view,
        started=draw(maybe(st.sampled_from(["2026-11-30T20:15:00+08:00", "2026-11-30t20:15:00.25Z"]))),
        sitting=draw(maybe(TEXT | AWKWARD)),
        round=draw(maybe(BIG)),
        previous=draw(maybe(previous)),
        replaces=draw(maybe(HEX)),
        salt=draw(maybe(HEX.map(lambda text: text[:32]))),
        x=draw(extras(number)),
        events=tuple(draw(st.lists(events(hands, number), max_size=6))),
    )


def strings(value: Any) -> Iterator[str]:
    """All strings in a value, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from strings(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from strings(item)


def one(found: list[Sourced | Unreadable]) -> Log:
    """The log of the only game."""
    assert len(found) == 1, found
    assert isinstance(found[0], Sourced), found[0]
    return found[0].log


@EXAMPLES
@given(logs())
def test_json_reads_back_as_the_same_log(log: Log) -> None:
    assert one(list(loads(dumps_json(log), "a.json"))) == log
    assert one(list(loads(dumps_json(log, pretty=True), "a.json"))) == log
    assert one(list(loads(dumps_lines(log), "a.jsonl"))) == log


@EXAMPLES
@given(logs())
def test_text_notation_reads_back_as_the_same_log(log: Log) -> None:
    assert one(list(loads(dumps_text(log).encode(), "a.txt"))) == log
    assert one(list(loads_text(dumps_text(log, "en")))) == log


@EXAMPLES
@given(logs())
def test_what_any_writer_writes_gives_the_same_log(log: Log) -> None:
    foreign = json.dumps(plain(log), indent=1, sort_keys=True).encode("utf-8")
    assert one(list(loads(foreign, "a.json"))) == log
    plainly = json.dumps(plain(log), ensure_ascii=False)
    assert one(list(loads(b"\xef\xbb\xbf" + plainly.encode() + b"\r\n", "a.json"))) == log
    found = list(loads(plainly.encode("gb18030"), "a.json"))
    if not isinstance(found[0], Unreadable):
        assert one(found) == log


@EXAMPLES
@given(logs())
def test_the_fast_and_the_strict_way_agree(log: Log) -> None:
    for part in (log, *log.events):
        raw = dumps_json(part)
        quick = fast(raw)
        assert quick is None or quick == part
        assert strictly(parse(raw.decode())) == part


@EXAMPLES
@given(logs(BIG))
def test_a_chained_log_holds_and_reads_back(log: Log) -> None:
    log = structs.replace(log, events=tuple(event for event in log.events if not isinstance(event, Seal)))
    if any(not is_normalized("NFC", part) for part in strings(plain(log))):
        with pytest.raises(Unreadable, match="not NFC"):
            chained(log)
        return
    whole = chained(log)
    assert examine(whole) == ("chained", None)
    assert content_hash(whole) == content_hash(log)
    for text in (dumps_json(whole), dumps_lines(whole), dumps_text(whole).encode()):
        assert check_chain(one(list(loads(text, "-")))) is None
