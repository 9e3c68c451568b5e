"""文件: logs from files of every form and to files, and the form that a text has."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Final, TypeVar

from analyzer.errors import PaishenError, Unreadable, reason
from analyzer.events import Log
from analyzer.paipu.disk import put
from analyzer.paipu.encoding import LONGEST, Encoding, bare, bare_lines, encoding_of, foreign, lines_of
from analyzer.paipu.json import read_document
from analyzer.paipu.lines import read_lines
from analyzer.paipu.source import Form, Sourced, parts_of
from analyzer.paipu.strict import is_whole
from analyzer.paipu.writing import dumps_json
from analyzer.regular import opened
from analyzer.words import Words, legible

FORMS: Final[dict[str, Form]] = {".json": "json", ".jsonl": "jsonl", ".txt": "txt", ".parquet": "parquet"}
"""The form of a file by the end of its name."""
MOST_BAD: Final = 1000
"""How many games of a file, one after the other, may be unreadable before it is read no further."""
PIECE: Final = 1 << 20
Found = TypeVar("Found")
Lines = Callable[[IO[bytes], str, Encoding], Iterator[Sourced | Unreadable | Found]]
"""读行: what reads the games of a stream of JSON lines, given the file's name and encoding."""


def read(path: Path) -> Iterator[Sourced | Unreadable]:
    """读文件: the games of a file, in order; what cannot be read comes as `Unreadable`, never raised.

    >>> [str(found) for found in read(Path("no/such.paipu.json"))]
    ['no/such.paipu.json: no such file']
    """
    return read_by(path, read_lines)


def read_by(path: Path, by_lines: Lines[Found]) -> Iterator[Sourced | Unreadable | Found]:
    """读文件: the same, JSON lines read by a reader of one's own."""
    file = legible(str(path))
    try:
        with opened(path) as stream:
            yield from until_hopeless(_games(stream, file, by_lines))
    except Unreadable as error:
        error.file = file
        yield error
    except FileNotFoundError:
        yield Unreadable(Words("没有这个文件", "no such file"), file=file)
    except IsADirectoryError:
        yield Unreadable(Words("这是文件夹", "this is a folder"), file=file)
    except PermissionError:
        yield Unreadable(Words("无权读取", "no permission to read it"), file=file)
    except OSError as error:
        why = reason(error)
        yield Unreadable(Words(f"读不出来: {why.zh}", f"it cannot be read: {why.en}"), file=file)


def loads(data: bytes, name: str) -> Iterator[Sourced | Unreadable]:
    """读字节: the games in some bytes; `name` is the file name to report, and its end may tell the form.

    >>> [str(found) for found in loads(b"", "empty.jsonl")]
    ['empty.jsonl: nothing to read']
    """
    yield from loads_by(data, name, read_lines)


def loads_by(data: bytes, name: str, by_lines: Lines[Found]) -> Iterator[Sourced | Unreadable | Found]:
    """读字节: the same, JSON lines read by a reader of one's own."""
    yield from read_stream(io.BytesIO(data), name, by_lines)


def read_stream(stream: IO[bytes], name: str, by_lines: Lines[Found]) -> Iterator[Sourced | Unreadable | Found]:
    """读流: the games of a stream that can go back to its beginning; the end of `name` may tell the form."""
    yield from until_hopeless(_games(stream, name, by_lines))


def until_hopeless(games: Iterator[Sourced | Unreadable | Found]) -> Iterator[Sourced | Unreadable | Found]:
    """到此为止: the games of a file, as far as no more than `MOST_BAD` in a row cannot be read.

    A small packed file may hold millions of lines that are nothing, each of which would have a sentence of its own.
    """
    bad = 0
    for one in games:
        if bad == MOST_BAD and isinstance(one, Unreadable):
            en = f"{MOST_BAD} in a row cannot be read; it is read no further"
            yield Unreadable(Words(f"接连{MOST_BAD}局读不出, 不再读下去", en), file=one.file, line=one.line)
            return
        bad = bad + 1 if isinstance(one, Unreadable) else 0
        yield one


def _games(stream: IO[bytes], file: str, by_lines: Lines[Found]) -> Iterator[Sourced | Unreadable | Found]:
    """The games of a stream that can go back to its beginning."""
    start = stream.read(64)
    stream.seek(0)
    kind = foreign(start)
    if kind == "Parquet":
        from analyzer.paipu.columns import read_parquet

        yield from read_parquet(stream, file)
    elif kind:
        yield Unreadable(
            Words(f"这是{kind}, 牌谱是UTF-8或GB18030文字", f"this is {kind}; a paipu is UTF-8 or GB18030 text"),
            file=file,
        )
    else:
        yield from _texts(stream, file, encoding_of(stream), by_lines)


