"""Parquet, zip and gzip as somebody would write them who means harm: name, end, bytes, what an import says."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from analyzer.paipu.columns import dumps_parquet, schema
from tests.hostile.json_files import FURTHER, MIB, document, lines
from tests.test_paipu_columns import LOG

LARGE: Final = "the Parquet file is too large"
DAMAGED: Final = "the Parquet file is damaged: "
GROWS: Final = "unpacked it grows more than 100 times; it is read no further"
NAME: Final = "a bad name in a zip: not a path below it"


class Packed(NamedTuple):
    """A hostile file that is not plain text; `last` is how the last reason begins, of so many games."""

    name: str
    end: str
    make: Callable[[], bytes]
    games: int
    last: str


def rows(count: int, raw: bytes, **how: Any) -> bytes:
    """So many equal rows, which pack to next to nothing."""
    values = ("g", 0, 0, "undo", None, None, None, None, None, raw)
    columns = [
        pa.nulls(count, field.type) if value is None else pa.repeat(pa.scalar(value, field.type), count)
        for value, field in zip(values, schema(), strict=True)
    ]
    sink = io.BytesIO()
    pq.write_table(pa.Table.from_arrays(columns, schema=schema()), sink, compression="zstd", **how)
    return sink.getvalue()


@cache
def good() -> bytes:
    """A good file of one game."""
    return dumps_parquet([LOG])


def number(value: int, size: int = 0) -> bytes:
    """A number as Thrift packs it, in no fewer than so many bytes."""
    value, found = value << 1, bytearray()
    while value or len(found) < max(size, 1):
        found.append(value & 127 | 128)
        value >>= 7
    found[-1] &= 127
    return bytes(found)


def lying() -> bytes:
    """200 MiB a page, and a footer that says a thousand bytes."""
    data = rows(2, b"x" * (200 * MIB), row_group_size=1)
    size = int.from_bytes(data[-8:-4], "little")
    footer, facts = data[-8 - size : -8], pq.ParquetFile(io.BytesIO(data)).metadata.row_group(0)
    for said in (facts.total_byte_size, facts.column(9).total_uncompressed_size):
        footer = footer.replace(number(said), number(1000, len(number(said))))
    return data[: -8 - size] + footer + data[-8:]


def other_columns() -> bytes:
    """A table that is no log."""
    sink = io.BytesIO()
    pq.write_table(pa.table({"a": ["=1+1"], "b": [1]}), sink)
    return sink.getvalue()


def zipped(*members: tuple[str, bytes]) -> bytes:
    """A zip with files of these names."""
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members:
            file.writestr(name, data)
    return sink.getvalue()


def link() -> bytes:
    """A zip with a symbolic link to a file of this machine."""
    sink, info = io.BytesIO(), zipfile.ZipInfo("a.json")
    info.create_system, info.external_attr = 3, 0o120777 << 16
    with zipfile.ZipFile(sink, "w") as file:
        file.writestr(info, "/etc/passwd")
    return sink.getvalue()


PASS: Final = b'{"type":"pass","seat":9}'
FILES: Final = (
    Packed("pages of 200 MiB", "parquet", lambda: rows(2, b"x" * (200 * MIB), row_group_size=1), 1, LARGE),
    Packed("pages that are larger than is said", "parquet", lying, 1, LARGE),
    Packed("40 million rows in a MiB", "parquet", lambda: rows(40_000_000, b"{}"), 1, LARGE),
    Packed("100,000 rows in 4 kB", "parquet", lambda: rows(100_000, b"{}"), 1, LARGE),
    Packed("a row group for each row", "parquet", lambda: rows(2_000, b"{}", row_group_size=1), 1, LARGE),
    Packed("20,000 rows that are nothing", "parquet", lambda: rows(20_000, b"{}"), 1001, FURTHER),
    Packed("texts that share their beginnings", "parquet", lambda: rows(
        100, b"x" * 9999, use_dictionary=False, column_encoding={"raw": "DELTA_BYTE_ARRAY"}), 1,
        "Parquet encoding 7; only PLAIN, RLE and dictionaries are read"),
    Packed("other columns", "parquet", other_columns, 1, "its columns are not those of paipu.arrow.json"),
    Packed("its mark alone", "parquet", lambda: b"PAR1" * 9, 1, DAMAGED),
    Packed("cut in half", "parquet", lambda: good()[: len(good()) // 2], 1, DAMAGED),
    Packed("a footer of 2 GiB", "parquet", lambda: good()[:-8] + b"\xff\xff\xff\x7fPAR1", 1, DAMAGED),
    Packed("a footer of lists without end", "parquet",
           lambda: good()[:-8] + b"\x19\xfc\xff\xff\xff\x7f\0" + b"\x07\0\0\0PAR1",
           1, DAMAGED),
    Packed("8 million lines of nothing", "jsonl.gz", lambda: gzip.compress(b"0\n" * (8 * MIB)), 1002, GROWS),
    Packed("16 MiB of line ends", "jsonl.gz", lambda: gzip.compress(b"\n" * (16 * MIB)), 2, GROWS),
    Packed("100 MiB of blanks", "jsonl.gz", lambda: gzip.compress(b" " * (100 * MIB)), 2, GROWS),
    Packed("600,000 bad events", "jsonl.gz", lambda: gzip.compress(lines(*[PASS] * 600_000)), 2, GROWS),
    Packed("a gzip cut short", "jsonl.gz",
           lambda: gzip.compress(lines(PASS) * 9)[:-12], 10, "the packed file is damaged"),
    Packed("junk behind a gzip", "jsonl.gz",
           lambda: gzip.compress(document()) + b"junk", 2, "the packed file is damaged"),
    Packed("a gzip in a gzip", "json.gz", lambda: gzip.compress(gzip.compress(document())), 1, "a packed file within"),
    Packed("names that lead out of it", "zip",
           lambda: zipped(("../a.json", document()), ("/b.json", document())), 2, NAME),
    Packed("a name that a terminal obeys", "zip", lambda: zipped(("a\x1b]0;x\x07.json", document())), 1, NAME),
    Packed("a zip in a zip", "zip",
           lambda: zipped(("a.json", zipped(("a.json", document())))), 1, "a packed file within"),
    Packed("30 MiB in each of three files", "zip",
           lambda: zipped(*[(f"{at}.jsonl", b" " * (30 * MIB)) for at in range(3)]),
           4, GROWS),
    Packed("a link in a zip", "zip", link, 1, "column 1: "),
    Packed("a zip without its end", "zip", lambda: zipped(("a.json", document()))[:-30], 1, "the zip is damaged"),
    Packed("20,000 files of nothing", "zip", lambda: zipped(*[(f"{at}.png", b"") for at in range(20_000)]), 0, ""),
)  # fmt: skip
