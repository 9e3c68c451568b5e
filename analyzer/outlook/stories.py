"""形势一览: the outlook of a whole game from one view, with its swings, as plain data."""

from __future__ import annotations

from typing import Any

from analyzer.events import Log
from analyzer.outlook.keeping import keep, kept, key_of
from analyzer.outlook.positions import positions
from analyzer.outlook.swings import swings
from analyzer.outlook.timeline import BOT, PLAYOUTS, Heard, outlooks_of, silent
from analyzer.replay import Replay
from analyzer.words import Lang

Story = dict[str, Any]


def story(log: Log, view: int, playouts: int = PLAYOUTS, seed: int = 1, heard: Heard = silent) -> Story:
    """形势一览: what `paishen outlook --json` prints, the words in both languages; from the cache where it is there.

    `PaishenError` for a view that the log cannot give.
    """
    replay = Replay(log)
    key = key_of(replay, view, playouts, seed)
    found = kept(key)
    if found is None:
        found = worked_out(replay, view, playouts, seed, heard)
        keep(key, found)
    return found


def worked_out(replay: Replay, view: int, playouts: int, seed: int, heard: Heard = silent) -> Story:
    """算出: the same, worked out anew."""
    places = list(positions(replay, view))
    found = list(outlooks_of(iter(places), playouts, seed, heard))
    turns = {swing.event: swing for swing in swings(places, replay.log.events, found, playouts, seed)}
    entries = []
    for outlook in found:
        swing = turns.get(outlook.event)
        entries.append({**outlook.to_json(), "swing": swing.to_json() if swing else None})
    return {"view": view, "seed": seed, "playouts": playouts, "bot": BOT.name, "events": entries}


def in_words(told: Story, lang: Lang) -> Story:
    """说出来: the same with its sentences in one language."""
    entries = [
        {**entry, "swing": entry["swing"] and {**entry["swing"], "words": entry["swing"]["words"][lang]}}
        for entry in told["events"]
    ]
    return {**told, "events": entries}
