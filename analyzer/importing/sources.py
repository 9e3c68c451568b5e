"""来源: the games of whatever is to be imported: files, folders, packed files, standard input.

A folder is walked in sorted order; an archive of ours in it is passed over, and so are files that are no logs by the
end of their name. `.gz`, `.zst` and the members of a zip are read as they are unpacked and never put on the disk. What
a packed file can do at most is bounded: it may not grow more than `RATIO` times, and a zip may not name other places.
"""

from __future__ import annotations

import gzip
import io
import os
import shutil
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, Any, Final, cast

from analyzer.archive.places import LOGS, MANIFEST
from analyzer.errors import Unreadable
from analyzer.importing.item import Item
from analyzer.importing.quick import quickly
from analyzer.paipu import Sourced
from analyzer.paipu.encoding import LONGEST
from analyzer.paipu.files import FORMS, read_by, read_stream
from analyzer.words import Words, legible

Found = Sourced | Unreadable | Item
STDIN: Final = "-"
PACKED: Final = (".gz", ".zst")
MARKS: Final = ((b"\x1f\x8b", ".gz"), (b"\x28\xb5\x2f\xfd", ".zst"), (b"PK\x03\x04", ".zip"), (b"PK\x05\x06", ".zip"))
RATIO: Final = 100
"""How many times as large as it is a packed file may become. Logs shrink to a tenth, or a fortieth at most."""
FREE: Final = 4 << 20
"""How many bytes it may become in any case."""
PIECE: Final = 1 << 16
"""How many bytes are unpacked at once: what is damaged takes no more than these with it."""
MEMBERS: Final = 1_000_000
"""How many files a zip may hold."""
DAMAGED: Final = Words("压缩文件已损坏; 读出了坏处以前的", "the packed file is damaged; it was read up to there")
GROWS: Final = Words(
    f"解压后大了{RATIO}倍以上, 不再读下去", f"unpacked it grows more than {RATIO} times; it is read no further"
)
NESTED: Final = Words("压缩包里的压缩包不读", "a packed file within a packed file is not read")
NAME: Final = Words("压缩包里这个文件的名字不行: 要相对的、不含..的路径", "a bad name in a zip: not a path below it")
LOCKED: Final = Words("压缩包里这个文件有密码", "this file of the zip has a password")
NO_ZIP: Final = Words("zip 已损坏", "the zip is damaged")
CROWDED: Final = Words("压缩包里文件太多", "there are too many files in the zip")
NOTHING: Final = Words("文件夹里没有牌谱", "there are no logs in this folder")
LARGE: Final = Words("压缩包里的 Parquet 太大, 请先解开", "the Parquet in it is too large: unpack it first")
FAULTS: Final = (EOFError, OSError, zlib.error, zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError)
"""What unpackers raise."""


class Meter:
    """计量: how much a packed file may still become."""

    def __init__(self, size: int) -> None:
        self.left = max(FREE, RATIO * size)


