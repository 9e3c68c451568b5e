"""心战: how often a player's messages were false, over the latest games that have any."""

from __future__ import annotations

from operator import add
from typing import Final

import streamlit as st

from analyzer.audit.mindgames import Rate, messages_of, rates_of
from dashboards import data

LATEST: Final = 50


def rates(player: str) -> dict[str, Rate]:
    """虚实: a player's messages held against the truth, by role; nothing for one that sent none."""
    return _rates(data.archive().identity(), player)


@st.cache_resource(max_entries=64, show_spinner=False)
def _rates(identity: str, player: str) -> dict[str, Rate]:
    del identity
    rows = data.ask("talk", person=player, take=LATEST)
    names = {row["name"] for row in rows}
    logs = [data.log(row["game"], row["view"]) for row in rows]
    found: dict[str, Rate] = {}
    for rate in rates_of((log, messages_of(log)) for log in logs):
        if rate.player in names:
            was = found.get(rate.role, Rate(player, rate.role, 0, 0, 0, 0))
            found[rate.role] = Rate(player, rate.role, *map(add, was[2:], rate[2:]))
    return found
