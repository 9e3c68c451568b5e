"""每一页: in both languages, narrow and wide, light and dark, with names like syntax: quiet, fitting, accessible."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe

from analyzer.importing import bring
from dashboards.importing import samples as shipped
from tests.browser import samples
from tests.browser.conftest import Watch, Watcher, dashboard, settled

NASTY = "<b>x</b> *2* [a](http://evil.example) =1+1 :smile: ![p](//evil.example/p.png) 甲\u200f乙"
MADE_OF_NAMES = (
    '[data-testid=stMain] :is(img:not([data-testid] img), a[href^="http://evil"], a[href^=javascript], .katex, iframe)'
)
SERIOUS = ("serious", "critical")
pytestmark = pytest.mark.browser


class Case(NamedTuple):
    """A page: its path, what it is known to be ready by, and whether it needs a game."""

    path: str
    ready: str
    game: bool = True


PAGES = (
    Case("", "[data-testid=stPageLink-NavLink]", game=False),
    Case("replay", ".paishen[data-event]"),
    Case("cards", "[data-testid=stTable]"),
    Case("roles", "[data-testid=stPlotlyChart] .legend"),
    Case("audit", "[data-testid=stTable] >> nth=1"),
    Case("players", "[data-testid=stPlotlyChart] .xtick", game=False),
    Case("record", "[data-testid=stForm]", game=False),
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The dashboard over the samples, and a game with a message and with names like syntax."""
    folder = tmp_path_factory.mktemp("archive")
    log = {**samples.log(), "game": NASTY, "players": samples.HOSTILE}
    log["events"] = [{"type": "note", "text": NASTY}, *log["events"]]
    for event in log["events"]:
        if event["type"] == "mind":
            event["text"] = f"<svg onload=alert(1)> {NASTY}"
    file = folder / "nasty.paipu.json"
    file.write_text(json.dumps(log, ensure_ascii=False), "utf-8")
    assert {entry.outcome for entry in bring([file, *shipped()], folder)} == {"stored"}
    with dashboard(folder) as served:
        yield served


def shown(kept: Watch, address: str, case: Case, lang: str, game: str) -> None:
    """A page of a game, when nothing more happens."""
    query = f"game={quote(game, safe='')}&" if case.game else ""
    kept.page.goto(f"{address}/{case.path}?{query}lang={lang}")
    kept.page.wait_for_selector(case.ready)
    settled(kept.page)


@pytest.mark.parametrize("case", PAGES, ids=lambda case: case.path or "games")
def test_names_stay_names_and_nobody_is_kept_out(watch: Watcher, address: str, case: Case) -> None:
    for lang, dark in (("zh", False), ("en", True)):
        kept = watch(dark=dark)
        shown(kept, address, case, lang, NASTY)
        if case.path != "record":  # its names are in a list that is still closed
            text = kept.page.inner_text("[data-testid=stMain]").replace("\u2060", "")
            assert any(name in text for name in samples.HOSTILE)
        found = Axe().run(kept.page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in SERIOUS] == []
        for width in (390, 1440):
            kept.page.set_viewport_size({"width": width, "height": 900})
            settled(kept.page)
            assert kept.page.evaluate("document.documentElement.scrollWidth") <= width
            assert kept.page.locator(MADE_OF_NAMES).count() == 0
            assert kept.page.locator("[data-testid=stException]").count() == 0
        kept.quiet()


def test_no_page_says_anything_as_html() -> None:
    code = [path.read_text("utf-8") for path in Path(__file__).resolve().parents[2].glob("dashboards/**/*.py")]
    assert not any("unsafe_allow_html" in text for text in code)
    assert sum(text.count("st.html(") for text in code) == 1  # the style sheet
