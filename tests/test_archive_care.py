"""The care of an archive, from the outside: checked, joined, remade."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from msgspec import structs

from analyzer.archive import Archive, compacting, read_manifest
from analyzer.archive.manifest import digest_of, write_manifest
from analyzer.archive.places import FILES, file_of
from analyzer.archive.segments import write_tables
from analyzer.batch import compiled
from analyzer.importing import bring, lots
from analyzer.paipu import write
from tests.conftest import Paishen
from tests.test_replay import PLAYS, events, log_of

SAMPLES = sorted((Path(__file__).resolve().parents[1] / "replays" / "samples").glob("*.paipu.*"))
COLUMNS = "SELECT * EXCLUDE (judged) FROM games ORDER BY number"
PLACES = ("log_at", "log_bytes", "log_skip")
EVERYTHING = (COLUMNS, "SELECT * FROM events ORDER BY number, seq", "SELECT * FROM plays ORDER BY number, seq")


def content(folder: Path) -> list[Any]:
    """All that an archive says, but for where in its file a log lies."""
    archive = Archive(folder)
    rows = [archive.ask(sql) for sql in EVERYTHING]
    logs = [archive.opened(row) for row in rows[0]]
    return [[{**row, **dict.fromkeys(PLACES, 0)} for row in rows[0]], *rows[1:], logs]


@pytest.fixture
def many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An archive of eighteen games in six segments; the last game goes on from the one before."""
    monkeypatch.setattr(lots, "LOT_GAMES", 3)
    grown = [log_of(events([*PLAYS[:count]]), game="grown") for count in (2, 4)]
    write(tmp_path / "grown.paipu.jsonl", grown)
    list(bring([*SAMPLES[:16], tmp_path / "grown.paipu.jsonl"], tmp_path / "many"))
    monkeypatch.undo()
    assert len(read_manifest(tmp_path / "many").segments) == 6
    Archive(tmp_path / "many").derive()
    return tmp_path / "many"


def flip(file: Path, at: float = 0.5) -> None:
    """One bit of a file turned over."""
    data = bytearray(file.read_bytes())
    data[int(len(data) * at)] ^= 4
    file.write_bytes(data)


def test_a_whole_archive_has_no_findings(paishen: Paishen, many: Path) -> None:
    done = paishen("archive", "check", "--archive", many, "--workers", 1, "--json")
    told = done.json[0]
    assert (done.status, told["segments"], told["games"], told["findings"]) == (0, 6, 18, [])
    assert told["batch"] + told["replay"] == 18
    assert told["replay"] == sum(row["way"] == "replay" for row in Archive(many).games())
    assert "发现 0 处问题" in paishen("archive", "check", "--archive", many, "--workers", 1).out


@pytest.mark.parametrize("kind", FILES)
def test_one_flipped_bit_is_found_in_every_file(paishen: Paishen, many: Path, kind: str) -> None:
    file = file_of(many, kind, "000000003")
    flip(file)
    done = paishen("archive", "check", "--archive", many, "--workers", 1, "--json")
    assert done.status == 1
    found = {(one["code"], one["file"]) for one in done.json[0]["findings"]}
    assert ("file", str(file)) in found
    assert {place for _, place in found} == {str(file)}
    assert done.json[0]["games"] == 18 if kind != "logs" else 15 <= done.json[0]["games"] < 18


@pytest.mark.parametrize("kind", FILES)
def test_a_file_that_is_gone_is_found(paishen: Paishen, many: Path, kind: str) -> None:
    file_of(many, kind, "000000002").unlink()
    done = paishen("--lang", "en", "archive", "check", "--archive", many, "--workers", 1)
    assert (done.status, done.err) == (1, "")
    assert f"{file_of(many, kind, '000000002')}: the file is missing" in done.out


