"""写: logs, headers and events as JSON and JSON lines, as our own writer writes them.

Compact, in UTF-8, keys in the order of PAIPU.md, `x-` keys behind them in the order they were read, and of a
whole log `events` last.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from analyzer.events import Event, Header, Log, X

ENCODER: Final = msgspec.json.Encoder()


def dumps_json(log: Log | Header | Event, *, pretty: bool = False) -> bytes:
    """写成JSON: a log as one object, compact on one line, or with a line for each event; keys in their order.

    >>> from analyzer.events import Undo
    >>> dumps_json(Undo(count=1, x={"x-why": "手滑"})).decode()
    '{"type":"undo","count":1,"x-why":"手滑"}'
    """
    if not isinstance(log, Log):
        return ENCODER.encode(plain(log)) if log.x else ENCODER.encode(log)
    if pretty:
        head = dumps_json(header_of(log))[:-1]
        return head + b',"events":[' + b",".join(b"\n " + dumps_json(event) for event in log.events) + b"]}\n"
    if log.x or any(event.x for event in log.events):
        return ENCODER.encode(plain(log))
    return ENCODER.encode(log)


def dumps_lines(log: Log) -> bytes:
    """写成行: a log as JSON lines: the header, then each event, each line with its LF."""
    return b"".join(dumps_json(part) + b"\n" for part in (header_of(log), *log.events))


def header_of(log: Log) -> Header:
    """牌谱头: the header of a log."""
    return Header(**{name: getattr(log, name) for name in Header.__struct_fields__})


def log_of(header: Header, events: Iterable[Event]) -> Log:
    """牌谱: a log of a header and events."""
    return Log(**{name: getattr(header, name) for name in Header.__struct_fields__}, events=tuple(events))


def plain(part: Log | Header | Event) -> dict[str, Any]:
    """原样: a log, header or event as the mapping that is written, `x-` keys after the others.

    >>> from analyzer.events import Void
    >>> plain(Void(t=3, x={"x-a": 1}))
    {'type': 'void', 't': 3, 'x-a': 1}
    """
    value: dict[str, Any] = msgspec.to_builtins(part)
    value.update(value.pop(X, None) or {})
    if isinstance(part, Log):
        events = value.pop("events")
        for event in events:
            event.update(event.pop(X, None) or {})
        value["events"] = events
    return value
