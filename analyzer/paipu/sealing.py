"""封存文件: a seal put into the file that a log stands in, with every other byte kept as it is.

JSON lines get one line, text one line, and in an object the seal follows its last event. The file is read again
in memory before it replaces the old one: every game in it says what it said, and one has a seal.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from analyzer.errors import PaishenError, Unreadable
from analyzer.events import Log
from analyzer.paipu.chain import chain_and_seal, seal
from analyzer.paipu.disk import alone, put
from analyzer.paipu.encoding import LONGEST
from analyzer.paipu.files import FORMS, loads, written
from analyzer.paipu.scribe import dumps_text
from analyzer.paipu.source import Form, Sourced, parts_of
from analyzer.paipu.writing import dumps_json
from analyzer.words import Words

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

LARGEST: Final = 4 * LONGEST
"""The largest file that is sealed in place."""


def seal_file(found: Sourced, private_key: Ed25519PrivateKey, *, chain: Log | None = None) -> Log:
    """封存文件: seal a log that was just read, in its file; the sealed log.

    With `chain`, the log with every pass written out, a log without a chain gets one; it must be alone in its file,
    which is written anew. `PaishenError` where that cannot be: the log has no whole chain or is sealed already, its
    file is being written to or has changed since it was read, or its form takes no seal.
    """
    sealed = seal(found.log, private_key) if chain is None else chain_and_seal(chain, private_key)
    path = Path(found.file).resolve()
    with alone(path):
        with path.open("rb") as stream:
            data = stream.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise _error("文件太大", "the file is too large", found)
        before = list(loads(data, found.file))
        if found not in before:
            raise _error("文件刚刚变了, 请再试一次", "the file has just changed; try again", found)
        wanted = [found._replace(log=sealed) if one == found else one for one in before]
        if found.form == "parquet":
            raise _error("Parquet 不封; 请先 convert 成 .jsonl", "Parquet takes no seal: convert it to .jsonl", found)
        if chain is not None:
            after = _anew(found, sealed, len(before))
        else:
            after = _PLACES[found.form](data, found, sealed, len(before))
        if _said(list(loads(after, found.file))) != _said(wanted):
            raise _error("带封印读不回来, 什么也没有写", "sealed it would not read back; nothing is written", found)
        put(path, after)
    return sealed


def _anew(found: Sourced, sealed: Log, games: int) -> bytes:
    """The whole file."""
    if games != 1:
        raise _error("要加链, 文件里要只有这一局", "to be chained a game must stand alone in its file", found)
    return written(FORMS.get(Path(found.file).suffix.lower(), found.form), [sealed])


def _said(games: list[Sourced | Unreadable]) -> list[Log | str]:
    """What the games of a file say."""
    return [str(game) if isinstance(game, Unreadable) else game.log for game in games]


def _error(zh: str, en: str, found: Sourced) -> PaishenError:
    return PaishenError(Words(zh, en), file=found.file, game=found.log.game)


def _in_lines(data: bytes, found: Sourced, sealed: Log, _: int) -> bytes:
    """A line of its own after the last one of the game."""
    end = _after(data, found.line, len(found.parts))
    return _joined(data[:end], dumps_json(sealed.events[-1]), data[end:])


def _after(data: bytes, line: int, count: int) -> int:
    """The offset behind so many lines that are not blank, from a line on."""
    at = start = _start(data, line)
    while count:
        start, at = at, data.find(b"\n", at) + 1 or len(data)
        count -= bool(data[start:at].strip())
    return at


def _joined(before: bytes, line: bytes, rest: bytes) -> bytes:
    """A line between two parts of a file, which ends as the lines before it do."""
    end = b"\r\n" if before.endswith(b"\r\n") else b"\n"
    return before + (b"" if before.endswith(b"\n") else end) + line + end + rest


def _in_text(data: bytes, found: Sourced, sealed: Log, games: int) -> bytes:
    """A line at the end of the file."""
    if games != 1:
        raise _error("文字记谱文件里要只有这一局", "a text must hold this game alone", found)
    line = dumps_text(sealed).rstrip("\n").rpartition("\n")[2]
    return _joined(data, line.encode(found.encoding), b"")


def _in_object(data: bytes, found: Sourced, sealed: Log, _: int) -> bytes:
    """Behind the last event, set off from it as that is from the one before."""
    start = data.index(found.raw, _start(data, found.line))
    raw = found.raw.decode(found.encoding).encode()
    _header, *events = parts_of(found._replace(raw=raw, encoding="utf-8"))
    if not events:
        raise _error("没有事件可封", "there is no event to seal", found)
    end = raw.rindex(events[-1]) + len(events[-1])
    gap = b","
    if len(events) > 1:
        last = end - len(events[-1])
        gap = raw[raw.rindex(events[-2], 0, last) + len(events[-2]) : last]
    with_seal = raw[:end] + gap + dumps_json(sealed.events[-1]) + raw[end:]
    return data[:start] + with_seal.decode().encode(found.encoding) + data[start + len(found.raw) :]


def _start(data: bytes, line: int) -> int:
    """The offset that a line begins at."""
    at = 0
    for _ in range(line - 1):
        at = data.index(b"\n", at) + 1
    return at


_PLACES: Final[dict[Form, Callable[[bytes, Sourced, Log, int], bytes]]] = {
    "jsonl": _in_lines, "json": _in_object, "txt": _in_text,
}  # fmt: skip
