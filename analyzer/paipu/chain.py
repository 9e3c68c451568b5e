"""链与封: the canonical form, the hash chain through a log, and the seal (PAIPU.md, "Integrity").

The `h` of the header is the SHA-256 of its canonical form; the `h` of an event that of the `h` before it (32
bytes) and the event's canonical form; both without `h`. What a key says counts, and whether it is there:
`count` 1 and no `count` give different hashes. `cryptography` is imported when a seal is checked or made.
"""

from __future__ import annotations

import hashlib
import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec import UNSET, Raw, Struct, json, structs, to_builtins

from analyzer.errors import PaishenError
from analyzer.events import Event, Header, Log, Seal
from analyzer.paipu.checks import check_chained, is_chained
from analyzer.paipu.writing import header_of, plain
from analyzer.words import Words

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

Integrity = Literal["none", "chained", "sealed", "broken"]
HEADER: Final = -1
"""The event index that stands for the header."""
_SORTED: Final = json.Encoder(order="sorted")
_PLAIN: Final = json.Encoder()
_BEYOND = re.compile(rb"[\xf0-\xf4]")


def canonical(value: Any) -> bytes:
    r"""规范形式: RFC 8785 JSON of a value, a header or an event, numbers below 2^53.

    Keys stand in the order of their UTF-16 units, which differs from the order of characters beyond U+FFFF. A number
    has one form, however it was written; only `x-` keys can hold one with a decimal point or an exponent.

    >>> canonical({"b": [True, None], "a": "\u20ac\n"}).decode()
    '{"a":"€\\n","b":[true,null]}'
    >>> canonical([1.0, -0.0, 0.25, 1e-7]).decode()
    '[1,0,0.25,1e-7]'
    """
    is_free = _is_free(value)
    if isinstance(value, Header) or getattr(value, "x", None):
        value = plain(value)
    if is_free:
        value = _numbered(value)
    written = _SORTED.encode(value)
    if not _BEYOND.search(written):
        return written
    return _PLAIN.encode(_in_order(value if is_free else to_builtins(value)))


def _is_free(value: Any) -> bool:
    """Whether a value can hold numbers that are not whole: `x-` keys can."""
    if isinstance(value, Log):
        return bool(value.x) or any(event.x for event in value.events)
    return bool(getattr(value, "x", None)) if isinstance(value, Struct) else True


def _numbered(value: Any) -> Any:
    """The value with every number as it is to be written."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else Raw(_fraction(value))
    if isinstance(value, dict):
        return {key: _numbered(item) for key, item in value.items()}
    return [_numbered(item) for item in value] if isinstance(value, list | tuple) else value


def _fraction(value: float) -> str:
    """A number that is not whole, as RFC 8785 has it: the fewest digits that tell it, an exponent from 1e-7 down.

    >>> _fraction(0.0000025), _fraction(-2.5e-07), _fraction(1234.5)
    ('0.0000025', '-2.5e-7', '1234.5')
    """
    return f"{Decimal(repr(value)):f}" if abs(value) >= 1e-6 else repr(value).replace("e-0", "e-")


def _in_order(value: Any) -> Any:
    """The value with the keys of every mapping in the order of their UTF-16 units."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return {key: _in_order(value[key]) for key in keys}
    return [_in_order(item) for item in value] if isinstance(value, list) else value


def header_hash(log: Header) -> str:
    """头的哈希: what the `h` of a log's header must be.

    >>> names = ("a", "b", "c", "d", "e")
    >>> header = Header(format="paipu", version=1, game="1", rules="simple", players=names)
    >>> text = b'{"format":"paipu","game":"1","players":["a","b","c","d","e"],"rules":"simple","version":1}'
    >>> header_hash(header) == hashlib.sha256(text).hexdigest()
    True
    """
    header = header_of(log) if isinstance(log, Log) else log
    return hashlib.sha256(canonical(structs.replace(header, h=UNSET))).hexdigest()


def event_hash(before: str, event: Event) -> str:
    """事件的哈希: what the `h` of an event must be after the `h` before it.

    >>> from analyzer.events import Pass
    >>> by_hand = hashlib.sha256(bytes(32) + b'{"seat":2,"type":"pass"}').hexdigest()
    >>> event_hash("00" * 32, Pass(seat=2)) == by_hand
    True
    """
    return hashlib.sha256(bytes.fromhex(before) + canonical(structs.replace(event, h=UNSET))).hexdigest()


def content_hash(log: Log) -> str:
    """内容哈希: SHA-256 of the canonical log without any `h`: the same for a log and the same log chained."""
    bare = structs.replace(log, h=UNSET, events=tuple(structs.replace(event, h=UNSET) for event in log.events))
    return hashlib.sha256(canonical(bare)).hexdigest()


