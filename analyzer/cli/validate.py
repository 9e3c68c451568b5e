"""校验: `paishen validate` - a verdict on every game of every file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import msgspec

from analyzer.cli.localized import Misuse, argument, lang, option
from analyzer.cli.localized import command as make
from analyzer.cli.machines import spreading, with_cluster
from analyzer.telling import STATUS
from analyzer.verdict import Verdict
from analyzer.words import Words, tame

LARGE: Final = 16 << 20
"""Bytes of files from which on their games are judged by the compiled rules."""


def verdicts(files: tuple[str, ...], game: str | None = None, cluster: str | None = None) -> Iterator[Verdict]:
    """The verdicts on the games of some files, in order; on one game alone where it is named."""
    told: Iterator[Verdict]
    if cluster is not None:
        told = (verdict for one in spreading(None, cluster)(all_verdicts_on, files) for verdict in one)
    else:
        told = (_in_bulk if is_large(files) else _one_by_one)(list(map(Path, files)))
    return (verdict for verdict in told if game is None or verdict.game == game)


def all_verdicts_on(file: str) -> list[Verdict]:
    """The verdicts on the games of a file, in order, as a task of a cluster."""
    return list(_one_by_one([Path(file)]))


def is_large(files: tuple[str, ...]) -> bool:
    """Whether files hold so much that loading the compiled rules takes less time than they save."""
    return sum(Path(file).stat().st_size for file in files if Path(file).is_file()) >= LARGE


def _one_by_one(files: list[Path]) -> Iterator[Verdict]:
    from analyzer.paipu import read
    from analyzer.replay import judge_found

    return (judge_found(found) for file in files for found in read(file))


def _in_bulk(files: list[Path]) -> Iterator[Verdict]:
    from analyzer.importing.verdicts import verdicts_of

    return verdicts_of(files)


def line_of(verdict: Verdict) -> str:
    """One line for a person: where, which game, its verdict, and why."""
    speak = lang()
    parts = [f"{verdict.file}:{verdict.line}" if verdict.line else str(verdict.file), verdict.game or "-"]
    status = STATUS[verdict.status].say(speak)
    place = "" if verdict.event is None else Words(f" (事件 {verdict.event})", f" (event {verdict.event})").say(speak)
    why = f": {verdict.words.say(speak)}" if verdict.words else ""
    scores = ""
    if verdict.scores and verdict.status in ("valid", "disputed"):
        scores = " " + " ".join(f"{score:+d}" for score in verdict.scores)
        if verdict.claimed_scores and verdict.claimed_scores != verdict.scores:
            claimed = " ".join(f"{score:+d}" for score in verdict.claimed_scores)
            scores += Words(f", 所报 {claimed}", f", claimed {claimed}").say(speak)
    return tame(f"{'  '.join(parts)}  {status}{place}{why}{scores}")


@make("validate", Words("校验牌谱, 给出判词", "verdicts on logs"), examples=["paishen validate a.jsonl --json"])
@argument("files", Words("牌谱文件", "logs"), nargs=-1, required=True, metavar="FILE...")
@option("--game", words=Words("只看这一局", "this game alone"), metavar="G")
@with_cluster
@option("--json", "as_json", words=Words("每局一行 JSON", "one JSON object a game"), is_flag=True)
def command(files: tuple[str, ...], game: str | None, cluster: str | None, as_json: bool) -> int:  # noqa: FBT001 - click passes it so
    """0 all valid, 1 any disputed, illegal or incomplete, 2 any unreadable."""
    speak = lang()
    worst = 0
    found = False
    for verdict in verdicts(files, game, cluster):
        found = True
        worst = max(worst, {"valid": 0, "unreadable": 2}.get(verdict.status, 1))
        text = msgspec.json.encode(verdict.to_json(speak)).decode() if as_json else line_of(verdict)
        click.echo(text)
    if not found:
        raise Misuse(f"没有叫 {game} 的牌局", f"there is no game {game}")
    return worst
