"""记录: a game entered in the browser - taps and lines, what is refused, a reload, a token for strangers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Watch, Watcher, dashboard, fits, settled
from tests.conftest import Paishen

NASTY = "<b>x</b> *2* :smile: $x$"
AT_ONCE = """(pad, plays) => {
    for (const ranks of plays) {
        for (const rank of ranks) pad.querySelector(`[data-rank="${rank}"]`).click();
        pad.querySelector(".act.play").click();
    }
}"""
"""Taps faster than any answer can come."""
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("archive")


@pytest.fixture(scope="module")
def address(archive: Path) -> Iterator[str]:
    with dashboard(archive) as served:
        yield served


def begun(watch: Watcher, address: str, name: str, width: int = 1440) -> Watch:
    """A game that an onlooker records, as far as the emperor's first play."""
    kept = watch(width, 1000)
    kept.page.goto(f"{address}/record")
    kept.page.wait_for_selector("[data-testid=stForm]")
    settled(kept.page)
    kept.page.get_by_label("这一局叫什么").fill(name)
    kept.page.get_by_label("3 号").fill(NASTY)
    for label, option in (("玩法", "快速场"), ("谁在记", "旁观者")):
        kept.page.get_by_role("combobox", name=label).click()
        kept.page.get_by_role("option", name=option).click()
    kept.page.get_by_role("button", name="开始记").click()
    for line, said in (("1", "✓ 0 发牌"), ("3 y", f"✓ 1 {NASTY} 登基")):
        kept.page.locator(".pad .text").fill(line)
        kept.page.locator(".pad .text").press("Enter")
        kept.page.locator(".pad .log li", has_text=said).wait_for()
    return kept


def tap(kept: Watch, ranks: str) -> None:
    for rank in ranks:
        kept.page.locator(f'.pad [data-rank="{rank}"]').click()
    kept.page.locator(".pad .act.play").click()


