"""先猜: who is the guard? - asked before the verdict is shown."""

from __future__ import annotations

from typing import Any

import streamlit as st

from analyzer.viewer import Game
from analyzer.viewer.guessing import known_at
from dashboards.text import label, say


def offer() -> None:
    """The switch for visitors who want to guess first."""
    st.toggle(say("guess_first"), key="guess", help=say("guess_help"), persist_state="session")


def is_open(game: Game) -> bool:
    """Whether there is anything to guess in a game, and it was not guessed yet."""
    known = known_at(game)
    settled = game["verdict"].get("guard")
    if not settled:
        st.info(say("nobody_knows"))
        return False
    if known is not None and not any(frame["phase"] == "play" for frame in game["frames"][:known]):
        st.info(say("knows_already"))
        return False
    return _key(game) not in st.session_state


def _key(game: Game) -> str:
    return f"guess {game['view']} {game['game']}"


def ask(game: Game) -> None:
    """The question, below a table that stops before the answer."""
    players = game["players"]
    seat = st.pills(
        say("who"), [1, 2, 3, 4, 5], key="guessed", help=say("who_hint"),
        format_func=lambda one: label(f"{one} {players[one - 1]}"),
    )  # fmt: skip
    if st.button(say("i_guess"), type="primary", disabled=seat is None):
        st.session_state[_key(game)] = seat
        st.rerun()


def answer(game: Game) -> None:
    """Whether the guess was right, and since when it could be known."""
    guess: int | None = st.session_state.get(_key(game))
    guard = game["verdict"].get("guard")
    if not guess or not guard:
        return
    names: list[Any] = [label(f"{seat} {name}") for seat, name in enumerate(game["players"], 1)]
    known = known_at(game)
    since = say("never_known") if known is None else say("known_from", n=known)
    if guess == guard:
        st.success(say("right", name=names[guard - 1]) + " " + since, icon=":material/check_circle:")
    else:
        st.warning(say("wrong", guess=names[guess - 1], name=names[guard - 1]) + " " + since, icon=":material/cancel:")
