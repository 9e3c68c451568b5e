"""The audit of an archive: by the verdicts that came with its games, opening only what is not valid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from analyzer.archive import Archive, Row
from analyzer.audit import stored
from analyzer.events import Log
from analyzer.importing import bring
from analyzer.paipu import write
from analyzer.replay import judge_log
from analyzer.rulesets import names
from analyzer.simulate import simulate
from analyzer.verdict import Verdict
from tests.conftest import Paishen


def test_an_archive_is_audited_like_its_files(
    paishen: Paishen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, root: Path
) -> None:
    """Only what is not valid is opened; the answer is that of the files, line for line."""
    samples = root / "replays" / "samples"
    write(tmp_path / "a.paipu.jsonl", [simulate(name, 1) for name in names()])
    files = [tmp_path / "a.paipu.jsonl", samples / "10-disputed.paipu.json", samples / "11-illegal.paipu.json"]
    assert len(list(bring(files, tmp_path / "archive"))) == len(names()) + 2
    opened: list[int] = []
    real = Archive.opened

    def noted(self: Archive, row: Row) -> Log:
        opened.append(row["number"])
        return real(self, row)

    monkeypatch.setattr(Archive, "opened", noted)
    ran = paishen("audit", tmp_path / "archive", "--brief")
    assert ran == paishen("audit", *files, "--brief")
    assert opened == [len(names()) + 1, len(names()) + 2]
    assert paishen("audit", tmp_path / "archive", "--json").out == paishen("audit", *files, "--json").out
    game = simulate("simple", 1).game
    assert paishen("audit", tmp_path / "archive", "--game", game, "--brief").status == 0
    assert paishen("audit", tmp_path / "archive", "--game", "x").status == 2


def test_an_archive_that_other_rules_judged_is_judged_anew(
    paishen: Paishen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "a.paipu.jsonl", [simulate("simple", seed) for seed in range(3)])
    assert len(list(bring([tmp_path / "a.paipu.jsonl"], tmp_path / "archive"))) == 3
    judged: list[str] = []

    def noted(log: Log, **place: Any) -> Verdict:
        judged.append(log.game)
        return judge_log(log, **place)

    monkeypatch.setattr("analyzer.batch.compiled.digest", lambda: "0" * 16)
    monkeypatch.setattr(stored, "judge_log", noted)
    assert paishen("audit", tmp_path / "archive", "--brief").status == 0
    assert judged == [simulate("simple", seed).game for seed in range(3)]


def test_a_damaged_archive_is_named(paishen: Paishen, tmp_path: Path) -> None:
    """The log's bytes are gone: the game is named as unreadable, and the file after it is audited all the same."""
    path = tmp_path / "a.paipu.jsonl"
    write(path, [simulate("simple", 1)])
    assert len(list(bring([path], tmp_path / "archive"))) == 1
    (bytes_of,) = (tmp_path / "archive" / "logs").glob("*.zst")
    bytes_of.chmod(0o644)
    bytes_of.write_bytes(bytes(len(bytes_of.read_bytes())))
    ran = paishen("audit", tmp_path / "archive", path, "--json", "--lang", "en")
    assert (ran.status, ran.err) == (2, "")
    assert [told["status"] for told in ran.json] == ["unreadable", "valid"]
    assert "damaged" in ran.json[0]["message"]
    assert ran.json[0]["game"] == simulate("simple", 1).game
