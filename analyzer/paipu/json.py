"""JSON: what a line or a document of JSON says: a log, a header or an event.

A line that our own writer would have written takes the fast way (decoded by type, written again, compared);
every other text takes the strict way (`analyzer.paipu.strict`). Both give the same log.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from analyzer.errors import Unreadable
from analyzer.events import TYPES, Event, Header, Log, X
from analyzer.paipu.checks import check_header, check_log
from analyzer.paipu.encoding import Encoding, decoded
from analyzer.paipu.source import Sourced, game_in
from analyzer.paipu.strict import DEEPEST, check_size, find, line_column, parse
from analyzer.paipu.wording import reworded
from analyzer.paipu.writing import ENCODER
from analyzer.words import Words

Found = Log | Header | Event
_EVENT: Final = msgspec.json.Decoder(Event)
_HEADER: Final = msgspec.json.Decoder(Header)
_LOG: Final = msgspec.json.Decoder(Log)


def fast(raw: bytes) -> Found | None:
    """快读: what a line says, if it is a line as our writer writes it (without `x-` keys); else None.

    >>> fast(b'{"type":"pass","seat":2}').seat
    2
    >>> fast(b'{"type": "pass", "seat": 2}') is None
    True
    """
    if raw.startswith(b'{"type":'):
        decoder: msgspec.json.Decoder[Any] = _EVENT
    elif raw.startswith(b'{"format":"paipu","version":1,'):
        decoder = _LOG if raw.endswith(b"]}") and b',"events":[' in raw else _HEADER
    else:
        return None
    if b"\\u0000" in raw or b'"*":' in raw:
        return None
    try:
        found: Found = decoder.decode(raw)
    except (msgspec.MsgspecError, RecursionError):
        return None
    if isinstance(found, Header) and isinstance(found.rules, dict):
        return None
    return found if ENCODER.encode(found) == raw else None


def strictly(value: Any) -> Found:
    """严读: the log, header or event that a value is; types and ranges only.

    >>> strictly({"type": "undo", "x-why": "slip"}).x
    {'x-why': 'slip'}
    """
    if not isinstance(value, dict):
        raise Unreadable(Words("一局应是一个JSON对象", "a game is a JSON object"))
    try:
        if "type" in value and "format" not in value:
            return _event(value)
        _check_version(value)
        if "events" not in value:
            return msgspec.convert(_apart(value), Header)
        events = value["events"]
        if isinstance(events, list):
            value = {
                **value,
                "events": [_apart(event, f"$.events[{index}]") for index, event in enumerate(events)],
            }
        return msgspec.convert(_apart(value), Log)
    except msgspec.ValidationError as error:
        raise reworded(str(error)) from None


def _event(value: dict[str, Any]) -> Event:
    """The event that a mapping is; asked for by its type, which is much faster than for any event."""
    name = value["type"]
    kind = TYPES.get(name) if isinstance(name, str) else None
    if kind is None:
        wrong = f"Invalid value {name!r}" if isinstance(name, str) else "Expected `str`"
        raise msgspec.ValidationError(f"{wrong} - at `$.type`")
    return msgspec.convert(_apart(value), kind)


def _apart(value: Any, path: str = "$") -> Any:
    """A mapping with its `x-` keys put together under `X`."""
    if not isinstance(value, dict):
        return value
    if X in value:
        raise msgspec.ValidationError(f"Object contains unknown field `{X}` - at `{path}`")
    extra = {key: item for key, item in value.items() if key.startswith("x-")}
    if not extra:
        return value
    return {**{key: item for key, item in value.items() if key not in extra}, X: extra}


def _check_version(value: dict[str, Any]) -> None:
    """Refuse another format or version, naming both."""
    for key in ("format", "version"):
        if key not in value:
            raise Unreadable(Words(f'缺少键"{key}", 不是牌谱', f'the key "{key}" is missing: this is no paipu'))
    name, version = value["format"], value["version"]
    if name != "paipu" or type(version) is not int or version != 1:
        found = f"{name!s:.40} {version!s:.40}" if isinstance(name, str) else f"{name!r:.40}"
        words = Words(f"这是{found}, 本程序读paipu 1", f"this is {found}, and this program reads paipu 1")
        raise Unreadable(words, path="version" if name == "paipu" else "format")


def located(error: Unreadable, text: str) -> Unreadable:
    """The error with line and column of its path in a text."""
    if error.line is None and (offset := find(text, error.path or "")) is not None:
        error.line, error.column = line_column(text, offset)
    return error


def understood(raw: bytes, encoding: Encoding) -> Found:
    """读一行: what a line or a whole document says, the fast way or the strict one; errors have the place.

    A header or a whole log is checked; an event waits for its game.
    """
    quick = fast(raw) if encoding == "utf-8" else None
    text = "" if quick else decoded(raw, encoding)
    try:
        found = quick or strictly(parse(text))
        if isinstance(found, Log):
            check_log(found)
        elif isinstance(found, Header):
            check_header(found)
        elif text:
            check_size(text, DEEPEST - 2)
        return found
    except Unreadable as error:
        raise located(error, text or decoded(raw, encoding)) from None


def read_document(raw: bytes, encoding: Encoding, file: str) -> Sourced | Unreadable:
    """读文档: one game, written as one JSON object over any number of lines."""
    try:
        found = understood(raw, encoding)
    except Unreadable as error:
        error.file, error.game = file, game_in(raw[:65536].decode(encoding, "replace"))
        return error
    if isinstance(found, Log):
        return Sourced(found, file, 1, raw, "json", encoding)
    return Unreadable(Words('缺少键"events"', 'the key "events" is missing'), file=file, line=1)
