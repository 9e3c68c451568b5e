"""无害: the faults of `harmless.toml`, which change nothing anybody can see."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.plant.mutations import Mutation


class Harmless(NamedTuple):
    """一处无害的变异: its file, its lines as one before and after, and why nothing follows from it."""

    path: str
    before: str
    after: str
    reason: str

    def names(self, one: Mutation) -> bool:
        """Whether a fault is this one."""
        return (one.path, one.before, one.after) == (self.path, self.before, self.after)


@cache
def listed() -> tuple[Harmless, ...]:
    """The entries of the list."""
    with Path(__file__).with_suffix(".toml").open("rb") as stream:
        return tuple(Harmless(**entry) for entry in tomllib.load(stream).get("harmless", []))


def reason(one: Mutation) -> str:
    """Why a fault changes nothing; empty where nobody has shown that."""
    return next((entry.reason for entry in listed() if entry.names(one)), "")
