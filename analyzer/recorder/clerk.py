"""书记: takes the lines of a person and records what they come to - the part that terminal and dashboard share."""

from __future__ import annotations

import time
from datetime import datetime
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import UNSET, structs

from analyzer.events import Event, Header, Log
from analyzer.paipu.chain import seal
from analyzer.paipu.writing import log_of
from analyzer.recorder.entry import Entry
from analyzer.recorder.fixing import unfinished
from analyzer.recorder.live import Live
from analyzer.recorder.recorder import Recorder

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

IDENTITY: Final = "x-id"


class Recorded(NamedTuple):
    """记下的: an event with its index, and the code of the rule that it breaks, 0 for none."""

    at: int
    event: Event
    code: int


class Clerk:
    """书记: a recorder with the game as it stands. Several threads may hand it lines."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.live = Live(recorder.header, recorder.events)
        self.entry = Entry(self.live)
        self.began = _began(recorder.header)
        self._turn = Lock()

    def record(self, line: str, key: str | None = None) -> list[Recorded]:
        """记一行: record what a line comes to; durable once this returns.

        A line that was recorded before under the same `key` is not recorded again: nothing comes of it.
        `Unreadable` or `Refusal` (nothing was recorded), `NotRecorded` or `OSError` where it could not be stored.
        """
        with self._turn:
            if key is not None and self.has(key):
                return []
            events = self.entry.read(line, self._time()).events
            if key is not None and events:
                last = events[-1]
                events[-1] = structs.replace(last, x={**(last.x or {}), IDENTITY: key})
            return [self._add(event) for event in events]

    def complete(self) -> list[Recorded]:
        """补完: record what a correction still lacks that was cut short when the game was last recorded."""
        with self._turn:
            return [self._add(event) for event in unfinished(self.live)]

    def seal(self, private_key: Ed25519PrivateKey) -> Recorded:
        """封存: record a seal, signed with this key, after what is recorded so far; nothing can follow it."""
        with self._turn:
            return self._add(seal(self.log(), private_key).events[-1])

    def _add(self, event: Event) -> Recorded:
        receipt = self.recorder.append(event)
        assert receipt.event is not None
        if receipt.event != len(self.live.events):
            return Recorded(receipt.event, event, 0)  # stored before, under the same x-id
        stored = self.recorder.events[receipt.event]
        return Recorded(receipt.event, stored, self.live.add(stored))

    def has(self, key: str) -> bool:
        """Whether a line was recorded under a key."""
        return any(event.x is not None and event.x.get(IDENTITY) == key for event in reversed(self.live.events))

    def log(self) -> Log:
        """牌谱: the log so far."""
        return log_of(self.live.header, self.live.events)

    def _time(self) -> int | None:
        """Milliseconds since the game began."""
        return None if self.began is None else max(0, round((time.time() - self.began) * 1000))


def _began(header: Header) -> float | None:
    """When the game began, on the clock of this machine."""
    return None if header.started is UNSET else datetime.fromisoformat(header.started).timestamp()
