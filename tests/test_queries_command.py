"""`paishen query` from the outside: forms of answers, names of people, what is written about the questions."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from msgspec import structs

from analyzer.archive import Archive, answer, questions
from analyzer.archive.manifest import begin, read_manifest, write_manifest
from analyzer.archive.parameters import MEANINGS, NEEDED
from analyzer.archive.schema import columns
from analyzer.importing import bring
from analyzer.paipu import write
from analyzer.simulate import simulate
from analyzer.words import Lang
from tests.conftest import Paishen
from tests.queried import archive, ask, finished, followed
from tests.test_replay import PLAYS, events, log_of

OWN = ["verdicts", "by_role", "guard_revealed", "longest_tricks", "profile"]


def section(root: Path, name: str) -> str:
    """What QUERIES.md says about a question."""
    text = (root / "schemas" / "QUERIES.md").read_text("utf-8")
    found = re.search(rf"^### {name}\n(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, name
    return found[1]


@pytest.mark.parametrize("name", list(questions()))
def test_every_question_is_written_about(root: Path, name: str, tmp_path: Path) -> None:
    question = questions()[name]
    said = section(root, name)
    words = set(re.findall(r"`(\w+)`", said))
    assert set(question.parameters) <= words
    found = set(answer(Archive(tmp_path), question, {}).column_names)
    if name in ("games", "search"):
        found -= set(columns("games"))
    assert found <= words
    shared = {"won", "drawn", "lost", "of_decided", "percent"}
    assert words <= found | shared | set(question.parameters) | {*questions(), "all", "none", "hands"}


def test_nothing_is_written_about_that_is_not_there(root: Path) -> None:
    text = (root / "schemas" / "QUERIES.md").read_text("utf-8")
    assert set(re.findall(r"^### (\w+)$", text, re.MULTILINE)) == set(questions())


def test_every_view_and_function_is_written_about(root: Path) -> None:
    text = (root / "schemas" / "QUERIES.md").read_text("utf-8")
    part = text.split("## What counts")[1].split("## Results")[0]
    listed = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", part, re.MULTILINE))
    there = archive().ask("SELECT view_name AS name FROM duckdb_views() WHERE NOT internal")
    assert {row["name"] for row in there} - {"event_words"} | {"persons"} == set(listed)
    for view in ("seats", "events", "persons"):
        names = {row["column_name"] for row in archive().ask(f"DESCRIBE {view}")}
        assert names <= set(re.findall(r"`(\w+)`", listed[view]))
    made = archive().ask("SELECT function_name AS name FROM duckdb_functions() WHERE NOT internal")
    assert {row["name"] for row in made} == set(re.findall(r"`(\w+)\(", text))


@pytest.mark.parametrize("name", list(questions()))
def test_every_question_begins_with_what_it_counts(name: str) -> None:
    question = questions()[name]
    assert re.fullmatch(r"[一-鿿]+: .*。", question.about.zh)
    assert re.fullmatch(r"[^一-鿿]*\.", question.about.en)
    whole = [set(re.findall(r"\bof_\w+", words)) for words in question.about]
    assert whole[0] == whole[1]
    assert question.sql.endswith("SELECT * FROM final\n")


@pytest.mark.parametrize("name", list(questions()))
def test_an_empty_archive_has_an_answer_to_every_question(paishen: Paishen, tmp_path: Path, name: str) -> None:
    begin(tmp_path)
    ran = paishen("--lang", "en", "query", name, "--archive", tmp_path, "--json")
    if name in NEEDED:
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(f"paishen: the question {name} needs {NEEDED[name][0]}=…")
    else:
        assert (ran.status, ran.err) == (0, "")


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_list_is_told_in_one_language(paishen: Paishen, lang: Lang) -> None:
    ran = paishen("--lang", lang, "query", "--list")
    flat = re.sub(r"\s+", "", ran.out)
    for name, one in questions().items():
        assert re.search(rf"^  {name}\b", ran.out, re.MULTILINE)
        assert re.sub(r"\s+", "", one.about.say(lang)) in flat
        assert lang == "zh" or one.about.zh[:3] not in ran.out
    for key, words in MEANINGS.items():
        assert re.search(rf"^  {key}=… +{re.escape(words.say(lang)[:9])}", ran.out, re.MULTILINE)
    assert "games_like game=… [take=…]" in ran.out


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_list_in_json_is_as_written_down(paishen: Paishen, root: Path, tmp_path: Path, lang: Lang) -> None:
    ran = paishen("--lang", lang, "query", "--list", "--json")
    assert [row["name"] for row in ran.json] == list(questions())
    for row in ran.json:
        one = questions()[row["name"]]
        assert row["about"] == one.about.say(lang)
        assert [(key["name"], key["about"], key["needed"]) for key in row["parameters"]] == [
            (key, MEANINGS[key].say(lang), key in NEEDED.get(one.name, ())) for key in one.parameters
        ]
    text = (root / "schemas" / "QUERIES.md").read_text("utf-8")
    listed = re.search(r"## `--list --json`\n(.*?)\n## ", text, re.DOTALL)
    keys = {key for row in ran.json for part in (row, *row["parameters"]) for key in part}
    assert listed
    assert set(re.findall(r"^\| `(\w+)`", listed[1], re.MULTILINE)) == keys
    assert paishen("--lang", lang, "query", "--list", "--json", "-o", tmp_path / "list").out == ""
    assert (tmp_path / "list").read_text("utf-8") == ran.out


@pytest.mark.parametrize("name", OWN)
def test_json_csv_and_parquet_say_the_same(paishen: Paishen, tmp_path: Path, name: str) -> None:
    place = archive().path
    rows = ask(name)
    assert paishen("query", name, "--archive", place, "--json").json == rows
    ran = paishen("query", name, "--archive", place, "--csv")
    told = list(csv.DictReader(io.StringIO(ran.out)))
    assert told == [{key: "" if value is None else str(value) for key, value in row.items()} for row in rows]
    out = tmp_path / "answer.parquet"
    assert paishen("query", name, "--archive", place, "--parquet", "-o", out).out == ""
    assert pq.read_table(out).to_pylist() == rows


def test_a_table_for_people(paishen: Paishen) -> None:
    ran = paishen("query", "by_role", "--archive", archive().path)
    assert [line.split()[0] for line in ran.lines] == ["role", "emperor", "guard", "rebel"]
    ran = paishen("query", "search", "--archive", archive().path, "--lang", "en", "least=9999")
    assert ran.out == "none\n"


def test_cells_that_a_spreadsheet_would_run_are_quoted(paishen: Paishen, tmp_path: Path) -> None:
    names = ("=1+1", "+2", "-3", "@SUM(A1)", "a=1")
    log = structs.replace(simulate("room-quick", 1), players=names)
    write(tmp_path / "a.paipu.json", [log])
    list(bring([tmp_path / "a.paipu.json"], tmp_path / "archive"))
    ran = paishen("query", "profile", "--archive", tmp_path / "archive", "--csv")
    told = {row["person"] for row in csv.DictReader(io.StringIO(ran.out))}
    assert told == {"'=1+1", "'+2", "'-3", "'@SUM(A1)", "a=1"}
    assert any(re.search(r",-\d", line) for line in ran.lines)
    plain = paishen("query", "profile", "--archive", tmp_path / "archive", "--json").json
    assert {row["person"] for row in plain} == set(names)
    sql = "SELECT chr(9) || 'x' AS \"=a\", chr(13) AS b, -7 AS c"
    odd = paishen("query", "--archive", tmp_path / "archive", "--csv", "--sql", sql)
    assert list(csv.reader(io.StringIO(odd.out, newline=""))) == [["'=a", "b", "c"], ["'\tx", "'\r", "-7"]]


NUMBER, DAY = "a whole number, {} or more", "a day such as 2026-11-30"
SOLOS = '"secret" or "open"'
BAD: dict[tuple[str, ...], str] = {
    ("no_such",): "no question no_such; there are: able_passes",
    ("by_role", "seat=3"): "the question by_role has no parameter seat; there are: ruleset=…",
    ("facets", "seat=3"): "the question facets has no parameter seat; there are: none",
    ("by_role", "ruleset"): "the parameter ruleset has no value: write ruleset=…",
    ("by_role", "ruleset="): "the parameter ruleset has no value: write ruleset=…",
    ("by_role", "ruleset=simple", "ruleset=classic"): "the parameter ruleset stands twice: write it once",
    ("by_role", "ruleset=simpel"): 'ruleset cannot be "simpel": the archive has "classic", "encyclopedia", ',
    ("longest_tricks", "take=many"): f'take cannot be "many": {NUMBER.format(1)}',
    ("longest_tricks", "take=-1"): f'take cannot be "-1": {NUMBER.format(1)}',
    ("search", "skip=-1"): f'skip cannot be "-1": {NUMBER.format(0)}',
    ("search", "least=1.5"): 'least cannot be "1.5": a whole number',
    ("search", "most=1e3"): 'most cannot be "1e3": a whole number',
    ("search", "since=yesterday"): f'since cannot be "yesterday": {DAY}',
    ("search", "until=2026-13-45"): f'until cannot be "2026-13-45": {DAY}',
    ("search", "whole=yes"): 'whole cannot be "yes": "true" or "false"',
    ("search", "player=老王", "role=king"): 'role cannot be "king": "emperor" or "guard" or "rebel"',
    ("search", "role=guard"): "role is that of a player: it needs player=…, too",
    ("search", "solo=yes"): f'solo cannot be "yes": {SOLOS} or "none"',
    ("solos", "solo=none"): f'solo cannot be "none": {SOLOS}',
    ("games", "status=foo"): 'status cannot be "foo": "valid" or "disputed" or "incomplete" or "illegal"',
    ("games", "player=老玉"): 'player cannot be "老玉": the archive has ',
    ("profile", "person=老玉"): 'person cannot be "老玉": the archive has none of that name, but "老王"',
    ("trend",): "the question trend needs person=… (a person of players.toml, else a name in a log)",
    ("games_like",): "the question games_like needs game=… (the game's name)",
    ("games_like", "game=zzz"): 'game cannot be "zzz": the archive has ',
    ("games_like", "game=cut"): "game cut: the game is not over: there is nothing to compare",
    ("by_role", "--sql", "SELECT 1"): "a question's name, --list and --sql do not go together",
    ("--list", "--csv"): "--list knows --json, not --csv",
    ("by_role", "--list"): "a question's name, --list and --sql do not go together",
    ("by_role", "--json", "--csv"): "--json and --csv do not go together",
}
"""What is refused before the archive is asked, and what is said of it."""


@pytest.mark.parametrize("args", list(BAD))
def test_bad_questions_are_one_sentence(paishen: Paishen, args: tuple[str, ...]) -> None:
    ran = paishen("--lang", "en", "query", *args, "--archive", archive().path)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"paishen: {BAD[args]}")


@pytest.mark.parametrize("args", [["by_role"], ["--sql", "SELECT 1"]])
def test_an_archive_that_is_not_there_has_no_answers(paishen: Paishen, tmp_path: Path, args: list[str]) -> None:
    folder = tmp_path / "nothere"
    said = paishen("archive", "check", "--archive", folder)
    assert paishen("query", *args, "--archive", folder) == said
    assert said.status == 2
    assert not folder.exists()


def test_verdicts_by_other_rules_are_told(paishen: Paishen, tmp_path: Path) -> None:
    for name, games in (("a", ("room-quick", "simple", "simple")), ("b", ("classic",))):
        write(tmp_path / f"{name}.paipu.jsonl", [simulate(rules, seed) for seed, rules in enumerate(games)])
        list(bring([tmp_path / f"{name}.paipu.jsonl"], tmp_path / "archive"))
    folder = tmp_path / "archive"
    manifest = read_manifest(folder)
    said = "paishen: judged by other rules than these: {}; archive check --rejudge judges them anew\n"
    asked = {
        ("by_seat",): "3 games", ("by_role", "ruleset=simple"): "2 games", ("by_role", "ruleset=room-quick"): "1 game",
        ("verdicts",): "3 games", ("--sql", "SELECT 1"): "3 games", ("by_seat", "ruleset=classic"): "",
    }  # fmt: skip
    assert all(paishen("query", *args, "--archive", folder).err == "" for args in asked)
    old = structs.replace(manifest.segments[0], judged="0" * 16)
    write_manifest(folder, structs.replace(manifest, segments=(old, *manifest.segments[1:])))
    for args, many in asked.items():
        ran = paishen("--lang", "en", "query", *args, "--archive", folder)
        assert (ran.status, ran.err) == (0, said.format(many) if many else "")
    assert paishen("archive", "check", "--rejudge", "--archive", folder).status == 0
    assert all(paishen("query", *args, "--archive", folder).err == "" for args in asked)


@pytest.mark.parametrize("name", ["able_passes", "habits", "profile", "sixes_stranded", "rebellions"])
@pytest.mark.parametrize("ruleset", [None, "tribute"])
def test_games_that_are_left_out_are_told(paishen: Paishen, name: str, ruleset: str | None) -> None:
    given = [f"ruleset={ruleset}"] if ruleset else []
    ran = paishen("--lang", "en", "query", name, *given, "--archive", archive().path)
    left_out = len(finished(ruleset)) - len(followed(ruleset))
    columns = {"sixes_stranded": "sixes, seats", "rebellions": ""}.get(name, "passed, of_able")
    said = f"paishen: {columns}: {left_out} finished games left out, as not all hands are known\n"
    assert left_out > 1
    assert (ran.status, ran.err) == (0, said if columns else "")


def test_every_parameter_has_a_meaning() -> None:
    assert {key for one in questions().values() for key in one.parameters} == set(MEANINGS)


# -- players.toml ------------------------------------------------------------------------------------------------


@pytest.fixture
def one_game(tmp_path: Path) -> Path:
    """An archive with one small game, of which seat 1 won 2 points."""
    write(tmp_path / "a.paipu.json", [log_of([*events([*PLAYS]), {"type": "end"}], sitting="三")])
    list(bring([tmp_path / "a.paipu.json"], tmp_path / "archive"))
    return tmp_path / "archive"


def persons(folder: Path) -> list[str]:
    return [row["person"] for row in Archive(folder).ask("SELECT person FROM seats ORDER BY seat")]


def test_names_at_a_sitting_go_before_names_anywhere(one_game: Path) -> None:
    assert persons(one_game) == ["甲", "乙", "丙", "丁", "戊"]
    text = '[names]\n"甲" = "A"\n"乙" = "B"\n[sittings."三"]\n"乙" = "C"\n[sittings."四"]\n"丙" = "D"\n'
    (one_game / "players.toml").write_text(text, "utf-8")
    assert persons(one_game) == ["A", "C", "丙", "丁", "戊"]


def test_an_open_archive_sees_that_players_toml_changed(one_game: Path) -> None:
    open_one = Archive(one_game)
    before = open_one.identity()
    (one_game / "players.toml").write_text('[names]\n"甲" = "A"\n', "utf-8")
    assert open_one.ask("SELECT person FROM seats WHERE seat = 1") == [{"person": "A"}]
    assert open_one.identity() != before


@pytest.mark.parametrize(
    "text",
    ["[names", '"甲" = "A"', "[names]\n甲 = 3", '[names]\n"甲" = ""', "names = 3", "[sittings]\n三 = 4", "\ud800"],
)
def test_a_bad_players_toml_is_one_sentence(paishen: Paishen, one_game: Path, text: str) -> None:
    (one_game / "players.toml").write_bytes(text.encode("utf-8", "surrogatepass"))
    ran = paishen("--lang", "en", "query", "by_role", "--archive", one_game)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "players.toml" in ran.err


def test_answers_are_rows_of_json(paishen: Paishen) -> None:
    ran = paishen("query", "games", "--archive", archive().path, "--json")
    first = json.loads(ran.lines[0])
    assert set(first) == set(columns("games"))
    assert re.fullmatch("[0-9a-f]{224}", first["hands"])
