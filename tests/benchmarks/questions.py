"""量问题: how long each named question takes over many games; exits 1 when one takes over a second.

    python tests/benchmarks/questions.py [GAMES]

The archive is a few hundred simulated games, stored again and again under other names, without their bytes.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import pyarrow as pa  # noqa: E402
import pyarrow.compute as pc  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402

from analyzer.archive import Archive, answer, questions  # noqa: E402
from analyzer.archive.manifest import Manifest, Segment, write_manifest  # noqa: E402
from analyzer.archive.places import DERIVED, EVENTS, FOLDERS, GAMES, LOGS, file_of  # noqa: E402
from analyzer.archive.schema import schema  # noqa: E402
from analyzer.archive.segments import segment_of, write_table  # noqa: E402
from analyzer.importing import bring  # noqa: E402
from analyzer.paipu import write  # noqa: E402
from analyzer.rulesets import names  # noqa: E402
from analyzer.simulate import sitting  # noqa: E402

MANY = 100_000
SEGMENT = 4000
MOST = 1.0
"""Seconds."""


def first_games(folder: Path) -> dict[str, pa.Table]:
    """The tables of some simulated games."""
    write(folder / "a.paipu.jsonl", [log for name in names() for log in sitting(name, 25, 1)])
    list(bring([folder / "a.paipu.jsonl"], folder / "first"))
    return {kind: pq.read_table(file_of(folder / "first", kind, "000000001")) for kind in (GAMES, EVENTS, DERIVED)}


def renamed(table: pa.Table, number: int) -> pa.Table:
    """The same rows of other games."""
    for name in ("number", "game", "sha256"):
        if name in table.column_names:
            other: Any = table[name]
            other = pc.add(other, number) if name == "number" else pc.binary_join_element_wise(other, str(number), "/")
            table = table.set_column(table.column_names.index(name), table.schema.field(name), other)
    return table


def many_games(folder: Path, games: int) -> Archive:
    """An archive of so many games, about."""
    tables = first_games(folder)
    once = tables[GAMES].num_rows
    segments: list[Segment] = []
    for number in range(0, games, SEGMENT):
        name = f"{len(segments) + 1:09}"
        for kind in FOLDERS:
            (folder / "many" / kind).mkdir(parents=True, exist_ok=True)
        file_of(folder / "many", LOGS, name).write_bytes(b"")
        for kind, table in tables.items():
            copies = [renamed(table, number + at) for at in range(0, SEGMENT, once)]
            write_table(file_of(folder / "many", kind, name), kind, pa.concat_tables(copies).cast(schema(kind)))
        events = tables[EVENTS].num_rows * (SEGMENT // once)
        segments.append(segment_of(folder / "many", name, number + 1, SEGMENT, events, "simulated"))
    write_manifest(folder / "many", Manifest(segments=tuple(segments)))
    return Archive(folder / "many")


def main() -> int:
    """Ask everything once."""
    with tempfile.TemporaryDirectory() as folder:
        archive = many_games(Path(folder), int(sys.argv[1]) if len(sys.argv) > 1 else MANY)
        counted = archive.ask("SELECT count(*) AS games, sum(events)::BIGINT AS events FROM counted")[0]
        print(f"{counted['games']} games, {counted['events']} events")
        slow = 0
        game = archive.ask("SELECT min(game) AS game FROM counted")[0]["game"]
        for name, question in questions().items():
            settings = {"game": game} if name == "games_like" else {"take": "20"}
            began, used = time.perf_counter(), time.process_time()
            answer(archive, question, settings)
            took, used = time.perf_counter() - began, time.process_time() - used
            slow += took > MOST
            print(f"{name:20} {took:6.2f} s, {used:6.2f} s of CPU{'  SLOW' if took > MOST else ''}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
