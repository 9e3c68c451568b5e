"""账: the dashboard's calls for what concerns scores - audit, fit, evidence, and what can be taken along."""

from __future__ import annotations

from typing import Any

import streamlit as st

from analyzer.audit import audit_log
from analyzer.bundle import pack
from analyzer.errors import PaishenError
from analyzer.evidence import weigh
from analyzer.fit import fit
from analyzer.ledger import Ledger, book_beside, ledger, read_book, sitting_of
from analyzer.paipu import Sourced, dumps_json
from analyzer.report import game_report, sitting_report
from analyzer.words import Lang
from dashboards import data

Json = dict[str, Any]


def audit(game: str, recorded: int, lang: Lang) -> Json:
    """对账: the audit of a game, as `paishen audit --json` prints it."""
    return _audit(data.archive().identity(), game, recorded, lang)


@st.cache_data(max_entries=64, show_spinner=False)
def _audit(identity: str, game: str, recorded: int, lang: Lang) -> Json:
    del identity
    return audit_log(data.log(game, recorded)).to_json(lang)


def tried(game: str, recorded: int, lang: Lang) -> Json:
    """哪种玩法: what `paishen fit --json` prints, and each change as a sentence."""
    return _tried(data.archive().identity(), game, recorded, lang)


@st.cache_data(max_entries=64, show_spinner=False)
def _tried(identity: str, game: str, recorded: int, lang: Lang) -> Json:
    del identity
    log = data.log(game, recorded)
    found = fit(Sourced(log, log.game, 1, dumps_json(log)))
    return {**found.to_json(), "sentences": [found.sentence(change).say(lang) for change in found.changes]}


def evidence(game: str, recorded: int, receipt: str | None, key: str | None, lang: Lang) -> Json:
    """凭据: what chain, seal, key and receipt prove, as `paishen verify --json` prints it."""
    return weigh(data.log(game, recorded), [receipt] if receipt else [], key).to_json(lang)


def log_file(game: str, recorded: int) -> bytes:
    """牌谱: the log as a file."""
    return dumps_json(data.log(game, recorded), pretty=True)


def report_file(game: str, recorded: int, lang: Lang) -> bytes:
    """报告: the report of a game, a page that can be viewed offline."""
    return game_report(data.log(game, recorded), lang, recorded).encode()


def sitting(name: str, lang: Lang) -> Json:
    """一桌: the ledger of a sitting, as `paishen ledger --json` prints it; of its games in the archive."""
    return _ledger(data.archive().identity(), name).to_json(lang)


def sitting_file(name: str, lang: Lang) -> bytes:
    """一桌的报告: the report of a sitting."""
    return sitting_report(_ledger(data.archive().identity(), name), lang).encode()


@st.cache_resource(max_entries=16, show_spinner=False)
def _ledger(identity: str, name: str) -> Ledger:
    del identity
    place = data.place()
    book = book_beside(place, name)
    return ledger(sitting_of(place, name), read_book(book) if book else None)


def bundle_file(game: str, recorded: int) -> bytes | None:
    """卷宗: the dispute bundle; None where the log is not sealed."""
    log = data.log(game, recorded)
    try:
        return pack(Sourced(log, log.game, 1, dumps_json(log)))
    except PaishenError:
        return None
