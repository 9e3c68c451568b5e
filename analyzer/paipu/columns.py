"""列: logs as Arrow rows and Parquet files, and back (schemas/paipu.arrow.json).

A row is an event; before a game's events stands one row for its header, `seq` -1 and `type` `header`. `raw`
holds the exact bytes and is the log; the other columns are drawn from it. Reading trusts nothing: rows are
capped, taken in small batches, read as strictly as JSON lines, and every other column must agree with `raw`.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import UNSET

from analyzer.errors import Unreadable
from analyzer.events import Event, Log, Tribute, type_of
from analyzer.paipu.checks import MOST_EVENTS
from analyzer.paipu.encoding import LONGEST, Line
from analyzer.paipu.lines import LineReader
from analyzer.paipu.pages import ENCODINGS, columns_of, pages_of
from analyzer.paipu.source import Sourced, parts_of
from analyzer.words import Words

if TYPE_CHECKING:
    import pyarrow as pa

MOST_ROWS: Final = 50_000_000
"""How many rows a file may have."""
FREE_ROWS: Final = 20_000
"""How many rows it may have in any case; else no more than bytes."""
LARGEST_PAGE: Final = 32 << 20
"""How large a page may be when unpacked."""
LARGEST_FOOTER: Final = 1 << 20
BATCH: Final = 1024
LONGEST_BATCH: Final = 128 << 20
"""How many bytes the texts of a batch may have."""
GROUP: Final = 100_000
"""About how many rows stand in a row group; a game is never cut."""


class Column(NamedTuple):
    """一列: its name, its Arrow type, what it holds, and whether it may be null."""

    name: str
    type: str
    meaning: str
    nullable: bool = False


COLUMNS: Final = (
    Column("game", "string", "the header's game"),
    Column("view", "int8", "the header's view, 0 where it was left out"),
    Column("seq", "int32", "the event index from 0; -1 for the header"),
    Column("type", "string", "the event's type; header for the header"),
    Column("seat", "int8", "seat, or from of a tribute", nullable=True),
    Column("to", "int8", "to", nullable=True),
    Column("cards", "string", "cards, as written", nullable=True),
    Column("t", "int64", "t, milliseconds since started", nullable=True),
    Column("h", "string", "h, 64 hex digits", nullable=True),
    Column("raw", "binary", "the exact bytes of the event or the header, JSON in UTF-8"),
)  # fmt: skip
Row = tuple[str, int, int, str, int | None, int | None, str | None, int | None, str | None, bytes]


def schema() -> pa.Schema:
    """架构: the Arrow schema of a file."""
    import pyarrow as pa

    fields = [pa.field(column.name, getattr(pa, column.type)(), nullable=column.nullable) for column in COLUMNS]
    return pa.schema(fields, metadata={"format": "paipu", "version": "1"})


def rows_of(game: Log | Sourced) -> list[Row]:
    """成行: the rows of a log: its header, then its events, in the order of `COLUMNS`.

    >>> from analyzer.events import Play
    >>> names, events = ("a", "b", "c", "d", "e"), (Play(seat=2, cards="9"),)
    >>> log = Log(format="paipu", version=1, game="1", rules="simple", players=names, events=events)
    >>> rows_of(log)[1]
    ('1', 0, 0, 'play', 2, None, '9', None, None, b'{"type":"play","seat":2,"cards":"9"}')
    """
    log = game if isinstance(game, Log) else game.log
    head, *parts = parts_of(game)
    key = log.game, log.eyes
    rows: list[Row] = [(*key, -1, "header", None, None, None, None, _known(log.h), head)]
    for seq, (event, raw) in enumerate(zip(log.events, parts, strict=True)):
        rows.append((*key, seq, *_drawn(event), raw))
    return rows


def _drawn(event: Event) -> tuple[str, int | None, int | None, str | None, int | None, str | None]:
    """What is drawn from an event."""
    seat = event.source if isinstance(event, Tribute) else _known(getattr(event, "seat", UNSET))
    to, cards = _known(getattr(event, "to", UNSET)), _known(getattr(event, "cards", UNSET))
    return type_of(event), seat, to, cards, _known(event.t), _known(event.h)


def _known(value: Any) -> Any:
    return None if value is UNSET else value


def dumps_parquet(games: Iterable[Log | Sourced]) -> bytes:
    """成Parquet: the bytes of a Parquet file with these games, one after the other."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = io.BytesIO()
    small = ["game", "type", "cards"]
    with pq.ParquetWriter(
        sink,
        schema(),
        compression="zstd",
        compression_level=3,
        use_dictionary=small,
        write_page_checksum=True,
    ) as writer:
        for group in _groups(map(rows_of, games)):
            arrays = [
                pa.array(values, field.type) for values, field in zip(zip(*group, strict=True), schema(), strict=True)
            ]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema()))
    return sink.getvalue()


def _groups(games: Iterable[list[Row]]) -> Iterator[list[Row]]:
    """The rows of whole games, put together to groups."""
    group: list[Row] = []
    for rows in games:
        group += rows
        if len(group) >= GROUP:
            yield group
            group = []
    if group:
        yield group


