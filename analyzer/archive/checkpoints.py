"""签点: signed statements of how many games an archive has and what the root of the tree over them is.

The leaves are the content hashes of all stored games (32 bytes each) in the order of their numbers. Who keeps a
checkpoint of an archive somewhere else can tell ever after whether a game was removed, swapped or put in between.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec

from analyzer.archive.inspecting import Finding
from analyzer.archive.manifest import Manifest, all_there, broken_files, read_manifest
from analyzer.archive.merkle import Tree, leaf_hash
from analyzer.archive.places import CHECKPOINTS, GAMES, alone, file_of, whole
from analyzer.errors import PaishenError
from analyzer.paipu.chain import canonical, public_hex
from analyzer.words import Words

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

LINE: Final = Words("不是签点", "this is no checkpoint")
FORGED: Final = Words("签点的签名不对", "the signature of the checkpoint does not hold")
STRANGER: Final = Words("签点不是用这把钥匙签的", "the checkpoint is signed with another key")
FEWER: Final = Words("签点时的牌局比现在还多: 有牌局被删去", "there were more games at the checkpoint: some are gone")
OTHER: Final = Words(
    "签点时的牌局与现在的不同: 有牌局被删去、调换或插入",
    "the games at the checkpoint were others: some were removed, swapped or put in between",
)


Hash = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
"""A SHA-256, or a public key, as it is written: so that nothing can be written in two ways."""
Signature = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{128}\Z")]


class Checkpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """签点: `size` games had this `root` when it was `made` (UTC, as the signer says).

    `signature` is the Ed25519 signature, by `key`, of the canonical form of all the rest.

    >>> blank = Checkpoint(size=0, root="00", made="2026-01-01T00:00:00Z", key="aa")
    >>> blank.signed_part().decode()
    '{"format":"paishen checkpoint","key":"aa","made":"2026-01-01T00:00:00Z","root":"00","size":0,"version":1}'
    """

    size: int
    root: Hash
    made: str
    key: Hash
    format: Literal["paishen checkpoint"] = "paishen checkpoint"
    version: Literal[1] = 1
    signature: Signature = ""

    def signed_part(self) -> bytes:
        """What is signed."""
        plain = msgspec.to_builtins(self)
        del plain["signature"]
        return canonical(plain)

    def is_signed(self) -> bool:
        """Whether the signature holds."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.key))
            key.verify(bytes.fromhex(self.signature), self.signed_part())
        except (InvalidSignature, ValueError):
            return False
        return True


def heads_of(folder: Path, manifest: Manifest) -> dict[int, bytes]:
    """各局之首: the content hash of every stored game by its number; `PaishenError` where a table is damaged."""
    import pyarrow.parquet as pq

    found: dict[int, bytes] = {}
    for segment in manifest.segments:
        path = file_of(folder, GAMES, segment.name)
        if broken_files(folder, segment, (GAMES,)):
            words = Words("文件已损坏; 见 archive check", "the file is damaged; see archive check")
            raise PaishenError(words, file=str(path))
        table = pq.read_table(path, columns=["number", "sha256"])
        heads = map(bytes.fromhex, table["sha256"].to_pylist())
        found.update(zip(table["number"].to_pylist(), heads, strict=True))
    return dict(sorted(found.items()))


def tree_of(heads: dict[int, bytes]) -> Tree:
    """树: the tree over the heads of all games."""
    return Tree([leaf_hash(head) for head in heads.values()])


def read_checkpoints(path: Path) -> list[Checkpoint | int]:
    """读签点: the checkpoints of a file, one a line; of a line that is none its number, from 1."""
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        return []
    found: list[Checkpoint | int] = []
    for place, line in enumerate(lines, 1):
        try:
            found.append(msgspec.json.decode(line, type=Checkpoint))
        except (msgspec.MsgspecError, UnicodeDecodeError):
            found.append(place)
    return found


def belied(tree: Tree, path: Path, keys: Collection[str] = ()) -> list[Finding]:
    """不符者: what speaks against a file of checkpoints: each must be signed (by one of the keys, if any are said) and
    the tree must begin with what it states.
    """
    found = []
    for place, checkpoint in enumerate(read_checkpoints(path), 1):
        words = LINE if isinstance(checkpoint, int) else wrong(tree, checkpoint, keys)
        if words:
            found.append(Finding("checkpoint", words, f"{path}:{place}"))
    return found


def wrong(tree: Tree, checkpoint: Checkpoint, keys: Collection[str]) -> Words | None:
    """What speaks against a checkpoint of a tree, if anything does."""
    if not checkpoint.is_signed():
        return FORGED
    if keys and checkpoint.key not in keys:
        return STRANGER
    if checkpoint.size > tree.size:
        return FEWER
    return None if checkpoint.size >= 0 and checkpoint.root == tree.root(checkpoint.size).hex() else OTHER


def make_checkpoint(folder: Path, private_key: Ed25519PrivateKey) -> Checkpoint:
    """签点: sign what the archive has now and note it in `checkpoints.jsonl`.

    `PaishenError` where an earlier checkpoint is belied by the archive, or a file of it is missing or damaged: nothing
    is signed then.
    """
    with alone(folder):
        manifest = read_manifest(folder)
        all_there(folder, manifest)
        tree = tree_of(heads_of(folder, manifest))
        path = folder / CHECKPOINTS
        before = belied(tree, path)
        if before:
            words = Words(
                f"早先的签点对不上, 没有签 ({before[0].words.zh})",
                f"an earlier checkpoint does not fit, and nothing was signed ({before[0].words.en})",
            )
            raise PaishenError(words, file=before[0].file)
        made = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        bare = Checkpoint(size=tree.size, root=tree.root().hex(), made=made, key=public_hex(private_key))
        signature = private_key.sign(bare.signed_part()).hex()
        checkpoint = msgspec.structs.replace(bare, signature=signature)
        there = path.read_bytes() if path.exists() else b""
        with whole(path) as stream:
            stream.write(there + b"\n" * (there[-1:] not in (b"", b"\n")) + msgspec.json.encode(checkpoint) + b"\n")
    return checkpoint


def last(checkpoints: Sequence[Checkpoint | int], above: int = 0) -> Checkpoint | None:
    """最近的签点: the latest checkpoint of more than so many games."""
    fit = (one for one in reversed(checkpoints) if isinstance(one, Checkpoint) and one.size > above)
    return next(fit, None)
