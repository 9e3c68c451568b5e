"""Many games: two imports at once, questions answered and games opened, in bounded memory (`python -m tests.load`)."""

from __future__ import annotations

from pathlib import Path

from tests.load.campaign import load, wrong

GAMES = 20_000


def test_twenty_thousand_games_by_two_imports_at_once(tmp_path: Path) -> None:
    found = load(tmp_path, GAMES, 1)
    assert list(wrong(found, 1)) == []
    assert min(found.stored) > 0


def test_a_wrong_answer_is_seen(tmp_path: Path) -> None:
    """The control: an archive with one game less than is said."""
    found = load(tmp_path, 90, 2)
    assert list(wrong(found, 2)) == []
    assert len(list(wrong(found._replace(games=91), 2))) >= 3
