"""The archive from the outside: import, import again, ask."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import structs

from analyzer.archive import Archive, questions
from analyzer.errors import PaishenError
from analyzer.importing import bring, lots
from analyzer.paipu import dumps_json, read, write
from analyzer.paipu.chain import content_hash
from analyzer.replay import judge_log
from analyzer.sight import as_seen
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
    assert (place / "ledger.jsonl").read_text("utf-8") == first.out + again.out
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
    one, other = log_of(events([*PLAYS[:2]])), log_of(events([*PLAYS[:1], (2, None)]))
    for name, log in (("a.paipu.json", one), ("b.paipu.json", other)):
        write(tmp_path / name, [log])
    place = tmp_path / "archive"
    done = paishen("import", tmp_path / "a.paipu.json", tmp_path / "b.paipu.json", "--archive", place, "--json")
    assert done.status == 1
    assert outcomes(done.json) == ["stored", "conflict"]
    assert len(Archive(place).games()) == 2
    assert Archive(place).ask("SELECT number FROM counted") == [{"number": 1}]


def test_a_log_that_goes_on_takes_the_place_of_what_was_stored(paishen: Paishen, tmp_path: Path) -> None:
    grown = [log_of(events([*PLAYS[:count]])) for count in (2, 4, 3)]
    for count, log in enumerate(grown):
        write(tmp_path / f"{count}.paipu.json", [log])
    place = tmp_path / "archive"
    done = [paishen("import", tmp_path / f"{count}.paipu.json", "--archive", place, "--json") for count in range(3)]
    assert [outcomes(one.json) for one in done] == [["stored"], ["extended"], ["duplicate"]]
    assert [one.status for one in done] == [0, 0, 0]
    archive = Archive(place)
    assert len(archive.games()) == 2
    assert archive.ask("SELECT number, events FROM counted") == [{"number": 2, "events": 6}]
    assert archive.log("small") == grown[1]


def test_a_correction_takes_the_place_of_what_it_replaces(tmp_path: Path) -> None:
    wrong = log_of(events([*PLAYS[:2]]))
    right = log_of(events([*PLAYS[:1], (2, None)]), game="small, corrected", replaces=content_hash(wrong))
    for name, log in (("a.paipu.json", wrong), ("b.paipu.json", right)):
        write(tmp_path / name, [log])
    list(bring([tmp_path / "a.paipu.json", tmp_path / "b.paipu.json"], tmp_path / "archive"))
    archive = Archive(tmp_path / "archive")
    assert [row["game"] for row in archive.ask("SELECT game FROM counted")] == ["small, corrected"]
    assert len(archive.games()) == 2


def test_a_game_seen_by_several_counts_once_with_all_hands_first(tmp_path: Path) -> None:
    whole = log_of(events([*PLAYS]))
    views = [structs.replace(whole, view=view, events=as_seen(whole, view)) for view in (3, -1, 0)]
    write(tmp_path / "views.paipu.jsonl", views)
    assert [one.outcome for one in bring([tmp_path / "views.paipu.jsonl"], tmp_path / "archive")] == ["stored"] * 3
    assert Archive(tmp_path / "archive").ask("SELECT view FROM counted") == [{"view": 0}]


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
    """A file with two games under one name: of four events and of five, which do not begin alike."""
    file = tmp_path / "two.paipu.jsonl"
    games = [log_of(events([*PLAYS[:2]])), log_of(events([*PLAYS[:1], (2, None), (3, None)]))]
    file.write_bytes(b"".join(dumps_json(game) + b"\n" for game in games))
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
    counts = archive.ask("SELECT number, count(*) AS n FROM events GROUP BY number ORDER BY n")
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


@pytest.mark.parametrize("dies_at", ["logs", "000000001.index", "events", "games", "manifest.json"])
def test_an_import_that_dies_leaves_a_right_archive(
    two: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dies_at: str
) -> None:
    """It dies while a file is written: nothing is stored, and the next import stores all."""
    place = tmp_path / "archive"
    replace = Path.replace

    def dies(self: Path, target: Path) -> Path:
        if dies_at in (target.parent.name, target.name) and (place / "logs").exists():
            raise KeyboardInterrupt
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", dies)
    with pytest.raises(KeyboardInterrupt):
        list(bring([two], place))
    archive = Archive(place)
    assert archive.games() == archive.ask("SELECT * FROM events") == []
    monkeypatch.undo()
    assert [entry.outcome for entry in bring([two], place)] == ["stored", "conflict"]
    assert len(archive.ask("SELECT * FROM events")) == 9
    assert len(list(place.glob("*/*.*"))) == 4


def test_lots_are_stored_one_by_one(two: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lots, "LOT_GAMES", 1)
    coming = bring([two], tmp_path / "archive")
    next(coming)
    assert len(Archive(tmp_path / "archive").games()) == 1
    assert len(list(coming)) == 1
    names = [path.name for path in sorted((tmp_path / "archive" / "games").iterdir())]
    assert names == ["000000001.parquet", "000000002.parquet"]


def test_two_imports_at_once_do_not_spoil_each_other(two: Path, tmp_path: Path) -> None:
    """Four processes bring the same file at the same time: each game is stored once."""
    place = tmp_path / "archive"
    code = "import sys; from pathlib import Path; from analyzer.importing import bring; "
    code += "print(*[one.outcome for one in bring([Path(sys.argv[1])], Path(sys.argv[2]))])"
    started = [
        subprocess.Popen([sys.executable, "-c", code, str(two), str(place)], stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    said = sorted(process.communicate(timeout=120)[0].strip() for process in started)
    assert said == ["duplicate duplicate"] * 3 + ["stored conflict"]
    assert len(Archive(place).games()) == 2


@pytest.mark.parametrize("what", ["games", "events"])
def test_a_damaged_file_is_not_shown_and_named(two: Path, tmp_path: Path, what: str) -> None:
    """One flipped bit, which Parquet itself would often read back changed in silence."""
    place = tmp_path / "archive"
    list(bring([two], place))
    file = next((place / what).iterdir())
    data = bytearray(file.read_bytes())
    data[len(data) // 3] ^= 4
    file.write_bytes(data)
    archive = Archive(place)
    assert archive.games() == []
    assert archive.damaged == [file]


def test_a_damaged_log_is_one_sentence(two: Path, tmp_path: Path) -> None:
    place = tmp_path / "archive"
    list(bring([two], place))
    file = next((place / "logs").iterdir())
    data = bytearray(file.read_bytes())
    data[40] ^= 4
    file.write_bytes(data)
    with pytest.raises(PaishenError, match="copy of the log is damaged"):
        Archive(place).log("small")


def test_a_damaged_manifest_is_one_sentence(paishen: Paishen, two: Path, tmp_path: Path) -> None:
    place = tmp_path / "archive"
    list(bring([two], place))
    (place / "manifest.json").write_text('{"format": 3}')
    done = paishen("--lang", "en", "import", two, "--archive", place)
    assert done.status == 2
    assert "archive rebuild remakes it" in done.err
    assert done.err.count("\n") == 1


def test_an_archive_that_is_a_file_is_one_sentence(paishen: Paishen, two: Path) -> None:
    done = paishen("import", two, "--archive", two, "--lang", "en")
    assert (done.status, done.out) == (2, "")
    assert done.err == f"paishen: {two}: this is a file, and an archive is a folder\n"


@pytest.mark.parametrize("end", ["json", "jsonl", "gz"])
def test_a_file_that_cannot_be_read_is_more_than_a_finding(
    paishen: Paishen, two: Path, tmp_path: Path, end: str
) -> None:
    """As `validate` has it: 2 where a file cannot be read, and its neighbours are stored all the same."""
    missing = tmp_path / f"missing.paipu.{end}"
    done = paishen("import", missing, two, "--archive", tmp_path / "archive", "--json")
    assert (done.status, outcomes(done.json)) == (2, ["rejected", "stored", "conflict"])
    missing.write_bytes(b"")
    assert paishen("import", missing, "--archive", tmp_path / "archive").status == 2
    assert paishen("import", tmp_path / "archive" / "games", "--archive", tmp_path / "archive").status == 2


def test_text_with_omitted_passes_is_the_same_game(paishen: Paishen, tmp_path: Path) -> None:
    text = next(path for path in samples() if path.name.startswith("03-"))
    place = tmp_path / "archive"
    list(bring([text], place))
    whole = tmp_path / "whole.paipu.json"
    assert paishen("convert", text, whole).status == 0
    assert [entry.outcome for entry in bring([whole], place)] == ["duplicate"]


def test_an_import_says_how_many_games_were_judged_which_way(paishen: Paishen, tmp_path: Path) -> None:
    """The log of a view has hidden hands, which the columns cannot say."""
    source = tmp_path / "two.paipu.jsonl"
    whole = log_of(events([*PLAYS]), game="whole")
    hidden = log_of([{"type": "deal", "hands": ["3s7s", 2, 2, 2, 2]}], game="hidden", view=1)
    write(source, [whole, hidden])
    for workers in (1, 2):
        done = paishen("import", source, "--archive", tmp_path / f"a{workers}", "--workers", workers, "--lang", "en")
        assert done.out.endswith("; 1 judged in bulk, 1 step by step\n"), done
