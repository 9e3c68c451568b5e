"""列: the columns of the archive's files, as `schemas/archive.arrow.json` says."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from analyzer.data import data

if TYPE_CHECKING:
    import pyarrow as pa

FILES: Final = ("games", "events", "derived")
SQL: Final = {
    "string": "VARCHAR", "int8": "TINYINT", "int32": "INTEGER", "int64": "BIGINT", "uint8": "UTINYINT",
    "uint16": "USMALLINT", "uint32": "UINTEGER", "bool": "BOOLEAN", "binary(112)": "BLOB",
}  # fmt: skip
"""What DuckDB calls the types."""
DELTA: Final = ("number", "seq", "t")
"""Columns that are stored as differences."""
UNKNOWN: Final = 31
"""How many cards of a kind a hidden hand is said to hold (`held_jokers` ...): no hand has so many."""
LEVEL: Final = 3
"""Of zstd: more takes twice the time for a thirtieth of the room."""


@cache
def columns(file: str) -> dict[str, str]:
    """列: the columns of a file and their types, in order.

    >>> list(columns("events"))
    ['number', 'seq', 'word', 'shown', 't']
    """
    document = json.loads((data("schemas") / "archive.arrow.json").read_text("utf-8"))
    return {column["name"]: column["type"] for column in document["files"][file]}


def sql_columns(file: str) -> dict[str, str]:
    """列: the same with the types of SQL.

    >>> sql_columns("games")["players"]
    'VARCHAR[]'
    """
    return {name: _sql(kind) for name, kind in columns(file).items()}


def _sql(kind: str) -> str:
    return f"{SQL[kind[5:-1]]}[]" if kind.startswith("list<") else SQL[kind]


def schema(file: str) -> pa.Schema:
    """列: the Arrow schema of a file."""
    import pyarrow as pa

    document = json.loads((data("schemas") / "archive.arrow.json").read_text("utf-8"))
    fields = [
        pa.field(column["name"], _arrow(column["type"]), nullable=column["nullable"])
        for column in document["files"][file]
    ]
    return pa.schema(fields, metadata={"format": "paishen archive", "version": "1"})


def _arrow(kind: str) -> pa.DataType:
    import pyarrow as pa

    if kind.startswith("list<"):
        return pa.list_(_arrow(kind[5:-1]))
    if kind == "binary(112)":
        return pa.binary(112)
    return pa.bool_() if kind == "bool" else getattr(pa, kind)()


def writing(file: str) -> dict[str, Any]:
    """写法: how the columns of a file are compressed."""
    names = columns(file)
    delta = [name for name in names if name in DELTA and file != "games"]
    plain = [name for name in names if name not in delta]
    coded = plain if file != "games" else [name for name in plain if names[name] == "string" and "sha256" not in name]
    return {
        "compression": "zstd", "compression_level": LEVEL, "write_page_checksum": True, "use_dictionary": coded,
        "column_encoding": dict.fromkeys(delta, "DELTA_BINARY_PACKED") or None,
    }  # fmt: skip
