"""记分: `paishen ledger` - a sitting's games in order, with items, rulings, substitutions, totals and titles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from analyzer.cli.json_line import json_line
from analyzer.cli.layout import table, terminal_width, wrap
from analyzer.cli.localized import argument, lang, option, say
from analyzer.cli.localized import command as make
from analyzer.words import Words, tame

if TYPE_CHECKING:
    from analyzer.ledger import Change, Correction, Ledger, Row

UNREADABLE: Final = 2
WHAT: Final = {
    "points": Words("得分", "points"), "total": Words("总分", "total"), "title": Words("等级", "title"),
    "status": Words("判词", "status"), "emperor": Words("皇帝", "emperor"), "guard": Words("侍卫", "guard"),
    "winner": Words("胜方", "winner"), "places": Words("名次", "places"), "owed": Words("应进贡", "tribute owed"),
}  # fmt: skip
KINDS: Final = {
    "game": Words("牌局", "game"), "uncounted": Words("未计", "not counted"), "previous": Words("交接", "handing on"),
    "total": Words("总分", "total"), "title": Words("等级", "title"), "twice": Words("重复", "twice"),
    "round": Words("局次", "round"), "order": Words("次序", "order"), "replaces": Words("更正", "correction"),
}  # fmt: skip


def lines(found: Ledger) -> Iterator[str]:
    """The ledger, line by line: a table of totals, then what is wrong, what was corrected, what is unreadable."""
    yield tame(found.sitting)
    players = list(found.flow.totals)
    rows = [("  #", say("记事", "what"), *map(tame, players))]
    rows += [(f"{index:>3}", _short(row), *_cells(row, players)) for index, row in enumerate(found.flow.rows)]
    titles = [found.titles[name] or "" for name in players]
    rows.append(("", say("等级", "title"), *titles))
    yield from table(rows)
    for index, row in enumerate(found.flow.rows):
        yield from _more(index, row, found)
    for finding in found.findings:
        where = say(f"第 {finding.row} 行", f"row {finding.row}") if finding.row is not None else finding.game or ""
        yield from _wrapped(f"✗ {where} {KINDS[finding.kind].say(lang())}: {finding.words.say(lang())}", 2)
        if finding.since is not None:
            yield from _wrapped(say(f"从第 {finding.since} 行起不对", f"wrong since row {finding.since}"), 4)
        for words in finding.explains:
            yield from _wrapped(say("可能: ", "perhaps: ") + words.say(lang()), 4)
    for correction in found.corrections:
        yield from _correction(correction)


def _wrapped(text: str, by: int) -> Iterator[str]:
    first, *more = wrap(tame(text), terminal_width() - by - 2)
    yield " " * by + first
    yield from (" " * (by + 2) + line for line in more)


def _short(row: Row) -> str:
    """What happened, cut to a column."""
    text = tame(row.words.say(lang()))
    return text if len(text) <= 24 else f"{text[:23]}…"


def _cells(row: Row, players: list[str]) -> Iterator[str]:
    """The total of each player, with what it got where that is something."""
    for name in players:
        total = str(row.totals.get(name, 0))
        yield f"{total} ({row.points[name]:+d})" if row.points.get(name) else total


def _more(index: int, row: Row, found: Ledger) -> Iterator[str]:
    """Who ruled, which titles changed, which tribute was paid, whose points count for whom."""
    if row.kind not in ("game", "claim"):
        at = f" {row.at.isoformat()}" if row.at else ""
        yield from _wrapped(f"{index} {row.words.say(lang())}{at}", 2)
    for name, was, now in row.titles:
        yield from _wrapped(f"{index} {name}: {was or say('无', 'none')} → {now or say('无', 'none')}", 2)
    if row.number is None or row.game is None:
        return
    for name in row.doubled:
        yield from _wrapped(say(f"{index} {name}: 双倍积分卡", f"{index} {name}: double card"), 2)
    players, handing = row.game.log.players, found.handings[row.number]
    throne = " → ".join(players[seat - 1] for seat in handing.throne)
    if throne:
        first = players[handing.first - 1] if handing.first else ""
        dealt = say(f", {first} 先抓牌", f", dealt to {first} first") if first else ""
        yield from _wrapped(f"{index} {say('皇位', 'throne')}: {throne}{dealt}", 2)
    for one, to, card in handing.paid:
        who, whom = players[one - 1], players[to - 1]
        text = say(f"{who} 向 {whom} 进贡 {card}", f"{who} pays {card} to {whom}")
        yield from _wrapped(f"{index} {text}", 2)


def _correction(correction: Correction) -> Iterator[str]:
    head = say(f"更正 {correction.game}, 改变了 {len(correction.changes)} 处:",
               f"correction of {correction.game}, {len(correction.changes)} changes:")  # fmt: skip
    yield from _wrapped(head, 2)
    yield from (f"    {line}" for change in correction.changes for line in wrap(_changed(change), terminal_width() - 4))


def _changed(change: Change) -> str:
    who = f" {tame(change.player)}" if change.player else ""
    before, after = (say("无", "none") if value is None else str(value) for value in (change.before, change.after))
    return f"#{change.row}{who} {WHAT[change.what].say(lang())}: {before} → {after}"


@make(
    "ledger",
    Words(
        "一桌的记分: 目录、文件或档案里同一桌的各局依次累计; 旁边的 sitting.toml 写道具、裁决、换人和所报的总分。\n"
        "更正了前面的一局, 后面的都重算, 并列出改变了什么。",
        "A sitting's ledger: its games in a folder, a file or an archive in order, with the items, rulings, "
        "substitutions and claims of the sitting.toml beside them.\n"
        "A corrected game reaches everything after it; what changed is listed.",
    ),
    examples=["paishen ledger evening/", "paishen ledger archive/ --sitting t3 --book t3.toml --json"],
)
@argument("place", Words("目录、文件或档案", "a folder of logs, a file of logs, or an archive"), metavar="DIR")
@option("--sitting", words=Words("哪一桌; 只有一桌时不必写", "which sitting, where there are several"), metavar="S")
@option(
    "--book", words=Words("账本; 不写则用旁边的 sitting.toml", "the book; left out: the sitting.toml in DIR"),
    metavar="FILE",
)  # fmt: skip
@option("--json", "as_json", words=Words("写成一个 JSON 对象", "as one JSON object"), is_flag=True)
def command(place: str, sitting: str | None, book: str | None, as_json: bool) -> int:  # noqa: FBT001 - click passes it so
    """0 all agrees, 1 any finding, 2 anything that cannot be read."""
    from analyzer.ledger import book_beside, ledger, read_book, sitting_of

    if not Path(place).exists():
        raise FileNotFoundError(2, "", place)
    one = sitting_of(Path(place), sitting)
    beside = Path(book) if book else book_beside(Path(place), one.name)
    found = ledger(one, read_book(beside) if beside else None)
    click.echo(json_line(found.to_json(lang())) if as_json else "\n".join(lines(found)))
    for error in found.errors:
        click.echo(f"paishen: {error.say(lang())}", err=True)
    return UNREADABLE if found.errors else int(bool(found.findings))
