"""先猜: a game up to where its view learns who the guard is, without what came of it - to be guessed first."""

from __future__ import annotations

from analyzer.viewer import Game


def known_at(game: Game) -> int | None:
    """知道的时刻: after how many events the view of a game knows the guard; None if it never does.

    >>> known_at({"frames": [{"event": 0, "guard": 0}, {"event": 1, "guard": 3}]})
    1
    """
    return next((int(frame["event"]) for frame in game["frames"] if frame["guard"]), None)


def covered(game: Game) -> Game:
    """盖住: the game before its view knows the guard, without its verdict; the whole of it where it never does.

    >>> frames = [{"event": 0, "guard": 0}, {"event": 1, "guard": 3}]
    >>> game = {"frames": frames, "marks": [{"event": 1, "kind": "out"}], "verdict": {"guard": 3}}
    >>> covered(game)
    {'frames': [{'event': 0, 'guard': 0}], 'marks': [], 'verdict': {}}
    """
    known = known_at(game)
    frames = game["frames"] if known is None else [frame for frame in game["frames"] if frame["event"] < known]
    last = frames[-1]["event"] if frames else 0
    marks = [mark for mark in game["marks"] if mark["event"] <= last]
    return {**game, "frames": frames, "marks": marks, "verdict": {}}
