"""报告: `paishen report` - a game or a sitting as one page, in HTML or PDF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from analyzer.cli.localized import Misuse, argument, lang, option, say
from analyzer.cli.localized import command as make
from analyzer.cli.show import VIEWS
from analyzer.words import Words

if TYPE_CHECKING:
    pass


def page_of(source: str, game: str | None, view: str | None, sitting: str | None, book: str | None) -> str:
    """The page of a game, or, for a folder or an archive or with `--sitting`, of a sitting."""
    from analyzer.cli.logs import is_archive, whole_log
    from analyzer.errors import PaishenError
    from analyzer.ledger import book_beside, ledger, read_book, sitting_of
    from analyzer.report import game_report, sitting_report

    if sitting is None and (not Path(source).is_dir() or (game is not None and is_archive(Path(source)))):
        log = whole_log(source, game)
        try:
            return game_report(log, lang(), log.eyes if view is None else VIEWS[view])
        except PaishenError as error:
            error.file, error.game = error.file or source, error.game or log.game
            raise
    if view is not None or game is not None:
        raise Misuse("--view 和 --game 只用于一局的报告", "--view and --game are for the report of one game")
    one = sitting_of(Path(source), sitting)
    beside = Path(book) if book else book_beside(Path(source), one.name)
    return sitting_report(ledger(one, read_book(beside) if beside else None), lang())


@make(
    "report",
    Words(
        "写成一页的报告: 判词、计分单、复盘、心战、链头二维码; 目录或档案则是一桌的记分。\n"
        "不联网, 可打印; --view 只写那一家当时能知道的; 文件名以 .pdf 结尾则用 Chromium 印成 PDF。",
        "A report on one page: verdict, score sheet, replay, messages, the chain's head as QR; of a folder or an "
        "archive a sitting's ledger.\nIt needs no network and can be printed; --view tells only what that seat could "
        "work out; a name that ends in .pdf is printed by Chromium.",
    ),
    examples=["paishen report game.paipu.json -o game.html", "paishen report evening/ -o evening.pdf --lang en"],
)
@argument("source", Words("牌谱, 或目录、档案", "a log, or a folder of logs, or an archive"), metavar="FILE")
@option("--out", "-o", words=Words("写到哪里: .html 或 .pdf", "where to: .html or .pdf"), required=True, metavar="OUT")
@option("--game", words=Words("文件里有几局时, 哪一局", "which game, where a file holds several"), metavar="G")
@option(
    "--view", words=Words("谁的视角: 1-5、onlooker 或 all", "whose eyes: 1-5, onlooker or all"),
    type=click.Choice(list(VIEWS)),
)  # fmt: skip
@option("--sitting", words=Words("写这一桌的记分", "the ledger of this sitting"), metavar="S")
@option(
    "--book", words=Words("账本; 不写则用旁边的 sitting.toml", "the book; left out: the sitting.toml in DIR"),
    metavar="B",
)  # fmt: skip
def command(source: str, out: str, game: str | None, view: str | None, sitting: str | None, book: str | None) -> None:
    """The page, in its place whole or not at all."""
    from analyzer.paipu.disk import put
    from analyzer.report import write_pdf

    path = Path(out)
    if path.suffix.lower() not in (".html", ".htm", ".pdf"):
        raise Misuse("文件名要以 .html 或 .pdf 结尾", "the name must end in .html or .pdf")
    if not Path(source).exists():
        raise FileNotFoundError(2, "", source)
    page = page_of(source, game, view, sitting, book)
    if path.suffix.lower() == ".pdf":
        write_pdf(page, path)
    else:
        put(path, page.encode())
    click.echo(say(f"写好了: {out}", f"written: {out}"), err=True)
