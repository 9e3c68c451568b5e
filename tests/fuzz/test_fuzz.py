"""Every reader over bad input, and sealed logs that were damaged: a size for every run of the tests.

`python -m tests.fuzz.run` and `python -m tests.fuzz.flips` go on as long as is wanted.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from analyzer.events import Log
from analyzer.replay import judge_log
from analyzer.verdict import Verdict
from tests.fuzz.flips import campaign, sealed
from tests.fuzz.mutating import WORDS, mutated
from tests.fuzz.run import timed
from tests.fuzz.seeds import seeds
from tests.fuzz.targets import TARGETS

EXAMPLES = {"json": 1600, "lines": 1600, "text": 1600, "parquet": 800, "packed": 500, "rules": 500, "book": 500,
            "players": 400, "recorded": 700, "bundle": 300, "verifier": 700, "cards": 800}  # fmt: skip
"""How many examples a reader gets: 10,000 in all."""
PIECES = st.lists(st.sampled_from(WORDS) | st.binary(max_size=8), max_size=40).map(b"".join)
"""What is made of nothing but the words of the formats."""


def changed(name: str) -> st.SearchStrategy[bytes]:
    """Good input that was changed, by a seed that shrinks."""
    return st.integers(0, 2**32).map(lambda seed: mutated(seeds(name), Random(seed)))


def test_there_are_ten_thousand_examples() -> None:
    assert sum(EXAMPLES.values()) == 10_000
    assert set(EXAMPLES) == set(TARGETS)


@pytest.mark.parametrize("name", list(TARGETS))
def test_a_reader_refuses_in_a_sentence_or_takes_it_whole(name: str) -> None:
    @settings(max_examples=EXAMPLES[name], suppress_health_check=list(HealthCheck), database=None)
    @given(changed(name) | PIECES)
    @example(b"")
    def reads(data: bytes) -> None:
        timed(name, data)

    reads()


@pytest.mark.parametrize("name", list(TARGETS))
def test_what_the_changes_are_made_from_is_good(name: str) -> None:
    for good in seeds(name):
        TARGETS[name](good)


@pytest.mark.parametrize(("which", "count"), [("lines", 4000), ("parquet", 1500)])
def test_no_damaged_sealed_log_passes(which: str, count: int) -> None:
    found, slowest = campaign(count, "ci", which)
    assert found["accepted"] == 0
    assert which == "lines" or found["valid"] == 0
    assert found["broken"] > 0
    assert found["unreadable"] > count / 4
    assert slowest < 1


def believed(log: Log) -> Verdict:
    """A judge that believes the chain and the seal."""
    return judge_log(log)._replace(integrity="sealed", status="valid")


def test_a_judge_that_believes_the_seal_is_caught() -> None:
    """The negative control of the damage."""
    assert campaign(400, "control", "lines", believed)[0]["accepted"] > 0
    assert judge_log(sealed()[0]).status == "valid"
