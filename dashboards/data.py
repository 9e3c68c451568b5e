"""数据: the dashboard's only way to `analyzer` - cached calls, keyed by the archive's identity."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import streamlit as st

from analyzer.archive import Archive
from analyzer.errors import PaishenError
from analyzer.viewer import Game, frames, pack
from analyzer.words import Lang, Words
from dashboards.launch import ARCHIVE

Row = dict[str, Any]


def archive() -> Archive:
    """牌谱库: the archive this dashboard serves; a `PaishenError` when none is set or there is none."""
    place = os.environ.get(ARCHIVE)
    if not place:
        raise PaishenError(Words("没有指定牌谱库（PAISHEN_ARCHIVE）", "no archive is set (PAISHEN_ARCHIVE)"))
    if not Path(place).is_dir():
        raise PaishenError(Words(f"找不到牌谱库: {place}", f"there is no archive at {place}"))
    return _archive(place)


@st.cache_resource(max_entries=4, show_spinner=False)
def _archive(place: str) -> Archive:
    return Archive(Path(place))


def games(player: str | None = None, ruleset: str | None = None, status: str | None = None) -> list[Row]:
    """牌局列表: the games that fit, as `Archive.games` gives them."""
    return _games(archive().identity(), player, ruleset, status)


@st.cache_data(max_entries=64, show_spinner=False)
def _games(identity: str, player: str | None, ruleset: str | None, status: str | None) -> list[Row]:
    del identity  # part of the cache's key: an archive that has grown is asked again
    return archive().games(player=player, ruleset=ruleset, status=status)


def choices() -> tuple[list[str], list[str]]:
    """The names of all players and rulesets in the archive, for the filters, each in order."""
    return _choices(archive().identity())


@st.cache_data(max_entries=4, show_spinner=False)
def _choices(identity: str) -> tuple[list[str], list[str]]:
    del identity
    rows = games()
    return sorted({name for row in rows for name in row["players"]}), sorted({row["ruleset"] for row in rows})


def records(game: str) -> list[Row]:
    """记录: the rows of one game, one for each view it was recorded from; the full record first."""
    found = [row for row in games() if row["game"] == game]
    return sorted(found, key=lambda row: (row["view"] != 0, row["view"]))


def table(game: str, recorded: int, view: int, lang: Lang) -> Game:
    """牌桌: the packed frames of a game as `view` sees it, from the record made by the view `recorded`."""
    return _table(archive().identity(), game, recorded, view, lang)


@st.cache_data(max_entries=32, show_spinner=False)
def _table(identity: str, game: str, recorded: int, view: int, lang: Lang) -> Game:
    del identity
    return pack(frames.game(archive().log(game, recorded), view, lang))


def token(game: str, recorded: int, view: int, lang: Lang) -> str:
    """A text that is equal exactly while the table in the browser may stay as it is."""
    return "\n".join((archive().identity(), game, str(recorded), str(view), lang))
