"""推断: counting and proof against every deal, one by one, to 1e-9; what is certain, and what is impossible."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec import structs, to_builtins

from analyzer.deduction import Belief, deduce
from analyzer.events import Log, Play
from analyzer.replay import Replay
from analyzer.rules.table import Phase
from analyzer.sight import as_seen
from analyzer.simulate import simulate
from tests.deals import SEATS, Open, possible, told
from tests.locks import false_locks
from tests.test_replay import PLAYS, events, log_of
from tests.test_tracking_exact import game, going, near


def guards(now: Open, view: int, events: list[dict[str, Any]]) -> dict[int, float]:
    """P of each seat by all deals in which its card can be where it is; once it was put down, who did."""
    for event in events:
        if event["type"] == "play" and "B*" in event["cards"]:
            return {event["seat"]: 1.0}
    if view > 0 and "B*" in now.hands[view]:
        return {view: 1.0}
    deals = possible(now, view, evidence="all")
    holders = Counter(seat for deal in deals for seat, hand in deal.items() if "B*" in hand)
    return {seat: count / len(deals) for seat, count in holders.items()}


@pytest.mark.parametrize("number", range(12))
def test_both_layers_are_those_of_all_deals(number: int) -> None:
    log = game(number)
    happened = to_builtins(log.events)
    view = (number + 2) % 5 + 1
    layers = {layer: deduce(log, view, layer) for layer in ("counts", "proof")}
    for at in range(1, len(happened)):
        if not going(happened, at):
            break
        now = told(happened[:at])
        for layer, found in layers.items():
            belief = found[at - 1]
            settled = any(event["type"] == "accept" for event in happened[:at])
            assert (belief.chances is not None) == settled
            if belief.chances is None:
                continue
            wanted = guards(now if layer == "proof" else now._replace(guards=SEATS), view, happened[:at])
            assert all(near(belief.chances.get(seat, 0.0), wanted.get(seat, 0.0)) for seat in SEATS), (layer, at)


# -- by hand: 1 is emperor, 2 holds B*; 0 deal, 1 accept, then the plays ------------------------------------------


def p_of(belief: Belief) -> list[float]:
    made = belief.to_json("en")
    assert belief.emperor == 1
    return [made["solo"], *(made["p"][str(seat)] for seat in range(2, 6))]


def test_counting_by_places() -> None:
    """4 sees 6 of 8 unknown places once R* is set aside: one with 1, two each with 2, 3, 5."""
    beliefs = deduce(log_of(events([*PLAYS])), 4, "counts")
    assert beliefs[0].to_json("en") == {"event": 0, "p": None, "solo": None, "proved": False, "because": []}
    assert p_of(beliefs[1]) == pytest.approx([1 / 7, 2 / 7, 2 / 7, 0, 2 / 7], abs=1e-9)
    assert p_of(beliefs[2]) == pytest.approx([0, 1 / 3, 1 / 3, 0, 1 / 3], abs=1e-9)
    assert p_of(beliefs[-1]) == [0, 1, 0, 0, 0]


def test_proof_says_why() -> None:
    said = [{"type": "declare", "seat": 3, "what": "rebel"}]
    beliefs = deduce(log_of([*events([]), *said]), 4, "proof")
    assert p_of(beliefs[-1]) == pytest.approx([1 / 5, 2 / 5, 0, 0, 2 / 5], abs=1e-9)
    assert [reason.to_json("zh") for reason in beliefs[-1].because] == [
        {"seat": 3, "shift": None, "words": "3 号位造反: 不是侍卫"}
    ]
    both = deduce(log_of([*events([]), *said, {"type": "declare", "seat": 5, "what": "rebel"}]), 4, "proof")[-1]
    assert (p_of(both), both.proved, both.because[0].words.en) == (
        [0, 1, 0, 0, 0], True, "the rebellion stands and reveals the guard",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("happened", "view", "because"),
    [
        ([*events([]), {"type": "declare", "seat": 2, "what": "guard"}], 5, "seat 2 declares itself"),
        (events([*PLAYS]), 5, "seat 2 shows the card that makes the guard"),
        (events([]), 2, "seat 2 itself holds the card that makes the guard"),
        (events([*PLAYS[:6]]), 4, "seat 5 is out and has not shown the guard's card"),
    ],
)
def test_reasons_of_proof(happened: list[dict[str, Any]], view: int, because: str) -> None:
    assert because in [reason.words.en for reason in deduce(log_of(happened), view, "proof")[-1].because]


def test_what_is_undone_proves_nothing() -> None:
    said: list[dict[str, Any]] = [{"type": "declare", "seat": 2, "what": "guard"}, {"type": "undo"}]
    for layer in ("proof", "all"):
        found = deduce(log_of([*events([]), *said]), 5, layer)
        assert [belief.proved for belief in found] == [False, False, True, False]
        assert found[1].chances == found[3].chances


# -- whole games ---------------------------------------------------------------------------------------------------


def assert_sound(log: Log, view: int) -> None:
    """The truth is never at 0, what cannot be is at exactly 0, figures add up, certainty is proved."""
    roles = Replay(log).moments[-1].table.roles
    seen = {layer: deduce(log, view, layer) for layer in ("counts", "proof", "all")}
    for counts, proof, everything in zip(*seen.values(), strict=True):
        for belief in (counts, proof, everything):
            if belief.chances is None:
                continue
            made = belief.to_json("zh")
            assert sum([*made["p"].values(), made["solo"]]) == pytest.approx(1, abs=1e-8)
            assert belief.chances.get(roles.guard, 0) > 0
            assert belief.proved == (max(belief.chances.values()) == 1)
            assert len(belief.because) <= 3
        if proof.chances is not None and everything.chances is not None:
            assert set(proof.chances) == set(everything.chances)
            assert proof.proved == everything.proved


@pytest.mark.parametrize("number", range(14))
def test_whole_games_are_sound(number: int) -> None:
    names = ("room-normal", "classic", "room-six", "simple", "encyclopedia", "shandong", "tribute")
    log = simulate(names[number % 7], f"sound {number}")
    if Replay(log).moments[-1].table.roles.guard:
        assert_sound(log, (-1, 1, 2, 3, 4, 5)[number % 6])


def test_a_log_of_one_seat_gives_what_the_full_log_gives_that_seat() -> None:
    log = simulate("room-quick", "partial")
    over = next(moment.index for moment in Replay(log).moments if moment.table.phase >= Phase.OVER)
    log = structs.replace(log, events=log.events[: over - 1])
    own = structs.replace(log, view=3, events=as_seen(log, 3))
    alone, full = deduce(own, 3, "all"), deduce(log, 3, "all")
    begun = next(index for index, event in enumerate(log.events) if isinstance(event, Play))
    assert alone[begun].chances == full[begun].chances
    assert alone[begun + 1 :] == full[begun + 1 :]
    assert alone[0].to_json("en")["p"] is None  # who is emperor at once shows only when it leads


def test_no_lock_is_false() -> None:
    """`python -m tests.locks 100000 1` looks at many more."""
    games, locks, wrong = false_locks(1000, 5, small=960)
    assert (games, wrong) == (1000, 0)
    assert locks > 30000
