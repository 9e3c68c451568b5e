"""不可读: every kind of text that is no paipu gets one sentence with its place."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from analyzer.errors import Unreadable
from analyzer.paipu import Sourced, loads, read

HANDS = ["R*9h", "B*7h", "KhKs", "9s7d", "4s4c"]
GOOD: dict[str, Any] = {
    "format": "paipu",
    "version": 1,
    "game": "t3/7",
    "rules": "simple",
    "players": ["老王", "小李", "阿强", "Mei", "Tom"],
    "view": 0,
    "events": [
        {"type": "deal", "hands": HANDS},
        {"type": "accept", "seat": 1},
        {"type": "play", "seat": 1, "cards": "9h"},
    ],
}  # fmt: skip
WON = {"emperor": 1, "guard": 1, "places": [0, 2, 3, 4, 5], "winner": None}
HEX = "0123456789abcdef" * 4


def header(**keys: Any) -> str:
    """The good game with other header keys; `...` takes a key away."""
    value = {**GOOD, **keys}
    kept = {key: item for key, item in value.items() if item is not ...}
    return json.dumps(kept, ensure_ascii=False)


def event(**keys: Any) -> str:
    """The good game with one more event."""
    return header(events=[*GOOD["events"], keys])


def swapped(old: str, new: str) -> str:
    """The good game with a piece of its text replaced."""
    text = json.dumps(GOOD, ensure_ascii=False)
    assert text.count(old) == 1, old
    return text.replace(old, new)


def refused(raw: bytes | str, name: str = "a.json") -> Unreadable:
    """The error of a text that holds one unreadable game."""
    data = raw.encode() if isinstance(raw, str) else raw
    (found,) = loads(data, name)
    assert isinstance(found, Unreadable), found
    assert found.file == name
    assert found.say("zh") != found.say("en")
    return found


def test_the_good_game_is_read() -> None:
    (found,) = loads(header().encode(), "a.json")
    assert isinstance(found, Sourced)
    assert found.log.events[2].cards == "9h"  # type: ignore[union-attr]


SYNTAX = [
    ("", "nothing to read"),
    (" \n\r\n\t", "nothing to read"),
    ("\ufeff", "nothing to read"),
    ("null", "a game is a JSON object"),
    ("[]", "a game is a JSON object"),
    ("[" + header() + "]", "a game is a JSON object"),
    ('"paipu"', "a game is a JSON object"),
    ("{}", 'the key "format" is missing'),
    (header()[:-1], "not JSON: a comma or a closing bracket is missing"),
    (header() + "}", "not JSON: there is more after the end"),
    (header()[:-1] + ",}", "not JSON: a key in double quotes is missing"),
    (header().replace('"', "'"), "not JSON: a key in double quotes is missing"),
    (swapped('"view": 0', '"view": NaN'), "at view: NaN is no number"),
    (swapped('"view": 0', '"x-a": [Infinity]'), "at x-a[0]: Infinity is no number"),
    (swapped('"view": 0', '"x-a": -Infinity'), "-Infinity is no number"),
    (swapped('"view": 0', '"view": 00'), "not JSON"),
    (swapped('"view": 0', '"view": +0'), "not JSON"),
    (swapped('"view": 0', '"view": 0, "view": 0'), 'at view: the key "view" stands twice'),
    (swapped('"view": 0', '"view": 0, "v\\u0069ew": 0'), 'at view: the key "view" stands twice'),
    (swapped('"cards": "9h"', '"cards": "9h", "cards": "9h"'), "at events[2].cards: the key"),
    (swapped('"view": 0', '"x-a": {"b": {"c": 1, "c": 1}}'), "at x-a.b.c: the key"),
    (swapped('"view": 0', '"x-a": 9007199254740992'), "at x-a: a number from 2^53 on"),
    (swapped('"view": 0', '"x-a": -9007199254740992'), "a number from 2^53 on"),
    (swapped('"view": 0', '"x-a": ' + "9" * 5000), "a number from 2^53 on"),
    (swapped('"view": 0', '"x-a": 1e400'), "a number from 2^53 on"),
    (swapped('"view": 0', '"x-a": 9007199254740993.5'), "a number from 2^53 on"),
    (swapped('"t3/7"', '"t3\x007"'), "there is a NUL byte"),
    (swapped('"t3/7"', '"t3\\u00007"'), "at game: there is a NUL character"),
    (swapped('"view": 0', '"x-\\u0000": 0'), "there is a NUL character"),
    (swapped('"Mei"', '"\\ud83d"'), "at players[3]: there is half of a surrogate pair"),
    (swapped('"Mei"', '"\\udE00\\ud83d"'), "half of a surrogate pair"),
    (swapped('"Mei"', '"M\tei"'), "not JSON: a control character in a string"),
    (swapped('"Mei"', '"M\\qei"'), "not JSON: a wrong character after a backslash"),
    (swapped('"view": 0', '"x-a": ' + "[" * 32 + "]" * 32), "nested deeper than 32"),
    (swapped('"view": 0', '"x-a": 1e9994!'), "a number from 2^53 on"),
    (swapped('"view": 0', '"x-a": NaN!'), "NaN is no number"),
    (swapped('"view": 0', '"x-a": [' + "[]," * 125_001 + "0]"), "more than 250000 values"),
    ("[" * 100_000, "nested deeper than 32"),
    ('{"a":' * 100_000, "nested deeper than 32"),
    (swapped('"view": 0', f'"x-a": "{"[" * 99}", "x-b": {"[" * 31 + "]" * 31}, "view": 7'), "at view"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sentence"), SYNTAX)
def test_text_that_is_no_json_of_ours(text: str, sentence: str) -> None:
    assert sentence in refused(text).say("en")
    assert sentence in refused(text, "a.jsonl").say("en")


HEADERS = [
    ({"format": "phh"}, "at format: this is phh 1, and this program reads paipu 1"),
    ({"version": 2}, "at version: this is paipu 2, and this program reads paipu 1"),
    ({"version": True}, "at version: this is paipu True"),
    ({"version": "1"}, "at version: this is paipu"),
    ({"version": 1.0}, "at version: this is paipu 1.0"),
    ({"game": ...}, 'the key "game" is missing'),
    ({"players": ...}, 'the key "players" is missing'),
    ({"rules": ...}, 'the key "rules" is missing'),
    ({"version": ...}, 'the key "version" is missing'),
    ({"colour": 1}, 'unknown key "colour"'),
    ({"X-a": 1}, 'unknown key "X-a"'),
    ({"*": {}}, 'unknown key "*"'),
    ({"type": "deal"}, 'unknown key "type"'),
    ({"game": 7}, "at game: text is wanted, not a whole number"),
    ({"game": ""}, "at game: at least 1 character wanted"),
    ({"game": "x" * 121}, "at game: at most 120 characters wanted"),
    ({"game": "a\nb"}, "at game: a control character"),
    ({"game": "a\x9fb"}, "at game: a control character"),
    ({"rules": None}, "at rules: text or an object is wanted"),
    ({"rules": {"base": "simple", "stake": 1.0}}, "at rules.stake: there are no fractions here"),
    ({"players": ["a", "b", "c", "d"]}, "at players: 5 items wanted"),
    ({"players": ["a", "b", "c", "d", "a"]}, 'at players[4]: the name "a" stands twice'),
    ({"players": ["a", "b", "c", "d", ""]}, "at players[4]: at least 1 character"),
    ({"players": ["a", "b", "c", "d", "e" * 65]}, "at players[4]: at most 64 characters"),
    ({"players": ["a", "b", "c", "d", "e\r"]}, "at players[4]: a control character"),
    ({"players": ["a", "b", "c", "d", "\u202ee"]}, "at players[4]: U+202E"),
    ({"players": ["a", "b", "c", "d", 5]}, "at players[4]: text is wanted"),
    ({"players": "abcde"}, "at players: a list is wanted, not text"),
    ({"view": 6}, "at view: a number <= 5"),
    ({"view": -2}, "at view: a number >= -1"),
    ({"view": False}, "at view: a whole number is wanted, not true or false"),
    ({"view": 0.0}, "at view: a whole number is wanted, not a number with a decimal point"),
    ({"view": "0"}, "at view: a whole number is wanted, not text"),
    ({"started": "2026-11-30T20:15:00"}, "at started: a time such as"),
    ({"started": "2026-02-30T20:15:00Z"}, "at started"),
    ({"started": "2026-11-30 20:15:00Z"}, "at started"),
    ({"started": "2026-11-30T24:15:00Z"}, "at started"),
    ({"started": "2026-11-30T20:15:00+08:00\n"}, "at started"),
    ({"started": "２０26-11-30T20:15:00Z"}, "at started"),
    ({"sitting": 3}, "at sitting: text is wanted"),
    ({"round": "3"}, "at round: a whole number is wanted"),
    ({"round": None}, "at round: a whole number is wanted, not null"),
    ({"salt": "0" * 31}, "at salt: at least 32 characters"),
    ({"salt": "A" * 32}, "at salt: lower-case hex is wanted"),
    ({"replaces": HEX + "\n"}, "at replaces: at most 64 characters"),
    ({"rules_sha256": HEX.upper()}, "at rules_sha256: lower-case hex"),
    ({"h": "g" * 64}, "at h: lower-case hex"),
    ({"previous": {}}, 'at previous: the key "emperor" is missing'),
    ({"previous": {**WON, "winner": "you"}}, "at previous.winner"),
    ({"previous": {**WON, "places": [1, 2, 3, 4, 6]}}, "at previous.places[4]"),
    ({"previous": {**WON, "guard": 0}}, "at previous.guard"),
    ({"previous": {**WON, "x-a": 1}}, "unknown key"),
    ({"events": {}}, "at events: a list is wanted"),
    ({"events": [3]}, "at events[0]: an object is wanted"),
    ({"view": 2}, "event 0, at events[0].hands[0]: with view 2 this hand must be a number of cards"),
    ({"view": -1}, "at events[0].hands[0]: with view -1 this hand must be a number"),
]  # fmt: skip


@pytest.mark.parametrize(("keys", "sentence"), HEADERS)
def test_headers_that_are_refused(keys: dict[str, Any], sentence: str) -> None:
    error = refused(header(**keys))
    assert sentence in error.say("en")
    assert error.line == 1
    assert error.game == "t3/7" or "game" in keys


EVENTS = [
    ({"type": "fold"}, "at events[3].type: unknown value"),
    ({"type": 3}, "at events[3].type: text is wanted"),
    ({"seat": 1}, 'at events[3]: the key "type" is missing'),
    ({"type": "pass"}, 'at events[3]: the key "seat" is missing'),
    ({"type": "pass", "seat": 0}, "at events[3].seat: a number >= 1"),
    ({"type": "pass", "seat": 6}, "at events[3].seat: a number <= 5"),
    ({"type": "pass", "seat": True}, "at events[3].seat: a whole number is wanted, not true or false"),
    ({"type": "pass", "seat": 1.0}, "at events[3].seat: a whole number is wanted, not a number with"),
    ({"type": "pass", "seat": "1"}, "at events[3].seat: a whole number is wanted, not text"),
    ({"type": "pass", "seat": 1, "cards": "9"}, 'at events[3]: unknown key "cards"'),
    ({"type": "pass", "seat": 1, "*": {"x-a": 1}}, 'unknown key "*"'),
    ({"type": "pass", "seat": 1, "wind": False}, "at events[3].wind: wind can only be true"),
    ({"type": "pass", "seat": 1, "wind": 1}, "at events[3].wind: true or false is wanted"),
    ({"type": "pass", "seat": 1, "t": -1}, "at events[3].t: a number >= 0"),
    ({"type": "pass", "seat": 1, "t": None}, "at events[3].t: a whole number is wanted, not null"),
    ({"type": "pass", "seat": 1, "t": 2**53}, "at events[3].t: a number from 2^53 on"),
    ({"type": "pass", "seat": 1, "h": "0" * 63}, "at events[3].h: at least 64"),
    ({"type": "pass", "seat": 1, "h": HEX.upper()}, "at events[3].h: lower-case hex"),
    ({"type": "play", "seat": 1, "cards": ""}, "at events[3].cards: at least 1 character"),
    ({"type": "play", "seat": 1, "cards": "  "}, "at events[3].cards: there are no cards"),
    ({"type": "play", "seat": 1, "cards": "1h"}, 'at events[3].cards: no card: "1h"'),
    ({"type": "play", "seat": 1, "cards": "10"}, "at events[3].cards: no card"),
    ({"type": "play", "seat": 1, "cards": "9 h"}, "at events[3].cards: no card"),
    ({"type": "play", "seat": 1, "cards": "9\t9"}, "at events[3].cards: no card"),
    ({"type": "play", "seat": 1, "cards": "jj"}, "at events[3].cards: no card"),
    ({"type": "play", "seat": 1, "cards": "9*"}, "at events[3].cards: no card"),
    ({"type": "play", "seat": 1, "cards": "Rh"}, "at events[3].cards: no card"),
    ({"type": "play", "seat": 1, "cards": ["9h"]}, "at events[3].cards: text is wanted, not a list"),
    ({"type": "play", "seat": 1, "cards": "9" * 2001}, "at events[3].cards: too many cards"),
    ({"type": "deal", "hands": HANDS[:4]}, "at events[3].hands: 5 items wanted"),
    ({"type": "deal", "hands": ["9h9", *HANDS[1:]]}, "at events[3].hands[0]: a hand is wholly suited"),
    ({"type": "deal", "hands": [2, *HANDS[1:]]}, "at events[3].hands[0]: with view 0 this hand"),
    ({"type": "deal", "hands": [None, *HANDS[1:]]}, "at events[3].hands[0]: a whole number or text"),
    ({"type": "deal", "hands": HANDS, "first": 0}, "at events[3].first"),
    ({"type": "tribute", "from": 1, "to": 2, "cards": "K", "seat": 1}, 'unknown key "seat"'),
    ({"type": "tribute", "to": 2, "cards": "K"}, 'the key "from" is missing'),
    ({"type": "declare", "seat": 1, "what": "open"}, "at events[3].what: unknown value"),
    ({"type": "auto", "seat": 1, "on": 1}, "at events[3].on: true or false is wanted"),
    ({"type": "mind", "seat": 1, "to": 2, "say": "hi"}, "at events[3].say: unknown value"),
    ({"type": "mind", "seat": 1, "to": 2, "say": "ally", "text": 1}, "at events[3].text: text is wanted"),
    ({"type": "undo", "count": 0}, "at events[3].count: a number >= 1"),
    ({"type": "undo", "count": None}, "at events[3].count"),
    ({"type": "note"}, 'the key "text" is missing'),
    ({"type": "void", "seat": 1}, 'unknown key "seat"'),
    ({"type": "end", "places": [1, 2, 3, 4]}, "at events[3].places: 5 items wanted"),
    ({"type": "end", "places": [1, 2, 3, 4, 6]}, "at events[3].places[4]: a number <= 5"),
    ({"type": "end", "scores": [1, 2, 3, 4, 0.5]}, "at events[3].scores[4]: a whole number is wanted"),
    ({"type": "end", "guard": None}, "at events[3].guard"),
    ({"type": "seal", "events": 3, "head": HEX, "key": HEX, "signature": HEX}, "at events[3].signature"),
]  # fmt: skip


@pytest.mark.parametrize(("keys", "sentence"), EVENTS)
def test_events_that_are_refused(keys: dict[str, Any], sentence: str) -> None:
    error = refused(event(**keys))
    assert sentence in error.say("en")
    assert error.event == 3 or "2^53" in sentence
    assert error.game == "t3/7"
    assert error.column is not None
    assert error.column > header().index("9h")


def test_long_texts_are_refused_without_their_place() -> None:
    filler = '"x-long": "' + "x" * (2 << 20) + '", '
    for piece, sentence in (
        ('"view": 0, "view": 0', 'the key "view" stands twice in one object'),
        ('"view": NaN', "NaN is no number"),
        ('"x-a": {"b": ["\\ud800"]}', "there is half of a surrogate pair"),
        ('"x-a": "\\u0000"', "there is a NUL character"),
        ('"view": 9', "at view: a number <= 5 is wanted"),
    ):
        assert refused(swapped('"view": 0', filler + piece)).say("en").endswith(sentence)


def test_a_path_inside_a_pretty_document_has_its_line_and_column() -> None:
    text = json.dumps(json.loads(event(type="pass", seat=9)), indent=1, ensure_ascii=False)
    line = next(number for number, row in enumerate(text.split("\n"), 1) if '"seat": 9' in row)
    error = refused(text)
    assert (error.line, error.column) == (line, 12)


def test_what_is_unusual_but_allowed() -> None:
    unusual = [
        event(type="note", text=""),
        event(type="note", text="a\nb\x7f\u2028"),
        event(type="play", seat=1, cards=" 9h  9 R*"),
        event(type="undo", count=10**15),
        event(type="pass", seat=1, t=5, **{"x-a": [1.5, None, {"b": True}], "x-": "x"}),
        header(events=[]),
        header(events=[{"type": "deal", "hands": ["", "9", "9h", "R*B", "99R"]}]),
        header(view=-1, events=[{"type": "deal", "hands": [0, 1, 2, 3, 4], "first": 5}]),
        header(view=2, events=[{"type": "deal", "hands": [2, "9h", 2, 2, 2]}]),
        header(players=["\u200b", "\u200e", "a\u0301", "=1+1", "<b>"]),
        header(started="2026-12-31T23:59:60.123456789-00:00"),
        header(rules={"no": "such"}, round=-3, sitting=""),
        header(previous={**WON, "open_solo": True}),
        swapped('"view": 0', '"view": -0'),
    ]
    for text in unusual:
        for name in ("a.json", "a.jsonl"):
            (found,) = loads(text.encode(), name)
            assert isinstance(found, Sourced), found


def test_no_such_file_a_folder_and_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    said = [str(next(iter(read(path)))) for path in (tmp_path / "none.json", tmp_path, tmp_path / "pipe")]
    assert [re.sub(".*: ", "", text) for text in said] == [
        "no such file",
        "this is a folder",
        "not a regular file",
    ]
