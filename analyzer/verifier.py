"""自己查: checks a bundle of a game of 保皇 with nothing but Python's standard library.

    python3 -I verify.py                      in the folder that the bundle was unpacked into
    python3 -I verify.py --receipt HEX --key HEX

It computes the hash chain again and checks the seal, the receipts that you kept and the key that the recorder
published; for the signature it takes the `cryptography` package or the `openssl` program, whichever is there. It
does not know the rules of the game. The log's form is told in `game.paipu.jsonl` itself: a header, then events.
Exit status: 0 nothing is wrong, 1 something is, 2 it cannot be read, 3 the signature could not be checked.

This file travels in every bundle as `verify.py`; it imports nothing of paishen, which takes its sentences from here.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Table = dict[str, tuple[str, str]]
LOG, SEAL, RULESET, VERDICT = "game.paipu.jsonl", "seal.json", "ruleset.json", "verdict.json"
PROOF = "archive.json"
DER = bytes.fromhex("302a300506032b6570032100")
"""What stands before the 32 bytes of an Ed25519 key in a file of it."""
FAULTS: Table = {
    "no_chain": ("没有链: 无从查验", "there is no chain: nothing can be checked"),
    "header": (
        "链断在牌谱头: 头被改过, 或不是这一局的",
        "the chain breaks at the header: it was changed, or is another game's",
    ),
    "broken_chain": (
        "链断在事件 {event}: 那里有改动、增删或调换",
        "the chain breaks at event {event}: there something was changed, put in, taken out or moved",
    ),
    "after_seal": (
        "事件 {event} 起在封印之后: 封印管不到",
        "event {event} and what follows stand behind the seal, which does not cover them",
    ),
    "no_seal": ("没有完好的封印: 不能说是这把钥匙封的", "there is no whole seal that this key has signed"),
    "other_key": ("封印是另一把钥匙的: {key}", "the seal is by another key: {key}"),
    "seal_differs": ("seal.json 不是牌谱里的封印", "seal.json is not the seal in the log"),
    "ruleset_differs": ("ruleset.json 不是牌谱所说的玩法", "ruleset.json is not the ruleset that the log names"),
    "verdict_differs": ("verdict.json 不是按规则得出的判词", "verdict.json is not the verdict that the rules give"),
    "proof_differs": (
        "archive.json 不能证明这份牌谱在那个档案里: 说的是另一局, 或路径、签名不对",
        "archive.json does not prove that this log is in that archive: it is of another, or path or signature is bad",
    ),
    "no_such_receipt": (
        "收据 {receipt} 不是这份牌谱的: 它不是、或已不是当初给出收据的那份",
        "the receipt {receipt} is of nothing in this log: it is not, or no longer, the one that gave the receipt",
    ),
}
"""What speaks against a log."""
HOLDS: Table = {
    "chain": (
        "链: 头和前 {count} 个事件环环相扣, 没有单处的改动、增删或调换",
        "the chain: header and first {count} events hold together; none was changed, added, dropped or moved alone",
    ),
    "seal": (
        "封印: 封存之后没有改动, 也没有截尾, 除非用的是同一把钥匙 {key}",
        "the seal: since it was put on nothing was changed or cut off, unless with the same key, {key}",
    ),
    "key": ("钥匙: 封印确是所给的这把", "the key: the seal is by the one that was named"),
    "archive": (
        "档案: 签点时这份牌谱一字不差地在档案的 {count} 局之中 (签点的公钥 {key}, 自称签于 {made})",
        "the archive: this log as it is was one of its {count} games at a checkpoint (key {key}, which says {made})",
    ),
    "receipt": (
        "收据: 头和前 {count} 个事件正是给出收据时的那些, 连记录者也没有重写",
        "the receipt: header and first {count} events are as when it was given; not even the recorder wrote them anew",
    ),
}
"""What speaks for it."""
UNKNOWN: Table = {
    "all": ("哪些是原来的, 看不出", "what of it is as it was cannot be seen"),
    "rest": ("断处之后哪些是原来的, 看不出", "what is as it was from the break on cannot be seen"),
    "cut": ("没有封印: 末尾可能被截去", "there is no seal: events may have been cut off its end"),
    "rewritten": (
        "有没有整份重写: 只有别人留着的收据 (--receipt) 能定记录者的罪",
        "whether all of it was written anew: only a receipt kept by somebody else (--receipt) convicts the recorder",
    ),
    "later": (
        "事件 {event} 起在收据之后: 收据管不到",
        "event {event} and what follows came after the receipt, which does not cover them",
    ),
    "whose": (
        "钥匙是谁的: 请与记录者公布的公钥比对 (--key)",
        "whose key that is: compare it with the one the recorder published (--key)",
    ),
    "signature": (
        "签名没有查: 这台机器上没有 cryptography, 也没有能用的 openssl",
        "the signature was not checked: here is neither cryptography nor an openssl that can do it",
    ),
    "verdict": (
        "判词对不对: 要 paishen 才能按规则重判",
        "whether the verdict is right: it takes paishen to judge the game again",
    ),
    "verifier": (
        "包里的 verify.py 不是这一版 paishen 的: 不要凭它说的",
        "the verify.py in the bundle is not the one of this paishen: do not go by what it says",
    ),
    "table": (
        "记下的是不是牌桌上真发生的、什么时候记的, 任何签名都说不出",
        "whether what was entered is what happened at the table, and when it was entered, no signature tells",
    ),
    "others": (
        "别的玩家拿到的是不是同一份、有没有整局被藏起: 请互相比对收据",
        "whether others were given the same log, and whether whole games were left out: compare receipts",
    ),
}
"""What cannot be told."""


class CannotRead(Exception):
    """读不了: the reason."""


def canonical(value: Any) -> bytes:
    """规范形式: the one way to write a value (RFC 8785): no blanks, keys by their UTF-16 units.

    >>> canonical({"b": [1, None], "a": "牌"}).decode()
    '{"a":"牌","b":[1,null]}'
    """
    return json.dumps(_in_order(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def _in_order(value: Any) -> Any:
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return {key: _in_order(value[key]) for key in keys}
    return [_in_order(item) for item in value] if isinstance(value, list) else value


def read_line(raw: bytes) -> dict[str, Any]:
    """读一行: the object that a line is; `CannotRead` for whatever two programs could read in two ways.

    >>> read_line(b'{"a": 1, "a": 2}')
    Traceback (most recent call last):
    analyzer.verifier.CannotRead: the key a stands twice
    """
    try:
        value = json.loads(raw.decode(), object_pairs_hook=_once, parse_float=_no, parse_constant=_no, parse_int=_whole)
    except (ValueError, RecursionError) as error:
        raise CannotRead(f"no JSON: {error}") from None
    if not isinstance(value, dict):
        raise CannotRead("a line is no object")
    for text in _texts(value):
        if any("\ud800" <= char <= "\udfff" for char in text) or not unicodedata.is_normalized("NFC", text):
            raise CannotRead("a text is not in Unicode's form NFC")
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise CannotRead(f"the key {key} stands twice")
        found[key] = value
    return found


def _no(text: str) -> Any:
    raise CannotRead(f"{text:.40} is no whole number")


def _whole(text: str) -> int:
    if len(text) > 17 or not -(2**53) < int(text) < 2**53:
        raise CannotRead("a number is too large")
    return int(text)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


def link(before: str, part: dict[str, Any]) -> str:
    """一环: the hash of the header (before it stands nothing) or of an event."""
    bare = {key: value for key, value in part.items() if key != "h"}
    return hashlib.sha256(bytes.fromhex(before) + canonical(bare)).hexdigest()


def signed(key: str, signature: str, head: str) -> bool | None:
    """签名: whether a key signed the 32 bytes of a head; None where nothing here can tell."""
    try:
        public, mark, message = (bytes.fromhex(text) for text in (key, signature, head))
    except (TypeError, ValueError):
        return False
    if len(public) != 32 or len(mark) != 64:
        return False
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        return _by_openssl(public, mark, message)
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(mark, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _by_openssl(public: bytes, mark: bytes, message: bytes) -> bool | None:
    program = shutil.which("openssl")
    if program is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for name, data in (("key", DER + public), ("mark", mark), ("message", message)):
            (place / name).write_bytes(data)
        ran = subprocess.run(  # noqa: S603 - fixed arguments
            [program, "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", place / "key", "-rawin",
             "-in", place / "message", "-sigfile", place / "mark"],
            capture_output=True, check=False, timeout=60,
        )  # fmt: skip
    said = ran.stdout + ran.stderr
    if ran.returncode == 0 and b"Verified Successfully" in said:
        return True
    return False if b"Verification Failure" in said else None


class Check:
    """查: one log against its chain, its seal, receipts and a key; codes of the tables, with their facts."""

    def __init__(self, lines: list[bytes], receipts: list[str], key: str | None) -> None:
        header, *self.events = [read_line(line) for line in lines if line.strip()] or [read_line(b"")]
        self.parts = [header, *self.events]
        self.receipts, self.key = receipts, key
        self.heads: list[str] = []
        self.seal: dict[str, Any] | None = None
        self.sealed = -1
        self.broken: int | None = None
        self.unsure = False
        self.chained = any("h" in part for part in self.parts)
        self._follow()

    def _follow(self) -> None:
        before = ""
        for index, part in enumerate(self.parts, -1):
            head = link(before, part)
            if index >= 0 and part.get("type") == "seal":
                if not self.chained or not self._seals(part, index, before):
                    self.broken = index
                    return
                if self.seal is None:
                    self.seal, self.sealed = part, index
            if self.chained and part.get("h") != head:
                self.broken = index
                return
            if self.chained:
                self.heads.append(head)
            before = head

    def _seals(self, seal: dict[str, Any], index: int, before: str) -> bool:
        count = seal.get("events")
        if type(count) is not int or count != index or seal.get("head") != before:
            return False
        good = signed(seal.get("key", ""), seal.get("signature", ""), before)
        self.unsure = self.unsure or good is None
        return good is not False

    def faults(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """What speaks against the log."""
        if not self.chained and self.broken is None:
            yield "no_chain", {}
        if self.broken is not None:
            yield ("header" if self.broken < 0 else "broken_chain"), {"event": self.broken}
        elif self.seal and self.sealed + 1 < len(self.events):
            yield "after_seal", {"event": self.sealed + 1}
        if self.key and (self.broken is not None or not self.seal):
            yield "no_seal", {}
        elif self.key and self.seal and self.seal.get("key") != self.key:
            yield "other_key", {"key": self.seal.get("key")}
        for receipt in self.receipts:
            if receipt not in self.heads:
                yield "no_such_receipt", {"receipt": receipt}

    def holds(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """What speaks for it."""
        if self.heads:
            yield "chain", {"count": len(self.heads) - 1}
        if self.seal and self.broken is None and not self.unsure:
            yield "seal", {"key": self.seal.get("key")}
            if self.key == self.seal.get("key"):
                yield "key", {}
        for receipt in self.receipts:
            if receipt in self.heads:
                yield "receipt", {"count": self.heads.index(receipt), "event": self.heads.index(receipt) - 1}

    def unknown(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """What cannot be told."""
        whole = self.chained and self.broken is None
        if not whole:
            yield ("rest" if self.heads else "all"), {}
        if whole and not self.seal:
            yield "cut", {}
        found = [self.heads.index(receipt) for receipt in self.receipts if receipt in self.heads]
        last = self.sealed if self.seal else len(self.events)
        if not found:
            yield "rewritten", {}
        elif whole and max(found) < last:
            yield "later", {"event": max(found)}
        if self.seal and whole and not self.key:
            yield "whose", {}
        if self.unsure:
            yield "signature", {}
        yield "table", {}
        yield "others", {}


def companions(check: Check, folder: Path) -> Iterator[str]:
    """同包: the faults of what lies beside the log."""
    seal, ruleset = (_companion(folder / name) for name in (SEAL, RULESET))
    if seal is not None and seal != check.seal:
        yield "seal_differs"
    proof = _companion(folder / PROOF)
    if proof is not None and proved(check, proof) is None:
        yield "proof_differs"
    if ruleset is not None:
        named = check.parts[0].get("rules_sha256", ruleset.get("sha256"))
        found = hashlib.sha256(canonical(ruleset.get("values"))).hexdigest()
        if not found == named == ruleset.get("sha256"):
            yield "ruleset_differs"


def _companion(path: Path) -> dict[str, Any] | None:
    return read_line(path.read_bytes()) if path.is_file() else None


def content(check: Check) -> str:
    """内容: the content hash of the log: of all it says, without the chain."""
    header, *events = ({key: value for key, value in part.items() if key != "h"} for part in check.parts)
    return hashlib.sha256(canonical({**header, "events": events})).hexdigest()


def led_to(leaf: bytes, index: int, size: int, path: list[bytes]) -> bytes | None:
    """到根: the root that a path leads to from the leaf at an index (RFC 6962); None where it is no such path.

    >>> led_to(b"a", 0, 1, []) == hashlib.sha256(bytes([0]) + b"a").digest()
    True
    """
    if not 0 <= index < size:
        return None
    here, last, root = index, size - 1, hashlib.sha256(b"\0" + leaf).digest()
    for step in path:
        if not last:
            return None
        if here & 1 or here == last:
            root = hashlib.sha256(b"\1" + step + root).digest()
            while not here & 1 and here:
                here, last = here >> 1, last >> 1
        else:
            root = hashlib.sha256(b"\1" + root + step).digest()
        here, last = here >> 1, last >> 1
    return None if last else root


def proved(check: Check, proof: dict[str, Any]) -> dict[str, Any] | None:
    """档案之证: what a proof of an archive proves of the log, with its facts; None where it proves nothing."""
    try:
        point = dict(proof["checkpoint"])
        signature, key = point.pop("signature"), point["key"]
        leaf, path = bytes.fromhex(proof["sha256"]), [bytes.fromhex(step) for step in proof["path"]]
        root = led_to(leaf, proof["index"], point["size"], path)
        told = {"count": point["size"], "key": key, "made": point["made"], "unsure": False}
    except (KeyError, TypeError, ValueError):
        return None
    if proof.get("format") != "paishen inclusion" or point.get("format") != "paishen checkpoint" or root is None:
        return None
    good = signed(key, signature, canonical(point).hex())
    if proof["sha256"] != content(check) or root.hex() != point.get("root") or good is False:
        return None
    return {**told, "unsure": good is None}


def tell(mark: str, table: Table, code: str, **facts: Any) -> None:
    """说: a sentence in both languages."""
    zh, en = (text.format(**{"event": "", **facts}) for text in table[code])
    sys.stdout.write(f"{mark} {zh}\n  {en}\n")


def plainly(name: object) -> str:
    """A name without what could move a terminal's cursor."""
    return "".join(char if char.isprintable() else "?" for char in str(name))


