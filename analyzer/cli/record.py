"""记录命令: `paishen record` - a game written down while it is played, by a person or by a server."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from analyzer.cli.localized import Misuse, argument, lang, option
from analyzer.cli.localized import command as make
from analyzer.words import Words, legible

if TYPE_CHECKING:
    from analyzer.recorder import Recorder

VIEWS: Final = {"all": 0, **{str(seat): seat for seat in range(1, 6)}, "onlooker": -1}
USUAL: Final = {"players": "甲 乙 丙 丁 戊", "view": "all"}
ASKED: Final = {
    "rules": Words("玩法 ({})", "rules ({})"),
    "players": Words("五家的名字, 按出牌次序", "five names, in order of play"),
    "view": Words("谁在记 (1-5、onlooker、all)", "who records (1-5, onlooker, all)"),
}


@make(
    "record",
    Words(
        "记一局牌: 每一手先写上磁盘, 再告诉你记下了; 中断后用同一个文件接着记。\n"
        "打 77、3 99、-、undo、大王 这样的一行, 回车; 打 ? 看还能打什么。\n"
        "加 --stdin 时给服务器用: 先送牌谱头, 再每行送一个事件, 每行得一行回答。",
        "Record a game: every play is on the disk before you are told that it is recorded; after a break go on with "
        "the same file.\nType a line such as 77, 3 99, -, undo or R, and Enter; ? says what else.\n"
        "With --stdin for a server: first the header, then an event a line, a line of answer for each.",
    ),
    examples=[
        "paishen record tonight.paipu.jsonl --rules room-six --view 3 --players '老王 小李 阿强 Mei Tom'",
        "paishen record tonight.paipu.jsonl",
        "paishen record game-7.paipu.jsonl --stdin < events.jsonl",
    ],
)
@argument("file", Words("牌谱, 新的或接着记的", "the log, a new one or one to go on with"), metavar="FILE")
@option(
    "--rules", words=Words("新牌谱的玩法: 名字、文件或 JSON 对象", "a new log's rules: a name, a file or an object"),
    metavar="NAME",
)  # fmt: skip
@option("--players", words=Words("五个名字, 用空格分开", "five names, with blanks between"), metavar="NAMES")
@option(
    "--view", words=Words("谁在记: 1-5、onlooker 或 all (全部手牌)", "who records: 1-5, onlooker or all (all hands)"),
    type=click.Choice(list(VIEWS)),
)  # fmt: skip
@option("--game", words=Words("这一局的名称; 不写则用文件名", "the game's name; the file's when left out"), metavar="G")
@option(
    "--after", words=Words("上一局的牌谱, 进贡用", "the log of the game before, for tribute"), metavar="FILE"
)
@option("--stdin", "server", words=Words("从标准输入读 JSON 行", "read JSON lines from standard input"), is_flag=True)
@option(
    "--no-check", "unchecked", words=Words("--stdin 时: 不合规则的事件也照记", "with --stdin: store illegal events"),
    is_flag=True,
)  # fmt: skip
def command(file: str, server: bool, unchecked: bool, **told: str | None) -> int:  # noqa: FBT001 - click passes it so
    """0 all recorded, 1 some lines were refused, 2 cannot be recorded to."""
    path = Path(file)
    if server:
        from analyzer.cli.record_stdin import serve

        if any(told.values()):
            raise Misuse("--stdin 的牌谱头由第一行给出", "with --stdin the header is the first line")
        return serve(path, sys.stdin.buffer, check=not unchecked)
    from analyzer.cli.record_terminal import attend

    if unchecked:
        raise Misuse("--no-check 只和 --stdin 一起用; 这里用 !", "--no-check goes with --stdin; here type !")
    with opened(path, told) as recorder:
        return attend(recorder)


def opened(path: Path, told: dict[str, str | None]) -> Recorder:
    """打开: the recorder of a file, a new one with the header that the options tell, or that is asked for."""
    from analyzer.errors import NotRecorded
    from analyzer.recorder import Recorder

    given = {key: value for key, value in told.items() if value is not None}
    if path.is_file() and path.stat().st_size:
        try:
            recorder = Recorder(path, check=False)
        except NotRecorded as error:
            if error.code != "no_header":
                raise
        else:
            _agree(recorder, given)
            return recorder
    return Recorder(path, header_of(path, given), check=False)


def _agree(recorder: Recorder, given: dict[str, str]) -> None:
    """Refuse options that are not what the file has."""
    header = recorder.header
    there = {"rules": header.rules, "players": header.players, "game": header.game, "view": header.eyes}
    for key in given.keys() & there.keys():
        if value_of(key, given[key]) != there[key]:
            recorder.close()
            raise Misuse(
                f"{recorder.path} 里已有另一个 --{key}; 接着记时不必再写",
                f"{recorder.path} has another --{key} already; it may be left out to go on",
            )


def value_of(key: str, text: str) -> Any:
    """取值: what an option says, as it stands in a header."""
    from analyzer.cli.rules_file import named_rules

    if key == "rules":
        return named_rules(text)
    if key == "view":
        if text not in VIEWS:
            raise Misuse("视角要 1-5、onlooker 或 all", "the view is 1-5, onlooker or all")
        return VIEWS[text]
    if key == "players":
        names = tuple(text.split())
        if len(names) != 5:
            raise Misuse("要五个名字, 用空格分开", "five names are wanted, with blanks between")
        return names
    return text


def header_of(path: Path, given: dict[str, str]) -> dict[str, Any]:
    """牌谱头: of a new log: as the options say, or as a person at the terminal answers."""
    from analyzer.rulesets import names

    asks = sys.stdin.isatty()
    if not asks and "rules" not in given:
        raise Misuse("新牌谱要写 --rules", "a new log needs --rules")
    texts = {"game": legible(path.name.split(".")[0]), **USUAL}
    for key, words in ASKED.items():
        if asks and key not in given:
            texts[key] = click.prompt(words.say(lang()).format(", ".join(names())), default=USUAL.get(key))
    found = {key: value_of(key, text) for key, text in (texts | given).items() if key != "after"}
    found["started"] = datetime.now(UTC).astimezone().isoformat(timespec="milliseconds")
    before = {"previous": previous(Path(given["after"]))} if "after" in given else {}
    return {"format": "paipu", "version": 1, **found, **before}


def previous(path: Path) -> dict[str, Any]:
    """上一局: the result of the last game in a file, as a header's `previous`."""
    from analyzer.cli.validate import verdicts
    from analyzer.errors import Unreadable

    found = list(verdicts((str(path),)))[-1]
    if found.status == "unreadable" and found.words:
        raise Unreadable(found.words, file=str(path), game=found.game)
    if found.status not in ("valid", "disputed") or not found.emperor or not found.guard:
        raise Misuse(f"{path} 不是打完的一局", f"{path} is no game that was played to its end")
    return {
        "emperor": found.emperor, "guard": found.guard, "places": found.places, "winner": found.winner,
        "open_solo": found.solo == "open",
    }  # fmt: skip
