"""键与触: with a keyboard alone, and with fingers alone, from the list to the table and on the pad."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from analyzer.importing import bring
from tests.browser import samples
from tests.browser.conftest import Watch, Watcher, dashboard, fits, listen, settled

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LINK = "[data-testid=stPageLink-NavLink]"
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("archive")
    file = folder / "one.paipu.json"
    file.write_text(json.dumps(samples.log(), ensure_ascii=False), "utf-8")
    assert [entry.outcome for entry in bring([file], folder)] == ["stored"]
    samples.recording(folder)
    with dashboard(folder) as served:
        yield served


@pytest.fixture
def fingers(browser: Browser) -> Iterator[Watch]:
    """A telephone: narrow, touched, without a mouse."""
    page = browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    yield listen(page)
    page.close()


def tabbed_to(kept: Watch, wanted: str) -> None:
    """Presses the tab key until what is wanted has the focus."""
    for _ in range(40):
        kept.page.keyboard.press("Tab")
        if kept.page.locator(f"{wanted}:focus").count():
            return
    pytest.fail(f"no tab reaches {wanted}")


def test_a_keyboard_is_enough(watch: Watcher, address: str) -> None:
    kept = watch()
    kept.page.goto(address)
    kept.page.wait_for_selector(LINK)
    settled(kept.page)
    tabbed_to(kept, LINK)
    kept.page.keyboard.press("Enter")
    kept.page.wait_for_selector('.paishen[data-event="0"]')
    settled(kept.page)
    tabbed_to(kept, ".paishen .buttons .next")
    kept.page.keyboard.press("Enter")
    kept.page.wait_for_selector('.paishen[data-event="1"]')
    kept.page.keyboard.press("ArrowRight")
    kept.page.wait_for_selector('.paishen[data-event="2"]')
    kept.quiet()


def test_a_wide_table_is_scrolled_by_key(watch: Watcher, address: str) -> None:
    kept = watch(390)
    kept.page.goto(f"{address}/cards?game=2026-11-30%2Ft3%2F007&view=-1&event=60")
    region = kept.page.locator(".st-key-figures_matrix [role=region]")
    region.focus()
    kept.page.keyboard.press("ArrowRight")
    kept.page.wait_for_function("document.querySelector('.st-key-figures_matrix [role=region]').scrollLeft > 0")
    first = kept.page.locator(".st-key-figures_matrix td").first
    assert (first.bounding_box() or {"x": -1})["x"] >= 0  # the ranks stay in sight
    fits(kept.page)


def test_fingers_are_enough(fingers: Watch, address: str) -> None:
    page = fingers.page
    page.goto(address)
    page.locator(LINK).first.tap()
    page.wait_for_selector('.paishen[data-event="0"]')
    settled(page)
    page.locator(".paishen .buttons .next").tap()
    page.wait_for_selector('.paishen[data-event="1"]')
    page.locator(".event .told").nth(9).tap()
    page.wait_for_selector('.paishen[data-event="10"]')
    page.wait_for_url("**event=10*")
    fits(page)
    fingers.quiet()


def test_a_play_is_tapped(fingers: Watch, address: str) -> None:
    page = fingers.page
    page.goto(f"{address}/record?record=nasty")
    page.wait_for_selector(".pad .turn")
    settled(page)
    page.locator('.pad [data-rank="K"]').tap()
    page.locator('.pad [data-rank="K"]').tap()
    assert page.locator(".pad .tapped").all_inner_texts() == ["K", "K"]
    page.locator(".pad .act.clear").tap()
    page.locator(".pad .act.pass").tap()
    page.locator(".pad .log .good", has_text="过").wait_for()
    fits(page)
    fingers.quiet()
