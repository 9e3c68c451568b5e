"""成批判词: verdicts on many games, judged by the compiled rules where the columns can say a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from analyzer.batch import Lot, Results, judge_lot, told_of
from analyzer.batch.columns import chosen
from analyzer.errors import Unreadable
from analyzer.importing.columns import lot_of_items
from analyzer.importing.item import Item, item_of
from analyzer.importing.lots import LOT_EVENTS, LOT_GAMES
from analyzer.importing.quick import quickly
from analyzer.paipu import Sourced
from analyzer.paipu.files import read_by
from analyzer.replay import judge_found, judge_log
from analyzer.replay.judging import differs, unfinished
from analyzer.rules.table import Phase
from analyzer.rules.verdicts import SENTENCES, Code
from analyzer.verdict import Verdict

CLAIMS = ("emperor", "guard", "places", "scores")


def verdicts_of(files: Iterable[Path]) -> Iterator[Verdict]:
    """成批判词: the verdicts on the games of some files, in order; the same as `replay.judge_found` gives.

    >>> [verdict.status for verdict in verdicts_of([Path("no/such.paipu.jsonl")])]
    ['unreadable']
    """
    parts: list[Item | Verdict] = []
    events = 0
    for file in files:
        for found in read_by(file, quickly):
            part = _part(found)
            parts.append(part)
            events += part.events if isinstance(part, Item) else 0
            if events >= LOT_EVENTS or len(parts) >= LOT_GAMES:
                yield from _judged(parts)
                parts, events = [], 0
    yield from _judged(parts)


def _part(found: Sourced | Unreadable | Item) -> Item | Verdict:
    """A game that can be judged in bulk, or the verdict on another."""
    if isinstance(found, Item):
        return found
    item = item_of(found) if isinstance(found, Sourced) else None
    return item if isinstance(item, Item) else judge_found(found)


def _judged(parts: list[Item | Verdict]) -> Iterator[Verdict]:
    """The verdicts of some games."""
    items = [part for part in parts if isinstance(part, Item)]
    bulk: dict[int, Verdict] = {}
    if items:
        whole, known = lot_of_items(items)
        inside = np.flatnonzero(known & np.array([item.broken is None for item in items], np.bool_))
        games = chosen(whole, inside)
        results = judge_lot(games)
        there = np.flatnonzero(~results.elsewhere)
        places = inside[there].tolist()
        told = _told([items[place] for place in places], games, results, there.tolist())
        bulk = dict(zip(places, told, strict=True))
    at = 0
    for part in parts:
        if isinstance(part, Verdict):
            yield part
            continue
        yield bulk.get(at) or judge_log(part.log(), file=part.file, line=part.line)
        at += 1


def _told(items: list[Item], games: Lot, results: Results, places: list[int]) -> Iterator[Verdict]:
    """The verdicts on games that were judged in bulk."""
    told = told_of(games, results, places)
    codes, refuted = results.found.codes[places].tolist(), results.refuted[places].tolist()
    phases = results.found.facts[places, 0].tolist()
    for at, item in enumerate(items):
        values = {name: column[at] for name, column in told.items()}
        words = None
        if values["status"] == "illegal":
            words = SENTENCES[Code(codes[at])].words
        elif values["status"] == "incomplete":
            words = unfinished(over=phases[at] == Phase.OVER)
        elif values["status"] == "disputed":
            words = differs(CLAIMS[refuted[at] - 1])
        yield Verdict(file=item.file, line=item.line, game=item.game, integrity=item.integrity, words=words, **values)
