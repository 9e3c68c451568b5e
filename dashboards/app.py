"""看板: navigation and the language switch; every page is a file in `pages/`."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from dashboards.text import lang, say

HERE = Path(__file__).resolve().parent

LANGUAGES = {"zh": "中文", "en": "English"}

if "lang" not in st.session_state:
    asked = st.query_params.get("lang", "zh")
    st.session_state["lang"] = asked if asked in LANGUAGES else "zh"
st.set_page_config(page_title=say("title"), page_icon=str(HERE / "icon.svg"), layout="wide")
PAGES = HERE / "pages"
pages = [
    st.Page(PAGES / "games.py", title=say("games"), icon=":material/view_list:", default=True),
    st.Page(PAGES / "replay.py", title=say("replay"), icon=":material/playing_cards:", url_path="replay"),
    st.Page(PAGES / "cards.py", title=say("cards"), icon=":material/style:", url_path="cards"),
    st.Page(PAGES / "roles.py", title=say("roles"), icon=":material/psychology_alt:", url_path="roles"),
    st.Page(PAGES / "audit.py", title=say("audit"), icon=":material/balance:", url_path="audit"),
    st.Page(PAGES / "record.py", title=say("record"), icon=":material/edit_note:", url_path="record"),
    st.Page(PAGES / "players.py", title=say("players"), icon=":material/leaderboard:", url_path="players"),
]
page = st.navigation(pages, position="top")
st.html(HERE / "style.css")
with st.container(key="languages"):
    st.segmented_control(
        say("language"), list(LANGUAGES), key="lang", required=True, format_func=LANGUAGES.__getitem__,
        label_visibility="collapsed",
    )  # fmt: skip
if st.query_params.get("lang", "zh") != lang():
    st.query_params["lang"] = lang()
page.run()
