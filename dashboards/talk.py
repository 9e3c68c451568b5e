"""心战: how often a player's messages were false, over the latest games that have any."""

from __future__ import annotations

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
    logs = [data.log(row["game"], row["view"]) for row in data.ask("talk", player=player, take=LATEST)]
    found = rates_of((log, messages_of(log)) for log in logs)
    return {rate.role: rate for rate in found if rate.player == player}
