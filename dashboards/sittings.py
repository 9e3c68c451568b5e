"""一桌的账: a sitting's games and entries in order, with running totals, tribute, items, titles and rulings."""

from __future__ import annotations

from typing import Any

import streamlit as st

from dashboards.grid import grid
from dashboards.text import label, say, signed

Json = dict[str, Any]


def sitting(found: Json) -> None:
    """The ledger: a line a row, the titles last, then what is wrong and what was corrected."""
    players = list(found["totals"])
    rows = found["rows"]
    table = {
        "#": [str(index) for index in range(len(rows))] + [""],
        say("what"): [label(row["words"]) for row in rows] + [f"**{say('titles')}**"],
    }
    for name in players:
        table[label(name)] = [total_of(row, name) for row in rows] + [label(found["titles"][name] or "–")]
    table[say("tribute")] = [extras(row) for row in rows] + [""]
    grid(table)
    for finding in found["findings"]:
        st.warning(label(finding["message"]))
    if not found["findings"]:
        st.text(say("all_in_order"))
    for one in found["corrections"]:
        st.text(say("changed", game=one["game"], n=len(one["changes"])))
    for error in found["errors"]:
        st.error(label(error["message"]))


def total_of(row: Json, name: str) -> str:
    """A player's total after a row, with what it got there."""
    total = signed(row["totals"].get(name, 0))
    points = row["points"].get(name)
    return f"{total} ({signed(points)})" if points else total


def extras(row: Json) -> str:
    """Tribute paid, cards that doubled, titles won and lost."""
    game = row["game"] or {}
    players = game.get("players", [])
    parts = []
    for one in (game.get("tribute") or {}).get("paid", []):
        who, whom = players[one["from"] - 1], players[one["to"] - 1]
        parts.append(say("paid", who=who, whom=whom, card=one["cards"]))
    if row["doubled"]:
        parts.append(say("doubled_card", names=", ".join(row["doubled"])))
    for change in row["titles"]:
        before, after = (change[when] or say("no_title") for when in ("before", "after"))
        parts.append(say("title_now", name=change["player"], before=before, after=after))
    return label("; ".join(parts))
