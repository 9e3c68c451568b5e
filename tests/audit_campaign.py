"""错账: games with one wrong score, place, doubling or guard each - every one must be flagged, at the right line.

    python -m tests.audit_campaign N SEED

plays games by bots, makes N wrong claims of them and holds the audit's finding against the expected one. What is
right, and what a forgotten doubling or another guard would give, is computed by the oracle.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from msgspec import UNSET, structs

from analyzer.audit import audit_log
from analyzer.events import End, Log, Play
from analyzer.paipu import dumps_json
from analyzer.rulesets import names
from analyzer.simulate import Chances, simulate
from tests import oracle

BUSY = Chances(escape=0.05, terse=0.3, auto=0.002, mind=0.01)
SEATS = (1, 2, 3, 4, 5)


class Wrong(NamedTuple):
    """A log with one thing wrong, and the finding that it must get: any of the kinds, at the line and event."""

    log: Log
    what: str
    kinds: tuple[str, ...]
    line: str
    event: int | None


def world_of(log: Log) -> oracle.World:
    """The oracle's world at the end of a game with known hands."""
    document = oracle.parse_json(dumps_json(log))
    judge = oracle.Judge(oracle.read(document), document.get("previous"))
    for event in document["events"]:
        judge.see(event)
    (world,) = judge.worlds
    return world


def with_end(log: Log, **claims: Any) -> Log:
    """The log with other claims at its end; None leaves one out."""
    end = log.events[-1]
    assert isinstance(end, End)
    told = {key: UNSET if value is None else value for key, value in claims.items()}
    return structs.replace(log, events=(*log.events[:-1], structs.replace(end, **told)))


def out_at(log: Log) -> dict[int, int]:
    """The last play of every seat, and of the table (for a seat that is left last)."""
    plays = [(index, event.seat) for index, event in enumerate(log.events) if isinstance(event, Play)]
    return {**{seat: index for index, seat in plays}, 0: plays[-1][0] if plays else -1}


def wrong_claims(log: Log, random: Random) -> Iterator[Wrong]:
    """One wrong claim of each sort that the game has room for."""
    world = world_of(log)
    due = tuple(oracle.result(world)["scores"])
    over = len(log.events) - 2
    yield from wrong_scores(log, random, due, over)
    if world.how_over == "played" and len(world.on_auto) < 5:
        yield from wrong_places(log, random, world)
        yield from wrong_doubling(log, world, due)
        yield from wrong_guard(log, random, world, due)


def wrong_scores(log: Log, random: Random, due: tuple[int, ...], over: int) -> Iterator[Wrong]:
    """A digit of one score, and the scores of two seats swapped."""
    seat = random.choice(SEATS)
    scores = list(due)
    scores[seat - 1] += random.choice((-10, -3, -1, 1, 5, 20))
    left = any(type(event).__name__ == "Escape" for event in log.events)
    if left:
        seat = next((one for one in SEATS if due[one - 1]), 0)
        scores = [score - 1 if one == seat else score for one, score in enumerate(due, 1)]
    if not left or seat:
        kind, line = ("penalty", "penalty") if left else ("figure", "total")
        yield Wrong(with_end(log, scores=tuple(scores)), "figure", (kind,), line, over)
    one, other = random.sample(SEATS, 2)
    if due[one - 1] != due[other - 1]:
        scores = list(due)
        scores[one - 1], scores[other - 1] = scores[other - 1], scores[one - 1]
        yield Wrong(with_end(log, scores=tuple(scores)), "swapped", ("swapped",), "total", over)


def wrong_places(log: Log, random: Random, world: oracle.World) -> Iterator[Wrong]:
    """A place off by one: claimed of one seat alone."""
    seat = random.choice(SEATS)
    places = [world.places.get(one, 0) for one in SEATS]
    right = places[seat - 1]
    places[seat - 1] = right - 1 if right == 5 else right + 1
    last = out_at(log)
    event = last[0] if not right or (right == 5 and world.hand_size(seat)) else last[seat]
    yield Wrong(with_end(log, places=tuple(places)), "place", ("place", "unplaced"), "place", event)


def wrong_doubling(log: Log, world: oracle.World, due: tuple[int, ...]) -> Iterator[Wrong]:
    """One doubling dropped, or one too many."""
    if not any(due):
        return
    doubled, solo = oracle.is_doubled(world), oracle.solo_kind(world)
    if not doubled:
        yield Wrong(with_end(log, scores=tuple(2 * score for score in due)), "doubled", ("doubling_extra",),
                    "doubling", len(log.events) - 2)  # fmt: skip
        return
    wrong = tuple(score // 2 for score in due)
    causes = {"guard": world.open_guard, "solo": solo is not None, "rebel": not world.open_guard and solo is None}
    said = [
        index for index, event in enumerate(log.events)
        if type(event).__name__ in ("Declare", "Call", "Snatch", "Accept") and (
            (causes["guard"] and getattr(event, "what", "") == "guard")
            or (causes["rebel"] and getattr(event, "what", "") == "rebel")
        )
    ]  # fmt: skip
    event = said[world.rules["rebellion"] - 1 if causes["rebel"] else 0] if said and solo is None else None
    yield Wrong(with_end(log, scores=wrong), "undoubled", ("doubling_missing",), "doubling", event)


def wrong_guard(log: Log, random: Random, world: oracle.World, due: tuple[int, ...]) -> Iterator[Wrong]:
    """Another guard claimed; and, where no guard is claimed, the scores that another guard would have given."""
    other = random.choice([seat for seat in SEATS if seat != world.guard])
    yield Wrong(with_end(log, guard=other), "guard", ("guard",), "side", None)
    if world.rules["score"] == "places" or not any(due):
        return
    world.guard = other
    scores = tuple(oracle.result(world)["scores"])
    if scores == due or set(scores) <= {0}:
        return
    taken = with_end(log, guard=None, scores=scores)
    yield Wrong(taken, "guard by scores", ("guard",), "side", None)


def problem(wrong: Wrong) -> str | None:
    """What the audit got wrong of a wrong claim; None where it flags it as it must."""
    audit = audit_log(wrong.log)
    if audit.verdict.status != "disputed" or not audit.findings:
        return f"not flagged: {audit.verdict.status}"
    first = audit.findings[0]
    if wrong.what == "guard by scores" and "guard" in first.also:
        return None
    if first.kind not in wrong.kinds or first.line != wrong.line:
        return f"{first.kind} at {first.line}, not {wrong.kinds} at {wrong.line}: {first.words.en}"
    if wrong.event is not None and first.event != wrong.event:
        return f"event {first.event}, not {wrong.event}"
    return None


def campaign(many: int, seed: int) -> tuple[Counter[str], list[str]]:
    """So many wrong claims: how many of each sort, and what was not flagged as it must."""
    counts: Counter[str] = Counter()
    faults: list[str] = []
    game = 0
    while counts.total() < many:
        rules = names()[game % len(names())]
        log = simulate(rules, f"{seed}/{game}", chances=BUSY)
        game += 1
        for wrong in wrong_claims(log, Random(f"{seed}/{game}")):
            counts[wrong.what] += 1
            found = problem(wrong)
            if found:
                faults.append(f"{rules} {seed}/{game - 1} {wrong.what}: {found}")
    return counts, faults


def main() -> int:
    """Prints how many of each sort, and every fault; 1 where there is one."""
    many, seed = (int(text) for text in (*sys.argv[1:], "10000", "1")[:2])
    counts, faults = campaign(many, seed)
    print(dict(counts), f"{len(faults)} not as they must", *faults[:50], sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
