"""问题: the questions that have a name, one a file of `analyzer/queries`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from analyzer.errors import PaishenError
from analyzer.words import Words

if TYPE_CHECKING:
    import pyarrow as pa

    from analyzer.archive.reading import Archive

QUERIES: Final = Path(__file__).resolve().parents[1] / "queries"


class Question(NamedTuple):
    """问题: a named question: what it counts and of how many, its SQL, and the names of its parameters."""

    name: str
    about: Words
    sql: str
    parameters: tuple[str, ...]


def questions() -> dict[str, Question]:
    """问题: the named questions, one a file of `analyzer/queries`.

    >>> questions()["verdicts"].parameters
    ('ruleset',)
    """
    texts = {path.stem: path.read_text("utf-8") for path in sorted(QUERIES.glob("*.sql"))}
    return {name: Question(name, _about(text), text, _parameters(text)) for name, text in texts.items()}


def _about(text: str) -> Words:
    """The two comments that a question begins with."""
    chinese, english = (line.removeprefix("-- ") for line in text.split("\n", 2)[:2])
    return Words(chinese, english)


def _parameters(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(re.findall(r"\$([a-z]+)", text)))


def answer(archive: Archive, question: Question, settings: Mapping[str, str | None]) -> pa.Table:
    """回答: the rows of a question; parameters that are not set are null. `PaishenError` for a value it cannot take.

    >>> from analyzer.archive.reading import Archive
    >>> answer(Archive(Path("no/such/folder")), questions()["verdicts"], {}).column_names
    ['ruleset', 'status', 'code', 'games']
    """
    import duckdb

    try:
        with archive.cursor(question.sql) as cursor:
            values = {key: settings.get(key) for key in question.parameters}
            return cursor.sql(question.sql, params=values).to_arrow_table()
    except duckdb.ConversionException as error:
        why = str(error).splitlines()[0][:200]
        words = Words(f"问题 {question.name} 的参数不对: {why}", f"a parameter of {question.name} is wrong: {why}")
        raise PaishenError(words) from None
    except duckdb.Error as error:
        why = str(error).splitlines()[0][:200]
        words = Words(f"档案读不出来: {why}", f"the archive cannot be read: {why}")
        raise PaishenError(words, file=str(archive.path)) from None
