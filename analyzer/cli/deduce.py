"""推断命令: `paishen deduce` - who the guard is, at every event, as one view can know it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from analyzer.cli.json_line import json_line
from analyzer.cli.layout import pad, terminal_width, width, wrap
from analyzer.cli.localized import command as make
from analyzer.cli.localized import lang, option, say
from analyzer.cli.logs import A_LOG, WHICH, broken_off, whole_log
from analyzer.cli.outlook import every_event, left_out
from analyzer.cli.track import eyes, head, view_of
from analyzer.words import Words

if TYPE_CHECKING:
    from analyzer.deduction import Belief
    from analyzer.events import Log

EVIDENCE: Final = ("counts", "proof", "all")
NEWS: Final = 0.02
"""A line is printed where some chance has changed by so much since the last one."""


def lines(log: Log, view: int, found: Sequence[Belief], *, every: bool = False) -> Iterator[str]:
    """看法: a line for each event at which what is believed has changed (or for `every` one), its reasons below it."""
    yield from head(log, view)
    yield ""
    names = {seat: f"{seat} {log.players[seat - 1]}" for seat in range(1, 6)}
    known = [belief for belief in found if belief.chances is not None]
    rows = known if every else list(_news(known))
    if not rows:
        yield say("皇帝和侍卫还没有定", "emperor and guard are not settled")
        return
    yield say(f"皇帝: {names[rows[-1].emperor]}", f"emperor: {names[rows[-1].emperor]}")
    heads = [say("事件", "event"), *(names[seat] for seat in range(1, 6))]
    widths = [max(width(cell), 7) for cell in heads]
    yield "  ".join(pad(cell, columns) for cell, columns in zip(heads, widths, strict=True)).rstrip()
    for belief in rows:
        cells = [str(belief.event), *(_chance(belief, seat) for seat in range(1, 6))]
        yield "  ".join(pad(cell, columns) for cell, columns in zip(cells, widths, strict=True)).rstrip()
        for reason in belief.because:
            shift = "" if reason.shift is None else f"{reason.shift:+.2f}  "
            yield from (f"         {line}" for line in wrap(shift + reason.words.say(lang()), terminal_width() - 9))
    yield ""
    little = Words(f"和上一行相差不到 {NEWS:.0%}", f"their chances within {NEWS:.0%} of the row above")
    yield from left_out(len(known) - len(rows), little)
    legend = say("皇帝那一列是暗独的可能; ● 是已证实。", "the emperor's column is the chance of a solo; ● is proved.")
    yield from wrap(legend, terminal_width())


def _news(found: Sequence[Belief]) -> Iterator[Belief]:
    """The beliefs that differ from the last one shown, or are proved where that was not."""
    last: Belief | None = None
    for belief in found:
        if last is None or belief.proved != last.proved or _apart(belief.chances or {}, last.chances or {}):
            last = belief
            yield belief


def _apart(now: Mapping[int, float], was: Mapping[int, float]) -> bool:
    return any(abs(now.get(seat, 0) - was.get(seat, 0)) >= NEWS for seat in range(1, 6))


def _chance(belief: Belief, seat: int) -> str:
    chance = (belief.chances or {}).get(seat, 0.0)
    if belief.proved and chance:
        return "●"
    return f"{chance:.1%}" if chance else "-"


@make(
    "deduce",
    Words(
        "推断谁是侍卫: 每个事件之后, 某一家 (或旁观者) 看来各家是侍卫的可能。\n"
        "凭张数 (counts)、凭证据 (proof)、再凭打法 (all); 只有证据才说一定。",
        "Who the guard is: after each event, how likely each seat is, as one seat or an onlooker sees it.\n"
        "By counts, by proof, or by all that and how they play; only proof is ever certain.",
    ),
    examples=["paishen deduce game.paipu.json --view 3", "paishen deduce game.paipu.json --view onlooker --json"],
)
@A_LOG
@eyes
@option(
    "--evidence", words=Words("凭什么: counts、proof 或 all", "by what: counts, proof or all"),
    type=click.Choice(EVIDENCE), default="all",
)  # fmt: skip
@option(
    "--model", "model_file", metavar="FILE",
    words=Words("看打法用哪个模型; 不写则随程序的那个", "the model that weighs how they play; else the shipped one"),
)  # fmt: skip
@every_event
@WHICH
@option("--json", "as_json", words=Words("写成一个 JSON 列表", "as one JSON list"), is_flag=True)
def command(
    file: str, view: str | None, evidence: str, model_file: str | None, every: bool, game: str | None, as_json: bool  # noqa: FBT001 - click passes it so
) -> int | None:  # fmt: skip
    """The beliefs; 1 where the log breaks a rule and they stop there."""
    from analyzer.deduction import deduce, load_model
    from analyzer.errors import PaishenError

    log = whole_log(file, game)
    eyes = view_of(log, view)
    try:
        model = load_model(Path(model_file)) if model_file else None
        beliefs = deduce(log, eyes, evidence, model)  # type: ignore[arg-type]
    except PaishenError as error:
        error.file = error.file or file
        raise
    if as_json:
        click.echo(json_line([belief.to_json(lang()) for belief in beliefs]))
    else:
        for line in lines(log, eyes, beliefs, every=every):
            click.echo(line)
    return broken_off(log, len(beliefs), file)