def examine(log: Log) -> tuple[Integrity, int | None]:
    """验链: the integrity of a log, and the first event that breaks the chain (or `HEADER`), or None.

    >>> from analyzer.events import Pass, Void
    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> log = Log(format="paipu", version=1, game="1", rules="simple", players=names, events=(Void(), Void()))
    >>> whole = chained(log)
    >>> examine(log), examine(whole)
    (('none', None), ('chained', None))
    >>> examine(structs.replace(whole, events=(whole.events[0], Pass(seat=1, h=whole.events[1].h))))
    ('broken', 1)
    """
    if not is_chained(log):
        first = next((index for index, event in enumerate(log.events) if isinstance(event, Seal)), None)
        return ("none", None) if first is None else ("broken", first)
    before = header_hash(log)
    if log.h != before:
        return "broken", HEADER
    found: Integrity = "chained"
    for index, event in enumerate(log.events):
        if isinstance(event, Seal):
            if not seals(event, index, before):
                return "broken", index
            found = "sealed"
        if event.h is UNSET or event.h != event_hash(before, event):
            return "broken", index
        before = event.h
    return found, None


def check_chain(log: Log) -> int | None:
    """断链处: the first event that breaks the chain, `HEADER` (-1) for the header, None when nothing does."""
    return examine(log)[1]


def integrity(log: Log) -> Integrity:
    """完整性: "none", "chained", "sealed" or "broken"."""
    return examine(log)[0]


def seals(seal: Seal, index: int, before: str) -> bool:
    """验封: whether a seal at this place holds: its count, its head, its signature."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if seal.events != index or seal.head != before:
        return False
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(seal.key))
        key.verify(bytes.fromhex(seal.signature), bytes.fromhex(seal.head))
    except (InvalidSignature, ValueError):
        return False
    return True


def chained(log: Log) -> Log:
    """成链: the log with `h` in its header and every event; a log whose chain is broken is refused.

    `Unreadable` when a string is not NFC or an `x-` key holds a fraction.
    """
    found, _ = examine(log)
    if found in ("chained", "sealed"):
        return log
    if found == "broken":
        raise PaishenError(Words("链已断, 不能重算", "the chain is broken; it is not computed anew"), game=log.game)
    return _linked(log)


def _linked(log: Log) -> Log:
    """A log that carries no `h`, chained; of events in plain ASCII without `x-` keys nothing needs a check."""
    check_chained(structs.replace(log, events=()))
    head = header_hash(log)
    digest = bytes.fromhex(head)
    encode, sha256, replace = _SORTED.encode, hashlib.sha256, structs.replace
    events: list[Event] = []
    checked = False
    for event in log.events:
        raw = encode(event)
        if event.x is not None or not raw.isascii():
            if not checked:
                check_chained(log)
                checked = True
            raw = canonical(event)
        digest = sha256(digest + raw).digest()
        events.append(replace(event, h=digest.hex()))
    return replace(log, h=head, events=tuple(events))


def seal(log: Log, private_key: Ed25519PrivateKey) -> Log:
    """封存: the chained log with a seal at its end, signed with this key; a sealed log is refused."""
    if integrity(log) != "chained":
        words = Words("只有完好的、未封存的链式牌谱能封存", "only a whole chained log that has no seal can be sealed")
        raise PaishenError(words, game=log.game)
    return _signed(log, private_key)


def chain_and_seal(log: Log, private_key: Ed25519PrivateKey) -> Log:
    """成链封存: a log without a chain, chained and sealed in one go; one that carries any `h` is refused.

    >>> from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> log = Log(format="paipu", version=1, game="1", rules="simple", players=names, events=())
    >>> examine(chain_and_seal(log, Ed25519PrivateKey.generate()))
    ('sealed', None)
    """
    if examine(log) != ("none", None):
        raise PaishenError(Words("这份牌谱已经有链", "this log has a chain already"), game=log.game)
    return _signed(_linked(log), private_key)


def _signed(log: Log, private_key: Ed25519PrivateKey) -> Log:
    """A log whose chain is whole and has no seal yet, with its seal."""
    head = str((log.events[-1] if log.events else log).h)
    signature = private_key.sign(bytes.fromhex(head)).hex()
    signed = Seal(events=len(log.events), head=head, key=public_hex(private_key), signature=signature)
    signed = structs.replace(signed, h=event_hash(head, signed))
    return structs.replace(log, events=(*log.events, signed))


def public_hex(private_key: Ed25519PrivateKey) -> str:
    """公钥: the public half of a key, 64 hex digits."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return private_key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def head_of(log: Log) -> str:
    """链头: the `h` of the last event before the seal (of the header, where there is none).

    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> log = chained(Log(format="paipu", version=1, game="1", rules="simple", players=names, events=()))
    >>> head_of(log) == header_hash(log)
    True
    """
    sealed = next((index for index, event in enumerate(log.events) if isinstance(event, Seal)), len(log.events))
    last = log.events[sealed - 1] if sealed else log
    if last.h is not UNSET:
        return last.h
    raise PaishenError(Words("这份牌谱没有链", "this log has no chain"), game=log.game)
