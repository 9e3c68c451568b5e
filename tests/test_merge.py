"""Merging: a game split into views and merged is the game; one altered card is one contradiction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

import pytest
from msgspec import UNSET, structs

from analyzer.cards import NAMES, UNSUITED, shown, write_cards
from analyzer.errors import PaishenError
from analyzer.events import Abandon, Call, Deal, Event, Log, Mind, Note, Pass, Play, Tribute, Undo, Yield
from analyzer.merge import Contradiction, Merged, Said, merge
from analyzer.merge.cards import same_cards
from analyzer.paipu import cards_of
from analyzer.paipu.chain import chained
from analyzer.rulesets import names
from analyzer.sight import as_seen
from analyzer.simulate import simulate
from tests.test_replay import PLAYS, events, log_of
from tests.test_sight import OPEN, sample
from tests.test_simulate import HOUSES
from tests.test_unseen import called

VIEWS = (1, 2, 3, 4, 5, -1)
NINES = {"base": "simple", "deck": {"R*": 1, "B*": 1, "R": 1, "B": 1, "9s": 2, "9h": 2, "7s": 2}}


def bare(log: Log) -> Log:
    """A log without a chain."""
    return structs.replace(log, h=UNSET, events=tuple(structs.replace(event, h=UNSET) for event in log.events))


def view_of(log: Log, view: int) -> Log:
    """The log as a seat or an onlooker recorded it."""
    return structs.replace(bare(log), view=view, events=as_seen(bare(log), view))


def split(log: Log) -> list[Log]:
    return [view_of(log, view) for view in VIEWS]


def test_the_fourth_card_that_only_the_emperor_saw_is_no_contradiction() -> None:
    """In classic the log of the emperor has all four; where everybody sees four, three are another call."""
    _, four, _ = called()
    assert merge(split(four)).log == bare(four)
    elsewhere = [structs.replace(log, rules="encyclopedia", rules_sha256=UNSET) for log in split(four)]
    assert [one.what for one in merge(elsewhere).contradictions] == ["cards"]



def with_event(log: Log, index: int, event: Event) -> Log:
    return structs.replace(log, events=(*log.events[:index], event, *log.events[index + 1 :]))


def dealt(log: Log) -> list[str | int]:
    deal = next(event for event in log.events if isinstance(event, Deal))
    return list(deal.hands)


def cards(text: str | int | None) -> Counter[int]:
    return Counter(shown(str(text)).cards)


def only(merged: Merged) -> Contradiction:
    """The one contradiction there is."""
    assert merged.log is None
    (found,) = merged.contradictions
    return found


def games() -> list[Log]:
    """Games of every ruleset, of house rules, and the samples."""
    simulated = [simulate(name, seed, started="2026-11-30T20:00:00+08:00") for name in names() for seed in (1, 2)]
    return [*simulated, *(simulate(rules, 3) for rules in HOUSES), *map(sample, OPEN)]


# -- split and merged ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("log", games(), ids=lambda log: log.game)
def test_a_game_split_into_views_and_merged_is_the_game(log: Log) -> None:
    parts = split(log)
    Random(log.game).shuffle(parts)
    merged = merge(parts)
    assert (merged.contradictions, merged.left_out) == ((), ())
    assert merged.log == bare(log)


@pytest.mark.parametrize("log", games()[::3], ids=lambda log: log.game)
def test_what_nobody_knows_stays_unknown(log: Log) -> None:
    """Of two or three views: their hands, those that were all played or are the rest, and no others."""
    whole = dealt(log)
    for views in [*combinations(VIEWS, 2), (1, 3, 4), (1, 2, 3, 5)]:
        merged = merge([view_of(log, view) for view in views])
        assert merged.contradictions == ()
        assert merged.log is not None
        for seat, hand in enumerate(merged.hands, 1):
            assert (hand.how == "dealt") == (seat in views)
            if hand.text is not None:
                assert cards(hand.text) == cards(whole[seat - 1]), hand
        assert len(views) < 4 or all(hand.text is not None for hand in merged.hands)
        assert structs.replace(merged.log, events=merged.log.events[1:], view=UNSET, x=log.x) == structs.replace(
            bare(log), events=bare(log).events[1:]
        )


@pytest.mark.parametrize("log", games()[1::4], ids=lambda log: log.game)
def test_merging_step_by_step_is_merging_at_once(log: Log) -> None:
    one, two, three, *rest = split(log)
    step = merge([one, two]).log
    assert step is not None
    step = merge([three, step]).log
    assert step is not None
    assert step.view is (UNSET if all(isinstance(hand, str) for hand in dealt(step)) else 1)
    assert merge([step, *rest]).log == bare(log)
    assert merge([step]).log == step


def test_a_merged_log_is_chained_to_the_original_head() -> None:
    log = chained(structs.replace(simulate("room-six", 5), salt="ab" * 16))
    merged = merge(split(log)).log
    assert merged is not None
    assert chained(merged) == log


# -- contradictions --------------------------------------------------------------------------------------------


def other_card(text: str, random: Random) -> str:
    """The cards with one of them changed into another."""
    held = list(shown(text).cards)
    at = random.randrange(len(held))
    card = held[at]
    choice = [other for other in range(UNSUITED) if other != card and {NAMES[card], NAMES[other]} != {"R", "R*"}]
    held[at] = random.choice(choice)
    return write_cards(held)


@pytest.mark.parametrize("log", games(), ids=lambda log: log.game)
def test_one_altered_card_is_exactly_one_contradiction(log: Log) -> None:
    random = Random(log.game)
    shows = [at for at, event in enumerate(log.events) if isinstance(event, Play | Call | Yield | Tribute)]
    for _ in range(4):
        parts = split(log)
        which, at = random.randrange(6), random.choice(shows)
        event: Any = parts[which].events[at]
        parts[which] = with_event(parts[which], at, structs.replace(event, cards=other_card(event.cards, random)))
        found = only(merge(parts))
        assert (found.what, found.event) == ("cards", at)
        assert [(one.source, one.event) for one in found.said] == [(source, at) for source in range(6)]
        told = Counter(one.value for one in found.said)
        assert told == {event.cards: 5, parts[which].events[at].cards: 1}  # type: ignore[union-attr]


@pytest.mark.parametrize("log", games(), ids=lambda log: log.game)
def test_one_altered_card_of_a_dealt_hand_is_exactly_one_contradiction(log: Log) -> None:
    """The five hands are the deck: what one seat says it was dealt, others were."""
    random = Random(log.game)
    place = next(at for at, event in enumerate(log.events) if isinstance(event, Deal))
    for seat in (1, 2, 3, 4, 5):
        parts = split(log)
        hands = dealt(parts[seat - 1])
        before = str(hands[seat - 1])
        hands[seat - 1] = other_card(before, random)
        deal: Any = parts[seat - 1].events[place]
        parts[seat - 1] = with_event(parts[seat - 1], place, structs.replace(deal, hands=tuple(hands)))
        (card,) = cards(hands[seat - 1]) - cards(before)
        found = only(merge(parts))
        assert (found.what, found.event) == ("deck", place)
        sizes = {f"{one.value['seat']}": one.value["copies"] for one in found.said}
        assert {one.value["card"] for one in found.said} == {NAMES[card]}
        assert all((one.source, one.event) == (one.value["seat"] - 1, place) for one in found.said)
        whole = {f"{at}": cards(hand)[card] for at, hand in enumerate(dealt(log), 1) if cards(hand)[card]}
        assert Counter(sizes) - Counter(whole) == Counter({f"{seat}": 1})


SMALL = log_of([*events([*PLAYS]), {"type": "end", "scores": [2, 1, -1, -1, -1]}], round=3)


def changed(index: int, **changes: Any) -> Callable[[Log], Log]:
    return lambda log: with_event(log, index, structs.replace(log.events[index], **changes))


@pytest.mark.parametrize(
    ("change", "what", "event", "values"),
    [
        (lambda log: structs.replace(log, game="other"), "game", -1, ["small", "other"]),
        (lambda log: structs.replace(log, round=4), "round", -1, [3, 4]),
        (lambda log: structs.replace(log, rules=NINES), "rules", -1, [SMALL.rules, NINES]),
        (changed(10, scores=(1, 1, 1, 1, -4)), "scores", 10, [(2, 1, -1, -1, -1), (1, 1, 1, 1, -4)]),
        (changed(3, seat=3), "event", 3, [{"type": "play", "seat": seat, "cards": "7s"} for seat in (2, 3)]),
        (changed(0, hands=(2, 2, 2, 1, 2)), "hands[3]", 0, ["9hB", 1]),
    ],
)  # fmt: skip
def test_what_two_logs_contradict_each_other_in(
    change: Callable[[Log], Log], what: str, event: int, values: list[Any]
) -> None:
    found = only(merge([view_of(SMALL, 4), change(view_of(SMALL, -1))]))
    assert (found.what, found.event) == (what, event)
    assert [(one.source, one.event, one.value) for one in found.said] == [
        (0, event, values[0]), (1, event, values[1])
    ]  # fmt: skip


def test_all_contradictions_are_listed() -> None:
    """Two cards, a missing play, and one too many."""
    other = changed(2, cards="6h")(changed(4, cards="9s")(view_of(SMALL, -1)))
    other = structs.replace(other, events=(*other.events[:6], *other.events[7:]))
    merged = merge([view_of(SMALL, 4), other])
    assert [(one.what, one.event) for one in merged.contradictions] == [("cards", 2), ("cards", 4), ("event", 6)]
    assert merged.contradictions[2].said == (
        Said(0, 6, {"type": "play", "seat": 5, "cards": "R"}), Said(1, 6, None),
    )  # fmt: skip
    more = structs.replace(other, events=(*other.events[:8], Pass(seat=3), *other.events[8:]))
    for parts in ([view_of(SMALL, 4), more], [more, view_of(SMALL, 4)]):
        found = merge(parts).contradictions
        assert [(one.what, one.event) for one in found] == [("cards", 2), ("cards", 4), ("event", 6), ("event", 9)]
        assert sorted(one.event for one in found[3].said) == [8, 9]


@pytest.mark.parametrize("log", games()[::2], ids=lambda log: log.game)
def test_one_event_that_one_log_lacks_is_exactly_one_contradiction(log: Log) -> None:
    random = Random(log.game)
    acts = [at for at, event in enumerate(log.events[:-1]) if isinstance(event, Play | Pass | Yield | Abandon)]
    for _ in range(3):
        parts, at, which = split(log), random.choice(acts), random.randrange(6)
        happened = parts[which].events
        parts[which] = structs.replace(parts[which], events=(*happened[:at], *happened[at + 1 :]))
        found = only(merge(parts))
        assert found.what == "event"
        (lacks,) = [one for one in found.said if one.value is None]
        assert (lacks.source, len(found.said)) == (which, 6)
        assert {one.event for one in found.said} == {found.event}
        assert log.events[found.event] == log.events[at]


def test_a_hand_and_a_play_in_another_log() -> None:
    """Seat 4's log stops early; the onlooker saw it play a card that it was not dealt."""
    short = view_of(SMALL, 4)
    short = structs.replace(short, events=short.events[:4])
    found = only(merge([short, changed(5, cards="R")(view_of(SMALL, -1))]))
    assert (found.what, found.event) == ("not_dealt", 5)
    assert [(one.source, one.event, one.value) for one in found.said] == [(0, 0, "9hB"), (1, 5, "R")]


