"""博物馆·存: faults of archives, recorders and charts - stored twice, stored never, or drawn from nothing."""

from __future__ import annotations

from pathlib import Path

from analyzer.archive import Archive
from analyzer.paipu import dumps_lines
from tests.conftest import Paishen
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
