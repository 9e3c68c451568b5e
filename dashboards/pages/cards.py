"""记牌: what a view can count after an event; or, beside a table, of a game while it is recorded."""

from __future__ import annotations

from typing import Final

import streamlit as st

from analyzer.errors import PaishenError
from dashboards import desk, eyes
from dashboards.matrix import matrix, threats
from dashboards.opening import number, opened
from dashboards.table import show_still
from dashboards.text import isolated, label, lang, say

EVERY: Final = 0.5  # seconds between two looks at a game that is recorded


def main() -> None:
    """The whole page."""
    name = st.query_params.get("record")
    if name:
        follow(name)
        return
    one = opened(everything=False)
    if one is not None:
        stored(one.game, one.recorded, one.view, list(one.row["players"]))
    offer()


def stored(game: str, recorded: int, view: int, players: list[str]) -> None:
    """A stored game after an event that is chosen."""
    try:
        found = eyes.counted(game, recorded, view)
    except PaishenError as error:
        st.error(say("failed", why=label(error.say(lang()))))
        return
    last = len(found) - 1
    if not last:
        st.info(say("not_dealt"))
        return
    at = min(max(0, number("event", last)), last)
    if st.session_state.get("cards_game") != (game, recorded):
        st.session_state["cards_game"] = (game, recorded)
        st.session_state["cards_event"] = at
    st.session_state["cards_event"] = min(int(st.session_state.get("cards_event", at)), last)
    event = st.slider(say("after_event"), 0, last, key="cards_event")
    if event != number("event", -1):
        st.query_params["event"] = str(event)
    track = found[event]
    told = track.to_json()
    left, right = st.columns([3, 1], gap="large")
    with left:
        matrix(track, told, players)
    with right:
        st.subheader(say("threat"), anchor=False)
        threats(track, told, players)


def offer() -> None:
    """The recordings that can be followed."""
    there = desk.names()
    if not there:
        return
    with st.expander(say("follow"), icon=":material/sensors:"):
        name = st.selectbox(say("recording"), there, key="follow_name")
        token = st.text_input(say("token"), key="follow_token", max_chars=40)
        st.button(say("follow_now"), on_click=go, args=(name, token.strip().lower()), icon=":material/play_arrow:")


def go(name: str, token: str) -> None:
    """Follow a recording, as a seat with its token or as an onlooker."""
    st.query_params["record"] = name
    if token:
        st.query_params["token"] = token


def stop() -> None:
    """Follow no longer."""
    for name in ("record", "token"):
        st.query_params.pop(name, None)


def follow(name: str) -> None:
    """The live companion; what stands beside it keeps text and focus, since it is no part of it."""
    companion(name, number("view", 0), st.query_params.get("token", ""))
    st.text_area(say("own_notes"), key="own_notes", persist_state="session")
    st.button(say("stop_following"), on_click=stop)


@st.fragment(run_every=EVERY)
def companion(name: str, view: int, token: str) -> None:
    """What can be counted now, looked at again and again."""
    try:
        now = eyes.followed(name, view, token)
        found = eyes.counted_now(name, now.log, now.view)
        table = eyes.shown_now(name, now.log, now.view, lang())
    except PaishenError as error:
        st.error(label(error.say(lang())))
        return
    players = list(now.log.players)
    whose = say("view_seat", n=now.view, name=isolated(players[now.view - 1])) if now.view > 0 else say("view_onlooker")
    st.text(say("following", name=name, n=len(now.log.events), view=whose))
    track = found[-1]
    if track.event < len(now.log.events):
        st.caption(say("breaks_off", n=track.event))
    left, right = st.columns([2, 3], gap="medium")
    with left:
        show_still(table, key="still")
    if not track.facts.sight.phase:
        right.info(say("not_dealt"))
        return
    told = track.to_json()
    with left:
        threats(track, told, players)
    with right:
        matrix(track, told, players)


main()
