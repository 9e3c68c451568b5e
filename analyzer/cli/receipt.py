"""收据命令: `paishen receipt` - the head of a log as text and as a QR code, for the players to photograph."""

from __future__ import annotations

from typing import Final

import click
from msgspec import UNSET

from analyzer.cli.json_line import json_line
from analyzer.cli.localized import argument, option, say
from analyzer.cli.localized import command as make
from analyzer.words import Words

QUIET: Final = 4
"""How many light modules stand around the code."""


def qr_code(head: str) -> str:
    """二维码: the QR code of a head in half blocks, light modules lit; a phone reads the 64 hex digits out of it.

    >>> len(qr_code("ab" * 32).splitlines())
    23
    """
    import io

    import segno

    stream = io.StringIO()
    segno.make(head, error="m", boost_error=False, micro=False).terminal(stream, border=QUIET, compact=True)
    return stream.getvalue()


@make(
    "receipt",
    Words(
        "一局的收据: 链头, 文字和二维码, 给牌友拍照。\n"
        "有了别人手里的收据, 记录者就改不了收据之前的牌谱 (verify --receipt)。",
        "The receipt of a game: its head as text and as a QR code, for the players to photograph.\n"
        "With a receipt in other hands not even the recorder can change what came before it (verify --receipt).",
    ),
    examples=["paishen receipt game.paipu.jsonl", "paishen receipt game.paipu.jsonl --at 37 --no-qr"],
)
@argument("file", Words("牌谱", "a log"), metavar="FILE")
@option(
    "--at", words=Words("前 N 个事件的收据 (不写: 封印前的全部)", "of the first N events (left out: all)"),
    type=click.IntRange(0), metavar="N",
)  # fmt: skip
@option("--game", words=Words("文件里有几局时, 哪一局", "which game, where a file holds several"), metavar="G")
@option("--no-qr", words=Words("不要二维码", "without the QR code"), is_flag=True)
@option("--json", "as_json", words=Words("写成一个 JSON 对象", "as one JSON object"), is_flag=True)
def command(file: str, at: int | None, game: str | None, no_qr: bool, as_json: bool) -> None:  # noqa: FBT001 - click passes it so
    """One head."""
    from analyzer.cli.logs import chosen
    from analyzer.errors import PaishenError
    from analyzer.events import Seal
    from analyzer.paipu.chain import examine

    log = chosen(file, game).log
    kind, broken = examine(log)
    if kind in ("none", "broken"):
        words = Words("没有链, 给不出收据", "there is no chain to give a receipt of")
        if broken is not None:
            words = Words("链已断, 给不出收据", "the chain is broken: it gives no receipt")
        raise PaishenError(words, file=file, game=log.game, event=broken)
    events = [event for event in log.events if not isinstance(event, Seal)]
    at = len(events) if at is None else at
    if at > len(events):
        words = Words(f"没有 {at} 个事件, 只有 {len(events)} 个", f"it has {len(events)} events, not {at}")
        raise PaishenError(words, file=file, game=log.game)
    head = str((events[at - 1] if at else log).h)
    if log.salt is UNSET and kind != "sealed":
        click.echo(say(
            "注意: 牌谱没有盐, 打完之前公布链头会泄露手牌",
            "note: this log has no salt; its heads give hidden hands away until the game is over",
        ), err=True)  # fmt: skip
    if as_json:
        facts = {"game": log.game, "events": at, "of": len(events), "receipt": head, "sealed": kind == "sealed"}
        click.echo(json_line(facts))
        return
    part = Words(f"前 {at} 个事件 (共 {len(events)} 个)", f"first {at} of {len(events)} events")
    click.echo(say(f"收据: 牌局 {log.game}, {part.zh}", f"receipt: game {log.game}, {part.en}"))
    click.echo(head)
    if not no_qr:
        click.echo(qr_code(head), nl=False)
