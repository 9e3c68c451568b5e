"""沙盒: one SQL statement of somebody's own, run in a process of its own that can do nothing but answer.

The process gets the archive's files by name and reaches no other; it may read, not write; it has so much memory, time
and room for its answer, and ends with it. What it is asked is one SELECT or EXPLAIN.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from analyzer.archive.database import SIZE, make_views, shut, ways
from analyzer.archive.players import Person, read_persons
from analyzer.errors import PaishenError
from analyzer.words import Words

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

    from analyzer.archive.reading import Archive

MOST_ROWS: Final = 10_000
MOST_BYTES: Final = 64 << 20
SECONDS: Final = 10
"""How long a statement may take, starting its process included."""
MEMORY: Final = 3 << 30
"""Bytes of address space; a third of it for DuckDB's own."""
LONGEST: Final = 100_000
SETTINGS: Final = {
    "memory_limit": "1GB", "max_execution_time": f"{SECONDS * 1000}", "threads": "2", "temp_directory": "",
    "autoinstall_known_extensions": "false", "autoload_known_extensions": "false",
    "allow_community_extensions": "false", "allow_persistent_secrets": "false",
    "python_enable_replacements": "false", "python_scan_all_frames": "false",
}  # fmt: skip
EXPLAIN: Final = re.compile(r"\s*EXPLAIN\s+(?:ANALYZE\s+)?", re.IGNORECASE)
LAST: Final = re.compile(r";(?:\s|--[^\n]*(?:\n|\Z))*\Z")
"""The semicolon after a statement."""
REFUSED: Final = {
    "long": Words(f"SQL 长过 {LONGEST} 个字符", f"the SQL is longer than {LONGEST} characters"),
    "one": Words("只能问一句 SELECT 或 EXPLAIN", "one SELECT or EXPLAIN can be asked, nothing else"),
    "large": Words(f"回答超过 {MOST_BYTES >> 20} MB", f"the answer is larger than {MOST_BYTES >> 20} MB"),
    "ended": Words(
        f"这句 SQL 超过了 {SECONDS} 秒或 {MEMORY >> 30} GB, 已停止",
        f"the SQL wanted more than {SECONDS} s or {MEMORY >> 30} GB and was stopped",
    ),
}


class Answer(NamedTuple):
    """回答: the rows, and whether there were more than are told."""

    table: pa.Table
    more: bool


def ask_sql(archive: Archive, sql: str) -> Answer:
    """自由查询: the answer to a statement; `PaishenError` where it is refused, fails or takes too much."""
    archive.cursor().close()
    request = {
        "files": {kind: [str(path) for path in paths] for kind, paths in archive.files.items()},
        "persons": read_persons(archive.path),
        "sql": sql,
    }
    # only this package's own folders, and nothing of the environment that a statement could ask for
    environment = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "LC_ALL": "C.UTF-8"}
    if sys.platform == "win32":
        environment["SYSTEMROOT"] = os.environ.get("SYSTEMROOT", "")
    try:
        done = subprocess.run(  # noqa: S603  our own module
            [sys.executable, "-P", "-m", __name__], input=json.dumps(request).encode(), env=environment,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise PaishenError(REFUSED["ended"]) from None
    return _told(done.stdout if done.returncode == 0 else b"")


def _told(said: bytes) -> Answer:
    """What the process said: a line of JSON, then the rows."""
    import pyarrow as pa

    first, _, rest = said.partition(b"\n")
    head = json.loads(first) if first else {"refused": "ended"}
    if "refused" in head:
        raise PaishenError(REFUSED[head["refused"]])
    if "failed" in head:
        raise PaishenError(Words(f"SQL 不成: {head['failed']}", f"the SQL failed: {head['failed']}"))
    table = pa.ipc.open_stream(rest).read_all()
    return Answer(table.slice(0, MOST_ROWS), len(table) > MOST_ROWS)


# -- in the process of its own -----------------------------------------------------------------------------------


class RefusedError(Exception):
    """拒绝: which of `REFUSED` it is."""


def main() -> None:
    """Answer the request on standard input."""
    _limit()
    request = json.loads(sys.stdin.buffer.read())
    try:
        said = b"{}\n" + run(request["files"], [Person(*person) for person in request["persons"]], request["sql"])
    except RefusedError as error:
        said = json.dumps({"refused": str(error)}).encode() + b"\n"
    except MemoryError:
        said = b'{"refused": "ended"}\n'
    except Exception as error:  # noqa: BLE001  whatever a statement brings about is told in one line
        why = " ".join(str(error).split()) or type(error).__name__
        said = json.dumps({"failed": why[:300]}).encode() + b"\n"
    sys.stdout.buffer.write(said)
    sys.stdout.flush()
    os._exit(0)  # nothing is left to be done, and nothing may take its time now


def _limit() -> None:
    """限制: memory, time, no byte written to any file, no core."""
    with suppress(ImportError):
        import resource

        for what, most in (
            (resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_FSIZE, 0),
            (resource.RLIMIT_CORE, 0),
        ):  # fmt: skip
            resource.setrlimit(what, (most, most))


def run(files: Mapping[str, list[str]], persons: list[Person], sql: str) -> bytes:
    """答: the rows of a statement as an Arrow stream, one more than are told where there are more."""
    import duckdb
    import pyarrow as pa

    paths = {kind: [Path(file) for file in named] for kind, named in files.items()}
    database = duckdb.connect(config=dict(SETTINGS))
    database.execute(SIZE)
    shut(database, "allowed_paths", [way for named in paths.values() for path in named for way in ways(path)])
    make_views(database, paths, persons)
    table: Any = database.sql(statement(database, sql)).to_arrow_table()
    if table.nbytes > MOST_BYTES:
        raise RefusedError("large")
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return bytes(sink.getvalue())


def statement(database: duckdb.DuckDBPyConnection, sql: str) -> str:
    """一句: what is run for a statement; `RefusedError` where it is anything but one SELECT or EXPLAIN."""
    import duckdb

    if len(sql) > LONGEST:
        raise RefusedError("long")
    asked = EXPLAIN.match(sql)
    text = sql[asked.end() :] if asked else sql
    found = database.extract_statements(text)
    if len(found) != 1 or found[0].type != duckdb.StatementType.SELECT:
        raise RefusedError("one")
    if asked:
        return sql
    return f"SELECT * FROM (\n{LAST.sub('', text)}\n) LIMIT {MOST_ROWS + 1}"  # noqa: S608  it is meant to be somebody's own


if __name__ == "__main__":
    main()
