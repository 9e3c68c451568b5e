"""导入: logs that are dropped on the page go into the archive, with a line for every game."""

from __future__ import annotations

import hashlib
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import streamlit as st

from analyzer.data import data as shipped
from analyzer.errors import PaishenError
from analyzer.importing import Entry, bring
from dashboards import data
from dashboards.grid import grid
from dashboards.launch import UPLOAD
from dashboards.text import label, lang, say, status_badge, why
from dashboards.turning import paged

ENDS: Final = ("json", "jsonl", "txt", "parquet")
LINES: Final = 50
"""Lines of the report that are shown at a time."""
STEP: Final = 100
"""Games after which the progress is shown anew."""
SIGNS: Final = {"stored": "✓", "extended": "＋", "duplicate": "=", "conflict": "◆", "rejected": "✕"}
COLOURS: Final = {
    "stored": "green", "extended": "green", "duplicate": "gray", "conflict": "orange", "rejected": "red",
}  # fmt: skip


def samples() -> list[Path]:
    """样例: the shipped sample games."""
    return sorted(path for path in (shipped("replays") / "samples").iterdir() if ".paipu." in path.name)


def offer_samples() -> None:
    """A button that brings in the sample games."""
    if st.button(say("samples"), type="primary", icon=":material/playing_cards:"):
        take({path.name: path.read_bytes() for path in samples()})
        st.rerun()


def drop() -> None:
    """The place to drop files at, and the report of what became of them."""
    key = f"drop{st.session_state.get('drops', 0)}"
    ends = [f".{end}" for end in ENDS]
    files = st.file_uploader(say("drop", n=UPLOAD), type=ends, accept_multiple_files=True, key=key)
    if files and st.button(say("bring"), type="primary", icon=":material/download:"):
        take({file.name: file.getvalue() for file in files})
        st.session_state["drops"] = st.session_state.get("drops", 0) + 1
        st.rerun()
    report()


def take(files: dict[str, bytes]) -> None:
    """Import files, showing how far it is; the report is kept for the page that follows."""
    total = sum(games_in(content) for content in files.values())
    shown = st.progress(0.0, say("bringing", n=0))
    entries: list[dict[str, Any]] = []
    try:
        for entry in brought(files):
            entries.append(entry.to_json(lang()))
            if len(entries) % STEP == 0:
                words = say("bringing_of", n=len(entries), m=total) if total else say("bringing", n=len(entries))
                shown.progress(min(1.0, len(entries) / total) if total else 0.5, words)
    except (PaishenError, OSError) as error:
        st.session_state["import_error"] = why(error)
    shown.empty()
    st.session_state["import_report"] = entries
    st.session_state["report_page"] = 0


def games_in(content: bytes) -> int:
    """About how many games there are in a file; 0 where that cannot be told.

    >>> games_in(b'{"format": "paipu", ...}'), games_in(b"1 77 2 99")
    (1, 0)
    """
    return content.count(b'"format"')


def brought(files: dict[str, bytes]) -> Iterator[Entry]:
    """Import files from a folder of their own, under names that say nothing but their form; entries name the file."""
    with tempfile.TemporaryDirectory(prefix="paishen-") as folder:
        named: dict[str, str] = {}
        for name, content in files.items():
            end = name.rpartition(".")[2].lower()
            path = (
                Path(folder)
                / f"{len(named):04}-{hashlib.sha256(content).hexdigest()[:16]}.{end if end in ENDS else 'txt'}"
            )
            path.write_bytes(content)
            named[str(path)] = name
        for entry in bring(map(Path, named), data.place(), lang()):
            yield entry._replace(file=named.get(entry.file, entry.file))


def report() -> None:
    """What became of every game that was brought last, findings first."""
    if "import_error" in st.session_state:
        st.error(say("no_import", why=label(st.session_state.pop("import_error"))))
    entries: list[dict[str, Any]] = st.session_state.get("import_report", [])
    if not entries:
        return
    counted = Counter(entry["outcome"] for entry in entries)
    parts = " · ".join(f"{say(outcome)} {counted[outcome]}" for outcome in SIGNS if counted[outcome])
    st.markdown(say("brought", n=len(entries), parts=parts))
    ordered = sorted(entries, key=lambda entry: entry["outcome"] in ("stored", "extended", "duplicate"))
    skip = paged("report_page", len(ordered), LINES)
    grid(lines(ordered[skip : skip + LINES]))


def lines(entries: list[dict[str, Any]]) -> dict[str, list[str]]:
    """The report as a table, a line a game; every cell is safe Markdown."""
    return {
        say("outcome"): [
            f":{COLOURS[one['outcome']]}-badge[{SIGNS[one['outcome']]} {say(one['outcome'])}]" for one in entries
        ],
        say("file"): [label(one["file"]) + (f":{one['line']}" if one["line"] else "") for one in entries],
        say("game"): [label(one["game"] or "–") for one in entries],
        say("verdict"): [status_badge(one["status"]) if one["status"] else "–" for one in entries],
        say("why"): [label(one["reason"] or "") for one in entries],
    }
