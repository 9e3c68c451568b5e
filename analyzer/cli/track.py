"""记牌命令: `paishen track` - what one view can count at an event: what is unseen, what the others can have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import click

from analyzer.cli.json_line import json_line
from analyzer.cli.layout import pad, terminal_width, width, wrap
from analyzer.cli.localized import command as make
from analyzer.cli.localized import option, say
from analyzer.cli.logs import A_LOG, WHICH, whole_log
from analyzer.words import Words, in_percent

if TYPE_CHECKING:
    from analyzer.events import Log
    from analyzer.tracking import Track

VIEWS: Final = {**{str(seat): seat for seat in range(1, 6)}, "onlooker": -1}
eyes: Final = option(
    "--view", words=Words(
        "谁的视角: 1-5 或 onlooker (不写: 记谱的人, 否则旁观者)",
        "whose eyes: 1-5 or onlooker (left out: who recorded the log, or an onlooker)",
    ), type=click.Choice(list(VIEWS)),
)  # fmt: skip
"""The option of a command that answers from one view."""
EVIDENCE: Final = ("counts", "all")


def view_of(log: Log, view: str | None) -> int:
    """谁的视角: the view asked for; left out, the one who recorded the log, or an onlooker."""
    return VIEWS[view] if view else log.eyes or -1


def head(log: Log, view: int, *parts: str) -> Iterator[str]:
    """The first line: which game, whose view, when."""
    whose = f"{view} {log.players[view - 1]}" if view > 0 else say("旁观者", "an onlooker")
    yield from wrap("  ".join((log.game, say(f"视角: {whose}", f"view: {whose}"), *parts)), terminal_width())


def lines(log: Log, track: Track, least: int = 1) -> Iterator[str]:
    """记牌表: what is unseen, a row for each other seat, the standing play; with `least` chances instead of means."""
    view = track.facts.sight.view
    yield from head(log, view, say(f"事件 {track.event}/{len(log.events)}", f"event {track.event}/{len(log.events)}"))
    yield ""
    yield from _table(log, track, least)
    marked = "  ".join(f"{name} {count}" for name, count in track.facts.marked)
    yield ""
    yield from wrap(say(f"标记牌未见: {marked}", f"marked cards unseen: {marked}"), terminal_width())
    yield from _threats(track)
    yield from _hints(track)


def _table(log: Log, track: Track, least: int) -> Iterator[str]:
    """The counts: unseen of every rank, then how many each other seat has on average; `-`: proved none."""
    from analyzer.cards import RANKS

    rows = [[say("座位", "seat"), say("张", "left"), *(RANKS[rank] for rank in track.ranks)]]
    unseen = track.facts.unseen
    rows.append([say("未见", "unseen"), str(sum(unseen)), *(str(unseen[rank]) for rank in track.ranks)])
    for seat in track.seats:
        void = track.void(seat)
        cells = ("-" if rank in void else _cell(track, seat, rank, least) for rank in track.ranks)
        rows.append([f"{seat} {log.players[seat - 1]}", str(track.facts.left(seat)), *cells])
    widths = [max(width(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(pad(cell, columns) for cell, columns in zip(row, widths, strict=True)).rstrip()


def _cell(track: Track, seat: int, rank: int, least: int) -> str:
    """One figure: how many on average, or the chance of at least so many."""
    if least == 1:
        return f"{track.answers.expect(seat, rank).value:.1f}"
    return in_percent(track.answers.least(seat, rank, least).value)


def _hints(track: Track) -> Iterator[str]:
    """过牌: what the others' passes hint at: the lowest plays that they passed on though they may have beaten them."""
    from analyzer.cards import pack, write_play

    said = [
        f"{seat}: {' '.join(write_play(pack(rank, count, 0, 0)) for count, rank in sorted(row.items()))}"
        for seat, row in sorted(track.soft.items())
    ]
    if said:
        yield from wrap(say("过过的牌 (未必没有): ", "passed on (no proof): ") + "   ".join(said), terminal_width())


def _threats(track: Track) -> Iterator[str]:
    """压得住吗: who can beat the standing play, and which plays hold."""
    from analyzer.cards import write_cards

    shown = track.to_json()
    if track.beatable is not None:
        chances = [(seat, track.can_beat(seat)) for seat in track.seats]
        each = "  ".join(f"{seat}: {in_percent(found.value)}" for seat, found in chances if found is not None)
        error = f" ± {track.beatable.error:.1%}" if track.beatable.error else ""
        play = write_cards(track.facts.sight.shown)
        yield say(f"压得住 {play} 的可能: {each}", f"chance to beat {play}: {each}")
        threat = f"{track.beatable.value:.1%}{error}"
        yield say(f"还没表态的有人压得住: {threat}", f"anybody still to act can beat it: {threat}")
    holds = "  ".join(shown["unbeatable"].values())
    if holds:
        yield from wrap(say(f"从这里起压不掉: {holds}", f"cannot be beaten from here up: {holds}"), terminal_width())


@make(
    "track",
    Words(
        "记牌: 在某个事件之后, 某一家 (或旁观者) 能数出什么。\n"
        "还有哪些牌没见, 每家平均有几张, 谁压得住台面。只用这个视角当时知道的。",
        "Counting cards: what one seat, or an onlooker, can count after an event.\n"
        "What is unseen, how many of each rank the others have on average, who can beat the standing play.",
    ),
    examples=[
        "paishen track game.paipu.json --at 37 --view 3",
        "paishen track game.paipu.json --at 37 --view onlooker --json",
    ],
)
@A_LOG
@option(
    "--at", words=Words("看到第几个事件之后 (不写: 最后)", "after how many events (left out: all)"),
    type=click.IntRange(0), metavar="N",
)  # fmt: skip
@eyes
@option(
    "--evidence", words=Words("只凭张数, 或用所有确知的", "counts alone, or everything that is certain"),
    type=click.Choice(EVIDENCE), default="all",
)  # fmt: skip
@option(
    "--least", words=Words("再给出至少 K 张的可能", "add the chance of at least K of each rank"),
    type=click.IntRange(1, 16), default=1, metavar="K",
)  # fmt: skip
@WHICH
@option("--json", "as_json", words=Words("写成一个 JSON 对象", "as one JSON object"), is_flag=True)
def command(
    file: str, at: int | None, view: str | None, evidence: str, least: int, game: str | None, as_json: bool  # noqa: FBT001 - click passes it so
) -> None:  # fmt: skip
    """One table, or one JSON object."""
    from analyzer.errors import PaishenError
    from analyzer.tracking import track_at

    log = whole_log(file, game)
    try:
        track = track_at(log, view_of(log, view), at, "counts" if evidence == "counts" else "all")
    except PaishenError as error:
        error.file = error.file or file
        raise
    if as_json:
        click.echo(json_line(track.to_json(least)))
        return
    for line in lines(log, track, least):
        click.echo(line)