def stored(archive: Path, name: str) -> list[dict[str, Any]]:
    lines = (archive / "recording" / f"{name}.paipu.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines[1:]]


def said(kept: Watch) -> list[str]:
    return kept.page.locator(".pad .log li:not(.waiting)").all_inner_texts()


def test_taps_become_plays_and_none_is_lost(watch: Watcher, address: str, archive: Path) -> None:
    kept = begun(watch, address, "taps")
    tap(kept, "777")
    for _ in range(3):
        kept.page.locator(".pad .act.pass").click()
    tap(kept, "999")
    kept.page.locator(".pad .log .good", has_text="✓ 6 乙 出 999").wait_for()
    assert [event["type"] for event in stored(archive, "taps")] == [
        "deal", "accept", "play", "pass", "pass", "pass", "play",
    ]  # fmt: skip
    assert kept.page.inner_text(".pad .turn") == f"轮到 3 号 {NASTY}"
    assert kept.page.locator(".pad .waiting").count() == 0
    kept.page.wait_for_selector('.paishen[data-event="7"]')
    kept.quiet()


def test_what_is_shown_as_accepted_is_on_the_disk_and_outlives_a_reload(
    watch: Watcher, address: str, archive: Path
) -> None:
    kept = begun(watch, address, "reload", width=390)
    tap(kept, "88")
    kept.page.locator(".pad .log .good", has_text="✓ 2").wait_for()
    before = stored(archive, "reload")
    assert before[-1]["cards"] == "88"
    kept.page.reload()
    kept.page.wait_for_selector('.paishen[data-event="3"]')
    assert kept.page.inner_text(".pad .turn") == "轮到 4 号 丁"
    kept.page.locator(".pad .act.undo").click()
    kept.page.locator(".pad .log .good", has_text="✓ 3 撤回").wait_for()
    assert stored(archive, "reload")[:-1] == before
    fits(kept.page)
    kept.quiet()


def test_a_line_that_was_on_its_way_is_sent_again_and_stored_once(watch: Watcher, address: str, archive: Path) -> None:
    kept = begun(watch, address, "again")
    tap(kept, "66")
    kept.page.locator(".pad .log .good", has_text="✓ 2").wait_for()
    (play,) = [event for event in stored(archive, "again") if event["type"] == "play"]
    unanswered = json.dumps([{"id": play["x-id"], "line": "66", "after": None}])
    kept.page.evaluate("(lines) => sessionStorage.setItem('paishen.pad.again', lines)", unanswered)
    kept.page.reload()
    kept.page.wait_for_selector(".pad .turn")
    settled(kept.page)
    kept.page.wait_for_function("sessionStorage.getItem('paishen.pad.again') === '[]'")
    assert len(stored(archive, "again")) == 3
    assert kept.page.locator(".pad .bad").count() == 0


def test_what_breaks_a_rule_is_refused_and_what_followed_waits(watch: Watcher, address: str, archive: Path) -> None:
    kept = begun(watch, address, "refused")
    tap(kept, "777")
    kept.page.locator(".pad .log .good", has_text="✓ 2").wait_for()
    kept.page.locator(".pad").evaluate(AT_ONCE, ["9", "888"])
    kept.page.locator(".pad .log .bad >> nth=1").wait_for()
    assert said(kept)[:2] == ["✕ 没有记: 前一条被拒, 请看一看再记", "✕ 9: 张数与上一手不同 (规则书 2.4)照记"]
    assert len(stored(archive, "refused")) == 3
    kept.page.locator(".pad .again").click()
    kept.page.locator(".pad .log li", has_text="3 丁 出 9").wait_for()
    assert stored(archive, "refused")[-1]["cards"] == "9"
    kept.quiet()


def test_legal_plays_are_one_tap(watch: Watcher, address: str, archive: Path) -> None:
    kept = begun(watch, address, "chips")
    kept.page.locator(".pad .chip", has_text="KK").or_(kept.page.locator(".pad .chip", has_text="K")).first.click()
    kept.page.locator(".pad .log .good", has_text="✓ 2").wait_for()
    assert stored(archive, "chips")[-1]["cards"] == "K"


def test_strangers_need_the_recorders_token(watch: Watcher, address: str, archive: Path) -> None:
    kept = begun(watch, address, "strangers")
    link = kept.page.url
    assert "key=" in link
    with dashboard(archive, "--password", "--allow-host", "club.lan", typed="long enough") as club:
        other = watch()
        other.page.goto(f"{club}/record?record=strangers")
        other.page.fill("input[type=password]", "long enough")
        other.page.click("button")
        other.page.wait_for_selector("[data-testid=stAlert]")
        # the first dashboard has the file, so that even its header cannot be read here
        assert "别的程序正在记这一局" in other.page.inner_text("[data-testid=stAlert]")
        other.page.goto(f"{club}/record")
        other.page.get_by_role("button", name="开始记").click()
        other.page.wait_for_selector(".pad .turn")
        mine = other.page.url
        other.page.goto(mine.split("&key=")[0])
        other.page.wait_for_selector("text=这一局由别人在记")
        assert other.page.locator(".pad").count() == 0
        other.page.goto(mine)
        other.page.wait_for_selector(".pad .turn")


def test_a_sealed_game_says_its_head_and_takes_nothing_more(
    watch: Watcher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, paishen: Paishen
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))
    with dashboard(tmp_path) as address:
        kept = begun(watch, address, "sealed", width=390)
        kept.page.get_by_role("button", name="封存").click()
        kept.page.get_by_role("button", name="封存，不再记了").click()
        kept.page.wait_for_selector("text=没有这把钥匙")
        assert paishen("keys", "new").status == 0
        kept.page.get_by_role("button", name="封存，不再记了").click()
        kept.page.wait_for_selector("text=已封存，共 2 个事件。")
        file = tmp_path / "recording" / "sealed.paipu.jsonl"
        (told,) = paishen("verify", file, "--json").json
        assert told["integrity"] == "sealed"
        codes = kept.page.locator("[data-testid=stCode]").all_inner_texts()
        assert [code.strip() for code in codes] == [told["head"], told["key"]]
        fits(kept.page)
        kept.page.reload()
        kept.page.wait_for_selector("text=已封存，共 2 个事件。")
        assert kept.page.locator(".pad").count() == 0
        kept.page.get_by_role("button", name="存进牌谱库").click()
        kept.page.wait_for_selector("text=已存进牌谱库：存入")
        kept.page.goto(f"{address}/audit?game=sealed")
        for name, end in (("牌谱 (.json)", "json"), ("争议卷宗 (.zip)", "zip")):
            with kept.page.expect_download() as taken:
                kept.page.get_by_role("button", name=name).click()
            taken.value.save_as(tmp_path / f"taken.paipu.{end}")
            (proved,) = paishen("verify", tmp_path / f"taken.paipu.{end}", "--key", told["key"], "--json").json
            assert (proved["integrity"], proved["head"], proved["faults"]) == ("sealed", told["head"], [])
        kept.quiet()
