"""The project from the outside: the command's manners, what travels in the wheel, what the documents say."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import click
import pytest

from analyzer import __version__
from analyzer.cli import COMMANDS, cli
from analyzer.cli.failures import sentence
from analyzer.cli.layout import pairs, wrap
from analyzer.cli.localized import Argument, Command, Group, Localized, Option, command
from analyzer.errors import Unreadable
from analyzer.rulebook import paragraphs
from analyzer.words import Words
from tests.conftest import Paishen, ship

HEAVY = ("pyarrow", "duckdb", "streamlit", "numba", "numpy", "plotly", "pandas", "msgspec", "cryptography")


def python(*args: str, cwd: Path, path: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(path), "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        [sys.executable, *args],
        cwd=cwd,
        env=environment,
        text=True,
        capture_output=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("args", [["--version"], ["--help"], ["rules", "list"], ["rules", "show", "simple"]])
def test_light_commands_import_nothing_heavy(root: Path, args: list[str]) -> None:
    code = (
        "import sys\nfrom analyzer.cli import cli\n"
        f"try: cli.main({args!r}, 'paishen')\n"
        f"finally: print(sorted(set({HEAVY!r}) & set(sys.modules)), file=sys.stderr)"
    )
    ran = python("-c", code, cwd=root, path=root)
    assert (ran.returncode, ran.stderr) == (0, "[]\n")


def test_version(paishen: Paishen) -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)
    assert paishen("--version") == (0, f"paishen {__version__}\n", "")


def with_its_commands(name: str) -> dict[str, Localized]:
    one = cli.get_command(click.Context(cli), name)
    assert isinstance(one, Localized)
    if not isinstance(one, Group):
        return {name: one}
    below = {f"{name} {child}": found for child, found in one.commands.items() if isinstance(found, Localized)}
    return {name: one, **below}


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_says_what_it_does_with_an_example(name: str) -> None:
    for path, one in with_its_commands(name).items():
        assert one.words.zh, path
        assert one.words.en, path
        assert one.examples, path
        assert all(example.startswith(f"paishen {path}") for example in one.examples if " | " not in example), path
        assert all(isinstance(param, (Argument, Option)) for param in one.params), path


@pytest.mark.parametrize("name", list(COMMANDS))
@pytest.mark.parametrize(("lang", "usage"), [("zh", "用法"), ("en", "Usage")])
def test_every_command_has_help_in_both_languages(paishen: Paishen, name: str, lang: str, usage: str) -> None:
    ran = paishen(name, "--help", "--lang", lang)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"{usage}: paishen {name} ")


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_is_in_the_readme(root: Path, name: str) -> None:
    assert f"`paishen {name}" in (root / "README.md").read_text(encoding="utf-8")


def test_help_says_what_is_so_when_an_option_is_left_out(paishen: Paishen) -> None:
    """And how a number is typed: N, in both languages."""
    for name in COMMANDS:
        assert "INTEGER" not in paishen(*name.split(), "--help").out, name
    for name in ("review", "outlook"):
        assert re.search(r"--playouts N .*\(不写则 200\)", paishen(name, "--help", "--lang", "zh").out)
        assert re.search(r"--seed N .*\(1 when left out\)", paishen(name, "--help", "--lang", "en").out)


def test_a_number_that_is_too_small_is_told_what_is_wanted(paishen: Paishen) -> None:
    done = paishen("track", "game.paipu.json", "--at", -1, "--lang", "zh")
    assert (done.status, done.err.split(";")[0]) == (2, "paishen: --at 的值不对: 要 0 或更大的整数")


def test_a_group_alone_shows_its_help_as_bad_usage(paishen: Paishen) -> None:
    assert paishen().status == paishen("rules").status == 2
    assert paishen("rules").err.startswith("用法: paishen rules [选项] 命令 [参数]…\n")


@pytest.mark.parametrize(
    ("args", "zh", "en"),
    [
        (["frob"], "没有命令 frob; 有: demo validate", "no command frob; there are: demo validate"),
        (["--lag"], "没有选项 --lag; 相近的有: --lang", "no option --lag; near to it: --lang"),
        (
            ["rules", "show"],
            "缺少 NAME; 见 paishen rules show --help",
            "NAME is missing; see paishen rules show --help",
        ),
        (
            ["rules", "frob"],
            "没有命令 frob; 有: check list show",
            "no command frob; there are: check list show",
        ),
    ],
)
def test_bad_usage_is_one_sentence(paishen: Paishen, args: list[str], zh: str, en: str) -> None:
    for lang, said in (("zh", zh), ("en", en)):
        ran = paishen("--lang", lang, *args)
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert ran.err.startswith(f"paishen: {said}")


def test_a_wrong_language(paishen: Paishen) -> None:
    ran = paishen("--lang", "fr", "rules", "list")
    assert (ran.status, ran.err) == (2, "paishen: --lang 的值不对: 要 zh, en 之一; 见 paishen --help\n")


def test_the_locale_chooses_the_language(paishen: Paishen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert paishen("rules", "list").out.startswith("ruleset ")
    assert paishen("rules", "list", "--lang", "zh").out.startswith("玩法 ")


def _run(raised: BaseException, monkeypatch: pytest.MonkeyPatch, paishen: Paishen) -> tuple[int, str]:
    @command("fail", Words("出错", "fails"), examples=["paishen fail"])
    def fail() -> None:
        raise raised

    def get_command(_ctx: click.Context, _name: str) -> Command:
        return fail

    monkeypatch.setattr(cli, "get_command", get_command)
    ran = paishen("fail")
    return ran.status, ran.err


@pytest.mark.parametrize(
    ("raised", "status", "said"),
    [
        (
            Unreadable(Words("没有内容", "nothing to read"), file="a.json", line=3),
            2,
            "paishen: a.json 第3行: 没有内容\n",
        ),
        (PermissionError(13, "Permission denied", "a.json"), 2, "paishen: a.json: 没有权限\n"),
        (OSError(28, "No space left on device"), 2, "paishen: 磁盘满了\n"),
        (KeyboardInterrupt(), 130, "\n"),
        (BrokenPipeError(), 141, ""),
    ],
)
def test_how_a_command_fails(
    monkeypatch: pytest.MonkeyPatch, paishen: Paishen, raised: BaseException, status: int, said: str
) -> None:
    assert _run(raised, monkeypatch, paishen) == (status, said)


def test_a_fault_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch, paishen: Paishen) -> None:
    status, said = _run(ZeroDivisionError("1/0"), monkeypatch, paishen)
    assert status == 70
    assert said.startswith("Traceback (most recent call last):\n")
    assert "ZeroDivisionError: 1/0\npaishen: 这是 paishen 自己的错" in said


def test_the_status_is_what_the_command_returns(monkeypatch: pytest.MonkeyPatch, paishen: Paishen) -> None:
    @command("find", Words("有发现", "finds"), examples=["paishen find"])
    def find() -> int:
        return 1

    monkeypatch.setattr(cli, "get_command", lambda _ctx, _name: find)
    assert paishen("find").status == 1


def test_nobody_reads_the_output(root: Path) -> None:
    code = "from analyzer.cli import main; main()"
    reader, writer = os.pipe()
    os.close(reader)
    ran = subprocess.run(
        [sys.executable, "-c", code, "rules", "show", "tribute"],
        cwd=root, env={**os.environ, "PYTHONPATH": str(root)},
        stdout=writer, stderr=subprocess.PIPE, check=False,
    )  # fmt: skip
    os.close(writer)
    assert (ran.returncode, ran.stderr) == (141, b"")


def test_output_that_cannot_take_chinese_is_utf_8(root: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", "from analyzer.cli import main; main()", "rules", "list", "--lang", "zh"],
        cwd=root, env={**os.environ, "PYTHONPATH": str(root), "PYTHONIOENCODING": "ascii"},
        capture_output=True, check=True,
    )  # fmt: skip
    assert ran.stdout.decode().startswith("玩法 ")


def test_what_the_system_says_without_a_translation() -> None:
    assert sentence(OSError(71, "Protocol error", "a.json"), "zh") == "a.json: Protocol error"


def test_lines_break_where_chinese_may() -> None:
    assert wrap("「没有人接受」, 流局。", 12) == ["「没有人接", "受」, 流局。"]
    assert wrap("a\n\nb", 10) == ["a", "", "b"]
    assert wrap("", 10) == [""]


def test_a_term_too_wide_for_its_column() -> None:
    assert pairs([("--a-very-long-option-indeed", "x"), ("-b", "y")], 40) == [
        "  --a-very-long-option-indeed",
        "                        x",
        "  -b                    y",
    ]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of what the project ships, and unpacked."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    ship(source)
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)],
        cwd=source, text=True, capture_output=True, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    (packed,) = out.glob("paishen-*.whl")
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(out / "unpacked")
    return out / "unpacked"


def test_the_wheel_has_schemas_and_replays(wheel: Path, root: Path) -> None:
    for folder in ("schemas", "replays"):
        shipped = {path.relative_to(root) for path in (root / folder).rglob("*") if path.is_file()}
        packed = wheel / "analyzer" / "_data"
        assert shipped, folder
        assert {path.relative_to(packed) for path in (packed / folder).rglob("*") if path.is_file()} == shipped
    assert {path.name for path in wheel.iterdir() if not path.name.endswith(".dist-info")} == {
        "analyzer",
        "dashboards",
    }


def test_the_wheel_finds_its_data(wheel: Path, tmp_path: Path) -> None:
    code = (
        "from analyzer.data import data\n"
        "from analyzer.rulesets import resolve\n"
        "print(data('schemas'), resolve('simple').name)"
    )
    ran = python("-c", code, cwd=tmp_path, path=wheel)
    assert ran.stdout == f"{wheel / 'analyzer' / '_data' / 'schemas'} simple\n", ran.stderr


def test_an_installation_without_data_says_so(wheel: Path, tmp_path: Path) -> None:
    shutil.copytree(wheel / "analyzer", tmp_path / "analyzer")
    shutil.rmtree(tmp_path / "analyzer" / "_data")
    ran = python("-c", "from analyzer.cli import main; main()", "rules", "list", cwd=tmp_path, path=tmp_path)
    assert (ran.returncode, ran.stderr) == (2, "paishen: 安装不完整: 缺少目录 schemas\n")


def test_the_two_commands(root: Path) -> None:
    readme = (root / "README.md").read_text(encoding="utf-8")
    assert "\n    python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/paishen demo\n" in readme
    assert "\n    python3 tests/run.py\n" in readme
    assert (root / ".ci" / "run").read_text(encoding="utf-8").endswith("\npython3 tests/run.py\n")
    assert os.access(root / ".ci" / "run", os.X_OK)


def test_the_checks_need_only_a_standard_python(root: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "tests/run.py", "--help"],
        cwd=root,
        text=True,
        capture_output=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "system install ruff mypy imports pytest" in ran.stdout


def test_an_unknown_step_is_named(root: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "tests/run.py", "frob"], cwd=root, text=True, capture_output=True, check=False
    )
    assert ran.returncode == 2
    assert "no step frob; there are: system install" in ran.stderr


def test_paragraphs_that_the_code_names_are_in_the_rulebook(root: Path) -> None:
    cited = {
        (path.name, number)
        for path in (root / "analyzer").rglob("*.py")
        for group in re.findall(r"RULES\.md,? ((?:\d+\.\d+(?:, | and | to )?)+)", path.read_text(encoding="utf-8"))
        for number in re.findall(r"\d+\.\d+", group)
    }
    assert cited
    assert {one for one in cited if one[1] not in paragraphs()} == set()
