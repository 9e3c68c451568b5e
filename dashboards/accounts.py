"""账: the dashboard's calls for what concerns scores - audit, fit, evidence, and what can be taken along."""

from __future__ import annotations

from typing import Any

import streamlit as st

from analyzer.audit import audit_log
from analyzer.bundle import pack
from analyzer.errors import PaishenError
from analyzer.evidence import weigh
from analyzer.fit import fit
from analyzer.paipu import Sourced, dumps_json
from analyzer.viewer import frames
from analyzer.viewer.page import page
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


def page_file(game: str, recorded: int, lang: Lang) -> bytes:
    """单页: the table as a page that can be viewed offline."""
    return page(frames.game(data.log(game, recorded), recorded, lang), lang).encode()


def bundle_file(game: str, recorded: int) -> bytes | None:
    """卷宗: the dispute bundle; None where the log is not sealed."""
    log = data.log(game, recorded)
    try:
        return pack(Sourced(log, log.game, 1, dumps_json(log)))
    except PaishenError:
        return None
