"""A game of an archive, named on a command line, is what it is in its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.paipu import write
from analyzer.simulate import simulate
from tests.conftest import Paishen


@pytest.fixture
def places(paishen: Paishen, tmp_path: Path) -> tuple[str, str]:
    """A file of two games, and an archive of them."""
    path, archive = tmp_path / "two.paipu.jsonl", tmp_path / "archive"
    write(path, [simulate("simple", seed, game=f"g{seed}") for seed in (1, 2)])
    assert paishen("import", path, "--archive", archive).status == 0
    return str(path), str(archive)


@pytest.mark.parametrize("command", ["show", "track --view 2 --at 60", "deduce --view 2"])
def test_a_command_says_the_same_of_both(paishen: Paishen, places: tuple[str, str], command: str) -> None:
    name, *more = command.split()
    here, stored = (paishen(name, place, "--game", "g2", "--json", *more) for place in places)
    assert (stored.status, stored.out) == (0, here.out)
    assert len(here.out) > 100


def test_a_game_has_to_be_named_and_there(paishen: Paishen, places: tuple[str, str]) -> None:
    unnamed, missing = paishen("show", places[1]), paishen("show", places[1], "--game", "g3")
    assert (unnamed.status, unnamed.err.count("--game")) == (2, 1)
    assert (missing.status, "g3" in missing.err) == (2, True)


def test_a_report_of_one_game(paishen: Paishen, places: tuple[str, str], tmp_path: Path) -> None:
    pages = [tmp_path / "file.html", tmp_path / "stored.html"]
    for place, page in zip(places, pages, strict=True):
        assert paishen("report", place, "--game", "g1", "-o", page).status == 0
    assert pages[0].read_bytes() == pages[1].read_bytes()
