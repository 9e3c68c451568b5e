"""导入命令: `paishen import` - logs into the archive, a line in its ledger for every game."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from analyzer.cli.localized import argument, lang, option, say
from analyzer.cli.localized import command as make
from analyzer.cli.machines import spreading, with_workers
from analyzer.words import Words, tame

if TYPE_CHECKING:
    from analyzer.importing import Entry

FINDINGS: Final = 1
NOT_READ: Final = 2
OUTCOMES: Final = {
    "stored": Words("存入", "stored"), "extended": Words("续上", "extended"), "duplicate": Words("已有", "duplicate"),
    "conflict": Words("冲突", "conflict"), "rejected": Words("拒绝", "rejected"),
}  # fmt: skip


@make(
    "import",
    Words(
        "把牌谱导入档案: 每局判一次, 原样存入, 已有的不动; 每局在 ledger.jsonl 里记一行。\n"
        "文件夹、.gz、.zst、zip 都可以; - 是标准输入。",
        "Logs into the archive: each game is judged and stored as it is, what is there already is left alone; "
        "ledger.jsonl gets a line for every game.\nFolders, .gz, .zst and zip will do; - is standard input.",
    ),
    examples=[
        "paishen import *.paipu.jsonl --archive games", "paishen import evenings/ club.zip 2025.jsonl.zst",
        "paishen import a.paipu.json --json",
    ],
)
@argument("files", Words("牌谱文件", "logs"), nargs=-1, required=True, metavar="FILE…")
@option(
    "--archive", words=Words("档案的文件夹; 不写则用默认的", "the archive's folder; your own when left out"),
    type=click.Path(path_type=Path), metavar="DIR",
)  # fmt: skip
@with_workers
@option("--json", "as_json", words=Words("每局一行 JSON", "one JSON object a game"), is_flag=True)
def command(
    files: tuple[str, ...], archive: Path | None, workers: int | None, cluster: str | None, as_json: bool,  # noqa: FBT001 - click passes it so
) -> int:  # fmt: skip
    """0 all stored or there already, 1 any game rejected or in conflict, 2 any file that cannot be read."""
    from analyzer.archive import default_archive
    from analyzer.archive.ledger import written
    from analyzer.importing import bring

    folder = archive or default_archive()
    counted: Counter[str] = Counter()
    ways: Counter[str | None] = Counter()
    lost = 0
    apart = None if workers == 1 and cluster is None else spreading(workers, cluster)
    for entry in shown(bring(map(Path, files), folder, lang(), spreading=apart, always=cluster is not None)):
        counted[entry.outcome] += 1
        ways[entry.way] += 1
        lost += is_lost(entry)
        if as_json:
            click.echo(written(entry.told(lang())).decode(), nl=False)
        elif entry.outcome in ("conflict", "rejected"):
            click.echo(line_of(entry))
    if not as_json:
        click.echo(f"{folder}: {summary(counted)}; {judged(ways)}")
    if lost:
        return NOT_READ
    return FINDINGS if counted["conflict"] or counted["rejected"] else 0


def is_lost(entry: Entry) -> bool:
    """Whether a file could not be read as a whole: then no line is to blame."""
    return entry.outcome == "rejected" and entry.line is None


def line_of(entry: Entry) -> str:
    """One line for a person: where, which game, what became of it, and why."""
    place = f"{entry.file}:{entry.line}" if entry.line else entry.file
    why = f": {entry.reason.say(lang())}" if entry.reason else ""
    return tame(f"{place}  {entry.game or '-'}  {OUTCOMES[entry.outcome].say(lang())}{why}")


def summary(counted: Counter[str]) -> str:
    """How many games had which outcome."""
    return say(", ", ", ").join(f"{words.say(lang())} {counted[name]}" for name, words in OUTCOMES.items())


def judged(ways: Mapping[str | None, int]) -> str:
    """How many of the games that are stored were judged which way."""
    bulk, steps = ways["batch"], ways["replay"]
    return say(f"成批判 {bulk} 局, 逐步判 {steps} 局", f"{bulk} judged in bulk, {steps} step by step")


def shown(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries; on a terminal, and when it takes over a second, with a count of them on one line."""
    began = time.monotonic()
    told = 0
    for count, entry in enumerate(entries, 1):
        if sys.stderr.isatty() and time.monotonic() - began > 1 and count - told >= 500:
            click.echo(say(f"\r已读 {count} 局", f"\r{count} games"), err=True, nl=False)
            told = count
        yield entry
    if told:
        click.echo("\r\033[K", err=True, nl=False)
