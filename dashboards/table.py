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


def mount(game: Game, *, key: str, token: str, event: int, jump: int, moved: Callable[[], None]) -> int:
    """摆桌: show a packed game; the event at which the table rests.

    While `token` stays the same the table in the browser stays as it is, and `event` counts only when `jump`
    changes.
    """
    data = {"game": game, "token": token, "event": event, "jump": jump}
    state = _component()(key=key, data=data, default={"event": event}, on_event_change=moved)
    return int(state.event)


def show_still(game: Game, *, key: str) -> None:
    """摆定: show where a game stands, without anything to step through."""
    token = f"{game['game']} {game['frames'][-1]['event'] if len(game['frames']) > 1 else game['frames'][0]['event']}"
    data = {"game": {**game, "still": True}, "token": f"{token} {game['lang']}", "event": 1 << 30, "jump": 0}
    _component()(key=key, data=data, default={"event": 0}, on_event_change=lambda: None)
