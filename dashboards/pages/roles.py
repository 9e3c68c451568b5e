"""推断: who the guard is as a view could know it, event by event, with reasons; and how reliable that is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import streamlit as st

from analyzer.deduction import Belief
from analyzer.deduction.reliability import Bin
from analyzer.errors import PaishenError
from dashboards import data, eyes
from dashboards.beliefs import stacked
from dashboards.opening import Opened, number, opened
from dashboards.plots import COLOURS, figure, show
from dashboards.text import label, lang, say

LATEST: Final = 30  # games that the reliability is worked out over


def main() -> None:
    """The whole page."""
    one = opened(everything=False, beside=other_view)
    if one is None:
        return
    players = list(one.row["players"])
    try:
        beliefs = eyes.believed(one.game, one.recorded, one.view)
        timeline(one.view, beliefs, players)
        other = st.session_state.get("other_view")
        if other in data.views(one.game, one.recorded, one.token) and other != one.view:
            timeline(other, eyes.believed(one.game, one.recorded, other), players)
    except PaishenError as error:
        st.error(say("failed", why=label(error.say(lang()))))
        return
    left, right = st.columns([3, 2], gap="large")
    with left:
        reasons(beliefs, players)
    with right:
        truth(one, players)
    reliability()


def other_view() -> None:
    """A second view to compare with."""
    names = {seat: say("view_seat", n=seat, name="") for seat in range(1, 6)} | {-1: say("view_onlooker")}
    st.selectbox(
        say("compare_with"), list(names), index=None, placeholder=say("compare_with"), key="other_view",
        format_func=names.__getitem__, label_visibility="collapsed", width=220,
    )  # fmt: skip


def timeline(view: int, beliefs: Sequence[Belief], players: list[str]) -> None:
    """One view's chances over the events, stacked; a click chooses the event whose reasons are told."""
    whose = say("view_seat", n=view, name=players[view - 1]) if view > 0 else say("view_onlooker")
    st.subheader(say("guard_chances", view=label(whose)), anchor=False)
    made = stacked(beliefs, players, number("event", len(beliefs)))
    if made is None:
        st.info(say("not_settled"))
        return
    key = f"roles_{view}_{st.session_state.get('roles_turn', 0)}"
    show(made, key, lambda: choose(key))


def choose(key: str) -> None:
    """The event of the clicked point becomes the one whose reasons are told."""
    points = st.session_state[key].selection.points
    if points:
        st.query_params["event"] = str(int(points[0]["x"]))
        st.session_state["roles_turn"] = st.session_state.get("roles_turn", 0) + 1


def reasons(beliefs: Sequence[Belief], players: list[str]) -> None:
    """Why the chances changed at the chosen event: proof apart from behaviour."""
    if not beliefs:
        return
    event = min(max(0, number("event", len(beliefs)) - 1), beliefs[-1].event)
    st.subheader(say("because", n=event), anchor=False)
    st.caption(say("click_event"))
    belief = beliefs[event]
    if belief.chances is None:
        st.text(say("not_settled"))
        return
    for reason in belief.because:
        kind = say("because_play" if reason.shift is not None else "because_proof")
        colour = "gray" if reason.shift is not None else "green"
        shift = "" if reason.shift is None else f" {reason.shift:+.2f}".replace("-", "−")
        name = label(f"{reason.seat} {players[reason.seat - 1]}")
        st.markdown(f":{colour}-badge[{kind}{shift}] **{name}** {label(reason.words.say(lang()))}")
    if not belief.because:
        st.text(say("no_reason"))


def truth(one: Opened, players: list[str]) -> None:
    """Who it was, when the visitor wants to know and the game is over."""
    if one.going or not one.row["guard"]:
        st.text(say("truth_after"))
        return
    if st.toggle(say("reveal"), key=f"reveal {one.game}"):
        guard, emperor = int(one.row["guard"]), int(one.row["emperor"])
        key = "truth_solo" if guard == emperor else "truth"
        st.success(say(key, name=label(f"{guard} {players[guard - 1]}")), icon=":material/shield:")


def reliability() -> None:
    """The reliability diagram over the archive, worked out when it is asked for."""
    st.subheader(say("reliability"), anchor=False)
    st.caption(say("reliability_why"))
    if not st.session_state.get("reliability_asked"):
        st.button(say("reliability_run", n=LATEST), on_click=ask, icon=":material/query_stats:")
        return
    with st.spinner(say("reliability")):
        found = eyes.reliable(LATEST)
    st.caption(say("reliability_of", games=found.games, count=sum(one.size for one in found.bins), all=found.all))
    show(diagram(found.bins), "reliability")


def ask() -> None:
    """Work it out."""
    st.session_state["reliability_asked"] = True


def diagram(bins: list[Bin]) -> dict[str, Any]:
    """The figure: what was said against what was."""
    ideal = {
        "type": "scatter", "x": [0, 1], "y": [0, 1], "mode": "lines", "name": say("perfect"), "hoverinfo": "skip",
        "line": {"color": "#8a8478", "dash": "dot", "width": 1},
    }  # fmt: skip
    ours = {
        "type": "scatter", "x": [one.said for one in bins], "y": [one.was for one in bins], "name": say("model"),
        "mode": "lines+markers", "text": [str(one.size) for one in bins],
        "line": {"color": COLOURS[0], "width": 2}, "marker": {"size": 9, "color": COLOURS[0]},
        "hovertemplate": say("hover_bin") + "<extra></extra>",
    }  # fmt: skip
    axis = {"fixedrange": True, "range": [0, 1], "tickformat": ".0%"}
    return figure(
        [ideal, ours],
        340,
        xaxis={**axis, "title": {"text": say("said")}},
        yaxis={**axis, "title": {"text": say("was")}},
    )


main()
