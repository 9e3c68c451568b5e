"""The report in a browser: it steps, an event's number takes the table there, hostile names stay text."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.report import game_report
from tests.browser.conftest import Watch, Watcher
from tests.test_report import hostile

pytestmark = pytest.mark.browser


def opened(watch: Watcher, folder: Path, query: str = "") -> Watch:
    file = folder / "report.html"
    file.write_text(game_report(hostile(), "en"), "utf-8")
    kept = watch()
    kept.page.goto(f"{file.as_uri()}{query}")
    kept.page.wait_for_selector("[data-event]")
    return kept


def at(kept: Watch) -> int:
    return int(kept.page.get_attribute(".paishen", "data-event") or -1)


def test_it_opens_at_the_end_and_steps(watch: Watcher, tmp_path: Path) -> None:
    kept = opened(watch, tmp_path)
    last = at(kept)
    assert last == len(hostile().events)
    kept.page.keyboard.press("ArrowLeft")
    assert at(kept) == last - 1
    kept.quiet()


def test_an_events_number_takes_the_table_there(watch: Watcher, tmp_path: Path) -> None:
    kept = opened(watch, tmp_path)
    kept.page.click('td a[href="#9"] >> nth=0')
    kept.page.wait_for_function("document.querySelector('.paishen').dataset.event === '9'")
    kept.quiet()


def test_hostile_names_stay_text(watch: Watcher, tmp_path: Path) -> None:
    kept = opened(watch, tmp_path)
    assert kept.page.locator("h1").inner_text() == "</title><script>alert(5)</script>"
    assert kept.page.locator("img").count() == 0
    assert kept.page.locator("body script").count() == 2
    kept.quiet()


def test_it_can_be_printed(watch: Watcher, tmp_path: Path) -> None:
    kept = opened(watch, tmp_path)
    kept.page.emulate_media(media="print")
    assert kept.page.is_hidden(".controls")
    assert kept.page.is_visible("table")
    kept.quiet()
