"""理由: what `paishen deduce` says of plays and passes is so; what it cannot know it says with the right chance."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from analyzer.deduction import deduce
from analyzer.rulesets import names
from analyzer.simulate import simulate
from tests.sentences import campaign, tenths
from tests.test_replay import events, log_of

GAMES = 24


def test_every_sentence_is_true_and_every_chance_about_right() -> None:
    """`python -m tests.sentences 1000 1` reads many more."""
    kinds, wrong, chances = campaign(GAMES, 7)
    assert [(told.log.game, told.before.index, told.reason.words.en) for told in wrong] == []
    assert len(kinds) > 40
    assert len(chances) > 500
    said, was = (sum(column) / len(chances) for column in zip(*chances, strict=True))
    assert said == pytest.approx(was, abs=0.04)
    for many, said, was in tenths(chances, 3):
        assert many < 50 or said == pytest.approx(was, abs=0.08)


def words_of(log: Any, view: int, event: int = -1) -> list[str]:
    return [reason.words.en for reason in deduce(log, view)[event].because]


def test_a_pass_is_said_with_its_chance() -> None:
    """4 sees 2 pass on a 6 of the emperor's: before the pass it could beat that in 12 of 15 deals."""
    said = words_of(log_of(events([(1, "6s"), (2, None)])), 4)
    assert said[0] == "seat 2 passed on the emperor's 6, with a chance of 65% that it needed no joker to beat that"


def test_what_a_rebel_keeps_is_not_said_to_be_the_guards_card() -> None:
    """3 does not hold B*; that it has not shown it is all that is said."""
    log = log_of(events([(1, "6s"), (2, "7s"), (3, "9h")]))
    said = [reason.words for belief in deduce(log, 5) for reason in belief.because]
    kept = "seat 3 put down 1 card without showing the guard's card, which a guard tends to keep"
    assert kept in [words.en for words in said]
    assert "3 号位又出了 1 张, 没亮侍卫牌 (侍卫多半留着它)" in [words.zh for words in said]


def test_where_nobody_may_declare_nobody_is_said_not_to_have_declared() -> None:
    for rules in ("room-quick", "tribute", "simple"):
        said = [reason.words for belief in deduce(simulate(rules, "early"), -1)[:12] for reason in belief.because]
        assert said
        assert not any("declared as guard" in words.en or "没有人明保" in words.zh for words in said)


def test_the_end_is_only_cited_for_what_it_says() -> None:
    """The rebels 3, 4 and 5 are out in 5's own log, whose end names the emperor as the guard."""
    plays = [(1, "9"), (2, None), (3, "K"), (4, "A"), (5, None), (1, None), (2, None), (3, None), (4, "A"), (5, None),
             (1, None), (2, None), (3, None), (5, "8"), (1, None), (2, None), (3, "K"), (5, None), (1, None), (2, None),
             (5, "8")]  # fmt: skip
    deck = dict.fromkeys(("R*", "B*", "9h", "9s", "7h", "7d", "Kh", "Ks", "Ah", "As", "8s", "8c"), 1)
    deal = {"type": "deal", "hands": [3, 3, 2, 2, "8s8c"]}
    for claim in (1, 2):
        end = {"type": "end", "places": [0, 0, 2, 1, 3], "scores": [-2, -1, 1, 1, 1], "emperor": 1, "guard": claim}
        log = log_of([deal, *events(plays)[1:], end], rules={"base": "simple", "deck": deck}, view=5)
        for reason in deduce(log, 5, "proof")[-1].because:
            assert reason.words.en != "the end says so" or reason.seat == claim


@pytest.mark.parametrize("layer", ["counts", "proof", "all"])
def test_every_change_has_a_reason(layer: Any) -> None:
    """Also one that counting made alone, and a small one."""
    changes = 0
    for number, rules in enumerate(names()):
        log = simulate(rules, "changes")
        for before, after in pairwise(deduce(log, number % 5 + 1, layer)):
            was, now = (belief.to_json("en") for belief in (before, after))
            if was["p"] is not None and (was["p"], was["solo"]) != (now["p"], now["solo"]):
                changes += 1
                assert now["because"], (rules, now["event"])
    assert changes > 100


def test_an_undo_says_why_it_changes_anything() -> None:
    log = log_of([*events([(1, "6s"), (2, None)]), {"type": "undo"}])
    assert words_of(log, 4)[0] == "an event was taken back: what it said does not count any more"
    declared: list[dict[str, Any]] = [{"type": "declare", "seat": 2, "what": "guard"}, {"type": "undo"}]
    assert words_of(log_of([*events([]), *declared]), 5)[0].startswith("an event was taken back")
