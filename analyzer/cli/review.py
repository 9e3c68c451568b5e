"""复盘评点命令: `paishen review` - what else a seat could have played, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.json_line import json_line
from analyzer.cli.layout import table, terminal_width, wrap
from analyzer.cli.localized import Misuse, lang, option, say
from analyzer.cli.localized import command as make
from analyzer.cli.logs import A_LOG, WHICH, broken_off, whole_log
from analyzer.cli.outlook import bar_of, playing_out
from analyzer.cli.review_ask import asked, choices, in_words
from analyzer.cli.track import head
from analyzer.words import Words

if TYPE_CHECKING:
    from analyzer.events import Log

def lines(entry: dict[str, Any]) -> Iterator[str]:
    """评点: one decision with its figures."""
    yield from before(entry)
    rows = [[say("可选", "option"), say("得分", "score"), ""]]
    for option_ in entry["options"]:
        for play, score in option_["scores"].items():
            mark = "●" if play == entry["done"] else ""
            rows.append([f"{option_['group']}  {in_words(play)}", f"{score['mean']:+.2f} ± {score['se']:.2f}", mark])
    yield from (f"  {line}" for line in table(rows))
    for remark in entry["remarks"]:
        yield from _indented(remark["words"])
    yield from _indented(say("判断: ", "verdict: ") + entry["verdict"]["words"])


def _indented(text: str) -> Iterator[str]:
    return (f"  {part}" for part in wrap(text, terminal_width() - 2))


def before(entry: dict[str, Any]) -> Iterator[str]:
    """牌面: where a seat stood before it chose."""
    standing = entry["standing"]
    on = say(f"要压 {entry['owner']} 号位的 {standing}", f"to beat: {standing} by seat {entry['owner']}")
    left = " ".join(map(str, entry["left"]))
    parts = (
        say(f"事件 {entry['event']}", f"event {entry['event']}"), on if standing else say("领出", "to lead"),
        say(f"各家剩 {left}", f"cards left {left}"),
    )  # fmt: skip
    yield from wrap("  ".join(parts), terminal_width())
    yield from _indented(say("手牌: ", "holding: ") + " ".join(in_ranks(entry["holding"])))


def in_ranks(holding: str) -> list[str]:
    """按点数: a holding without suits, the cards of a rank together.

    >>> in_ranks("R*BAsAh9d")
    ['R*', 'B', 'AA', '9']
    """
    from analyzer.cards import NAMES, B, rank_of
    from analyzer.cards import shown as read

    names = {card: NAMES[card][0] if card < B else NAMES[card] for card in range(len(NAMES))}
    return ["".join(names[card] for card in kind) for _, kind in groupby(read(holding).cards, rank_of)]


def asking(log: Log, seat: int, playouts: int, seed: int) -> None:
    """先问: each decision: the position and the groups, the reader's choice, and only then the figures."""
    from analyzer.review import decisions, to_json
    from analyzer.review.deciding import situation

    for decision in decisions(log, seat):
        for line in before(situation(decision)):
            click.echo(line)
        for choice_ in choices(decision):
            for line in _indented(choice_):
                click.echo(line)
        choice = asked(decision)
        if choice is None:
            return
        entry = to_json(decision, decision.weigh(playouts, seed, choice), lang())
        own, done = in_words(decision.choice.text(choice)), in_words(entry["done"])
        click.echo(say(f"你选 {own}; 实际是 {done}", f"your choice: {own}; what was done: {done}"))
        for line in list(lines(entry))[len(list(before(entry))) :]:
            click.echo(line)
        click.echo()


@make(
    "review",
    Words(
        "复盘评点: 一家每次选择时还能怎么出, 各得多少分, 只凭它当时知道的。\n"
        "批注只说事实; 相差超过两个标准误才下判断, 看不出就说看不出。--ask 先让你选, 再给数。",
        "What else could have been played: at each decision of a seat what it could do and what each may bring, from\n"
        "what it knew then. Remarks state facts; a judgement is made only beyond two standard errors. --ask lets you\n"
        "choose before it shows any figure.",
    ),
    examples=["paishen review game.paipu.json --view 3", "paishen review game.paipu.json --view 3 --ask"],
)
@A_LOG
@option(
    "--view", "seat",
    words=Words("哪一家: 1-5 (不写: 记谱的那一家)", "which seat: 1-5 (left out: who recorded the log)"),
    type=click.IntRange(1, 5), metavar="S",
)  # fmt: skip
@option("--ask", words=Words("先让你选, 再给数", "let me choose before any figure is shown"), is_flag=True)
@playing_out(Words("每种选择打几局", "how many playouts of each alternative"))
@WHICH
@option("--json", "as_json", words=Words("写成一个 JSON 对象", "as one JSON object"), is_flag=True)
def command(
    file: str, seat: int | None, ask: bool, playouts: int, seed: int, game: str | None, as_json: bool  # noqa: FBT001 - click passes it so
) -> int | None:  # fmt: skip
    """The review; 1 where the log breaks a rule and it stops there."""
    from analyzer.errors import PaishenError
    from analyzer.replay import Replay

    if ask and as_json:
        raise Misuse("--ask 和 --json 不能一起用", "--ask and --json do not go together")
    log = whole_log(file, game)
    eyes = seat or max(log.eyes, 0)
    if not eyes:
        raise Misuse("请用 --view 说评点哪一家", "say with --view which seat to review")
    try:
        _told(log, eyes, playouts, seed, ask=ask, as_json=as_json)
    except PaishenError as error:
        error.file = error.file or file
        raise
    known = len(Replay(log).moments) - 1
    return broken_off(log, known, file)


def _told(log: Log, seat: int, playouts: int, seed: int, *, ask: bool, as_json: bool) -> None:
    from analyzer.review import reviewed
    from analyzer.review.choices import BOT

    if ask:
        asking(log, seat, playouts, seed)
        return
    with bar_of(len(log.events)) as bar:
        entries = list(reviewed(log, seat, lang(), playouts, seed, lambda events: bar.update(events - bar.pos)))
    if as_json:
        told = {"view": seat, "seed": seed, "playouts": playouts, "bot": BOT.name, "decisions": entries}
        click.echo(json_line(told))
        return
    for line in head(log, seat):
        click.echo(line)
    for entry in entries:
        click.echo()
        for line in lines(entry):
            click.echo(line)
    if not entries:
        click.echo(say("没有什么可选的", "there was nothing to choose"))
