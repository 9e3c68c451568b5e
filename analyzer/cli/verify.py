"""查验命令: `paishen verify` - what chain, seal, key and receipts prove, and what they cannot tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from analyzer.cli.json_line import json_line
from analyzer.cli.layout import terminal_width, wrap
from analyzer.cli.localized import Misuse, argument, lang, option
from analyzer.cli.localized import command as make
from analyzer.words import Words

if TYPE_CHECKING:
    from analyzer.evidence import Evidence
    from analyzer.paipu import Sourced

KINDS = {
    "none": Words("无链", "no chain"),
    "chained": Words("有链未封", "chained, not sealed"),
    "sealed": Words("已封存", "sealed"),
    "broken": Words("链已断", "broken"),
}
MARKS = (("faults", "✗"), ("holds", "✓"), ("unknown", "?"))


def hex_digits(text: str, name: str) -> str:
    """64 hex digits as a person types them: blanks and capitals are no matter; `Misuse` for anything else.

    >>> hex_digits(" AB" * 32, "--receipt") == "ab" * 32
    True
    """
    found = "".join(text.split()).lower()
    if not re.fullmatch("[0-9a-f]{64}", found):
        raise Misuse(f"{name} 要 64 位十六进制数", f"{name} takes 64 hex digits")
    return found


def weighed(file: str, game: str | None, receipts: Sequence[str], key: str | None) -> list[Evidence]:
    """What is proved of the games of a file, or of the game of a bundle."""
    from analyzer.bundle import is_bundle, unpack
    from analyzer.evidence import weigh

    if is_bundle(Path(file)):
        bundle = unpack(Path(file))
        if game not in (None, bundle.log.game):
            raise no_game(game)
        found = weigh(bundle.log, receipts, key)
        return [
            found._replace(
                faults=found.faults + bundle.faults, holds=found.holds + bundle.holds,
                unknown=bundle.unknown + found.unknown,
            )
        ]  # fmt: skip
    logs = [found.log for found in games(file, game)]
    if receipts and len(logs) > 1:
        raise Misuse(
            f"文件里有 {len(logs)} 局, 请用 --game 说明收据是哪一局的",
            f"the file holds {len(logs)} games: name the receipt's with --game",
        )
    return [weigh(log, receipts, key) for log in logs]


def no_game(game: str | None) -> Misuse:
    """There is no such game."""
    return Misuse(f"没有叫 {game} 的牌局", f"there is no game {game}")


def games(file: str, game: str | None) -> Iterator[Sourced]:
    """The games of a file, or the one of that name; raises the first `Unreadable`."""
    from analyzer.errors import Unreadable
    from analyzer.paipu import read

    seen = False
    for found in read(Path(file)):
        if game not in (None, found.game if isinstance(found, Unreadable) else found.log.game):
            continue
        if isinstance(found, Unreadable):
            raise found
        seen = True
        yield found
    if not seen:
        raise no_game(game)


def tell(file: str, evidence: Evidence) -> None:
    """What was found, for a person: against it, for it, and what cannot be told."""
    click.echo(f"{file}  {evidence.game}  {KINDS[evidence.integrity].say(lang())}")
    for name, mark in MARKS:
        for point in getattr(evidence, name):
            first, *more = wrap(point.words.say(lang()), max(terminal_width() - 4, 30))
            click.echo(f"  {mark} {first}")
            for line in more:
                click.echo(f"    {line}")


@make(
    "verify",
    Words(
        "查验牌谱或卷宗: 链、封印、钥匙、收据各能证明什么 (✓)、什么不对 (✗)、什么说不出 (?)。",
        "What chain, seal, key and receipts prove about a log or a bundle (✓), what speaks against it (✗),\n"
        "and what they cannot tell (?).",
    ),
    examples=[
        "paishen verify game.paipu.jsonl",
        "paishen verify game.paipu.jsonl --receipt 3f… --key 9a…",
        "paishen verify game.zip --receipt 3f…",
    ],
)
@argument("file", Words("牌谱或卷宗", "a log or a bundle"), metavar="FILE")
@option(
    "--receipt", "receipts", multiple=True, metavar="HEX",
    words=Words("牌友留着的收据, 可以给几张", "a receipt that a player kept; may be given more than once"),
)  # fmt: skip
@option("--key", words=Words("记录者公布的公钥", "the public key that the recorder published"), metavar="HEX")
@option("--game", words=Words("只看这一局", "this game alone"), metavar="G")
@option("--json", "as_json", words=Words("每局一行 JSON", "one JSON object a game"), is_flag=True)
def command(file: str, receipts: tuple[str, ...], key: str | None, game: str | None, as_json: bool) -> int:  # noqa: FBT001 - click passes it so
    """0 nothing speaks against it, 1 something does, 2 it cannot be read."""
    kept = [hex_digits(receipt, "--receipt") for receipt in receipts]
    signer = None if key is None else hex_digits(key, "--key")
    told = weighed(file, game, kept, signer)
    for one in told:
        if as_json:
            click.echo(json_line({"file": file, **one.to_json(lang())}))
        else:
            tell(file, one)
    return int(any(one.faults for one in told))
