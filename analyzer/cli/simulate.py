"""模拟命令: `paishen simulate` - games played by bots, as JSON lines."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeVar

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
FEW: Final = 50
"""So many games by chance take no longer than it takes to load what is compiled."""
Made = TypeVar("Made")


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
        "paishen simulate --policy random --games 1000000 -o million.paipu.jsonl",
    ],
)
@option(
    "--rules",
    words=Words("玩法的名字, 玩法文件, 或一个 JSON 对象", "a ruleset's name, a file of rules, or a JSON object"),
    default="room-normal", metavar="NAME",
)  # fmt: skip
@option("--games", "-n", words=Words("打几局", "how many games"), type=click.IntRange(1, MOST), default=1, metavar="N")
@option("--seed", words=Words("种子", "the seed"), type=int, default=1, metavar="S")
@option(
    "--bots", words=Words("电脑的性格, 用逗号分开, 轮流坐下", "which bots, with commas, seated in turn"),
    metavar="BOT,...",
)  # fmt: skip
@option(
    "--policy",
    words=Words(
        "谁来选牌: bots 电脑; random 全凭运气, 快得多 (一桌一百局)",
        "who chooses: bots; or random, chance alone, and very much faster (a hundred games a table)",
    ),
    type=click.Choice(("bots", "random")), default="bots",
)  # fmt: skip
@option(
    "--workers", words=Words("random 用几个线程; 不写则每核一个", "random's threads; one a core when left out"),
    type=click.IntRange(1), metavar="N",
)  # fmt: skip
@option(
    "--out", "-o", words=Words("写到文件; 不写则写到屏幕", "the file to write; the screen when left out"),
    metavar="FILE",
)  # fmt: skip
def command(
    rules: str, games: int, seed: int, bots: str | None, policy: str, workers: int | None, out: str | None
) -> None:
    """模拟: every game as a header line and its events."""
    from analyzer.paipu import dumps_lines, write

    if policy == "random":
        if bots is not None:
            raise Misuse("--policy random 不用 --bots", "--policy random takes no --bots")
        _write_by_chance(rules, games, seed, workers, out)
    elif workers is not None:
        raise Misuse("--workers 只用于 --policy random", "--workers goes with --policy random")
    elif out is None:
        for log in _logs(rules, games, seed, bots):
            click.echo(dumps_lines(log), nl=False)
    else:
        write(Path(out), _shown(_logs(rules, games, seed, bots), games, 1))
    if out is not None:
        click.echo(say(f"{games} 局写入 {out}", f"{many(games, 'game')} written to {out}"), err=True)


def _write_by_chance(rules: str, games: int, seed: int, workers: int | None, out: str | None) -> None:
    """Games by chance alone, to the screen or a file."""
    from analyzer.importing.pool import workers_here
    from analyzer.paipu import Sourced, loads, write
    from analyzer.paipu.disk import put
    from analyzer.simulate.by_chance import make_games
    from analyzer.simulate.wholesale import TABLE, games_by_chance

    tables = games_by_chance(
        named_rules(rules), games, seed, workers=workers or workers_here(),
        loop=make_games if games <= FEW else None,
    )  # fmt: skip
    if out is None:
        for lines in tables:
            click.echo(lines, nl=False)
        return
    shown = _shown(tables, games, TABLE)
    if Path(out).suffix.lower() == ".jsonl":
        put(Path(out), shown)
    else:
        write(Path(out), (found for lines in shown for found in loads(lines, "-") if isinstance(found, Sourced)))


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


def _shown(made: Iterator[Made], games: int, each: int) -> Iterator[Made]:
    """What is made, `each` games at a time, with a progress bar on a terminal where there are many."""
    if games < BAR or not sys.stderr.isatty():
        yield from made
        return
    with click.progressbar(length=games, file=sys.stderr) as shown:
        for one in made:
            yield one
            shown.update(each)
