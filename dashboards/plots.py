"""图: how figures look on every page - colours that a colour-blind person tells apart, names as plain text."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any, Final

import streamlit as st

COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b")
"""Seat 1 to 5; their lines differ in dash as well."""
DASHES: Final = ("solid", "dash", "dot", "dashdot", "longdash")
SYMBOLS: Final = ("circle", "square", "diamond", "triangle-up", "x")
SHADES: Final = ("", "/", "x", ".", "-")
"""Fills that differ without colour."""
LONGEST: Final = 12
HEIGHT: Final = 230


def plain(text: object) -> str:
    """素文: text from a log in a figure, where `<` begins markup and `$` mathematics; a long one is cut.

    >>> plain("<b>x</b>"), plain("永" * 64)[-3:]
    ('&lt;b&gt;x&lt;/b&gt;', '永永…')
    """
    found = str(text)
    found = found if len(found) <= LONGEST else found[: LONGEST - 1] + "…"
    return escape(found, quote=False).replace("$", "\u2060$\u2060")


def seat_line(seat: int, name: str, xs: list[int], ys: list[Any], **more: Any) -> dict[str, Any]:
    """一家的线: a seat's line over the events, in its colour and dash; its points can be clicked."""
    colour = COLOURS[seat - 1]
    return {
        "type": "scatter", "x": xs, "y": ys, "name": f"{seat} {plain(name)}", "mode": "lines+markers",
        "line": {"color": colour, "width": 2, "dash": DASHES[seat - 1], "shape": "hv"},
        "marker": {"color": colour, "size": 4, "symbol": SYMBOLS[seat - 1]}, **more,
    }  # fmt: skip


def figure(traces: list[dict[str, Any]], height: int = HEIGHT, **layout: Any) -> dict[str, Any]:
    """图: a figure of some traces, laid out like all the others."""
    return {
        "data": traces,
        "layout": {
            "height": height, "margin": {"l": 40, "r": 12, "t": 12, "b": 30}, "hovermode": "closest",
            "legend": {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "font": {"size": 12}},
            "xaxis": {"fixedrange": True}, "yaxis": {"fixedrange": True, "rangemode": "tozero"}, "dragmode": False,
            **layout,
        },
    }  # fmt: skip


def show(made: dict[str, Any], key: str, clicked: Callable[[], None] | None = None) -> None:
    """Shows a figure; with `clicked` its points can be clicked."""
    import plotly.graph_objects as go

    more: dict[str, Any] = {"on_select": clicked, "selection_mode": "points"} if clicked else {}
    st.plotly_chart(go.Figure(made), key=key, width="stretch", config={"displayModeBar": False}, **more)


def band(seat: int, name: str, xs: list[int], ys: list[float], **more: Any) -> dict[str, Any]:
    """一家的带: a seat's band in a stack, in its colour and pattern; points that are hardly seen can be clicked."""
    colour = COLOURS[seat - 1]
    return {
        "type": "scatter", "x": xs, "y": ys, "name": name, "stackgroup": "stack", "mode": "lines+markers",
        "line": {"color": colour, "width": 1, "shape": "hv"}, "marker": {"size": 7, "opacity": 0.02, "color": colour},
        "fillpattern": {
            "shape": SHADES[seat - 1], "bgcolor": f"{colour}55", "fgcolor": colour, "fgopacity": 0.5, "size": 7,
        },
        "fillcolor": f"{colour}77", **more,
    }  # fmt: skip


def at_event(event: int | None) -> list[dict[str, Any]]:
    """此刻: the line that marks an event in a figure."""
    if event is None:
        return []
    line = {"color": "#8a8478", "width": 1, "dash": "dot"}
    return [{"type": "line", "x0": event, "x1": event, "y0": 0, "y1": 1, "yref": "paper", "line": line}]
