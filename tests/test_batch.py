"""The compiled rules against the plain ones and the oracle: cases, conformance, simulated games, changes of them."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec import structs

from analyzer.batch import judge_lot, lot_of, told
from analyzer.batch.records import Derived
from analyzer.cards import GUARD_JOKER, shown, write_cards, write_play
from analyzer.data import data
from analyzer.errors import RulesetError, Unreadable
from analyzer.events import Auto, Call, Log, Note, Pass, Play, Undo
from analyzer.paipu import Sourced, act_of, dumps_json, loads
from analyzer.paipu.chain import examine
from analyzer.replay import Moment, Replay, fill, judge_log, rules_of
from analyzer.rules.moves import can_play, legal_plays
from analyzer.rules.possession import hands_of
from analyzer.rules.table import Phase, Solo, place_of
from analyzer.rules.tricks import leads
from analyzer.rulesets import Guard as GuardKind
from analyzer.rulesets import names, resolve
from analyzer.sight import sights
from analyzer.simulate import simulate
from tests import oracle
from tests.duel import ALWAYS, RESULTS, logs, variant
from tests.mutate import dumps

HERE = Path(__file__).resolve().parent
OF_THE_RULES = [key for key in (*ALWAYS, *RESULTS) if key != "integrity"]


def usable(text: bytes) -> Iterator[Log]:
    """The logs of a file that have rules and a whole chain, or none."""
    for found in loads(text, "logs.jsonl"):
        if not isinstance(found, Sourced):
            continue
        try:
            rules_of(found.log)
        except (RulesetError, Unreadable):
            continue
        if examine(found.log)[1] is None:
            yield (fill(found) if found.gaps else found).log


def differences(found: list[Log]) -> tuple[list[Any], Counter[str]]:
    """What `batch` and `replay` say differently, and how many games went which way."""
    lot, inside, outside = lot_of(found)
    results = judge_lot(lot)
    ways = Counter(inside=len(inside), outside=len(outside), elsewhere=int(results.elsewhere.sum()))
    wrong = []
    for place, number in enumerate(inside):
        if results.elsewhere[place]:
            continue
        ours, theirs = told(lot, results, place), judge_log(found[number])._asdict()
        wrong += [(found[number].game, key, ours[key], theirs[key]) for key in OF_THE_RULES if ours[key] != theirs[key]]
    return wrong, ways


def test_the_cases() -> None:
    with gzip.open(HERE / "cases" / "games.jsonl.gz") as stream:
        wrong, ways = differences(list(usable(stream.read())))
    assert wrong == []
    assert ways["inside"] > 150
    assert ways["outside"] > 30


def test_the_hand_written_games() -> None:
    text = (data("replays") / "conformance" / "games.jsonl").read_bytes()
    wrong, ways = differences(list(usable(text)))
    assert wrong == []
    assert ways["inside"] > 200


def test_simulated_games_of_every_ruleset() -> None:
    games = [simulate(name, seed) for name in names() for seed in range(12)]
    wrong, ways = differences(games)
    assert wrong == []
    assert ways == Counter(inside=len(games))


def test_changed_games_against_replay_and_oracle() -> None:
    sources, random = logs(), Random(20)
    texts = [dumps(variant(sources, random)) for _ in range(1500)]
    found = [log for text in texts for log in usable(text)]
    wrong, ways = differences(found)
    assert wrong == []
    assert ways["inside"] > 600
    lot, inside, _ = lot_of(found)
    results = judge_lot(lot)
    for place, number in list(enumerate(inside))[:250]:
        if not results.elsewhere[place]:
            theirs = oracle.verdict(dumps(json.loads(dumps_json(found[number]))))
            ours = told(lot, results, place)
            keys = ALWAYS + (RESULTS[:-1] if theirs["status"] in ("valid", "disputed") else ())
            assert [plain(ours[key]) for key in keys] == [theirs[key] for key in keys], found[number].game


def plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def test_two_threads_find_the_same_as_one() -> None:
    lot, _, _ = lot_of([simulate(name, seed) for name in names() for seed in range(4)])
    one, two = judge_lot(lot, derive=True), judge_lot(lot, threads=2, derive=True)
    assert np.array_equal(one.status, two.status)
    assert all(np.array_equal(a, b) for a, b in zip(one.found, two.found, strict=True))
    assert all(np.array_equal(a, b) for a, b in zip(one.derived, two.derived, strict=True))


# -- the derived columns -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
def test_derived_columns_are_what_a_replay_shows(name: str) -> None:
    for seed in range(3):
        check_derived(simulate(name, seed))


def test_derived_columns_follow_an_undo() -> None:
    """`13-undo` takes plays back: what was undone does not stand, and the counts go on without it."""
    (found,) = (one for one in loads((data("replays") / "samples" / "13-undo.paipu.jsonl").read_bytes(), "13.jsonl"))
    assert isinstance(found, Sourced)
    derived = check_derived(found.log)
    assert (derived.stands == 0).any()


def test_what_stays_in_an_undone_trick_does_not_count_as_one() -> None:
    """A note and a seat in auto-play are not undone with the lead that came before them."""
    log = structs.replace(simulate({"base": "room-normal", "auto": True}, 3), x=None)
    moments = Replay(log).moments
    plays = [(at, event) for at, event in enumerate(log.events) if isinstance(event, Play)]
    lead, event = [(at, event) for at, event in plays if leads(moments[at].table, event.seat)][4]
    other = event.seat % 5 + 1
    between = (event, Note(text="?"), Auto(seat=other, on=True), Auto(seat=other, on=False), Undo(count=1))
    check_derived(structs.replace(log, events=(*log.events[:lead], *between, *log.events[lead:])))


@pytest.mark.parametrize("name", names())
def test_what_lays_the_guard_open_shows_it_to_an_onlooker(name: str) -> None:
    """While the game goes on; its end may tell the guard by who is left."""
    log = simulate(name, "k/1")
    known = judge_lot(lot_of([log])[0], derive=True).derived.known
    seen = [sight for sight in sights(Replay(log), -1)[1:] if sight.phase <= Phase.PLAY]
    assert [bool(bits) for bits in known[: len(seen)]] == [sight.guard > 0 for sight in seen]


def check_derived(log: Log) -> Derived:
    lot, inside, _ = lot_of([log])
    assert inside == [0]
    derived = judge_lot(lot, derive=True).derived
    moments = Replay(log).moments
    undone = moments[-1].undone
    for at, event in enumerate(log.events):
        before, after = moments[at], moments[at + 1]
        assert bool(derived.stands[at]) == (at not in undone), at
        assert derived.left[at].tolist() == list(after.sizes), at
        assert [int(derived.places[at]) >> 3 * seat & 7 for seat in range(5)] == [
            place_of(after.table.places, seat) for seat in range(1, 6)
        ]
        check_holdings(derived, at, after)
        assert int(derived.known[at]) == known(log, after), at
        if isinstance(event, Play | Pass):
            leading = isinstance(event, Play) and leads(before.table, event.seat)
            assert bool(derived.leads[at]) == leading, at
            assert derived.faced[at] == (0 if leading else before.table.standing), at
            hands = hands_of([hand or () for hand in before.holdings])
            able = bool(legal_plays(resolve(log.rules).ruleset, before.table, hands, event.seat))
            assert bool(derived.able[at]) == able, (at, write_play(before.table.standing))
            assert can_play(resolve(log.rules).ruleset, before.table, hands, event.seat) == able
    check_tricks(log, derived, moments)
    played = Counter[str]()
    for at, event in enumerate(log.events):
        if isinstance(event, Play) and at not in undone:
            play = act_of(event).play
            played.update(smalls=play >> 3 & 7, bigs=play & 7, twos=(play >> 6 & 31) if play >> 11 == 12 else 0)
    assert [int(row[-1]) for row in (derived.smalls, derived.bigs, derived.twos)] == [
        played[name] for name in ("smalls", "bigs", "twos")
    ]
    return derived


def check_holdings(derived: Derived, at: int, after: Moment) -> None:
    """The jokers, 2s and 6s in each hand."""
    packed = {"BR": derived.held_jokers, "2": derived.held_twos, "6": derived.held_sixes}
    for ranks, column in packed.items():
        held = [sum(write_cards([card])[0] in ranks for card in hand or ()) for hand in after.holdings]
        assert [int(column[at]) >> 5 * seat & 31 for seat in range(5)] == held, (at, ranks)


def check_tricks(log: Log, derived: Derived, moments: list[Moment]) -> None:
    """The number of each play that stands in its trick, and who closed the trick before."""
    nth = last = 0
    for at, event in enumerate(log.events):
        if isinstance(event, Play) and at not in moments[-1].undone:
            leading = leads(moments[at].table, event.seat)
            nth = 1 if leading else nth + 1
            assert (int(derived.nth[at]), int(derived.closer[at])) == (nth, last if leading else 0), at
            assert derived.trick[at] == moments[at + 1].trick, at
            last = event.seat
        elif not isinstance(event, Play):
            assert derived.nth[at] == derived.closer[at] == 0


def known(log: Log, after: Moment) -> int:
    """What has laid the guard open after an event, told from what was shown."""
    roles = after.table.roles
    if not roles.guard:
        return 0
    lived = [event for at, event in enumerate(log.events[: after.index]) if at not in after.undone]
    called = next((shown(event.cards).cards[0] for event in lived if isinstance(event, Call)), None)
    card = GUARD_JOKER if resolve(log.rules).ruleset.guard == GuardKind.MARKED else called
    plays = [shown(event.cards).cards for event in lived if isinstance(event, Play) and event.seat == roles.guard]
    needed = 4 if roles.solo and card != GUARD_JOKER else 1
    laid = card is not None and sum(cards.count(card) for cards in plays) >= needed
    return bool(roles.open_guard) + 2 * (roles.solo == Solo.OPEN) + 4 * bool(roles.risen) + 8 * laid


# -- compiling ----------------------------------------------------------------------------------------------------


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    """A file stands where the cache folder would be: no cache, no crash."""
    (tmp_path / "paishen").write_text("in the way")
    code = "from analyzer.batch.compiled import cache_folder; print(cache_folder())"
    done = subprocess.run(
        [sys.executable, "-c", code], env={"XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(HERE.parent)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == "None"


def test_the_cache_is_named_by_what_the_kernel_is_made_of(tmp_path: Path) -> None:
    """A copy of the package with one changed rule has another digest, and so another cache."""
    copy = tmp_path / "analyzer"
    shutil.copytree(HERE.parent / "analyzer", copy, ignore=shutil.ignore_patterns("__pycache__", "_data"))
    code = "from analyzer.batch.compiled import digest; print(digest())"

    def printed(place: Path) -> str:
        return subprocess.run(
            [sys.executable, "-c", code], cwd=place, env={"PYTHONPATH": str(place)},
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip

    same = printed(tmp_path)
    assert same == printed(HERE.parent)
    plays = copy / "rules" / "plays.py"
    plays.write_text(plays.read_text("utf-8").replace("play >> 11 > standing >> 11", "play >> 11 >= standing >> 11"))
    assert printed(tmp_path) != same


def test_numba_is_not_imported_for_one_game() -> None:
    code = """if True:
        import sys
        from analyzer.cli import main
        try:
            main()
        except SystemExit:
            print("numba" in sys.modules, "numpy" in sys.modules)
    """
    sample = data("replays") / "samples" / "06-simple-solo.paipu.json"
    done = subprocess.run(
        [sys.executable, "-c", code, "validate", str(sample)], cwd=HERE.parent,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == "False False"
