"""页面: the dashboard's pages without a browser - no archive, an empty one, many games, an error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import dashboards
from analyzer.errors import PaishenError
from analyzer.words import Words
from dashboards.launch import ARCHIVE
from tests.browser import fake, samples

APP = Path(__file__).resolve().parents[2] / "dashboards" / "app.py"
Pages = Callable[[list[dict[str, Any]]], AppTest]


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Pages]:
    """The app over an archive with the rows given."""
    fake.install(lambda name, module: monkeypatch.setitem(sys.modules, name, module))
    forget()
    monkeypatch.setenv(ARCHIVE, str(tmp_path))

    def opened(rows: list[dict[str, Any]]) -> AppTest:
        monkeypatch.setattr(fake.Archive, "games", lambda *_, **__: rows)
        monkeypatch.setattr(fake.Archive, "identity", lambda _: f"{tmp_path} {len(rows)}")
        return AppTest.from_file(str(APP), default_timeout=60)

    yield opened
    forget()


def forget() -> None:
    """The next page that is opened imports its data anew: what it found is a stand-in's."""
    sys.modules.pop("dashboards.data", None)
    vars(dashboards).pop("data", None)


def rows(count: int) -> list[dict[str, Any]]:
    """As many games as wanted."""
    row = fake.Archive.row(samples.log(), samples.verdict())
    return [{**row, "game": f"game {at}"} for at in range(count)]


def test_without_an_archive_the_page_says_so(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    app = pages(rows(1))
    monkeypatch.delenv(ARCHIVE)
    app.run()
    assert [error.value for error in app.error] == ["没有指定牌谱库（PAISHEN\\_ARCHIVE）"]
    assert not app.exception


def test_an_empty_archive_says_how_to_fill_it(pages: Pages) -> None:
    app = pages([]).run()
    assert "paishen import" in app.info[0].value
    app.session_state["lang"] = "en"
    assert app.run().info[0].value.startswith("The archive is empty.")
    assert not app.exception


def test_many_games_come_in_pages_of_twenty(pages: Pages) -> None:
    app = pages(rows(45)).run()
    assert app.caption[0].value == "共 45 局，符合条件 45 局"
    assert [text.value for text in app.text] == ["第 1 / 3 页"]
    app.button[1].click().run()
    app.button[1].click().run()
    assert [text.value for text in app.text] == ["第 3 / 3 页"]
    assert len([line for line in app.markdown if "老王" in line.value]) == 5
    assert not app.exception


def test_an_error_is_one_sentence_with_the_name_as_text(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = pages(rows(1))

    def broken(_: object) -> str:
        raise PaishenError(Words("读不了 *a*", "cannot read *a*"))

    monkeypatch.setattr(fake.Archive, "identity", broken)
    app.run()
    assert [error.value for error in app.error] == ["读不了 \\*a\\*"]
    assert not app.exception
