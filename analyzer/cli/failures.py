"""失败: what a failed command says, and the exit status it ends with.

======================================  ======  ==========================================
what happened                           status  what is written on stderr
======================================  ======  ==========================================
findings (the command returned it)      1       what the command wrote
cannot be read, bad usage               2       one sentence
a fault of ours                         70      the traceback and where to send it
stopped by Ctrl-C                       130     nothing
nobody reads the output any more        141     nothing
======================================  ======  ==========================================
"""

from __future__ import annotations

import codecs
import io
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NoReturn

import click

from analyzer.cli.localized import BAD_USAGE, Misuse, wanted_lang
from analyzer.errors import PaishenError, reason
from analyzer.words import Lang, Words, legible, tame

FAULT: Final = 70
STOPPED: Final = 130
NO_READER: Final = 141
LEGIBLE: Final = "paishen.legible"
"""How output writes what it cannot: a byte of a file's name that is no UTF-8 as `\\xd6`, the rest as Python does."""

OURS: Final = Words(
    "这是 paishen 自己的错, 不是输入的错; 请把上面的内容发给我们",
    "this is a fault in paishen, not in what it was given; please report the lines above",
)


class NoReaderError(Exception):
    """没有人读: the reader of the output has gone; click would end a `BrokenPipeError` in its own way."""


@contextmanager
def read_by_somebody() -> Iterator[None]:
    """A broken pipe inside becomes a `NoReaderError`."""
    try:
        yield
    except BrokenPipeError as error:
        raise NoReaderError from error


def run(command: Callable[..., Any], *settings: Any, **more: Any) -> NoReturn:
    """运行: calls a click command's `main` and exits with its status; never returns."""
    args = more.get("args") or (settings[0] if settings else None) or sys.argv[1:]
    _speak_chinese()
    try:
        status = _status(lambda: command(*settings, standalone_mode=False, **more), wanted_lang(args))
        sys.stdout.flush()
    except (BrokenPipeError, NoReaderError):
        _forget_output()
        status = NO_READER
    sys.exit(status)


def _status(call: Callable[[], object], lang: Lang) -> int:
    try:
        result = call()
    except NoReaderError:
        raise
    except (click.exceptions.Abort, KeyboardInterrupt):
        return STOPPED
    except (PaishenError, click.ClickException, OSError) as failure:
        click.echo(f"paishen: {tame(sentence(failure, lang))}", err=True)
        return BAD_USAGE
    except Exception:  # noqa: BLE001 - shown whole, and told apart from findings by its status
        traceback.print_exc()
        click.echo(f"paishen: {OURS.say(lang)}", err=True)
        return FAULT
    return result if isinstance(result, int) else 0


def sentence(failure: Exception, lang: Lang) -> str:
    """一句话: what went wrong, in one language and on one line.

    >>> sentence(FileNotFoundError(2, "No such file", "a.json"), "zh")
    'a.json: 没有这个文件或目录'
    """
    if isinstance(failure, PaishenError):
        return failure.say(lang)
    if isinstance(failure, click.UsageError):
        return _usage_sentence(failure, lang)
    if isinstance(failure, OSError):
        return _system_sentence(failure, lang)
    return failure.format_message() if isinstance(failure, click.ClickException) else str(failure)


def _system_sentence(failure: OSError, lang: Lang) -> str:
    words = reason(failure).say(lang)
    return f"{os.fsdecode(failure.filename)}: {words}" if failure.filename else words


def _usage_sentence(failure: click.UsageError, lang: Lang) -> str:
    hint = f"{failure.ctx.command_path} --help" if failure.ctx else "paishen --help"
    said = _misuse(failure).say(lang).rstrip(".")
    return f"{said}; {Words('见', 'see').say(lang)} {hint}"


def _misuse(failure: click.UsageError) -> Words:
    """What is wrong with a command line; click's own English where there is no better."""
    if isinstance(failure, Misuse):
        return failure.words
    text = failure.format_message()
    if isinstance(failure, click.NoSuchOption):
        near = " ".join(sorted(failure.possibilities or ()))
        hint = Words(f"; 相近的有: {near}", f"; near to it: {near}") if near else Words("", "")
        return Words(f"没有选项 {failure.option_name}{hint.zh}", f"no option {failure.option_name}{hint.en}")
    name, allowed = _name(failure), _allowed(getattr(failure, "param", None))
    if isinstance(failure, click.MissingParameter):
        return Words(f"缺少 {name}", f"{name} is missing")
    if isinstance(failure, click.BadParameter):
        return Words(f"{name} 的值不对: {allowed or failure.message}", f"{name}: {failure.message}")
    return Words(f"命令行不对: {text}", text)


def _name(failure: click.UsageError) -> str:
    param = getattr(failure, "param", None)
    if isinstance(param, click.Option):
        return "/".join(param.opts)
    return str(param.human_readable_name) if isinstance(param, click.Parameter) else ""


def _allowed(param: click.Parameter | None) -> str:
    kind = param.type if param else None
    if isinstance(kind, click.Choice):
        return "要 " + ", ".join(map(str, kind.choices)) + " 之一"
    if isinstance(kind, click.IntRange):
        if kind.max is None:
            return f"要 {kind.min} 或更大的整数"
        return f"要整数 {kind.min}..{kind.max}"
    return "要整数" if isinstance(kind, type(click.INT)) else ""


def _speak_chinese() -> None:
    """Output that cannot take Chinese becomes UTF-8; what no encoding can write is escaped, not a crash."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            try:
                "牌".encode(stream.encoding)
                stream.reconfigure(errors=LEGIBLE)
            except UnicodeEncodeError:
                stream.reconfigure(encoding="utf-8", errors=LEGIBLE)


def _legibly(error: UnicodeError) -> tuple[str, int]:
    """What stands for characters that cannot be written."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    there = legible(error.object[error.start : error.end])
    return there.encode("ascii", "backslashreplace").decode("ascii"), error.end


codecs.register_error(LEGIBLE, _legibly)


def _forget_output() -> None:
    """Nobody reads the output: what is still buffered goes nowhere, so that Python's exit is quiet."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, io.UnsupportedOperation):
        return
