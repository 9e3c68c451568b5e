"""心战之后: how far the belief of a message's receiver moved until it acted next.

The messages themselves are no evidence to `deduction`: what moves a belief is what happened meanwhile, and so a message
that was followed by play to match shows as one that came true.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analyzer.audit.mindgames import Message
from analyzer.audit.trail import Trail
from analyzer.deduction import Belief, deduce
from analyzer.errors import PaishenError
from analyzer.events import Log, Pass, Play

DIGITS: Final = 9


def with_beliefs(log: Log, trail: Trail, messages: Sequence[Message]) -> list[Message]:
    """心战之后: the messages with `moved` and `nearer` filled in, as far as they can be told.

    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> log = Log(format="paipu", version=1, game="1", rules="simple", players=names, events=())
    >>> with_beliefs(log, Trail(log), [])
    []
    """
    seen: dict[int, list[Belief]] = {}
    for message in messages:
        if message.to not in seen:
            seen[message.to] = _beliefs(log, message.to)
    guard = trail.table.roles.guard if trail.settled else 0
    return [_told(message, log, seen[message.to], guard) for message in messages]


def _beliefs(log: Log, view: int) -> list[Belief]:
    """What a seat believed after each event; nothing where its view cannot be had."""
    try:
        return deduce(log, view)
    except PaishenError:
        return []


def _told(message: Message, log: Log, beliefs: Sequence[Belief], guard: int) -> Message:
    """The message with how far its receiver's belief moved."""
    mine = (isinstance(event, (Play, Pass)) and event.seat == message.to for event in log.events)
    until = next((index for index, acts in enumerate(mine) if acts and index > message.event), len(log.events) - 1)
    before = next((one.chances for one in beliefs if one.event == message.event), None)
    after = next((one.chances for one in beliefs if one.event == until - 1), None)
    if before is None or after is None:
        return message
    apart = sum(abs(after.get(seat, 0.0) - before.get(seat, 0.0)) for seat in range(1, 6)) / 2
    nearer = round(after.get(guard, 0.0) - before.get(guard, 0.0), DIGITS) if guard else None
    return message._replace(moved=round(apart, DIGITS), nearer=nearer)
