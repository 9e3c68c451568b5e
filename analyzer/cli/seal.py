"""封存命令: `paishen seal` - a signed seal at the end of a log, in its file."""

from __future__ import annotations

from pathlib import Path

import click

from analyzer.cli.json_line import json_line
from analyzer.cli.keys import FILE as KEY_FILE
from analyzer.cli.localized import argument, option, say
from analyzer.cli.localized import command as make
from analyzer.words import Words


@make(
    "seal",
    Words(
        "封存一局: 在牌谱末尾加一行签了名的封印, 打完的、没打完的都行。\n"
        "文件里别的字节一个不动; 链断了的、封过的不封; 没有链的 (手打的) 用 --chain 先加上。",
        "Seals a game, finished or not: a signed seal at the end of its log.\n"
        "No other byte of the file changes. A log with a broken chain or a seal is refused; one without a chain\n"
        "(typed by hand) gets one with --chain.",
    ),
    examples=[
        "paishen seal game.paipu.jsonl",
        "paishen seal sitting.paipu.jsonl --game t3/7 --key club.key",
        "paishen seal typed.paipu.txt --chain",
    ],
)
@argument("file", Words("牌谱", "a log"), metavar="FILE")
@option(
    "--key", words=KEY_FILE, metavar="FILE",
)  # fmt: skip
@option(
    "--chain", is_flag=True,
    words=Words("没有链的先加上 (文件整个重写)", "give a log without a chain one first (the file is written anew)"),
)
@option("--game", words=Words("文件里有几局时, 封哪一局", "which game, where a file holds several"), metavar="G")
@option("--json", "as_json", words=Words("写成一个 JSON 对象", "as one JSON object"), is_flag=True)
def command(file: str, key: str | None, chain: bool, game: str | None, as_json: bool) -> None:  # noqa: FBT001 - click passes it so
    """The head and the key of the seal."""
    from analyzer.cli.logs import chosen
    from analyzer.evidence import weigh
    from analyzer.paipu.keyfile import default_key, read_key
    from analyzer.paipu.sealing import seal_file
    from analyzer.replay import fill

    found = chosen(file, game)
    whole = fill(found).log if found.gaps else found.log
    private = read_key(Path(key) if key else default_key())
    log = seal_file(found, private, chain=whole if chain else None)
    told = weigh(log)
    if as_json:
        facts = {"file": file, "game": log.game, "events": told.events, "head": told.head, "key": told.key}
        click.echo(json_line(facts))
        return
    click.echo(say(f"已封存: {file} 牌局 {log.game}", f"sealed: {file}, game {log.game}"))
    click.echo(say(f"  事件 {told.events} 个, 链头 {told.head}", f"  {told.events} events, head {told.head}"))
    click.echo(say(f"  公钥 {told.key}", f"  public key {told.key}"))
    click.echo(say("  请让牌友留下收据: paishen receipt", "  let the players keep a receipt: paishen receipt"))
