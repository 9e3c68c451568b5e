"""例子: every command line that the documents and `--help` give as an example."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import click

from analyzer.cli import COMMANDS, cli
from analyzer.cli.localized import Group, Localized
from analyzer.data import data

ROOT: Final = Path(__file__).resolve().parents[2]
BLOCK: Final = re.compile(r" {4}(paishen .*?)(?: {3,}.*)?")
INLINE: Final = re.compile(r"`(paishen [^`]*)`")
EACH: Final = re.compile(r"(\S+) / (\S+)(?: / (\S+))?$")
"""`archive check / compact / rebuild`: three examples."""


class Example(NamedTuple):
    """一个例子: the line as it is written, and where."""

    line: str
    where: str


def commands() -> Iterator[tuple[str, Localized]]:
    """Every command with its name, those of groups too."""
    for name in COMMANDS:
        one = cli.get_command(click.Context(cli), name)
        assert isinstance(one, Localized)
        yield name, one
        if isinstance(one, Group):
            for child, below in one.commands.items():
                assert isinstance(below, Localized)
                yield f"{name} {child}", below


def documents() -> list[Path]:
    """The documents: the README and the pages of schemas."""
    return [ROOT / "README.md", *sorted(data("schemas").glob("*.md"))]


def mentions() -> Iterator[Example]:
    """Every command line in the documents, whole or only named."""
    for path in documents():
        for line in path.read_text("utf-8").splitlines():
            block = BLOCK.fullmatch(line)
            for found in [block[1]] if block else INLINE.findall(line):
                yield from (Example(one, path.name) for one in each(found))


def each(line: str) -> list[str]:
    """A line as it is, or one for each of the words that stand there to choose from."""
    chosen = EACH.search(line)
    if not chosen:
        return [line]
    return [line[: chosen.start()] + word for word in chosen.groups() if word]


def command_of(line: str) -> tuple[Localized | None, list[str]]:
    """The command that a line names, if there is one of that name, and the words that follow."""
    words = line.split()[1:]
    known = dict(commands())
    for many in (2, 1):
        if (name := " ".join(words[:many])) in known:
            return known[name], words[many:]
    return None, words


def is_whole(line: str) -> bool:
    """Whether a line has all that its command asks for; `click.UsageError` where it has what no command knows."""
    command, words = command_of(line)
    if command is None or isinstance(command, Group) or "…" in words[:1]:
        return False
    try:
        command.make_context(line, words)
    except click.MissingParameter:
        return False
    return True


def examples() -> list[Example]:
    """The lines that can be typed, each once: those of `--help`, and in the documents those that name all they need."""
    found = [Example(line, "--help") for _, one in commands() for line in one.examples]
    found += [one for one in mentions() if is_whole(one.line)]
    return list({one.line: one for one in reversed(found)}.values())[::-1]
