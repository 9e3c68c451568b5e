"""牌桌: the table as HTML, CSS and JavaScript - one component for the dashboard and for the exported page.

A *game* is what `analyzer.viewer.frames` makes of a log: a header and a list of frames, one for each number
of events applied. Most of a frame repeats the one before, so a game travels packed: every frame but the first
keeps only what changed, and of the holdings only those of seats that changed. `frames.js` unpacks it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

Frame = dict[str, Any]
Game = dict[str, Any]


def pack(game: Game) -> Game:
    """打包: the game with its frames packed; the game given is left as it is.

    >>> first = {"event": 0, "turn": 1, "hands": ["9h", None]}
    >>> pack({"game": "g", "frames": [first, {**first, "event": 1, "hands": ["", None]}]})["frames"][1]
    {'event': 1, 'hands': {'0': ''}}
    """
    frames: list[Frame] = game["frames"]
    changes = [_change(before, frame) for before, frame in pairwise(frames)]
    return {**game, "frames": [*frames[:1], *changes]}


def _change(before: Frame, frame: Frame) -> Frame:
    """What a frame has that the one before has not; a key that is gone is null."""
    keys = {**before, **frame}
    change = {key: frame.get(key) for key in keys if before.get(key) != frame.get(key)}
    if "hands" in change:
        pairs = enumerate(zip(before["hands"], frame["hands"], strict=True))
        change["hands"] = {str(seat): now for seat, (was, now) in pairs if was != now}
    return change
