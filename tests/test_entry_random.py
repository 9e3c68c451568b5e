"""Games typed at random - plays, corrections, illegal entries - are the same rebuilt from the log as they were live."""

from __future__ import annotations

from random import Random

import pytest

from analyzer.errors import PaishenError, Refusal
from analyzer.events import Deal, Log
from analyzer.paipu.writing import header_of
from analyzer.recorder.entry import Entry
from analyzer.recorder.fixing import unfinished
from analyzer.recorder.legal import legal
from analyzer.recorder.live import Live
from analyzer.replay import Moment, Replay
from analyzer.sight import as_seen, sights
from analyzer.simulate import sitting

LINES = 30


def begun(rules: str, view: int) -> Live:
    """A game that was dealt."""
    (log,) = sitting(rules, 1, 7)
    deal = next(index for index, event in enumerate(log.events) if isinstance(event, Deal))
    events = as_seen(log, view)[: deal + 1]
    header = {**{name: getattr(header_of(log), name) for name in header_of(log).__struct_fields__}, "view": view}
    return Live(type(header_of(log))(**header), events)


def line(random: Random, live: Live) -> str:
    """Something that might be typed: mostly what is legal."""
    luck = random.random()
    if luck < 0.1:
        return random.choice(["undo", "undo 2", "u"])
    if luck < 0.2:
        return f"fix {random.randrange(len(live.events))} {random.choice(['-', '9', '88', 'R'])}"
    if luck < 0.35:
        return f"{random.randint(1, 5)} {random.choice(['7', '99', '66', 'B', '-', 'y'])}"
    found = [words.en for words in legal(live).entries if "…" not in words.en and "as " not in words.en]
    return random.choice(found or ["-"])


def moments_of(live: Live) -> list[Moment]:
    header = {name: getattr(live.header, name) for name in live.header.__struct_fields__}
    replay = Replay(Log(**header, events=tuple(live.events)), onward=True)
    assert len(sights(replay, live.header.eyes)) == len(live.events) + 1
    return replay.moments


@pytest.mark.parametrize("view", [0, 2, -1])
@pytest.mark.parametrize("rules", ["room-normal", "shandong", "classic"])
def test_rebuilt_as_it_was_live(rules: str, view: int) -> None:
    for seed in range(3):
        random, live = Random(f"{rules}{view}{seed}"), begun(rules, view)
        entry, refused = Entry(live), 0
        for _ in range(LINES):
            typed = line(random, live)
            try:
                events = entry.read(typed).events
            except Refusal:
                refused += 1
                events = entry.read("!").events if random.random() < 0.3 else []
            except PaishenError:
                continue
            for event in events:
                live.add(event)
        moment = moments_of(live)[-1]
        again = Live(live.header, live.events)
        assert again.course.table == live.course.table == moment.table
        assert again.course.counted == live.course.counted
        assert again.course.state
        assert live.course.state
        assert again.course.state.tables == live.course.state.tables
        assert unfinished(live) == []
        assert refused
