"""少: every page over an empty archive, over one game, and over one illegal game says something sensible."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from analyzer.archive.manifest import read_manifest, write_manifest
from analyzer.importing import bring
from dashboards.importing import samples
from tests.browser.apps import PAGES, page_of, said

FILES = {path.name.split(".")[0]: path for path in samples()}


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("page", PAGES)
def test_nothing_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str, lang: str) -> None:
    app = page_of(monkeypatch, tmp_path, page, lang)
    assert said(app) != []
    assert [error.value for error in app.error] == []


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("name", ["02-room-quick", "11-illegal", "12-seat-3", "17-shandong-abandoned"])
def test_one_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str, name: str) -> None:
    assert [entry.outcome for entry in bring([FILES[name]], tmp_path)] == ["stored"]
    app = page_of(monkeypatch, tmp_path, page, game=f"样例/{name}")
    assert said(app) != []
    assert [error.value for error in app.error] == []


@pytest.mark.parametrize("page", ["games", "players"])
def test_verdicts_by_other_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    assert [entry.outcome for entry in bring([FILES["02-room-quick"]], tmp_path)] == ["stored"]
    assert [one.value for one in page_of(monkeypatch, tmp_path, page).warning] == []
    manifest = read_manifest(tmp_path)
    old = tuple(structs.replace(segment, judged="0" * 16) for segment in manifest.segments)
    write_manifest(tmp_path, structs.replace(manifest, segments=old))
    said = "有 1 局是别版规则判的，用 paishen archive check --rejudge 重判。"
    assert [one.value for one in page_of(monkeypatch, tmp_path, page).warning] == [said]


@pytest.mark.parametrize("page", ["games", "players"])
def test_a_damaged_file_whose_games_are_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    for name in ("02-room-quick", "05-tribute"):
        assert [entry.outcome for entry in bring([FILES[name]], tmp_path)] == ["stored"]
    (tmp_path / "events" / "000000002.parquet").unlink()
    (told,) = page_of(monkeypatch, tmp_path, page).warning
    assert "events/000000002.parquet; 其中 1 局没有算在内" in told.value.replace("\\", "")


@pytest.mark.parametrize("page", PAGES)
def test_a_game_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    assert [entry.outcome for entry in bring([FILES["02-room-quick"]], tmp_path)] == ["stored"]
    app = page_of(monkeypatch, tmp_path, page, game="*no*")
    if page not in {"games", "record", "players"}:
        assert [one.value for one in app.warning] == ["牌谱库里没有这一局：\\*no\\*"]


def test_reliability_says_over_how_many_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = [FILES[name] for name in ("02-room-quick", "04-room-six", "11-illegal", "12-seat-3")]
    assert {entry.outcome for entry in bring(files, tmp_path)} == {"stored"}
    app = page_of(monkeypatch, tmp_path, "roles", game="样例/02-room-quick")
    next(button for button in app.button if button.label == "用最近 30 局算一算").click().run()
    assert not app.exception
    (told,) = [line for line in said(app) if "个判断" in line]
    assert told.startswith("2 局，")
    assert told.endswith("（库里符合的共 2 局）")
