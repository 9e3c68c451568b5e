"""A small game, event by event, with the answers reasoned by hand.

Ten cards: 1 holds R* 6, 2 holds B* 7, 3 holds 7 9, 4 holds 9 B, 5 holds R 6. Seat 1 is emperor, 2 its guard.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import structs

from analyzer.cards import EMPEROR_JOKER, shown, write_cards
from analyzer.errors import Unreadable
from analyzer.events import Draw, Event, Log, Play, Tribute, Yield
from analyzer.paipu import Sourced, loads
from analyzer.paipu.chain import chained, seal
from analyzer.replay import Replay, fill, judge_log, rules_of
from analyzer.rules.table import place_of
from analyzer.rules.verdicts import SENTENCES, Code
from analyzer.simulate import sitting

DECK = {"R*": 1, "B*": 1, "R": 1, "B": 1, "6s": 2, "7s": 2, "9h": 2}
HANDS = ["R*6s", "B*7s", "7s9h", "9hB", "R6s"]
PLAYS = [(1, "6s"), (2, "7s"), (3, "9h"), (4, "B"), (5, "R"), (5, "6s"), (1, "R*"), (2, "B*")]


def events(plays: Sequence[tuple[int, str | None]]) -> list[dict[str, Any]]:
    """Deal, acceptance, and plays (None: a pass)."""
    acts = [
        {"type": "play", "seat": seat, "cards": cards} if cards else {"type": "pass", "seat": seat}
        for seat, cards in plays
    ]
    return [{"type": "deal", "hands": HANDS}, {"type": "accept", "seat": 1}, *acts]


def log_of(happened: list[dict[str, Any]], **header: Any) -> Log:
    """A log of the small game, read as any other."""
    document = {
        "format": "paipu", "version": 1, "game": "small", "rules": {"base": "simple", "deck": DECK},
        "players": ["甲", "乙", "丙", "丁", "戊"], **header, "events": happened,
    }  # fmt: skip
    found = next(iter(loads(msgspec.json.encode(document), "small.paipu.json")))
    assert isinstance(found, Sourced), found
    return found.log


def test_the_small_game_ends_when_the_emperors_side_is_out() -> None:
    """5 goes out after its big joker (passes left out), 1 beats its six, the wind goes to 2."""
    verdict = judge_log(log_of([*events([*PLAYS]), {"type": "end"}]))
    assert (verdict.status, verdict.places, verdict.scores) == ("valid", (2, 3, 0, 0, 1), (2, 1, -1, -1, -1))
    assert (verdict.emperor, verdict.guard, verdict.winner, verdict.doubled) == (1, 2, "emperor", False)


def test_a_lead_that_was_undone_began_no_trick() -> None:
    """The last play leads trick 3: undone it is trick 2 again, played again trick 3; all undone there is none."""
    acts = events([*PLAYS])
    log = log_of([*acts, {"type": "undo"}, acts[-1], {"type": "undo", "count": len(acts) - 1}])
    assert [moment.trick for moment in Replay(log).moments[-4:]] == [3, 2, 3, 0]


def test_moments_have_holdings_turn_and_trick() -> None:
    moments = Replay(log_of(events([*PLAYS]))).moments
    assert [moment.index for moment in moments] == list(range(11))
    after_three = moments[5]
    assert [write_cards(hand or ()) for hand in after_three.holdings] == ["R*", "B*", "7s", "B9h", "R6s"]
    assert (after_three.table.turn, after_three.table.owner, after_three.trick) == (4, 3, 1)
    assert [moment.trick for moment in moments] == [0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 3]
    assert place_of(moments[-1].table.places, 5) == 1
    assert moments[-1].guards == (2,)


def test_the_first_refusal_keeps_the_table_before_it() -> None:
    log = log_of(events([(1, "6s"), (3, "9h")]))
    replay = Replay(log)
    assert (replay.verdict.status, replay.verdict.event, replay.verdict.code) == ("illegal", 3, "not_your_turn")
    assert len(replay.moments) == 4
    assert replay.moments[-1].table.turn == 2


def test_onward_goes_on_as_it_happened() -> None:
    """3 plays out of turn; its nine leaves its hand, and the turn follows it to 4."""
    moments = Replay(log_of(events([(1, "6s"), (3, "9h"), (4, "B")])), onward=True).moments
    assert len(moments) == 6
    assert (moments[4].code, moments[5].code) == (Code.NOT_YOUR_TURN, Code.LEGAL)
    assert [write_cards(hand or ()) for hand in moments[5].holdings] == ["R*", "B*7s", "7s", "9h", "R6s"]


def test_undo_takes_back_what_it_counts_and_notes_stay() -> None:
    happened = events([(1, "6s"), (2, "7s")])
    happened += [{"type": "note", "text": "拿错了"}, {"type": "undo"}]
    happened += events([(2, None), *PLAYS[2:]])[2:]
    replay = Replay(log_of(happened))
    assert replay.moments[-1].index == len(happened)
    assert replay.moments[-1].undone == {3}
    assert replay.moments[6].table.turn == 2
    assert write_cards(replay.moments[6].holdings[1] or ()) == "B*7s"


@pytest.mark.parametrize("count", [5, 99])
def test_more_undos_than_events(count: int) -> None:
    """Acceptance and two plays count, the deal does not."""
    verdict = judge_log(log_of([*events([(1, "6s"), (2, "7s")]), {"type": "undo", "count": count}]))
    assert (verdict.event, verdict.code) == (4, "nothing_to_undo")


def test_passes_that_a_text_leaves_out_are_written_out() -> None:
    """After the six of 1, seat 4 beats it: 2 and 3 have passed."""
    found = Sourced(log_of(events([(1, "6s"), (4, "B")])), "a.txt", 1, b"", "txt", gaps=True)
    filled = fill(found)
    assert [type(event).__name__ for event in filled.log.events[2:]] == ["Play", "Pass", "Pass", "Play"]
    assert not filled.gaps
    assert isinstance(filled.log.events[-1], Play)
    assert judge_log(filled.log).status == "incomplete"


def test_a_view_knows_only_what_counts_allow() -> None:
    """Seat 3 saw its own hand: a second nine in another seat's play is possible, a third is not."""
    hidden: list[dict[str, Any]] = [{"type": "deal", "hands": [2, 2, "7s9h", 2, 2]}, {"type": "accept", "seat": 1}]
    one: list[dict[str, Any]] = [{"type": "play", "seat": 1, "cards": "9h"}]
    assert judge_log(log_of(hidden + one, view=3)).status == "incomplete"
    passes: list[dict[str, Any]] = [{"type": "pass", "seat": seat} for seat in (2, 3, 4, 5)]
    verdict = judge_log(log_of([*hidden, *one, *passes, *one], view=3))
    assert (verdict.event, verdict.code) == (7, "not_held")