class Unpacked(io.RawIOBase):
    """解压流: a packed file as it is unpacked; it can go back to its beginning only.

    Where it is damaged, or grows too much, it ends, and `fault` says why.
    """

    def __init__(self, opened: Callable[[], IO[bytes]], meter: Meter) -> None:
        self._opened, self._meter = opened, meter
        self._inner: IO[bytes] | None = None
        self._at = self._most = 0
        self._end = sys.maxsize
        self.fault: Words | None = None

    def readable(self) -> bool:
        """It is."""
        return True

    def seekable(self) -> bool:
        """To the beginning."""
        return True

    def tell(self) -> int:
        """How many bytes were read."""
        return self._at

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Back to the beginning."""
        if (offset, whence) != (0, os.SEEK_SET):
            raise io.UnsupportedOperation("seek")
        self.close_inner()
        self._at = 0
        return 0

    def readinto(self, buffer: Any) -> int:
        """Read on."""
        wanted = min(len(buffer), PIECE, self._end - self._at)
        try:
            self._inner = self._inner or self._opened()
            data = self._inner.read1(wanted) if hasattr(self._inner, "read1") else self._inner.read(wanted)
        except FAULTS:
            self.fault = self.fault or DAMAGED
            return 0
        if self._at + len(data) > self._most:
            self._meter.left -= self._at + len(data) - self._most
            self._most = self._at + len(data)
            if self._meter.left < 0:
                self.fault, self._end = GROWS, self._at
                return 0
        self._at += len(data)
        buffer[: len(data)] = data
        return len(data)

    def close_inner(self) -> None:
        """Let go of what is read from."""
        if self._inner is not None:
            self._inner.close()
            self._inner = None

    def close(self) -> None:
        """Let go of all."""
        self.close_inner()
        super().close()


def games_of(source: Path) -> Iterator[Found]:
    """来源: the games of a file, a folder, a packed file, or (`-`) of standard input, in order.

    What cannot be read comes as `Unreadable`, never raised.

    >>> [str(found) for found in games_of(Path("no/such.paipu.json"))]
    ['no/such.paipu.json: no such file']
    """
    if str(source) == STDIN:
        yield from _stdin()
    elif source.is_dir():
        files = files_below(source)
        if not files:
            yield Unreadable(NOTHING, file=legible(str(source)))
        for file in files:
            yield from games_in(file)
    else:
        yield from games_in(source)


def files_below(folder: Path) -> list[Path]:
    """文件夹: the logs below a folder, sorted; links to folders are not followed."""
    found = []
    for place, folders, names in os.walk(folder):
        if MANIFEST in names and LOGS in folders:
            folders.clear()
            continue
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(place, name) for name in names if is_log(name)]
    return sorted(found)


def is_log(name: str) -> bool:
    """Whether a file is a log, or a packed one, by the end of its name.

    >>> [is_log(name) for name in ("a.paipu.json", "a.JSONL.gz", "b.zip", "a.gz", "a.png", ".a.json")]
    [True, True, True, False, False, False]
    """
    ends = PurePosixPath(name.lower()).suffixes
    if name.startswith(".") or not ends:
        return False
    return ends[-1] in (*FORMS, ".zip") or (ends[-1] in PACKED and len(ends) > 1 and ends[-2] in FORMS)


def games_in(path: Path) -> Iterator[Found]:
    """文件: the games of a file, which may be packed."""
    packing = packing_of(path)
    if packing == ".zip":
        yield from _zip(path)
    elif packing:
        meter = Meter(path.stat().st_size)
        name = legible(str(path))
        yield from _unpacked(Unpacked(partial(UNPACKERS[packing], path), meter), name, _bare_name(name))
    else:
        yield from read_by(path, quickly)


def packing_of(path: Path) -> str | None:
    """How a file is packed, by its first bytes."""
    if not path.is_file():
        return None
    try:
        with path.open("rb") as stream:
            start = stream.read(4)
    except OSError:
        return None
    return next((name for mark, name in MARKS if start.startswith(mark)), None)


def _bare_name(name: str) -> str:
    """The name without the end that says how it is packed."""
    return name[: -len(PurePosixPath(name).suffix)] if PurePosixPath(name.lower()).suffix in PACKED else name


def _gzip(path: Path) -> IO[bytes]:
    return cast("IO[bytes]", gzip.open(path, "rb"))


def _zstd(path: Path) -> IO[bytes]:
    import pyarrow as pa

    return cast("IO[bytes]", pa.CompressedInputStream(pa.OSFile(os.fsencode(path)), "zstd"))


UNPACKERS: Final = {".gz": _gzip, ".zst": _zstd}


def _unpacked(raw: Unpacked, file: str, name: str) -> Iterator[Found]:
    """The games of a file as it is unpacked; `name` may tell their form."""
    with raw, io.BufferedReader(raw, 1 << 18) as stream:
        start = stream.read(4)
        stream.seek(0)
        if any(start.startswith(mark) for mark, _ in MARKS):
            yield Unreadable(NESTED, file=file)
            return
        if start == b"PAR1":
            data = stream.read(LONGEST + 1)
            found: Iterable[Found] = read_stream(io.BytesIO(data), name, quickly)
            if len(data) > LONGEST:
                found = [Unreadable(LARGE)]
        else:
            found = read_stream(stream, name, quickly)
        for one in found:
            if isinstance(one, Unreadable):
                one.file = file
                yield one
            else:
                yield one._replace(file=file)
        if raw.fault:
            yield Unreadable(raw.fault, file=file)


def _zip(path: Path) -> Iterator[Found]:
    """The games of a zip, file by file."""
    file = legible(str(path))
    try:
        with zipfile.ZipFile(path) as packed:
            members = sorted(packed.infolist(), key=lambda one: one.filename)
            if len(members) > MEMBERS:
                yield Unreadable(CROWDED, file=file)
                return
            meter = Meter(path.stat().st_size)
            for member in members:
                yield from _member(packed, member, file, meter)
    except (*FAULTS, zipfile.LargeZipFile):
        yield Unreadable(NO_ZIP, file=file)


def _member(packed: zipfile.ZipFile, member: zipfile.ZipInfo, file: str, meter: Meter) -> Iterator[Found]:
    """The games of a file of a zip."""
    name = member.filename
    place = f"{file}/{name if name.isprintable() else ascii(name)}"
    if not is_below(name):
        yield Unreadable(NAME, file=place)
    elif member.is_dir() or not is_log(PurePosixPath(name).name):
        return
    elif member.flag_bits & 1:
        yield Unreadable(LOCKED, file=place)
    elif meter.left < 0:
        yield Unreadable(GROWS, file=place)
    else:
        yield from _unpacked(Unpacked(partial(packed.open, member), meter), place, name)


def is_below(name: str) -> bool:
    r"""Whether a name in a zip is a plain path below it.

    >>> [is_below(name) for name in ("a/b.json", "../b.json", "/b.json", "a\\b.json", "C:b.json", "a/\x1b.json")]
    [True, False, False, False, False, False]
    """
    parts = name.split("/")
    return name.isprintable() and "\\" not in name and ":" not in parts[0] and parts[0] != "" and ".." not in parts


def _stdin() -> Iterator[Found]:
    """The games of standard input; kept in a file meanwhile, as they are read twice."""
    with tempfile.TemporaryFile() as stream:
        shutil.copyfileobj(sys.stdin.buffer, stream, 1 << 20)
        stream.seek(0)
        yield from read_stream(stream, STDIN, quickly)
