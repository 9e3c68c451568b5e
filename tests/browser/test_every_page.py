"""每一页: in both languages, narrow and wide, light and dark, with names like syntax: quiet, fitting, accessible."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import pytest
from axe_playwright_python.sync_playwright import Axe

from analyzer.importing import bring
from analyzer.paipu import dumps_lines
from dashboards.importing import samples as shipped
from tests.browser import samples
from tests.browser.conftest import Watch, Watcher, dashboard, fits, seen, settled

MADE_OF_NAMES = (
    '[data-testid=stMain] :is(img:not([data-testid] img), a[href^="http://evil"], a[href^=javascript], .katex, iframe)'
)
SERIOUS = ("serious", "critical")
pytestmark = pytest.mark.browser


class Case(NamedTuple):
    """A page: its path, what it is known to be ready by, what its address asks for, whether names are in sight."""

    path: str
    ready: str
    asks: dict[str, str]
    names: bool = True

    def __str__(self) -> str:
        return " ".join((self.path or "games", *(name for name in self.asks if name == "record")))


GAME = {"game": samples.NASTY}
PAGES = (
    Case("", "[data-testid=stPageLink-NavLink]", {}),
    Case("replay", "[data-testid=stTable]", GAME),
    Case("cards", "[data-testid=stTable]", GAME),
    Case("cards", "[data-testid=stTable] >> nth=1", {"record": "nasty"}),
    Case("roles", "[data-testid=stPlotlyChart] .legend", GAME),
    Case("audit", "[data-testid=stTable] >> nth=1", GAME),
    Case("players", "[data-testid=stPlotlyChart] .xtick", {"player": samples.HOSTILE[1]}),
    Case("record", "[data-testid=stForm]", {}, names=False),  # they are in a list that is still closed
    Case("record", ".pad .turn", {"record": "nasty"}),
)


@pytest.fixture(scope="module", params=["samples", "many"])
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The dashboard over the samples, and over 20,000 games; both have one with a message and names like syntax."""
    if request.param == "many":
        folder = request.getfixturevalue("many")
    else:
        folder = tmp_path_factory.mktemp("archive")
        file = folder / "nasty.paipu.jsonl"
        file.write_bytes(dumps_lines(samples.nasty()))
        assert {entry.outcome for entry in bring([file, *shipped()], folder)} == {"stored"}
        samples.recording(folder)
    with dashboard(folder) as served:
        yield served


def shown(kept: Watch, address: str, case: Case, lang: str) -> None:
    """A page, when nothing more happens."""
    kept.page.goto(f"{address}/{case.path}?{urlencode({**case.asks, 'lang': lang})}")
    kept.page.wait_for_selector(case.ready)
    if case.path == "cards" and "record" in case.asks:
        return  # it looks again and again
    settled(kept.page)


@pytest.mark.parametrize("case", PAGES, ids=str)
def test_names_stay_names_and_nobody_is_kept_out(watch: Watcher, address: str, case: Case) -> None:
    for lang, widths in (("zh", (1440, 390)), ("en", (390, 1440))):
        kept = watch(widths[0], dark=lang == "en")
        shown(kept, address, case, lang)
        parts = kept.page.locator("[data-testid=stMain], .pad, .paishen").all_inner_texts()
        text = seen("".join(parts))
        assert any(name in text for name in samples.HOSTILE) == case.names
        found = Axe().run(kept.page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in SERIOUS] == []
        for width in widths:
            kept.page.set_viewport_size({"width": width, "height": 900})
            kept.page.wait_for_timeout(300)
            fits(kept.page)
            assert kept.page.locator(MADE_OF_NAMES).count() == 0
            assert kept.page.locator("[data-testid=stException]").count() == 0
        kept.quiet()


def test_no_page_says_anything_as_html() -> None:
    code = [path.read_text("utf-8") for path in Path(__file__).resolve().parents[2].glob("dashboards/**/*.py")]
    assert not any("unsafe_allow_html" in text for text in code)
    assert sum(text.count("st.html(") for text in code) == 1  # the style sheet
