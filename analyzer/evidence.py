"""凭据: what the chain, the seal, a key and receipts prove about a log, and what they cannot tell.

It says nothing about the rules of the game (that is the verdict), and nothing that the hashes do not force.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from analyzer.events import Log, Seal
from analyzer.paipu.chain import HEADER, Integrity, examine
from analyzer.words import Lang, Words

FAULTS: Final = {
    "no_chain": Words("没有链: 无从查验", "there is no chain: nothing can be checked"),
    "header": Words(
        "链断在牌谱头: 头被改过, 或不是这一局的",
        "the chain breaks at the header: it was changed, or is another game's",
    ),
    "broken_chain": Words(
        "链断在事件 {event}: 那里有改动、增删或调换",
        "the chain breaks at event {event}: there something was changed, put in, taken out or moved",
    ),
    "after_seal": Words(
        "事件 {event} 起在封印之后: 封印管不到",
        "event {event} and what follows stand behind the seal, which does not cover them",
    ),
    "no_seal": Words("没有完好的封印: 不能说是这把钥匙封的", "there is no whole seal that this key has signed"),
    "other_key": Words("封印是另一把钥匙的: {key}", "the seal is by another key: {key}"),
    "no_such_receipt": Words(
        "收据 {receipt} 不是这份牌谱的: 它不是、或已不是当初给出收据的那份",
        "the receipt {receipt} is of nothing in this log: it is not, or no longer, the one that gave the receipt",
    ),
}
"""What speaks against a log."""
HOLDS: Final = {
    "chain": Words(
        "链: 头和前 {count} 个事件环环相扣, 没有单处的改动、增删或调换",
        "the chain: header and first {count} events hold together; none was changed, added, dropped or moved alone",
    ),
    "seal": Words(
        "封印: 封存之后没有改动, 也没有截尾, 除非用的是同一把钥匙 {key}",
        "the seal: since it was put on nothing was changed or cut off, unless with the same key, {key}",
    ),
    "key": Words("钥匙: 封印确是所给的这把", "the key: the seal is by the one that was named"),
    "receipt": Words(
        "收据: 头和前 {count} 个事件正是给出收据时的那些, 谁也没有重写, 记录者也没有",
        "the receipt: header and first {count} events are those it was given for; nobody, not even the recorder, "
        "wrote them anew",
    ),
}
"""What speaks for it."""
UNKNOWN: Final = {
    "all": Words("哪些是原来的, 看不出", "what of it is as it was cannot be seen"),
    "rest": Words("断处之后哪些是原来的, 看不出", "what is as it was from the break on cannot be seen"),
    "cut": Words("没有封印: 末尾可能被截去", "there is no seal: events may have been cut off its end"),
    "rewritten": Words(
        "有没有整份重写: 只有别人留着的收据 (--receipt) 能定记录者的罪",
        "whether all of it was written anew: only a receipt kept by somebody else (--receipt) convicts the recorder",
    ),
    "later": Words(
        "事件 {event} 起在收据之后: 收据管不到",
        "event {event} and what follows came after the receipt, which does not cover them",
    ),
    "whose": Words(
        "钥匙是谁的: 请与记录者公布的公钥比对 (--key)",
        "whose key that is: compare it with the one the recorder published (--key)",
    ),
    "table": Words(
        "记下的是不是牌桌上真发生的、什么时候记的, 任何签名都说不出",
        "whether what was entered is what happened at the table, and when it was entered, no signature tells",
    ),
    "others": Words(
        "别的玩家拿到的是不是同一份、有没有整局被藏起: 请互相比对收据",
        "whether others were given the same log, and whether whole games were left out: compare receipts",
    ),
}
"""What cannot be told."""


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


def _point(table: dict[str, Words], code: str, event: int | None = None, **facts: object) -> Point:
    """A point with its sentences filled in."""
    words = table[code]
    zh, en = (text.format(event=event, **facts) for text in words)
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
            yield _point(FAULTS, "no_chain")
        if self.broken is not None:
            yield _point(FAULTS, "header" if self.broken == HEADER else "broken_chain", self.broken)
        if self.behind:
            yield _point(FAULTS, "after_seal", self.last + 1)
        if self.key is not None and self.signer is None:
            yield _point(FAULTS, "no_seal")
        elif self.key is not None and self.signer != self.key:
            yield _point(FAULTS, "other_key", key=self.signer)
        for receipt, event in self.found:
            if event is None:
                yield _point(FAULTS, "no_such_receipt", receipt=receipt)

    def holds(self) -> Iterator[Point]:
        """What speaks for it."""
        if self.heads:
            yield _point(HOLDS, "chain", count=len(self.heads) - 1)
        if self.signer is not None:
            yield _point(HOLDS, "seal", key=self.signer)
            if self.signer == self.key:
                yield _point(HOLDS, "key")
        for _, event in self.found:
            if event is not None:
                yield _point(HOLDS, "receipt", event, count=event + 1)

    def unknown(self) -> Iterator[Point]:
        """What cannot be told."""
        if not self.whole:
            yield _point(UNKNOWN, "rest" if self.heads else "all")
        if self.kind == "chained":
            yield _point(UNKNOWN, "cut")
        latest = max((event for _, event in self.found if event is not None), default=None)
        if latest is None:
            yield _point(UNKNOWN, "rewritten")
        elif self.whole and latest + 1 < self.last:
            yield _point(UNKNOWN, "later", latest + 1)
        if self.signer and self.key is None:
            yield _point(UNKNOWN, "whose")
        yield _point(UNKNOWN, "table")
        yield _point(UNKNOWN, "others")
