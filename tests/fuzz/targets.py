"""Every reader of what others wrote, as a function of bytes that fails where the reader does.

A reader may refuse: with one sentence in both languages that a terminal can show. What it takes must be the same when
it is written and read again, and must get a verdict.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from analyzer.archive.players import read_persons
from analyzer.bundle import unpack
from analyzer.cards import shown
from analyzer.cli.rules_file import read_rules
from analyzer.errors import NotRecorded, PaishenError, Unreadable
from analyzer.events import Log
from analyzer.importing.item import Item, taken
from analyzer.importing.quick import quickly
from analyzer.importing.sources import games_of
from analyzer.ledger import read_book
from analyzer.paipu import Sourced, dumps_json, loads
from analyzer.paipu.chain import check_chain
from analyzer.paipu.files import read_stream
from analyzer.paipu.notation import cards_of_word
from analyzer.recorder.scan import scan
from analyzer.replay import fill, judge_found
from analyzer.rulesets import problems, resolve
from analyzer.verifier import CannotRead, Check
from analyzer.words import tame

PLACE: Final = Path(tempfile.mkdtemp(prefix="paishen-fuzz-"))


def a_sentence(error: PaishenError) -> None:
    """One sentence in each language, without anything that a terminal would obey."""
    for said in (error.say("zh"), error.say("en")):
        assert said == tame(said)
        assert 0 < len(said) < 3000 + len(error.file or "")


def games(found: Iterable[Sourced | Unreadable]) -> None:
    """Games and errors from a reader."""
    for one in found:
        if isinstance(one, Unreadable):
            a_sentence(one)
            continue
        verdict = judge_found(one)
        assert verdict.status != "unreadable" or verdict.words
        whole = fill(one) if one.gaps else one
        again = next(loads(dumps_json(whole.log), "again.json"))
        assert isinstance(again, Sourced), again
        assert again.log == whole.log


def json_document(data: bytes) -> None:
    games(loads(data, "fuzz.json"))


def json_lines(data: bytes) -> None:
    """The careful reader and the quick one say the same."""
    games(loads(data, "fuzz.jsonl"))
    careful = [one if isinstance(one, Unreadable) else one.log for one in loads(data, "fuzz.jsonl")]
    quick = [whole(one) for one in read_stream(io.BytesIO(data), "fuzz.jsonl", quickly)]
    assert [str(one) for one in careful if isinstance(one, Unreadable)] == [
        str(one) for one in quick if isinstance(one, Unreadable)
    ]
    assert [one for one in careful if isinstance(one, Log)] == [one for one in quick if isinstance(one, Log)]


def whole(one: Sourced | Unreadable | Item) -> Log | Unreadable:
    """What a quick reader found, as a log."""
    return one if isinstance(one, Unreadable) else one.log if isinstance(one, Sourced) else one.log()


def text(data: bytes) -> None:
    games(loads(data, "fuzz.txt"))


def parquet(data: bytes) -> None:
    games(loads(data, "fuzz.parquet"))


def in_file(name: str, data: bytes) -> Path:
    """A file with these bytes."""
    path = PLACE / name
    path.write_bytes(data)
    return path


def packed(data: bytes) -> None:
    for one in games_of(in_file("fuzz.zip", data)):
        if isinstance(one, Unreadable):
            a_sentence(one)
        else:
            taken(one)


def rules(data: bytes) -> None:
    try:
        found = read_rules(str(in_file("fuzz.toml", data)))
        wrong = list(problems(found))
        if not wrong:
            resolve(found)
    except PaishenError as error:
        wrong = []
        a_sentence(error)
    for one in wrong:
        a_sentence(one)


def book(data: bytes) -> None:
    for error in read_book(in_file("sitting.toml", data)).errors:
        a_sentence(error)


def players(data: bytes) -> None:
    in_file("players.toml", data)
    try:
        read_persons(PLACE)
    except PaishenError as error:
        a_sentence(error)


def recorded(data: bytes) -> None:
    """What a recorder takes for whole events is a prefix that verifies; what it calls a tail is the rest."""
    try:
        found = scan(data)
    except NotRecorded as error:
        a_sentence(error)
        return
    assert data[: found.length] + found.tail == data
    if found.header is not None and found.events:
        fields = {name: getattr(found.header, name) for name in found.header.__struct_fields__}
        assert check_chain(Log(**fields, events=tuple(found.events))) is None


def bundle(data: bytes) -> None:
    try:
        unpack(in_file("fuzz-bundle.zip", data))
    except PaishenError as error:
        a_sentence(error)


def verifier(data: bytes) -> None:
    """The verifier that travels alone refuses by its own error only."""
    try:
        check = Check(data.split(b"\n"), [], None)
        for part in (check.faults, check.holds, check.unknown):
            list(part())
    except CannotRead:
        return


def cards(data: bytes) -> None:
    word = data.decode("utf-8", "replace")
    named = cards_of_word(word)
    for one in (word, named):
        try:
            shown(one or "")
        except Unreadable as error:
            assert named is None or one == word
            a_sentence(error)


TARGETS: Final[dict[str, Callable[[bytes], None]]] = {
    "json": json_document, "lines": json_lines, "text": text, "parquet": parquet, "packed": packed, "rules": rules,
    "book": book, "players": players, "recorded": recorded, "bundle": bundle, "verifier": verifier, "cards": cards,
}  # fmt: skip
"""The readers by name."""
