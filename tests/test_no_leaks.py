"""What a view is told hangs on nothing but what it knows: games that it cannot tell apart give the same bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any
from zlib import crc32

import pytest
from msgspec import structs

from analyzer.cards import shown
from analyzer.cli import deduce as cli_deduce
from analyzer.cli import track as cli_track
from analyzer.deduction import behaviour, posterior
from analyzer.deduction.reasons import Reason
from analyzer.events import Call, Log, Snatch
from analyzer.outlook import explained, keeping, swings, timeline, worlds
from analyzer.replay import Replay
from analyzer.review import deciding, weighing
from analyzer.rules.table import Phase
from analyzer.simulate import Chances, simulate
from analyzer.tracking import alike, cases, counts, facts, lie
from analyzer.tracking.threats import to_act
from analyzer.viewer import frames
from analyzer.words import Words
from tests.leaks import advice, cut_short, dealt_anew, outputs

QUIET = Chances(escape=0, auto=0, mind=0)
RULES = ("room-normal", "classic", "room-six", "simple", "encyclopedia", "shandong", "tribute")
Twins = tuple[Log, Log, int, list[int]]


@lru_cache
def twins(number: int) -> Twins:
    """A game up to an event, the same dealt anew, the view that cannot tell them apart, and some moments to look at."""
    random = Random(f"twins {number}")
    for seed in range(200):
        log = simulate(RULES[number % len(RULES)], f"{number}/{seed}", chances=QUIET)
        moments = Replay(log).moments
        begun = next((moment.index for moment in moments if moment.table.phase == Phase.PLAY), 0)
        over = next(moment.index for moment in moments if moment.table.phase >= Phase.OVER)
        if not begun or over - begun < 40:
            continue
        upto = random.randrange(begun + 5, over - 20)
        view = random.choice((1, 2, 3, 4, 5, -1))
        other = dealt_anew(log, upto, view, random)
        if other is not None and Replay(other).moments[-1].table.roles.guard != moments[upto].table.roles.guard:
            prefix = structs.replace(log, events=log.events[:upto])
            drawn = sampled(prefix, view)
            if drawn:
                return prefix, other, view, sorted({upto, random.randrange(1, upto), drawn})
    pytest.fail("no game was found that can be dealt anew")


def sampled(log: Log, view: int) -> int:
    """A moment at which some figure is drawn, as three hidden seats or more are still to act; 0 for none."""
    for track in counts.tracks(log, view):
        if len(to_act(track.facts.sight)) > 3 and track.beatable and 0.02 < track.beatable.value < 0.98:
            return track.event
    return 0


@pytest.mark.parametrize("number", range(6))
def test_games_that_a_view_cannot_tell_apart_give_it_the_same_bytes(number: int) -> None:
    """The guard's card, too, lies elsewhere in the other game."""
    one, other, view, looked = twins(number)
    assert one.events[0] != other.events[0]
    assert outputs(one, view, looked) == outputs(other, view, looked)


@pytest.mark.parametrize("number", range(4))
def test_games_that_a_view_cannot_tell_apart_give_it_the_same_advice(number: int) -> None:
    """Outlook, swings and review to the last byte, and the name under which the outlook is kept."""
    one, other, view, _ = twins(number)
    assert advice(one, view) == advice(other, view)


@lru_cache
def snatched_twins(number: int) -> Twins:
    """The same of a game in which a hidden seat has snatched, and has not yet put down what that proves."""
    random = Random(f"snatched {number}")
    for log in (simulate("classic", f"snatched {seed}", chances=QUIET) for seed in range(number, 400, 2)):
        snatcher = next((event.seat for event in log.events if isinstance(event, Snatch)), 0)
        view = random.choice([seat for seat in (1, 2, 3, 4, 5, -1) if seat != snatcher])
        known = facts(log, view) if snatcher else []
        open_ = [now.sight.index for now in known if any(one.ranks for one in now.lie.snatched)]
        if len(open_) < 20:
            continue
        upto = random.choice(open_[10:])
        for _ in range(20):
            other = dealt_anew(log, upto, view, random)
            if other is not None:
                return structs.replace(log, events=log.events[:upto]), other, view, [upto]
    pytest.fail("no game with a snatch was found that can be dealt anew")


@pytest.mark.parametrize("number", range(2))
def test_after_a_snatch_too(number: int) -> None:
    """Which four were alike, and where the jokers are, differs."""
    one, other, view, looked = snatched_twins(number)
    assert one.events[0] != other.events[0]
    assert outputs(one, view, looked) == outputs(other, view, looked)


