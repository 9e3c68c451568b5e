"""记录命令: `paishen record` - a game written down while it is played, by a person or by a server."""

from __future__ import annotations

import sys
from pathlib import Path

from analyzer.cli.localized import Misuse, argument, option
from analyzer.cli.localized import command as make
from analyzer.words import Words


@make(
    "record",
    Words(
        "记一局牌: 每个事件先写上磁盘, 再告诉你记下了; 中断后用同一个文件接着记。\n"
        "加 --stdin 时给服务器用: 先送牌谱头, 再每行送一个事件, 每行得一行回答。",
        "Record a game: every event is on the disk before you are told that it is recorded; after a break go on with "
        "the same file.\nWith --stdin for a server: first the header, then an event a line, a line of answer for each.",
    ),
    examples=["paishen record tonight.paipu.jsonl --stdin < events.jsonl"],
)
@argument("file", Words("牌谱, 新的或接着记的", "the log, a new one or one to go on with"), metavar="FILE")
@option("--stdin", "server", words=Words("从标准输入读 JSON 行", "read JSON lines from standard input"), is_flag=True)
@option(
    "--no-check", "unchecked", words=Words("不合规则的事件也照记", "store events that break a rule, too"), is_flag=True
)
def command(file: str, server: bool, unchecked: bool) -> int:  # noqa: FBT001 - click passes it so
    """0 all recorded, 1 some lines were refused, 2 cannot be recorded to."""
    if server:
        from analyzer.cli.record_stdin import serve

        return serve(Path(file), sys.stdin.buffer, check=not unchecked)
    raise Misuse("还没有", "not yet")
