"""模拟命令: `paishen simulate` - games played by bots, as JSON lines."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from analyzer.cli.localized import Misuse, option, say
from analyzer.cli.localized import command as make
from analyzer.cli.rules_file import named_rules
from analyzer.events import Log
from analyzer.words import Words, many

MOST: Final = 1_000_000
"""The most games of one call."""
BAR: Final = 100
"""From this many games on a progress bar is shown, on a terminal."""


@make(
    "simulate",
    Words(
        "让电脑打牌: 同一桌连打几局, 每局写成 JSON 行。同样的种子总得出同样的牌局。",
        "Games played by bots, one table's games in a row, as JSON lines. The same seed always gives the same games.",
    ),
    examples=[
        "paishen simulate --rules shandong --games 3 --seed 7",
        "paishen simulate --rules house.toml --games 100 -o games.paipu.jsonl",
        "paishen simulate --rules '{\"base\": \"simple\", \"stake\": 2}' --bots bold,careful",
    ],
)
@option(
    "--rules",
    words=Words("玩法的名字, 玩法文件, 或一个 JSON 对象", "a ruleset's name, a file of rules, or a JSON object"),
    default="room-normal", metavar="NAME",
)  # fmt: skip
@option("--games", words=Words("打几局", "how many games"), type=click.IntRange(1, MOST), default=1, metavar="N")
@option("--seed", words=Words("种子", "the seed"), type=int, default=1, metavar="S")
@option(
    "--bots", words=Words("电脑的性格, 用逗号分开, 轮流坐下", "which bots, with commas, seated in turn"),
    metavar="BOT,...",
)  # fmt: skip
@option(
    "--out", "-o", words=Words("写到文件; 不写则写到屏幕", "the file to write; the screen when left out"),
    metavar="FILE",
)  # fmt: skip
def command(rules: str, games: int, seed: int, bots: str | None, out: str | None) -> None:
    """模拟: every game as a header line and its events."""
    from analyzer.paipu import dumps_lines, write

    logs = _logs(rules, games, seed, bots)
    if out is not None:
        write(Path(out), list(_shown(logs, games)))
        click.echo(say(f"{games} 局写入 {out}", f"{many(games, 'game')} written to {out}"), err=True)
        return
    for log in logs:
        click.echo(dumps_lines(log), nl=False)


def _logs(rules: str, games: int, seed: int, bots: str | None) -> Iterator[Log]:
    from analyzer.bots import BOTS
    from analyzer.simulate import sitting

    named = [name.strip() for name in bots.split(",")] if bots is not None else None
    for name in named or ():
        if name not in BOTS:
            there = ", ".join(BOTS)
            raise Misuse(f"没有电脑 {name or '(空)'}; 有: {there}", f"no bot {name or '(empty)'}; there are: {there}")
    seats = [named[seat % len(named)] for seat in range(5)] if named else None
    return sitting(named_rules(rules), games, seed, bots=seats)


def _shown(logs: Iterator[Log], games: int) -> Iterator[Log]:
    """The logs, with a progress bar on a terminal where there are many."""
    if games < BAR or not sys.stderr.isatty():
        yield from logs
        return
    with click.progressbar(logs, length=games, file=sys.stderr) as shown:
        yield from shown
