"""记录: a game entered while it is played, by tapping ranks or typing lines; what is accepted is on the disk."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

import streamlit as st

from analyzer.admission import SEATS, seat_token
from analyzer.cards import RANKS, rank_of
from analyzer.errors import NotRecorded, PaishenError
from analyzer.evidence import weigh
from analyzer.importing import bring
from analyzer.recorder.legal import legal, turn_of
from analyzer.rules.table import Phase
from analyzer.rulesets import Guard
from analyzer.shipped import names as rulesets
from analyzer.shipped import title
from analyzer.viewer import pack
from analyzer.viewer.frames import latest
from dashboards import data, desk, eyes, pad
from dashboards.desk import Desk
from dashboards.table import show_still
from dashboards.text import label, lang, say, why

VIEWS: Final = (0, 1, 2, 3, 4, 5, -1)
PAD: Final = "pad"


def main() -> None:
    """The whole page."""
    name = st.query_params.get("record")
    try:
        if not name:
            start()
            return
        at = desk.opened(name)
        if not desk.may_record(at.header, st.query_params.get("key", "")):
            ask_key()
            return
    except (PaishenError, OSError) as error:
        if isinstance(error, NotRecorded) and error.code == "sealed":
            finished(str(name))
            return
        st.error(say("locked_elsewhere", why=label(why(error))))
        st.button(say("leave"), on_click=leave)
        return
    recording(at)
    around(at)


def start() -> None:
    """Begin a game, or go on with one."""
    st.title(say("record"), anchor=False)
    left, right = st.columns([3, 2], gap="large")
    with left:
        new_game()
    with right:
        there = desk.names()
        if there:
            st.subheader(say("go_on"), anchor=False)
            name = st.selectbox(say("recording"), there, key="recording_name")
            st.button(say("open"), on_click=go_to, args=(name,), icon=":material/play_arrow:")


def new_game() -> None:
    """The form of a new game's header."""
    st.subheader(say("new_game"), anchor=False)
    with st.form("new", border=True):
        name = st.text_input(say("game_name"), datetime.now().astimezone().strftime("%Y-%m-%d-%H%M"), max_chars=80)
        seats = st.columns(5)
        usual = st.session_state.get("usual_players") or ["甲", "乙", "丙", "丁", "戊"]
        players = [
            column.text_input(say("seat_n", n=seat), usual[seat - 1], max_chars=64, key=f"player{seat}")
            for seat, column in enumerate(seats, 1)
        ]
        left, right = st.columns(2)
        rules = left.selectbox(say("ruleset"), rulesets(), index=rulesets().index("room-normal"), format_func=titled)
        view = right.selectbox(say("who_records"), VIEWS, format_func=recorded_by)
        before = [None, *data.games(data.Filters(), take=20)]
        previous = st.selectbox(
            say("game_before"), before, format_func=lambda row: row["game"] if row else say("no_game_before")
        )
        if st.form_submit_button(say("begin"), type="primary", icon=":material/edit_note:"):
            begin(name.strip(), players, rules, view, previous)


def titled(name: str) -> str:
    """A ruleset's title and name."""
    return f"{title(name, lang())} ({name})"


def recorded_by(view: int) -> str:
    """Whose record it becomes."""
    return say("by_seat_n", n=view) if view > 0 else say("by_nobody" if view else "by_all")


def begin(name: str, players: list[str], rules: str, view: int, before: data.Row | None) -> None:
    """Record a new game and go to it."""
    header: dict[str, Any] = {
        "format": "paipu", "version": 1, "game": name, "rules": rules, "players": [one.strip() for one in players],
        "view": view, "started": datetime.now(UTC).astimezone().isoformat(timespec="milliseconds"),
    }  # fmt: skip
    if before and before["emperor"] and before["guard"]:
        header["previous"] = {
            "emperor": before["emperor"], "guard": before["guard"], "places": before["places"],
            "winner": before["winner"], "open_solo": before["solo"] == "open",
        }  # fmt: skip
    try:
        made = desk.begin(name.replace("/", "-"), header)
    except (PaishenError, OSError) as error:
        st.error(label(why(error)))
        return
    st.session_state["usual_players"] = players
    st.session_state.setdefault("mine", set()).add(made.name)
    go_to(made.name)
    st.rerun()


def go_to(name: str) -> None:
    """The address of a recording, with the recorder's token where it may be told."""
    st.query_params["record"] = name
    try:
        header = desk.opened(name).header
    except (PaishenError, OSError):
        return
    key = seat_token(header, 0)
    if key and (name in st.session_state.get("mine", ()) or desk.may_record(header, "")):
        st.query_params["key"] = key


def leave() -> None:
    """Back to the beginning."""
    for name in ("record", "key"):
        st.query_params.pop(name, None)


def ask_key() -> None:
    """The recorder's token, where somebody else records."""
    st.info(say("wants_key"))
    st.text_input(say("recorder_key"), key="key_given", max_chars=40, on_change=_keep_key)
    st.button(say("leave"), on_click=leave)


