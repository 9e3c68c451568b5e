"""回答的写法: the rows of an answer as a table for people, JSON lines, CSV or Parquet."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

import msgspec

from analyzer.cli.layout import table
from analyzer.cli.localized import say

if TYPE_CHECKING:
    import pyarrow as pa

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that a spreadsheet takes for a formula."""
SAFE: Final = "'"
QUOTED: Final = frozenset(',"\r\n')


def rows_of(answer: pa.Table) -> list[dict[str, Any]]:
    """行: the rows, in values that JSON has."""
    return [{name: plain(value) for name, value in row.items()} for row in answer.to_pylist()]


def plain(value: Any) -> Any:
    r"""A value as JSON has it: whole numbers whole, other decimals as fractions, bytes in hex, the rest as text.

    >>> plain(Decimal("18020")), plain(Decimal("2.50")), plain(b"\x01"), plain([Decimal(1)])
    (18020, 2.5, '01', [1])
    """
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, bytes):
        return value.hex()
    if hasattr(value, "nanoseconds"):
        return interval(value.months, value.days, value.nanoseconds)
    if isinstance(value, list):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def interval(months: int, days: int, nanoseconds: int) -> str:
    """时长: a span of time as ISO 8601 writes it; months and days are no fixed number of seconds, so each is told.

    >>> interval(14, 3, 5_400_000_000_000), interval(0, -1, -1_500_000_000), interval(0, 0, 0)
    ('P1Y2M3DT1H30M', 'P-1DT-1.5S', 'PT0S')
    """
    years, months = _split(months, 12)
    minutes, rest = _split(nanoseconds, 60 * 10**9)
    hours, minutes = _split(minutes, 60)
    seconds = f"{Decimal(rest).scaleb(-9):f}".rstrip("0").rstrip(".") if rest else 0
    date, time = (
        "".join(f"{count}{unit}" for count, unit in zip(counts, units, strict=True) if count)
        for counts, units in (((years, months, days), "YMD"), ((hours, minutes, seconds), "HMS"))
    )
    return f"P{date}" + (f"T{time}" if time else "" if date else "T0S")


def _split(many: int, whole: int) -> tuple[int, int]:
    """So many wholes and the rest, both of the same sign."""
    wholes, rest = divmod(abs(many), whole)
    return (-wholes, -rest) if many < 0 else (wholes, rest)


def json_of(answer: pa.Table) -> str:
    """JSON: one object a row, one a line."""
    return "".join(f"{_json(row)}\n" for row in rows_of(answer))


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode("utf-8")


def csv_of(answer: pa.Table) -> str:
    """CSV: a line of names, a line a row; a text that a spreadsheet would take for a formula gets a quote in front.

    >>> import pyarrow as pa
    >>> print(csv_of(pa.table({"name": ["=1+1", "Mei"], "points": [-3, None]})), end="")
    name,points
    '=1+1,-3
    Mei,
    """
    rows = [answer.column_names, *(row.values() for row in rows_of(answer))]
    return "".join(",".join(map(cell, row)) + "\n" for row in rows)


def cell(value: Any) -> str:
    """格: a value as a cell of CSV; numbers stay numbers.

    >>> cell(-3), cell("-3"), cell([1, 0]), cell(True), cell('a,b'), cell(None)
    ('-3', "'-3", '"[1,0]"', 'true', '"a,b"', '')
    """
    if value is None:
        return ""
    text = _json(value) if isinstance(value, bool | list | dict) else str(value)
    if isinstance(value, str) and text.startswith(FORMULA):
        text = SAFE + text
    return '"' + text.replace('"', '""') + '"' if set(text) & QUOTED else text


def parquet_of(answer: pa.Table) -> bytes:
    """Parquet: the rows in their own types; what Parquet has no type for (spans of time) as text."""
    import pyarrow as pa

    try:
        return _parquet(answer)
    except pa.ArrowNotImplementedError:
        return _parquet(pa.table([_writable(column) for column in answer.columns], answer.column_names))


def _parquet(answer: pa.Table) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = pa.BufferOutputStream()
    pq.write_table(answer, sink, compression="zstd")
    return bytes(sink.getvalue())


def _writable(column: pa.ChunkedArray) -> Any:
    """The column, or its values as text where Parquet has no type for them."""
    import pyarrow as pa

    try:
        _parquet(pa.table([column.slice(0, 0)], ["x"]))
    except pa.ArrowNotImplementedError:
        values = map(plain, column.to_pylist())
        return pa.array(
            [value if value is None or isinstance(value, str) else _json(value) for value in values], pa.string()
        )
    return column


def lines_of(answer: pa.Table, hidden: Iterable[str] = ()) -> list[str]:
    """表: a table for a person, without the columns that are too wide for one."""
    rows = rows_of(answer)
    if not rows:
        return [say("没有", "none")]
    names = [name for name in rows[0] if name not in set(hidden)]
    return table([names, *([_shown(row[name]) for name in names] for row in rows)])


def _shown(value: object) -> str:
    if value is None:
        return "-"
    text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
    return "".join(character if character.isprintable() else "�" for character in text)
