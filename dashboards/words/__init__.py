"""词: every word that the dashboard says, one file a page; `common` holds what several pages say."""

from __future__ import annotations

from typing import Final

from analyzer.words import Words
from dashboards.words import audit, cards, common, games, players, record, replay, roles

PARTS: Final = (
    common.WORDS,
    games.WORDS,
    replay.WORDS,
    audit.WORDS,
    record.WORDS,
    cards.WORDS,
    roles.WORDS,
    players.WORDS,
)
WORDS: Final[dict[str, Words]] = {key: words for part in PARTS for key, words in part.items()}
