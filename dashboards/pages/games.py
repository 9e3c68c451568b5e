"""牌谱: the games of the archive, filtered; a click opens one, files that are dropped are imported."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, Final

import streamlit as st

from analyzer.errors import PaishenError
from analyzer.shipped import title
from dashboards import data
from dashboards.importing import drop, offer_samples
from dashboards.text import STATUSES, label, lang, role_of, say, signed, status_badge, when
from dashboards.turning import paged

PAGE: Final = 20
ROLE_BADGES: Final = {
    "emperor": ":yellow-badge[:material/crown: {}]",
    "guard": ":blue-badge[:material/shield: {}]",
    "rebel": ":orange-badge[:material/flag: {}]",
    "": ":gray-badge[{}]",
}
ROLES: Final = ("emperor", "guard", "rebel")
SOLOS: Final = ("secret", "open", "none")
MORE: Final = ("role", "ruleset", "verdict", "solo", "since", "until", "least", "most")


def main() -> None:
    """The whole page."""
    st.title(say("games"), anchor=False)
    try:
        facts = data.facets()
        if (missing := data.missing()) is not None:
            st.warning(label(missing.say(lang())))
        if not facts["games"]:
            st.info(say("empty"))
            offer_samples()
            drop()
            return
        listed(facts)
    except PaishenError as error:
        st.error(label(error.say(lang())))
        return
    with st.expander(say("bring"), icon=":material/upload_file:", expanded="import_report" in st.session_state):
        drop()


def listed(facts: data.Row) -> None:
    """The filters, how many games of how many they leave, and a page of these."""
    if old := data.stale():
        st.warning(say("stale", n=old))
    filters = chosen(facts)
    if st.session_state.get("games_filters") != filters:
        st.session_state["games_filters"], st.session_state["games_page"] = filters, 0
    skip = int(st.session_state["games_page"]) * PAGE
    rows = data.games(filters, skip, PAGE) or data.games(filters, 0, PAGE)
    matched = rows[0]["matched"] if rows else 0
    st.caption(say("shown", all=facts["games"], some=matched))
    if not rows:
        st.info(say("none_match"))
    with st.container(key="listed"):
        for row in rows:
            show(row)
    paged("games_page", matched, PAGE)


def chosen(facts: data.Row) -> data.Filters:
    """The filters."""
    text, player, more = st.columns([3, 2, 1], vertical_alignment="bottom")
    with text:
        st.text_input(
            say("search"), placeholder=say("search_hint"), key="search", persist_state="session", max_chars=100
        )
    with player:
        choice("player", facts["players"], "anyone")
    count = sum(st.session_state.get(name) is not None for name in MORE)
    with more, st.popover(say("more_set", n=count) if count else say("more"), icon=":material/tune:", width="stretch"):
        further(facts)
    got = st.session_state
    return data.Filters(
        text=got["search"].strip() or None, player=got["player"], role=got["role"] if got["player"] else None,
        ruleset=got["ruleset"], status=got["verdict"], solo=got["solo"], since=day(got["since"]),
        until=day(got["until"]), least=got["least"], most=got["most"],
    )  # fmt: skip


def further(facts: data.Row) -> None:
    """The filters that are not always in sight."""
    choice(
        "role",
        ROLES,
        "any_role" if st.session_state["player"] else "needs_player",
        say,
        st.session_state["player"] is None,
    )
    choice("ruleset", facts["rulesets"], "any_ruleset", lambda name: title(name, lang()))
    choice("verdict", STATUSES, "any_verdict", say)
    choice("solo", SOLOS, "any_solo", lambda kind: say(f"solo_{kind}"))
    left, right = st.columns(2)
    first, last = (date.fromisoformat(facts[end] or "2026-01-01") for end in ("first", "last"))
    for side, name in ((left, "since"), (right, "until")):
        side.date_input(
            say(name),
            value=None,
            min_value=first,
            max_value=last,
            key=name,
            format="YYYY-MM-DD",
            persist_state="session",
        )
    for side, name in ((left, "least"), (right, "most")):
        side.number_input(say(name), value=None, step=1, key=name, help=say("whose_score"), persist_state="session")
    st.button(say("clear"), on_click=clear, icon=":material/filter_alt_off:")


def choice(
    key: str,
    options: Any,
    anything: str,
    named: Callable[[str], str] = str,
    disabled: bool = False,  # noqa: FBT001, FBT002
) -> None:
    """One filter; None lets everything through."""
    st.selectbox(
        say(key), options, index=None, placeholder=say(anything), key=key, format_func=named, disabled=disabled,
        persist_state="session",
    )  # fmt: skip


def clear() -> None:
    """Let everything through."""
    st.session_state["search"] = ""
    for name in ("player", *MORE):
        st.session_state[name] = None


def day(chosen: date | None) -> str | None:
    """A day as logs write it."""
    return chosen.isoformat() if chosen else None


def show(row: data.Row) -> None:
    """One game: a link, its verdict and ruleset, and what each seat was and got - few elements, for they cost time."""
    link = {"game": row["game"], "view": str(-1 if row["going"] else row["view"]), "lang": lang()}
    with st.container(border=True, gap="xsmall"):
        st.page_link(
            "pages/replay.py", label=f"**{label(row['game'])}**", icon=":material/play_circle:", query_params=link
        )
        st.markdown(f"{badges(row)} :small[{facts_of(row)}]\n\n" + " ".join(seat(row, at) for at in range(5)))


def badges(row: data.Row) -> str:
    """Verdict, ruleset, and whose record it is where it is not the whole."""
    ruleset = label(title(row["ruleset"], lang()))
    found = [status_badge(row["status"]), f":gray-badge[{ruleset}]"]
    if row["view"]:
        whose = say("by_seat", n=row["view"]) if row["view"] > 0 else say("by_onlooker")
        found.append(f":gray-badge[:material/visibility: {whose}]")
    if row["solo"]:
        found.append(f":yellow-badge[{say('solo_' + row['solo'])}]")
    return " ".join(found)


def facts_of(row: data.Row) -> str:
    """When it was played, how long it is, and who won."""
    parts = [label(when(row["started"]))] if row.get("started") else []
    parts.append(say("events", n=row["events"]))
    if row.get("winner"):
        parts.append(say(f"winner_{row['winner']}"))
    return " · ".join(part.replace(" ", "\u00a0") for part in parts)


def seat(row: data.Row, at: int) -> str:
    """One seat of a game in Markdown: role, name, score, kept together."""
    role = role_of(at + 1, row.get("emperor"), row.get("guard"))
    scores: list[Any] | None = row.get("scores")
    parts = [say(role)] if role else []
    parts.append(label(row["players"][at]))
    parts += [f"**{signed(scores[at])}**"] if scores else []
    return ROLE_BADGES[role].format("\u00a0".join(parts))


main()