def _texts(
    stream: IO[bytes], file: str, encoding: Encoding, by_lines: Lines[Found]
) -> Iterator[Sourced | Unreadable | Found]:
    """The games of a text."""
    form = form_of(stream, file, encoding)
    if form is None:
        yield Unreadable(Words("没有内容", "nothing to read"), file=file)
    elif form == "jsonl":
        yield from by_lines(stream, file, encoding)
    elif form == "txt":
        from analyzer.paipu.text import read_text

        yield from read_text(bare_lines(stream, encoding), encoding, file)
    elif len(raw := stream.read(LONGEST + 1)) > LONGEST:
        yield Unreadable(Words("文件太大", "the file is too large"), file=file)
    else:
        yield read_document(bare(raw, encoding), encoding, file)


def form_of(stream: IO[bytes], file: str, encoding: Encoding = "utf-8") -> Form | None:
    """形式: how a text is written, by its first line that is not blank and the end of its name.

    None: it is blank.
    A first line that opens with a bracket is JSON: lines when it is whole, a document when it goes on below.

    >>> form_of(io.BytesIO(b'{"format": "paipu",'), "a.txt"), form_of(io.BytesIO(b"1 77 2 99"), "-")
    ('json', 'txt')
    """
    _skip_blank(stream, encoding)
    first = next((line for line in lines_of(stream) if bare(line.start, encoding).strip()), None)
    stream.seek(0)
    if first is None:
        return None
    named = FORMS.get(Path(file).suffix.lower())
    text = bare(first.raw or first.start, encoding).decode(encoding, "replace").strip()
    if text[:1] in ("{", "["):
        return "jsonl" if named == "jsonl" or is_whole(text) else "json"
    return named if named in ("json", "jsonl") else "txt"


def _skip_blank(stream: IO[bytes], encoding: Encoding) -> None:
    """Read up to the first piece that is not blank: megabytes of line ends are many lines."""
    pieces = 0
    while (piece := stream.read(PIECE)) and not bare(piece, encoding).strip():
        pieces += 1
    stream.seek(0)
    for _ in range(pieces):
        stream.read(PIECE)


def write(path: Path, logs: Iterable[Log | Sourced]) -> None:
    """写文件: logs to a file, in the form that the end of its name tells.

    `PaishenError` where that cannot be.
    The file is there whole or not at all: it is written beside its place, synced, and moved there.
    """
    form = FORMS.get(path.suffix.lower())
    if form is None:
        ends = ", ".join(FORMS)
        raise PaishenError(Words(f"文件名应以{ends}之一结尾", f"the name must end in one of {ends}"), file=str(path))
    games = list(logs)
    if form == "json" and len(games) != 1:
        words = Words(
            f".json放一局, 这里有{len(games)}局; 请用.jsonl",
            f".json holds one game, here are {len(games)}: use .jsonl",
        )
        raise PaishenError(words, file=str(path))
    gap = next((game for game in games if not isinstance(game, Log) and game.gaps), None)
    if gap and form != "txt":
        words = Words("还有省略的过牌没有补上", "passes that its text leaves out are not filled in yet")
        raise PaishenError(words, file=gap.file, line=gap.line, game=gap.log.game)
    put(path, written(form, games))


def written(form: Form, games: list[Log | Sourced]) -> bytes:
    """写成字节: the bytes of a file of that form; in rows and lines, events that were read keep their exact bytes."""
    logs = [game if isinstance(game, Log) else game.log for game in games]
    if form == "json":
        return dumps_json(logs[0], pretty=True)
    if form == "jsonl":
        return b"".join(part + b"\n" for game in games for part in _lines(game))
    if form == "txt":
        from analyzer.paipu.scribe import dumps_text

        texts = (
            dumps_text(log, gaps=not isinstance(game, Log) and game.gaps) for log, game in zip(logs, games, strict=True)
        )
        return "\n".join(texts).encode()
    from analyzer.paipu.columns import dumps_parquet

    return dumps_parquet(games)


def _lines(game: Log | Sourced) -> list[bytes]:
    """The lines of a game."""
    parts = parts_of(game)
    if any(b"\n" in part for part in parts):
        return parts_of(game if isinstance(game, Log) else game.log)
    return parts
