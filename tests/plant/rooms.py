"""房间: where faults are planted, and each room's own tests, the quick ones first."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Final, NamedTuple

from tests.plant.mutations import Mutation, flat, mutations


class Room(NamedTuple):
    """一间: its files, its tests in the order in which they run, and the only kinds of fault (none: every kind)."""

    files: tuple[str, ...]
    quick: tuple[str, ...]
    slow: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


ROOMS: Final = {
    "rules": Room(
        ("analyzer/rules",),
        ("analyzer/rules", "tests/test_conformance.py", "tests/test_replay.py", "tests/test_audit_invariants.py",
         "tests/test_rulesets.py", "tests/test_moves.py", "tests/test_cases.py"),
        ("tests/test_duel.py", "tests/test_simulate.py", "tests/test_ledger.py", "tests/test_batch.py"),
    ),
    "replay": Room(
        ("analyzer/replay",),
        ("analyzer/replay", "tests/test_replay.py", "tests/test_conformance.py", "tests/test_entry.py",
         "tests/test_cases.py", "tests/test_corrections.py"),
        ("tests/test_show.py", "tests/test_sight.py", "tests/test_duel.py"),
    ),
    "batch": Room(
        ("analyzer/batch",),
        ("analyzer/batch", "tests/test_validate_in_bulk.py", "tests/test_revalidating.py", "tests/test_machine_code.py",
         "tests/test_batch.py"),
        ("tests/test_queries_plays.py", "tests/test_import_apart.py"),
    ),
    "audit": Room(
        ("analyzer/audit",),
        ("analyzer/audit", "tests/test_audit_legal.py", "tests/test_audit_mind.py", "tests/test_audit_sheet.py",
         "tests/test_audit_claims.py"),
        ("tests/test_audit_stored.py", "tests/test_audit_invariants.py", "tests/test_report.py"),
    ),
    "recorder": Room(
        ("analyzer/recorder",),
        ("analyzer/recorder", "tests/test_recorder.py", "tests/test_entry.py", "tests/test_entry_notation.py",
         "tests/test_record_stdin.py"),
        ("tests/durability/test_cuts.py", "tests/test_record_command.py", "tests/test_entry_random.py",
         "tests/durability/test_power.py", "tests/durability/test_system.py",
         "tests/durability/test_system_calls.py", "tests/durability/test_processes.py"),
    ),
    "sight": Room(
        ("analyzer/sight.py",),
        ("analyzer/sight.py", "tests/test_sight.py"),
        ("tests/test_show.py", "tests/test_admission.py", "tests/test_no_leaks.py"),
    ),
    "report": Room(
        ("analyzer/report",), ("analyzer/report", "tests/test_report.py"),
        kinds=("an escape forgotten",),
    ),
}  # fmt: skip


@cache
def faults(root: Path, room: str) -> tuple[Mutation, ...]:
    """Every fault that can be planted in a room."""
    files: list[Path] = []
    for place in ROOMS[room].files:
        files += sorted((root / place).rglob("*.py")) or [root / place]
    kinds = ROOMS[room].kinds
    every = [one for path in files for one in mutations(root, str(path.relative_to(root)))]
    return tuple(one for one in every if not kinds or one.kind in kinds)


def drawn(root: Path, many: int, seed: int, rooms: Sequence[str]) -> list[tuple[str, Mutation]]:
    """So many faults, no two the same: the rooms in turn, and in each the kinds in turn, however rare one is.

    An edit of a file moves no more than the faults in what was edited.
    """
    rows = [_in_turn(faults(root, room), f"{seed} {room}") for room in rooms]
    found = [
        (room, one)
        for turn in zip_longest(*rows)
        for room, one in zip(rooms, turn, strict=True)
        if one is not None
    ]  # fmt: skip
    return found[:many]


def _in_turn(every: Sequence[Mutation], seed: str) -> list[Mutation]:
    """Faults in a seeded order that is kind by kind."""
    seen: Counter[str] = Counter()
    keyed = []
    for one in every:
        name = f"{one.path} {flat(one.old)} {flat(one.new)}"
        seen[name] += 1
        keyed.append((_lot(seed, name, seen[name]), one))
    keyed.sort()
    turns: Counter[str] = Counter()
    placed = []
    for _, one in keyed:
        turns[one.kind] += 1
        placed.append((turns[one.kind], _lot(seed, one.kind), one))
    return [one for _, _, one in sorted(placed)]


def _lot(*parts: object) -> str:
    """A lot that is the same wherever and whenever it is drawn."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()
