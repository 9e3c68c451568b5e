"""复盘: one game at the table, its events beside it, timelines, its verdict, and the score seat by seat.

`?game=…&event=…&view=…` is an exact moment: the address follows the table, and a reload opens it there again.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from analyzer.deduction.swings import swings
from analyzer.errors import PaishenError
from analyzer.sight import ONLOOKER
from analyzer.viewer import Game, pack
from analyzer.viewer.guessing import covered
from dashboards import data, eyes, guess, winning
from dashboards.opening import Opened, number, opened
from dashboards.sheet import verdict
from dashboards.table import mount
from dashboards.text import label, lang, say
from dashboards.timelines import timelines

TABLE = "table"
NOTES = 100  # shown below the table


def main() -> None:
    """The whole page."""
    one = opened(beside=guess.offer)
    if one is None:
        return
    try:
        whole = data.table(one.game, one.recorded, one.view, one.token, lang())
    except PaishenError as error:
        st.error(say("failed", why=label(error.say(lang()))))
        return
    guessing = bool(st.session_state["guess"]) and guess.is_open(whole)
    table(one, whole, guessing)
    if guessing:
        guess.ask(whole)
        return
    guess.answer(whole)
    turns(one)  # worked out while the browser lays the table; what follows loads much
    timelines(one, whole["players"], [frame["left"] for frame in whole["frames"]])
    verdict(whole["players"], whole["verdict"])
    notes(whole)


@st.fragment(key="table")
def table(one: Opened, whole: Game, guessing: bool) -> None:  # noqa: FBT001 - a fragment's arguments
    """The table in its own fragment: stepping reruns nothing else of the page."""
    shown = (one.game, one.recorded, one.view, lang(), guessing)
    if "wanted_event" in st.session_state:
        st.query_params["event"] = str(st.session_state.pop("wanted_event"))
    asked = max(0, number("event", 0))
    rests = st.session_state.get("rests")
    if rests != (*shown, asked):
        st.session_state["jump"] = st.session_state.get("jump", 0) + 1
        st.session_state["rests"] = (*shown, asked)

    def moved() -> None:
        event = int(st.session_state[TABLE].event)
        st.query_params["event"] = str(event)
        st.session_state["rests"] = (*shown, event)

    token = data.token(one.game, one.recorded, one.view, lang(), guessing)

    def laid() -> None:
        st.session_state["laid"] = token

    packed = pack(covered(whole) if guessing else whole)
    known = guessing or st.session_state.get("laid") == token
    marks = ([] if guessing else [*turns(one), *winning.marks(one)]) if known else None
    mount(
        packed, key=TABLE, token=token, event=asked, jump=st.session_state["jump"], marks=marks, moved=moved, laid=laid
    )


def turns(one: Opened) -> list[dict[str, Any]]:
    """Where beliefs about the guard turn, as marks: the table asks for them once it is on the screen."""
    try:
        found = swings(eyes.believed(one.game, one.recorded, one.view or ONLOOKER))
    except PaishenError:
        return []
    return [{"event": event + 1, "kind": "swing"} for event in found]


def notes(whole: Game) -> None:
    """What was noted while the game was recorded."""
    acts: list[dict[str, Any]] = [frame["act"] for frame in whole["frames"] if frame["act"]]
    found = [act for act in acts if act["type"] == "note"]
    if not found:
        return
    st.subheader(say("notes"), anchor=False)
    for act in found[:NOTES]:
        by = f" · {whole['players'][act['seat'] - 1]}" if act.get("seat") else ""
        st.text(f"{say('at_event', n=act['index'])}{by}: {act['text']}")


main()
