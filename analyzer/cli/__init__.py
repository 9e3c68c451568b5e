"""命令: `paishen`, one module a command, each imported only when it is called.

To add a command, give it a row in `COMMANDS` and a module `analyzer/cli/NAME.py` (a Python keyword gets a `_`
after it: `import_.py`) with an object called `command`::

    from analyzer.cli.localized import argument, command as make, lang, option, say
    from analyzer.words import Words


    @make("show", Words("看一局", "the table of a game"), examples=["paishen show a.json"])
    @argument("file", Words("牌谱", "a log"))
    @option("--at", words=Words("看到第几个事件", "the event to stop at"), type=int, metavar="N")
    def command(file: str, at: int | None) -> int | None: ...

- The function returns the exit status: nothing or 0 when all is well, 1 for findings. It raises a
  `PaishenError`, or `Misuse` for a command line that cannot be meant; both become one sentence on stderr and
  status 2. Anything else is a fault of ours and is shown with its traceback, status 70 (`failures.py`).
- Every command has at least one example. `--help` and `--lang` come by themselves; text for people goes
  through `say("中文", "English")` or `Words(...).say(lang())`.
- A group of commands (`rules list`) is made with `group`, its commands with `@command.make(...)`.
- Heavy imports (pyarrow, duckdb, numba, streamlit) stand inside the function.
"""

from __future__ import annotations

import importlib
from typing import Any, NamedTuple

import click

from analyzer import __version__
from analyzer.cli.failures import read_by_somebody, run
from analyzer.cli.localized import Group, Option
from analyzer.words import Words

__all__ = ["COMMANDS", "Entry", "cli", "main"]


class Entry(NamedTuple):
    """一条命令: the module that has it and one line about it."""

    module: str
    words: Words


COMMANDS = {
    "demo": Entry(
        "demo", Words("一次看全: 校验、导入样例, 打开面板", "everything at once on the shipped samples")
    ),
    "validate": Entry("validate", Words("校验牌谱, 给出判词", "verdicts on logs")),
    "record": Entry("record", Words("记一局牌, 断了可以接着记", "record a game, crash-safe")),
    "show": Entry("show", Words("在终端里看一局的牌桌", "the table of a game, in the terminal")),
    "convert": Entry("convert", Words("牌谱格式互转", "between .json, .jsonl, .txt and .parquet")),
    "audit": Entry("audit", Words("对账: 分从哪里来, 错在哪一行", "why each seat has its score, where a claim errs")),
    "fit": Entry("fit", Words("哪种玩法说得通, 改哪几键才对", "which rules explain a log")),
    "ledger": Entry("ledger", Words("一桌的记分: 道具、裁决、换人、等级", "a sitting's totals, items and rulings")),
    "report": Entry("report", Words("一局或一桌的报告, 网页或 PDF", "a game or a sitting on one page, HTML or PDF")),
    "rules": Entry("rules", Words("玩法: 列出、说明、检查", "rulesets: list, show, check")),
    "simulate": Entry("simulate", Words("让电脑打牌, 生成牌谱", "games played by bots")),
    "keys": Entry("keys", Words("封存牌谱用的钥匙", "the keys that logs are sealed with")),
    "seal": Entry("seal", Words("封存一局: 签名封印", "a signed seal at the end of a log")),
    "receipt": Entry("receipt", Words("收据: 链头的文字和二维码", "the head of a log, as text and QR code")),
    "verify": Entry("verify", Words("查验链、封印和收据", "what chain, seal and receipts prove")),
    "bundle": Entry("bundle", Words("装卷: 给对方查验的一局", "a sealed game, packed for the other side")),
    "merge": Entry("merge", Words("合谱: 几份部分牌谱合成一份", "several partial logs of one game into one")),
    "track": Entry("track", Words("记牌: 还有什么没见, 谁压得住", "counting cards: what is unseen, who can beat")),
    "deduce": Entry("deduce", Words("推断: 谁是侍卫", "who is the guard")),
    "outlook": Entry("outlook", Words("形势: 谁会赢, 各家的分大约多少", "who is winning")),
    "review": Entry("review", Words("评点: 还能怎么出, 各得多少", "what else could have been played")),
    "train": Entry("train", Words("训练推断侍卫的模型, 或考核它", "train the model of the guard, or report on it")),
    "import": Entry("import_", Words("把牌谱导入档案", "logs into the archive")),
    "archive": Entry("archive", Words("照管档案: 核对、合并、重做", "the care of an archive: check, compact, rebuild")),
    "query": Entry("query", Words("查询档案", "questions to the archive")),
    "dashboard": Entry("dashboard", Words("在浏览器里打开面板", "the dashboard, in the browser")),
}


class Paishen(Group):
    """The command itself: knows its commands without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """The commands, the most wanted first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """The command of that name, imported now."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"analyzer.cli.{COMMANDS[cmd_name].module}")
        found: click.Command = module.command
        return found

    def short_words(self, ctx: click.Context, name: str) -> Words:  # noqa: ARG002 - the group's signature
        """One line about a command, without importing it."""
        return COMMANDS[name].words

    def make_context(self, *settings: Any, **more: Any) -> click.Context:
        """Reads the command line; even `--help` may lose its reader."""
        with read_by_somebody():
            return super().make_context(*settings, **more)

    def invoke(self, ctx: click.Context) -> Any:
        """Calls the command."""
        with read_by_somebody():
            return super().invoke(ctx)

    def main(self, *settings: Any, standalone_mode: bool = True, **more: Any) -> Any:
        """Runs a command line; failures become one sentence and an exit status (`failures`)."""
        if not standalone_mode:
            return super().main(*settings, standalone_mode=False, **more)  # type: ignore[call-overload]
        return run(super().main, *settings, **more)


def _show_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click calls it so
    if value and not ctx.resilient_parsing:
        click.echo(f"paishen {__version__}")
        ctx.exit()


cli = Paishen(
    "paishen",
    words=Words(
        "牌神之友: 记录、校验、复盘、分析保皇牌局。\n每条命令都有 --help。",
        "Records, validates, replays and analyses games of 保皇 (Baohuang).\nEvery command has --help.",
    ),
    examples=["paishen demo", "paishen validate game.paipu.json", "paishen rules show room-six"],
    params=[
        Option(
            ["--version"], Words("显示版本", "show the version"),
            is_flag=True, is_eager=True, expose_value=False, callback=_show_version,
        ),
    ],
)  # fmt: skip


def main() -> None:
    """The entry point of the installed command."""
    cli.main(prog_name="paishen")
