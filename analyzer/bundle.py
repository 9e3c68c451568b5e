"""卷宗: one sealed game packed for somebody who does not trust us and has not installed us.

A zip file with the same bytes for the same log: the log, its seal, the ruleset, the verdict, and a verifier
that needs only Python's standard library. What comes back is read as a stranger's file.
"""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from analyzer import verifier
from analyzer.errors import PaishenError, Unreadable
from analyzer.events import Log, Seal
from analyzer.evidence import Point, point, weigh
from analyzer.paipu import Sourced, loads
from analyzer.paipu.chain import content_hash
from analyzer.paipu.encoding import LONGEST
from analyzer.paipu.source import parts_of
from analyzer.paipu.writing import plain
from analyzer.replay import judge_log, rules_of
from analyzer.verifier import FAULTS, HOLDS, LOG, PROOF, RULESET, SEAL, UNKNOWN, VERDICT
from analyzer.words import Words

if TYPE_CHECKING:
    from analyzer.archive.proofs import Inclusion

README, VERIFIER = "README.txt", "verify.py"
SMALL: Final = 1 << 20
PARTS: Final = {README: SMALL, LOG: LONGEST, SEAL: SMALL, RULESET: SMALL, VERDICT: SMALL, VERIFIER: SMALL}
"""What a bundle holds, in order, and how many bytes each part may have."""
PROVED: Final = {**PARTS, PROOF: SMALL}
"""The same with an archive's proof."""
LARGEST: Final = LONGEST + (8 << 20)
"""The most bytes that a bundle may have."""
TRAILER: Final = struct.Struct("<4s4H2LH")
"""The last bytes of a zip file: how many parts there are, and how long their list is."""
LONGEST_LIST: Final = 4096
EXPLAINED: Final = """\
保皇牌局卷宗 · A game of 保皇 (Baohuang), packed to be checked

game.paipu.jsonl   牌谱: 头一行, 然后每个事件一行, 最后是封印 · the log: a header, then an event a line, the seal last
seal.json          封印 · the seal
ruleset.json       玩法 · the ruleset, every key
verdict.json       按规则重判的判词 · the verdict that the rules give
verify.py          查验程序, 只要 Python 3.11 · checks all this, with Python 3.11 alone
archive.json       有的话: 它在某个档案里的证明 · where there is one: the proof that it is in an archive

    python3 -I verify.py --receipt HEX --key HEX

HEX: 你留着的收据, 记录者公布的公钥 · the receipt that you kept, the public key that the recorder published.
不信这个 verify.py, 就自己写一个: 链的算法三句话 · If you do not trust this verify.py, write your own. The chain:
h of the header = SHA-256(canonical header without h); h of an event = SHA-256(the 32 bytes of the h before it, then
the canonical event without h); canonical: RFC 8785. The seal signs the 32 bytes of the last h before it (Ed25519).
"""


def pack(found: Sourced, proof: Inclusion | None = None) -> bytes:
    """装卷: the bundle of a sealed log, with an archive's proof if there is one.

    `PaishenError` for a log that is not sealed, whose seal does not hold, or that the proof is not about.
    """
    log = found.log
    evidence = weigh(log)
    if evidence.faults or not evidence.key:
        words = Words("只装封存完好的牌谱; 先 paishen seal", "only a whole sealed log is packed: paishen seal it first")
        raise PaishenError(words, file=found.file, game=log.game)
    contents = {
        README: EXPLAINED.encode(),
        LOG: b"".join(part.replace(b"\n", b" ") + b"\n" for part in parts_of(found)),
        SEAL: _written(plain(log.events[evidence.events])),
        RULESET: _written(_ruleset(log)),
        VERDICT: _written(_verdict(log)),
        VERIFIER: Path(verifier.__file__).read_bytes(),
    }
    if proof is not None:
        contents[PROOF] = _proof(found, proof)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in contents.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, content)
    return stream.getvalue()


def _proof(found: Sourced, proof: Inclusion) -> bytes:
    """An archive's proof as it is packed; `PaishenError` where it does not prove this log."""
    from analyzer.archive.proofs import faults_of

    faults = faults_of(proof, None, content_hash(found.log))
    if faults:
        words = Words(f"证明不成立: {faults[0].zh}", f"the proof does not hold: {faults[0].en}")
        raise PaishenError(words, file=found.file, game=found.log.game)
    return msgspec.json.encode(proof) + b"\n"


