"""SQL of somebody's own: what it answers, and sixty ways out of its cage, none of which leads anywhere."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.parquet as pq
import pytest

from analyzer.archive import Archive, ask_sql
from analyzer.archive.sandbox import MOST_ROWS, SECONDS
from analyzer.archive.schema import columns
from analyzer.cli.answers import json_of
from analyzer.errors import PaishenError
from analyzer.importing import bring
from analyzer.paipu import write
from tests.conftest import Paishen
from tests.test_replay import PLAYS, events, log_of

SECRET = "the-secret-9f3a"
READS = [
    "SELECT * FROM read_text('{secret}')",
    "SELECT * FROM read_blob('{secret}')",
    "SELECT * FROM read_csv('{secret}')",
    "SELECT * FROM read_csv_auto('{folder}/../secret.csv')",
    "SELECT * FROM sniff_csv('{secret}')",
    "SELECT * FROM read_json('{inside}')",
    "SELECT * FROM read_ndjson_objects('{inside}')",
    "SELECT * FROM read_text('{inside}')",
    "SELECT * FROM read_text('{folder}/*')",
    "SELECT * FROM read_text('{folder}/link.csv')",
    "SELECT * FROM read_text('{folder}/games/../secret.json')",
    "SELECT * FROM read_text('file://{secret}')",
    "SELECT * FROM read_duckdb('{secret}')",
    "SELECT * FROM '{secret}'",
    'SELECT * FROM "{secret}"',
    "SELECT * FROM read_parquet('{folder}/other.parquet')",
    "SELECT * FROM parquet_kv_metadata('{folder}/other.parquet')",
    "SELECT * FROM glob('{folder}/../*')",
    "SELECT * FROM glob('/etc/*')",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_text('/proc/self/environ')",
    "SELECT * FROM read_text('/proc/self/fd/0')",
    "SELECT getenv('PAISHEN_SECRET')",
    "SELECT * FROM duckdb_secrets()",
    "SELECT * FROM read_text('https://example.org/{secret}')",
    "SELECT * FROM read_parquet('s3://bucket/x.parquet')",
    "SELECT * FROM request",
    "SELECT * FROM files",
    "SELECT * FROM query('SELECT * FROM read_text(''{secret}'')')",
    "SELECT * FROM query_table('{secret}')",
    "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT * FROM read_text(''{secret}'')'))",
    "SELECT (SELECT content FROM read_text('{secret}'))",
    "WITH x AS (SELECT * FROM read_text('{secret}')) SELECT * FROM x",
    "EXPLAIN ANALYZE SELECT * FROM read_text('{secret}')",
]
CHANGES = [
    "COPY (SELECT 1) TO '{folder}/new.csv'",
    "COPY games TO '{folder}/games/000000001.parquet' (FORMAT parquet, USE_TMP_FILE false)",
    "COPY persons FROM '{secret}'",
    "EXPORT DATABASE '{folder}/dump'",
    "IMPORT DATABASE '{folder}'",
    "ATTACH '{folder}/new.duckdb'",
    "ATTACH '{folder}/new.duckdb' AS x; CREATE TABLE x.t AS SELECT 1",
    "INSTALL httpfs",
    "LOAD httpfs",
    "CREATE TABLE t AS SELECT 1",
    "CREATE OR REPLACE VIEW games AS SELECT 1",
    "DROP VIEW games",
    "INSERT INTO persons VALUES (NULL, 'a', 'b')",
    "WITH x AS (INSERT INTO persons VALUES (NULL, 'a', 'b') RETURNING *) SELECT * FROM x",
    "SELECT 1; COPY (SELECT 1) TO '{folder}/new.csv'",
    "SELECT 1 /* ; */; DROP VIEW games",
    "SELECT 1) TO '{folder}/new.csv'; --",
    "EXPLAIN ANALYZE COPY (SELECT 1) TO '{folder}/new.csv'",
    "EXPLAIN /* */ ANALYZE COPY (SELECT 1) TO '{folder}/new.csv'",
    "EXPLAIN EXPLAIN ANALYZE COPY (SELECT 1) TO '{folder}/new.csv'",
    "PREPARE p AS COPY (SELECT 1) TO '{folder}/new.csv'; EXECUTE p",
    "SET enable_external_access = true",
    "SET VARIABLE a = 1",
    "RESET allowed_paths",
    "PRAGMA enable_profiling",
    "PRAGMA database_list",
    "CALL enable_logging(storage := 'file', storage_path := '{folder}/log')",
    "SELECT * FROM enable_logging(storage := 'file', storage_path := '{folder}/log')",
    "SELECT * FROM enable_profiling(save_location := '{folder}/profile.json')",
    "SELECT * FROM force_checkpoint()",
    "SELECT write_log('nowhere')",
    "CHECKPOINT",
    "VACUUM",
]
BOMBS = [
    "SELECT len(range(1000000000))",
    "SELECT repeat('x', 2000000000)",
    "SELECT repeat('x', 1000000) FROM range(10000)",
    "SELECT count(*) FROM range(1000000000000) a, range(1000000000) b",
    "WITH RECURSIVE r AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM r) SELECT count(*) FROM r",
    "WITH RECURSIVE r AS (SELECT repeat('x', 1000000) AS t UNION ALL SELECT t || t FROM r) SELECT * FROM r",
    "SELECT list(i) FROM range(10000000000) t(i)",
    "SELECT * FROM range(10000000000) ORDER BY hash(range)",
    "SELECT " + "(" * 20000 + "1" + ")" * 20000,
    "SELECT " + "1+" * 40000 + "1",
    "SELECT '" + "x" * 200000 + "'",
    "SELECT * FROM arrow_scan(1, 2, 3)",
    "SELECT * FROM pandas_scan(12345678)",
    "SELECT * FROM arrow_scan(1::BIGINT::POINTER, 2::BIGINT::POINTER, 3::BIGINT::POINTER)",
]
ATTEMPTS = READS + CHANGES + BOMBS
HARMLESS = ("SELECT * FROM duckdb_secrets()", "SELECT write_log('nowhere')")
"""These are answered: there are no secrets, and the log is in memory."""


class Cage(NamedTuple):
    """An archive with a secret beside it, inside it, and behind a link."""

    folder: Path
    places: dict[str, str]

    def files(self) -> dict[str, Any]:
        found = sorted(self.folder.parent.rglob("*"))
        return {str(path): (path.lstat().st_mtime_ns, path.is_file() and path.read_bytes()) for path in found}


@pytest.fixture
def cage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cage:
    monkeypatch.setenv("PAISHEN_SECRET", SECRET)
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "archive"
    write(tmp_path / "a.paipu.json", [log_of([*events([*PLAYS]), {"type": "end"}])])
    list(bring([tmp_path / "a.paipu.json"], folder))
    for path in (tmp_path / "secret.csv", folder / "secret.json", folder / "other.parquet"):
        path.write_text(f'{{"a": "{SECRET}"}}\n', "utf-8")
    (folder / "link.csv").symlink_to(tmp_path / "secret.csv")
    places = {"folder": str(folder), "secret": str(tmp_path / "secret.csv"), "inside": str(folder / "secret.json")}
    return Cage(folder, places)


class Outcome(NamedTuple):
    """What came out, whether it was refused, and after how many seconds."""

    said: str
    refused: bool
    took: float


def attempt(archive: Archive, sql: str) -> Outcome:
    began = time.monotonic()
    try:
        said, refused = json_of(ask_sql(archive, sql).table), False
    except PaishenError as error:
        said, refused = error.say("en"), True
        assert "\n" not in said, sql
    return Outcome(said, refused, time.monotonic() - began)


def test_no_way_out(cage: Cage) -> None:
    assert len(ATTEMPTS) >= 60
    archive = Archive(cage.folder)
    before = cage.files()
    asked = [sql.format(**cage.places) if "{" in sql else sql for sql in ATTEMPTS]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda sql: attempt(archive, sql), asked))
    for sql, found in zip(asked, answers, strict=True):
        assert SECRET not in found.said, sql
        assert found.refused or sql in HARMLESS, sql
        assert found.took < SECONDS + 2, sql[:200]
    assert cage.files() == before
    assert archive.ask("SELECT * FROM persons") == []


def test_what_may_be_asked(paishen: Paishen, cage: Cage) -> None:
    asked = {
        "SELECT count(*) AS games, sum(events) AS events FROM counted": [{"games": 1, "events": 11}],
        "WITH x AS (SELECT seat, score FROM seats) SELECT * FROM x ORDER BY seat LIMIT 2; -- two": [
            {"seat": 1, "score": 2}, {"seat": 2, "score": 1},
        ],
        "FROM plays SELECT max(trick) AS tricks": [{"tricks": 3}],
        "SELECT 1 AS a, 2 AS a": [{"a": 1, "a_1": 2}],
        "VALUES (0.5, DATE '2026-11-30', [1, NULL], NULL)": [
            {"col0": 0.5, "col1": "2026-11-30", "col2": [1, None], "col3": None}
        ],
        "SELECT INTERVAL 1 DAY AS a, INTERVAL (-90) MINUTE AS b, [INTERVAL '14 months 2.5 seconds'] AS c": [
            {"a": "P1D", "b": "PT-1H-30M", "c": ["P1Y2MT2.5S"]},
        ],
    }  # fmt: skip
    for sql, rows in asked.items():
        ran = paishen("query", "--sql", sql, "--archive", cage.folder, "--json")
        assert (ran.status, ran.err) == (0, ""), sql
        assert ran.json == rows
    for sql in ("DESCRIBE games", "SHOW TABLES", "EXPLAIN SELECT 1", "explain analyze SELECT 1", "SUMMARIZE seats"):
        assert paishen("query", "--sql", sql, "--archive", cage.folder, "--json").json


def test_what_was_selected_is_shown(paishen: Paishen, cage: Cage) -> None:
    """All of it, whatever its columns are called."""
    for sql, said in (
        ("SELECT count(*) AS number, 7 AS games FROM games", ["number  games", "1       7"]),
        ("SELECT 'x' AS sitting, 2 AS round, 3 AS hands", ["sitting  round  hands", "x        2      3"]),
    ):
        assert paishen("query", "--sql", sql, "--archive", cage.folder).lines == said
    ran = paishen("query", "--sql", "SELECT * FROM games", "--archive", cage.folder)
    assert ran.lines[0].split() == list(columns("games"))
    named = paishen("query", "games", "--archive", cage.folder).lines[0].split()
    assert "game" in named
    assert "hands" not in named


def test_spans_of_time_are_text_in_a_file_too(paishen: Paishen, cage: Cage, tmp_path: Path) -> None:
    """Parquet has no type for them."""
    sql = "SELECT unnest([INTERVAL 1 DAY, NULL]) AS span, [INTERVAL 2 MONTH] AS spans, 7 AS n"
    out = tmp_path / "spans.parquet"
    done = paishen("query", "--sql", sql, "--archive", cage.folder, "--parquet", "-o", out)
    assert (done.status, done.err) == (0, "")
    assert pq.read_table(out).to_pylist() == [
        {"span": "P1D", "spans": '["P2M"]', "n": 7}, {"span": None, "spans": '["P2M"]', "n": 7},
    ]  # fmt: skip
    shown = paishen("query", "--sql", sql, "--archive", cage.folder)
    assert "P1D" in shown.out
    assert "MonthDayNano" not in shown.out


def test_more_rows_than_are_told(paishen: Paishen, cage: Cage) -> None:
    ran = paishen("--lang", "en", "query", "--sql", "FROM range(1000000)", "--archive", cage.folder, "--json")
    assert (ran.status, len(ran.lines)) == (0, MOST_ROWS)
    assert ran.err == f"only the first {MOST_ROWS} rows; there are more\n"


def test_a_wrong_statement_is_one_sentence(paishen: Paishen, cage: Cage) -> None:
    for sql, said in (
        ("DROP VIEW games", "one SELECT or EXPLAIN can be asked, nothing else"),
        ("", "one SELECT or EXPLAIN can be asked, nothing else"),
        ("SELECT nothing FROM games", 'the SQL failed: Binder Error: Referenced column "nothing" not found'),
        ("SELECT * FROM nowhere", "the SQL failed: Catalog Error: Table with name nowhere does not exist!"),
        ("SELEC 1", "the SQL failed: Parser Error"),
    ):
        ran = paishen("--lang", "en", "query", "--sql", sql, "--archive", cage.folder)
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert ran.err.startswith(f"paishen: {said}")


def test_sql_sees_what_questions_see(cage: Cage) -> None:
    (cage.folder / "players.toml").write_text('[names]\n"甲" = "老王"\n', "utf-8")
    archive = Archive(cage.folder)
    assert json.loads(json_of(ask_sql(archive, "SELECT person FROM seats WHERE seat = 1").table)) == {"person": "老王"}
    file = next((cage.folder / "games").iterdir())
    file.write_bytes(file.read_bytes()[:-40] + b"\0" * 40)
    assert json_of(ask_sql(Archive(cage.folder), "SELECT * FROM games").table) == ""


def test_a_folder_may_have_any_name(cage: Cage) -> None:
    odd = cage.folder.rename(cage.folder.with_name("a[1] *? 老王's"))
    assert json.loads(json_of(ask_sql(Archive(odd), "SELECT count(*) AS n FROM plays").table)) == {"n": 11}
