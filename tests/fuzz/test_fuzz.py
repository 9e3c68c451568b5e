"""Ten thousand inputs over all readers, and damaged sealed logs, in a size for every day."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz import flips
from tests.fuzz.mutations import changed
from tests.fuzz.readers import readers

READERS = readers()
SEEDS = {name: reader.seeds() for name, reader in READERS.items()}
MANY = 10_000
SLOW = {"record": 20, "bundle": 4, "parquet": 2, "unnamed": 2}
"""Readers that take so many times as long have so many times fewer."""
WHOLE = sum(1 / SLOW.get(name, 1) for name in READERS)


@pytest.mark.parametrize("name", READERS)
def test_a_reader_answers_or_refuses_whatever_it_is_fed(name: str) -> None:
    """Either bytes from nowhere, or what it can read with some changes."""
    seeds = SEEDS[name]

    @settings(
        max_examples=int(MANY / WHOLE / SLOW.get(name, 1)) + 1, suppress_health_check=list(HealthCheck), database=None
    )
    @given(
        st.one_of(
            st.builds(
                lambda at, seed: changed(seeds[at % len(seeds)], Random(seed)), st.integers(0, 9), st.integers(0, 2**32)
            ),
            st.binary(max_size=300),
        )
    )
    def fed(data: bytes) -> None:
        READERS[name].read(data)

    fed()


def test_no_damaged_log_passes() -> None:
    tally = flips.campaign(1500, 1)
    assert (tally.damaged, tally.accepted) == (1500, [])


def test_a_check_that_believes_what_it_is_told_lets_damage_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: without the chain's hashes the same campaign finds logs that pass."""
    monkeypatch.setattr("analyzer.verifier.link", lambda _before, part: part.get("h", ""))
    assert flips.campaign(200, 1).accepted
