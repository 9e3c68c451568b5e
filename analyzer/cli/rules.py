"""玩法命令: `paishen rules list | show | check`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import click

from analyzer.cli.json_line import json_line
from analyzer.cli.layout import table, terminal_width, wrap
from analyzer.cli.localized import Misuse, argument, group, lang, option, say
from analyzer.keys import shown_value
from analyzer.rulebook import paragraph
from analyzer.rulesets import Resolved, load, names, problems, resolve, silent_keys
from analyzer.tables import ScoreTable, as_read, check_table, formula_of, tables
from analyzer.words import Words, tame

FINDINGS: Final = 1
AS_JSON: Final = Words("输出 JSON, 一行一个对象", "JSON, one object a line")
LABELS: Final = (
    ("quote", Words("原文", "source")),
    ("choice", Words("[选择]", "[choice]")),
    ("note", Words("说明", "note")),
)
COLUMNS: Final = (
    Words("玩法", "ruleset"), Words("名称", "title"), Words("牌", "deck"), Words("侍卫", "guard"),
    Words("另外不同的键", "other keys that differ"),
)  # fmt: skip


@group(
    "rules",
    Words(
        "玩法: 列出八种玩法, 说明一种玩法的每一段和它的出处, 检查自定的玩法。",
        "Rulesets: lists the eight, shows each paragraph of one with its source, checks your own.",
    ),
    examples=["paishen rules list", "paishen rules show shandong", "paishen rules check house.toml"],
)
def command() -> None:
    """The commands below."""


@command.make(
    "list",
    Words("列出玩法", "lists the rulesets"),
    examples=["paishen rules list", "paishen rules list --json"],
)
@option("--json", "as_json", is_flag=True, words=AS_JSON)
def list_rulesets(as_json: bool) -> None:  # noqa: FBT001 - click passes it so
    """列出: one line a ruleset."""
    rows = [[words.say(lang()) for words in COLUMNS]]
    for name in names():
        found, title = resolve(name), load(name)["title"]
        if as_json:
            click.echo(_json({"name": name, "title": title, "sha256": found.sha256, "values": found.values}))
        keys = " ".join(key for key in load(name)["keys"] if key not in ("deck", "guard"))
        rows.append([name, title[lang()], str(found.values["deck"]), found.values["guard"], keys])
    if not as_json:
        click.echo("\n".join(table(rows)))


@command.make(
    "show",
    Words(
        "说明一种玩法: 每一段怎么打, 原文怎么说, 我们的选择和理由。",
        "Shows a ruleset: each paragraph, the words of its source, and each choice with its reason.",
    ),
    examples=["paishen rules show room-six", "paishen rules show shandong --lang en"],
)
@argument(
    "name",
    Words("玩法的名字, 见 paishen rules list", "the ruleset's name, see paishen rules list"),
    metavar="NAME",
)
@option("--json", "as_json", is_flag=True, words=AS_JSON)
def show(name: str, as_json: bool) -> None:  # noqa: FBT001 - click passes it so
    """说明: one ruleset, paragraph by paragraph."""
    content, found = load(name), resolve(name)
    if as_json:
        click.echo(_json({
            "name": name, "title": content["title"], "source": content["source"], "sha256": found.sha256,
            "values": found.values, "paragraphs": content["paragraph"], "silent": silent_keys(name),
        }))  # fmt: skip
        return
    for line in _shown(name, content, found):
        click.echo(line)


def _shown(name: str, content: Mapping[str, Any], found: Resolved) -> Iterator[str]:
    yield f"{name}  {content['title'][lang()]}"
    yield from wrap(f"{say('出处', 'source')}: {content['source'][lang()]}", terminal_width())
    yield f"{say('指纹', 'sha256')}: {found.sha256}"
    for entry in content["paragraph"]:
        yield ""
        yield from _paragraph(entry, found)
    yield ""
    yield say("原文没有说到的键, 用基本值:", "Keys that the source does not speak of, at their base value:")
    silent = " ".join(f"{key}={shown_value(found.values[key]).replace(' ', '')}" for key in silent_keys(name))
    yield from _indented(silent)
    for one in tables().values():
        if name in one.rulesets:
            yield ""
            yield from _score_table(one)


def _paragraph(entry: Mapping[str, Any], found: Resolved) -> Iterator[str]:
    said = paragraph(entry["number"])
    keys = "  ".join(f"{key} = {shown_value(found.values[key])}" for key in entry.get("keys", ()))
    yield from wrap(
        f"{said.number} {said.title.say(lang())}" + (f"  ({keys})" if keys else ""), terminal_width()
    )
    yield from _indented(said.words.say(lang()))
    for field, label in LABELS:
        if field in entry:
            text = (
                "".join(f"「{quote}」" for quote in entry[field])
                if field == "quote"
                else entry[field][lang()]
            )
            yield from _indented(f"{label.say(lang())}: {text}")


def _score_table(one: ScoreTable) -> Iterator[str]:
    yield say(
        f"原文的表 ({one.title.zh}), 与公式核对:",
        f"The source's table ({one.title.en}), against the formula:",
    )
    rows = [
        (row.label, "+".join(map(str, row.places)), *(f"{key} {value}" for key, value in row.figures.items()))
        for row in one.rows
    ]
    yield from (f"    {line}" for line in table(rows))
    for finding in check_table(one, formula_of(one)):
        yield from _indented(f"! {finding.words.say(lang())}")
    left = check_table(as_read(one), formula_of(one))
    for finding in left:
        yield from _indented(f"!! {finding.words.say(lang())}")
    if not left:
        yield from _indented(say("照选择读, 全部相合。", "Read with the choices above, all of it agrees."))


@command.make(
    "check",
    Words(
        "检查自定的玩法 (TOML 或 JSON 文件, 或直接写出的 JSON): 说出不认识的键、不许可的值和矛盾。",
        "Checks rules of your own, a TOML or JSON file or JSON itself: names every unknown key, every value "
        "that is not allowed, and every contradiction.",
    ),
    examples=[
        "paishen rules check house.toml",
        """paishen rules check '{"base": "room-normal", "deck": 216}'""",
    ],
)
@argument("files", Words("文件, 或 JSON 对象", "a file, or a JSON object"), metavar="FILE…", nargs=-1)
@option("--json", "as_json", is_flag=True, words=AS_JSON)
def check(files: tuple[str, ...], as_json: bool) -> int:  # noqa: FBT001 - click passes it so
    """检查: status 1 when any cannot be played."""
    from analyzer.cli.rules_file import read_rules

    if not files:
        raise Misuse("没有写要检查的文件", "no file to check")
    return max(_checked(file, read_rules(file), as_json=as_json) for file in files)


def _checked(file: str, rules: Mapping[str, object], *, as_json: bool) -> int:
    found = list(problems(rules))
    resolved = None if found else resolve(rules)
    if as_json:
        click.echo(_json({
            "file": file, "playable": not found,
            "problems": [{"path": one.path, "message": one.words.say(lang())} for one in found],
            "sha256": resolved.sha256 if resolved else None, "values": resolved.values if resolved else None,
        }))  # fmt: skip
    else:
        for one in found:
            click.echo(tame(f"{file}: {one.say(lang())}"))
        if resolved:
            click.echo(f"{file}: {say('可以玩', 'can be played')}; sha256 {resolved.sha256}")
    return FINDINGS if found else 0


def _indented(text: str) -> Iterator[str]:
    return (f"    {line}" for line in wrap(text, terminal_width() - 4))


def _json(value: object) -> str:
    return json_line(value)
