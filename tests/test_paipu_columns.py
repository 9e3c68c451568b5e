"""列: Parquet files hold logs exactly, and a file that was tampered with or damaged is never believed."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from msgspec import structs

from analyzer.errors import Unreadable
from analyzer.events import Deal, End, Log, Note, Pass, Play, Tribute
from analyzer.paipu import Sourced, dumps_lines, loads, read, write
from analyzer.paipu import columns as module
from analyzer.paipu.chain import chained
from analyzer.paipu.columns import COLUMNS, dumps_parquet, rows_of, schema

LOG = Log(
    format="paipu",
    version=1,
    game="周五/1",
    rules="tribute",
    players=("老王", "小李", "阿强", "Mei", "Tom"),
    view=2,
    events=(
        Deal(hands=(43, "R*9h", 43, 43, 43)),
        Tribute(source=3, to=2, cards="K"),
        Play(seat=2, cards="9h", t=7),
        Pass(seat=3, x={"x-a": 1}),
        Note(text="好"),
        End(),
    ),
)


def logs(data: bytes) -> list[Log | str]:
    """The logs in a file, or the sentences of its errors."""
    return [one.log if isinstance(one, Sourced) else str(one) for one in loads(data, "a.parquet")]


def test_rows_by_hand() -> None:
    rows = rows_of(chained(structs.replace(LOG, events=LOG.events[:2])))
    assert [row[:7] for row in rows] == [
        ("周五/1", 2, -1, "header", None, None, None),
        ("周五/1", 2, 0, "deal", None, None, None),
        ("周五/1", 2, 1, "tribute", 3, 2, "K"),
    ]
    assert [len(row[8] or "") for row in rows] == [64, 64, 64]
    raw = b'{"type":"play","seat":2,"cards":"9h","t":7}'
    assert rows_of(LOG)[3] == ("周五/1", 2, 2, "play", 2, None, "9h", 7, None, raw)


def test_games_come_back_exactly() -> None:
    games = [LOG, structs.replace(LOG, game="2", events=()), chained(structs.replace(LOG, game="3"))]
    assert logs(dumps_parquet(games)) == games


def test_lines_to_parquet_to_lines_keeps_every_byte(tmp_path: Path) -> None:
    ours = dumps_lines(LOG) + dumps_lines(structs.replace(LOG, game="2"))
    spaced = ours.replace(b'"seat":2', b' "seat" : 2').replace("好".encode(), b"\\u597d")
    assert spaced != ours
    for text in (ours, spaced):
        first, second, third = (tmp_path / name for name in ("a.jsonl", "b.parquet", "c.jsonl"))
        first.write_bytes(text)
        write(second, [one for one in read(first) if isinstance(one, Sourced)])
        write(third, [one for one in read(second) if isinstance(one, Sourced)])
        assert third.read_bytes() == text


def test_many_games_in_several_row_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GROUP", 10)
    monkeypatch.setattr(module, "BATCH", 3)
    games = [structs.replace(LOG, game=str(number)) for number in range(20)]
    data = dumps_parquet(games)
    assert pq.ParquetFile(io.BytesIO(data)).num_row_groups == 10
    assert logs(data) == games


def changed(column: str, place: int, value: Any) -> bytes:
    """A file of two games with one value changed."""
    table = pq.read_table(io.BytesIO(dumps_parquet([LOG, structs.replace(LOG, game="2")])))
    values = table.to_pydict()
    values[column][place] = value
    sink = io.BytesIO()
    pq.write_table(pa.table(values, schema=schema()), sink)
    return sink.getvalue()


@pytest.mark.parametrize(
    ("column", "place", "value"),
    [
        ("game", 3, "3"), ("view", 0, 1), ("seq", 3, 7), ("type", 3, "pass"), ("seat", 3, 1), ("to", 2, 1),
        ("cards", 3, "9d"), ("t", 3, 8), ("h", 3, "0" * 64),
        ("raw", 3, b'{"type":"play","seat":2,"cards":"9d","t":7}'),
    ],
)  # fmt: skip
def test_a_column_that_disagrees_with_raw_loses_its_game_only(column: str, place: int, value: Any) -> None:
    first, second = logs(changed(column, place, value))
    assert isinstance(first, str)
    wrong = "cards" if column == "raw" else column
    assert f"the column {wrong} does not agree with raw" in first
    assert second == structs.replace(LOG, game="2")


def test_rows_that_are_no_events() -> None:
    assert "not JSON" in str(logs(changed("raw", 3, b""))[0])
    assert "a number <= 5" in str(logs(changed("raw", 3, b'{"type":"pass","seat":6}'))[0])


def test_files_that_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    sink = io.BytesIO()
    pq.write_table(pa.table({"a": [1]}), sink)
    assert "its columns are not those of paipu.arrow.json" in str(logs(sink.getvalue())[0])
    assert "nothing to read" in str(logs(dumps_parquet([]))[0])
    assert "the Parquet file is damaged" in str(logs(b"PAR1 and nothing else")[0])
    monkeypatch.setattr(module, "MOST_ROWS", 5)
    assert "the Parquet file is too large" in str(logs(dumps_parquet([LOG]))[0])


def test_a_flipped_bit_is_never_believed() -> None:
    data = dumps_parquet([LOG])
    chance = random.Random(7)
    for _ in range(300):
        at, bit = chance.randrange(len(data)), 1 << chance.randrange(8)
        for found in loads(data[:at] + bytes([data[at] ^ bit]) + data[at + 1 :], "a.parquet"):
            assert isinstance(found, Unreadable) or found.log == LOG


def test_the_schema_has_the_columns() -> None:
    assert schema().names == [column.name for column in COLUMNS]