def test_a_peek_at_what_was_alike_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chances of the ranks lean towards what the snatcher was dealt."""
    honest, made = alike.snatcher_of, list[dict[str, str]]()
    one, other, view, looked = snatched_twins(0)
    for log in (one, other):
        seat = next(event.seat for event in log.events if isinstance(event, Snatch))
        dealt = Counter(shown(str(log.events[0].hands[seat - 1])).cards)  # type: ignore[union-attr]

        def peeking(seat: int, jokers: int, ranks: Any, pool: Any, slots: int, dealt: Any = dealt) -> Any:
            known = tuple(
                row._replace(missing=tuple(some for some in row.missing if dealt[some[0]] == 4)) for row in ranks
            )
            return honest(seat, jokers, known, pool, slots)

        with monkeypatch.context() as patch:
            patch.setattr(lie, "snatcher_of", peeking)
            made.append(outputs(log, view, looked))
    assert made[0]["track all"] != made[1]["track all"]
    assert made[0]["track counts"] == made[1]["track counts"]


@lru_cache
def cut(number: int) -> Twins:
    """The same of a game that is cut short at any event, from the deal on; somebody leaves, an end may follow."""
    random = Random(f"cut {number}")
    for seed in range(200):
        log = simulate(RULES[number % len(RULES)], f"{number}/{seed}", chances=QUIET)
        over = next(moment.index for moment in Replay(log).moments if moment.table.phase >= Phase.OVER)
        upto = random.randrange(1, 16 if number % 2 else over)
        view = random.choice((1, 2, 3, 4, 5, -1))
        other = dealt_anew(log, upto, view, random) if upto < over else None
        if other is None or (is_settled(log, upto) and guard_at(log, upto) == guard_at(other, upto)):
            continue
        ending = cut_short(random)
        made = tuple(structs.replace(one, events=(*one.events[:upto], *ending)) for one in (log, other))
        return made[0], made[1], view, [upto, upto + 1]
    pytest.fail("no game was found that can be dealt anew")


def guard_at(log: Log, upto: int) -> int:
    return Replay(log).moments[upto].table.roles.guard


def is_settled(log: Log, upto: int) -> bool:
    return Replay(log).moments[upto].table.phase >= Phase.DECLARE


@pytest.mark.parametrize("number", range(21))
def test_a_game_that_is_cut_short_tells_nothing_either(number: int) -> None:
    """An escape, at any moment, and an end that names nobody, leave the roles hidden."""
    one, other, view, looked = cut(number)
    assert one.events[0] != other.events[0]
    assert outputs(one, view, looked) == outputs(other, view, looked)


def test_calls_of_four_are_dealt_anew() -> None:
    """Among the games that no other view can tell apart are some that write the same call with three and with four."""
    random = Random("four")
    log = simulate("classic", "1/1", chances=QUIET)
    logs = [dealt_anew(log, 8, 1, random) for _ in range(40)]
    calls = {event.cards: made for made in logs if made for event in made.events if isinstance(event, Call)}
    assert {len(cards) // 2 for cards in calls} == {3, 4}
    three, four = (calls[cards] for cards in sorted(calls, key=len))
    assert outputs(three, 1, [8]) == outputs(four, 1, [8])
    assert advice(three, 1) == advice(four, 1)


def guard_of(log: Log) -> int:
    return Replay(log).moments[-1].table.roles.guard


# -- planted peeks: each is off by a hair, or by a word, that hangs on who the guard is ---------------------------


def answer(found: cases.Answer | None, guard: int) -> cases.Answer | None:
    return found and cases.Answer(found.value + 1e-6 * guard, found.error)


def chances(found: dict[int, float], guard: int) -> dict[int, float]:
    return {seat: chance * (1 + 1e-6 * guard * (seat == min(found))) for seat, chance in found.items()}


def reasons(found: list[Reason], guard: int) -> list[Reason]:
    return [Reason(1, None, Words(f"侍卫是 {guard}", f"the guard is {guard}")), *found]


def shares(found: tuple[int, dict[str, float]], guard: int) -> tuple[int, dict[str, float]]:
    return found[0], {name: value * (1 - 1e-3 * guard) for name, value in found[1].items()}


def order(found: dict[str, Any], guard: int) -> dict[str, Any]:
    """The seats are listed with the guard last."""
    seats = sorted(found["seats"].items(), key=lambda item: (item[0] == str(guard), item[0]))
    return {**found, "seats": dict(seats)}


PEEKS: list[tuple[Any, str, Callable[[Any, int], Any], list[str]]] = [
    (cases.Counted, "expect", answer, ["track counts", "track all"]),
    (cases.Counted, "least", answer, ["track counts", "track all"]),
    (counts, "can_beat", answer, ["track counts", "track all"]),
    (counts, "beatable", answer, ["track counts", "track all"]),
    (counts, "unbeatable", lambda found, guard: {**found, guard: 3}, ["track counts", "track all"]),
    (counts.Track, "void", lambda found, guard: [*found, guard], ["track all", "track all, a table"]),
    (counts, "_softened", lambda found, guard: {**found, 2: {1: guard}}, ["track all", "track all, a table"]),
    (counts.Track, "to_json", order, ["track counts", "track all"]),
    (posterior, "by_counts", chances, ["deduce counts"]),
    (posterior, "by_proof", chances, ["deduce proof", "deduce all"]),
    (posterior, "by_behaviour", chances, ["deduce all"]),
    (behaviour, "signs", shares, ["deduce all"]),
    (posterior, "proofs", reasons, ["deduce proof", "deduce all", "deduce proof, a table"]),
    (posterior, "tells", reasons, ["deduce all", "deduce all, a table"]),
    (frames, "frame", lambda found, guard: {**found, "guard": guard}, ["show"]),
    (cli_track, "_cell", lambda found, guard: f"{found}{guard}", ["track counts, a table", "track all, a table"]),
    (cli_deduce, "_chance", lambda found, guard: f"{found}{guard}", ["deduce counts, a table", "deduce all, a table"]),
]
"""Where the peek is planted, how it looks, and the outputs in which it must be found."""


def plant(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, nudge: Any, log: Log) -> None:
    honest, guard = getattr(owner, name), guard_of(log)
    monkeypatch.setattr(owner, name, lambda *args, **more: nudge(honest(*args, **more), guard))


def plant_in_the_seed(monkeypatch: pytest.MonkeyPatch, log: Log) -> None:
    """What is sampled is drawn from a seed that knows the hands."""
    monkeypatch.setattr(cases, "SEED", crc32(str(log.events[0]).encode()))


def assert_caught(
    monkeypatch: pytest.MonkeyPatch, wanted: set[str], planted: Callable[[pytest.MonkeyPatch, Log], None]
) -> None:
    """With a peek planted these outputs differ between games that a view cannot tell apart."""
    found = set[str]()
    for number in range(3):
        if wanted <= found:
            return
        one, other, view, looked = twins(number)
        made = []
        for log in (one, other):
            with monkeypatch.context() as patch:
                planted(patch, log)
                made.append(outputs(log, view, looked))
            forget()
        found |= {name for name in made[0] if made[0][name] != made[1][name]}
    assert wanted <= found


def forget() -> None:
    """What was worked out under a peek is not used again."""
    cases.drawn.cache_clear()
    cases.answers.cache_clear()


@pytest.mark.parametrize(("owner", "name", "nudge", "wanted"), PEEKS)
def test_a_planted_peek_is_caught(
    monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, nudge: Any, wanted: list[str]
) -> None:
    assert_caught(monkeypatch, set(wanted), lambda patch, log: plant(patch, owner, name, nudge, log))


def test_a_seed_that_peeks_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    assert_caught(monkeypatch, {"track all"}, plant_in_the_seed)


def test_every_output_is_looked_at_with_a_peek_in_it() -> None:
    one, _, view, looked = twins(0)
    hit = {name for *_, wanted in PEEKS for name in wanted}
    assert {name.partition(",")[0] for name in outputs(one, view, looked)} == {name.partition(",")[0] for name in hit}


# -- the same in outlook and review --------------------------------------------------------------------------------


def plant_in_worlds(monkeypatch: pytest.MonkeyPatch, log: Log) -> None:
    """The true guard is a little likelier to be drawn."""
    honest = worlds._guards

    def peeking(chances: dict[int, float], many: int, random: Any) -> Any:
        known = {seat: chance * (1 + 0.2 * (seat == guard_of(log))) for seat, chance in chances.items()}
        return honest(known, many, random)

    monkeypatch.setattr(worlds, "_guards", peeking)


def plant_in_the_worlds_seed(monkeypatch: pytest.MonkeyPatch, log: Log) -> None:
    """Worlds are drawn, and played out, from a seed that knows the hands."""
    honest = worlds.worlds_of

    def peeking(position: Any, many: int, seed: int) -> Any:
        return honest(position, many, seed + crc32(str(log.events[0]).encode()) % 7)

    for module in (timeline, swings, explained):
        monkeypatch.setattr(module, "worlds_of", peeking)


def plant_in_the_key(monkeypatch: pytest.MonkeyPatch, _log: Log) -> None:
    """What is kept is named by the whole log."""
    monkeypatch.setattr(keeping, "as_seen", lambda log, _view: log.events)


def plant_in_the_review(monkeypatch: pytest.MonkeyPatch, log: Log) -> None:
    """A figure is a hair off by who the guard is."""
    honest = weighing.weighed

    def peeking(*settings: Any) -> Any:
        found = honest(*settings)
        return found._replace(points=found.points + 0.01 * guard_of(log))

    monkeypatch.setattr(deciding, "weighed", peeking)


PLANTED = (plant_in_worlds, plant_in_the_worlds_seed, plant_in_the_key, plant_in_the_review)


@pytest.mark.parametrize("plant", PLANTED)
def test_a_peek_planted_in_the_advice_is_caught(monkeypatch: pytest.MonkeyPatch, plant: Any) -> None:
    for number in range(6):
        one, other, view, _ = twins(number)
        made = []
        for log in (one, other):
            with monkeypatch.context() as patch:
                plant(patch, log)
                made.append(advice(log, view))
        if made[0] != made[1]:
            return
    pytest.fail("the peek was not caught")
