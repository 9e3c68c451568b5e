"""博物馆·存: faults of archives, recorders and charts - stored twice, stored never, or drawn from nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from analyzer.archive import Archive
from analyzer.importing import bring
from analyzer.paipu import dumps_lines, write
from tests.conftest import ROOT, Paishen
from tests.recording import GAME, HEADER, said, verdict_of
from tests.test_record_stdin import text
from tests.test_replay import PLAYS, events, log_of


def test_the_same_append_sent_twice_after_a_lost_connection(tmp_path: Path, paishen: Paishen) -> None:
    """The server does not know whether its last event arrived, and sends it again: it is stored once."""
    path = tmp_path / "g.paipu.jsonl"
    first = paishen("record", path, "--stdin", stdin=text(HEADER, *GAME[:5]))
    again = paishen("record", path, "--stdin", stdin=text(HEADER, GAME[4], *GAME[5:]))
    assert again.json[1] == first.json[-1]
    assert said(path) == GAME
    assert verdict_of(path).status == "valid"


def test_importing_twice_in_another_order_changes_nothing(tmp_path: Path, paishen: Paishen) -> None:
    files = []
    for name in ("1", "2", "3"):
        files.append(tmp_path / f"{name}.paipu.json")
        write(files[-1], [log_of(events([*PLAYS]), game=name)])
    paishen("import", *files, "--archive", tmp_path / "a")
    before = Archive(tmp_path / "a").games()
    told = paishen("import", *reversed(files), "--archive", tmp_path / "a", "--json")
    assert [one["outcome"] for one in told.json] == ["duplicate"] * 3
    assert Archive(tmp_path / "a").games() == before


def test_a_file_that_was_seen_empty_and_has_grown(tmp_path: Path, paishen: Paishen) -> None:
    path = tmp_path / "g.paipu.jsonl"
    path.write_bytes(b"")
    outcomes = []
    for count in (0, 2, 8):
        if count:
            path.write_bytes(dumps_lines(log_of(events([*PLAYS][:count]), game="g")))
        outcomes += [one["outcome"] for one in paishen("import", path, "--archive", tmp_path / "a", "--json").json]
    assert outcomes == ["rejected", "stored", "extended"]
    counted = Archive(tmp_path / "a").ask("SELECT game, events FROM counted")
    assert [(row["game"], row["events"]) for row in counted] == [("g", 10)]


@pytest.mark.parametrize("games", [0, 1, 2])
def test_charts_of_no_game_one_and_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, games: int) -> None:
    """A line through one point, a share of nothing: the players page says so and draws what there is."""
    archive = tmp_path / "a"
    for number in range(games):
        path = tmp_path / f"{number}.paipu.json"
        write(path, [log_of([*events([*PLAYS]), {"type": "end"}], game=str(number))])
        list(bring([path], archive))
    monkeypatch.setenv("PAISHEN_ARCHIVE", str(archive))
    page = AppTest.from_file(str(ROOT / "dashboards" / "pages" / "players.py"), default_timeout=60).run()
    assert not page.exception
