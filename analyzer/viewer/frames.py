"""画面: the frames of a game as one view sees them - what the table viewer is given, and nothing more."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from analyzer.cards import write_cards
from analyzer.events import Event, Log
from analyzer.paipu.writing import plain
from analyzer.replay import Replay
from analyzer.rules.table import Phase, Solo, place_of
from analyzer.rules.verdicts import SENTENCES, Code
from analyzer.shipped import title
from analyzer.sight import Sight, as_seen, sights
from analyzer.words import Lang

SOLO = {Solo.SECRET: "secret", Solo.OPEN: "open"}
PHASES = {int(Phase.SNATCH): "declare"}
TOLD = (
    "type", "t", "seat", "from", "to", "first", "cards", "what", "say", "text", "on", "wind", "count", "places",
    "scores", "emperor", "guard",
)  # fmt: skip
"""What an event tells everybody: not the hands of a deal, and no `x-` keys."""
MARKS = {"declare": "declare", "call": "declare", "snatch": "declare", "undo": "undo"}


def game(log: Log, view: int, lang: Lang) -> dict[str, Any]:
    """牌局画面: header, verdict, frames and marks of a log through `view` (1-5, -1 onlooker, 0 all hands).

    A log with refusals is shown as it happened; `illegal` of an act says what is wrong with it. `PaishenError` for a
    view that the log cannot give, `RulesetError` or `Unreadable` for rules that cannot be used.
    """
    replay = Replay(log, onward=True)
    seen = sights(replay, view)
    events = as_seen(log, view)
    frames = [frame(sight, events[sight.index - 1] if sight.index else None, lang) for sight in seen]
    return {
        "game": log.game,
        "ruleset": replay.resolved.name,
        "rules": title(replay.resolved.name, lang),
        "players": list(log.players),
        "view": view,
        "lang": lang,
        "verdict": verdict_of(replay, seen, view, lang),
        "frames": frames,
        "marks": [mark for sight in seen[1:] for mark in marks(sight, events[sight.index - 1])],
    }


def latest(log: Log, view: int, lang: Lang) -> dict[str, Any]:
    """现在的画面: the same for a game that goes on, of its last two frames alone."""
    whole = game(log, view, lang)
    return {**whole, "frames": whole["frames"][-2:], "marks": []}


def verdict_of(replay: Replay, seen: list[Sight], view: int, lang: Lang) -> dict[str, Any]:
    """The verdict; a view that cannot know the guard is not told by it either, nor what hangs on who it is."""
    told = replay.verdict.to_json(lang)
    last = seen[-1]
    if view and not last.guard:
        told |= dict.fromkeys(("guard", "solo", "doubled", "winner", "scores"))
        told["emperor"] = last.emperor or None
    return told


def frame(sight: Sight, event: Event | None, lang: Lang) -> dict[str, Any]:
    """One frame: the table, and the event that led to it."""
    return {
        "event": sight.index,
        "act": act(sight, event, lang) if event else None,
        "phase": PHASES.get(sight.phase) or Phase(sight.phase).name.lower(),
        "left": list(sight.sizes),
        "hands": [None if hand is None else held(hand) for hand in sight.holdings],
        "turn": sight.turn if sight.phase <= Phase.PLAY else 0,
        "standing": write_cards(sight.shown) if sight.shown else None,
        "owner": sight.owner,
        "passed": seats(sight.passed),
        "places": [place_of(sight.places, seat) for seat in range(1, 6)],
        "emperor": sight.emperor,
        "guard": sight.guard,
        "solo": SOLO.get(Solo(sight.solo)),
        "open_guard": bool(sight.open_guard),
        "rebels": seats(sight.rebels),
        "risen": bool(sight.risen),
        "auto": seats(sight.auto),
        "trick": sight.trick,
    }


@lru_cache(maxsize=256)
def held(hand: tuple[int, ...]) -> str:
    """手牌: a holding as the table writes it; most of them are as they were in the frame before."""
    return write_cards(hand)


def act(sight: Sight, event: Event, lang: Lang) -> dict[str, Any]:
    """The event in the viewer's keys; a deal's hands are in the frame, as far as the view sees them."""
    written = plain(event)
    told = {key: written[key] for key in TOLD if key in written}
    illegal = SENTENCES[Code(sight.code)].words.say(lang) if sight.code else None
    return {"index": sight.index - 1, "illegal": illegal, **told}


def marks(sight: Sight, event: Event) -> list[dict[str, Any]]:
    """What the scrubber marks at an event: refusals, declarations, corrections, big jokers, seats that went out."""
    written = plain(event)
    kinds = [MARKS[written["type"]]] if written["type"] in MARKS else []
    kinds += ["illegal"] if sight.code else []
    if written["type"] == "play":
        kinds += ["out"] if sight.sizes[written["seat"] - 1] == 0 else []
        kinds += ["joker"] if "R" in written["cards"] else []
    return [{"event": sight.index, "kind": kind} for kind in kinds]


def seats(mask: int) -> list[int]:
    """The seats of a mask.

    >>> seats(0b100010)
    [1, 5]
    """
    return [seat for seat in range(1, 6) if mask >> seat & 1]
