"""计分: claimed against computed seat by seat, where each point comes from, which rules would explain it, the chain."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import streamlit as st

from analyzer.audit import LINES, TITLES
from analyzer.errors import PaishenError
from analyzer.rules.verdicts import SENTENCES, Code
from analyzer.shipped import title
from dashboards import accounts
from dashboards.grid import grid
from dashboards.opening import Opened, finished
from dashboards.sittings import sitting
from dashboards.text import label, lang, say, signed, status_badge

Json = dict[str, Any]
SIGNED = ("base", "share", "penalty", "total")


def main() -> None:
    """The whole page."""
    one = finished()
    if one is None:
        return
    st.title(say("audit_of", game=label(one.game)), anchor=False)
    try:
        found = accounts.audit(one.game, one.recorded, lang())
    except PaishenError as error:
        st.error(say("failed", why=label(error.say(lang()))))
        return
    headline(one, found)
    scores(found)
    sheets(one, found["sheets"])
    refusals(one, found["refusals"])
    values(found["values"])
    explained(one)
    if one.row["sitting"]:
        table_of(str(one.row["sitting"]))
    left, right = st.columns(2, gap="large")
    with left:
        proved(one)
    with right:
        export(one)


def headline(one: Opened, found: Json) -> None:
    """The verdict, the rules, the sum."""
    st.markdown(f"{status_badge(found['status'])} :gray-badge[{label(title(found['ruleset'], lang()))}]")
    if found["as_it_happened"]:
        st.warning(say("as_it_happened"))
    if not any(found["claimed"].values()):
        st.text(say("no_claim"))
    elif not found["findings"] and found["status"] == "valid":
        st.text(say("agrees"))
    for finding in found["findings"]:
        with st.container(border=True, gap="xsmall"):
            st.text(finding["message"])
            if finding["follows"]:
                st.caption(say("follows"))
            if finding["also"]:
                st.caption(say("also", kinds=label(", ".join(finding["also"]))))
            moment(one, finding["event"])


def moment(one: Opened, event: int | None) -> None:
    """A link to the table after an event."""
    if event is not None:
        link = {"game": one.game, "view": str(one.recorded), "event": str(event + 1), "lang": lang()}
        text = f"{say('at_event', n=event)} · {say('to_moment')}"
        st.page_link("pages/replay.py", label=text, icon=":material/play_circle:", query_params=link)


def scores(found: Json) -> None:
    """Claimed against computed, a line a seat."""
    sheets, claimed = found["sheets"], found["claimed"]
    computed = found["scores"] or [None] * 5
    table = {
        say("seat"): [f"{sheet['seat']} {label(sheet['player'])}" for sheet in sheets],
        say("role"): [say(sheet["role"]) if sheet["role"] else "–" for sheet in sheets],
        say("place"): [str(place or "–") for place in found["places"]],
        say("claimed_place"): compared(found["places"], claimed["places"], lambda place: str(place or "–")),
        say("score"): [signed(score) for score in computed],
        say("claimed_score"): compared(computed, claimed["scores"], signed),
    }
    with st.container(key="compared"):
        grid(table)
    total = found["sum"]
    if total["due"] is not None:
        key = "sum" if total["claimed"] is None else "sum_claimed"
        told = {name: signed(total[name]) for name in ("scores", "due", "claimed")}
        st.caption(say(key, **told))


def compared(due: list[Any], claimed: list[Any] | None, written: Any) -> list[str]:
    """Claims in Markdown; what differs from what is due is marked."""
    if claimed is None:
        return ["–"] * 5
    pairs = zip(due, claimed, strict=True)
    return [written(mine) if mine == right else f":red-badge[✕ {written(mine)}]" for right, mine in pairs]


def sheets(one: Opened, found: list[Json]) -> None:
    """The seven lines of each seat, with event, paragraph and the source's own words."""
    st.subheader(say("sheet_of"), anchor=False)
    tabs = st.tabs([f"{sheet['seat']} {label(sheet['player'])}" for sheet in found])
    for tab, sheet in zip(tabs, found, strict=True):
        lines = sheet["lines"]
        table = {
            say("step"): [TITLES[name].say(lang()) for name in LINES],
            say("value"): [value_of(line) for line in lines],
            say("explained"): [label(line["words"]) for line in lines],
            say("event"): [event_link(one, line["event"]) for line in lines],
            say("paragraph"): [f"{line['paragraph']} {label(line['title'])}" for line in lines],
            say("quote"): [sources(line) for line in lines],
        }
        with tab:
            grid(table)


def value_of(line: Json) -> str:
    """A line's value: a place, a side, points with their sign, a factor."""
    value = line["value"]
    if value is None:
        return "–"
    if line["line"] in SIGNED:
        return signed(value)
    if line["line"] == "side":
        return say(f"side_{value}")
    return f"×{value}" if line["line"] == "doubling" else str(value)


def event_link(one: Opened, event: int | None) -> str:
    """The event as a link to its moment."""
    if event is None:
        return "–"
    return f"[{event}](/replay?game={quote(one.game, safe='')}&view={one.recorded}&event={event + 1}&lang={lang()})"


