"""What the table does not see, and what nobody can tell yet: small games by hand, with what each view may believe.

Seat 1 is emperor and seat 2 holds `B*`, where nothing else is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pytest
from msgspec import UNSET, structs

from analyzer.cards import EMPEROR_JOKER, NAMES, NUMBERS, shown, write_cards
from analyzer.deduction import deduce
from analyzer.events import Call, Deal, Event, Log
from analyzer.outlook import outlooks
from analyzer.replay import Replay, judge_log
from analyzer.rules.table import Phase
from analyzer.sight import as_seen, sights
from analyzer.simulate import simulate
from analyzer.tracking import track_at
from analyzer.viewer.frames import game
from tests.leaks import advice, outputs
from tests.test_replay import log_of

HANDS = ("R*9h9s", "B*7h7d", "KhKsKd", "AhAsAd", "8s8c8d")
OTHERS = ("R*9h9s", "As7h7d", "KhKsKd", "AhB*Ad", "8s8c8d")
"""The same with `B*` in seat 4, an ace for it in seat 2."""
TWELVE = ("R*9h9s", "B*7h7d", "KhKs", "AhAs", "8s8c")
VIEWS = (1, 3, 5, -1)
Acts = list[dict[str, Any]]


def acts(*moves: tuple[int, str]) -> Acts:
    """The emperor's accept, and plays; no cards is a pass."""
    made: Acts = [{"type": "accept", "seat": 1}]
    for seat, cards in moves:
        made.append({"type": "play", "seat": seat, "cards": cards} if cards else {"type": "pass", "seat": seat})
    return made


def small(hands: Sequence[str], happened: Acts, base: str = "simple", view: int = 0) -> Log:
    """A game of fifteen cards or so; with a view that seat's own log: of the other hands the sizes."""
    cards = [NAMES[card] for hand in hands for card in shown(hand).cards]
    rules = {"base": base, "deck": {card: cards.count(card) for card in cards}}
    sizes = [hand if view in (0, seat) else len(shown(hand).cards) for seat, hand in enumerate(hands, 1)]
    return log_of([{"type": "deal", "hands": sizes}, *happened], view=view, rules=rules)


def believed(log: Log, view: int, layer: Any = "proof") -> list[tuple[bool, Any]]:
    return [(one.proved, {seat: p for seat, p in (one.chances or {}).items() if p}) for one in deduce(log, view, layer)]


# -- the play that may have ended the game -------------------------------------------------------------------------

TWO_REBELS_OUT = acts(
    (1, "9"), (2, ""), (3, ""), (4, "A"), (5, ""), (1, ""), (2, ""), (3, ""),
    (4, "AA"), (5, ""), (1, ""), (2, ""), (3, ""),
    (5, "8"), (1, ""), (2, ""), (3, "K"), (5, ""), (1, ""), (2, ""), (3, "KK"),
)  # fmt: skip
"""In room-quick a solo is over now, with seat 2 as guard the game goes on."""
THREE_OUT = acts(
    (1, "9"), (2, ""), (3, "K"), (4, "A"), (5, ""), (1, ""), (2, ""), (3, ""),
    (4, "A"), (5, ""), (1, ""), (2, ""), (3, ""),
    (5, "8"), (1, ""), (2, ""), (3, "K"), (5, ""), (1, ""), (2, ""), (5, "8"),
)  # fmt: skip
"""With seat 2 as guard all rebels are out, in a solo the game goes on."""


@pytest.mark.parametrize(
    ("hands", "base", "happened", "over", "follows"),
    [
        (HANDS, "room-quick", TWO_REBELS_OUT, 1, 5),
        (TWELVE, "simple", THREE_OUT, 2, 1),
    ],
)
def test_nobody_can_tell_whether_the_last_play_ended_the_game(
    hands: Sequence[str], base: str, happened: Acts, over: int, follows: int
) -> None:
    """B* is one of the four cards that seat 5 has not seen: three of them with seat 2, one with the emperor."""
    log = small(hands, happened, base, view=5)
    for layer in ("counts", "proof"):
        assert believed(log, 5, layer)[-1] == (False, {1: pytest.approx(1 / 4), 2: pytest.approx(3 / 4)})
    assert set(believed(log, 5, "all")[-1][1]) == {1, 2}
    assert sights(Replay(log), 5)[-1].guards == (1, 2)
    seats = track_at(log, 5, None).to_json()["seats"]
    assert [seats[seat]["any"]["B"] for seat in ("1", "2")] == pytest.approx([1 / 4, 3 / 4])
    assert judge_log(log).words == judge_log(small(HANDS, acts((1, "9")), base, view=5)).words
    ended: Acts = [*happened, {"type": "end"}]
    assert believed(small(hands, ended, base, view=5), 5)[-1] == (True, {over: 1.0})
    goes_on: Acts = [*happened, {"type": "pass", "seat": follows}]
    assert believed(small(hands, goes_on, base, view=5), 5)[-1] == (True, {3 - over: 1.0})
    undone: Acts = [*ended, {"type": "undo"}, {"type": "note", "text": "?"}]
    assert believed(small(hands, undone, base, view=5), 5)[-1] == believed(log, 5)[-1]


