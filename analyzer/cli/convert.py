"""转换: `paishen convert` - a log from one format into another."""

from __future__ import annotations

from pathlib import Path

import click

from analyzer.cli.localized import Misuse, argument, say
from analyzer.cli.localized import command as make
from analyzer.words import Words


@make(
    "convert",
    Words("牌谱格式互转", "between .json, .jsonl, .txt and .parquet"),
    examples=["paishen convert game.paipu.txt game.paipu.json"],
)
@argument("source", Words("要转的牌谱", "the log to convert"), metavar="IN")
@argument("target", Words("写到哪里, 后缀决定格式", "where to; the suffix says the format"), metavar="OUT")
def command(source: str, target: str) -> int:
    """0 when every game was written; nothing is written when one cannot be read."""
    from analyzer.errors import Unreadable
    from analyzer.paipu import read, write
    from analyzer.replay import fill

    if Path(source).resolve() == Path(target).resolve():
        raise Misuse("转换的结果不能写回原文件", "the result cannot go into the file it comes from")
    games = []
    for found in read(Path(source)):
        if isinstance(found, Unreadable):
            raise found
        games.append(fill(found) if found.gaps else found)
    write(Path(target), [game.log for game in games])
    click.echo(say(f"{len(games)} 局写入 {target}", f"{len(games)} games written to {target}"))
    return 0
