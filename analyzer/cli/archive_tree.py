"""签点命令: `paishen archive checkpoint / prove / verify` - the tree over all games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec

from analyzer.cli.localized import Group, Misuse, argument, lang, option, say
from analyzer.words import Words

if TYPE_CHECKING:
    from analyzer.archive.proofs import Proof

FINDINGS: Final = 1
FOLDER: Final[dict[str, Any]] = {
    "words": Words("档案的文件夹; 不写则用默认的", "the archive's folder; your own when left out"),
    "type": click.Path(path_type=Path), "metavar": "DIR",
}  # fmt: skip
JSON: Final = Words("写成一个 JSON 对象", "as one JSON object")
KEY: Final = Words("签点者公布的公钥", "the public key that the signer published")


def folder_of(archive: Path | None) -> Path:
    """The archive that is meant; `PaishenError` where there is none."""
    from analyzer.archive import default_archive
    from analyzer.archive.checking import there

    folder = archive or default_archive()
    there(folder)
    return folder


def add_to(command: Group) -> None:
    """Make the commands those of a group."""
    for name, words, examples, function in COMMANDS:
        command.make(name, words, examples=examples)(function)


@option("--archive", **FOLDER)
@option("--key", words=Words("钥匙文件 (paishen keys new)", "the key file (paishen keys new)"), metavar="FILE")
@option("--json", "as_json", words=JSON, is_flag=True)
def checkpoint(archive: Path | None, key: str | None, as_json: bool) -> None:  # noqa: FBT001 - click passes it so
    """One checkpoint more."""
    from analyzer.archive.checkpoints import make_checkpoint
    from analyzer.paipu.keyfile import default_key, read_key

    folder = folder_of(archive)
    made = make_checkpoint(folder, read_key(Path(key) if key else default_key()))
    if as_json:
        click.echo(msgspec.json.encode(made).decode())
        return
    click.echo(say(f"已签: {folder} {made.size} 局", f"signed: {folder}, {made.size} games"))
    click.echo(say(f"  根 {made.root}", f"  root {made.root}"))
    click.echo(say(f"  公钥 {made.key}", f"  public key {made.key}"))
    click.echo(
        say(
            "  请把 checkpoints.jsonl 的副本交给别人保存: archive check --held 用它查有没有牌局被删换",
            "  let others keep a copy of checkpoints.jsonl: with it archive check --held tells whether games were "
            "removed or swapped",
        )
    )


@argument("game", Words("牌局名", "the game's name"), metavar="[GAME]", required=False)
@option(
    "--view", words=Words("哪一份: 0 全部, 1-5 某席, -1 旁观", "which log: 0 all, 1-5 a seat, -1 an onlooker"),
    type=click.IntRange(-1, 5), metavar="N",
)  # fmt: skip
@option(
    "--since", words=Words("证最近的签点延续 N 局时的签点", "that the latest checkpoint goes on from that of N games"),
    type=click.IntRange(0), metavar="N",
)  # fmt: skip
@option("--archive", **FOLDER)
def prove(game: str | None, view: int | None, since: int | None, archive: Path | None) -> None:
    """A proof as JSON."""
    from analyzer.archive.proofs import prove_continuation, prove_game

    if (game is None) == (since is None):
        raise Misuse("要么写牌局名, 要么写 --since", "name a game, or --since, and not both")
    folder = folder_of(archive)
    proof = prove_continuation(folder, since) if since is not None else prove_game(folder, str(game), view)
    click.echo(msgspec.json.encode(proof).decode())


@argument("proof", Words("archive prove 写的证明", "a proof of archive prove"), metavar="PROOF")
@option("--key", words=KEY, metavar="HEX")
@option("--log", words=Words("证明所说的牌谱", "the log that the proof is about"), metavar="FILE")
@option("--json", "as_json", words=JSON, is_flag=True)
def verify(proof: str, key: str | None, log: str | None, as_json: bool) -> int:  # noqa: FBT001 - click passes it so
    """0 the proof holds, 1 it does not."""
    from analyzer.archive.proofs import faults_of, read_proof
    from analyzer.cli.verify import hex_digits

    found = read_proof(Path(proof))
    faults = faults_of(found, None if key is None else hex_digits(key, "--key"), _content(log))
    if as_json:
        told = {
            "file": proof, "holds": not faults, "faults": [fault.say(lang()) for fault in faults],
            "size": found.checkpoint.size, "key": found.checkpoint.key,
        }  # fmt: skip
        click.echo(msgspec.json.encode(told).decode())
    else:
        click.echo("\n".join([_said(found), *(f"✗ {fault.say(lang())}" for fault in faults)] if faults else [
            f"✓ {_said(found)}",
            say(f"  签点的公钥 {found.checkpoint.key}", f"  public key of the checkpoint {found.checkpoint.key}"),
        ]))  # fmt: skip
    return FINDINGS if faults else 0


def _content(log: str | None) -> str | None:
    """The content hash of the log in a file."""
    if log is None:
        return None
    from analyzer.cli.logs import chosen
    from analyzer.paipu.chain import content_hash
    from analyzer.replay import fill

    found = chosen(log, None)
    return content_hash(fill(found).log if found.gaps else found.log)


def _said(proof: Proof) -> str:
    """What a proof states."""
    from analyzer.archive.proofs import Inclusion

    size = proof.checkpoint.size
    if isinstance(proof, Inclusion):
        return say(
            f"牌局 {proof.game} 是签点所含 {size} 局中的第 {proof.index + 1} 局",
            f"the game {proof.game} is number {proof.index + 1} of the {size} games of the checkpoint",
        )
    return say(
        f"{size} 局的签点延续 {proof.old.size} 局的签点",
        f"the checkpoint of {size} games goes on from the one of {proof.old.size} games",
    )


COMMANDS: Final = (
    (
        "checkpoint",
        Words(
            "给档案现有的全部牌局签一个点 (RFC 6962 树的根), 记入 checkpoints.jsonl; 与早先的签点不符则不签。",
            "Signs what games the archive has now (the root of an RFC 6962 tree) and notes it in checkpoints.jsonl; "
            "nothing is signed where an earlier checkpoint does not fit.",
        ),
        ["paishen archive checkpoint", "paishen archive checkpoint --key club.key --archive games"],
        checkpoint,
    ),
    (
        "prove",
        Words(
            "出一个证明 (JSON): 某局在最近的签点里, 或最近的签点延续早先的签点。",
            "Prints a proof as JSON: that a game is in the latest checkpoint, or that this one goes on from an older.",
        ),
        ["paishen archive prove 7-3 > 7-3.proof.json", "paishen archive prove --since 1200"],
        prove,
    ),
    (
        "verify",
        Words(
            "查验 archive prove 的证明; 不需要档案。",
            "Verifies a proof of archive prove; the archive is not needed for it.",
        ),
        ["paishen archive verify 7-3.proof.json --key 9a… --log 7-3.paipu.json"],
        verify,
    ),
)