def test_a_log_that_breaks_a_rule_contradicts_nobody() -> None:
    """All logs say that seat 3 played a card that it does not have: a case for the verdict."""
    wrong = changed(4, cards="KK")(SMALL)
    assert merge(split(wrong)).log == wrong


# -- what logs may differ in -----------------------------------------------------------------------------------


def test_a_log_that_stops_says_nothing_about_the_rest() -> None:
    short = view_of(SMALL, 2)
    for length in range(len(short.events)):
        merged = merge([structs.replace(short, events=short.events[:length]), *split(SMALL)[2:], view_of(SMALL, 1)])
        assert merged.contradictions == ()
        assert merged.hands[1].how == ("dealt" if length else "seen")
        assert merged.log == SMALL


def without_suits(event: Event) -> Event:
    """A play as somebody wrote it who did not look at the suits and marks."""
    if not isinstance(event, Play):
        return event
    full = [NAMES[card] for card in cards_of(event).cards]
    return structs.replace(event, cards="".join(name if name[0] == "B" else name[0] for name in full))


@pytest.mark.parametrize("log", games()[::2], ids=lambda log: log.game)
def test_suits_that_one_log_lacks_come_from_another(log: Log) -> None:
    parts = split(log)
    parts[:5] = [structs.replace(part, events=tuple(map(without_suits, part.events))) for part in parts[:5]]
    assert merge(parts).log == bare(log)
    nobody = merge(parts[:5]).log
    assert nobody is not None
    assert nobody.events[1:] == parts[0].events[1:]


