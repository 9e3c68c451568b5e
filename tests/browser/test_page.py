"""单页: the exported page in a browser - stepping, keys, views, languages, names, and nobody asked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from analyzer.viewer import pack
from analyzer.viewer.assets import HERE
from analyzer.viewer.page import page as render
from tests.browser import samples
from tests.browser.conftest import Watch, Watcher

LAST = 204
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


def opened(watch: Watcher, folder: Path, game: dict[str, Any], query: str = "", **size: Any) -> Watch:
    """The exported page of a game, open."""
    file = folder / "game.html"
    file.write_text(render(game, game["lang"]), "utf-8")
    kept = watch(**size)
    kept.page.goto(f"{file.as_uri()}{query}")
    kept.page.wait_for_selector("[data-event]")
    return kept


def at(kept: Watch) -> int:
    """The event at which the table stands."""
    return int(kept.page.get_attribute(".paishen", "data-event") or -1)


def plate(kept: Watch, seat: int) -> str:
    """What stands beside a seat's name."""
    return kept.page.inner_text(f'[data-seat="{seat}"] .plate')


def test_keys_step_and_jump(watch: Watcher, folder: Path) -> None:
    kept = opened(watch, folder, samples.game())
    right, left = "ArrowRight", "ArrowLeft"
    keys = [right, right, left, "End", right, "Home", left, "]", "PageDown", "["]
    stops = []
    for key in keys:
        kept.page.keyboard.press(key)
        stops.append(at(kept))
    assert stops == [1, 2, 1, LAST, LAST, 0, 0, 7, 11, 7]
    kept.quiet()


def test_no_key_is_lost_at_fifteen_a_second(watch: Watcher, folder: Path) -> None:
    kept = opened(watch, folder, samples.game())
    for _ in range(20):
        kept.page.keyboard.press("ArrowRight")
        kept.page.wait_for_timeout(50)
    assert at(kept) == 20


def test_a_step_redraws_little(watch: Watcher, folder: Path) -> None:
    """What makes a step fast: most of the table is left as it is."""
    kept = opened(watch, folder, samples.game())
    counted = """() => new Promise(done => {
        let changes = 0;
        new MutationObserver(found => {
            for (const one of found) changes += one.addedNodes.length + one.removedNodes.length || 1;
        }).observe(document.querySelector(".paishen"), { subtree: true, childList: true, attributes: true });
        window.changes = () => { const found = changes; changes = 0; return found; };
        done();
    })"""
    kept.page.evaluate(counted)
    steps = []
    for _ in range(60):
        kept.page.keyboard.press("ArrowRight")
        steps.append(kept.page.evaluate("window.changes()"))
    elements = kept.page.locator(".paishen *").count()
    assert at(kept) == 60
    assert min(steps) > 0
    assert max(steps) < elements / 10
    assert sorted(steps)[30] < elements / 30


def test_the_table_tells_the_event_in_words(watch: Watcher, folder: Path) -> None:
    kept = opened(watch, folder, samples.game(), "?event=2")
    assert kept.page.text_content(".story") == "阿强 让位给 小李，交出 皇"
    kept.page.keyboard.press("ArrowRight")
    kept.page.keyboard.press("ArrowRight")
    assert kept.page.text_content(".story") == "老王 登基为皇帝"
    assert "皇帝" in plate(kept, 1)
    assert "侍卫" in plate(kept, 3)
    kept.page.keyboard.press("ArrowRight")
    kept.page.keyboard.press("ArrowRight")
    assert kept.page.inner_text(".trick") == "声明 · 造反"


def test_a_message_is_a_bubble_at_its_sender(watch: Watcher, folder: Path) -> None:
    kept = opened(watch, folder, samples.game(lang="en"), "?event=9")
    bubble = kept.page.inner_text('[data-seat="4"] .bubble')
    assert bubble.split("\n") == ["→ Tom", "watch out", "别压我，下一轮我来接风"]
    assert kept.page.is_hidden('[data-seat="3"] .bubble')


def test_the_end_shows_winner_places_and_points(watch: Watcher, folder: Path) -> None:
    kept = opened(watch, folder, samples.game(), f"?event={LAST}")
    assert kept.page.inner_text(".outcome") == "革命党胜"
    assert "−12" in plate(kept, 1)
    assert "第 1 名" in plate(kept, 2)
    assert "+6" in plate(kept, 2)


def test_another_view_is_sent_nothing_hidden(watch: Watcher, folder: Path) -> None:
    kept = opened(watch, folder, samples.game(view=4), "?event=1")
    assert kept.page.locator('[data-seat="4"] .column').count() > 5
    assert kept.page.locator('[data-seat="1"] .back').count() == 7
    assert kept.page.inner_text('[data-seat="1"] .many') == "34"
    assert kept.page.get_attribute('[data-seat="4"]', "data-place") == "0"
    assert kept.page.get_attribute('[data-seat="5"]', "data-place") == "1"


