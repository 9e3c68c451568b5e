"""Counting where plays were written without suits: what was put down may have been the card that makes the guard."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec import structs

from analyzer.cards import NUMBERS, write_cards
from analyzer.deduction import deduce
from analyzer.events import Log, Play
from analyzer.replay import Replay
from analyzer.rulesets import resolve
from analyzer.sight import as_seen
from analyzer.simulate import simulate
from tests.test_replay import log_of

NINE = NUMBERS["9c"]


def dealt() -> list[str]:
    """216 cards: seat 1 has R* and three 9c, seat 2 the fourth; of the rest everybody some of everything."""
    fixed = {1: [NUMBERS["R*"], NINE, NINE, NINE], 2: [NINE]}
    rest = [card for card, copies in enumerate(resolve("encyclopedia").deck) for _ in range(copies)]
    for card in (*fixed[1], *fixed[2]):
        rest.remove(card)
    hands = []
    for seat in range(1, 6):
        wanted = (44 if seat == 1 else 43) - len(fixed.get(seat, ()))
        mine = rest[:: len(rest) // wanted][:wanted]
        for card in mine:
            rest.remove(card)
        hands.append(write_cards([*fixed.get(seat, ()), *mine]))
    return hands


def nines(*plays: tuple[int, str], view: int = 0) -> Log:
    """Seat 1 accepts and calls 9c; plays, without suits."""
    acts: list[dict[str, Any]] = [
        {"type": "deal", "hands": dealt(), "first": 1}, {"type": "accept", "seat": 1},
        {"type": "call", "seat": 1, "cards": "9c9c9c"},
    ]  # fmt: skip
    acts += [{"type": "play", "seat": seat, "cards": cards} for seat, cards in plays]
    log = log_of(acts, rules="encyclopedia")
    return log if not view else structs.replace(log, view=view, events=as_seen(log, view))


def p_of(log: Log, view: int, layer: Any) -> list[float]:
    found = deduce(log, view, layer)[-1].chances or {}
    return [found.get(seat, 0.0) for seat in range(1, 6)]


@pytest.mark.parametrize("layer", ["counts", "proof"])
def test_what_was_put_down_without_suit_may_have_been_the_card(layer: Any) -> None:
    """Of 13 nines that may be the fourth 2 has put down one; 12 lie in 210 places: 39, 42 and three times 43."""
    log = nines((1, "5"), (2, "9"))
    wanted = [12 * 39 / 210, 12 * 42 / 210 + 1, *[12 * 43 / 210] * 3]
    assert p_of(log, -1, layer) == pytest.approx([share / 13 for share in wanted], abs=1e-9)


def test_the_emperors_nines_may_be_those_that_it_called() -> None:
    """It has put down three of them, and nobody knows which: of its other cards 43 - 3 are unseen, and R* is known."""
    log = nines((1, "999"))
    wanted = [13 * 40 / 212, *[13 * 43 / 212] * 4]
    assert p_of(log, -1, "counts") == pytest.approx([share / 13 for share in wanted], abs=1e-9)


@pytest.mark.parametrize("layer", ["counts", "proof", "all"])
@pytest.mark.parametrize("view", [0, 2])
def test_who_was_dealt_the_card_knows_it(view: int, layer: Any) -> None:
    log = nines((1, "5"), (2, "9"), view=view)
    beliefs = [one for one in deduce(log, 2, layer) if one.chances]
    assert len(beliefs) == 3
    assert all(one.proved and one.chances == {2: 1.0} for one in beliefs)


def test_who_was_not_dealt_it_knows_that_too() -> None:
    log = nines((1, "5"), (2, "T"), (3, "J"))
    assert p_of(log, 3, "counts")[2] == 0
    assert all(p_of(log, -1, "counts"))


def unsuited(log: Log) -> Log:
    """The log with no suit in any play."""
    return structs.replace(log, events=tuple(
        structs.replace(event, cards=re.sub("[shdc]", "", event.cards)) if isinstance(event, Play) else event
        for event in log.events
    ))  # fmt: skip


@pytest.mark.parametrize(("rules", "seed"), [("tribute", "2/1"), ("classic", "1/2")])
@pytest.mark.parametrize("view", [-1, 1, 2, 4])
def test_no_layer_rules_out_the_guard_of_a_game_without_suits(rules: str, seed: str, view: int) -> None:
    log = unsuited(simulate(rules, seed))
    guard = Replay(log).verdict.guard
    assert guard
    own = structs.replace(log, view=view, events=as_seen(log, view))
    for one in (log, own):
        counts, proof = ([belief for belief in deduce(one, view, layer) if belief.chances]
                         for layer in ("counts", "proof"))  # fmt: skip
        assert all((belief.chances or {}).get(guard) for belief in (*counts, *proof))
        assert all(not belief.proved or belief.chances == {guard: 1.0} for belief in (*counts, *proof))
        assert all(proved.proved or not belief.proved for belief, proved in zip(counts, proof, strict=True))
