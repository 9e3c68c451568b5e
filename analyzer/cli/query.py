"""查询命令: `paishen query` - a named question to the archive, or SQL."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from analyzer.cli.layout import pairs, terminal_width
from analyzer.cli.localized import Misuse, argument, lang, option, say
from analyzer.cli.localized import command as make
from analyzer.words import Words

if TYPE_CHECKING:
    import pyarrow as pa

    from analyzer.archive import Archive, Question

WIDE: Final = (
    "number", "rules", "rules_sha256", "sha256", "replaces", "extends", "file", "line", "claimed_places",
    "claimed_scores", "sitting", "round", "way", "judged", "hands", "previous", "said", "claim", "ends", "form",
    "log_at", "log_bytes", "log_size", "log_sha256",
)  # fmt: skip
"""Columns of `games` that a person is not shown where whole rows of it are the answer."""
WHOLE_ROWS: Final = ("games", "search")
"""The questions whose answer those are; whatever somebody selected is shown, all of it."""


def _form(context: click.Context, param: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click calls it so
    """Keep the form that is wanted; there is only one."""
    if wanted and context.meta.setdefault(KEPT, param.name) != param.name:
        one, other = f"--{context.meta[KEPT]}", f"--{param.name}"
        raise Misuse(f"{one} 和 {other} 只能用一个", f"{one} and {other} do not go together")


KEPT: Final = "paishen.form"
FORM: Final[dict[str, Any]] = {"is_flag": True, "expose_value": False, "callback": _form}


@make(
    "query",
    Words(
        "向档案提一个有名字的问题; --list 列出有哪些问题。--sql 自己写一句 SELECT, 只能读档案, 限时限内存。",
        "Asks the archive a question that has a name; --list names the questions. --sql asks one SELECT of your own, "
        "which can only read the archive, within limits of time and memory.",
    ),
    examples=[
        "paishen query --list",
        "paishen query by_role ruleset=room-six --archive games",
        "paishen query profile person=老王 --json",
        "paishen query longest_tricks take=50 --csv -o tricks.csv",
        'paishen query --sql "SELECT ruleset, count(*) FROM counted GROUP BY ruleset"',
    ],
)
@argument("name", Words("问题的名字", "the question's name"), required=False, metavar="NAME")
@argument("settings", Words("参数", "its parameters"), nargs=-1, metavar="k=v…")
@option(
    "--archive", words=Words("档案的文件夹; 不写则用默认的", "the archive's folder; your own when left out"),
    type=click.Path(path_type=Path), metavar="DIR",
)  # fmt: skip
@option("--list", "listed", words=Words("列出问题", "name the questions"), is_flag=True)
@option("--sql", words=Words("一句 SELECT 或 EXPLAIN", "one SELECT or EXPLAIN"), metavar="SQL")
@option("--json", words=Words("每行一个 JSON", "one JSON object a row"), **FORM)
@option("--csv", words=Words("写成 CSV", "as CSV"), **FORM)
@option("--parquet", words=Words("写成 Parquet", "as Parquet"), **FORM)
@option(
    "--out", "-o", words=Words("写到文件; 不写则写到屏幕", "the file to write; the screen when left out"),
    type=click.Path(path_type=Path), metavar="FILE",
)  # fmt: skip
def command(
    name: str | None, settings: tuple[str, ...], archive: Path | None, listed: bool, sql: str | None,  # noqa: FBT001 - click passes it so
    out: Path | None,
) -> int:  # fmt: skip
    """0 the rows of the answer, 1 those of an archive with damaged files."""
    form = click.get_current_context().meta.get(KEPT)
    if (name is not None) + listed + (sql is not None) > 1:
        raise Misuse("问题的名字、--list、--sql 只能用一个", "a question's name, --list and --sql do not go together")
    if listed:
        _write(_listed(form).encode(), out)
        return 0
    question = None if sql is not None else named(name)
    given = parameters(question, settings) if question else {}
    from analyzer.archive import Archive, answer
    from analyzer.archive.parameters import check
    from analyzer.archive.remarks import ALL_HANDS, hidden, stale
    from analyzer.cli.archive_tree import folder_of
    from analyzer.cli.missing import told_hidden, told_missing, told_stale

    place = Archive(folder_of(archive))
    if question is None:
        _tell(own(place, sql or ""), form, out)
        told_stale(stale(place))
        return told_missing(place)
    check(place, question, given)
    _tell(answer(place, question, given), form, out, WIDE if question.name in WHOLE_ROWS else ())
    told_hidden(hidden(place, question.name, given), ALL_HANDS.get(question.name, ""))
    told_stale(stale(place, question.sql, given))
    return told_missing(place)


def listing() -> list[str]:
    """The questions, a paragraph each, and what their parameters mean; one in brackets may be left out."""
    from analyzer.archive import questions
    from analyzer.archive.parameters import MEANINGS, NEEDED

    rows = []
    for one in questions().values():
        needed = NEEDED.get(one.name, ())
        keys = (f"{key}=…" if key in needed else f"[{key}=…]" for key in one.parameters)
        rows.append((" ".join((one.name, *keys)), one.about.say(lang())))
    meant = [(f"{key}=…", words.say(lang())) for key, words in sorted(MEANINGS.items())]
    return [*pairs(rows, terminal_width()), "", *pairs(meant, terminal_width())]


def listing_json() -> list[dict[str, Any]]:
    """The same as `--list --json` prints it (schemas/QUERIES.md)."""
    from analyzer.archive import questions
    from analyzer.archive.parameters import MEANINGS, NEEDED

    def told(one: Question, key: str) -> dict[str, Any]:
        return {"name": key, "about": MEANINGS[key].say(lang()), "needed": key in NEEDED.get(one.name, ())}

    return [
        {"name": one.name, "about": one.about.say(lang()), "parameters": [told(one, key) for key in one.parameters]}
        for one in questions().values()
    ]


def _listed(form: str | None) -> str:
    """The list of questions in the form wanted."""
    if form not in (None, "json"):
        raise Misuse(f"--list 只能写成 --json, 不能写成 --{form}", f"--list knows --json, not --{form}")
    if form is None:
        return "\n".join(listing()) + "\n"
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in listing_json())


def named(name: str | None) -> Question:
    """The question of a name; `Misuse` tells those that there are."""
    from analyzer.archive import questions

    known = questions()
    if name is None or name not in known:
        there = " ".join(known)
        raise Misuse(f"没有问题 {name or ''}; 有: {there}", f"no question {name or ''}; there are: {there}")
    return known[name]


def parameters(question: Question, settings: tuple[str, ...]) -> dict[str, str | None]:
    """The parameters of a question; those that are not set are None.

    >>> from analyzer.archive import questions
    >>> parameters(questions()["verdicts"], ("ruleset=simple",))
    {'ruleset': 'simple'}
    """
    given: dict[str, str] = {}
    there = " ".join(f"{key}=…" for key in question.parameters) or say("没有", "none")
    for setting in settings:
        key, has_value, value = setting.partition("=")
        if key not in question.parameters:
            raise Misuse(
                f"问题 {question.name} 没有参数 {key}; 有: {there}",
                f"the question {question.name} has no parameter {key}; there are: {there}",
            )
        if not has_value or not value:
            raise Misuse(f"参数 {key} 没有值, 要写成 {key}=…", f"the parameter {key} has no value: write {key}=…")
        if key in given:
            raise Misuse(f"参数 {key} 写了两次, 只能写一次", f"the parameter {key} stands twice: write it once")
        given[key] = value
    return {key: given.get(key) for key in question.parameters}


def own(archive: Archive, sql: str) -> pa.Table:
    """The answer to SQL of the caller's own; where it was cut off, that is said."""
    from analyzer.archive import ask_sql

    found = ask_sql(archive, sql)
    if found.more:
        many = len(found.table)
        click.echo(say(f"只给前 {many} 行, 还有更多", f"only the first {many} rows; there are more"), err=True)
    return found.table


def _tell(found: pa.Table, form: str | None, out: Path | None, hidden: tuple[str, ...] = ()) -> None:
    """Write an answer in the form wanted, to a file or to the screen; `hidden`: columns too wide for a person."""
    from analyzer.cli.answers import csv_of, json_of, lines_of, parquet_of

    if form == "parquet" and out is None and sys.stdout.isatty():
        raise Misuse("Parquet 不是给屏幕看的, 用 -o 写到文件", "Parquet is not for the screen; name a file with -o")
    if form == "parquet":
        data = parquet_of(found)
    else:
        if form:
            text = json_of(found) if form == "json" else csv_of(found)
        else:
            text = "\n".join(lines_of(found, hidden)) + "\n"
        data = text.encode("utf-8", "backslashreplace")
    _write(data, out, text=form != "parquet")


def _write(data: bytes, out: Path | None, *, text: bool = True) -> None:
    """Write what was made to a file or to the screen."""
    if out is not None:
        from analyzer.archive.places import whole

        with whole(out) as stream:
            stream.write(data)
    else:
        click.echo(data.decode("utf-8") if text else data, nl=False)
