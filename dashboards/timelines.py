"""时间线: figures over the events of a game; a click on a point takes the table there."""

from __future__ import annotations

from typing import Any, Final

import streamlit as st

from analyzer.sight import ONLOOKER
from dashboards import eyes, winning
from dashboards.beliefs import stacked
from dashboards.opening import Opened
from dashboards.plots import figure, seat_line, show
from dashboards.text import say

KINDS: Final = ("cards_left", "who_is_guard", "who_is_winning")


def timelines(one: Opened, players: list[str], left: list[list[int]]) -> None:
    """时间线: the cards left, who is the guard, or who is winning, after each event."""
    turn = int(st.session_state.setdefault("timeline_turn", 0))
    kind = st.segmented_control(
        say("timeline"), KINDS, default=KINDS[0], key="timeline", format_func=say, label_visibility="collapsed"
    )
    kind = kind or KINDS[0]
    key = f"timeline_{kind}_{turn}"
    told = winning.worked_out(one) if kind == "who_is_winning" else None
    if told is not None:
        made = winning.bands(told)
    else:
        made = cards_left(players, left) if kind == "cards_left" else chances(one, players)
    if made is None:
        st.info(say("not_settled"))
        return
    st.caption(say("click_jumps"))
    show(made, key, lambda: jump(key))
    if told is not None:
        winning.sentences(told)


def chances(one: Opened, players: list[str]) -> dict[str, Any] | None:
    """谁是侍卫: the figure of a view's beliefs; with all hands open those of an onlooker."""
    return stacked(eyes.believed(one.game, one.recorded, one.view or ONLOOKER), players)


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
