"""打开一局: which game the address names, whose record of it, and through whose eyes it is seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import streamlit as st

from analyzer.errors import PaishenError
from dashboards import data
from dashboards.text import isolated, label, lang, say


class Opened(NamedTuple):
    """打开的一局: its row in the archive, whether it is still going on, the view, and the visitor's token."""

    row: data.Row
    going: bool
    view: int
    token: str

    @property
    def game(self) -> str:
        """Its name."""
        return str(self.row["game"])

    @property
    def recorded(self) -> int:
        """The view that recorded it."""
        return int(self.row["view"])


def opened(*, everything: bool = True, beside: Callable[[], None] | None = None) -> Opened | None:
    """打开: the game of the address with the view that is chosen; in words why not, and None, where there is none.

    `everything`: "all hands" is a view that the page can show; `beside` puts more beside the choice of the view.
    """
    return _with_record(lambda row: choose(row, everything=everything, beside=beside))


def finished() -> Opened | None:
    """打开打完的: the game of the address, all of its record; in words why not, where it still goes on."""

    def over(row: data.Row) -> Opened | None:
        if data.is_going_on(str(row["game"]), int(row["view"])):
            st.info(say("not_over"))
            return None
        return Opened(row, going=False, view=int(row["view"]), token="")

    return _with_record(over)


def _with_record(use: Callable[[data.Row], Opened | None]) -> Opened | None:
    """What becomes of the row of the game that the address names."""
    game = st.query_params.get("game") or st.session_state.get("game_last")
    if game and "game" not in st.query_params:
        st.query_params["game"] = game  # it was opened on another page
    st.session_state["game_last"] = game
    if not game:
        st.info(say("choose"))
        st.page_link("pages/games.py", label=say("games"), icon=":material/view_list:")
        return None
    try:
        records = data.records(game)
        if not records:
            st.warning(say("no_game", game=label(game)))
            return None
        row = record_for(records, number("view", records[0]["view"]))
        return use(row)
    except PaishenError as error:
        st.error(say("failed", why=label(error.say(lang()))))
        return None


def number(name: str, otherwise: int) -> int:
    """A whole number out of the address; nonsense there counts as nothing."""
    try:
        return int(st.query_params.get(name, otherwise))
    except ValueError:
        return otherwise


def record_for(records: list[data.Row], view: int) -> data.Row:
    """The record that can show a view: the full one, else the one recorded from there, else the first."""
    if records[0]["view"] == 0:
        return records[0]
    return next((row for row in records if row["view"] == view), records[0])


def choose(row: data.Row, *, everything: bool, beside: Callable[[], None] | None) -> Opened:
    """Whose eyes: any that the record and the visitor's token allow."""
    game, recorded = str(row["game"]), int(row["view"])
    going = data.is_going_on(game, recorded)
    token = st.query_params.get("token", "") if going else ""
    views = [view for view in data.views(game, recorded, token) if view or everything]
    asked = number("view", recorded)
    if st.session_state.get("view") not in views:
        st.session_state["view"] = asked if asked in views else views[0]

    def named(view: int) -> str:
        if view > 0:
            return say("view_seat", n=view, name=isolated(row["players"][view - 1]))
        return say("view_all" if view == 0 else "view_onlooker")

    if not everything:
        to_table(game, int(st.session_state["view"]), number("event", int(row["events"])))
    with st.container(key="whose", horizontal=True, vertical_alignment="center"):
        view: int = st.selectbox(
            say("view"), views, format_func=named, key="view", required=True, label_visibility="collapsed", width=300
        )
        if beside:
            beside()
    if asked != view:
        st.query_params["view"] = str(view)
    if going:
        ask_token()
    return Opened(row, going, view, token)


def to_table(game: str, view: int, event: int) -> None:
    """Which game it is: its name, a link to the same moment at the table."""
    link = {"game": game, "view": str(view), "event": str(event), "lang": lang()}
    st.page_link("pages/replay.py", label=f"**{label(game)}**", icon=":material/play_circle:", query_params=link)


def ask_token() -> None:
    """That the game goes on, and where to give a seat's token."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="going"):
        st.text(say("is_going"))
        st.text_input(say("token"), key="token_given", max_chars=40, on_change=_keep_token, width=220)


def _keep_token() -> None:
    given = st.session_state["token_given"].strip().lower()
    if given:
        st.query_params["token"] = given
        st.session_state.pop("view", None)
