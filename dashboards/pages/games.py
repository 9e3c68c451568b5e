"""牌谱: the games of the archive, filtered; a click opens one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from analyzer.errors import PaishenError
from dashboards import data
from dashboards.text import STATUSES, label, lang, role_of, say, signed, status_badge

PAGE = 20
ROLE_BADGES = {
    "emperor": ":yellow-badge[:material/crown: {}]",
    "guard": ":blue-badge[:material/shield: {}]",
    "rebel": ":orange-badge[:material/flag: {}]",
}


def main() -> None:
    """The whole page."""
    st.title(say("games"), anchor=False)
    try:
        total = len(data.games())
        if not total:
            st.info(say("empty"))
            return
        rows = chosen()
    except PaishenError as error:
        st.error(label(error.say(lang())))
        return
    st.caption(say("shown", all=total, some=len(rows)))
    if not rows:
        st.info(say("none_match"))
    for row in paged(rows):
        show(row)


def chosen() -> list[data.Row]:
    """The filters and what they leave."""
    players, rulesets = data.choices()
    columns = st.columns(3)
    with columns[0]:
        player = choice("player", players, "anyone")
    with columns[1]:
        ruleset = choice("ruleset", rulesets, "any_ruleset")
    with columns[2]:
        status = choice("verdict", list(STATUSES), "any_verdict", say)
    return data.games(player, ruleset, status)


def choice(key: str, options: list[str], anything: str, named: Callable[[str], str] = str) -> str | None:
    """One filter; None lets everything through."""
    chosen: str | None = st.selectbox(
        say(key), options, index=None, placeholder=say(anything), key=key, format_func=named,
        persist_state="session",
    )  # fmt: skip
    return chosen


def paged(rows: list[data.Row]) -> list[data.Row]:
    """One page of the rows, with buttons when there are more."""
    pages = max(1, -(-len(rows) // PAGE))
    at = min(int(st.session_state.get("games_page", 0)), pages - 1)
    if pages > 1:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(say("newer"), disabled=at == 0, on_click=turn, args=(at - 1,))
            st.text(say("page", n=at + 1, m=pages), width="content")
            st.button(say("older"), disabled=at == pages - 1, on_click=turn, args=(at + 1,))
    return rows[at * PAGE : (at + 1) * PAGE]


def turn(page: int) -> None:
    """Goes to another page of the list."""
    st.session_state["games_page"] = page


def show(row: data.Row) -> None:
    """One game: a link, its verdict and ruleset, and what each seat was and got."""
    with st.container(border=True, gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            link = {"game": row["game"], "view": str(row["view"]), "lang": lang()}
            title, ruleset = label(row["game"]), label(row["ruleset"])
            st.page_link(
                "pages/replay.py", label=f"**{title}**", icon=":material/play_circle:", query_params=link
            )
            st.markdown(f"{status_badge(row['status'])} :gray-badge[{ruleset}]", width="content")
            st.caption(facts(row), width="content")
        st.markdown(" \u2003".join(seat(row, at) for at in range(5)))


def facts(row: data.Row) -> str:
    """When it was played, how long it is, and who won."""
    parts = [label(row["started"])] if row.get("started") else []
    parts.append(say("events", n=row["events"]))
    if row.get("winner"):
        parts.append(say(f"winner_{row['winner']}"))
    return " · ".join(parts)


def seat(row: data.Row, at: int) -> str:
    """One seat of a game in Markdown: role, name, score."""
    role = role_of(at + 1, row.get("emperor"), row.get("guard"))
    scores: list[Any] | None = row.get("scores")
    parts = [ROLE_BADGES[role].format(say(role))] if role else []
    parts.append(label(row["players"][at]))
    parts += [f"**{signed(scores[at])}**"] if scores else []
    return "\u00a0".join(parts)


main()