def _written(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode() + b"\n"


def _ruleset(log: Log) -> dict[str, Any]:
    """The ruleset of a log, with nothing left open."""
    found = rules_of(log)
    return {"name": found.name, "sha256": found.sha256, "values": dict(sorted(found.values.items()))}


def _verdict(log: Log) -> dict[str, Any]:
    """The verdict on a log, its message in both languages."""
    found = judge_log(log, file=LOG, line=1)
    return {**found.to_json("zh"), "message": found.words and found.words._asdict()}


class Bundle(NamedTuple):
    """卷宗: the log of a bundle, what in the bundle speaks against it and for it, and what cannot be told of it."""

    log: Log
    faults: tuple[Point, ...]
    holds: tuple[Point, ...]
    unknown: tuple[Point, ...]


def is_bundle(path: Path) -> bool:
    """是卷宗: whether a file begins as a zip file does."""
    try:
        if not path.is_file():  # a pipe without a writer would be waited for
            return False
        with path.open("rb") as stream:
            return stream.read(4) == b"PK\x03\x04"
    except OSError:
        return False


def unpack(path: Path) -> Bundle:
    """拆卷: what a bundle holds; `Unreadable` for a file that is none, or is not packed as ours are."""
    parts = _parts(path)
    games = list(loads(parts[LOG], f"{path}/{LOG}"))
    log = next((game.log for game in games if isinstance(game, Sourced)), None)
    bad = next((game for game in games if isinstance(game, Unreadable)), None)
    if bad is not None:
        raise bad
    if log is None or len(games) != 1:
        raise Unreadable(Words("卷宗里要恰有一局", "a bundle holds one game"), file=str(path))
    differing = [point(FAULTS, code) for code in _differing(log, parts)]
    ours = parts[VERIFIER] == Path(verifier.__file__).read_bytes()
    holds = (_archived(parts[PROOF]),) if PROOF in parts and "proof_differs" not in map(_code, differing) else ()
    return Bundle(log, tuple(differing), holds, () if ours else (point(UNKNOWN, "verifier"),))


def _code(point: Point) -> str:
    return point.code


def _archived(raw: bytes) -> Point:
    """What a proof that holds says for the log."""
    checkpoint = json.loads(raw)["checkpoint"]
    return point(HOLDS, "archive", None, count=checkpoint["size"], key=checkpoint["key"], made=checkpoint["made"])


def _is_proved(log: Log, raw: bytes) -> bool:
    """Whether an archive's proof is one, and about this log."""
    from analyzer.archive.proofs import Inclusion, faults_of

    try:
        proof = msgspec.json.decode(raw, type=Inclusion)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False
    return not faults_of(proof, None, content_hash(log))


def _differing(log: Log, parts: dict[str, bytes]) -> Iterator[str]:
    """Which parts are not what the log gives."""
    seal = next((event for event in log.events if isinstance(event, Seal)), None)
    if seal is None or _value(parts[SEAL]) != plain(seal):
        yield "seal_differs"
    if _value(parts[RULESET]) != json.loads(_written(_ruleset(log))):
        yield "ruleset_differs"
    if _value(parts[VERDICT]) != json.loads(_written(_verdict(log))):
        yield "verdict_differs"
    if PROOF in parts and not _is_proved(log, parts[PROOF]):
        yield "proof_differs"


def _value(raw: bytes) -> Any:
    """What a small part says; None where it is no JSON that two programs would read alike."""
    try:
        return verifier.read_line(raw)
    except verifier.CannotRead:
        return None


def _parts(path: Path) -> dict[str, bytes]:
    """The parts of a bundle: exactly those that there must be, none too large."""
    with path.open("rb") as stream:
        data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise _damaged(path, "太大", "it is too large")
    mark, _, _, here, parts, length, _, comment = TRAILER.unpack(data[-TRAILER.size :].rjust(TRAILER.size, b"\0"))
    if mark != b"PK\5\6" or comment or here != parts or not len(PARTS) <= parts <= len(PROVED) or length > LONGEST_LIST:
        raise _damaged(path, "不是 paishen bundle 装的", "paishen bundle packs otherwise")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return {entry.filename: _part(path, archive, entry) for entry in _entries(path, archive)}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise _damaged(path, "坏了", f"it is damaged ({str(error)[:80]})") from None


def _entries(path: Path, archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """The entries, each by its proper name and once."""
    entries = archive.infolist()
    if [entry.filename for entry in entries] not in (list(PARTS), list(PROVED)):
        raise _damaged(path, "里面的文件不是该有的那些", "the files in it are not those that there must be")
    return entries


def _part(path: Path, archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """The bytes of one part, however long it says it is."""
    most = PROVED[entry.filename]
    with archive.open(entry) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise _damaged(path, f"{entry.filename} 太大", f"{entry.filename} is too large")
    return data


def _damaged(path: Path, zh: str, en: str) -> Unreadable:
    return Unreadable(Words(f"卷宗读不了: {zh}", f"the bundle cannot be read: {en}"), file=str(path))


