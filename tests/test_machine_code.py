"""机器码: made once, by whoever comes first, and that is told; made anew when what it is made of changes."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer.batch import machine
from analyzer.batch.compiled import JUDGE
from analyzer.batch.machine import HERE, Kernel
from analyzer.rules.mark import RULES
from analyzer.simulate.playouts import PLAYOUTS
from analyzer.simulate.wholesale import GAMES
from analyzer.words import Words, speak

ROOT = Path(__file__).resolve().parents[1]
KERNELS = (JUDGE, PLAYOUTS, GAMES)
CODE = """if True:
    from analyzer.batch import machine
    from analyzer.words import Words, speak

    def loop(found):
        found[0] = seven()

    def seven():
        return 7

    import numpy as np
    found = np.zeros(1, np.int64)
    machine.HERE = __import__("pathlib").Path(__file__).parent
    kernel = machine.Kernel("small", ("*.py",), Words("正在编译", "compiling"), lambda: (loop, (seven,)))
    kernel.loop()(found)
    kernel.loop()(found)
    print(found[0])
"""


def test_one_of_many_compiles_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "small.py").write_text(CODE, encoding="utf-8")
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(tmp_path / "cache"), "LANG": "en_US.UTF-8",
        "LC_ALL": "en_US.UTF-8",
    }  # fmt: skip
    run = [sys.executable, str(tmp_path / "small.py")]
    three = [
        subprocess.Popen(run, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    told = [process.communicate() for process in three]
    assert [out for out, _ in told] == ["7\n"] * 3
    assert sorted(err for _, err in told) == ["", "", "paishen: compiling\n"]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_the_digest_is_of_every_file_that_a_kernel_is_made_of(kernel: Kernel) -> None:
    loop, parts = kernel.find()
    made_of = {Path(inspect.getfile(part)) for part in (loop, *parts, *RULES)}
    assert made_of <= {path for pattern in kernel.sources for path in HERE.glob(pattern)}


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_a_part_stands_after_the_parts_it_calls(kernel: Kernel) -> None:
    loop, parts = kernel.find()
    names = [part.__name__ for part in parts]
    assert len(set(names)) == len(names)
    for place, part in enumerate((*parts, loop)):
        called = set(part.__code__.co_names) & set(names)
        assert called <= set(names[:place]), part.__name__


def test_a_changed_source_gives_another_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one.py").write_text("a = 1\n")
    monkeypatch.setattr(machine, "HERE", tmp_path)

    def digest() -> str:
        return Kernel("trial", ("*.py",), Words("", ""), lambda: (print, ())).digest

    first = digest()
    assert first == digest()
    (tmp_path / "one.py").write_text("a = 2\n")
    assert digest() != first


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled: a loop stays what it is."""
    monkeypatch.setattr(machine, "_compile", lambda loop, _parts, _folder: loop)


def trial() -> tuple[Kernel, list[int]]:
    """A kernel that notes what it is called with."""
    called: list[int] = []
    return Kernel("trial", (), Words("编译", "compiling"), lambda: (called.append, ())), called


@pytest.mark.usefixtures("plain")
def test_a_compilation_is_told_once_and_not_where_the_cache_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Kernel, "folder", lambda _: tmp_path)
    speak("en")
    kernel, called = trial()
    for number in range(3):
        kernel.loop()(number)
    assert called == [0, 1, 2]
    assert capsys.readouterr().err == "paishen: compiling\n"
    (tmp_path / "trial.nbi").touch()
    trial()[0].loop()(1)
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("plain")
def test_without_a_cache_every_process_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Kernel, "folder", lambda _: None)
    speak("zh")
    for _ in range(2):
        kernel, _ = trial()
        kernel.loop()(1)
        kernel.loop()(1)
    assert capsys.readouterr().err == "paishen: 编译\n" * 2