def test_the_full_log_tells_whether_the_game_goes_on() -> None:
    """Everybody at the table sees whether somebody is asked to play."""
    assert believed(small(HANDS, TWO_REBELS_OUT, "room-quick"), 5)[-1] == (True, {2: 1.0})
    solo = ("R*B*9s", "9h7h7d", *HANDS[2:])
    assert believed(small(solo, TWO_REBELS_OUT, "room-quick"), 5)[-1] == (True, {1: 1.0})


def test_what_may_be_over_is_weighed_with_what_goes_on() -> None:
    """With seat 2 as guard, more likely than not, the rebels have won; else the solo goes on against seat 2 alone."""
    found = outlooks(small(TWELVE, THREE_OUT, view=5), 5, playouts=20)[-1]
    assert found.results
    assert found.results["rebels"].value > 1 / 2
    assert found.results["rebels"].value + found.results["emperor"].value == pytest.approx(1)
    certain = outlooks(small(TWELVE, [*THREE_OUT, {"type": "end"}], view=5), 5, playouts=20)[-1]
    assert certain.results
    assert certain.results["rebels"].value == 1


def test_what_is_refused_where_the_game_may_be_over_happened_all_the_same() -> None:
    """It is 5's turn, if anybody's: a nine of 1's is refused, and lies on the table."""
    late: Acts = [*TWO_REBELS_OUT, {"type": "play", "seat": 1, "cards": "9"}]
    for view in (0, 5):
        found = sights(Replay(small(HANDS, late, "room-quick", view=view), onward=True), 5)[-1]
        assert (found.sizes, found.code > 0) == ((1, 3, 0, 0, 2), True)
        assert 2 in found.guards


def test_a_log_that_is_sealed_where_it_may_be_over() -> None:
    seal = {"type": "seal", "events": 22, "head": "0" * 64, "key": "0" * 64, "signature": "0" * 128}
    log = small(HANDS, [*TWO_REBELS_OUT, seal], "room-quick", view=5)
    assert sights(Replay(log), 5)[-1].guards == (1, 2)


# -- an escape -----------------------------------------------------------------------------------------------------

LEFT = [*acts((1, "9"), (2, ""), (3, "K")), {"type": "escape", "seat": 4}]


@pytest.mark.parametrize("after", [[], [{"type": "end"}], [{"type": "note", "text": "gone"}, {"type": "end"}]])
@pytest.mark.parametrize("view", VIEWS)
def test_an_escape_reveals_nothing(view: int, after: Acts) -> None:
    """Nor does an end that names nobody, nor the verdict that the viewer shows."""
    one, other = (small(hands, [*LEFT, *after]) for hands in (HANDS, OTHERS))
    assert outputs(one, view, [len(LEFT)]) == outputs(other, view, [len(LEFT)])
    assert sights(Replay(one), view) == sights(Replay(other), view)
    assert game(one, view, "en") == game(other, view, "en")
    assert advice(one, view) == advice(other, view)
    alone = small(HANDS, [*LEFT, *after], view=view) if view > 0 else None
    if alone:
        assert believed(alone, view) == believed(one, view)
    assert believed(one, view)[-1] == believed(one, view)[len(LEFT) - 1]


def test_everybody_has_the_roles_that_the_escape_found() -> None:
    """Nine cards that 5 cannot see may be B*: three of seat 2, two of 3, three of 4, one of the emperor."""
    found = believed(small(HANDS, LEFT), 5)[-1]
    assert found == (False, {1: pytest.approx(1 / 9), 2: pytest.approx(1 / 3), 3: pytest.approx(2 / 9),
                             4: pytest.approx(1 / 3)})  # fmt: skip
    assert believed(small(HANDS, LEFT), 2)[-1] == (True, {2: 1.0})
    assert sights(Replay(small(HANDS, LEFT)), 0)[-1].guard == 2
    declared = [LEFT[0], {"type": "declare", "seat": 2, "what": "guard"}, *LEFT[1:]]
    assert believed(small(HANDS, declared), 5)[-1] == (True, {2: 1.0})


