"""秘密: nothing that a view cannot know is sent - games that it cannot tell apart make the same pages."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest
from msgspec import structs

from analyzer.admission import seat_token
from analyzer.events import Log
from analyzer.importing import bring
from analyzer.paipu import dumps_lines
from analyzer.paipu.chain import chained
from analyzer.replay import Replay
from analyzer.rules.table import Phase
from analyzer.simulate import Chances, simulate
from dashboards import data
from tests.browser.apps import PAGES, page_of, sent
from tests.leaks import dealt_anew

SALT = "5a" * 16
QUIET = Chances(escape=0, auto=0, mind=0)


@cache
def twins(view: int) -> tuple[Log, Log]:
    """A game that goes on, and the same dealt anew in what a view cannot know; the guard is somebody else."""
    random = Random(f"twins {view}")
    for seed in range(100):
        log = structs.replace(simulate("room-normal", f"page {seed}", chances=QUIET), game="g", salt=SALT)
        begun = next(moment.index for moment in Replay(log).moments if moment.table.phase == Phase.PLAY)
        other = dealt_anew(log, begun + 25, view, random)
        if other is not None and guard_of(other) != guard_of(log):
            return structs.replace(log, events=log.events[: begun + 25]), other
    pytest.fail("no game was found that can be dealt anew")


def guard_of(log: Log) -> int:
    return Replay(log).moments[-1].table.roles.guard


@pytest.fixture
def archives(tmp_path: Path, request: pytest.FixtureRequest) -> list[Path]:
    """An archive and a recording of each twin."""
    found = []
    for name, log in zip("ab", twins(request.param), strict=True):
        folder = tmp_path / name
        (folder / "recording").mkdir(parents=True)
        file = folder / "recording" / "g.paipu.jsonl"
        file.write_bytes(dumps_lines(chained(log)))
        assert [entry.status for entry in bring([file], folder)] == ["incomplete"]
        found.append(folder)
    return found


def sent_of(
    patch: pytest.MonkeyPatch, archives: list[Path], page: str, twin: int, view: int, **query: str
) -> list[list[bytes]]:
    """What a page sends of both twins, to whoever has the token of a view."""
    patch.setattr(data, "token", lambda *_: "the table's")  # of the archive, and as random as the process
    token = seat_token(twins(twin)[0], view) if view > 0 else None
    return [sent(page_of(patch, folder, page, view=view, token=token or "", **query)) for folder in archives]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("archives", [2, -1], indirect=True)
def test_games_that_a_view_cannot_tell_apart_make_the_same_page(
    archives: list[Path], monkeypatch: pytest.MonkeyPatch, page: str, request: pytest.FixtureRequest
) -> None:
    view = request.node.callspec.params["archives"]
    one, other = sent_of(monkeypatch, archives, page, view, view, game="g")
    assert one
    assert one == other


@pytest.mark.parametrize("archives", [2, -1], indirect=True)
def test_a_game_that_is_followed_tells_no_more(
    archives: list[Path], monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    view = request.node.callspec.params["archives"]
    one, other = sent_of(monkeypatch, archives, "cards", view, view, record="g")
    assert len(one) > 5
    assert one == other


@pytest.mark.parametrize("page", ["replay", "cards", "roles"])
@pytest.mark.parametrize("archives", [2], indirect=True)
def test_the_comparison_would_find_a_leak(
    archives: list[Path], monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    """The same pages through another seat's token differ."""
    one, other = sent_of(monkeypatch, archives, page, 2, guard_of(twins(2)[0]), game="g")
    assert one != other