def sources(line: Json) -> str:
    """The source's own words, our choice, the house's keys."""
    parts = [f"「{label(text)}」" for text in line["quote"]]
    parts += [f"{label(say('choice'))} {label(line['choice'])}"] if line["choice"] else []
    parts += [f"{say('house')} {label(key)} = {label(value)}" for key, value in line["house"].items()]
    return " ".join(parts)


def refusals(one: Opened, found: list[Json]) -> None:
    """What was refused, and what would have been legal."""
    if not found:
        return
    st.subheader(say("refusals"), anchor=False)
    for refusal in found:
        with st.container(border=True, gap="xsmall"):
            st.text(say("refusal", n=refusal["event"], why=refusal["message"], paragraph=refusal["paragraph"]))
            acts = "  ".join(act.get("cards") or act["type"] for act in refusal["legal"])
            st.text(say("legal", acts=acts + (" …" if refusal["more"] else "")))
            moment(one, refusal["event"])


def values(found: list[Json]) -> None:
    """What each way gives where the sources contradict each other."""
    if not found:
        return
    st.subheader(say("values"), anchor=False)
    st.caption(say("values_why"))
    keys = [", ".join(f"{key} = {value}" for key, value in one["keys"].items()) for one in found]
    table = {
        say("keys"): [label(key) + (" ✓" if one["declared"] else "") for key, one in zip(keys, found, strict=True)]
    }
    table |= {f"{seat}": [signed(one["scores"][seat - 1]) for one in found] for seat in range(1, 6)}
    grid(table)


def explained(one: Opened) -> None:
    """Which rulesets the log could have been played by; tried when asked for."""
    st.subheader(say("fit"), anchor=False)
    asked = f"fit {one.recorded} {one.game}"
    if not st.session_state.get(asked):
        st.button(say("fit_try"), on_click=st.session_state.__setitem__, args=(asked, True), icon=":material/rule:")
        return
    found = accounts.tried(one.game, one.recorded, lang())
    names = list(found["rulesets"])
    grid(
        {
            say("ruleset"): [f"{label(title(name, lang()))} ({label(name)})" for name in names],
            say("verdict"): [trial(found["rulesets"][name]) for name in names],
        }
    )
    for sentence in found["sentences"]:
        st.text(sentence)
    if not found["sentences"]:
        st.caption(say("no_change"))


def table_of(name: str) -> None:
    """The sitting that the game belongs to; worked out when asked for."""
    st.subheader(say("sitting_of", name=label(name)), anchor=False)
    asked = f"sitting {name}"
    if not st.session_state.get(asked):
        st.button(
            say("sitting_try"), on_click=st.session_state.__setitem__, args=(asked, True), icon=":material/calculate:"
        )
        return
    sitting(accounts.sitting(name, lang()))
    file = re.sub(r"[^\w-]+", "-", name).strip("-") or "sitting"
    st.download_button(
        say("get_sitting"), lambda: accounts.sitting_file(name, lang()), f"{file}.html", "text/html",
        icon=":material/receipt_long:", on_click="ignore",
    )  # fmt: skip


def trial(told: Json) -> str:
    """What became of a ruleset."""
    if told["fits"]:
        return say("fits")
    own = {"disputed": say("claims_differ"), "incomplete": say("never_ends")}
    why = own.get(told["code"]) or SENTENCES[Code[told["code"].upper()]].words.say(lang())
    return say("fits_open" if told["event"] is None else "fits_not", n=told["event"], why=label(why))


def proved(one: Opened) -> None:
    """What chain, seal, key and receipt prove."""
    st.subheader(say("evidence"), anchor=False)
    receipt, key = (asked(name) for name in ("receipt", "key_given"))
    found = accounts.evidence(one.game, one.recorded, receipt, key, lang())
    st.markdown(f":gray-badge[:material/link: {say('integrity_' + found['integrity'])}]")
    for kind in ("faults", "holds", "unknown"):
        for point in found[kind]:
            st.text(say(kind, what=point["message"]))


def asked(name: str) -> str | None:
    """64 hex digits as a person types them; None where there are none."""
    given = "".join(st.text_input(say(name), key=name, max_chars=200).split()).lower()
    if given and not re.fullmatch("[0-9a-f]{64}", given):
        st.error(say("not_hex"))
        return None
    return given or None


def export(one: Opened) -> None:
    """Files to take along."""
    st.subheader(say("export"), anchor=False)
    name = re.sub(r"[^\w-]+", "-", one.game).strip("-") or "game"
    st.download_button(
        say("get_log"), lambda: accounts.log_file(one.game, one.recorded), f"{name}.paipu.json", "application/json",
        icon=":material/description:", on_click="ignore",
    )  # fmt: skip
    st.download_button(
        say("get_report"), lambda: accounts.report_file(one.game, one.recorded, lang()), f"{name}.html", "text/html",
        icon=":material/table_restaurant:", on_click="ignore",
    )  # fmt: skip
    bundle = accounts.bundle_file(one.game, one.recorded)
    if bundle is None:
        st.caption(say("bundle_needs_seal"))
        return
    st.download_button(
        say("get_bundle"), bundle, f"{name}.zip", "application/zip", icon=":material/folder_zip:", on_click="ignore"
    )


main()
