"""导入: `paishen import` - logs into an archive, a line for every game."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click
import msgspec

from analyzer.cli.localized import argument, lang, option, say
from analyzer.cli.localized import command as make
from analyzer.words import Words

OUTCOME = {
    "stored": Words("已存", "stored"),
    "duplicate": Words("重复", "duplicate"),
    "conflict": Words("冲突, 两份都存", "conflict, both kept"),
    "rejected": Words("拒收", "rejected"),
}


@make(
    "import",
    Words("把牌谱导入档案", "logs into the archive"),
    examples=["paishen import sitting.paipu.jsonl --archive games"],
)
@argument("files", Words("牌谱文件", "logs"), nargs=-1, required=True, metavar="FILE...")
@option("--archive", words=Words("档案的文件夹", "the folder of the archive"), required=True, metavar="DIR")
@option("--json", "as_json", words=Words("每局一行 JSON", "one JSON object a game"), is_flag=True)
def command(files: tuple[str, ...], archive: str, as_json: bool) -> int:  # noqa: FBT001 - click passes it so
    """0 all stored or there already, 1 a conflict, 2 something was rejected."""
    from analyzer.importing import import_files

    speak = lang()
    count: Counter[str] = Counter()
    for entry in import_files(map(Path, files), Path(archive), speak):
        count[entry.outcome] += 1
        if as_json:
            click.echo(msgspec.json.encode(entry.to_json()).decode())
        else:
            why = f": {entry.reason}" if entry.reason else ""
            where = f"{entry.file}:{entry.line}" if entry.line else str(entry.file)
            click.echo(f"{where}  {entry.game or '-'}  {OUTCOME[entry.outcome].say(speak)}{why}")
    if not as_json:
        total = ", ".join(f"{OUTCOME[name].say(speak)} {number}" for name, number in sorted(count.items()))
        click.echo(say(f"共 {count.total()} 局: {total}", f"{count.total()} games: {total}"))
    return 2 if count["rejected"] else 1 if count["conflict"] else 0