@pytest.mark.parametrize(
    ("texts", "marks", "together"),
    [
        (["7h7", "77s"], True, "7s7h"), (["777h", "7h77"], True, "777h"), (["7h7", "7d7d"], True, None),
        (["7", "8"], True, None), (["77", "7"], True, None), (["B7", "B*7"], False, None), (["R", "R*"], False, "R*"),
        (["R", "R*"], True, None), (["RR*", "RR"], False, "RR*"), (["7h9", "97"], True, "7h9"), (["", ""], True, ""),
    ],
)  # fmt: skip
def test_same_cards_by_hand(texts: list[str], marks: bool, together: str | None) -> None:
    for order in (texts, texts[::-1]):
        found = same_cards(order, marks=marks)
        assert found is None if together is None else cards(found) == cards(together)


def test_notes_of_all_are_kept_in_order() -> None:
    def noted(log: Log, *notes: tuple[int, Event]) -> Log:
        happened = list(log.events)
        for at, note in sorted(notes, key=lambda one: -one[0]):
            happened.insert(at, note)
        return structs.replace(log, events=tuple(happened))

    a, b, c, said = Note(text="a"), Note(text="b"), Note(text="c"), Mind(seat=1, to=2, say="help")
    first = noted(view_of(SMALL, 4), (0, a), (3, b), (5, c))
    second = noted(view_of(SMALL, -1), (3, b), (3, said), (5, c))
    merged = merge([first, second]).log
    assert merged is not None
    assert [event for event in merged.events if isinstance(event, Note | Mind)] == [a, said, b, c]
    assert merged.events[0] == a
    assert merged.events[4:6] == (said, b)


