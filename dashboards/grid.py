"""表格: how tables of figures look on every page - as wide as the page, scrolled by key as well as by stroke."""

from __future__ import annotations

from typing import Final

import streamlit as st

WIDE: Final = 4000
"""Pixels, more than any page has: a table of a given width never sticks out, and its region takes the focus."""


def grid(columns: dict[str, list[str]]) -> None:
    """表格: columns by their heads; every head and cell is safe Markdown."""
    st.table(columns, border="horizontal", hide_index=True, width=WIDE)
