"""问题: the questions that have a name, one a file of `analyzer/queries`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

QUERIES: Final = Path(__file__).resolve().parents[1] / "queries"


class Question(NamedTuple):
    """问题: a named question: what it asks, in one line, its SQL, and the names of its parameters."""

    name: str
    about: str
    sql: str
    parameters: tuple[str, ...]


def questions() -> dict[str, Question]:
    """问题: the named questions, one a file of `analyzer/queries`.

    >>> questions()["verdicts"].parameters
    ('ruleset',)
    """
    texts = {path.stem: path.read_text("utf-8") for path in sorted(QUERIES.glob("*.sql"))}
    return {name: Question(name, _about(text), text, _parameters(text)) for name, text in texts.items()}


def _about(text: str) -> str:
    return text.partition("\n")[0].removeprefix("-- ")


def _parameters(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(re.findall(r"\$([a-z]+)", text)))
