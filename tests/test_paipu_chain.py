"""链: the canonical form against another implementation, hashes by hand, and every kind of tampering."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, structs

from analyzer.errors import PaishenError, Unreadable
from analyzer.events import Accept, End, Event, Log, Note, Pass, Play, Seal, Undo
from analyzer.importing import bring
from analyzer.paipu import Sourced, dumps_json, loads, read
from analyzer.paipu.chain import (
    canonical,
    chained,
    content_hash,
    event_hash,
    examine,
    head_of,
    header_hash,
    seal,
)

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
EVENTS = (
    Accept(seat=1),
    Play(seat=1, cards="9h"),
    Pass(seat=2, t=7),
    Undo(),
    Note(text="悔牌", x={"x-a": [1, None]}),
)
LOG = Log(
    format="paipu", version=1, game="练/1", rules="simple", players=("王", "李", "a", "b", "c"), events=EVENTS
)  # fmt: skip


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": [True, False, None]}, '{"a":[true,false,null],"b":1}'),
        ({"\u20ac": 1, "\r": 2, "1": 3, "\x80": 4, "\U0001f600": 5, "\ufb33": 6, "\xf6": 7},
         '{"\\r":2,"1":3,"\x80":4,"\xf6":7,"\u20ac":1,"\U0001f600":5,"\ufb33":6}'),
        (
            '\u20ac$\x0f\nA\'B"\\\\"/\x7f\x08\x0c\x1f',
            '"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/\x7f\\b\\f\\u001f"'),
        ([0, -1, 2**53 - 1], "[0,-1,9007199254740991]"),
        ([1.0, -0.0, 0.0, 1e3, 4503599627370495.5, 1e15], "[1,0,0,1000,4503599627370495.5,1000000000000000]"),
        ([0.000001, 0.0000025, 1e-7, -2.5e-10, 5e-324], "[0.000001,0.0000025,1e-7,-2.5e-10,5e-324]"),
    ],
)  # fmt: skip
def test_canonical_form_by_hand(value: Any, text: str) -> None:
    assert canonical(value) == text.encode()


BOUND = 2**53 - 1
WHOLE = st.integers(-BOUND, BOUND)
NUMBER = WHOLE | st.floats(-BOUND, BOUND) | st.floats(-1e-4, 1e-4)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


def values(numbers: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """JSON with such numbers."""
    return st.recursive(
        st.none() | st.booleans() | numbers | TEXT,
        lambda part: st.lists(part, max_size=4) | st.dictionaries(TEXT, part, max_size=5),
        max_leaves=20,
    )


@given(values(NUMBER))
def test_canonical_form_agrees_with_rfc8785(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


def test_hashes_by_hand() -> None:
    header = '{"format":"paipu","game":"练/1","players":["王","李","a","b","c"],"rules":"simple","version":1}'
    first = hashlib.sha256(header.encode()).digest()
    assert header_hash(LOG) == first.hex()
    second = hashlib.sha256(first + b'{"seat":1,"type":"accept"}').hexdigest()
    whole = chained(LOG)
    assert (whole.h, whole.events[0].h) == (first.hex(), second)
    note = '{"text":"悔牌","type":"note","x-a":[1,null]}'
    before = bytes.fromhex(str(whole.events[3].h))
    assert whole.events[4].h == hashlib.sha256(before + note.encode()).hexdigest()


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [("1", "1.0", True), ("0", "-0.0", True), ("0", "-0", True), ("1", "1e0", True), ("100", "1E+2", True),
     ("0.5", "5e-1", True), ('[{"a":2}]', '[{"a":2.0}]', True), ("1", "1.5", False), ("1", "true", False)],
)  # fmt: skip
@pytest.mark.parametrize("place", ["header", "event"])
def test_a_number_in_a_key_of_ones_own_is_the_same_however_it_is_written(
    one: str, other: str, alike: bool, place: str, tmp_path: Path
) -> None:  # fmt: skip
    """RFC 8785 writes 1.0 as 1: the same content, so the second is a duplicate in an archive."""
    files = []
    for name, number in (("a", one), ("b", other)):
        log = structs.replace(LOG, x={"x-r": 77}) if place == "header" else LOG
        log = log if place == "header" else structs.replace(LOG, events=(Note(text="n", x={"x-r": 77}),))
        files.append(tmp_path / f"{name}.json")
        files[-1].write_bytes(dumps_json(log).replace(b"77", number.encode()))
    logs = [found.log for file in files for found in read(file) if isinstance(found, Sourced)]
    assert (content_hash(logs[0]) == content_hash(logs[1])) == alike
    if place == "event":
        hashes = [event_hash("0" * 64, log.events[0]) for log in logs]
        assert (hashes[0] == hashes[1]) == alike
    outcomes = [entry.outcome for entry in bring(files, tmp_path / "archive")]
    assert outcomes == ["stored", "duplicate" if alike else "conflict"]


def test_an_explicit_default_has_another_hash() -> None:
    assert event_hash("0" * 64, Undo()) != event_hash("0" * 64, Undo(count=1))


def test_none_chained_sealed() -> None:
    whole = chained(LOG)
    assert examine(LOG) == ("none", None)
    assert examine(whole) == ("chained", None)
    assert chained(whole) is whole
    assert content_hash(LOG) == content_hash(whole)
    sealed = seal(whole, KEY)
    assert examine(sealed) == ("sealed", None)
    assert head_of(sealed) == head_of(whole) == whole.events[-1].h
    (found,) = loads(dumps_json(sealed), "a.json")
    assert isinstance(found, Sourced)
    assert examine(found.log) == ("sealed", None)


def with_event(log: Log, index: int, event: Event) -> Log:
    """The log with another event in this place."""
    return structs.replace(log, events=(*log.events[:index], event, *log.events[index + 1 :]))


def tampered() -> list[tuple[str, Log, int]]:
    """What was done to a sealed log, the log, and the event that shows it."""
    whole = seal(chained(LOG), KEY)
    events = whole.events
    last = events[5]
    assert isinstance(last, Seal)
    play = structs.replace(events[1], cards="9d")
    count = structs.replace(last, events=4)
    other = structs.replace(last, head="0" * 64)
    forged = structs.replace(last, signature="0" * 128)
    foreign = structs.replace(last, key="f" * 64)
    return [
        ("an edited event", with_event(whole, 1, play), 1),
        ("an event whose h is gone", with_event(whole, 2, structs.replace(events[2], h=UNSET)), 2),
        ("a default that was made explicit", with_event(whole, 3, structs.replace(events[3], count=1)), 3),
        ("an event taken out", structs.replace(whole, events=events[:1] + events[2:]), 1),
        ("events swapped", structs.replace(whole, events=(events[1], events[0], *events[2:])), 0),
        ("an event put in", structs.replace(whole, events=(*events[:2], Pass(seat=2), *events[2:])), 2),
        ("another header", structs.replace(whole, game="2"), -1),
        ("a header without its h", structs.replace(whole, h=UNSET), -1),
        ("an end cut off before the seal", structs.replace(whole, events=(*events[:4], last)), 4),
        ("a wrong count", with_event(whole, 5, rehashed(whole, count)), 5),
        ("a wrong head", with_event(whole, 5, rehashed(whole, other)), 5),
        ("a wrong signature", with_event(whole, 5, rehashed(whole, forged)), 5),
        ("a key that is none", with_event(whole, 5, rehashed(whole, foreign)), 5),
        ("a seal whose own h is wrong", with_event(whole, 5, structs.replace(last, h="0" * 64)), 5),
        ("a seal without a chain", structs.replace(LOG, events=(*EVENTS, structs.replace(last, h=UNSET))), 5),
    ]  # fmt: skip


def rehashed(log: Log, last: Seal) -> Seal:
    """The seal with the h that fits its place in the chain."""
    return structs.replace(last, h=event_hash(str(log.events[4].h), last))


@pytest.mark.parametrize(("why", "log", "index"), tampered(), ids=lambda value: value if isinstance(value, str) else "")
def test_tampering_is_found_at_the_first_event_that_shows_it(why: str, log: Log, index: int) -> None:
    assert examine(log) == ("broken", index), why


def test_an_event_after_the_seal_keeps_the_chain() -> None:
    sealed = seal(chained(LOG), KEY)
    end = End()
    end = structs.replace(end, h=event_hash(str(sealed.events[-1].h), end))
    assert examine(structs.replace(sealed, events=(*sealed.events, end))) == ("sealed", None)


def test_a_broken_chain_is_not_computed_anew() -> None:
    broken = structs.replace(chained(LOG), game="2")
    with pytest.raises(PaishenError, match="the chain is broken"):
        chained(broken)
    for log in (LOG, broken, seal(chained(LOG), KEY)):
        with pytest.raises(PaishenError, match="only a whole chained log"):
            seal(log, KEY)
    with pytest.raises(PaishenError, match="has no chain"):
        head_of(LOG)


def test_in_a_chained_log_strings_are_nfc_and_numbers_whole() -> None:
    for extra, sentence in (
        ({"x-e\u0301": 1}, "not NFC"),
        ({"x-a": ["\uf900"]}, "not NFC"),
        ({"x-a": 0.5}, "decimal point"),
    ):
        with pytest.raises(Unreadable, match=sentence):
            chained(with_event(LOG, 1, Pass(seat=1, x=extra)))
        value = json.loads(dumps_json(LOG))
        value["events"][1] |= extra
        (plain,) = loads(json.dumps(value).encode(), "a.json")
        assert isinstance(plain, Sourced)
        value["events"][4]["h"] = "0" * 64
        for text in (json.dumps(value), json.dumps(value, ensure_ascii=False)):
            (found,) = loads(text.encode(), "a.json")
            assert isinstance(found, Unreadable)
            assert sentence in str(found)
            assert found.event == 1
