"""编译: what is compiled is made anew when anything it is made of changes, and whoever waits for it is told, once."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from analyzer.batch import machine
from analyzer.batch.compiled import JUDGE
from analyzer.batch.machine import HERE, Kernel
from analyzer.rules.mark import RULES
from analyzer.simulate.playouts import PLAYOUTS
from analyzer.simulate.wholesale import GAMES
from analyzer.words import Words

KERNELS = (JUDGE, PLAYOUTS, GAMES)


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


def test_a_compilation_is_told_once_and_not_where_the_cache_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "_compile", lambda loop, _parts, _folder: loop)
    monkeypatch.setattr(Kernel, "folder", lambda _: tmp_path)
    told: list[Words] = []
    kernel = Kernel("trial", (), Words("编译", "compiling"), lambda: (print, ()))
    assert kernel.loop(told.append) is kernel.loop(told.append) is print
    assert [words.en for words in told] == ["compiling"]
    (tmp_path / "trial.nbi").touch()
    Kernel("trial", (), Words("编译", "compiling"), lambda: (print, ())).loop(told.append)
    assert len(told) == 1


def test_without_a_cache_it_is_told_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "_compile", lambda loop, _parts, _folder: loop)
    monkeypatch.setattr(Kernel, "folder", lambda _: None)
    told: list[Words] = []
    for _ in range(2):
        Kernel("trial", (), Words("编译", "compiling"), lambda: (print, ())).loop(told.append)
    assert len(told) == 2
