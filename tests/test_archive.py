"""The archive from the outside: import, import again, ask."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analyzer import importing
from analyzer.archive import Archive, questions
from analyzer.errors import PaishenError
from analyzer.importing import bring
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
    short, long = log_of(events([*PLAYS[:2]])), log_of(events([*PLAYS[:3]]))
    for name, log in (("a.paipu.json", short), ("b.paipu.json", long)):
        write(tmp_path / name, [log])
    place = tmp_path / "archive"
    done = paishen("import", tmp_path / "a.paipu.json", tmp_path / "b.paipu.json", "--archive", place, "--json")
    assert done.status == 1
    assert outcomes(done.json) == ["stored", "conflict"]
    assert [row["events"] for row in Archive(place).games()] in ([4, 5], [5, 4])


def test_one_bad_game_loses_no_neighbour(paishen: Paishen, tmp_path: Path) -> None:
    good = [log_of(events([*PLAYS[:2]]), game="one"), log_of(events([*PLAYS[:2]]), game="two")]
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


@pytest.fixture
def two(tmp_path: Path) -> Path:
    """A file with two games under one name: of four events and of five."""
    file = tmp_path / "two.paipu.jsonl"
    file.write_bytes(b"".join(dumps_json(log_of(events([*PLAYS[:count]]))) + b"\n" for count in (2, 3)))
    return file


def test_of_two_contents_the_one_stored_first_is_shown(two: Path, tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive")
    assert [entry.outcome for entry in bring([two, two], archive.path)] == [
        "stored", "conflict", "duplicate", "duplicate",
    ]  # fmt: skip
    name = archive.games()[0]["game"]
    assert len(archive.log(name).events) == 4
    assert archive.log(name, 0) == archive.log(name)
    with pytest.raises(PaishenError, match="no such game"):
        archive.log(name, 3)
    counts = archive.ask("SELECT sha256, count(*) AS n FROM events GROUP BY sha256 ORDER BY n")
    assert [row["n"] for row in counts] == [4, 5]


def test_the_identity_changes_with_the_archive_alone(two: Path, tmp_path: Path) -> None:
    archive, other = Archive(tmp_path / "archive"), Archive(tmp_path / "other")
    before = archive.identity()
    list(bring([two], archive.path))
    after = archive.identity()
    list(bring([two], archive.path))
    assert before != after == archive.identity() == Archive(archive.path).identity()
    assert other.identity() not in (before, after)


def test_an_open_archive_sees_what_is_added(two: Path, tmp_path: Path) -> None:
    archive = Archive(tmp_path / "archive")
    assert archive.games() == []
    list(bring([two], archive.path))
    assert len(archive.games()) == 2


@pytest.mark.parametrize("name", ["a[1] *?", "老王's", "[", "a,b"])
def test_a_folder_may_have_any_name(two: Path, tmp_path: Path, name: str) -> None:
    list(bring([two], tmp_path / name))
    assert len(Archive(tmp_path / name).games()) == 2


def test_a_question_reaches_no_file_beside_the_archive(two: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_text("a,b\n1,2\n")
    archive = Archive(tmp_path / "archive")
    list(bring([two], archive.path))
    for sql in (f"SELECT * FROM read_csv('{tmp_path}/secret.csv')", "SET enable_external_access = true"):
        with pytest.raises(PaishenError):
            archive.ask(sql)


def test_verdicts_are_counted(tmp_path: Path) -> None:
    list(bring(samples(), tmp_path))
    rows = Archive(tmp_path).ask(questions()["verdicts"].sql, {"ruleset": "room-six"})
    assert rows == [
        {"ruleset": "room-six", "status": "illegal", "code": "six_not_last", "games": 1},
        {"ruleset": "room-six", "status": "valid", "code": None, "games": 1},
    ]


def test_a_lot_that_is_cut_short_stores_nothing(two: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "archive"
    put = importing._put

    def fails(path: Path, *rest: object) -> None:
        if path.parent.name == "games":
            raise KeyboardInterrupt
        put(path, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(importing, "_put", fails)
    with pytest.raises(KeyboardInterrupt):
        list(bring([two], place))
    archive = Archive(place)
    assert archive.games() == archive.ask("SELECT * FROM events") == []
    monkeypatch.undo()
    assert [entry.outcome for entry in bring([two], place)] == ["stored", "conflict"]
    assert len(archive.ask("SELECT * FROM events")) == 9


def test_lots_are_stored_one_by_one(two: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "LOT_GAMES", 1)
    coming = bring([two], tmp_path / "archive")
    next(coming)
    assert len(Archive(tmp_path / "archive").games()) == 1
    assert len(list(coming)) == 1
    names = [path.name for path in sorted((tmp_path / "archive" / "games").iterdir())]
    assert names == ["000000001.parquet", "000000002.parquet"]


def test_two_imports_at_once_are_refused(two: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "LOT_GAMES", 1)
    first = bring([two], tmp_path / "archive")
    next(first)
    with pytest.raises(PaishenError, match="another import is at work"):
        list(bring([two], tmp_path / "archive"))
    assert len(list(first)) == 1


def test_a_line_of_the_ledger_that_was_cut_short_spoils_no_other(two: Path, tmp_path: Path) -> None:
    list(bring([two], tmp_path / "archive"))
    ledger = tmp_path / "archive" / "ledger.jsonl"
    ledger.write_bytes(ledger.read_bytes()[:-9])
    list(bring([two], tmp_path / "archive"))
    lines = ledger.read_text("utf-8").splitlines()
    assert [json.loads(lines[at])["outcome"] for at in (0, 2, 3)] == ["stored", "duplicate", "duplicate"]


def test_damage_is_one_sentence(paishen: Paishen, two: Path, tmp_path: Path) -> None:
    place = tmp_path / "archive"
    list(bring([two], place))
    file = next((place / "games").iterdir())
    file.write_bytes(b"PAR1" + bytes(40) + b"PAR1")
    with pytest.raises(PaishenError, match="cannot be read"):
        Archive(place).games()
    done = paishen("import", two, "--archive", place)
    assert done.status == 2
    assert done.err.startswith("paishen: ")
    assert done.err.count("\n") == 1


def test_an_archive_that_is_a_file_is_one_sentence(paishen: Paishen, two: Path) -> None:
    done = paishen("import", two, "--archive", two)
    assert done.status == 2
    assert done.err.count("\n") == 1


def test_text_with_omitted_passes_is_the_same_game(paishen: Paishen, tmp_path: Path) -> None:
    text = next(path for path in samples() if path.name.startswith("03-"))
    place = tmp_path / "archive"
    list(bring([text], place))
    whole = tmp_path / "whole.paipu.json"
    assert paishen("convert", text, whole).status == 0
    assert [entry.outcome for entry in bring([whole], place)] == ["duplicate"]
