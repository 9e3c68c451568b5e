"""牌桌组件: the table viewer as a Streamlit component; it steps in the browser and tells where it rests."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import streamlit as st

from analyzer.viewer import Game
from analyzer.viewer.assets import markup, script, style


@cache
def _component() -> Any:
    return st.components.v2.component("paishen.table", html=markup(), css=style(), js=script())


def mount(
    game: Game, *, key: str, token: str, event: int, jump: int, marks: list[dict[str, Any]] | None,
    moved: Callable[[], None], laid: Callable[[], None],
) -> int:  # fmt: skip
    """摆桌: show a packed game; the event at which the table rests.

    While `token` stays the same the table in the browser stays as it is, and `event` counts only when `jump`
    changes. `marks` come to those of the game; with None `laid` is called once the table is on the screen, for a run
    that gives them.
    """
    data = {"game": game, "token": token, "event": event, "jump": jump, "marks": marks}
    state = _component()(key=key, data=data, default={"event": event}, on_event_change=moved, on_laid_change=laid)
    return int(state.event)


def show_still(game: Game, *, key: str) -> None:
    """摆定: show where a game stands, without anything to step through."""
    token = f"{game['game']} {game['frames'][-1]['event']} {game['lang']}"
    data = {"game": {**game, "still": True}, "token": token, "event": 1 << 30, "jump": 0, "marks": []}
    _component()(key=key, data=data, default={"event": 0}, on_event_change=_nothing, on_laid_change=_nothing)


def _nothing() -> None:
    """What a table that stands still has to say."""
