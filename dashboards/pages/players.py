"""战绩: players by role and ruleset, every figure with what it was counted from; two players side by side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import streamlit as st

from analyzer.errors import PaishenError
from analyzer.shipped import title
from dashboards import data, talk
from dashboards.figures import mean_of, ratio_of, share_of
from dashboards.grid import grid
from dashboards.plots import figure, plain, seat_line, show
from dashboards.text import label, lang, say, signed

ROLES: Final = ("emperor", "guard", "rebel", "solo", "none")
PLACES: Final = ("first", "second", "third", "fourth", "fifth", "unplaced")
SUMMED: Final = ("of_games", "of_decided", "won", "drawn", "points", *PLACES)
Row = dict[str, Any]


def main() -> None:
    """The whole page."""
    st.title(say("players"), anchor=False)
    try:
        facts = data.facets()
        if (missing := data.missing()) is not None:
            st.warning(label(missing.say(lang())))
        if not facts["games"]:
            st.info(say("no_such_games"))
            return
        player, other, ruleset = chosen(facts)
        told(player, other, ruleset)
    except PaishenError as error:
        st.error(label(error.say(lang())))


def chosen(facts: Row) -> tuple[str, str | None, str | None]:
    """Whose figures, compared with whose, in which ruleset."""
    left, middle, right = st.columns(3)
    names: list[str] = facts["persons"]
    asked = st.query_params.get("player")
    if "players_player" not in st.session_state:
        st.session_state["players_player"] = asked if asked in names else names[0]
    player: str = left.selectbox(say("whose"), names, key="players_player", persist_state="session")
    others = [name for name in names if name != player]
    other = middle.selectbox(
        say("beside"), others, index=None, placeholder=say("nobody"), key="players_other", persist_state="session"
    )
    ruleset = right.selectbox(
        say("ruleset"), facts["rulesets"], index=None, placeholder=say("any_ruleset"), key="players_ruleset",
        format_func=lambda name: title(name, lang()), persist_state="session",
    )  # fmt: skip
    if st.query_params.get("player") != player:
        st.query_params["player"] = player
    return player, other, ruleset


def told(player: str, other: str | None, ruleset: str | None) -> None:
    """One player, or two."""
    if old := data.stale():
        st.warning(say("stale", n=old))
    names = [player, *([other] if other else [])]
    results = [data.ask("results", person=name, ruleset=ruleset) for name in names]
    counted = [sum(row["of_games"] for row in rows) for rows in results]
    every = [data.games_of(name) for name in names]
    st.caption(say("rule", counted=" · ".join(map(str, counted)), all=" · ".join(map(str, every))))
    if not any(counted):
        st.info(say("no_such_games"))
        return
    columns = st.columns(len(names), gap="large")
    for at, (column, name, rows) in enumerate(zip(columns, names, results, strict=True)):
        with column, st.container(key=f"figures_{at}"):
            st.subheader(label(name), anchor=False)
            figures(rows, ruleset)
            habits(name, ruleset)
    trend(names, ruleset)
    if other:
        together(player, other, ruleset)


def figures(rows: list[Row], ruleset: str | None) -> None:
    """The results of one player, by role and by ruleset."""
    st.caption(say("by_role"))
    grid(by(rows, "role", ROLES))
    if ruleset is None:
        st.caption(say("by_ruleset"))
        rulesets = sorted({row["ruleset"] for row in rows})
        grid(by(rows, "ruleset", rulesets))


def by(rows: list[Row], key: str, values: Iterable[str]) -> dict[str, list[str]]:
    """The results by role or by ruleset, the whole last."""
    lines = [(value, summed(row for row in rows if row[key] == value)) for value in values]
    lines = [(named(key, value), line) for value, line in lines if line["of_games"]]
    lines.append((say("altogether"), summed(rows)))
    return {
        say(key): [name for name, _ in lines],
        say("games_n"): [str(line["of_games"]) for _, line in lines],
        say("wins"): [share_of(line["won"], line["of_decided"]) for _, line in lines],
        say("draws"): [str(line["drawn"]) for _, line in lines],
        say("total"): [signed(line["points"]) for _, line in lines],
        say("mean"): [mean_of(line["points"], line["of_games"]) for _, line in lines],
        say("places"): ["/".join(str(line[place]) for place in PLACES) for _, line in lines],
    }


def named(key: str, value: str) -> str:
    """A role or a ruleset for people."""
    if key == "ruleset":
        return label(title(value, lang()))
    own = {"solo": "solo_role", "none": "no_role"}
    return say(own.get(value, value))


def summed(rows: Iterable[Row]) -> Row:
    """Rows added up."""
    found = list(rows)
    return {name: sum(row[name] for row in found) for name in SUMMED}


def habits(player: str, ruleset: str | None) -> None:
    """How a player plays, by role."""
    with st.spinner(say("playing_through")):
        rows = data.ask("habits", person=player, ruleset=ruleset)
    st.caption(say("habits_rule"))
    bluffs = talk.rates(player)
    lines = [(row, bluffs.get("emperor" if row["role"] == "solo" else row["role"])) for row in rows]
    grid(
        {
            say("role"): [named("role", row["role"]) for row, _ in lines],
            say("games_n"): [str(row["of_games"]) for row, _ in lines],
            say("held_back"): [share_of(row["passed"], row["of_able"]) for row, _ in lines],
            say("jokers_a_trick"): [ratio_of(row["jokers"], row["of_tricks"], row["of_games"]) for row, _ in lines],
            say("rebellions"): [
                share_of(row["rose_won"], row["of_rose"]) if row["of_rose"] else "–" for row, _ in lines
            ],
            say("bluff"): [share_of(rate.false, rate.true + rate.false) if rate else "–" for _, rate in lines],
        }
    )
    if bluffs:
        st.caption(say("bluff_rule", n=talk.LATEST))


def trend(names: list[str], ruleset: str | None) -> None:
    """The scores so far, game by game."""
    st.subheader(say("trend"), anchor=False)
    lines = []
    for seat, name in enumerate(names, 1):
        rows = data.ask("trend", person=name, ruleset=ruleset)
        totals = [0, *(int(row["total"]) for row in rows)]
        hover = say("hover_trend") + "<extra>%{fullData.name}</extra>"
        line = seat_line(seat, name, list(range(len(totals))), totals, hovertemplate=hover)
        line["name"] = plain(name)
        lines.append({**line, "mode": "lines" if len(totals) > 80 else "lines+markers"})
    axis = {"fixedrange": True, "zeroline": True, "zerolinewidth": 2, "title": {"text": say("trend_y")}}
    show(figure(lines, 280, yaxis=axis), "trend")


def together(player: str, other: str, ruleset: str | None) -> None:
    """Two players at one table, by the role of each."""
    st.subheader(say("head_to_head"), anchor=False)
    rows = data.ask("head_to_head", person=player, against=other, ruleset=ruleset)
    if not rows:
        st.text(say("never_together"))
        return
    mine, theirs = label(player), label(other)
    table = {
        say("my_role", name=mine): [named("role", row["role"]) for row in rows],
        say("my_role", name=theirs): [named("role", row["their_role"]) for row in rows],
        say("games_n"): [str(row["of_games"]) for row in rows],
        say("more_points", name=mine): [share_of(row["more"], row["of_games"]) for row in rows],
        say("as_many"): [str(row["as_many"]) for row in rows],
        say("score_of", name=mine): [mean_of(row["points"], row["of_games"]) for row in rows],
        say("score_of", name=theirs): [mean_of(row["their_points"], row["of_games"]) for row in rows],
    }
    with st.container(key="figures_together"):
        grid(table)


main()
