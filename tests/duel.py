"""对拍: the engine against the oracle on changed logs; `python -m tests.duel ROUNDS [SEED]` for a long run."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from analyzer.paipu import loads
from analyzer.replay import judge_found
from tests import oracle
from tests.mutate import Json, changed, dumps, masked

CASES = Path(__file__).parent / "cases"
ALWAYS = ("status", "event", "code")
RESULTS = (
    "emperor", "guard", "solo", "doubled", "winner", "places", "scores", "dissolved", "claimed_places",
    "claimed_scores", "integrity",
)  # fmt: skip


def logs() -> list[Json]:
    """The readable cases."""
    found = []
    with gzip.open(CASES / "games.jsonl.gz", "rt", encoding="utf8") as stream:
        for line in stream:
            try:
                log = json.loads(line)
            except ValueError:
                continue
            if isinstance(log, dict) and log.get("events") and oracle.verdict_of(log)["status"] != "unreadable":
                found.append(log)
    return found


def differences(log: Json) -> dict[str, tuple[Any, Any]]:
    """What the engine and the oracle say differently: key -> (oracle, engine)."""
    text = dumps(log)
    theirs = oracle.verdict(text)
    ours = judge_found(next(iter(loads(text, "log")))).to_json("en")
    keys = ALWAYS + (RESULTS if theirs["status"] in ("valid", "disputed") else ())
    return {key: (theirs[key], ours[key]) for key in keys if theirs[key] != ours[key]}


def known(log: Json) -> bool:
    """Whether a log knows all hands and is not chained: then it can be masked."""
    dealt = [event for event in log["events"] if event["type"] == "deal"]
    return not log.get("view") and "h" not in log and all(isinstance(h, str) for e in dealt for h in e["hands"])


def variant(sources: list[Json], random: Random) -> Json:
    """A changed, masked, or changed and masked log."""
    log = random.choice(sources)
    if random.random() < 0.4 and known(log):
        log = masked(log, random)
        if random.random() < 0.2:
            return log
    return changed(log, random)


def main(rounds: int, seed: int) -> int:
    """Print every log on which the two differ; how many."""
    sources, random, wrong = logs(), Random(seed), 0
    for number in range(rounds):
        log = variant(sources, random)
        try:
            found = differences(log)
        except Exception as error:  # noqa: BLE001  a crash is a difference, and the run goes on
            found = {"crash": (repr(error), None)}
        if found:
            wrong += 1
            print(number, log["game"], log.get("view"), json.dumps(log["rules"]), found, flush=True)
            Path(f"/tmp/duel-{seed}-{number}.json").write_bytes(dumps(log)) if rounds > 100 else None
    print(f"{rounds - wrong} of {rounds} agree")
    return wrong


if __name__ == "__main__":
    sys.exit(1 if main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0) else 0)
