"""读者: everything that reads bytes from outside, each with what it reads when all is well.

A reader takes any bytes. What it finds in them it gives or refuses with a sentence that names the file; it never
raises anything else.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from analyzer.archive.checkpoints import make_checkpoint, read_checkpoints
from analyzer.archive.players import PLAYERS, read_persons
from analyzer.archive.proofs import faults_of, prove_game, read_proof
from analyzer.bundle import pack, unpack
from analyzer.cli.rules_file import read_rules
from analyzer.errors import PaishenError, Unreadable
from analyzer.evidence import weigh
from analyzer.importing import bring
from analyzer.importing.item import taken
from analyzer.importing.quick import quickly
from analyzer.ledger import read_book
from analyzer.paipu import Sourced, dumps_json, dumps_lines, loads, write
from analyzer.paipu.chain import chain_and_seal
from analyzer.paipu.keyfile import make_key, read_key
from analyzer.recorder import Recorder
from analyzer.replay import judge_log
from analyzer.rulesets import resolve
from analyzer.simulate import simulate

SAMPLES: Final = Path(__file__).resolve().parents[2] / "replays" / "samples"
OURS: Final = Ed25519PrivateKey.from_private_bytes(b"\1" * 32)
RULES: Final = {"base": "simple", "deck": {"7h": 3, "8d": 3, "9s": 3, "2c": 2, "B": 1, "B*": 1, "R": 1, "R*": 1}}
BOOK: Final = """sitting = "周六"
[opening]
甲 = 12
[[item]]
after = "g/1"
player = "甲"
kind = "double-card"
[[ruling]]
after = "g/1"
player = "乙"
points = -3
reason = "迟到"
[[claim]]
after = "g/1"
totals = {甲 = 1, 乙 = 2}
"""
PERSONS: Final = """[anywhere]
甲 = "王小明"
[sitting."周六"]
乙 = "李雷"
"""
HOUSE: Final = 'base = "room-six"\nstake = 2\nend = "all"\nsixes_last = "no"\n'


class Reader(NamedTuple):
    """读者: what it can read, and how it reads; `read` raises where a fault of ours shows."""

    seeds: Callable[[], list[bytes]]
    read: Callable[[bytes], None]


def logs(name: str) -> Callable[[bytes], None]:
    """A reader of logs of one form: every game that is read is judged, weighed and written again."""

    def read(data: bytes) -> None:
        for found in loads(data, name):
            if isinstance(found, Unreadable):
                spoken(found, name)
                continue
            try:
                judge_log(found.log)
            except PaishenError as error:
                spoken(error)
            weigh(found.log)
            again = next(loads(dumps_json(found.log), "again.paipu.json"))
            assert isinstance(again, Sourced), again
            assert again.log == found.log

    return read


def quick(data: bytes) -> None:
    """The reader of the import."""
    for found in quickly(io.BytesIO(data), "a.paipu.jsonl", "utf-8"):
        taken(found)


def in_file(name: str, read: Callable[[Path], object]) -> Callable[[bytes], None]:
    """A reader that wants a file: `PaishenError` is how it refuses."""

    def reader(data: bytes) -> None:
        path = _folder() / name
        path.write_bytes(data)
        path.chmod(0o600)
        try:
            read(path)
        except PaishenError as error:
            spoken(error)

    return reader


def spoken(error: PaishenError, file: str | None = None) -> None:
    """What is refused is refused in one line in each language, with its file."""
    said = [error.say("zh"), error.say("en")]
    assert all(text and "\n" not in text and len(text) < 2000 for text in said), said
    assert file is None or error.file == file, error


@cache
def _folder() -> Path:
    """A folder that stays as long as we do."""
    made = tempfile.TemporaryDirectory()
    _kept.append(made)
    return Path(made.name)


_kept: list[Any] = []


def _samples(*ends: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted(SAMPLES.iterdir()) if path.name.endswith(ends)]


@cache
def sealed() -> bytes:
    """A small game, chained and sealed."""
    return dumps_lines(chain_and_seal(simulate(RULES, 1, game="t/1"), OURS))


def _parquet() -> list[bytes]:
    path = _folder() / "seed.paipu.parquet"
    write(path, [simulate(RULES, seed, game=f"p/{seed}") for seed in range(2)])
    return [path.read_bytes()]


def _proofs() -> list[bytes]:
    return [msgspec.json.encode(prove_game(_archive(), "t/1"))]


@cache
def _archive() -> Path:
    path = _folder() / "one.paipu.jsonl"
    path.write_bytes(sealed())
    list(bring([path], _folder() / "archive"))
    make_checkpoint(_folder() / "archive", OURS)
    return _folder() / "archive"


def _bundles() -> list[bytes]:
    found = next(loads(sealed(), "a.paipu.jsonl"))
    assert isinstance(found, Sourced)
    return [pack(found), pack(found, prove_game(_archive(), "t/1"))]


def _keys() -> list[bytes]:
    path = _folder() / "seed.key"
    if not path.exists():
        make_key(path)
    return [path.read_bytes()]


def _checkpoints(path: Path) -> None:
    assert all(isinstance(one, int) or one.size >= 0 for one in read_checkpoints(path))


def _persons(path: Path) -> None:
    path.replace(path.parent / PLAYERS)
    read_persons(path.parent)


def _rules(path: Path) -> None:
    resolve(read_rules(str(path)))


def _proof(path: Path) -> None:
    assert all(words.zh and words.en for words in faults_of(read_proof(path)))


def _book(path: Path) -> None:
    for error in read_book(path).errors:
        spoken(error, str(path))


def _recorded(path: Path) -> None:
    """A recorder goes on with the file, and what it keeps can be read."""
    for beside in path.parent.glob(f"{path.name}?*"):
        beside.unlink()
    with Recorder(path):
        pass
    assert not [one for one in loads(path.read_bytes(), path.name) if isinstance(one, Unreadable)]


def readers() -> dict[str, Reader]:
    """读者: all of them by name."""
    lines = [sealed(), *_samples(".jsonl")]
    return {
        "json": Reader(lambda: _samples(".json")[:4], logs("a.paipu.json")),
        "jsonl": Reader(lambda: lines, logs("a.paipu.jsonl")),
        "quick": Reader(lambda: lines, quick),
        "text": Reader(lambda: _samples(".txt"), logs("a.paipu.txt")),
        "parquet": Reader(_parquet, logs("a.paipu.parquet")),
        "unnamed": Reader(lambda: [*lines[:1], *_samples(".txt")[:1], *_parquet()], logs("a")),
        "rules": Reader(lambda: [HOUSE.encode()], in_file("house.toml", _rules)),
        "book": Reader(lambda: [BOOK.encode()], in_file("sitting.toml", _book)),
        "persons": Reader(lambda: [PERSONS.encode()], in_file("persons.toml", _persons)),
        "key": Reader(_keys, in_file("a.key", read_key)),
        "bundle": Reader(_bundles, in_file("a.zip", unpack)),
        "proof": Reader(_proofs, in_file("a.proof", _proof)),
        "checkpoints": Reader(
            lambda: [(_archive() / "checkpoints.jsonl").read_bytes()], in_file("checkpoints.jsonl", _checkpoints)
        ),
        "record": Reader(lambda: [b"\n".join(sealed().split(b"\n")[:-3]) + b"\n"], in_file("r.jsonl", _recorded)),
    }


def tried(names: list[str] | None = None) -> Iterator[tuple[str, Reader]]:
    """试谁: the readers of these names, all where none is named."""
    for name, reader in readers().items():
        if not names or name in names:
            yield name, reader
