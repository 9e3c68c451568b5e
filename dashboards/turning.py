"""翻页: a long list in pages, with buttons when there is more than one."""

from __future__ import annotations

import streamlit as st

from dashboards.text import say


def paged(key: str, count: int, size: int) -> int:
    """翻页: the buttons of a list, where there are more lines than `size`; how many lines stand before its page."""
    pages = max(1, -(-count // size))
    at = min(int(st.session_state.get(key, 0)), pages - 1)
    if pages > 1:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(say("newer"), disabled=at == 0, on_click=turn, args=(key, at - 1), key=f"{key}_back")
            st.text(say("page", n=at + 1, m=pages), width="content")
            st.button(say("older"), disabled=at == pages - 1, on_click=turn, args=(key, at + 1), key=f"{key}_on")
    return at * size


def turn(key: str, page: int) -> None:
    """Goes to another page of a list."""
    st.session_state[key] = page