def forged(folder: Path, kind: str, column: str, value: Any, number: int = 2) -> None:
    """A column of a game changed, with digests that fit, as a clever forger would."""
    manifest = read_manifest(folder)
    segment = next(one for one in manifest.segments if one.first <= number < one.first + one.games)
    path = file_of(folder, kind, segment.name)
    table = pq.read_table(path)
    place = table.schema.get_field_index(column)
    field = table.schema.field(place)
    changed = pc.if_else(pc.equal(table["number"], number), value, table[column]).cast(field.type)
    write_tables(path, kind, lambda: iter((table.set_column(place, field, changed),)))
    again = structs.replace(segment, sha256={**segment.sha256, kind: digest_of(path)})
    segments = tuple(again if one == segment else one for one in manifest.segments)
    write_manifest(folder, structs.replace(manifest, segments=segments))


@pytest.mark.parametrize(
    ("kind", "column", "value", "code"),
    [
        ("games", "winner", "draw", "verdict"),
        ("games", "status", "disputed", "verdict"),
        ("games", "started", "2001-01-01T00:00:00Z", "columns"),
        ("games", "extends", "ab" * 32, "columns"),
        ("events", "shown", 7, "columns"),
        ("derived", "left3", 9, "verdict"),
    ],
)
def test_a_table_that_says_something_else_than_its_log_is_found(
    paishen: Paishen, many: Path, kind: str, column: str, value: Any, code: str
) -> None:
    forged(many, kind, column, value)
    done = paishen("archive", "check", "--archive", many, "--workers", 1, "--json")
    assert done.status == 1
    assert [(one["code"], one["number"]) for one in done.json[0]["findings"]] == [(code, 2)]


def test_a_log_that_is_no_longer_said_to_go_on_from_another_is_found(paishen: Paishen, many: Path) -> None:
    """Game 18 goes on from 17; unsaid, both would count."""
    forged(many, "games", "extends", None, 18)
    done = paishen("archive", "check", "--archive", many, "--workers", 1, "--json")
    assert done.status == 1
    assert [(one["code"], one["number"], one["game"]) for one in done.json[0]["findings"]] == [("columns", 18, "grown")]


