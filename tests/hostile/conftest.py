"""One warm process for the tests of hostile files."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.hostile.warm import Warm


@pytest.fixture(scope="session")
def warm() -> Iterator[Warm]:
    """A process that forks a measured child for each command."""
    with Warm() as started:
        yield started
