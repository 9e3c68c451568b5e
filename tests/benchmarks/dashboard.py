"""量面板: how fast the dashboard is in Chromium, each figure beside its bar; exits 1 when one is missed.

    python tests/benchmarks/dashboard.py [GAMES [ARCHIVE]]

GAMES (20,000) are simulated ones, of which 500 differ; an ARCHIVE that is there is used as it is.
Medians of ten rounds after one to warm up. Run it on a quiet machine.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from analyzer.paipu import dumps_json  # noqa: E402
from analyzer.recorder import Recorder  # noqa: E402
from analyzer.simulate import simulate  # noqa: E402
from tests.benchmarks.figure import Figure  # noqa: E402
from tests.browser.conftest import QUIET, dashboard, seen  # noqa: E402
from tests.many import filled  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROUNDS = 10
PAINTED = """() => new Promise(done => {
    document.addEventListener("keydown", () => {
        const pressed = performance.now();
        requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => done(performance.now() - pressed);
            channel.port2.postMessage(0);
        });
    }, { once: true, capture: true });
})"""
"""From a key press to the frame in which what it did is on the screen."""


def median(measure: Callable[[int], float]) -> float:
    """The median of some rounds, after one that does not count."""
    measure(0)
    return statistics.median(measure(number) for number in range(1, ROUNDS + 1))


def timed(act: Callable[[], object]) -> float:
    """How long something takes, in seconds."""
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def first_page(page: Page, address: str) -> float:
    """From the address to the list of games."""

    def once(_: int) -> float:
        page.goto("about:blank")
        return timed(lambda: (page.goto(address), page.wait_for_selector("[data-testid=stPageLink-NavLink] >> nth=19")))

    return median(once)


def filtering(page: Page, address: str) -> float:
    """From a player chosen to another count of games."""
    page.goto(address)
    page.wait_for_selector("[data-testid=stPageLink-NavLink] >> nth=19")

    def once(number: int) -> float:
        field = page.get_by_label("找一局")
        before = page.locator("[data-testid=stCaptionContainer]").first.inner_text()
        field.fill(str(number % 10) if number % 2 else f"{number % 10}{number % 7}{number % 3}")  # many, or few

        def enter() -> None:
            field.press("Enter")
            page.wait_for_function(
                "before => document.querySelector('[data-testid=stCaptionContainer]').innerText !== before", arg=before
            )

        return timed(enter)

    return median(once)


def opening(page: Page, address: str) -> float:
    """From a click on a game of the list, opened for the first time, to its table."""

    def opened(number: int) -> None:
        page.locator("[data-testid=stPageLink-NavLink]").nth(number).click()
        page.wait_for_selector(".paishen[data-event]")

    def once(number: int) -> float:
        page.goto(address)
        page.locator("[data-testid=stPageLink-NavLink]").nth(19).wait_for()
        page.wait_for_timeout(500)
        return timed(lambda: opened(number))

    return median(once)


def stepping(page: Page, address: str, game: str) -> float:
    """From a key to the painted table, on the replay page."""
    page.goto(f"{address}/replay?game={quote(game, safe='')}&event=40")
    page.wait_for_selector('.paishen[data-event="40"]')
    page.wait_for_timeout(1500)

    def once(_: int) -> float:
        waiting = page.evaluate_handle(f"() => ({{ painted: ({PAINTED})() }})")
        page.keyboard.press("ArrowRight")
        return float(page.evaluate("one => one.painted", waiting)) / 1000

    return median(once)


def following(page: Page, address: str, archive: Path) -> float:
    """From an event on the disk to the cards page beside it."""
    whole = json.loads(dumps_json(simulate("room-normal", 7)))
    header = {key: value for key, value in whole.items() if key not in ("events", "game")} | {"game": "live"}
    place = archive / "recording" / f"bench-{time.time_ns()}.paipu.jsonl"
    place.parent.mkdir(exist_ok=True)
    with Recorder(place, header) as recorder:
        for event in whole["events"][:10]:
            recorder.append(event)
        page.goto(f"{address}/cards?record={place.name.removesuffix('.paipu.jsonl')}")
        page.wait_for_selector("text=已有 10 个事件")

        def once(number: int) -> float:
            page.wait_for_timeout(170 * (number % 4))
            recorder.append(whole["events"][10 + number])
            return timed(lambda: page.wait_for_selector(f"text=已有 {11 + number} 个事件"))

        found = median(once)
    place.unlink()
    return found


def figures(archive: Path) -> list[Figure]:
    """All figures over an archive."""
    from playwright.sync_api import sync_playwright

    with dashboard(archive) as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=list(QUIET))
        page = browser.new_page(viewport={"width": 1440, "height": 1000})
        page.goto(address)
        page.wait_for_selector("[data-testid=stPageLink-NavLink] >> nth=1", timeout=120_000)
        game = page.locator("[data-testid=stPageLink-NavLink]").first.inner_text().strip()
        game = seen(game.splitlines()[-1])
        found = [
            Figure("dashboard: key to painted", stepping(page, address, game), 0.05, "s", more=False),
            Figure("dashboard: first page, warm", first_page(page, address), 1.5, "s", more=False),
            Figure("dashboard: a filter", filtering(page, address), 0.5, "s", more=False),
            Figure("dashboard: opening a game", opening(page, address), 0.5, "s", more=False),
            Figure("dashboard: lag behind a recorder", following(page, address, archive), 1.5, "s", more=False),
        ]
        browser.close()
    return found


def main() -> int:
    """Print the table; 1 when a bar is missed."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    with tempfile.TemporaryDirectory(prefix="paishen-") as folder:
        archive = Path(sys.argv[2]) if len(sys.argv) > 2 else filled(Path(folder), count)
        found = figures(archive)
    for figure in found:
        mark = "ok  " if figure.held else "MISS"
        print(f"{mark} {figure.name:36} {figure.value:9.3f} {'>=' if figure.more else '<='} {figure.bar} {figure.unit}")
    return 0 if all(figure.held for figure in found) else 1


if __name__ == "__main__":
    sys.exit(main())
