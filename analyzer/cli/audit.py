"""对账: `paishen audit` - why each seat has its score, and the first line where what was claimed parts from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from analyzer.cli.audit_lines import brief, lines, rates_lines
from analyzer.cli.json_line import json_line
from analyzer.cli.localized import argument, lang, option
from analyzer.cli.localized import command as make
from analyzer.cli.logs import games, is_archive, no_game
from analyzer.words import Words

if TYPE_CHECKING:
    from analyzer.audit import Audit
    from analyzer.errors import PaishenError, Unreadable
    from analyzer.paipu import Sourced

FINDINGS: Final = 1
UNREADABLE: Final = 2


def audited(found: Sourced | Unreadable) -> Audit | Unreadable:
    """对账: the audit of what a reader found; an `Unreadable` where its rules cannot be used."""
    from analyzer.audit import audit_log
    from analyzer.errors import Unreadable
    from analyzer.replay import judge_log

    if isinstance(found, Unreadable):
        return found
    verdict = judge_log(found.log, file=found.file, line=found.line)
    if verdict.status == "unreadable":
        return Unreadable(verdict.words or Words("", ""), file=found.file, line=found.line, game=found.log.game)
    return audit_log(found.log, verdict)


def _audits(files: tuple[str, ...], game: str | None) -> Iterator[Audit | Unreadable]:
    """The audits of the games of some files and archives, in order."""
    found = False
    for file in files:
        for audit in _stored(file, game) or map(audited, games((file,), game, must=False)):
            found = True
            yield audit
    if game is not None and not found:
        raise no_game(game)


def _stored(file: str, game: str | None) -> Iterator[Audit | Unreadable] | None:
    """The audits of an archive; None for anything else."""
    if not Path(file).is_dir():
        return None
    from analyzer.audit.stored import stored_audits

    return stored_audits(Path(file), game) if is_archive(Path(file)) else None


def unreadable_json(error: PaishenError) -> dict[str, Any]:
    """The object of a game that cannot be read."""
    return {
        "file": error.file, "line": error.line, "game": error.game, "status": "unreadable", "event": error.event,
        "code": None, "message": error.inside().say(lang()),
    }  # fmt: skip


@make(
    "audit",
    Words(
        "对账: 每一家的分一行一行从哪里来 (名次、身份、底分、份额、翻番、罚分、合计), 每一行写明事件和规则书的段落;\n"
        "所报的名次、身份、得分与规则不同时, 说出从哪一行、哪个事件起不同, 像是怎么错的。",
        "Why each seat has its score, line by line - place, side, base, share, doubling, penalty, total - each with "
        "its event and paragraph.\n"
        "Where what was claimed differs it names the first line and event, and what slip it is.",
    ),
    examples=[
        "paishen audit game.paipu.json",
        "paishen audit evening.paipu.jsonl --game 7 --json",
        "paishen audit archive/ --brief",
        "paishen audit evening.paipu.jsonl --mind",
    ],
)
@argument("files", Words("牌谱文件, 或档案", "logs, or archives"), nargs=-1, required=True, metavar="FILE...")
@option("--game", words=Words("只看这一局", "this game alone"), metavar="G")
@option(
    "--mind", words=Words("只看心战: 每人每种身份的虚实", "mind games alone: who bluffs how often, by role"),
    is_flag=True,
)  # fmt: skip
@option(
    "--beliefs", words=Words("心战之后听的一家看法移动多少 (较慢)", "how far each message's receiver moved (slower)"),
    is_flag=True,
)  # fmt: skip
@option("--brief", words=Words("只写判词和不符之处", "verdicts and findings alone"), is_flag=True)
@option("--json", "as_json", words=Words("每局一行 JSON", "one JSON object a game"), is_flag=True)
def command(files: tuple[str, ...], game: str | None, **flags: bool) -> int:
    """0 all valid, 1 any finding, refusal or unfinished game, 2 any unreadable."""
    from analyzer.audit.mindgames import rates_of
    from analyzer.errors import PaishenError

    worst = 0
    said = []
    for audit in _audits(files, game):
        try:
            if isinstance(audit, PaishenError):
                raise audit
            if flags["mind"]:
                said.append((audit.log, audit.messages))
            else:
                click.echo(_told(audit, **flags))
            worst = max(worst, 0 if audit.verdict.status == "valid" else FINDINGS)
        except PaishenError as error:  # it cannot be read, or its archive is damaged: the next is audited all the same
            worst = UNREADABLE
            error.game = error.game or (None if isinstance(audit, PaishenError) else audit.verdict.game)
            click.echo(_unreadable(error, as_json=flags["as_json"] and not flags["mind"]))
    if flags["mind"]:
        rates = rates_of(said)
        told = json_line({"rates": [rate.to_json() for rate in rates]})
        click.echo(told if flags["as_json"] else "\n".join(rates_lines(rates)))
    return worst


def _told(audit: Audit, **flags: bool) -> str:
    """A game as it is asked for."""
    if flags["beliefs"]:
        audit.follow_beliefs()
    if flags["as_json"]:
        return json_line(audit.to_json(lang(), brief=flags["brief"]))
    return "\n".join(brief(audit) if flags["brief"] else (*lines(audit), ""))


def _unreadable(error: PaishenError, *, as_json: bool) -> str:
    """A game that cannot be read, in its place."""
    return json_line(unreadable_json(error)) if as_json else error.say(lang())
