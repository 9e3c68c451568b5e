"""架构: schema files, the format's page, the structs and the reader agree."""

from __future__ import annotations

import re
from typing import Any

import jsonschema
import pytest
from msgspec import NODEFAULT, structs

from analyzer.data import data
from analyzer.events import EVENTS, TYPES, Event, Header, X
from analyzer.paipu.acts import act_of
from analyzer.paipu.columns import COLUMNS
from analyzer.paipu.schema import files, json_schema, write_files
from analyzer.rules.acts import Act, Kind
from analyzer.rules.verdicts import Code
from tests.test_paipu_text import EVERY
from tests.test_paipu_unreadable import EVENTS as WRONG_EVENTS
from tests.test_paipu_unreadable import GOOD
from tests.test_paipu_unreadable import HEADERS as WRONG_HEADERS

PAGE = (data("schemas") / "PAIPU.md").read_text("utf-8")


def rows(chapter: str, place: int = 0) -> list[list[str]]:
    """The rows of the table at a place in a chapter of the page, each a list of cells."""
    part = re.split(r"^## ", PAGE, flags=re.MULTILINE)
    (text,) = [piece for piece in part if piece.startswith(chapter)]
    tables = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    lines = tables[place].strip().split("\n")[2:]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def words(cell: str) -> list[str]:
    """What stands in code in a cell."""
    return re.findall(r"`([^`]*)`", cell)


def keys(kind: type[Event | Header], *, needed: bool) -> list[str]:
    """The keys of a struct that are needed, or not, but for what all events have."""
    return [
        field.encode_name
        for field in structs.fields(kind)
        if (field.default is NODEFAULT) is needed and field.encode_name not in ("t", "h", X)
    ]


def test_the_files_are_current() -> None:
    for name, text in files().items():
        assert (data("schemas") / name).read_text("utf-8") == text, "run python -m analyzer.paipu.schema"


def test_the_files_are_written(tmp_path: Any) -> None:
    write_files(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["paipu.arrow.json", "paipu.schema.json"]


def test_the_page_has_every_event_with_its_keys() -> None:
    told = {words(row[0])[0]: (words(row[1]), words(row[2])) for row in rows("事件")}
    assert list(told) == list(TYPES)
    for name, kind in TYPES.items():
        assert told[name] == (keys(kind, needed=True), keys(kind, needed=False)), name


def test_the_page_has_every_key_of_the_header() -> None:
    told = {key: row[1] == "yes" for row in rows("牌谱头") for key in words(row[0])}
    known = {field.encode_name: field.default is NODEFAULT for field in structs.fields(Header)}
    del known[X], told["x-…"]
    assert list(told) == list(known)
    assert told == known


def test_the_page_has_every_code_in_its_order() -> None:
    assert [words(row[0])[0] for row in rows("判词", 1)] == [code.name.lower() for code in Code if code]


def test_the_page_has_every_column() -> None:
    told = [(words(row[0])[0], row[1], row[2] == "yes", row[3]) for row in rows("列")]
    assert told == [(column.name, column.type, column.nullable, column.meaning) for column in COLUMNS]


def test_kinds_and_events_are_the_same() -> None:
    assert [kind.name.lower() for kind in Kind] == list(TYPES)
    assert list(TYPES.values()) == list(EVENTS)


def valid(value: Any) -> bool:
    """Whether the schema takes a log."""
    return bool(jsonschema.Draft202012Validator(json_schema()).is_valid(value))


def test_the_schema_takes_good_logs() -> None:
    jsonschema.Draft202012Validator.check_schema(json_schema())
    assert valid(GOOD)
    assert valid({**GOOD, "x-a": [1.5]})


# What JSON Schema cannot say, or says otherwise: 1.0 is a whole number there.
BEYOND = (
    "this is paipu",
    "view -1",
    "view 0",
    "view 2",
    "wholly suited",
    "too many cards",
    "1.0",
    "2^53",
    "started",
)


@pytest.mark.parametrize(("keys", "sentence"), WRONG_HEADERS)
def test_the_schema_refuses_wrong_headers(keys: dict[str, Any], sentence: str) -> None:
    value = {key: item for key, item in {**GOOD, **keys}.items() if item is not ...}
    beyond = any(word in sentence for word in BEYOND) or "fractions" in sentence or "decimal" in sentence
    assert beyond or not valid(value)


@pytest.mark.parametrize(("keys", "sentence"), WRONG_EVENTS)
def test_the_schema_refuses_wrong_events(keys: dict[str, Any], sentence: str) -> None:
    value = {**GOOD, "events": [*GOOD["events"], keys]}
    beyond = any(word in sentence for word in BEYOND) or "not a number with" in sentence
    assert beyond or not valid(value)


@pytest.mark.parametrize(
    ("place", "act"),
    [
        (0, Act(Kind.TRIBUTE, 2, 1, 10 << 11 | 1 << 6)),
        (1, Act(Kind.DRAW, 3)),
        (3, Act(Kind.YIELD, 1, 5, 12 << 11 | 1 << 6 | 1, 1 << 9 | 1 << 13)),
        (6, Act(Kind.VOID)),
        (7, Act(Kind.CALL, 1, 0, 6 << 11 | 3 << 6, 3 << 3)),
        (8, Act(Kind.DECLARE, 2, 1)),
        (10, Act(Kind.DECLARE, 3, 3)),
        (11, Act(Kind.PLAY, 5, 0, 4 << 11 | 2 << 6, 1 << 3)),
        (13, Act(Kind.PASS, 5, 1)),
        (14, Act(Kind.AUTO, 4, 1)),
        (15, Act(Kind.AUTO, 4, 0)),
        (16, Act(Kind.MIND, 2, 5)),
        (20, Act(Kind.ESCAPE, 5)),
        (21, Act(Kind.UNDO, 0, 1)),
        (23, Act(Kind.UNDO, 0, 12)),
        (25, Act(Kind.NOTE, 3)),
        (27, Act(Kind.END)),
        (29, Act(Kind.SEAL)),
        (34, Act(Kind.DEAL, 0, 2)),
    ],
)
def test_acts_by_hand(place: int, act: Act) -> None:
    assert act_of(EVERY[place][2]) == act
