"""数据: the dashboard's only way to `analyzer` - cached calls, keyed by the archive's identity."""

from __future__ import annotations

import hmac
import os
import secrets
from pathlib import Path
from typing import Any, Final, NamedTuple

import streamlit as st

from analyzer import admission
from analyzer.archive import Archive, questions, remarks
from analyzer.errors import PaishenError
from analyzer.events import Log
from analyzer.viewer import Game, frames
from analyzer.words import Lang, Words
from dashboards.launch import ARCHIVE

Row = dict[str, Any]
_SECRET: Final = secrets.token_bytes(16)
ENDED: Final = ("valid", "disputed")


class Filters(NamedTuple):
    """条件: what the games of a list have in common; None lets everything through (`queries/search.sql`)."""

    game: str | None = None
    text: str | None = None
    player: str | None = None
    role: str | None = None
    ruleset: str | None = None
    status: str | None = None
    solo: str | None = None
    since: str | None = None
    until: str | None = None
    least: int | None = None
    most: int | None = None
    whole: bool | None = None


def place() -> Path:
    """牌谱库: the folder of the archive; a `PaishenError` when none is set or there is none."""
    named = os.environ.get(ARCHIVE)
    if not named:
        raise PaishenError(Words("没有指定牌谱库（PAISHEN_ARCHIVE）", "no archive is set (PAISHEN_ARCHIVE)"))
    if not Path(named).is_dir():
        raise PaishenError(Words(f"找不到牌谱库: {named}", f"there is no archive at {named}"))
    return Path(named)


def archive() -> Archive:
    """牌谱库: the archive this dashboard serves; a `PaishenError` when there is none."""
    return _archive(str(place()))


@st.cache_resource(max_entries=4, show_spinner=False)
def _archive(folder: str) -> Archive:
    return Archive(Path(folder))


def ask(name: str, **given: object) -> list[Row]:
    """问: the answer to a named question."""
    return _answer(archive().identity(), name, tuple(sorted(given.items())))


@st.cache_data(max_entries=256, show_spinner=False)
def _answer(identity: str, name: str, given: tuple[tuple[str, object], ...]) -> list[Row]:
    del identity  # part of the cache's key: an archive that has grown is asked again
    question = questions()[name]
    return archive().ask(question.sql, {**dict.fromkeys(question.parameters), **dict(given)})


def facets() -> Row:
    """概况: how many games there are, the players and the rulesets, the first day and the last."""
    return ask("facets")[0]


def stale() -> int:
    """旧判: how many games were judged by other rules than these."""
    return _stale(archive().identity())


@st.cache_data(max_entries=4, show_spinner=False)
def _stale(identity: str) -> int:
    del identity
    return remarks.stale(archive())


def missing() -> PaishenError | None:
    """缺: the damaged files whose games no page shows, in one sentence; None where all is whole."""
    place = archive()
    place.cursor().close()
    return place.left_out()


def games(filters: Filters, skip: int = 0, take: int = 20) -> list[Row]:
    """牌局列表: the games that fit, some at a time; each says in `matched` how many fit."""
    return ask("search", **filters._asdict(), skip=skip, take=take)


def games_of(person: str) -> int:
    """局数: in how many games of the archive a person sat, each game once, whatever became of it."""
    return sum(row["of_games"] for row in ask("sat", person=person))


def records(game: str) -> list[Row]:
    """记录: the rows of one game, one for each view it was recorded from; the full record first."""
    found = games(Filters(game=game), take=100)
    return sorted(found, key=lambda row: (row["view"] != 0, row["view"]))


def log(game: str, recorded: int) -> Log:
    """牌谱: a game's log as it is stored."""
    return _log(archive().identity(), game, recorded)


@st.cache_resource(max_entries=64, show_spinner=False)
def _log(identity: str, game: str, recorded: int) -> Log:
    del identity
    return archive().log(game, recorded)


def is_going_on(game: str, recorded: int) -> bool:
    """进行中: whether a game is neither over nor sealed; one that is valid or disputed has ended."""
    status = next((row["status"] for row in records(game) if row["view"] == recorded), None)
    return status not in ENDED and _is_going_on(archive().identity(), game, recorded)


@st.cache_data(max_entries=256, show_spinner=False)
def _is_going_on(identity: str, game: str, recorded: int) -> bool:
    del identity
    return admission.is_going_on(log(game, recorded))


def views(game: str, recorded: int, token: str) -> list[int]:
    """视角: the views that a visitor with a token (or none) may have of a game."""
    return admission.views(log(game, recorded), token, going=is_going_on(game, recorded))


def table(game: str, recorded: int, view: int, token: str, lang: Lang) -> Game:
    """牌桌: the frames of a game as `view` sees it, from the record made by the view `recorded`.

    A `PaishenError` for a view that the visitor may not have.
    """
    admission.check_admission(log(game, recorded), view, token, going=is_going_on(game, recorded))
    return _table(archive().identity(), game, recorded, view, lang)


@st.cache_resource(max_entries=32, show_spinner=False)
def _table(identity: str, game: str, recorded: int, view: int, lang: Lang) -> Game:
    del identity
    return frames.game(log(game, recorded), view, lang)


def token(game: str, recorded: int, view: int, lang: Lang, guessing: bool) -> str:  # noqa: FBT001 - one of five facts
    """A text that is equal exactly while the table in the browser may stay as it is, and tells nothing else.

    The archive's identity hangs on all hands of its games, so it is not sent as it is.
    """
    facts = "\n".join((archive().identity(), game, str(recorded), str(view), lang, str(guessing)))
    return hmac.new(_SECRET, facts.encode(), "sha256").hexdigest()
