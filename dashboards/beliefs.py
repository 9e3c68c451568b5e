"""看法图: how likely each seat is the guard, over the events, as one view could know it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.deduction import Belief
from dashboards.plots import at_event, band, figure, plain
from dashboards.text import say


def stacked(beliefs: Sequence[Belief], players: list[str], event: int | None = None) -> dict[str, Any] | None:
    """看法图: a band a seat, the emperor's band a solo; None before emperor and guard are settled."""
    settled = [belief for belief in beliefs if belief.chances is not None]
    if not settled:
        return None
    events = [belief.event + 1 for belief in settled]
    traces = []
    for seat in range(1, 6):
        name = plain(f"{seat} {players[seat - 1]}")
        name = say("solo_share", name=name) if seat == settled[-1].emperor else name
        chances = [(belief.chances or {}).get(seat, 0.0) for belief in settled]
        hover = say("hover_chance") + "<extra>%{fullData.name}</extra>"
        traces.append(band(seat, name, events, chances, hovertemplate=hover))
    axis = {"fixedrange": True, "range": [0, 1], "tickformat": ".0%"}
    return figure(traces, 260, yaxis=axis, shapes=at_event(event))
