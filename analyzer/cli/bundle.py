"""装卷命令: `paishen bundle` - a sealed game with its ruleset, verdict and a verifier, for the other side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from analyzer.cli.json_line import json_line
from analyzer.cli.localized import Misuse, argument, option, say
from analyzer.cli.localized import command as make
from analyzer.words import Words

if TYPE_CHECKING:
    from analyzer.archive.proofs import Inclusion


@make(
    "bundle",
    Words(
        "把封存的一局装成卷宗 (zip): 牌谱、封印、玩法、判词, 和一个只要 Python 的查验程序。\n"
        "对方不用装 paishen 就能查; 装了的用 paishen verify。同一局总装出同样的字节。",
        "Packs a sealed game (zip): log, seal, ruleset, verdict, and a verifier that needs Python alone.\n"
        "The other side checks it without paishen, or with paishen verify. The same game gives the same bytes.",
    ),
    examples=[
        "paishen bundle game.paipu.jsonl -o game.zip",
        "paishen bundle night.jsonl --game t3/7 -o t3-7.zip --proof t3-7.proof.json",
    ],
)
@argument("file", Words("封存了的牌谱", "a sealed log"), metavar="FILE")
@option("--out", "-o", words=Words("写到哪里", "where to write it"), required=True, metavar="ZIP")
@option("--game", words=Words("文件里有几局时, 哪一局", "which game, where a file holds several"), metavar="G")
@option(
    "--proof", metavar="FILE",
    words=Words("一并装入档案的证明 (archive prove)", "an archive's proof to go with it (archive prove)"),
)  # fmt: skip
@option("--overwrite", words=Words("ZIP 已经有了也写", "even where ZIP is there already"), is_flag=True)
@option("--json", "as_json", words=Words("写成一个 JSON 对象", "as one JSON object"), is_flag=True)
def command(file: str, out: str, game: str | None, proof: str | None, overwrite: bool, as_json: bool) -> None:  # noqa: FBT001 - click passes it so
    """The file, whole or not at all."""
    import hashlib

    from analyzer.bundle import PARTS, PROVED, pack
    from analyzer.cli.convert import is_same
    from analyzer.cli.logs import chosen
    from analyzer.paipu.disk import put

    target = Path(out)
    if is_same(Path(file), target):
        raise Misuse("ZIP 就是 FILE; 原文件不会被覆盖", "ZIP is FILE, and the source is never overwritten")
    if target.exists() and not overwrite:
        raise Misuse(f"{out} 已经有了; 要覆盖请加 --overwrite", f"{out} is there; --overwrite replaces it")
    found = chosen(file, game)
    data = pack(found, _proof(proof) if proof else None)
    put(target, data)
    digest = hashlib.sha256(data).hexdigest()
    if as_json:
        parts = list(PROVED if proof else PARTS)
        facts = {"file": out, "game": found.log.game, "bytes": len(data), "sha256": digest, "parts": parts}
        click.echo(json_line(facts))
        return
    click.echo(say(f"卷宗写入 {out}: 牌局 {found.log.game}", f"bundle written to {out}: game {found.log.game}"))
    click.echo(f"  SHA-256 {digest}")


def _proof(file: str) -> Inclusion:
    """The proof in a file; `Unreadable` where it is not one that a game is in an archive."""
    from analyzer.archive.proofs import Inclusion, read_proof
    from analyzer.errors import Unreadable

    found = read_proof(Path(file))
    if not isinstance(found, Inclusion):
        words = Words("这不是某一局在档案里的证明", "this is no proof that a game is in an archive")
        raise Unreadable(words, file=file)
    return found
