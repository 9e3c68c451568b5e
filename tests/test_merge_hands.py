"""Dealt hands that follow: every card was seen, or one hand is the rest of the deck. Answers by hand."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, structs

from analyzer.merge import merge
from tests.test_merge import SMALL, cards, changed, dealt, only, view_of, with_event
from tests.test_replay import HANDS, events, log_of


def test_a_hand_that_was_all_played_is_reconstructed() -> None:
    """By hand: 5 played R and 6s, 2 played 7s and B*, 1 played 6s and R*; 3 and 4 have cards left."""
    merged = merge([view_of(SMALL, -1)])
    assert [(hand.how, hand.text) for hand in merged.hands] == [
        ("seen", "R*6s"), ("seen", "B*7s"), (None, None), (None, None), ("seen", "R6s"),
    ]  # fmt: skip
    assert merged.log is not None
    assert merged.log.view == -1
    assert merged.log.x == {"x-hands": {"1": "R*6s", "2": "B*7s", "5": "R6s"}}
    assert dealt(merged.log) == [2, 2, 2, 2, 2]


def test_a_hand_of_which_one_card_is_left_is_not() -> None:
    short = structs.replace(SMALL, events=SMALL.events[:7])
    assert [hand.how for hand in merge([view_of(short, -1)]).hands] == [None] * 5


def test_the_last_unknown_hand_is_the_rest_of_the_deck() -> None:
    merged = merge([view_of(structs.replace(SMALL, events=SMALL.events[:3]), view) for view in (1, 2, 3, 5)])
    assert [hand.how for hand in merged.hands] == ["dealt", "dealt", "dealt", "rest", "dealt"]
    assert cards(merged.hands[3].text) == cards(HANDS[3])
    assert merged.log is not None
    assert merged.log.view is UNSET


def test_what_is_left_must_fit_what_was_shown() -> None:
    """3 says it was dealt 7s B, so 4 would be left with 9h 9h; all saw it play B."""
    parts = [view_of(SMALL, view) for view in (1, 2, 3, 5)]
    deal: Any = parts[2].events[0]
    parts[2] = with_event(parts[2], 0, structs.replace(deal, hands=(2, 2, "7sB", 2, 2)))
    found = only(merge(parts))
    assert (found.what, found.event) == ("not_dealt", 5)
    assert [one.value for one in found.said] == ["R*6s", "B*7s", "7sB", "R6s", "B", "B", "B", "B"]


def test_a_big_joker_without_its_mark_leaves_the_hand_open() -> None:
    """5's R may be the emperor's until that is known elsewhere."""
    seen = view_of(SMALL, -1)
    unmarked = changed(8, cards="R")(seen)
    assert [hand.how for hand in merge([unmarked]).hands] == [None, "seen", None, None, None]
    assert [hand.how for hand in merge([unmarked, view_of(SMALL, 1)]).hands] == ["dealt", "seen", None, None, "seen"]


def test_the_2s_and_the_joker_that_were_handed_on_come_back_to_whom_they_were_dealt() -> None:
    """1 yields R* to 2, who plays everything: R* was dealt to 1."""
    shows = ((5, "R*"), (5, "6s"), (1, "6s"), (5, "R"))
    plays = [{"type": "play", "seat": seat, "cards": played} for seat, played in shows]
    happened: list[dict[str, Any]] = [
        {"type": "deal", "hands": HANDS}, {"type": "yield", "seat": 1, "to": 5, "cards": "R*"},
        {"type": "accept", "seat": 5}, *plays,
    ]  # fmt: skip
    merged = merge([view_of(log_of(happened), -1)])
    assert [(hand.how, hand.text) for hand in merged.hands if hand.how] == [("seen", "R*6s"), ("seen", "R6s")]


def test_a_hand_shown_partly_without_suits_is_reconstructed_without_suits() -> None:
    happened = [*events([]), {"type": "play", "seat": 3, "cards": "7"}, {"type": "play", "seat": 3, "cards": "9h"}]
    assert merge([view_of(log_of(happened), -1)]).hands[2].text == "97"
