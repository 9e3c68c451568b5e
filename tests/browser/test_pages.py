"""页面: the dashboard's pages without a browser - no archive, an empty one, many games, filters, imports, an error."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from analyzer.archive import Archive
from analyzer.errors import PaishenError
from analyzer.importing import bring
from analyzer.words import Words
from dashboards.importing import samples as shipped
from dashboards.launch import ARCHIVE
from tests.browser import samples

APP = Path(__file__).resolve().parents[2] / "dashboards" / "app.py"
Pages = Callable[[list[dict[str, Any]]], AppTest]


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Pages:
    """The app over an archive of the logs given."""
    monkeypatch.setenv(ARCHIVE, str(tmp_path))

    def opened(logs: list[dict[str, Any]]) -> AppTest:
        file = tmp_path / "given.paipu.jsonl"
        file.write_text("".join(json.dumps(log, ensure_ascii=False) + "\n" for log in logs), "utf-8")
        if logs:
            assert {entry.outcome for entry in bring([file], tmp_path)} == {"stored"}
        return AppTest.from_file(str(APP), default_timeout=60)

    return opened


def many(count: int, **more: Any) -> list[dict[str, Any]]:
    """As many games as wanted."""
    return [{**samples.log(), "game": f"game {at}", **more} for at in range(count)]


def listed(app: AppTest) -> list[str]:
    """The games that the page lists."""
    assert not app.exception
    return [line.value for line in app.markdown if "老王" in line.value]


def test_without_an_archive_the_page_says_so(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    app = pages([])
    monkeypatch.delenv(ARCHIVE)
    app.run()
    assert [error.value for error in app.error] == ["没有指定牌谱库（PAISHEN\\_ARCHIVE）"]
    assert not app.exception


def test_an_empty_archive_offers_the_samples(pages: Pages, tmp_path: Path) -> None:
    app = pages([]).run()
    assert "paishen import" in app.info[0].value
    app.button[0].click().run()
    assert app.caption[0].value == f"共 {len(shipped())} 局，符合条件 {len(shipped())} 局"
    assert not app.exception
    ledger = (tmp_path / "ledger.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["outcome"] for line in ledger] == ["stored"] * len(shipped())


def test_an_empty_archive_in_english(pages: Pages) -> None:
    app = pages([])
    app.session_state["lang"] = "en"
    assert app.run().info[0].value.startswith("The archive is empty.")


def test_many_games_come_in_pages_of_twenty(pages: Pages) -> None:
    app = pages(many(45)).run()
    assert app.caption[0].value == "共 45 局，符合条件 45 局"
    assert [text.value for text in app.text] == ["第 1 / 3 页"]
    app.button(key="games_page_on").click().run()
    app.button(key="games_page_on").click().run()
    assert [text.value for text in app.text] == ["第 3 / 3 页"]
    assert len(listed(app)) == 5
    app.text_input(key="search").set_value("GAME 4").run()
    assert app.caption[0].value == "共 45 局，符合条件 6 局"
    assert len(listed(app)) == 6


def test_filters_narrow_the_list_and_are_cleared(pages: Pages) -> None:
    app = pages([*many(3), *many(1, game="other", started="2026-01-02T03:04:05+08:00")]).run()
    before = app.caption[0].value
    app.selectbox(key="player").set_value("阿强").run()
    app.selectbox(key="role").set_value("emperor").run()
    assert app.caption[0].value == "共 4 局，符合条件 0 局"
    assert [info.value for info in app.info] == ["没有符合条件的牌局。"]
    app.selectbox(key="role").set_value("guard").run()
    assert len(listed(app)) == 4
    app.number_input(key="most").set_value(-7).run()
    assert len(listed(app)) == 0
    app.number_input(key="most").set_value(-6).run()
    assert len(listed(app)) == 4
    app.date_input(key="until").set_value(date(2026, 1, 2)).run()
    assert app.caption[0].value == "共 4 局，符合条件 1 局"
    next(button for button in app.button if button.label == "清除条件").click().run()
    assert app.caption[0].value == before == "共 4 局，符合条件 4 局"


def test_a_game_that_goes_on_tells_no_roles(pages: Pages) -> None:
    log = samples.log()
    app = pages([{**log, "events": log["events"][:30]}]).run()
    (line,) = listed(app)
    assert "侍卫" not in line
    assert "皇帝" not in line
    app.selectbox(key="player").set_value("阿强").run()
    app.selectbox(key="role").set_value("guard").run()
    assert len(listed(app)) == 0


def test_dropped_files_get_a_line_a_game(pages: Pages) -> None:
    app = pages(many(1)).run()
    text = json.dumps(samples.log(), ensure_ascii=False)
    again = json.dumps(many(1)[0], ensure_ascii=False)
    lines = "\n".join((text, again, json.dumps({"format": "paipu", "version": 2, "events": []})))
    app.file_uploader[0].set_value(("../../*a*.jsonl", lines.encode(), "application/json")).run()
    next(button for button in app.button if button.label == "导入牌谱").click().run()
    assert not app.exception
    assert any(line.value == "3 局：存入 1 · 已有 1 · 拒绝 1" for line in app.markdown)
    assert app.caption[0].value == "共 2 局，符合条件 2 局"


def test_an_archive_that_grows_is_noticed(pages: Pages, tmp_path: Path) -> None:
    app = pages(many(1)).run()
    list(bring(shipped()[:3], tmp_path))
    assert app.run().caption[0].value == "共 4 局，符合条件 4 局"


def test_an_archive_that_grows_is_noticed_by_the_figures(pages: Pages, tmp_path: Path) -> None:
    app = pages(many(1))
    app.switch_page("pages/players.py").run()
    assert app.caption[0].value.startswith("统计：1 局（坐过 1 局）")
    more = tmp_path / "more.paipu.jsonl"
    more.write_text("".join(json.dumps(log, ensure_ascii=False) + "\n" for log in many(3)[1:]), "utf-8")
    assert {entry.outcome for entry in bring([more], tmp_path)} == {"stored"}
    assert app.run().caption[0].value.startswith("统计：3 局（坐过 3 局）")


def test_an_error_is_one_sentence_with_the_name_as_text(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    app = pages(many(1))

    def broken(_: object) -> str:
        raise PaishenError(Words("读不了 *a*", "cannot read *a*"))

    monkeypatch.setattr(Archive, "identity", broken)
    app.run()
    assert [error.value for error in app.error] == ["读不了 \\*a\\*"]
    assert not app.exception
