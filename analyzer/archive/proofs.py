"""证明: that a game is among those of a checkpoint, or that one checkpoint goes on from another.

Whoever is shown a proof needs nothing of the archive to verify it: a checkpoint is in it, with its signature.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

import msgspec

from analyzer.archive.checkpoints import FORGED, STRANGER, Checkpoint, Hash, heads_of, last, read_checkpoints, tree_of
from analyzer.archive.manifest import read_manifest
from analyzer.archive.merkle import Tree, is_consistent, is_included, leaf_hash
from analyzer.archive.places import CHECKPOINTS
from analyzer.archive.reading import Archive
from analyzer.errors import PaishenError, Unreadable
from analyzer.words import Words

LARGEST: Final = 1 << 20
"""The most bytes that a proof may have."""
NOT_IN: Final = Words("证明走不到签点的根: 这一局不在其中", "the path misses the root: the game is not in it")
NOT_ON: Final = Words("新签点不是旧签点的延续", "the new checkpoint does not go on from the old one")
NOT_IT: Final = Words("证明说的是另一局", "the proof is about another game")
CONTRADICTS: Final = Words(
    "档案与它自己的签点对不上; 见 archive check", "the archive belies its own checkpoint; see archive check"
)


class Inclusion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="paishen inclusion", tag_field="format"):
    """含证: the game with this content hash is the one at `index` (from 0) among the games of a checkpoint."""

    game: str
    view: int
    number: int
    sha256: Hash
    index: int
    path: list[Hash]
    checkpoint: Checkpoint
    version: Literal[1] = 1


class Continuation(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="paishen continuation", tag_field="format"
):
    """续证: the games of the checkpoint `old` are the first ones of the checkpoint `new`."""

    old: Checkpoint
    path: list[Hash]
    checkpoint: Checkpoint
    version: Literal[1] = 1


Proof = Inclusion | Continuation


def prove_game(folder: Path, game: str, view: int | None = None) -> Inclusion:
    """含证: the proof that a game is in the latest checkpoint; `PaishenError` where there is none that has it."""
    row = Archive(folder).row(game, view)
    number = row["number"]
    heads = heads_of(folder, read_manifest(folder))
    index = sum(one < number for one in heads)
    tree = tree_of(heads)
    checkpoint = _fitting(folder, tree, above=index)
    path = [one.hex() for one in tree.inclusion(index, checkpoint.size)]
    return Inclusion(game, row["view"], number, heads[number].hex(), index, path, checkpoint)


def prove_continuation(folder: Path, size: int) -> Continuation:
    """续证: the proof that the latest checkpoint goes on from the one of so many games."""
    there = [one for one in read_checkpoints(folder / CHECKPOINTS) if isinstance(one, Checkpoint)]
    old = next((one for one in there if one.size == size), None)
    if old is None:
        sizes = ", ".join(str(one.size) for one in there) or "-"
        words = Words(f"没有 {size} 局时的签点; 有: {sizes}", f"no checkpoint of {size} games; there are: {sizes}")
        raise PaishenError(words, file=str(folder / CHECKPOINTS))
    tree = tree_of(heads_of(folder, read_manifest(folder)))
    new = _fitting(folder, tree, above=size - 1)
    return Continuation(old, [one.hex() for one in tree.consistency(size, new.size)], new)


def _fitting(folder: Path, tree: Tree, above: int) -> Checkpoint:
    """The latest checkpoint of more than so many games, which the archive must not belie."""
    path = folder / CHECKPOINTS
    checkpoint = last(read_checkpoints(path), above)
    if checkpoint is None:
        words = Words(
            "还没有包含它的签点; 用 archive checkpoint 签一个",
            "no checkpoint has it yet: archive checkpoint makes one",
        )
        raise PaishenError(words, file=str(path))
    if checkpoint.size > tree.size or tree.root(checkpoint.size).hex() != checkpoint.root:
        raise PaishenError(CONTRADICTS, file=str(path))
    return checkpoint


def read_proof(path: Path) -> Proof:
    """读证明: a proof from a file; `Unreadable` where it is none."""
    with path.open("rb") as stream:
        raw = stream.read(LARGEST + 1)
    try:
        if len(raw) > LARGEST:
            raise msgspec.DecodeError
        found: Proof = msgspec.json.decode(raw, type=Proof)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        words = Words("不是 archive prove 写的证明", "this is no proof of archive prove")
        raise Unreadable(words, file=str(path)) from None
    return found


def faults_of(proof: Proof, key: str | None = None, sha256: str | None = None) -> list[Words]:
    """验证明: what speaks against a proof: its signatures (by this key, if one is said), its path, and that it is about
    the game with this content hash, if one is said.
    """
    signed = [proof.checkpoint] if isinstance(proof, Inclusion) else [proof.old, proof.checkpoint]
    faults = [FORGED] * any(not one.is_signed() for one in signed)
    faults += [STRANGER] * any(key is not None and one.key != key for one in signed)
    faults += [STRANGER] * (not faults and len({one.key for one in signed}) > 1)
    try:
        fault = _path_fault(proof)
    except ValueError:
        fault = NOT_IN if isinstance(proof, Inclusion) else NOT_ON
    faults += [fault] if fault else []
    if sha256 is not None and (isinstance(proof, Continuation) or proof.sha256 != sha256):
        faults.append(NOT_IT)
    return faults


def _path_fault(proof: Proof) -> Words | None:
    """Whether the path does not lead where it should."""
    path, new = [bytes.fromhex(one) for one in proof.path], proof.checkpoint
    root = bytes.fromhex(new.root)
    if isinstance(proof, Inclusion):
        leaf = leaf_hash(bytes.fromhex(proof.sha256))
        return None if is_included(leaf, proof.index, new.size, path, root) else NOT_IN
    old = proof.old
    return None if is_consistent(old.size, bytes.fromhex(old.root), new.size, root, path) else NOT_ON