@pytest.mark.parametrize(("claimed", "believes"), [(2, {2}), (4, {1, 2, 3, 4})])
def test_an_end_after_an_escape_is_believed_where_it_is_not_disputed(claimed: int, believes: set[int]) -> None:
    log = small(HANDS, [*LEFT, {"type": "end", "emperor": 1, "guard": claimed}])
    assert set(believed(log, 5)[-1][1]) == believes
    assert judge_log(log).status == ("valid" if claimed == 2 else "disputed")


def test_an_escape_does_not_tell_who_could_have_yielded() -> None:
    """In shandong nobody else knows whether the candidate has both marked jokers; who leaves does not tell it."""
    left: Acts = [{"type": "escape", "seat": 4}]
    rest = ("7s9h", "9hB", "R6s")
    settled, may_yield = (small((*two, *rest), left, "shandong") for two in (("R*6s", "B*7s"), ("R*B*", "6s7s")))
    for view in (3, 4, 5, -1):
        assert sights(Replay(settled), view) == sights(Replay(may_yield), view)
        assert outputs(settled, view, [2]) == outputs(may_yield, view, [2])
        assert sights(Replay(settled), view)[-1].phase == Phase.OVER


# -- a call of one's own four --------------------------------------------------------------------------------------


@lru_cache
def called() -> tuple[Log, Log, int]:
    """A game of classic up to some plays after a call of three; the same where the emperor has, and calls, the fourth.

    And the seat that has it in the first: only that seat, and the emperor, can tell the games apart.
    """
    log = structs.replace(simulate("classic", "1/1"), events=simulate("classic", "1/1").events[:8])
    deal = log.events[0]
    assert isinstance(deal, Deal)
    at, call = next((at, event) for at, event in enumerate(log.events) if isinstance(event, Call))
    card = NUMBERS[call.cards[:2]]
    held = sights(Replay(log), 0)[-1].holdings
    emperor = call.seat
    guard = next(seat for seat in range(1, 6) if seat != emperor and card in (held[seat - 1] or ()))
    hands = [list(shown(str(hand)).cards) for hand in deal.hands]
    given = next(one for one in held[emperor - 1] or () if one not in (card, EMPEROR_JOKER) and one // 4 != card // 4)
    hands[guard - 1].remove(card)
    hands[emperor - 1].remove(given)
    hands[guard - 1].append(given)
    hands[emperor - 1].append(card)
    one, two, three, four, five = map(write_cards, hands)
    changed: list[Event] = list(log.events)
    changed[0] = structs.replace(deal, hands=(one, two, three, four, five))
    changed[at] = structs.replace(call, cards=call.cards[:2] * 4)
    return log, structs.replace(log, events=tuple(changed)), guard


def test_a_call_of_ones_own_four_looks_like_any_other() -> None:
    three, four, guard = called()
    assert judge_log(three).status == judge_log(four).status == "incomplete"
    call = next(event for event in four.events if isinstance(event, Call))
    emperor = call.seat
    for view in {1, 2, 3, 4, 5, -1} - {guard, emperor}:
        assert as_seen(four, view)[1:] == three.events[1:]
        assert sights(Replay(four), view) == sights(Replay(three), view)
        assert outputs(three, view, [len(three.events)]) == outputs(four, view, [len(three.events)])
        assert game(four, view, "en") == game(three, view, "en")
    assert advice(three, -1) == advice(four, -1)
    assert believed(four, emperor)[-1] == (True, {emperor: 1.0})
    assert believed(four, guard)[-1][1].keys() == {1, 2, 3, 4, 5} - {guard}
    assert sights(Replay(four), emperor)[-1].called == (NUMBERS[call.cards[:2]],) * 4


def test_a_log_of_one_seat_does_not_tell_of_the_fourth_either() -> None:
    """Whoever keeps a log and writes down all four, as the log of the emperor has it, is told no more by it."""
    three, four, guard = called()
    call = four.events[2]
    assert isinstance(call, Call)
    view = next(seat for seat in range(1, 6) if seat not in (guard, call.seat))
    logs = [structs.replace(log, view=view, events=(as_seen(log, view)[0], *log.events[1:])) for log in (three, four)]
    assert believed(logs[0], view) == believed(logs[1], view)
    assert not believed(logs[1], view)[-1][0]


def test_four_shown_are_seen_where_that_is_an_open_solo() -> None:
    """In encyclopedia showing four declares it."""
    _, four, _ = called()
    call = four.events[2]
    assert isinstance(call, Call)
    log = structs.replace(four, rules="encyclopedia", rules_sha256=UNSET)
    assert as_seen(log, -1)[2] == call
    assert believed(log, -1)[2] == (True, {call.seat: 1.0})
