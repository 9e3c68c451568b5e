"""中英命令: click commands whose help is a `Words`, said in the language that is wanted.

The language is `--lang`, anywhere on the command line, or else the locale's. Every command has the option;
the one that runs asks `lang()`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final, TypeVar

import click

from analyzer.cli.layout import pairs, terminal_width, wrap
from analyzer.words import Lang, Words, locale_lang, speak

Function = TypeVar("Function", bound=Callable[..., Any])
LANGS: Final[tuple[Lang, Lang]] = ("zh", "en")
META: Final = "paishen.lang"
BAD_USAGE: Final = 2

USAGE = Words("用法", "Usage")
OPTIONS_HERE = Words("[选项]", "[OPTIONS]")
COMMAND_HERE = Words("命令 [参数]…", "COMMAND [ARGS]…")
ARGUMENTS, OPTIONS = Words("参数", "Arguments"), Words("选项", "Options")
COMMANDS, EXAMPLES = Words("命令", "Commands"), Words("例子", "Examples")
SHOW_HELP = Words("显示这份说明", "show this help")
WANTED_LANG = Words("中文或英文; 不写则随系统语言", "Chinese or English; the locale's when left out")


def wanted_lang(args: Sequence[str]) -> Lang:
    """要的语言: the language that a command line asks for, or else the locale's.

    >>> wanted_lang(["rules", "list", "--lang", "en"]), wanted_lang(["--lang=zh", "--help"])
    ('en', 'zh')
    """
    asked = [value for flag, value in pairwise(args) if flag == "--lang"]
    asked += [arg.removeprefix("--lang=") for arg in args if arg.startswith("--lang=")]
    return next((lang for lang in LANGS if lang in asked), None) or locale_lang()


def lang() -> Lang:
    """现用的语言: the language of the command that is running; outside of one the locale's."""
    context = click.get_current_context(silent=True)
    found: Lang | None = context.meta.get(META) if context else None
    return found or locale_lang()


def say(zh: str, en: str) -> str:
    """说: one of two sentences, in the language of the command that is running."""
    return Words(zh, en).say(lang())


class Misuse(click.UsageError):
    """用法不对: a command line that cannot be meant; exit status 2."""

    def __init__(self, zh: str, en: str) -> None:
        self.words = Words(zh, en)
        super().__init__(en)


class Argument(click.Argument):
    """参数: a click argument with a line of help in both languages."""

    def __init__(self, declarations: Sequence[str], words: Words, **settings: Any) -> None:
        super().__init__(declarations, **settings)
        self.words = words


class Option(click.Option):
    """选项: a click option whose help is in both languages."""

    def __init__(self, declarations: Sequence[str], words: Words, **settings: Any) -> None:
        super().__init__(declarations, **settings)
        self.words = words


class Localized(click.Command):
    """A command that writes its own help: usage, what it does, arguments, options, commands, examples."""

    words: Words
    examples: Sequence[str]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Notes the language before anything, even `--help`, is acted on."""
        if META not in ctx.meta:
            ctx.meta[META] = wanted_lang(args)
            speak(ctx.meta[META])
        return super().parse_args(ctx, args)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:  # noqa: ARG002 - click's signature
        """`--help`, with its help in both languages."""
        if self._help_option is None:
            self._help_option = Option(
                ["--help"], SHOW_HELP, is_flag=True, is_eager=True, expose_value=False, callback=_show_help
            )
        return self._help_option

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """What follows the command's name in the usage line."""
        own = {"[OPTIONS]": OPTIONS_HERE, "COMMAND [ARGS]...": COMMAND_HERE}
        pieces = super().collect_usage_pieces(ctx)
        return [own[piece].say(_lang_of(ctx)) if piece in own else piece for piece in pieces]

    def get_usage(self, ctx: click.Context) -> str:
        """The usage line."""
        return f"{USAGE.say(_lang_of(ctx))}: {' '.join((ctx.command_path, *self.collect_usage_pieces(ctx)))}"

    def get_help(self, ctx: click.Context) -> str:
        """The whole help."""
        wanted, columns = _lang_of(ctx), terminal_width()
        lines = [
            self.get_usage(ctx),
            "",
            *(f"  {line}" for line in wrap(self.words.say(wanted), columns - 2)),
        ]
        for title, rows in self.sections(ctx):
            if rows:
                lines += ["", f"{title.say(wanted)}:", *pairs(rows, columns)]
        if self.examples:
            lines += ["", f"{EXAMPLES.say(wanted)}:", *(f"  {example}" for example in self.examples)]
        return "\n".join(lines)

    def sections(self, ctx: click.Context) -> list[tuple[Words, list[tuple[str, str]]]]:
        """The lists of the help: a title and rows of a term with its meaning."""
        wanted = _lang_of(ctx)
        arguments = [
            (param.make_metavar(ctx), param.words.say(wanted))
            for param in self.params
            if isinstance(param, Argument)
        ]
        options = [
            (_declaration(param, ctx), param.words.say(wanted) + _usual(param, wanted))
            for param in self.get_params(ctx) if isinstance(param, Option) and not param.hidden
        ]  # fmt: skip
        return [(ARGUMENTS, arguments), (OPTIONS, options)]