def test_every_code_has_its_sentence_in_both_languages() -> None:
    for code in Code:
        if code != Code.LEGAL:
            assert SENTENCES[code].words.zh
            assert SENTENCES[code].words.en
            assert SENTENCES[code].paragraph


def test_a_seal_on_an_unfinished_game_invents_no_scores() -> None:
    """Two plays, then the log is closed: nobody has won anything."""
    cut = seal(chained(log_of(events([*PLAYS[:2]]))), Ed25519PrivateKey.generate())
    verdict = judge_log(cut)
    assert (verdict.status, verdict.integrity) == ("incomplete", "sealed")
    assert (verdict.winner, verdict.scores, verdict.places) == (None, None, (0, 0, 0, 0, 0))


def test_a_seal_on_a_finished_game_keeps_its_scores() -> None:
    whole = seal(chained(log_of([*events([*PLAYS]), {"type": "end"}])), Ed25519PrivateKey.generate())
    verdict = judge_log(whole)
    assert (verdict.status, verdict.integrity, verdict.scores) == ("valid", "sealed", (2, 1, -1, -1, -1))
    late = structs.replace(whole, events=(*whole.events, whole.events[-1]))
    assert judge_log(late).status == "illegal"


HANDED_ON: list[dict[str, Any]] = [
    {"type": "deal", "hands": [43] * 5},
    {"type": "draw", "seat": 5},
    {"type": "yield", "seat": 5, "to": 4, "cards": "R*"},
    {"type": "yield", "seat": 4, "to": 3, "cards": "R*2c"},
    {"type": "yield", "seat": 3, "to": 2, "cards": "R*22"},
    {"type": "accept", "seat": 2},
    {"type": "call", "seat": 2, "cards": "3c3c3c"},
]
"""A throne of `tribute` handed on with a 2 of a known suit, then with two of which nobody says the suit."""


