"""Many games are validated by the compiled rules: every verdict is word for word that of a replay."""

from __future__ import annotations

import gzip
from pathlib import Path
from random import Random

import pytest

from analyzer.cli import validate
from analyzer.importing.verdicts import verdicts_of
from analyzer.paipu import dumps_lines, read
from analyzer.replay import judge_found
from analyzer.rulesets import names
from analyzer.simulate import simulate
from tests.conftest import Paishen
from tests.duel import logs, variant
from tests.mutate import dumps

HERE = Path(__file__).resolve().parent


def check(file: Path) -> int:
    """How many games a file has; their verdicts are the same both ways."""
    found = list(verdicts_of([file]))
    assert found == [judge_found(one) for one in read(file)]
    return len(found)


def test_cases_hand_written_games_and_changes_of_them(tmp_path: Path) -> None:
    sources, random = logs(), Random(3)
    by_hand = HERE.parent / "replays" / "conformance" / "games.jsonl"
    files = [tmp_path / "cases.jsonl", by_hand, tmp_path / "changed.jsonl"]
    files[0].write_bytes(gzip.decompress((HERE / "cases" / "games.jsonl.gz").read_bytes()))
    files[2].write_bytes(b"\n".join(dumps(variant(sources, random)) for _ in range(300)))
    assert [check(file) > 200 for file in files] == [True] * 3


def test_simulated_games_some_cut_short(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    texts = [dumps_lines(simulate(name, seed)) for name in names() for seed in range(3)]
    cut = [b"".join(text.splitlines(keepends=True)[: -1 - at % 4]) for at, text in enumerate(texts)]
    file.write_bytes(b"".join(texts + cut))
    assert check(file) == 2 * len(texts)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_command_says_the_same(
    paishen: Paishen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(b"".join(dumps_lines(simulate("simple", seed)) for seed in range(3)) + b"{\n")
    slow = paishen("--lang", lang, "validate", file)
    monkeypatch.setattr(validate, "LARGE", 0)
    fast = paishen("--lang", lang, "validate", file, tmp_path / "none.jsonl")
    assert fast.out.startswith(slow.out)
    assert (slow.status, fast.status, fast.err) == (2, 2, slow.err)
