"""浏览器: Debian's Chromium, and the watch that every test of this folder keeps over a page."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import pytest

from tests.browser import samples
from tests.conftest import BROWSERS, serving
from tests.many import filled

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page, Request

QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
MANY = 20_000
UNSEEN = re.compile("[\u2060\u2068\u2069]")
HOME = ("127.0.0.1", "localhost", "")
HARMLESS = ("/_stcore/health", "/_stcore/host-config")
"""Addresses that Streamlit asks for below a page's path and does not find."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a window; where there is none a test fails in CI and is left out elsewhere."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        leave = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        leave("no Chromium here: apt-get install chromium fonts-noto-cjk")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=path, args=list(QUIET))
        yield opened
        opened.close()


class Watch(NamedTuple):
    """What a page did besides showing itself: errors in its console, requests to anybody else."""

    page: Page
    errors: list[str]
    abroad: list[str]

    def quiet(self) -> None:
        """Nothing of the kind happened."""
        assert self.errors == []
        assert self.abroad == []


Watcher = Callable[..., Watch]


@contextmanager
def dashboard(archive: Path, *more: str, typed: str = "") -> Iterator[str]:
    """The address of the dashboard over an archive, as the command serves it; `typed` is its password."""
    with serving(archive, *more, typed=typed) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="session")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of 20,000 simulated games and one with names like syntax, made once; nobody changes it."""
    folder = filled(tmp_path_factory.mktemp("many"), MANY, samples.nasty())
    samples.recording(folder)
    return folder


@pytest.fixture
def watch(browser: Browser) -> Iterator[Watcher]:
    """Opens pages of a size, watched from the start, and closes them after the test."""
    pages: list[Page] = []

    def opened(width: int = 1440, height: int = 900, *, dark: bool = False) -> Watch:
        page = browser.new_page(viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light")
        pages.append(page)
        return listen(page)

    yield opened
    for page in pages:
        page.close()


def settled(page: Page) -> None:
    """Waits until the page's script has nothing to do."""
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    page.wait_for_timeout(300)
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")


def seen(text: str) -> str:
    """A text as it is seen: without what keeps names from being syntax or from turning the direction of writing."""
    return UNSEEN.sub("", text)


def fits(page: Page) -> None:
    """Nothing sticks out sideways: neither the window nor what scrolls in it has anything to the right."""
    beyond = """[document.documentElement, ...document.querySelectorAll('[data-testid=stMain]')]
        .map(part => part.scrollWidth - part.clientWidth)"""
    assert max(page.evaluate(beyond)) <= 0


def listen(page: Page) -> Watch:
    """Notes what a page does besides showing itself."""
    kept = Watch(page, [], [])

    def said(message: ConsoleMessage) -> None:
        if message.type == "error" and not message.location["url"].endswith(HARMLESS):
            kept.errors.append(f"{message.text} {message.location['url']}")

    def asked(request: Request) -> None:
        if (urlsplit(request.url).hostname or "") not in HOME:
            kept.abroad.append(request.url)

    def alerted(dialog: Dialog) -> None:
        kept.errors.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    page.on("pageerror", lambda error: kept.errors.append(str(error)))
    page.on("dialog", alerted)
    page.on("console", said)
    page.on("request", asked)
    return kept
