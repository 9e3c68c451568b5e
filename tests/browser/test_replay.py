"""复盘: the replay page in a browser - its list, timelines, guessing first, fast keys, and what the page received."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from analyzer.admission import seat_token
from analyzer.cards import shown, write_cards
from analyzer.importing import bring
from analyzer.paipu import Sourced, dumps_json, loads
from analyzer.simulate import simulate
from tests.browser import samples
from tests.browser.conftest import Watch, Watcher, dashboard, settled

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocket

WHOLE, SECRET, GOING = "2026-11-30%2Ft3%2F007", "secret", "going"
SALT = "5a" * 16
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The dashboard over two games that are over, and one of them while it went on."""
    folder = tmp_path_factory.mktemp("archive")
    file = folder / "three.paipu.jsonl"
    logs = (samples.log(), secret(), going())
    file.write_text("".join(json.dumps(log, ensure_ascii=False) + "\n" for log in logs), "utf-8")
    assert [entry.status for entry in bring([file], folder)] == ["disputed", "valid", "incomplete"]
    with dashboard(folder) as served:
        yield served


@cache
def secret() -> dict[str, Any]:
    """A game in which nobody declares who the guard is."""
    made: dict[str, Any] = json.loads(dumps_json(simulate("room-quick", 7)))
    return {**made, "game": SECRET, "players": samples.log()["players"]}


def going() -> dict[str, Any]:
    return {**secret(), "game": GOING, "salt": SALT, "events": secret()["events"][:30]}


def rebel() -> int:
    """A seat of the secret game that learns late who the guard is."""
    marked = ("B*", "R*")
    return next(seat for seat, hand in enumerate(hands(secret()), 1) if not any(card in hand for card in marked))


def hands(log: dict[str, Any]) -> list[str]:
    """The five dealt hands as the table writes them."""
    dealt = next(event for event in log["events"] if event["type"] == "deal")
    return [write_cards(shown(hand).cards) for hand in dealt["hands"]]


class Received:
    """Everything that a page was sent: answers and what came through its socket."""

    def __init__(self, page: Page) -> None:
        self.parts: list[bytes] = []
        page.on("websocket", self._listen)
        page.on("response", lambda answer: self.parts.append(answer.url.encode()))

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._keep)

    def _keep(self, payload: str | bytes) -> None:
        self.parts.append(payload if isinstance(payload, bytes) else payload.encode())

    def has(self, text: str) -> bool:
        return any(text.encode() in part for part in self.parts)


def table_at(kept: Watch, event: int) -> None:
    kept.page.wait_for_selector(f'.paishen[data-event="{event}"]')


@pytest.mark.parametrize(("view", "seen"), [(0, {1, 2, 3, 4, 5}), (4, {4}), (-1, set())])
def test_only_what_a_view_sees_is_sent(watch: Watcher, address: str, view: int, seen: set[int]) -> None:
    kept = watch()
    received = Received(kept.page)
    kept.page.goto(f"{address}/replay?game={WHOLE}&event=9&view={view}")
    table_at(kept, 9)
    kept.page.wait_for_selector("[data-testid=stTable]")
    assert {seat for seat, hand in enumerate(hands(samples.log()), 1) if received.has(hand)} == seen
    kept.quiet()


@pytest.mark.parametrize("view", [0, 3, -1])
def test_a_game_that_goes_on_is_an_onlookers(watch: Watcher, address: str, view: int) -> None:
    kept = watch()
    received = Received(kept.page)
    kept.page.goto(f"{address}/replay?game={GOING}&event=12&view={view}")
    table_at(kept, 12)
    kept.page.wait_for_selector("[data-testid=stTable]")
    kept.page.wait_for_selector("text=这一局还在进行")
    assert not any(received.has(hand) for hand in hands(going()))
    rows = kept.page.locator("[data-testid=stTable] tr").all_inner_texts()
    assert "侍卫" not in "".join(rows[1:])
    assert not received.has(SALT)
    kept.quiet()


def test_a_token_opens_its_seat_alone(watch: Watcher, address: str) -> None:
    (found,) = loads(json.dumps(going()).encode(), "a.json")
    assert isinstance(found, Sourced)
    token = seat_token(found.log, 2)
    kept = watch()
    received = Received(kept.page)
    kept.page.goto(f"{address}/replay?game={GOING}&event=1&view=2&token={token}")
    table_at(kept, 1)
    kept.page.wait_for_selector('[data-seat="2"] .column')
    kept.page.wait_for_selector("[data-testid=stTable]")
    assert [received.has(hand) for hand in hands(going())] == [False, True, False, False, False]
    kept.page.goto(f"{address}/replay?game={GOING}&event=1&view=3&token={token}")
    table_at(kept, 1)
    kept.page.wait_for_selector("[data-testid=stTable]")
    assert [received.has(hand) for hand in hands(going())] == [False, True, False, False, False]


def test_turns_of_belief_are_marked_once_the_table_is_there(watch: Watcher, address: str) -> None:
    kept = watch()
    kept.page.goto(f"{address}/replay?game={SECRET}&event=3&view=-1")
    table_at(kept, 3)
    kept.page.wait_for_selector(".mark.swing")
    kept.page.keyboard.press("ArrowRight")
    table_at(kept, 4)
    kept.quiet()


