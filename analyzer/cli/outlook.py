"""形势命令: `paishen outlook` - who is winning, after every event, as one view can know it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from math import hypot
from typing import TYPE_CHECKING, Any, Final

import click

from analyzer.cli.json_line import json_line
from analyzer.cli.layout import table, terminal_width, wrap
from analyzer.cli.localized import Function, lang, option, say
from analyzer.cli.localized import command as make
from analyzer.cli.logs import A_LOG, WHICH, broken_off, whole_log
from analyzer.cli.show import VIEWS
from analyzer.cli.track import head
from analyzer.words import Words, many

if TYPE_CHECKING:
    from analyzer.events import Log

NEWS: Final = 0.05
"""A line is printed where some chance has changed by so much since the last one, or some score by ten times that."""
SURE: Final = 2.0
"""And by so many standard errors."""
SOME: Final = click.IntRange(2, 100_000)


def playing_out(how_many: Words) -> Callable[[Function], Function]:
    """`--playouts` and `--seed`."""

    def add(function: Function) -> Function:
        seed = option(
            "--seed", words=Words("种子", "the seed"), type=click.IntRange(0, 2**31), default=1
        )
        many = option("--playouts", words=how_many, type=SOME, default=200, metavar="N")
        return many(seed(function))

    return add


every_event: Final = option(
    "--every", words=Words("每个事件都列出", "a line for every event, not for changes alone"), is_flag=True
)
"""The option of a table that leaves out events at which little changes."""


def lines(log: Log, told: dict[str, Any], *, every: bool = False) -> Iterator[str]:
    """形势: a line for each event at which the outlook has changed (or for `every` one), its swing below it."""
    view = told["view"]
    yield from head(log, view) if view else wrap(f"{log.game}  {say('明牌', 'all hands open')}", terminal_width())
    yield ""
    known = [entry for entry in told["events"] if entry["results"]]
    rows = known if every else list(_news(known))
    if not rows:
        yield say("皇帝和侍卫还没有定", "emperor and guard are not settled")
        return
    names = [f"{seat} {log.players[seat - 1]}" for seat in range(1, 6)]
    sides = [say("皇帝方胜", "emperor's"), say("革命党胜", "rebels"), say("平", "draw")]
    cells = [[say("事件", "event"), *sides, *names], *(_cells(entry) for entry in rows)]
    first, *others = table(cells)
    yield first
    for entry, line in zip(rows, others, strict=True):
        yield line
        if entry["swing"]:
            yield from (f"    {part}" for part in wrap(entry["swing"]["words"], terminal_width() - 4))
    yield ""
    yield from left_out(len(known) - len(rows), _little())
    yield from wrap(_legend(told), terminal_width())


def left_out(events: int, little: Words) -> Iterator[str]:
    """没列出的: how many events a table leaves out, why, and how they are shown."""
    if events:
        words = Words(
            f"另有 {events} 个事件没列出: {little.zh}; 要全部列出加 --every。",
            f"{many(events, 'more event')} left out, {little.en}; --every shows them all.",
        )
        yield from wrap(words.say(lang()), terminal_width())


def _little() -> Words:
    return Words(
        f"和上一行相差不到 {NEWS:.0%}、{10 * NEWS:.1f} 分, 或不到误差的 {SURE:.0f} 倍",
        f"their figures within {NEWS:.0%}, {10 * NEWS:.1f} points or {SURE:.0f} errors of the row above",
    )


def _legend(told: dict[str, Any]) -> str:
    many, bot = told["playouts"], told["bot"]
    return say(
        f"每个事件之后打完 {many} 局, 人人都照电脑 {bot} 的打法; ± 是一个标准误。",
        f"{many} playouts after each event, everybody playing as the bot {bot} does; ± is one standard error.",
    )


def _cells(entry: dict[str, Any]) -> list[str]:
    chances = [_chance(entry["results"][name]) for name in ("emperor", "rebels", "draw")]
    return [str(entry["event"]), *chances, *(_score(score) for score in entry["scores"])]


def _chance(figure: dict[str, float]) -> str:
    error = f" ± {figure['se']:.0%}" if figure["se"] else ""
    return f"{figure['mean']:.0%}{error}"


def _score(figure: dict[str, float]) -> str:
    error = f" ± {figure['se']:.1f}" if figure["se"] else ""
    return f"{figure['mean']:+.1f}{error}"


def _news(entries: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The entries that differ from the last one shown, and those with a swing."""
    last: dict[str, Any] | None = None
    for entry in entries:
        if last is None or entry["swing"] or entry is entries[-1] or _changed(last, entry):
            last = entry
            yield entry


def _changed(last: dict[str, Any], entry: dict[str, Any]) -> bool:
    chances = ((entry["results"][name], last["results"][name]) for name in last["results"])
    scores = zip(entry["scores"], last["scores"], strict=True)
    return _apart(chances, NEWS) or _apart(scores, 10 * NEWS)


def _apart(figures: Iterable[tuple[Any, Any]], least: float) -> bool:
    return any(abs(now["mean"] - was["mean"]) >= max(least, SURE * hypot(now["se"], was["se"])) for now, was in figures)


@make(
    "outlook",
    Words(
        "形势: 每个事件之后, 某一家 (或旁观者, 或明牌) 看来谁会赢, 各家的分大约多少。\n"
        "由电脑从这个视角分不清的各种局面打到完; 给出标准误和转折; 同一种子, 同样的数。",
        "Who is winning: after each event the chance of each result and what each seat may expect.\n"
        "Bots play on from deals that the view cannot tell apart; with standard errors and swings. The same seed\n"
        "gives the same figures.",
    ),
    examples=["paishen outlook game.paipu.json --view 3", "paishen outlook game.paipu.json --view all --json"],
)
@A_LOG
@option(
    "--view", words=Words(
        "谁的视角: 1-5、onlooker 或 all (不写: 记谱的人, 否则旁观者)",
        "whose eyes: 1-5, onlooker or all (left out: who recorded the log, or an onlooker)",
    ), type=click.Choice(list(VIEWS)),
)  # fmt: skip
@every_event
@playing_out(Words("每个事件之后打几局", "how many playouts after each event"))
@WHICH
@option("--json", "as_json", words=Words("写成一个 JSON 对象", "as one JSON object"), is_flag=True)
def command(
    file: str, view: str | None, every: bool, playouts: int, seed: int, game: str | None, as_json: bool  # noqa: FBT001 - click passes it so
) -> int | None:  # fmt: skip
    """The outlook; 1 where the log breaks a rule and it stops there."""
    from analyzer.errors import PaishenError
    from analyzer.outlook import in_words, story

    log = whole_log(file, game)
    eyes = VIEWS[view] if view else log.eyes or -1
    try:
        with bar_of(len(log.events)) as bar:
            told = in_words(story(log, eyes, playouts, seed, lambda events: bar.update(events - bar.pos)), lang())
    except PaishenError as error:
        error.file = error.file or file
        raise
    if as_json:
        click.echo(json_line(told))
    else:
        for line in lines(log, told, every=every):
            click.echo(line)
    return broken_off(log, len(told["events"]), file)


def bar_of(events: int) -> Any:
    """进度: how far the work has come, on a terminal alone."""
    hidden = {"hidden": not sys.stderr.isatty()}
    return click.progressbar(length=events, file=sys.stderr, **hidden)  # type: ignore[call-overload]

