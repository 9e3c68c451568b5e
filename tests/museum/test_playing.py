"""博物馆·打: faults of replays - what happened at the table was told otherwise, or to the wrong eyes."""

from __future__ import annotations

from pathlib import Path

from msgspec import structs

from analyzer.paipu import write
from analyzer.paipu.chain import chained
from analyzer.replay import judge_log
from analyzer.rulesets import resolve
from tests.conftest import Paishen
from tests.test_replay import DECK, HANDS, PLAYS, events, log_of

END = {"type": "end"}
RULES = {"base": "simple", "deck": DECK}


def test_an_old_log_says_when_its_rules_have_changed_since() -> None:
    """The log is pinned to its rules: with another digest it is refused, never scored otherwise in silence."""
    log = log_of([*events([*PLAYS]), END])
    pinned = structs.replace(log, rules_sha256=resolve(RULES).sha256)
    assert judge_log(pinned).scores == (2, 1, -1, -1, -1)
    verdict = judge_log(structs.replace(pinned, rules_sha256=resolve({**RULES, "stake": 2}).sha256))
    assert (verdict.status, verdict.scores) == ("unreadable", None)
    assert verdict.words
    assert "the rules differ" in verdict.words.en


def test_a_game_ends_by_its_own_rules() -> None:
    """After eight plays the emperor's side is out: over in `simple`, while with `end = "all"` two rebels play on."""
    log = log_of([*events([*PLAYS]), END])
    assert judge_log(log).status == "valid"
    until_all = structs.replace(log, rules={**RULES, "end": "all"})
    verdict = judge_log(until_all)
    assert (verdict.status, verdict.code, verdict.event) == ("illegal", "not_over", len(log.events) - 1)


def test_an_observer_is_given_no_seat(tmp_path: Path, paishen: Paishen) -> None:
    """What seat 3 recorded is no other seat's to see, and an onlooker is not shown a hand."""
    hands = [len(hand.replace("s", "").replace("h", "").replace("*", "")) for hand in HANDS]
    mine = log_of([{"type": "deal", "hands": [*hands[:2], HANDS[2], *hands[3:]]}], view=3)
    path = tmp_path / "three.paipu.json"
    write(path, [mine])
    own = paishen("show", path, "--view", 3, "--json")
    assert own.json[0]["hands"][2] == "9h7s"
    for view in ("4", "all"):
        other = paishen("show", path, "--view", view)
        assert (other.status, other.out) == (2, ""), view
    full = tmp_path / "full.paipu.json"
    write(full, [log_of(events([]))])
    assert paishen("show", full, "--view", "onlooker", "--json").json[0]["hands"] == [None] * 5


def test_no_count_falls_below_nothing() -> None:
    """A card played twice that there is once is refused where it happens; nothing is clamped."""
    acts = events([(1, "6s"), (2, "7s"), (3, "9h"), (4, "B"), (5, "R"), (5, "6s"), (1, "R*"), (2, "7s")])
    verdict = judge_log(log_of(acts))
    assert (verdict.status, verdict.code, verdict.event) == ("illegal", "not_held", len(acts) - 1)


def test_passes_left_out_beside_two_plays_that_are_alike(tmp_path: Path, paishen: Paishen) -> None:
    """In text, where passes may be left out: 7 by seat 2 and 7 by seat 3 are two plays, of which the second is refused;
    it is not taken for the first said twice, nor passes put between them.
    """
    made, text = tmp_path / "a.paipu.json", tmp_path / "a.paipu.txt"
    write(made, [log_of(events([(1, "6s"), (2, "7s"), (3, "7s")]))])
    assert paishen("convert", made, text).status == 0
    (told,) = paishen("validate", text, "--json").json
    assert (told["status"], told["code"], told["event"]) == ("illegal", "does_not_beat", 4)


def test_a_player_who_leaves_ends_the_game_and_pays() -> None:
    """逃跑: the game is over at once; in `room-normal` whoever left pays 50, and nobody else anything."""
    acts = [*events([*PLAYS][:3]), {"type": "escape", "seat": 4}, END]
    verdict = judge_log(log_of(acts, rules={**RULES, "base": "room-normal"}))
    assert (verdict.status, verdict.scores) == ("valid", (0, 0, 0, -50, 0))


def test_a_chain_tells_a_time_that_was_put_in_later() -> None:
    """A log is what was written when; a clock mended afterwards breaks the chain where it was mended."""
    log = chained(log_of([*events([*PLAYS]), END]))
    assert judge_log(log).integrity == "chained"
    late = structs.replace(log, events=(*log.events[:4], structs.replace(log.events[4], t=9), *log.events[5:]))
    assert judge_log(late).integrity == "broken"
