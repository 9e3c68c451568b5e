"""改键: logs whose rules were changed behind their back - `fit` must find every smallest set of keys that mends them.

    python -m tests.fit_campaign N SEED

plays games by bots, declares one to three keys otherwise, and compares what `fit` says with what the oracle says of
every single key, and, where none helps, of every pair.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from msgspec import UNSET, structs

from analyzer.events import Log
from analyzer.fit import fit
from analyzer.paipu import Sourced, dumps_json
from analyzer.rulesets import names, problems, resolve
from analyzer.simulate import Chances, simulate
from tests import oracle

BUSY = Chances(escape=0.05, terse=0.5, auto=0.005, mind=0)
VALUES: dict[str, list[Any]] = {
    "call_twos": [True, False], "throne": ["fixed", "previous", "forced", "drawn", "skip"],
    "guard": ["marked", "called"],
    "open_guard": [True, False], "rebellion": [0, 2, 3], "snatch": [True, False], "deck": [168, 216],
    "declare_solo": ["declare", "show", "both"], "pass_bars": [True, False],
    "sixes_last": ["no", "alone", "with_jokers"],
    "wind_mark": [True, False], "end": ["side", "all"], "solo_end": ["side", "two_rebels"],
    "score": ["sum", "side", "places"], "solo_score": ["sum", "podium"], "double_open_guard": [True, False],
    "double_rebellion": [True, False], "double_open_solo": [True, False], "double_secret_solo": [True, False],
    "auto": [True, False], "tribute": [True, False],
}  # fmt: skip
"""The keys of a few values; figures are tested by hand."""


def changed(rules: dict[str, Any], random: Random) -> dict[str, Any]:
    """The rules with one to three keys otherwise, such as can be played."""
    while True:
        keys = random.sample(sorted(VALUES), random.choice((1, 1, 2, 3)))
        other = {**rules, **{key: random.choice(VALUES[key]) for key in keys}}
        if not list(problems(other)):
            return other


def judged(log: Log, rules: dict[str, Any]) -> tuple[int, bool] | None:
    """How far the oracle finds a log legal by some rules, and whether all agrees; None for rules it refuses."""
    document = json.loads(dumps_json(log))
    document["rules"] = rules
    document.pop("rules_sha256", None)
    told = oracle.verdict_of(document)
    if told["status"] == "unreadable":
        return None
    return (told["event"] if told["status"] == "illegal" else 1 << 30), told["status"] == "valid"


def sets_of(rules: dict[str, Any], size: int) -> Iterator[dict[str, Any]]:
    """Every way to change so many keys."""
    for keys in combinations(sorted(VALUES), size):
        ways: list[dict[str, Any]] = [{}]
        for key in keys:
            ways = [{**way, key: value} for way in ways for value in VALUES[key] if value != rules[key]]
        yield from ways


def expected(log: Log, rules: dict[str, Any], most: int) -> list[dict[str, Any]] | None:
    """The smallest sets by the oracle, up to a size; None where nothing is wrong."""
    was = judged(log, rules)
    assert was is not None
    if was[1]:
        return None
    for size in range(1, most + 1):
        hits = []
        for keys in sets_of(rules, size):
            now = judged(log, {**rules, **keys})
            if now is not None and (now[0] > was[0] if was[0] < 1 << 30 else now[1]):
                hits.append(keys)
        if hits:
            return hits
    return []


def problem(log: Log, declared: dict[str, Any], most: int) -> str | None:
    """Where `fit` and the oracle part; figures, which the oracle does not try, are left out."""
    wanted = expected(log, declared, most)
    mine = structs.replace(log, rules=declared, rules_sha256=UNSET)
    found = [change.to_json()["keys"] for change in fit(Sourced(mine, "-", 1, b"")).changes]
    if wanted is None:
        return f"changes where nothing is wrong: {found}" if found else None
    sizes = {len(keys) for keys in found}
    if len(sizes) > 1:
        return f"sets of several sizes: {found}"
    if not wanted:
        return f"found {found}" if sizes and min(sizes) <= most and all(key in VALUES for key in found[0]) else None
    plain = [keys for keys in found if set(keys) <= set(VALUES)]
    if found and not plain and min(sizes) < len(wanted[0]):
        return None  # a figure alone explains it
    told = {json.dumps(keys, sort_keys=True) for keys in plain}
    due = {json.dumps(keys, sort_keys=True) for keys in wanted}
    return None if told == due else f"missing {sorted(due - told)}, beside them {sorted(told - due)}"


def campaign(many: int, seed: int, most: int = 1) -> list[str]:
    """What went wrong in so many games."""
    faults = []
    for number in range(many):
        random = Random(f"{seed}/{number}")
        name = names()[number % len(names())]
        rules: dict[str, Any] = {"base": name, **resolve(name).values}
        log = simulate(name, f"{seed}/{number}", chances=BUSY)
        found = problem(log, changed(rules, random), most)
        if found:
            faults.append(f"{name} {seed}/{number}: {found}")
    return faults


def main() -> int:
    """Prints every fault; 1 where there is one."""
    many, seed = (int(text) for text in (*sys.argv[1:], "200", "1")[:2])
    faults = campaign(many, seed, most=2 if many <= 20 else 1)
    print(f"{len(faults)} of {many} not as they must", *faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
