"""翻字节: bytes of sealed logs flipped, and logs cut short - none of them may pass for whole.

A stranger's verifier is asked as well: the one that a bundle carries.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from analyzer.errors import Unreadable
from analyzer.evidence import weigh
from analyzer.paipu import dumps_lines, loads
from analyzer.paipu.chain import chain_and_seal, public_hex
from analyzer.rulesets import names
from analyzer.simulate import simulate
from analyzer.verifier import CannotRead, Check
from tests.fuzz.readers import OURS, RULES

PUBLIC: Final = public_hex(OURS)


class Tally(NamedTuple):
    """所计: how many damaged logs there were, which were accepted, and how long the slowest took, in seconds."""

    damaged: int
    accepted: list[str]
    slowest: float


def sealed_logs() -> list[bytes]:
    """Sealed logs as files: small ones, and one of every ruleset."""
    made = [simulate(RULES, seed, game=f"t/{seed}") for seed in range(3)]
    made += [simulate(name, 1, game=name) for name in names()]
    return [dumps_lines(chain_and_seal(log, OURS)) for log in made]


def damaged(raw: bytes, random: Random) -> bytes:
    """A log with one bit or byte changed, or cut short before its seal has ended."""
    other = bytearray(raw)
    how = random.randrange(4)
    at = random.randrange(len(raw))
    if how == 0:
        other[at] ^= 1 << random.randrange(8)
    elif how == 1:
        other[at] = random.choice([byte for byte in range(256) if byte != raw[at]])
    elif how == 2:
        del other[at]
    else:
        del other[min(at, len(raw.rstrip()) - 1) :]
    return bytes(other)


def passes(data: bytes) -> bool:
    """Whether a file is taken for a whole sealed log of ours."""
    games = list(loads(data, "a.paipu.jsonl"))
    if len(games) != 1 or isinstance(games[0], Unreadable):
        return False
    found = weigh(games[0].log, (), PUBLIC)
    return found.integrity == "sealed" and not found.faults


def passes_the_verifier(data: bytes) -> bool:
    """The same by the verifier of a bundle."""
    try:
        return not list(Check(data.rstrip(b"\n").split(b"\n"), [], PUBLIC).faults())
    except CannotRead:
        return False


def campaign(many: int, seed: int) -> Tally:
    """So many damaged logs."""
    logs = sealed_logs()
    assert all(passes(raw) and passes_the_verifier(raw) for raw in logs), "a log that is whole does not pass"
    slowest = 0.0
    accepted: list[str] = []
    for number, raw in _drawn(logs, many, seed):
        began = time.perf_counter()
        accepted += [
            f"{who.__name__}: number {number} of seed {seed}" for who in (passes, passes_the_verifier) if who(raw)
        ]
        slowest = max(slowest, time.perf_counter() - began)
    return Tally(many, accepted, slowest)


def _drawn(logs: list[bytes], many: int, seed: int) -> Iterator[tuple[int, bytes]]:
    """Damaged logs that say something else than the whole ones; blank space at the end says nothing."""
    random = Random(f"flips {seed}")
    for number in range(many):
        raw = random.choice(logs[:3] if number % 4 else logs)
        other = damaged(raw, random)
        while other.rstrip() == raw.rstrip():
            other = damaged(raw, random)
        yield number, other
