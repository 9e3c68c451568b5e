"""Killed at random moments: nothing that was acknowledged is lost, and a recorder that acknowledges first is caught."""

from __future__ import annotations

from pathlib import Path

from analyzer.recorder.disk import Disk
from tests.durability.kill import campaign
from tests.durability.mutants import AcknowledgesFirst
from tests.durability.power import HEADER

KILLS = 2_000


def test_two_thousand_kills_lose_nothing() -> None:
    found = campaign(KILLS, seed=1)
    assert (found["kills"], found["lost"]) == (KILLS, 0)
    assert found["acknowledged"] > KILLS
    assert found["torn"] > 0


def test_a_recorder_that_acknowledges_first_is_caught() -> None:
    def makes(path: Path, disk: Disk) -> AcknowledgesFirst:
        return AcknowledgesFirst(path, HEADER, check=False, disk=disk)

    assert campaign(40, seed=2, makes=makes)["lost"] > 0