def _keep_key() -> None:
    given = st.session_state["key_given"].strip().lower()
    if given:
        st.query_params["key"] = given


@st.fragment
def recording(at: Desk) -> None:
    """The pad beside the table; a line that was entered reruns nothing else."""

    def entered() -> None:
        at.enter([one for one in st.session_state[PAD].lines if isinstance(one, dict)])

    left, right = st.columns([2, 3], gap="medium")
    with left:
        pad.mount(pad_data(at), key=PAD, entered=entered)
    with right:
        show_still(pack(latest(at.clerk.log(), at.header.eyes, lang())), key="still")


def pad_data(at: Desk) -> dict[str, Any]:
    """What the pad shows."""
    course = at.clerk.live.course
    ranks = {rank_of(card) for card, copies in enumerate(course.resolved.deck) if copies}
    marked = ["R*", "B*"] if course.resolved.ruleset.guard == Guard.MARKED else ["R*"]
    words = {name: say(key) for name, key in PAD_WORDS.items()}
    return {
        "record": at.name, "lang": lang(), "players": list(at.header.players), "turn": turn_of(course),
        "prompt": prompt(at), "ranks": [*marked, *(RANKS[rank] for rank in sorted(ranks, reverse=True))],
        "legal": options(at), "said": [one.to_json(lang()) for one in at.said[-10:]], "done": dict(at.done),
        "words": words,
    }  # fmt: skip


PAD_WORDS: Final = {
    "pad": "pad", "typed": "typed", "play": "play", "pass": "pass", "undo": "undo", "clear": "clear_taps",
    "legal": "legal_now", "anyway": "anyway", "waiting": "waiting",
}  # fmt: skip


def prompt(at: Desk) -> str:
    """What is wanted next."""
    course = at.clerk.live.course
    phase = course.table.phase
    if course.state is None:
        eyes = at.header.eyes
        key = "deal_all" if eyes == 0 else "deal_own" if eyes > 0 else "deal_none"
        return say(key, n=min(5, len(at.clerk.entry.dealing.hands) + 1))
    if phase >= Phase.OVER:
        return say("record_end" if phase == Phase.OVER else "has_ended")
    turn = turn_of(course)
    return say("to_act", seat=turn, name=at.header.players[turn - 1]) if turn else say("who_acts")


def options(at: Desk) -> list[dict[str, Any]]:
    """What is legal now: chips where a tap is the whole line, hints elsewhere."""
    course = at.clerk.live.course
    if course.state is None:
        return []
    if course.table.phase == Phase.OVER:
        return [{"label": say("end_now"), "line": ""}]
    return [
        {"label": words.say(lang()), "line": None if any(sign in words.zh for sign in "…如,") else words.zh}
        for words in legal(at.clerk.live).entries
    ]


def around(at: Desk) -> None:
    """Tokens, the way into the archive, the way out."""
    with st.expander(say("tokens"), icon=":material/key:"):
        st.caption(say("tokens_why"))
        for seat in SEATS:
            token = seat_token(at.header, seat)
            if token:
                st.code(f"{seat} {at.header.players[seat - 1]}  {token}", language=None)
    with st.container(horizontal=True):
        offer_store(at.name)
        with st.popover(say("seal"), icon=":material/lock:"):
            st.caption(say("seal_why"))
            if st.button(say("seal_now"), type="primary", icon=":material/lock:"):
                seal(at)
        st.button(say("leave"), on_click=leave, icon=":material/arrow_back:")


def seal(at: Desk) -> None:
    """Seal what is recorded so far; the page goes on with the sealed game."""
    try:
        desk.seal(at)
    except (PaishenError, OSError) as error:
        st.error(label(why(error)))
        return
    st.rerun()


def finished(name: str) -> None:
    """A game that is sealed: its head, which is everybody's receipt, and the key that signed it."""
    log = eyes.recorded(name)
    if not desk.may_record(log, st.query_params.get("key", "")):
        ask_key()
        return
    st.title(label(name), anchor=False)
    proved = weigh(log)
    st.success(say("is_sealed", n=proved.events), icon=":material/lock:")
    for words, digits in (("sealed_head", proved.head), ("sealed_key", proved.key)):
        st.caption(say(words))
        st.code(digits, language=None, wrap_lines=True)
    with st.container(horizontal=True):
        offer_store(name)
        st.button(say("leave"), on_click=leave, icon=":material/arrow_back:")


def offer_store(name: str) -> None:
    """A button that imports what is recorded so far."""
    if not st.button(say("into_archive"), icon=":material/inventory_2:"):
        return
    try:
        for entry in bring([desk.path_of(name)], data.place(), lang()):
            more = f" · {entry.reason.say(lang())}" if entry.reason else ""
            st.info(say("was_stored", outcome=say(entry.outcome) + label(more)))
    except (PaishenError, OSError) as error:
        st.error(label(why(error)))


main()