def read_parquet(stream: IO[bytes], file: str) -> Iterator[Sourced | Unreadable]:
    """读Parquet: the games of a Parquet file; `line` in sources and errors is the row, from 1."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        texts = [column.name for column in COLUMNS if column.type in ("string", "binary")]
        size = _check_pages(stream)
        _check(pq.ParquetFile(stream), size)
        parquet = pq.ParquetFile(stream, page_checksum_verification=True, read_dictionary=texts, pre_buffer=False)
        yield from _Rows(file).read(parquet)
    except Unreadable as error:
        error.file = file
        yield error
    except (pa.ArrowException, OSError, ValueError, MemoryError) as error:
        why = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
        yield Unreadable(Words(f"Parquet已损坏: {why}", f"the Parquet file is damaged: {why}"), file=file)


def _too_large() -> Unreadable:
    return Unreadable(Words("Parquet太大", "the Parquet file is too large"))


def _footer(stream: IO[bytes], size: int) -> bytes:
    """The footer of a file; one that is too large is refused."""
    stream.seek(max(size - 8, 0))
    long = int.from_bytes(stream.read(4), "little")
    if LARGEST_FOOTER < long < size:
        raise _too_large()
    stream.seek(max(size - 8 - long, 0))
    return stream.read(long)


def _check_pages(stream: IO[bytes]) -> int:
    """The size of a file; refused are pages that are too large, or written in a way that lets them grow."""
    size = stream.seek(0, io.SEEK_END)
    for start, stop in columns_of(_footer(stream, size)):
        for page in pages_of(stream, start, min(stop, size)):
            if page.unpacked > LARGEST_PAGE:
                raise _too_large()
            if page.encoding is not None and page.encoding not in ENCODINGS:
                zh = f"Parquet用了编码{page.encoding}; 只读PLAIN、RLE和字典"
                en = f"Parquet encoding {page.encoding}; only PLAIN, RLE and dictionaries are read"
                raise Unreadable(Words(zh, en))
    stream.seek(0)
    return size


def _check(parquet: Any, size: int) -> None:
    """Refuse a file that has other columns, or more rows than can be."""
    found, facts = parquet.schema_arrow, parquet.metadata
    wanted = schema()
    if [(field.name, field.type) for field in found] != [(field.name, field.type) for field in wanted]:
        raise Unreadable(
            Words(
                "列与paipu.arrow.json不符, 不是牌谱",
                "its columns are not those of paipu.arrow.json: this is no paipu",
            )
        )
    if facts.num_rows > min(MOST_ROWS, max(FREE_ROWS, size)):
        raise _too_large()
    if facts.num_rows == 0:
        raise Unreadable(Words("没有内容", "nothing to read"))


class _Rows:
    """Reads games from rows, and compares the drawn columns with them."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.number = 0
        self.kept: dict[int, Row] = {}
        """The rows of the game that is being read, by their number."""
        self.before: dict[int, Row] = {}
        """Those of the game before it, which is handed over when the next one begins."""

    def read(self, parquet: Any) -> Iterator[Sourced | Unreadable]:
        """All games."""
        for found in LineReader(self.file, "utf-8").read(self._lines(parquet)):
            yield self._compared(found) if isinstance(found, Sourced) else found
        if self.number != parquet.metadata.num_rows:
            raise Unreadable(Words("Parquet已损坏: 缺行", "the Parquet file is damaged: rows are missing"))

    def _lines(self, parquet: Any) -> Iterator[Line]:
        """The `raw` of each row as a line."""
        batches = parquet.iter_batches(batch_size=BATCH)
        rows = chain.from_iterable(map(_rows_in, batches))
        for self.number, row in enumerate(rows, 1):
            if row[2] == -1:
                self.before, self.kept = self.kept, {}
            if len(self.kept) <= MOST_EVENTS:  # a game of more rows is lost anyway
                self.kept[self.number] = row
            raw = row[-1] or b"?"
            yield Line(self.number, raw if len(raw) <= LONGEST else None, raw[:4096])

    def _compared(self, found: Sourced) -> Sourced | Unreadable:
        """A game whose columns agree with its `raw`."""
        for place, row in enumerate(rows_of(found)):
            number = found.line + place
            kept = self.kept.get(number) or self.before.get(number)
            if kept != row:
                pairs = zip(COLUMNS, kept or (), row, strict=False)
                what = ", ".join(column.name for column, a, b in pairs if a != b) or "seq"
                return Unreadable(
                    Words(f"{what}列与raw不符", f"the column {what} does not agree with raw"),
                    file=self.file,
                    line=number,
                    game=found.log.game,
                    event=place - 1 if place else None,
                )
        return found._replace(form="parquet")


def _rows_in(batch: Any) -> Iterator[Row]:
    """The rows of a batch; texts come coded by a dictionary: their size is known before they are made."""
    size = sum(_size(column) for column in batch.columns if hasattr(column, "dictionary"))
    if size > LONGEST_BATCH:
        raise _too_large()
    return zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _size(column: Any) -> int:
    """How many bytes the texts of a column coded by a dictionary have."""
    import pyarrow.compute as pc

    lengths = pc.binary_length(column.dictionary)
    return int(pc.sum(lengths.take(column.indices)).as_py() or 0)
