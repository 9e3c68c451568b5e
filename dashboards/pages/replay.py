"""复盘: one game at the table, its verdict, and the score line by line.

`?game=…&event=…&view=…` is an exact moment: the address follows the table, and a reload opens it there again.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from analyzer.errors import PaishenError
from dashboards import data
from dashboards.table import mount
from dashboards.text import label, lang, role_of, say, signed, status_badge

TABLE = "table"


def main() -> None:
    """The whole page."""
    game = st.query_params.get("game")
    if not game:
        st.info(say("choose"))
        st.page_link("pages/games.py", label=say("games"), icon=":material/view_list:")
        return
    try:
        records = data.records(game)
        if not records:
            st.warning(say("no_game", game=label(game)))
            return
        row = record_for(records, number("view", records[0]["view"]))
        view = choose_view(row)
        packed = data.table(game, row["view"], view, lang())
    except PaishenError as error:
        st.error(say("failed", why=label(error.say(lang()))))
        return
    table(row, view, packed)
    verdict(row["players"], packed["verdict"])


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


def choose_view(row: data.Row) -> int:
    """Whose eyes: of a full record any seat's, of another only its own and an onlooker's."""
    recorded = row["view"]
    views = [0, 1, 2, 3, 4, 5, -1] if recorded == 0 else list(dict.fromkeys((recorded, -1)))
    asked = number("view", recorded)
    if st.session_state.get("view") not in views:
        st.session_state["view"] = asked if asked in views else views[0]

    def named(view: int) -> str:
        if view > 0:
            return say("view_seat", n=view, name=row["players"][view - 1])
        return say("view_all" if view == 0 else "view_onlooker")

    with st.container(key="whose"):
        view: int = st.selectbox(
            say("view"), views, format_func=named, key="view", required=True, label_visibility="collapsed"
        )
    if asked != view:
        st.query_params["view"] = str(view)
    return view


@st.fragment(key="table")
def table(row: data.Row, view: int, packed: dict[str, Any]) -> None:
    """The table in its own fragment: stepping reruns nothing else of the page."""
    shown = (row["game"], row["view"], view, lang())
    asked = max(0, number("event", 0))
    rests = st.session_state.get("rests")
    if rests != (*shown, asked):
        st.session_state["jump"] = st.session_state.get("jump", 0) + 1
        st.session_state["rests"] = (*shown, asked)

    def moved() -> None:
        event = int(st.session_state[TABLE].event)
        st.query_params["event"] = str(event)
        st.session_state["rests"] = (*shown, event)

    mount(
        packed, key=TABLE, token=data.token(row["game"], row["view"], view, lang()), event=asked,
        jump=st.session_state["jump"], moved=moved,
    )  # fmt: skip


def verdict(players: list[str], verdict: dict[str, Any]) -> None:
    """What the rules say, and the score seat by seat, claimed and computed."""
    left, right = st.columns([2, 3], gap="large")
    with left:
        st.subheader(say("verdict"), anchor=False)
        st.markdown(status_badge(verdict["status"]))
        for line in findings(verdict):
            st.text(line)
    with right:
        st.subheader(say("scores"), anchor=False)
        st.table(lines(players, verdict), border="horizontal", hide_index=True)


def findings(verdict: dict[str, Any]) -> list[str]:
    """The verdict in plain text, a line a finding."""
    found = [say(f"means_{verdict['status']}")]
    if verdict.get("event") is not None:
        code = f" · {verdict['code']}" if verdict.get("code") else ""
        found.append(say("at_event", n=verdict["event"]) + code)
    if verdict.get("message"):
        found.append(verdict["message"])
    keys = [f"{name}_{verdict[name]}" for name in ("winner", "solo") if verdict.get(name)]
    keys += ["doubled"] if verdict.get("doubled") else []
    return [*found, " · ".join(map(say, keys))] if keys else found


def lines(players: list[str], verdict: dict[str, Any]) -> dict[str, list[str]]:
    """The score sheet, a line a seat; every cell is safe Markdown."""
    places, scores = verdict.get("places") or [0] * 5, verdict.get("scores") or [None] * 5
    roles = [role_of(seat, verdict.get("emperor"), verdict.get("guard")) for seat in range(1, 6)]
    sheet = {
        say("seat"): [f"{seat} {label(name)}" for seat, name in enumerate(players, 1)],
        say("role"): [say(role) if role else "–" for role in roles],
        say("place"): [str(place) if place else "–" for place in places],
        say("score"): [signed(score) for score in scores],
    }
    claimed = verdict.get("claimed_scores")
    if claimed:
        wrong = [mine is not None and mine != score for mine, score in zip(claimed, scores, strict=True)]
        sheet[say("claimed")] = [
            f":red-badge[✕ {signed(mine)}]" if bad else signed(mine) for mine, bad in zip(claimed, wrong, strict=True)
        ]
    return sheet


main()
