"""查询命令: `paishen query` - a named question to the archive."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from analyzer.cli.layout import pairs, table, terminal_width
from analyzer.cli.localized import Misuse, argument, option, say
from analyzer.cli.localized import command as make
from analyzer.words import Words

if TYPE_CHECKING:
    from analyzer.archive import Question

WIDE = ("rules_sha256", "sha256", "file", "line", "claimed_scores", "sitting", "round")
"""Columns that only `--json` shows."""


@make(
    "query",
    Words(
        "向档案提一个有名字的问题; --list 列出有哪些问题。",
        "Asks the archive a question that has a name; --list names the questions.",
    ),
    examples=[
        "paishen query --list",
        "paishen query verdicts --archive games",
        "paishen query games status=disputed player=老王 --json",
    ],
)
@argument("name", Words("问题的名字", "the question's name"), required=False, metavar="NAME")
@argument("settings", Words("参数", "its parameters"), nargs=-1, metavar="k=v…")
@option(
    "--archive", words=Words("档案的文件夹; 不写则用默认的", "the archive's folder; your own when left out"),
    type=click.Path(path_type=Path), metavar="DIR",
)  # fmt: skip
@option("--list", "listed", words=Words("列出问题", "name the questions"), is_flag=True)
@option("--json", "as_json", words=Words("每行一个 JSON", "one JSON object a row"), is_flag=True)
def command(
    name: str | None, settings: tuple[str, ...], archive: Path | None, listed: bool, as_json: bool  # noqa: FBT001 - click passes it so
) -> None:
    """The rows of the answer."""
    from analyzer.archive import Archive, default_archive, questions

    known = questions()
    if listed:
        rows = [(" ".join((one.name, *(f"[{key}=…]" for key in one.parameters))), one.about) for one in known.values()]
        click.echo("\n".join(pairs(rows, terminal_width())))
        return
    if name is None or name not in known:
        there = " ".join(known)
        raise Misuse(f"没有问题 {name or ''}; 有: {there}", f"no question {name or ''}; there are: {there}")
    question = known[name]
    answer = Archive(archive or default_archive()).ask(question.sql, parameters(question, settings))
    if as_json:
        for row in answer:
            click.echo(msgspec.json.encode(row).decode())
    else:
        click.echo("\n".join(lines_of(answer)))


def parameters(question: Question, settings: tuple[str, ...]) -> dict[str, str | None]:
    """The parameters of a question; those that are not set are None.

    >>> from analyzer.archive import questions
    >>> parameters(questions()["verdicts"], ("ruleset=simple",))
    {'ruleset': 'simple'}
    """
    given = dict(setting.partition("=")[::2] for setting in settings)
    wrong = next((key for key in given if key not in question.parameters), None)
    if wrong is not None:
        there = " ".join(question.parameters)
        raise Misuse(
            f"问题 {question.name} 没有参数 {wrong}; 有: {there}",
            f"the question {question.name} has no parameter {wrong}; there are: {there}",
        )
    return {key: given.get(key) for key in question.parameters}


def lines_of(rows: list[dict[str, Any]]) -> list[str]:
    """A table for a person."""
    if not rows:
        return [say("没有", "none")]
    names = [name for name in rows[0] if name not in WIDE]
    return table([names, *([_cell(row[name]) for name in names] for row in rows)])


def _cell(value: object) -> str:
    if value is None:
        return "-"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