def test_what_one_seat_pays_or_hands_on_another_has() -> None:
    """The cards of tributes and yields leave one hand and reach the other; a drawn `R*` reaches its holder."""
    seen: set[type[Event]] = set()
    for log in sitting("tribute", 3, 4):
        moments = Replay(log).moments
        for index, event in enumerate(log.events):
            before, after = ([list(hand or ()) for hand in one.holdings] for one in moments[index : index + 2])
            if isinstance(event, (Tribute, Yield)):
                cards = list(shown(event.cards).cards)
                source = event.source if isinstance(event, Tribute) else event.seat
                assert sorted(before[event.to - 1] + cards) == sorted(after[event.to - 1])
                assert sorted(after[source - 1] + cards) == sorted(before[source - 1])
            elif isinstance(event, Draw):
                assert sorted([*before[event.seat - 1], EMPEROR_JOKER]) == sorted(after[event.seat - 1])
            seen.add(type(event))
    assert seen >= {Tribute, Yield, Draw}


def test_twos_handed_on_without_suits_leave_no_room_for_a_fifth_copy() -> None:
    """Seat 5 shows 2h three times and then two more: there are four, whatever suits the throne's 2s had."""
    happened: list[dict[str, Any]] = [
        *HANDED_ON,
        {"type": "play", "seat": 2, "cards": "444"},
        *({"type": "pass", "seat": seat} for seat in (3, 4)),
        {"type": "play", "seat": 5, "cards": "2h2h2h"},
        *({"type": "pass", "seat": seat} for seat in (1, 2, 3, 4)),
    ]
    fifth = {"type": "play", "seat": 5, "cards": "2h2h"}
    fourth = {"type": "play", "seat": 5, "cards": "2h2d"}
    verdict = judge_log(log_of([*happened, fifth], rules="tribute", view=-1))
    assert (verdict.event, verdict.code) == (len(happened), "not_held")
    assert judge_log(log_of([*happened, fourth], rules="tribute", view=-1)).status == "incomplete"


def test_a_two_taken_in_by_suit_and_handed_on_without_can_be_shown_again() -> None:
    """Seat 4 hands 2c to 3, who hands two 2s to 2: seat 2 may show that very card, beside the three others."""
    four, five = ({"type": "play", "seat": 2, "cards": "2c" * number} for number in (4, 5))
    assert judge_log(log_of([*HANDED_ON, four], rules="tribute", view=-1)).status == "incomplete"
    assert judge_log(log_of([*HANDED_ON, five], rules="tribute", view=-1)).code == "not_held"


def test_a_log_of_other_rules_is_not_replayed() -> None:
    """It names the fingerprint of its rules: by others it gets no score at all."""
    happened = [*events([*PLAYS]), {"type": "end"}]
    ours = rules_of(log_of(happened)).sha256
    assert judge_log(log_of(happened, rules_sha256=ours)).scores == (2, 1, -1, -1, -1)
    with pytest.raises(Unreadable, match=f"the log names {'0' * 64}, ours are {ours}"):
        Replay(log_of(happened, rules_sha256="0" * 64))


@pytest.mark.parametrize(("cards", "code"), [("2h", "auto_mismatch"), ("Ah", None)])
def test_a_lead_in_auto_play_leaves_cards_enough(cards: str, code: str | None) -> None:
    """It is the lowest of 33: only 24 twos and jokers are as high as a 2; with the aces there are 40."""
    happened: list[dict[str, Any]] = [
        {"type": "deal", "hands": [33, 34, 34, 34, 33]}, {"type": "accept", "seat": 1},
        {"type": "auto", "seat": 1, "on": True}, {"type": "play", "seat": 1, "cards": cards},
    ]  # fmt: skip
    assert judge_log(log_of(happened, rules="simple", view=-1)).code == code


@pytest.mark.parametrize("cards", ["B*B*", "R*R*", "R*B*7sR*9h"])
def test_a_marked_joker_shown_twice_is_not_held_by_anybody(cards: str) -> None:
    """There is one of each: that it is no play either comes second."""
    verdict = judge_log(log_of([*events([]), {"type": "play", "seat": 1, "cards": cards}]))
    assert (verdict.event, verdict.code) == (2, "not_held")
