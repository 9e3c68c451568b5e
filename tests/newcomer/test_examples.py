"""Every command line that a document or `--help` shows is one that can be typed, and goes well."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import click
import pytest

from tests.conftest import Paishen, Ran
from tests.newcomer.desk import lay
from tests.newcomer.examples import Example, command_of, examples, mentions

SERVED: Final = ("paishen demo", "paishen dashboard")
"""What serves until it is stopped: `test_installed` and the tests of the dashboard start these."""
SEALED: Final = ("seal game.paipu.jsonl",)
TRAINED: Final = ("train --games 8 --out mine.json",)
BEGUN: Final = "record {} --rules room-six --players '老王 小李 阿强 Mei Tom'"
FIRST: Final = {
    "verify game.paipu.jsonl": SEALED,
    "bundle game.paipu.jsonl": SEALED,
    "verify game.zip": (*SEALED, "bundle game.paipu.jsonl -o game.zip"),
    "train my-archive --report": TRAINED,
    "record some.paipu.jsonl": (BEGUN.format("some.paipu.jsonl"),),
    "record tonight.paipu.jsonl": (BEGUN.format("tonight.paipu.jsonl"),),
}
"""What somebody has done before, by how an example begins."""
ANEW: Final = {
    "keys new": "home/paishen/seal.key", "keys new club.key": "club.key",
    "convert game.paipu.txt game.paipu.json": "game.paipu.json",
    "record game.paipu.jsonl --stdin": "game.paipu.jsonl", "record some.paipu.jsonl --stdin": "some.paipu.jsonl",
    "record tonight.paipu.jsonl --rules": "tonight.paipu.jsonl",
}  # fmt: skip
"""What is not there before: the file that an example makes."""
STANDS_FOR: Final = {
    "ARCHIVE": "my-archive", "DIR": "games", "FILE…": "game.paipu.json", "A B …": "seat1.json seat2.json",
    "FILE": "some.paipu.jsonl", "NAME k=v…": "by_role ruleset=room-six", "NAME": "simple", '"SELECT …"': '"SELECT 1"',
    "--since 1200": "--since 10", "train --report": "train --report --games 8",
}  # fmt: skip
"""What somebody types there."""
MANY: Final = re.compile(r"(?<=--games )\d{3,}")
"""More games than the examples are run with here."""
IN_SHORT: Final = {"paishen archive prove": "paishen archive prove 7-3"}
"""What a table names in short."""
NO_COMMAND: Final = ("paishen seat N of GAME",)
"""What begins like a command and is a text."""


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The desk, made once."""
    place = tmp_path_factory.mktemp("desk")
    with pytest.MonkeyPatch.context() as patch:
        at_home(place, patch)
        lay()
    return place


def at_home(place: Path, patch: pytest.MonkeyPatch) -> None:
    """Work in a folder, with a home there."""
    patch.chdir(place)
    patch.setenv("XDG_DATA_HOME", str(place / "home"))
    (place / "home" / "paishen").mkdir(parents=True, exist_ok=True)


def typed(line: str, run: Paishen) -> str:
    """A line as somebody types it, without the command's name."""
    line = IN_SHORT.get(line, line)
    for name, value in STANDS_FOR.items():
        line = re.sub(rf"(?<!\S){re.escape(name)}(?!\S)", value, line)
    line = MANY.sub("8", line)
    if "--receipt" in line:
        (receipt,) = run("receipt", "game.paipu.jsonl", "--json").json
        line = re.sub(r"(?<=--receipt )\S+", receipt["receipt"], line)
    if re.search("--key (HEX|.*…)", line):
        (key,) = run("keys", "show", "--json").json
        line = re.sub(r"(?<=--key )\S+", key["key"], line)
    return line.removeprefix("paishen ")


def run_in_shell(line: str, run: Paishen) -> Ran:
    """A command as the shell runs it: files by their pattern, `<` and `>`."""
    words = shlex.split(line)
    reads, writes = ([words[words.index(sign) + 1]] if sign in words else [] for sign in "<>")
    end = min((words.index(sign) for sign in "<>" if sign in words), default=len(words))
    args = [one for word in words[:end] for one in (sorted(map(str, Path().glob(word))) if "*." in word else [word])]
    found = run(*args, stdin="".join(Path(name).read_text("utf-8") for name in reads))
    for name in writes:
        Path(name).write_text(found.out, "utf-8")
    return found


def begun(line: str, known: dict[str, str] | dict[str, tuple[str, ...]]) -> str:
    """The longest of some beginnings that a line has."""
    return max((one for one in known if f"{line} ".startswith(f"{one} ")), key=len, default="")


@pytest.mark.parametrize("example", examples(), ids=lambda one: f"{one.where} {one.line}")
def test_an_example_can_be_typed(
    laid: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, paishen: Paishen, example: Example
) -> None:
    if example.line.startswith(SERVED) and "--once" not in example.line:
        assert command_of(example.line)[0]
        return
    desk = tmp_path / "desk"
    shutil.copytree(laid, desk)
    at_home(desk, monkeypatch)
    new = begun(typed(example.line, paishen), ANEW)
    if new:
        Path(ANEW[new]).unlink(missing_ok=True)
    else:
        for before in FIRST.get(begun(typed(example.line, paishen), FIRST), ()):
            assert run_in_shell(before, paishen).status == 0, before
    found = run_in_shell(typed(example.line, paishen), paishen)
    assert (found.status, "Traceback" in found.err) == (0, False), found


@pytest.mark.parametrize("mention", list(mentions()), ids=lambda one: f"{one.where} {one.line}")
def test_what_a_document_names_there_is(mention: Example) -> None:
    """The command, and each of its options."""
    if mention.line in NO_COMMAND:
        return
    command, words = command_of(mention.line)
    assert command, mention
    known = {option for param in command.params if isinstance(param, click.Option) for option in param.opts}
    if words[:1] != ["…"]:
        assert {word for word in words if word.startswith("--")} <= known, mention


def test_the_program_in_the_readme_records(tmp_path: Path, root: Path, paishen: Paishen) -> None:
    """As its own process, twice: the second goes on with what the first began, and the same id is stored once."""
    (program,) = re.findall("^```python\n(.*?)^```$", (root / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    said = [
        subprocess.run(
            [sys.executable, "-c", program], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(root)},
            capture_output=True, text=True, check=True,
        ).stdout
        for _ in range(2)
    ]  # fmt: skip
    assert re.fullmatch("0 [0-9a-f]{64}\n", said[0])
    assert said[1] == said[0]
    (verdict,) = paishen("validate", tmp_path / "t3-007.paipu.jsonl", "--json").json
    assert (verdict["status"], verdict["integrity"]) == ("incomplete", "chained")