def test_who_is_winning_is_shown_and_its_turns_are_marked(watch: Watcher, address: str) -> None:
    """The figure has a band for each result; nothing of other hands reaches the page of an onlooker."""
    kept = watch(1440, 1800)
    received = Received(kept.page)
    kept.page.goto(f"{address}/replay?game={SECRET}&event=3&view=-1")
    table_at(kept, 3)
    settled(kept.page)
    assert kept.page.locator(".mark.winning").count() == 0
    kept.page.get_by_role("radio", name="谁会赢").click()
    kept.page.wait_for_selector("text=每个事件之后打完 200 局", timeout=120_000)
    kept.page.wait_for_selector(".js-plotly-plot .legendtext")
    names = kept.page.locator(".js-plotly-plot .legendtext").all_text_contents()
    assert sorted(names) == sorted(["皇帝一方胜", "平局", "革命党胜"])
    said = kept.page.locator("[data-testid=stText]").all_inner_texts()
    assert any(re.match(r"事件 \d+: [1-5] 号位.*皇帝一方", line) for line in said)
    kept.page.wait_for_selector(".mark.winning")
    assert not any(received.has(hand) for hand in hands(secret()))
    kept.quiet()


def test_no_key_is_lost_while_the_page_works(watch: Watcher, address: str) -> None:
    kept = watch()
    kept.page.goto(f"{address}/replay?game={WHOLE}&event=0")
    table_at(kept, 0)
    for _ in range(45):
        kept.page.keyboard.press("ArrowRight")
        kept.page.wait_for_timeout(50)
    table_at(kept, 45)
    kept.page.wait_for_url("**event=45*")
    kept.quiet()


def test_a_line_of_the_list_is_a_moment(watch: Watcher, address: str) -> None:
    kept = watch()
    kept.page.goto(f"{address}/replay?game={WHOLE}&event=0")
    table_at(kept, 0)
    assert kept.page.locator(".event:visible").count() == 204
    kept.page.locator(".event .told").nth(9).click()
    table_at(kept, 10)
    assert kept.page.locator('[aria-current="true"] .at').inner_text() == "9"
    kept.page.get_by_role("button", name="不看过牌").click()
    shown_lines = kept.page.locator(".event:visible").count()
    passes = sum(event["type"] == "pass" for event in samples.log()["events"])
    assert shown_lines == 204 - passes
    kept.page.wait_for_url("**event=10*")
    kept.quiet()


def test_a_click_on_a_timeline_takes_the_table_there(watch: Watcher, address: str) -> None:
    kept = watch(1440, 1800)
    kept.page.goto(f"{address}/replay?game={WHOLE}&event=0")
    table_at(kept, 0)
    kept.page.wait_for_selector(".js-plotly-plot .points path")
    for at in (60, 60, 100):
        kept.page.keyboard.press("Home")
        table_at(kept, 0)
        kept.page.wait_for_url("**event=0*")
        settled(kept.page)
        kept.page.locator(".js-plotly-plot .points").first.locator("path").nth(at).click(force=True)
        table_at(kept, at)
        kept.page.wait_for_url(f"**event={at}*")
    kept.quiet()


def test_the_guard_is_guessed_before_anything_is_told(watch: Watcher, address: str) -> None:
    kept = watch()
    received = Received(kept.page)
    kept.page.goto(f"{address}/replay?game={SECRET}&view=-1")
    table_at(kept, 0)
    kept.page.locator("label", has_text="先猜侍卫").click()
    kept.page.wait_for_selector("text=谁是侍卫？")
    settled(kept.page)
    received.parts.clear()
    kept.page.get_by_role("combobox", name="视角").click()
    kept.page.get_by_role("option", name=f"{rebel()} 号").click()
    kept.page.wait_for_selector(f"text={secret()['players'][rebel() - 1]} 的视角")
    settled(kept.page)
    assert received.has('"verdict": {}')
    assert not received.has('"winner"')
    assert kept.page.locator(".js-plotly-plot").count() == 0
    kept.page.get_by_role("combobox", name="视角").click()
    kept.page.get_by_role("option", name="旁观者").click()
    kept.page.wait_for_selector("text=旁观视角")
    settled(kept.page)
    last = int(kept.page.get_attribute(".range", "max") or 0)
    assert 2 < last < len(secret()["events"])
    assert kept.page.locator("[data-testid=stTable]").count() == 0
    (guard,) = [seat for seat, hand in enumerate(hands(secret()), 1) if "B*" in hand]
    name = f"{guard} {secret()['players'][guard - 1]}"
    kept.page.get_by_role("radio", name=name).click()
    kept.page.get_by_role("button", name="就猜这一家").click()
    kept.page.wait_for_selector(f"text=猜对了：{name}。")
    kept.page.wait_for_selector("[data-testid=stTable]")
    assert kept.page.get_attribute(".range", "max") == str(len(secret()["events"]))
    kept.quiet()