def test_verdicts_by_other_rules_are_named_and_judged_anew(
    paishen: Paishen, many: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules of the day before gave game 2 another winner, and did not know their own digest of today."""
    before = content(many)
    forged(many, "games", "winner", "draw")
    old = read_manifest(many)
    stale = tuple(structs.replace(segment, judged="0" * 16) for segment in old.segments[:2])
    write_manifest(many, structs.replace(old, segments=(*stale, *old.segments[2:])))
    done = paishen("archive", "check", "--archive", many, "--workers", 1, "--json")
    told = done.json[0]
    assert (done.status, told["stale"], told["changed"], told["rejudged"], told["findings"]) == (1, 6, 1, 0, [])
    assert "6 局是别版规则判的, 1 局会改判" in paishen("archive", "check", "--archive", many, "--workers", 1).out
    done = paishen("archive", "check", "--archive", many, "--rejudge", "--workers", 1, "--json")
    assert (done.status, done.json[0]["rejudged"]) == (0, 6)
    assert content(many) == before
    assert {segment.judged for segment in read_manifest(many).segments} == {compiled.digest()}
    assert len(list(many.glob("*/*.*"))) == 6 * len(FILES)
    monkeypatch.setattr(compiled, "digest", lambda: "1" * 16)
    assert paishen("archive", "check", "--archive", many, "--workers", 1).status == 1


def test_several_processes_find_the_same(paishen: Paishen, many: Path) -> None:
    flip(file_of(many, "logs", "000000004"), 0.2)
    one, two = (paishen("archive", "check", "--archive", many, "--workers", count, "--json") for count in (1, 2))
    assert one == two
    assert one.status == 1


def test_small_segments_become_one_and_nothing_else_changes(paishen: Paishen, many: Path) -> None:
    before = content(many)
    done = paishen("archive", "compact", "--archive", many, "--json")
    assert (done.status, done.json) == (0, [{"before": 6, "after": 1}])
    assert content(many) == before
    assert len(list(many.glob("*/*.*"))) == len(FILES)
    assert paishen("archive", "check", "--archive", many, "--workers", 1).status == 0
    assert paishen("archive", "compact", "--archive", many, "--json").json == [{"before": 1, "after": 1}]


def test_row_groups_end_where_games_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from analyzer.archive import segments

    monkeypatch.setattr(segments, "GROUP", 500)
    monkeypatch.setattr(lots, "LOT_GAMES", 1)
    list(bring(SAMPLES, tmp_path / "a"))
    compacting.compact(tmp_path / "a")
    Archive(tmp_path / "a").derive()
    name = read_manifest(tmp_path / "a").segments[0].name
    for kind in ("events", "derived"):
        with pq.ParquetFile(file_of(tmp_path / "a", kind, name)) as file:
            numbers = [set(file.read_row_group(at)["number"].to_pylist()) for at in range(file.num_row_groups)]
            sizes = [file.metadata.row_group(at).num_rows for at in range(file.num_row_groups)]
        assert len(numbers) > 2
        assert sum(map(len, numbers)) == len(set().union(*numbers))
        assert min(sizes[:-1]) >= 500


def test_an_import_joins_many_small_segments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lots, "LOT_GAMES", 1)
    monkeypatch.setattr(compacting, "MANY", 5)
    for count, segments in ((5, 5), (6, 1)):
        list(bring(SAMPLES[:count], tmp_path / "a"))
        assert len(read_manifest(tmp_path / "a").segments) == segments
    assert len(Archive(tmp_path / "a").games()) == 6


def test_all_is_remade_from_the_logs_alone(paishen: Paishen, many: Path) -> None:
    before = content(many)
    for kind in ("games", "events", "derived"):
        shutil.rmtree(many / kind)
    (many / "manifest.json").unlink()
    done = paishen("archive", "rebuild", "--archive", many, "--json")
    assert (done.status, done.json[0]["games"], done.json[0]["findings"]) == (0, 18, [])
    assert content(many) == before
    assert read_manifest(many).following == 19
    assert paishen("archive", "check", "--archive", many, "--workers", 1).status == 0
    assert not (many / ".rebuilding").exists()
    assert {entry.outcome for entry in bring(SAMPLES[:16], many)} == {"duplicate"}


def test_a_log_that_is_damaged_is_named_and_kept_aside(paishen: Paishen, many: Path) -> None:
    before = content(many)
    flip(file_of(many, "logs", "000000002"), 0.2)
    data = file_of(many, "logs", "000000002").read_bytes()
    done = paishen("archive", "rebuild", "--archive", many, "--json")
    assert done.status == 1
    (finding,) = done.json[0]["findings"]
    assert (finding["code"], finding["number"] in (4, 5, 6)) == ("log", True)
    assert (many / "damaged" / "000000002.zst").read_bytes() == data
    after = content(many)
    assert after[0] == [row for row in before[0] if row["number"] != finding["number"]]
    assert paishen("archive", "check", "--archive", many, "--workers", 1).status == 0


def test_a_line_of_the_index_that_is_damaged_loses_one_game(many: Path, paishen: Paishen) -> None:
    index = file_of(many, "index", "000000001")
    lines = index.read_bytes().splitlines(keepends=True)
    lines[1] = lines[1].replace(b'"number"', b'"nunber"')
    lines[2] = lines[2].replace(b'"number":3', b'"number":7')
    index.write_bytes(b"".join(lines))
    (many / "manifest.json").unlink()
    file_of(many, "games", "000000001").unlink()
    done = paishen("archive", "rebuild", "--archive", many, "--json")
    assert (done.status, done.json[0]["games"]) == (1, 17)
    rows = Archive(many).ask("SELECT number FROM games ORDER BY number")
    assert [row["number"] for row in rows] == [1, *range(3, 19)]
    assert (many / "damaged" / "000000001.index").exists()


def test_an_index_that_is_gone_is_remade_from_the_table_of_games(paishen: Paishen, many: Path) -> None:
    before = content(many)
    file_of(many, "index", "000000001").unlink()
    index = file_of(many, "index", "000000002")
    index.write_bytes(index.read_bytes().replace(b'"number"', b'"nunber"', 2))
    done = paishen("archive", "rebuild", "--archive", many, "--json")
    assert (done.status, done.json[0]["games"], done.json[0]["findings"]) == (0, 18, [])
    assert content(many) == before
    assert paishen("archive", "check", "--archive", many, "--workers", 1).status == 0


def test_without_its_manifest_an_archive_is_left_alone(paishen: Paishen, many: Path) -> None:
    """An import must not take what no manifest names for the leftovers of another."""
    (many / "manifest.json").unlink()
    files = {path: path.read_bytes() for path in many.glob("*/*")}
    for args in (("import", SAMPLES[0]), ("archive", "check"), ("archive", "compact"), ("query", "games")):
        done = paishen("--lang", "en", *args, "--archive", many)
        assert (done.status, done.out) == (2, "")
        assert "archive rebuild remakes it" in done.err
    assert {path: path.read_bytes() for path in many.glob("*/*")} == files


@pytest.mark.parametrize("care", ["compact", "rebuild", "rejudge"])
def test_care_that_dies_at_any_move_leaves_a_right_archive(
    many: Path, monkeypatch: pytest.MonkeyPatch, paishen: Paishen, care: str
) -> None:
    before = content(many)
    if care == "rejudge":
        old = read_manifest(many)
        stale = tuple(structs.replace(segment, judged="0" * 16) for segment in old.segments)
        write_manifest(many, structs.replace(old, segments=stale))
    moves = [0]
    replace = Path.replace

    def counted(self: Path, target: Path) -> Path:
        moves[0] -= 1
        if moves[0] == 0:
            raise KeyboardInterrupt
        return replace(self, target)

    args = {"rejudge": ("check", "--rejudge", "--workers", "1")}.get(care, (care,))
    monkeypatch.setattr(Path, "replace", counted)
    for dies_at in (1, 2, 4, 6, 7, 11, 60):
        moves[0] = dies_at
        done = paishen("archive", *args, "--archive", many)
        moves[0] = 0
        assert content(many) == before
        assert done.status in (0, 130)
        if done.status == 0:
            break
    monkeypatch.undo()
    assert paishen("archive", *args, "--archive", many).status == 0
    assert content(many) == before
    assert len(list(many.glob("*/*.*"))) == len(FILES) * len(read_manifest(many).segments)


def test_there_must_be_an_archive(paishen: Paishen, tmp_path: Path) -> None:
    for name in ("check", "compact", "rebuild"):
        done = paishen("--lang", "en", "archive", name, "--archive", tmp_path / "none")
        assert (done.status, done.out) == (2, "")
        assert done.err == f"paishen: {tmp_path / 'none'}: there is no archive here\n"
    assert not (tmp_path / "none").exists()


def test_an_archive_that_cannot_be_written_to_is_checked(
    paishen: Paishen, many: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (many / ".lock").unlink()
    opened = Path.open

    def refuses(self: Path, mode: str = "r", *rest: Any, **more: Any) -> Any:
        if self.name == ".lock":
            raise PermissionError(13, "Permission denied")
        return opened(self, mode, *rest, **more)

    monkeypatch.setattr(Path, "open", refuses)
    assert paishen("archive", "check", "--archive", many, "--workers", 1).status == 0


def test_what_the_commands_print_is_written_down(paishen: Paishen, many: Path, root: Path) -> None:
    text = (root / "schemas" / "ARCHIVE-JSON.md").read_text("utf-8")
    flip(file_of(many, "logs", "000000004"), 0.2)
    told = paishen("archive", "check", "--archive", many, "--workers", 1, "--json").json[0]
    keys = {*told, *told["findings"][0], *(one["code"] for one in told["findings"])}
    for name in ("rebuild", "compact"):
        keys |= set(paishen("archive", name, "--archive", many, "--json").json[0])
    assert [key for key in sorted(keys) if f"`{key}`" not in text] == []


@pytest.mark.parametrize("method", ["cursor", "opened"])
def test_who_reads_while_segments_are_joined_finds_what_was_there(
    many: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """The files go away between the question and the answer, or between the answer and the log."""
    archive = Archive(many)
    name = archive.games()[0]["game"]
    inner = getattr(Archive, method)

    def late(self: Archive, *args: Any) -> Any:
        found = inner(self, *args) if method == "cursor" else None
        compacting.compact(many)
        return found or inner(self, *args)

    monkeypatch.setattr(Archive, method, late)
    assert archive.log(name).game == name
    assert len(read_manifest(many).segments) == 1
