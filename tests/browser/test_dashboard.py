"""看板: from a log through the archive to the browser - list, filters, a game, a link to a moment, both languages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from analyzer.importing import bring
from tests.browser import samples
from tests.browser.conftest import Watch, Watcher, dashboard, fits, seen

LINK = "[data-testid=stPageLink-NavLink]"
SPECIAL = "2026-11-30%2Ft3%2F007"
MADE_OF_NAMES = "[data-testid=stMain] :is(img, a[href*=evil], a[href^=javascript], .katex, code)"
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with two games: one with a wrong claim, and the same put right under names like syntax."""
    folder = tmp_path_factory.mktemp("archive")
    (wrong, _), (right, _) = samples.logs()
    right["events"][-1]["scores"] = [-12, 6, -6, 6, 6]
    file = folder / "two.paipu.jsonl"
    file.write_text("".join(json.dumps(log, ensure_ascii=False) + "\n" for log in (wrong, right)), "utf-8")
    kept = [(entry.outcome, entry.status) for entry in bring([file], folder / "archive")]
    assert kept == [("stored", "disputed"), ("stored", "valid")]
    return folder / "archive"


@pytest.fixture(scope="module")
def address(archive: Path) -> Iterator[str]:
    """The dashboard's address, as the command serves it."""
    with dashboard(archive) as served:
        yield served


def table_at(kept: Watch, event: int) -> None:
    """Waits until the table stands at an event."""
    kept.page.wait_for_selector(f'.paishen[data-event="{event}"]')


@pytest.mark.parametrize(
    ("width", "lang", "count"), [(390, "zh", "共 2 局，符合条件 2 局"), (1440, "en", "2 of 2 games")]
)
def test_from_the_list_to_a_moment_and_back_by_link(
    watch: Watcher, address: str, width: int, lang: str, count: str
) -> None:
    kept = watch(width, 844, dark=lang == "en")
    kept.page.goto(f"{address}/?lang={lang}")
    kept.page.wait_for_selector(f"text={count}")
    kept.page.wait_for_selector(f"{LINK} >> nth=1")
    fits(kept.page)
    kept.page.locator(LINK).first.click()
    table_at(kept, 0)
    kept.page.keyboard.press("ArrowRight")
    for _ in range(8):
        kept.page.keyboard.press("ArrowRight")
    table_at(kept, 9)
    kept.page.wait_for_url("**event=9*")
    fits(kept.page)
    kept.page.reload()
    table_at(kept, 9)
    assert kept.page.get_attribute(".paishen", "data-theme") == ("dark" if lang == "en" else "light")
    kept.quiet()


def test_a_link_opens_a_moment_as_a_seat_saw_it(watch: Watcher, address: str) -> None:
    kept = watch()
    kept.page.goto(f"{address}/replay?game={SPECIAL}&event=47&view=4")
    table_at(kept, 47)
    assert kept.page.get_attribute('[data-seat="4"] .hand', "data-kind") == "open"
    assert kept.page.get_attribute('[data-seat="1"] .hand', "data-kind") == "hidden"
    assert kept.page.locator("text=Mei 的视角").count() == 1
    kept.page.keyboard.press("ArrowRight")
    kept.page.wait_for_url("**event=48*")
    kept.quiet()


def test_eyes_that_are_chosen_are_in_the_address_and_outlive_a_reload(watch: Watcher, address: str) -> None:
    kept = watch()
    kept.page.goto(f"{address}/replay?game={SPECIAL}&event=47")
    table_at(kept, 47)
    kept.page.get_by_role("combobox", name="视角").click()
    kept.page.get_by_role("option", name="3 号 阿强").click()
    kept.page.wait_for_url("**view=3*")
    kept.page.wait_for_selector("text=阿强 的视角")
    table_at(kept, 47)
    kept.page.reload()
    table_at(kept, 47)
    assert kept.page.get_attribute('[data-seat="3"] .hand', "data-kind") == "open"
    assert kept.page.get_attribute('[data-seat="1"] .hand', "data-kind") == "hidden"
    kept.quiet()


def test_the_score_is_told_seat_by_seat(watch: Watcher, address: str) -> None:
    kept = watch()
    kept.page.goto(f"{address}/replay?game={SPECIAL}")
    kept.page.wait_for_selector("[data-testid=stTable]")
    rows = kept.page.locator("[data-testid=stTable] tr").evaluate_all(
        "rows => rows.map(row => [...row.children].map(cell => cell.innerText.trim()))"
    )
    assert rows == [
        ["座位", "身份", "名次", "得分", "桌上报分"],
        ["1 老王", "皇帝", "–", "−12", "−12"], ["2 小李", "革命党", "1", "+6", "+6"],
        ["3 阿强", "侍卫", "–", "−6", "−6"], ["4 Mei", "革命党", "3", "+6", "✕ +5"],
        ["5 Tom", "革命党", "2", "+6", "+6"],
    ]  # fmt: skip
    assert kept.page.locator("text=有争议").count() >= 1
    kept.quiet()


def test_names_are_never_syntax(watch: Watcher, address: str) -> None:
    kept = watch()
    kept.page.goto(address)
    kept.page.wait_for_selector(LINK)
    text = seen(kept.page.inner_text("[data-testid=stMain]"))
    for name in samples.HOSTILE:
        assert name in text
    assert kept.page.locator(MADE_OF_NAMES).count() == 0
    kept.page.locator(LINK).nth(1).click()
    table_at(kept, 0)
    kept.page.wait_for_selector("[data-testid=stTable]")
    table = seen(kept.page.inner_text("[data-testid=stTable]"))
    for name in samples.HOSTILE:
        assert name in table
    assert kept.page.locator(MADE_OF_NAMES).count() == 0
    kept.quiet()


def test_filters_say_of_how_many(watch: Watcher, address: str) -> None:
    kept = watch()
    kept.page.goto(address)
    kept.page.wait_for_selector("text=共 2 局，符合条件 2 局")
    kept.page.get_by_role("button", name="更多条件").click()
    kept.page.get_by_role("combobox", name="判定").click()
    kept.page.get_by_role("option", name="有争议").click()
    kept.page.wait_for_selector("text=共 2 局，符合条件 1 局")
    expect(kept.page.locator(LINK)).to_have_count(1)  # the list is redrawn after the count


def test_nonsense_in_the_address_is_answered_in_words(watch: Watcher, address: str) -> None:
    kept = watch()
    kept.page.goto(f"{address}/replay?game=%3Cb%3E*none*")
    kept.page.wait_for_selector("[data-testid=stAlert]")
    assert "<b>*none*" in seen(kept.page.inner_text("[data-testid=stAlert]"))
    kept.page.goto(f"{address}/replay?game={SPECIAL}&event=x&view=99")
    table_at(kept, 0)
    kept.page.goto(f"{address}/replay?game={SPECIAL}&event=100000")
    table_at(kept, 204)
    assert kept.page.locator("[data-testid=stException]").count() == 0
