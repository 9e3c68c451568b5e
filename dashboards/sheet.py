"""判词栏: what the rules say of a game, and the score seat by seat, claimed and computed."""

from __future__ import annotations

from typing import Any

import streamlit as st

from dashboards.grid import grid
from dashboards.text import label, role_of, say, signed, status_badge


def verdict(players: list[str], told: dict[str, Any]) -> None:
    """The verdict beside the scores."""
    left, right = st.columns([2, 3], gap="large")
    with left:
        st.subheader(say("verdict"), anchor=False)
        st.markdown(status_badge(told["status"]))
        for line in findings(told):
            st.text(line)
    with right:
        st.subheader(say("scores"), anchor=False)
        grid(lines(players, told))


def findings(told: dict[str, Any]) -> list[str]:
    """The verdict in plain text, a line a finding."""
    found = [say(f"means_{told['status']}")]
    if told.get("event") is not None:
        code = f" · {told['code']}" if told.get("code") else ""
        found.append(say("at_event", n=told["event"]) + code)
    if told.get("message"):
        found.append(told["message"])
    keys = [f"{name}_{told[name]}" for name in ("winner", "solo") if told.get(name)]
    keys += ["doubled"] if told.get("doubled") else []
    return [*found, " · ".join(map(say, keys))] if keys else found


def lines(players: list[str], told: dict[str, Any]) -> dict[str, list[str]]:
    """The score sheet, a line a seat; every cell is safe Markdown."""
    places, scores = told.get("places") or [0] * 5, told.get("scores") or [None] * 5
    roles = [role_of(seat, told.get("emperor"), told.get("guard")) for seat in range(1, 6)]
    sheet = {
        say("seat"): [f"{seat} {label(name)}" for seat, name in enumerate(players, 1)],
        say("role"): [say(role) if role else "–" for role in roles],
        say("place"): [str(place) if place else "–" for place in places],
        say("score"): [signed(score) for score in scores],
    }
    claimed = told.get("claimed_scores")
    if claimed:
        wrong = [mine is not None and mine != score for mine, score in zip(claimed, scores, strict=True)]
        sheet[say("claimed")] = [
            f":red-badge[✕ {signed(mine)}]" if bad else signed(mine) for mine, bad in zip(claimed, wrong, strict=True)
        ]
    return sheet