def test_clocks_that_differ_are_left_out_and_said() -> None:
    early, late = changed(3, t=5)(view_of(SMALL, 4)), changed(3, t=7)(view_of(SMALL, -1))
    merged = merge([structs.replace(early, x={"x-a": 1}), structs.replace(late, x={"x-a": 2, "x-b": 3})])
    assert [(one.what, one.event) for one in merged.left_out] == [("x-a", -1), ("t", 3)]
    assert merged.log is not None
    assert merged.log.x == {"x-b": 3}
    assert merged.log.events[3].t is UNSET
    one = merge([early, view_of(SMALL, -1)])
    assert (one.left_out, one.log and one.log.events[3]) == ((), early.events[3])


def test_corrections_are_kept_where_all_made_them_and_else_carried_out() -> None:
    slip = (Play(seat=2, cards="6s"), Undo())
    corrected = structs.replace(SMALL, events=(*SMALL.events[:3], *slip, *SMALL.events[3:]))
    assert merge(split(corrected)).log == corrected
    for parts in ([view_of(corrected, 4), view_of(SMALL, -1)], [view_of(SMALL, 4), view_of(corrected, -1)]):
        assert merge(parts).log == merge([view_of(SMALL, 4), view_of(SMALL, -1)]).log


# -- refused ---------------------------------------------------------------------------------------------------


def test_a_broken_chain_is_not_merged() -> None:
    broken = with_event(chained(SMALL), 3, structs.replace(chained(SMALL).events[3], cards="7h"))
    with pytest.raises(PaishenError, match="event 3: its chain is broken"):
        merge([view_of(SMALL, 4), broken])


def test_a_second_deal_is_not_made_up() -> None:
    """It breaks a rule; what the views have of it differs, and no hand of the first is put there."""
    twice = structs.replace(SMALL, events=(*SMALL.events[:2], SMALL.events[0], *SMALL.events[2:]))
    assert merge([twice, twice]).log == twice
    found = only(merge([view_of(twice, 1), view_of(twice, 2)]))
    assert (found.what, found.event) == ("hands", 2)


def test_too_much_is_not_merged() -> None:
    with pytest.raises(PaishenError, match="at most 20 logs"):
        merge([SMALL] * 21)
    with pytest.raises(PaishenError, match="more than 5000"):
        merge([structs.replace(SMALL, events=(*SMALL.events, *[Note(text="x")] * 5000))])


@pytest.mark.parametrize("value", [[], {"6": "9h"}, {"12": "9h"}, {"": "9h"}, {"1": 2}, {"1": "xx"}])
def test_known_hands_that_are_none(value: Any) -> None:
    with pytest.raises(PaishenError):
        merge([structs.replace(view_of(SMALL, 4), x={"x-hands": value})])
