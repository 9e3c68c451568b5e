"""Corrections are new events: after any of them the log, read afresh, gives what applying it live gave."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import UNSET, structs

from analyzer.events import Auto, Deal, Event, Log, Mind, Note, Pass, Play, Undo
from analyzer.merge.lanes import undone
from analyzer.paipu import dumps_lines, loads
from analyzer.paipu.chain import chained, event_hash, examine
from analyzer.replay import Course, Holdings, Replay, judge_log, previous_of, rules_of
from analyzer.rulesets import names
from analyzer.sight import as_seen
from analyzer.simulate import Chances, simulate
from tests.test_simulate import HOUSES

PASSED_OVER = (Auto, Mind, Note, Undo)


def course_of(log: Log) -> Course:
    return Course(rules_of(log), previous_of(log))


def slips(event: Event) -> list[Event]:
    """What a tired recorder may enter in place of a play or a pass."""
    seat = getattr(event, "seat", 1)
    wrong = [Play(seat=seat, cards=cards) for cards in ("7h", "8d8d", "B", "2c", "R", "9s")]
    return [Pass(seat=seat), *wrong] if isinstance(event, Play | Pass) else []


def recorded(log: Log, random: Random) -> tuple[list[Event], list[list[Event]]]:
    """The game as somebody recorded it who made slips; after each entry also what counts, without any correction."""
    course, pending = course_of(log), list(log.events)
    entries: list[Event] = []
    counting: list[list[Event]] = [[]]

    def enter(event: Event, counts: list[Event]) -> bool:
        if course.advance(len(entries), event):
            return False
        entries.append(event)
        counting.append(counts)
        return True

    while pending:
        now, choice = counting[-1], random.random()
        able = [at for at, event in enumerate(now) if not isinstance(event, (Deal, *PASSED_OVER))]
        if choice < 0.1:
            enter(Note(text="x"), now)
        elif choice < 0.2 and able:
            taken = able[-random.randint(1, min(4, len(able))) :]
            count = len(taken) if len(taken) > 1 or random.random() < 0.5 else UNSET
            enter(Undo(count=count), [event for at, event in enumerate(now) if at not in taken])
            pending = [now[at] for at in taken] + pending
        elif choice < 0.35:
            for wrong in slips(pending[0]):
                if wrong != pending[0] and enter(wrong, [*now, wrong]):
                    enter(Undo(), now)
                    break
        elif not enter(pending[0], [*now, pending[0]]):
            break  # an `auto` that stayed makes it illegal
        else:
            del pending[0]
    return entries, counting


def games() -> list[Log]:
    calm = Chances(auto=0.01, escape=0.1)
    small = [simulate(rules, seed, chances=calm) for rules in HOUSES for seed in range(4)]
    return small + [simulate(name, 2, chances=calm) for name in names()]


@pytest.mark.parametrize("log", games(), ids=lambda log: log.game)
def test_live_and_afresh_give_the_same_after_every_entry(log: Log) -> None:
    tries = (recorded(log, Random(f"{log.game}/{number}")) for number in range(100))
    entries, counting = next(found for found in tries if any(isinstance(event, Undo) for event in found[0]))
    live, kept = course_of(log), 0
    held = Holdings(live)
    for place, event in enumerate(entries):
        assert live.advance(place, event) == 0
        now = held.now()
        if isinstance(event, Undo | Note) or place == len(entries) - 1:
            kept += 1
            afresh = course_of(log)
            assert afresh.run(counting[place + 1]) is None
            assert live.table == afresh.table
            assert now == Holdings(afresh).now()
            assert [at for at, _ in enumerate(entries[: place + 1]) if at in live.undone] == sorted(
                undone(entries[: place + 1])
            )
    assert kept > 1


@pytest.mark.parametrize("log", games()[::3], ids=lambda log: log.game)
def test_a_seats_own_record_too(log: Log) -> None:
    """With the other hands hidden every possible table is the same, too."""
    entries, counting = recorded(log, Random(log.game))
    seen = as_seen(structs.replace(log, events=tuple(entries)), 2)
    live = course_of(log)
    for place, event in enumerate(seen):
        assert live.advance(place, event) == 0
        if isinstance(event, Undo) and place % 3 == 0:
            afresh = course_of(log)
            clean = structs.replace(log, events=tuple(counting[place + 1]))
            assert afresh.run(as_seen(clean, 2)) is None
            assert live.state is not None
            assert afresh.state is not None
            assert live.state.tables == afresh.state.tables


@pytest.mark.parametrize("log", games()[::4], ids=lambda log: log.game)
def test_a_corrected_log_has_the_verdict_of_a_clean_one(log: Log) -> None:
    entries, counting = recorded(log, Random(log.game))
    corrected = structs.replace(log, events=tuple(entries))
    clean = structs.replace(log, events=tuple(counting[-1]))
    assert judge_log(corrected) == judge_log(clean)
    (found,) = loads(dumps_lines(corrected), "a.jsonl")
    assert found.log == corrected  # type: ignore[union-attr]
    assert Replay(corrected).moments[-1].holdings == Replay(clean).moments[-1].holdings


def test_a_correction_leaves_every_head_before_it_as_it_was() -> None:
    """Nobody's receipt is made wrong by an undo."""
    log = simulate(HOUSES[0], 1)
    short = chained(structs.replace(log, events=log.events[:9]))
    more = (Undo(), Note(text="手滑"), log.events[8])
    longer, before = list(short.events), str(short.events[-1].h)
    for event in more:
        before = event_hash(before, event)
        longer.append(structs.replace(event, h=before))
    whole = structs.replace(short, events=tuple(longer))
    assert examine(whole) == ("chained", None)
    assert whole == chained(structs.replace(log, events=(*log.events[:9], *more)))
