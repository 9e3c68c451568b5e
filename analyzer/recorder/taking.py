"""收: the header and the events that a recorder is handed, checked as strictly as a file that is read."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, structs, to_builtins

from analyzer.errors import NotRecorded, Unreadable
from analyzer.events import Event, Header, Log
from analyzer.paipu.chain import canonical, header_hash
from analyzer.paipu.checks import check_event, check_strings
from analyzer.paipu.json import understood
from analyzer.paipu.writing import dumps_json
from analyzer.replay import rules_of
from analyzer.words import Words

Handed = Mapping[str, Any] | bytes
"""An event or a header as it is handed over: a mapping, or a line of JSON."""


def header_from(handed: Header | Handed) -> Header:
    """收头: the header; `Unreadable` or `RulesetError` where it is none that can be recorded.

    >>> header_from(b'{"format": "paipu"}')
    Traceback (most recent call last):
    analyzer.errors.Unreadable: column 1: the key "version" is missing: this is no paipu
    """
    found = _read(handed)
    if isinstance(found, Log) or not isinstance(found, Header):
        raise Unreadable(Words("先要一个牌谱头, 不带events", "a header, without events, is wanted first"))
    check_strings(to_builtins(found))
    rules_of(found)
    return found


def event_from(handed: Event | Handed, eyes: int) -> Event:
    """收事件: the event; `eyes` is the log's view. `Unreadable` where it is none.

    >>> event_from({"type": "pass", "seat": 6}, 0)
    Traceback (most recent call last):
    analyzer.errors.Unreadable: at seat: a number <= 5 is wanted
    """
    found = _read(handed)
    if isinstance(found, Header):
        raise Unreadable(Words("应是一个事件", "an event is wanted"))
    check_event(found, eyes)
    check_strings(to_builtins(found))
    return found


def _read(handed: Header | Event | Handed) -> Log | Header | Event:
    """What is handed over; a mapping has no columns."""
    try:
        return understood(_bytes(handed), "utf-8")
    except Unreadable as error:
        error.line = None
        error.column = error.column if isinstance(handed, bytes) else None
        raise


def _bytes(handed: Header | Event | Handed) -> bytes:
    """What is handed over as a line of JSON."""
    if isinstance(handed, bytes):
        return handed
    if not isinstance(handed, Mapping):
        try:
            return dumps_json(handed)
        except (TypeError, ValueError, RecursionError) as error:
            raise _no_json(error) from None
    try:
        return json.dumps(dict(handed)).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise _no_json(error) from None


def _no_json(error: Exception) -> Unreadable:
    return Unreadable(Words(f"写不成JSON: {error}", f"it cannot be written as JSON: {error}"))


def completed(given: Header, stored: Header | None = None) -> Header:
    """补头: a header with what every recorded log has: salt, ruleset hash and `h`.

    What the caller leaves out is that of the log that is there already, where there is one.
    """
    salt, rules = (stored.salt, stored.rules_sha256) if stored else (secrets.token_hex(16), rules_of(given).sha256)
    full = structs.replace(
        given, h=UNSET,
        salt=salt if given.salt is UNSET else given.salt,
        rules_sha256=rules if given.rules_sha256 is UNSET else given.rules_sha256,
    )  # fmt: skip
    full = structs.replace(full, h=header_hash(full))
    if given.h not in (UNSET, full.h):
        raise NotRecorded(Words("牌谱头带的h不对", "the header brings an h that is not its own"), code="broken_chain")
    return full


def bare(event: Event) -> bytes:
    """本文: what an event says, without its place in the chain."""
    return canonical(structs.replace(event, h=UNSET))


def id_of(event: Event) -> bytes | None:
    """标识: the `x-id` of an event in one form, None where it has none."""
    extra = event.x
    return canonical(extra["x-id"]) if extra and "x-id" in extra else None
