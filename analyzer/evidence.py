"""凭据: what the chain, the seal, a key and receipts prove about a log, and what they cannot tell.

It says nothing about the rules of the game (that is the verdict), and nothing that the hashes do not force.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET

from analyzer.events import Log, Seal
from analyzer.paipu.chain import HEADER, Integrity, examine
from analyzer.verifier import FAULTS, HOLDS, UNKNOWN, Table
from analyzer.words import Lang, Words


class Point(NamedTuple):
    """一点: one thing that holds, does not, or cannot be told; `event` where it is about one (-1 the header)."""

    code: str
    words: Words
    event: int | None = None

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """As the command prints it."""
        return {"code": self.code, "event": self.event, "message": self.words.say(lang)}


class Evidence(NamedTuple):
    """凭据: `faults` speak against the log, `holds` for it, `unknown` is what nothing here can tell.

    `events` come before the seal; `head` and `key` are the seal's; without one `key` is None and the head that of
    the last event. `receipts` pairs each with the event whose head it is: -1 the header, None of nothing here.
    """

    game: str
    integrity: Integrity
    events: int
    head: str | None
    key: str | None
    receipts: tuple[tuple[str, int | None], ...]
    faults: tuple[Point, ...]
    holds: tuple[Point, ...]
    unknown: tuple[Point, ...]

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """As the command prints it (schemas/INTEGRITY.md)."""
        return {
            "game": self.game, "integrity": self.integrity, "events": self.events, "head": self.head, "key": self.key,
            "receipts": [{"receipt": receipt, "event": event} for receipt, event in self.receipts],
            "faults": [point.to_json(lang) for point in self.faults],
            "holds": [point.to_json(lang) for point in self.holds],
            "unknown": [point.to_json(lang) for point in self.unknown],
        }  # fmt: skip


def weigh(log: Log, receipts: Sequence[str] = (), key: str | None = None) -> Evidence:
    """掂量: what can be said of a log, with receipts that somebody kept and the key that should have signed it.

    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> log = Log(format="paipu", version=1, game="1", rules="simple", players=names, events=())
    >>> [point.code for point in weigh(log, ["0" * 64]).faults]
    ['no_chain', 'no_such_receipt']
    """
    facts = _Facts(log, receipts, key)
    return Evidence(
        log.game, facts.kind, facts.last, facts.heads[facts.last] if facts.whole else None, facts.signer,
        tuple(facts.found), tuple(facts.faults()), tuple(facts.holds()), tuple(facts.unknown()),
    )  # fmt: skip


def point(table: Table, code: str, event: int | None = None, **facts: object) -> Point:
    """A point of one of the tables, its sentences filled in.

    >>> point(FAULTS, "after_seal", 7).words.en
    'event 7 and what follows stand behind the seal, which does not cover them'
    """
    zh, en = (text.format(event=event, **facts) for text in table[code])
    return Point(code, Words(zh, en), event)


class _Facts:
    """What the hashes of a log come to."""

    def __init__(self, log: Log, receipts: Sequence[str], key: str | None) -> None:
        self.kind, self.broken = examine(log)
        self.whole = self.kind in ("chained", "sealed")
        seals = [place for place, event in enumerate(log.events) if isinstance(event, Seal)]
        self.behind = self.whole and bool(seals) and seals[0] + 1 < len(log.events)
        self.last = seals[0] if seals else len(log.events)
        seal = log.events[self.last] if seals else None
        self.signer = seal.key if self.whole and isinstance(seal, Seal) else None
        self.key = key
        upto = len(log.events) + 1 if self.broken is None else self.broken + 1
        self.heads = [part.h for part in (log, *log.events)[:upto] if part.h is not UNSET]
        self.found = [(one, self.heads.index(one) - 1 if one in self.heads else None) for one in receipts]

    def faults(self) -> Iterator[Point]:
        """What speaks against it."""
        if self.kind == "none":
            yield point(FAULTS, "no_chain")
        if self.broken is not None:
            yield point(FAULTS, "header" if self.broken == HEADER else "broken_chain", self.broken)
        if self.behind:
            yield point(FAULTS, "after_seal", self.last + 1)
        if self.key is not None and self.signer is None:
            yield point(FAULTS, "no_seal")
        elif self.key is not None and self.signer != self.key:
            yield point(FAULTS, "other_key", key=self.signer)
        for receipt, event in self.found:
            if event is None:
                yield point(FAULTS, "no_such_receipt", receipt=receipt)

    def holds(self) -> Iterator[Point]:
        """What speaks for it."""
        if self.heads:
            yield point(HOLDS, "chain", count=len(self.heads) - 1)
        if self.signer is not None:
            yield point(HOLDS, "seal", key=self.signer)
            if self.signer == self.key:
                yield point(HOLDS, "key")
        for _, event in self.found:
            if event is not None:
                yield point(HOLDS, "receipt", event, count=event + 1)

    def unknown(self) -> Iterator[Point]:
        """What cannot be told."""
        if not self.whole:
            yield point(UNKNOWN, "rest" if self.heads else "all")
        if self.kind == "chained":
            yield point(UNKNOWN, "cut")
        latest = max((event for _, event in self.found if event is not None), default=None)
        if latest is None:
            yield point(UNKNOWN, "rewritten")
        elif self.whole and latest + 1 < self.last:
            yield point(UNKNOWN, "later", latest + 1)
        if self.signer and self.key is None:
            yield point(UNKNOWN, "whose")
        yield point(UNKNOWN, "table")
        yield point(UNKNOWN, "others")
