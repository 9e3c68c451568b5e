"""Every event of text notation can be typed at the table, for every ruleset and from every view."""

from __future__ import annotations

import pytest
from msgspec import UNSET, structs

from analyzer.events import Deal, Event, Log
from analyzer.paipu.scribe import _Scribe
from analyzer.paipu.writing import header_of
from analyzer.recorder.entry import Entry
from analyzer.recorder.live import Live
from analyzer.rulesets import names
from analyzer.sight import as_seen
from analyzer.simulate import sitting


def line_of(log: Log, index: int) -> str:
    """An event in text notation, on one line, in Chinese and English in turn."""
    event = log.events[index]
    if isinstance(event, Deal):
        first = "" if event.first is UNSET else f"first={event.first} "
        return f"deal {first}" + " ".join(f"?{hand}" if isinstance(hand, int) else hand for hand in event.hands)
    return _Scribe(log, "zh" if index % 2 else "en")._event(event)[0]


def bare(event: Event) -> Event:
    return structs.replace(event, t=UNSET)


@pytest.mark.parametrize("view", [0, 3, -1])
@pytest.mark.parametrize("rules", names())
def test_a_game_typed_in_notation_is_the_game(rules: str, view: int) -> None:
    log = min(sitting(rules, 3, 5), key=lambda one: len(one.events))
    seen = structs.replace(log, view=view, events=as_seen(log, view)) if view else log
    seen = structs.replace(seen, events=tuple(map(bare, seen.events)))
    live = Live(header_of(seen))
    entry = Entry(live)
    for index, event in enumerate(seen.events):
        assert entry.read(line_of(seen, index)).events == [event], index
        live.add(event)
