"""验读: the lines of a recorded log, read back before it goes on - what holds, and an incomplete last line.

A line is written by one call and is on the disk before the next one is begun. So only the last line can be
incomplete: it has no line end, or parts of it were never written and are NUL. Everything else that does not
hold was done by somebody else, and is refused with the byte where it begins.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec import UNSET, to_builtins

from analyzer.errors import NotRecorded, Unreadable
from analyzer.events import Event, Header, Log, Seal
from analyzer.paipu.chain import event_hash, header_hash, seals
from analyzer.paipu.checks import check_event, check_strings
from analyzer.paipu.json import understood
from analyzer.paipu.strict import is_whole
from analyzer.words import Words

BEGINS_HEADER: Final = b'{"format":"paipu","version":1'
BEGINS_EVENT: Final = b'{"type":"'


class Scanned(NamedTuple):
    """验读所得: header and events that hold, how many bytes they take, and what is behind them.

    `header` is None where not even its line is whole. `tail` is the incomplete last line, `bare` says that the
    last line is whole but for its line end.
    """

    header: Header | None
    events: list[Event]
    length: int
    tail: bytes
    bare: bool

    @property
    def sealed(self) -> bool:
        """Whether nothing may follow."""
        return bool(self.events) and isinstance(self.events[-1], Seal)


def damaged(at: int, words: Words) -> NotRecorded:
    """The refusal of a log that does not hold from a byte on."""
    return NotRecorded(
        Words(f"从第{at}字节起不对, 不作修复: {words.zh}", f"damaged from byte {at} on, not repaired: {words.en}"),
        code="damaged",
    )


def scan(data: bytes) -> Scanned:
    r"""验读: what the bytes of a recorded log hold; `NotRecorded` with the byte where they do not.

    >>> scan(b'{"format":"pai')[2:]
    (0, b'{"format":"pai', False)
    >>> scan(b"hello\n")
    Traceback (most recent call last):
    analyzer.errors.NotRecorded: damaged from byte 0 on, not repaired: column 1: not JSON: a value is missing
    """
    found = Scanned(None, [], 0, b"", bare=False)
    while found.length < len(data):
        at = found.length
        end = data.find(b"\n", at)
        line = data[at : end if end >= 0 else len(data)]
        last = end < 0 or end == len(data) - 1
        if found.sealed:
            raise damaged(at, Words("封存之后还有内容", "something follows the seal"))
        if last and _is_torn(line, BEGINS_EVENT if found.header else BEGINS_HEADER, ended=end >= 0):
            return found._replace(tail=data[at:])
        try:
            found = _onward(found, line)
        except Unreadable as error:
            raise damaged(at, error.inside()) from None
        found = found._replace(length=at + len(line) + (end >= 0), bare=end < 0)
    return found


def _is_torn(line: bytes, begins: bytes, *, ended: bool) -> bool:
    """Whether a last line is one of ours that was not written to its end."""
    if any(byte not in (0, wanted) for byte, wanted in zip(line, begins, strict=False)):
        return False
    if b"\0" in line:
        return b"\0" + BEGINS_EVENT not in line.lstrip(b"\0")  # else the end of the line before it is gone, too
    return not ended and not is_whole(line.decode("utf-8", "replace"))


def _onward(found: Scanned, line: bytes) -> Scanned:
    """What holds with one more line."""
    part = understood(line, "utf-8")
    if isinstance(part, Log) or isinstance(part, Header) is bool(found.header):
        raise Unreadable(Words("应是牌谱头一行, 然后每事件一行", "a header is wanted, then an event a line"))
    if isinstance(part, Header):
        check_strings(to_builtins(part))
        if part.h is UNSET:
            raise Unreadable(Words("这份牌谱没有链, 不是实录", "this log has no chain: it was not recorded live"))
        if part.h != header_hash(part):
            raise Unreadable(Words("内容与哈希不符", "it does not fit its hash"))
        return found._replace(header=part)
    assert found.header is not None
    check_event(part, found.header.eyes)
    check_strings(to_builtins(part))
    before = head_of(found.header, found.events)
    if isinstance(part, Seal) and not seals(part, len(found.events), before):
        raise Unreadable(Words("封印不对", "the seal does not hold"))
    if part.h is UNSET or part.h != event_hash(before, part):
        raise Unreadable(Words("内容与哈希不符", "it does not fit its hash"))
    found.events.append(part)
    return found


def head_of(header: Header, events: list[Event]) -> str:
    """链头: the `h` that the next event follows."""
    head = events[-1].h if events else header.h
    assert head is not UNSET
    return head
