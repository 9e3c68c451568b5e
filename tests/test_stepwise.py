"""The derived columns of games with hidden hands: those of the same games with all hands, but for what is hidden."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msgspec import structs

from analyzer.archive.schema import UNKNOWN
from analyzer.archive.stepwise import derived_step_by_step
from analyzer.batch import judge_lot, lot_of
from analyzer.batch.records import Derived
from analyzer.events import Deal, Log, Pass, Play
from analyzer.rulesets import names
from analyzer.sight import as_seen
from analyzer.simulate import simulate
from tests.queried import games, without_suits

HELD = ("held_jokers", "held_twos", "held_sixes")


def compiled(log: Log) -> Derived:
    lot, inside, _ = lot_of([log])
    assert inside == [0]
    return judge_lot(lot, derive=True).derived


def same(one: Derived, other: Derived, but: tuple[str, ...] = ()) -> None:
    for name in Derived._fields:
        if name not in but:
            np.testing.assert_array_equal(getattr(one, name), getattr(other, name), name)


def test_step_by_step_is_as_compiled() -> None:
    """Of every game that can be judged both ways: solos, rebellions, undone events, refused ones, escapes."""
    full = [game.log for game in games() if lot_of([game.log])[1]]
    assert len(full) > 40
    for log in full:
        same(derived_step_by_step(log), compiled(log))


def hand(column: Any, seat: int) -> Any:
    return column >> 5 * (seat - 1) & 31


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("view", [-1, 3])
def test_hidden_hands_hide_only_what_is_in_them(name: str, view: int) -> None:
    log = simulate(name, f"k/{view}")
    whole = compiled(log)
    found = derived_step_by_step(structs.replace(log, view=view, events=as_seen(log, view)))
    same(found, whole, ("able", *HELD))
    dealt = next(at for at, event in enumerate(log.events) if isinstance(event, Deal))
    for column in HELD:
        for seat in range(1, 6):
            wanted = hand(getattr(whole, column), seat) if seat == view else UNKNOWN
            assert (hand(getattr(found, column), seat) == wanted)[dealt:].all()
    own = [at for at, event in enumerate(log.events) if isinstance(event, Play | Pass) and event.seat == view]
    assert (found.able[own] == whole.able[own]).all()
    assert found.able.sum() == found.able[own].sum()


def test_suits_that_are_left_out_hide_nothing_but_the_called_card() -> None:
    for name in ("room-normal", "encyclopedia"):
        log = simulate(name, "k/2")
        whole, found = compiled(log), derived_step_by_step(without_suits(log))
        same(found, whole, ("known",))
        assert (found.known & ~whole.known == 0).all()