class Command(Localized):
    """命令: one command."""

    def __init__(self, *settings: Any, words: Words, examples: Sequence[str] = (), **more: Any) -> None:
        super().__init__(*settings, **more)
        self.words, self.examples = words, examples
        self.params.append(lang_option())


class Group(Localized, click.Group):
    """命令组: a command that has commands."""

    def __init__(self, *settings: Any, words: Words, examples: Sequence[str] = (), **more: Any) -> None:
        super().__init__(*settings, **{"no_args_is_help": False, **more})
        self.words, self.examples = words, examples
        self.params.append(lang_option())

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """A group alone shows its help, as bad usage."""
        rest = super().parse_args(ctx, args)
        if not args and not ctx.resilient_parsing:
            click.echo(ctx.get_help(), err=True)
            ctx.exit(BAD_USAGE)
        return rest

    def sections(self, ctx: click.Context) -> list[tuple[Words, list[tuple[str, str]]]]:
        """The commands first, then what every command has."""
        rows = [(name, self.short_words(ctx, name).say(_lang_of(ctx))) for name in self.list_commands(ctx)]
        return [(COMMANDS, rows), *super().sections(ctx)]

    def make(
        self, name: str, words: Words, *, examples: Sequence[str]
    ) -> Callable[[Callable[..., Any]], Command]:
        """下级命令: makes a command of this group of a function."""

        def added(function: Callable[..., Any]) -> Command:
            made = command(name, words, examples=examples)(function)
            self.add_command(made)
            return made

        return added

    def short_words(self, ctx: click.Context, name: str) -> Words:
        """One line about a command."""
        found = self.get_command(ctx, name)
        return found.words if isinstance(found, Localized) else Words("", "")

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command named first; `Misuse` names those that there are."""
        name = args[0]
        if self.get_command(ctx, name) is None:
            there = " ".join(self.list_commands(ctx))
            raise Misuse(f"没有命令 {name}; 有: {there}", f"no command {name}; there are: {there}")
        return super().resolve_command(ctx, args)


def command(name: str, words: Words, *, examples: Sequence[str]) -> Callable[[Callable[..., Any]], Command]:
    """命令: makes a command of a function that returns the exit status (nothing is 0).

    >>> @command("hello", Words("问好", "says hello"), examples=["paishen hello"])
    ... def hello() -> None:
    ...     click.echo(say("你好", "hello"))
    >>> hello.main(["--lang", "en"], "paishen hello", standalone_mode=False)
    hello
    """
    return click.command(name, cls=Command, words=words, examples=examples)


def group(name: str, words: Words, *, examples: Sequence[str]) -> Callable[[Callable[..., Any]], Group]:
    """命令组: makes a group of commands of a function."""
    return click.group(name, cls=Group, words=words, examples=examples)


def argument(name: str, words: Words, **settings: Any) -> Callable[[Function], Function]:
    """参数: a positional argument."""
    return click.argument(name, cls=Argument, words=words, **settings)


def option(*names: str, words: Words, **settings: Any) -> Callable[[Function], Function]:
    """选项: an option."""
    return click.option(*names, cls=Option, words=words, **settings)


def lang_option() -> Option:
    """`--lang`: only checked here; `parse_args` has noted it already."""
    return Option(["--lang"], WANTED_LANG, type=click.Choice(LANGS), expose_value=False)


def _show_help(ctx: click.Context, _param: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click calls it so
    if value and not ctx.resilient_parsing:
        click.echo(ctx.get_help())
        ctx.exit()


def _lang_of(ctx: click.Context) -> Lang:
    found: Lang = ctx.meta.get(META) or locale_lang()
    return found


def _declaration(param: Option, ctx: click.Context) -> str:
    names = ", ".join((*param.opts, *param.secondary_opts))
    if param.is_flag or param.count:
        return names
    plain = param.metavar is None and isinstance(param.type, type(click.INT))
    return f"{names} {'N' if plain else param.make_metavar(ctx)}"


def _usual(param: Option, wanted: Lang) -> str:
    """What an option is when it is left out, where that is one value."""
    value = param.default
    if param.is_flag or not isinstance(value, str | int):
        return ""
    return Words(f" (不写则 {value})", f" ({value} when left out)").say(wanted)