def hexadecimal(text: str) -> str:
    """64 hex digits as a person types them."""
    found = "".join(text.split()).lower()
    if not re.fullmatch("[0-9a-f]{64}", found):
        raise argparse.ArgumentTypeError("64 hex digits are wanted")
    return found


def main() -> int:
    """Check the bundle that lies in this folder, or the log that is named."""
    parser = argparse.ArgumentParser(description="checks a bundle of a game of 保皇", epilog=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("log", nargs="?", type=Path, default=Path(__file__).resolve().with_name(LOG))
    parser.add_argument("--receipt", action="append", default=[], type=hexadecimal, metavar="HEX")
    parser.add_argument("--key", type=hexadecimal, metavar="HEX")
    asked = parser.parse_args()
    try:
        check = Check(asked.log.read_bytes().split(b"\n"), asked.receipt, asked.key)
        faults = [*check.faults(), *((code, {}) for code in companions(check, asked.log.parent))]
        proof = _companion(asked.log.parent / PROOF)
        archived = proof and proved(check, proof)
    except (CannotRead, OSError) as error:
        sys.stderr.write(f"{asked.log}: 读不了 cannot be read: {error}\n")
        return 2
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    sys.stdout.write(f"{plainly(check.parts[0].get('game'))}\n")
    check.unsure = check.unsure or bool(archived and archived["unsure"])
    holds = [*check.holds(), *([("archive", archived)] if archived and not archived["unsure"] else [])]
    for mark, table, points in (("✗", FAULTS, faults), ("✓", HOLDS, holds), ("?", UNKNOWN, check.unknown())):
        for code, facts in points:
            tell(mark, table, code, **facts)
    tell("?", UNKNOWN, "verdict")
    return 1 if faults else 3 if check.unsure else 0


if __name__ == "__main__":
    sys.exit(main())
