"""时间线: figures over the events of a game; a click on a point takes the table there."""

from __future__ import annotations

from typing import Any

import streamlit as st

from dashboards.plots import figure, seat_line, show
from dashboards.text import say


def timelines(players: list[str], left: list[list[int]]) -> None:
    """时间线: how many cards every seat has left after each event."""
    turn = int(st.session_state.setdefault("timeline_turn", 0))
    key = f"timeline_left_{turn}"
    st.subheader(say("cards_left"), anchor=False)
    st.caption(say("click_jumps"))
    show(cards_left(players, left), key, lambda: jump(key))


def jump(key: str) -> None:
    """The event of the clicked point to the table.

    The figure gets a new key: a second click on the same point would only deselect it.
    """
    points = st.session_state[key].selection.points
    if not points:
        return
    st.session_state["wanted_event"] = int(points[0]["x"])
    st.session_state["timeline_turn"] += 1


def cards_left(players: list[str], left: list[list[int]]) -> dict[str, Any]:
    """剩牌: the figure of the cards left, a line a seat; `left` has a row an event."""
    events = list(range(len(left)))
    hover = say("hover_left")
    lines = [
        seat_line(
            seat,
            name,
            events,
            [row[seat - 1] for row in left],
            hovertemplate=f"{hover}<extra>%{{fullData.name}}</extra>",
        )
        for seat, name in enumerate(players, 1)
    ]
    return figure(lines)