def test_frames_unpack_to_what_was_packed(watch: Watcher) -> None:
    game = samples.game()
    page = watch().page
    code = (HERE / "frames.js").read_text("utf-8")
    unpacked = page.evaluate(f"(packed) => {{ {code}; return expandFrames(packed); }}", pack(game)["frames"])
    assert unpacked == game["frames"]
    whole, small = (len(json.dumps(each, ensure_ascii=False)) for each in (game, pack(game)))
    assert small * 2 < whole


def test_play_runs_and_pauses(watch: Watcher, folder: Path) -> None:
    kept = opened(watch, folder, samples.game(), "?event=200")
    kept.page.click(".speed", click_count=3)
    assert kept.page.inner_text(".speed") == "8×"
    kept.page.keyboard.press("Escape")
    kept.page.evaluate("document.activeElement.blur()")
    kept.page.keyboard.press(" ")
    kept.page.wait_for_selector(f'[data-event="{LAST}"][data-playing="false"]')
    kept.page.keyboard.press(" ")
    kept.page.wait_for_selector('[data-event="1"][data-playing="true"]')
    kept.page.keyboard.press(" ")
    stopped = at(kept)
    kept.page.wait_for_timeout(400)
    assert at(kept) == stopped


def test_scrubber_and_buttons_move_the_table(watch: Watcher, folder: Path) -> None:
    kept = opened(watch, folder, samples.game())
    kept.page.fill(".range", "100")
    assert at(kept) == 100
    kept.page.focus(".range")
    kept.page.keyboard.press("ArrowRight")
    assert at(kept) == 101
    kept.page.get_by_role("button", name="上一步").click()
    assert at(kept) == 100
    kept.page.get_by_role("button", name="到结尾").click()
    kept.page.keyboard.press("ArrowLeft")
    assert at(kept) == LAST - 1


def test_keys_for_a_text_field_stay_there(watch: Watcher, folder: Path) -> None:
    kept = opened(watch, folder, samples.game(), "?event=5")
    kept.page.evaluate("document.body.append(Object.assign(document.createElement('input'), {id: 'name'}))")
    kept.page.focus("#name")
    kept.page.keyboard.press("ArrowRight")
    kept.page.keyboard.press("Control+ArrowRight")
    assert at(kept) == 5


def test_a_stroke_turns_the_page(watch: Watcher, folder: Path) -> None:
    kept = opened(watch, folder, samples.game(), "?event=5", width=390, height=844)
    stroke = """([from, to]) => {
        const felt = document.querySelector(".felt");
        const touch = (x) => new Touch({ identifier: 1, target: felt, clientX: x, clientY: 200 });
        const begun = { touches: [touch(from)], changedTouches: [touch(from)] };
        felt.dispatchEvent(new TouchEvent("touchstart", begun));
        felt.dispatchEvent(new TouchEvent("touchend", { touches: [], changedTouches: [touch(to)] }));
    }"""
    kept.page.evaluate(stroke, [300, 200])
    assert at(kept) == 6
    kept.page.evaluate(stroke, [100, 200])
    assert at(kept) == 5


def test_names_are_never_syntax(watch: Watcher, folder: Path) -> None:
    kept = opened(watch, folder, samples.hostile(), "?event=9")
    assert kept.page.inner_text('[data-seat="1"] .plate .name') == samples.HOSTILE[0]
    assert kept.page.inner_text('[data-seat="4"] .bubble .text') == "<svg onload=alert(1)>"
    assert kept.page.inner_text(".title") == "</script><script>alert(1)</script>"
    assert kept.page.locator("img").count() == 0
    kept.page.keyboard.press("End")
    kept.quiet()


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_fits_its_window(watch: Watcher, folder: Path, lang: str, dark: bool) -> None:
    kept = opened(watch, folder, samples.game(lang=lang), dark=dark)
    for width in (320, 390, 768, 1024, 1440):
        kept.page.set_viewport_size({"width": width, "height": 844})
        for key in ("Home", "]", "End"):
            kept.page.keyboard.press(key)
            assert kept.page.evaluate("document.documentElement.scrollWidth") <= width
    kept.quiet()


def test_policy_lets_no_other_script_run(watch: Watcher, folder: Path) -> None:
    kept = opened(watch, folder, samples.game())
    kept.page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), {textContent: 'window.ran = true'}))"
    )
    assert kept.page.evaluate("window.ran") is None
    assert [error for error in kept.errors if "Content Security Policy" in error]
