"""The archive from the outside: import, import again, ask."""

from __future__ import annotations

import json
from pathlib import Path

from analyzer.archive import Archive
from analyzer.paipu import dumps_json, read, write
from analyzer.replay import judge_log
from tests.conftest import Paishen
from tests.test_replay import PLAYS, events, log_of

SAMPLES = Path(__file__).resolve().parents[1] / "replays" / "samples"


def samples() -> list[Path]:
    """The shipped sample files."""
    return sorted(path for path in SAMPLES.iterdir() if ".paipu." in path.name)


def outcomes(done: list[dict[str, str]]) -> list[str]:
    """What became of each game."""
    return [entry["outcome"] for entry in done]


def test_samples_are_stored_once_and_found_again(paishen: Paishen, tmp_path: Path) -> None:
    place = tmp_path / "archive"
    first = paishen("import", *samples(), "--archive", place, "--json")
    assert first.status == 0
    assert set(outcomes(first.json)) == {"stored"}
    kept = {path: path.read_bytes() for path in place.rglob("*.parquet")}
    again = paishen("import", *reversed(samples()), "--archive", place, "--json")
    assert set(outcomes(again.json)) == {"duplicate"}
    assert {path: path.read_bytes() for path in place.rglob("*.parquet")} == kept
    lines = (place / "ledger.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line) for line in lines] == first.json + again.json
    archive = Archive(place)
    rows = archive.games()
    assert len(rows) == len(first.json)
    assert {row["status"] for row in rows} == {"valid", "disputed", "illegal"}
    for row in rows:
        assert judge_log(archive.log(row["game"], row["view"])).status == row["status"]


def test_filters(paishen: Paishen, tmp_path: Path) -> None:
    paishen("import", *samples(), "--archive", tmp_path)
    archive = Archive(tmp_path)
    assert [row["status"] for row in archive.games(status="disputed")] == ["disputed"]
    assert {row["ruleset"] for row in archive.games(ruleset="shandong")} == {"shandong"}
    assert all("老王" in row["players"] for row in archive.games(player="老王"))
    assert archive.games(player="' or 1=1 --") == []


def test_other_content_under_one_name_is_a_conflict_and_both_stay(paishen: Paishen, tmp_path: Path) -> None:
    short, long = log_of(events(PLAYS[:2])), log_of(events(PLAYS[:3]))
    for name, log in (("a.paipu.json", short), ("b.paipu.json", long)):
        write(tmp_path / name, [log])
    place = tmp_path / "archive"
    done = paishen("import", tmp_path / "a.paipu.json", tmp_path / "b.paipu.json", "--archive", place, "--json")
    assert done.status == 1
    assert outcomes(done.json) == ["stored", "conflict"]
    assert [row["events"] for row in Archive(place).games()] in ([4, 5], [5, 4])


def test_one_bad_game_loses_no_neighbour(paishen: Paishen, tmp_path: Path) -> None:
    good = [log_of(events(PLAYS[:2]), game="one"), log_of(events(PLAYS[:2]), game="two")]
    file = tmp_path / "three.paipu.jsonl"
    file.write_bytes(dumps_json(good[0]) + b'\n{"format": "paipu"}\n' + dumps_json(good[1]) + b"\n")
    done = paishen("import", file, "--archive", tmp_path / "archive", "--json")
    assert done.status == 1
    found = [(entry["line"], entry["outcome"]) for entry in done.json]
    assert found == [(1, "stored"), (2, "rejected"), (3, "stored")]
    assert [row["game"] for row in Archive(tmp_path / "archive").games()] == ["one", "two"]


def test_an_empty_archive_has_no_games(tmp_path: Path) -> None:
    assert Archive(tmp_path).games() == []
    assert Archive(tmp_path / "none").games() == []


def test_converting_there_and_back_keeps_the_log(paishen: Paishen, tmp_path: Path) -> None:
    for source in samples():
        log = next(found.log for found in read(source) if hasattr(found, "log"))
        for suffix in ("json", "jsonl", "txt", "parquet"):
            target = tmp_path / f"{source.stem}.paipu.{suffix}"
            assert paishen("convert", source, target).status == 0
            back = next(found.log for found in read(target) if hasattr(found, "log"))
            assert judge_log(back) == judge_log(log)
            assert dumps_json(back) == dumps_json(log) or ".txt" in source.name
