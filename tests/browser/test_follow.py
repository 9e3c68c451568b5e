"""跟着看: the cards page beside a game that is being recorded - soon, as an onlooker or a seat, focus and text kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from analyzer.admission import seat_token
from analyzer.paipu import dumps_json
from analyzer.recorder import Recorder
from analyzer.simulate import simulate
from tests.browser.conftest import Watcher, dashboard
from tests.browser.test_replay import Received, hands

pytestmark = pytest.mark.browser
BEGUN = 12


@cache
def whole() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(dumps_json(simulate("room-quick", 7)))
    return made


@pytest.fixture
def recorder(tmp_path: Path) -> Iterator[Recorder]:
    """A game that another program records, twelve events of it."""
    folder = tmp_path / "recording"
    folder.mkdir()
    header = {key: value for key, value in whole().items() if key not in ("events", "game")} | {"game": "live"}
    with Recorder(folder / "live.paipu.jsonl", header) as made:
        for event in whole()["events"][:BEGUN]:
            made.append(event)
        yield made


def test_it_follows_and_takes_nothing_from_a_text(watch: Watcher, tmp_path: Path, recorder: Recorder) -> None:
    with dashboard(tmp_path) as address:
        kept = watch()
        received = Received(kept.page)
        kept.page.goto(f"{address}/cards?record=live")
        kept.page.wait_for_selector(f"text=已有 {BEGUN} 个事件 · 旁观者")
        note = kept.page.get_by_label("自己的笔记（只在这一页）")
        note.click()
        for index in range(BEGUN, BEGUN + 6):
            kept.page.keyboard.type("记")
            recorder.append(whole()["events"][index])
            kept.page.wait_for_selector(f"text=已有 {index + 1} 个事件")
            kept.page.wait_for_selector(f'.paishen[data-event="{index + 1}"]')
        assert kept.page.get_attribute(".paishen", "data-still") == "true"
        assert kept.page.locator('.hand[data-kind="open"]').count() == 0
        assert note.input_value() == "记" * 6
        assert note.evaluate("node => node === document.activeElement")
        assert kept.page.locator("[data-testid=stTable]").count() >= 1
        assert not any(received.has(hand) for hand in hands(whole()))
        kept.quiet()


def test_a_seat_follows_with_its_token(watch: Watcher, tmp_path: Path, recorder: Recorder) -> None:
    with dashboard(tmp_path) as address:
        kept = watch()
        received = Received(kept.page)
        kept.page.goto(f"{address}/cards?record=live&view=2&token={seat_token(recorder.header, 2)}")
        kept.page.wait_for_selector("text=2 号 乙")
        kept.page.wait_for_selector('[data-seat="2"] .hand[data-kind="open"]')
        assert kept.page.locator('.hand[data-kind="open"]').count() == 1
        kept.page.locator("[data-testid=stTable] th", has_text="自己").wait_for()
        own = kept.page.locator('[data-seat="2"] .held').get_attribute("aria-label") or ""
        assert own.count("×") > 3
        assert not any(received.has(hand) for seat, hand in enumerate(hands(whole()), 1) if seat != 2)
        kept.page.goto(f"{address}/cards?record=live&view=2&token=00")
        kept.page.wait_for_selector("text=旁观者")
        kept.page.locator("[data-testid=stTable] th", has_text="未见").wait_for()
        assert kept.page.locator("[data-testid=stTable] th", has_text="自己").count() == 0


def test_a_recording_that_is_not_there_is_said_so(watch: Watcher, tmp_path: Path) -> None:
    with dashboard(tmp_path) as address:
        kept = watch()
        for name in ("none", "..%2F..%2Fetc%2Fpasswd", "%2Fetc%2Fpasswd"):
            kept.page.goto(f"{address}/cards?record={name}")
            kept.page.wait_for_selector("[data-testid=stAlert]")
            assert kept.page.locator("[data-testid=stException]").count() == 0
