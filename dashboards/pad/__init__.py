"""记牌板: the pad on which a game is entered, as a Streamlit component; see `pad.js`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

HERE = Path(__file__).resolve().parent


@cache
def _component() -> Any:
    html, css, js = ((HERE / f"pad.{end}").read_text("utf-8") for end in ("html", "css", "js"))
    return st.components.v2.component("paishen.pad", html=html, css=css, js=js)


def mount(data: dict[str, Any], *, key: str, entered: Callable[[], None]) -> None:
    """摆板: show the pad; `entered` is called when lines were entered, which are then in the state of `key`.

    A line is a mapping with `id`, `line` and `after`, the id of the line that was on its way when it was entered.
    Every line comes again until its id is in `data["done"]`.
    """
    _component()(key=key, data=data, default={"lines": []}, on_lines_change=entered)
