"""同时: twenty sessions on one server at once - each is told its own game, in its language, through its own eyes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from analyzer.importing import bring
from analyzer.paipu import dumps_json
from analyzer.rulesets import names
from analyzer.simulate import simulate
from tests.browser.conftest import Watch, dashboard, listen
from tests.browser.test_replay import Received, hands, table_at

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SESSIONS = 20
GAMES = 10
BEGIN = 20
PATIENCE = 200_000.0
"""Milliseconds: twenty pages at once on a small machine."""
pytestmark = pytest.mark.browser


@cache
def made(number: int) -> dict[str, Any]:
    """A game, played by people whose names say which it is."""
    log: dict[str, Any] = json.loads(dumps_json(simulate(names()[number % 8], f"s{number}")))
    return {**log, "game": f"g{number}", "players": [f"{who}{number}号桌" for who in "甲乙丙丁戊"]}


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of the games."""
    folder = tmp_path_factory.mktemp("sessions")
    file = folder / "all.paipu.jsonl"
    file.write_text("".join(json.dumps(made(number)) + "\n" for number in range(GAMES)), "utf-8")
    assert {entry.status for entry in bring([file], folder / "archive")} == {"valid"}
    return folder / "archive"


class Session(NamedTuple):
    """一位: a game, whose eyes, how often it steps on, its page and what that was sent."""

    game: int
    view: int
    steps: int
    watch: Watch
    received: Received


@pytest.fixture
def sessions(browser: Browser) -> Iterator[list[Session]]:
    """So many browsers of different people: no two see the same game through the same eyes."""
    contexts = [browser.new_context() for _ in range(SESSIONS)]
    pages = [context.new_page() for context in contexts]
    for page in pages:
        page.set_default_timeout(PATIENCE)
    yield [
        Session(at % GAMES, 1 + (at % 5 + at // GAMES) % 5, at % 6 + 1, listen(page), Received(page))
        for at, page in enumerate(pages)
    ]
    for context in contexts:
        context.close()


def test_twenty_sessions_at_once(archive: Path, sessions: list[Session]) -> None:
    assert len({(one.game, one.view) for one in sessions}) == SESSIONS
    with dashboard(archive) as address:
        for at, one in enumerate(sessions):
            lang = ("zh", "en")[at % 2]
            where = f"{address}/replay?game=g{one.game}&view={one.view}&event={BEGIN}&lang={lang}"
            one.watch.page.goto(where, wait_until="commit")
        for one in sessions:
            table_at(one.watch, BEGIN)
        for step in range(max(one.steps for one in sessions)):
            for one in sessions:
                if step < one.steps:
                    one.watch.page.keyboard.press("ArrowRight")
        for at, one in enumerate(sessions):
            table_at(one.watch, BEGIN + one.steps)
            one.watch.page.wait_for_url(f"**event={BEGIN + one.steps}*")
            is_own(one, ("zh", "en")[at % 2])


def is_own(one: Session, lang: str) -> None:
    """What a session was told is of its own game, as its own seat could know it."""
    page = one.watch.page
    shown = page.inner_text(".paishen")
    assert ("的视角" in shown) == (lang == "zh")
    for number in range(GAMES):
        for name in made(number)["players"]:
            assert one.received.has(name) == (number == one.game), (one, name)
    for number in range(GAMES):
        for seat, hand in enumerate(hands(made(number)), 1):
            assert one.received.has(hand) == ((number, seat) == (one.game, one.view)), (one, number, seat)
    one.watch.quiet()
