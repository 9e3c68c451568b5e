"""谁会赢: the chance of each result over the events, as one view could know it; worked out once, with progress."""

from __future__ import annotations

from typing import Any, Final

import streamlit as st

from analyzer.outlook import Story, in_words
from dashboards import eyes
from dashboards.opening import Opened
from dashboards.plots import band, figure
from dashboards.text import lang, say

SIDES: Final = (("emperor", 2), ("draw", 5), ("rebels", 1))
"""The results from the bottom up, each with the seat whose colour and pattern its band has."""


def known(one: Opened) -> Story | None:
    """谁会赢: what was worked out for a view before; None where nothing was."""
    found: Story | None = st.session_state.get(_key(one))
    return found


def _key(one: Opened) -> str:
    return f"winning {one.recorded} {one.view} {one.row['sha256']}"


def worked_out(one: Opened) -> Story:
    """谁会赢: the story of a view, with a bar while it is worked out; then the page is run again, for its marks."""
    found = known(one)
    if found is None:
        text = say("playing_out")
        bar = st.progress(0.0, text=text)
        found = eyes.outlooked(one.game, one.recorded, one.view, lambda done: bar.progress(done, text=text))
        bar.empty()
        st.session_state[_key(one)] = found
        st.rerun()
    return found


def bands(told: Story) -> dict[str, Any] | None:
    """图: a band a result; None before emperor and guard are settled."""
    settled = [entry for entry in told["events"] if entry["results"]]
    if not settled:
        return None
    events = [entry["event"] + 1 for entry in settled]
    traces = []
    for name, seat in SIDES:
        means = [entry["results"][name]["mean"] for entry in settled]
        errors = [f"± {entry['results'][name]['se']:.1%}" for entry in settled]
        hover = say("hover_winning") + "<extra>%{fullData.name}</extra>"
        traces.append(band(seat, say(f"winner_{name}"), events, means, hovertemplate=hover, customdata=errors))
    axis = {"fixedrange": True, "range": [0, 1], "tickformat": ".0%"}
    return figure(traces, 260, yaxis=axis)


def marks(one: Opened) -> list[dict[str, Any]]:
    """转折: the swings that are known, as marks on the table's scrubber."""
    told = known(one) or {"events": []}
    return [{"event": entry["event"] + 1, "kind": "winning"} for entry in told["events"] if entry["swing"]]


def sentences(told: Story) -> None:
    """一句一个: each swing in a sentence below the figure."""
    for entry in in_words(told, lang())["events"]:
        if entry["swing"]:
            st.text(entry["swing"]["words"])
    st.caption(say("how_won", n=told["playouts"], bot=told["bot"]))
