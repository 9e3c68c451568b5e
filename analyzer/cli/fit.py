"""合于玩法: `paishen fit` - which rulesets a log can have been played by, and which change of rules explains it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from analyzer.cli.json_line import json_line
from analyzer.cli.layout import table, terminal_width, wrap
from analyzer.cli.localized import argument, lang, option, say
from analyzer.cli.localized import command as make
from analyzer.words import Words

if TYPE_CHECKING:
    from analyzer.errors import PaishenError
    from analyzer.fit import Fit, Trial


def lines(found: Fit) -> Iterator[str]:
    """The answer on a log, line by line."""
    yield found.game
    own = {say("本局所用", "its own"): found.declared} if found.declared else {}
    yield from table([
        (f"  {name}", say("合", "fits") if trial.fits else say("不合", "does not fit"), why(trial))
        for name, trial in {**own, **found.rulesets}.items()
    ])  # fmt: skip
    for change in found.changes:
        mark = "" if change.fits else say(" (后面还有别的不合)", " (something later is still amiss)")
        keys = ", ".join(f"{key} = {json.dumps(value)}" for key, value in change.to_json()["keys"].items())
        text = f"→ {found.sentence(change).say(lang())} ({keys}){mark}"
        yield from (f"  {line}" for line in wrap(text, terminal_width() - 2))


def why(trial: Trial) -> str:
    """What refutes rules, in words."""
    from analyzer.fit import DISPUTED, INCOMPLETE
    from analyzer.rules.verdicts import SENTENCES, Code

    if trial.code is None:
        return ""
    if trial.code == INCOMPLETE:
        return say("没有打完, 或没有终局记录", "not over, or no end is recorded")
    if trial.code == DISPUTED:
        what = say("所报与规则不同", "the claims are not what these rules give")
    else:
        what = SENTENCES[Code[trial.code.upper()]].words.say(lang())
    return say(f"事件 {trial.event}: {what}", f"event {trial.event}: {what}")


def unreadable_json(error: PaishenError) -> str:
    """The object of a game that cannot be read."""
    told: dict[str, Any] = {"game": error.game, "rulesets": {}, "changes": [], "file": error.file, "line": error.line,
            "message": error.inside().say(lang())}  # fmt: skip
    return json_line(told)


@make(
    "fit",
    Words(
        "哪种玩法说得通: 八种玩法各试一遍, 写出第一个驳倒它的事件; 再找出最少改几个键 (至多三个),\n"
        '被拒的一手就合规则, 或有争议的分就对。rules 写 "unknown" 的牌谱也能读。',
        "Which rules explain a log: each of the eight rulesets against it, with the first event that refutes it;\n"
        "then the fewest keys (three at most) that, changed in its own rules, make a refused play legal or a disputed "
        'score right. Reads a log whose rules are "unknown", too.',
    ),
    examples=["paishen fit game.paipu.json", "paishen fit evening.paipu.jsonl --game 7 --json"],
)
@argument("files", Words("牌谱文件", "logs"), nargs=-1, required=True, metavar="FILE...")
@option("--game", words=Words("只看这一局", "this game alone"), metavar="G")
@option("--json", "as_json", words=Words("每局一行 JSON", "one JSON object a game"), is_flag=True)
def command(files: tuple[str, ...], game: str | None, as_json: bool) -> int:  # noqa: FBT001 - click passes it so
    """0 the log's own rules fit every game (where unknown: some ruleset does), 1 they do not, 2 any unreadable."""
    from analyzer.cli.logs import games
    from analyzer.errors import PaishenError
    from analyzer.fit import fit

    worst = 0
    for one in games(files, game, gaps=True):
        try:
            if isinstance(one, PaishenError):
                raise one
            found = fit(one)
        except PaishenError as error:
            worst = 2
            if not isinstance(one, PaishenError):
                error.file, error.line, error.game = one.file, one.line, one.log.game
            click.echo(unreadable_json(error) if as_json else error.say(lang()))
            continue
        worst = max(worst, 0 if found.fits else 1)
        click.echo(json_line(found.to_json()) if as_json else "\n".join(lines(found)))
    return worst
