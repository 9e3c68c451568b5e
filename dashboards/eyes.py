"""所知: the dashboard's calls for what one view can count and believe, of games that are stored or recorded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from analyzer import admission
from analyzer.deduction import Belief, deduce
from analyzer.deduction.reliability import Bin, judgements, reliability
from analyzer.errors import NotRecorded
from analyzer.events import Log
from analyzer.outlook import Story, story
from analyzer.paipu.writing import log_of
from analyzer.recorder.scan import scan
from analyzer.sight import ONLOOKER
from analyzer.tracking import Track, tracks
from analyzer.viewer import Game, pack
from analyzer.viewer.frames import latest
from analyzer.words import Lang, Words
from dashboards import data, desk


def counted(game: str, recorded: int, view: int) -> list[Track]:
    """记牌: what a view can count after each event of a stored game; `data.views` says which views there are."""
    return _counted(data.archive().identity(), game, recorded, view)


@st.cache_resource(max_entries=16, show_spinner=False)
def _counted(identity: str, game: str, recorded: int, view: int) -> list[Track]:
    del identity
    return tracks(data.log(game, recorded), view)


def believed(game: str, recorded: int, view: int) -> list[Belief]:
    """推断: what a view believes after each event of a stored game."""
    return _believed(data.archive().identity(), game, recorded, view)


@st.cache_resource(max_entries=32, show_spinner=False)
def _believed(identity: str, game: str, recorded: int, view: int) -> list[Belief]:
    del identity
    return deduce(data.log(game, recorded), view)


def outlooked(game: str, recorded: int, view: int, heard: Callable[[float], object]) -> Story:
    """形势: who is winning after each event of a stored game, as a view could know it.

    `heard` hears which part of the work is done; what was worked out once is kept on the disk.
    """
    log = data.log(game, recorded)

    def come(events: int) -> None:
        heard(min(1.0, events / len(log.events)))

    return story(log, view, heard=come)


class Followed(NamedTuple):
    """跟着看: a game that is being recorded, as it is now, and the view that the visitor has of it."""

    log: Log
    view: int


def followed(name: str, view: int, token: str) -> Followed:
    """跟着看: the recording of a name through a view; an onlooker's where the visitor's token does not open it.

    `NotRecorded` where there is no such recording.
    """
    log = recorded(name)
    going = admission.is_going_on(log)
    views = [one for one in admission.views(log, token, going=going) if one]
    return Followed(log, view if view in views else views[0] if going and len(views) > 1 else ONLOOKER)


def recorded(name: str) -> Log:
    """记下的: the log of a recording as its file has it: whole lines alone, whatever is being written just now.

    `NotRecorded` where there is no such recording.
    """
    path = desk.there(name)
    stat = path.stat()
    return _scanned(name, str(path), stat.st_size, stat.st_mtime_ns)


@st.cache_resource(max_entries=16, show_spinner=False)
def _scanned(name: str, path: str, size: int, changed: int) -> Log:
    del size, changed  # parts of the cache's key
    found = scan(Path(path).read_bytes())
    if found.header is None:
        raise NotRecorded(Words(f"还没有开始记: {name}", f"nothing is recorded yet: {name}"), code="no_header")
    return log_of(found.header, found.events)


def counted_now(name: str, log: Log, view: int) -> list[Track]:
    """记牌: the counts of a recording, worked out anew when it has grown."""
    return _counted_now(name, len(log.events), _head(log), view, log)


@st.cache_resource(max_entries=8, show_spinner=False)
def _counted_now(name: str, events: int, head: str, view: int, _log: Log) -> list[Track]:
    del name, events, head
    return tracks(_log, view)


def shown_now(name: str, log: Log, view: int, lang: Lang) -> Game:
    """牌桌: where a recording stands, as a view sees it, packed."""
    return _shown_now(name, len(log.events), _head(log), view, lang, log)


@st.cache_resource(max_entries=8, show_spinner=False)
def _shown_now(name: str, events: int, head: str, view: int, lang: Lang, _log: Log) -> Game:
    del name, events, head
    return pack(latest(_log, view, lang))


def _head(log: Log) -> str:
    """What tells a recording from every other, and from itself before it grew."""
    return str(log.events[-1].h if log.events else log.h)


class Reliable(NamedTuple):
    """准不准: the bins of the judgements, over how many games, of how many that would do."""

    bins: list[Bin]
    games: int
    all: int


def reliable(games: int) -> Reliable:
    """准不准: how reliable the model is over the latest valid games with all hands known, as an onlooker sees them."""
    return _reliable(data.archive().identity(), games)


@st.cache_resource(max_entries=4, show_spinner=False)
def _reliable(identity: str, games: int) -> Reliable:
    del identity
    rows = data.games(data.Filters(status="valid", whole=True), take=games)
    found = [pair for row in rows for pair in judgements(data.log(row["game"], 0), row["guard"])]
    return Reliable(reliability(found), len(rows), rows[0]["matched"] if rows else 0)
