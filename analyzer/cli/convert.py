"""转换: `paishen convert` - logs from one form into another, every game whole or nothing at all."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from analyzer.cli.localized import BAD_USAGE, Misuse, argument, lang, option, say
from analyzer.cli.localized import command as make
from analyzer.errors import PaishenError
from analyzer.words import Words, many

if TYPE_CHECKING:
    from analyzer.errors import Unreadable
    from analyzer.events import Log
    from analyzer.paipu import Sourced


def is_same(source: Path, target: Path) -> bool:
    """Whether two names stand for one file, links followed."""
    return source.resolve() == target.resolve() or (
        source.exists() and target.exists() and source.samefile(target)
    )  # fmt: skip


def ready(found: Sourced, target: Path) -> Sourced:
    """A game as it can be written: passes that its text leaves out are filled in, except for another text."""
    from analyzer.replay import fill

    return fill(found) if found.gaps and target.suffix.lower() != ".txt" else found


def put(games: Sequence[Sourced], target: Path) -> None:
    """写出: write the games beside their place, read them again, and only then put them there.

    `PaishenError` where they cannot be written in this form, or would not be read back as they are.
    """
    from analyzer.paipu import read, write

    if not target.parent.is_dir():
        raise PaishenError(Words("没有这个文件夹", "there is no such folder"), file=str(target.parent))
    try:
        with tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as folder:
            draft = Path(folder) / target.name
            write(draft, games)
            check([game.log for game in games], list(read(draft)), target)
            draft.replace(target)
    except PaishenError as error:
        if error.file and Path(error.file).name == target.name:
            error.file = str(target)
        raise


def check(wanted: Sequence[Log], found: Sequence[Sourced | Unreadable], target: Path) -> None:
    """核对: what was written says exactly what was read; `PaishenError` at the first game that does not."""
    from analyzer.paipu import Sourced

    for at, log in enumerate(wanted):
        again = found[at] if at < len(found) else None
        if not isinstance(again, Sourced) or again.log != log:
            words = Words("这种格式写不全这一局, 什么也没有写", "this form cannot keep all of it; nothing is written")
            raise PaishenError(words, file=str(target), game=log.game)


@make(
    "convert",
    Words(
        "牌谱格式互转: .json (一局)、.jsonl、.txt (文字记谱)、.parquet, 由文件名决定。\n"
        "有一局读不出或写不全, 就什么也不写; 从不改动原文件。",
        "Logs from one form into another: .json (one game), .jsonl, .txt (text notation), .parquet, by the name.\n"
        "Where one game cannot be read, or not kept whole, nothing is written; the source is never touched.",
    ),
    examples=["paishen convert game.paipu.txt game.paipu.json", "paishen convert games.jsonl games.paipu.parquet"],
)
@argument("source", Words("原牌谱", "the logs to convert"), metavar="IN")
@argument("target", Words("写到哪里", "where to write them"), metavar="OUT")
@option("--game", words=Words("只要这一局", "this game alone"), metavar="G")
@option("--overwrite", words=Words("OUT 已经有了也写", "even where OUT is there already"), is_flag=True)
def command(source: str, target: str, game: str | None, overwrite: bool) -> int:  # noqa: FBT001 - click passes it so
    """0 when every game was written; 2, and nothing written, when one could not be."""
    from analyzer.errors import Unreadable
    from analyzer.paipu import read

    out = Path(target)
    if is_same(Path(source), out):
        raise Misuse("OUT 就是 IN; 原文件不会被覆盖", "OUT is IN, and the source is never overwritten")
    if out.exists() and not overwrite:
        raise Misuse(f"{target} 已经有了; 要覆盖请加 --overwrite", f"{target} is there; --overwrite replaces it")
    games: list[Sourced] = []
    bad = 0
    for found in read(Path(source)):
        if game not in (None, found.game if isinstance(found, Unreadable) else found.log.game):
            continue
        if isinstance(found, Unreadable):
            bad += 1
            click.echo(f"paishen: {found.say(lang())}", err=True)
        else:
            games.append(ready(found, out))
    if bad:
        click.echo(say("什么也没有写", "nothing is written"), err=True)
        return BAD_USAGE
    if not games:
        raise Misuse(f"没有叫 {game} 的牌局", f"there is no game {game}")
    put(games, out)
    click.echo(say(f"{len(games)} 局写入 {target}", f"{many(len(games), 'game')} written to {target}"))
    return 0
