"""The power goes: nothing that was acknowledged is lost, and every recorder with a fault is caught."""

from __future__ import annotations

import pytest

from tests.durability import mutants
from tests.durability.pagecache import PageCache
from tests.durability.power import HEADER, PLACE, campaign

HISTORIES = 10_000


def test_ten_thousand_histories_lose_nothing() -> None:
    found = campaign(HISTORIES, seed=1)
    assert (found["kept"], found["lost"], found["refused"]) == (HISTORIES, 0, 0)
    assert min(found["torn"], found["killed"], found["failed"], found["left"]) > HISTORIES // 10
    assert found["acknowledged"] > HISTORIES


@pytest.mark.parametrize(
    "disk",
    [
        mutants.WithoutSync,
        mutants.WithoutFolderSync,
        mutants.WithSyncTriedAgain,
        mutants.WithoutSyncAtOpening,
        mutants.WithStalePages,
    ],
)
def test_a_recorder_that_skips_a_sync_is_caught(disk: type[PageCache]) -> None:
    found = campaign(400, seed=2, disk=disk)
    assert found["lost"] + found["refused"] > 0, found


def test_a_recorder_that_acknowledges_first_is_caught() -> None:
    def makes(disk: PageCache) -> mutants.AcknowledgesFirst:
        return mutants.AcknowledgesFirst(PLACE, HEADER, check=False, disk=disk)

    assert campaign(100, seed=3, makes=makes)["lost"] > 0
