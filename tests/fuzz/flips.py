"""Sealed logs with flipped bits, other bytes, pieces cut out: none may pass for a sealed and valid game.

    python -m tests.fuzz.flips [COUNT] [SEED]          100,000 when left out
    python -m tests.fuzz.flips [COUNT] [SEED] parquet  20,000 Parquet files, half of them without checksums of pages

Accepted is a game that differs from the one that was sealed and yet is told valid, its seal good. What says the same
game, by another line end or a byte of a file's padding, is counted apart, and so is a valid game that has lost its
seal: a cut at the right place leaves an open log, which only its receipts convict (schemas/INTEGRITY.md).
"""

from __future__ import annotations

import io
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random

from analyzer.events import Log
from analyzer.paipu import Sourced, dumps_json, dumps_lines, loads
from analyzer.paipu.columns import dumps_parquet
from analyzer.paipu.files import written
from analyzer.replay import judge_log
from analyzer.verdict import Verdict
from tests.fuzz.mutating import Change, again, blank, byte, cut, flip, leave_out, mutated, swap

BLIND: tuple[Change, ...] = (flip, flip, flip, byte, cut, leave_out, again, swap, blank)
FLIPS: tuple[Change, ...] = (flip, flip, flip, flip, byte, blank, cut)
Judge = Callable[[Log], Verdict]


@cache
def sealed() -> tuple[Log, ...]:
    """Small sealed games."""
    from tests.test_bundle import sealed as one
    from tests.test_tamper import pool

    return (one(), *pool()[:3])


def forms(log: Log) -> tuple[tuple[str, bytes], ...]:
    """A game as lines, as one object, pretty, as text."""
    return (
        ("a.jsonl", dumps_lines(log)), ("a.json", dumps_json(log)), ("a.json", dumps_json(log, pretty=True)),
        ("a.txt", written("txt", [log])),
    )  # fmt: skip


def columns(log: Log) -> tuple[tuple[str, bytes], ...]:
    """A game as Parquet, with checksums of its pages as we write it and without, and not compressed."""
    import pyarrow.parquet as pq

    ours = dumps_parquet([log])
    files = [ours]
    for packing in ("zstd", "none"):
        sink = io.BytesIO()
        pq.write_table(pq.read_table(io.BytesIO(ours)), sink, compression=packing)
        files.append(sink.getvalue())
    return tuple(("a.parquet", data) for data in files)


@cache
def attacked(which: str, at: int) -> tuple[Log, tuple[tuple[str, bytes], ...]]:
    """A sealed game and its files."""
    log = sealed()[at]
    return log, columns(log) if which == "parquet" else forms(log)


def told(log: Log, name: str, data: bytes, judge: Judge) -> Iterator[str]:
    """What each game in the bytes is told to be."""
    for found in loads(data, name):
        if not isinstance(found, Sourced):
            yield "unreadable"
        elif found.log == log:
            yield "the same"
        else:
            verdict = judge(found.log)
            told = "broken" if verdict.integrity == "broken" else str(verdict.status)
            yield "accepted" if (told, verdict.integrity) == ("valid", "sealed") else told


def campaign(count: int, seed: int | str, which: str = "lines", judge: Judge = judge_log) -> tuple[Counter[str], float]:
    """So many changed files: what became of them, and the slowest in seconds of CPU."""
    random, found, slowest = Random(f"{which}/{seed}"), Counter[str](), 0.0
    for at in range(count):
        log, files = attacked(which, at % len(sealed()))
        name, good = random.choice(files)
        data = mutated([good], random, FLIPS if which == "parquet" else BLIND)
        if data == good:
            found["as it was"] += 1
            continue
        began = time.process_time()
        found.update(told(log, name, data, judge))
        slowest = max(slowest, time.process_time() - began)
    return found, slowest


def main(args: list[str]) -> int:
    """A campaign with its figures."""
    which = args[2] if len(args) > 2 else "lines"
    count = int(args[0]) if args else {"lines": 100_000}.get(which, 20_000)
    found, slowest = campaign(count, int(args[1]) if len(args) > 1 else 1, which)
    print(f"{count} files: {dict(found.most_common())}, slowest {slowest:.3f} s")
    return 1 if found["accepted"] or slowest > 1 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
