"""少: every page over an empty archive, over one game, and over one illegal game says something sensible."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from analyzer.importing import bring
from dashboards.importing import samples
from dashboards.launch import ARCHIVE

APP = Path(__file__).resolve().parents[2] / "dashboards" / "app.py"
PAGES = ("games", "replay", "cards", "roles", "audit", "record", "players")
FILES = {path.name.split(".")[0]: path for path in samples()}


def page_of(folder: Path, monkeypatch: pytest.MonkeyPatch, page: str, game: str = "", lang: str = "zh") -> AppTest:
    monkeypatch.setenv(ARCHIVE, str(folder))
    app = AppTest.from_file(str(APP), default_timeout=60)
    app.session_state["lang"] = lang
    if game:
        app.query_params["game"] = game
    if page != "games":
        app.switch_page(f"pages/{page}.py")
    app.run()
    assert not app.exception
    return app


def said(app: AppTest) -> list[str]:
    """Everything that a page says in words."""
    kinds = (app.info, app.warning, app.error, app.text, app.caption, app.markdown, app.title, app.subheader)
    return [str(one.value) for kind in kinds for one in kind]


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("page", PAGES)
def test_nothing_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str, lang: str) -> None:
    app = page_of(tmp_path, monkeypatch, page, lang=lang)
    assert said(app) != []
    assert [error.value for error in app.error] == []


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("name", ["02-room-quick", "11-illegal", "12-seat-3", "17-shandong-abandoned"])
def test_one_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str, name: str) -> None:
    assert [entry.outcome for entry in bring([FILES[name]], tmp_path)] == ["stored"]
    app = page_of(tmp_path, monkeypatch, page, f"样例/{name}")
    assert said(app) != []
    assert [error.value for error in app.error] == []


@pytest.mark.parametrize("page", PAGES)
def test_a_game_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    assert [entry.outcome for entry in bring([FILES["02-room-quick"]], tmp_path)] == ["stored"]
    app = page_of(tmp_path, monkeypatch, page, "*no*")
    if page not in {"games", "record", "players"}:
        assert [one.value for one in app.warning] == ["牌谱库里没有这一局：\\*no\\*"]
