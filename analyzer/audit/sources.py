"""出处: what a ruleset's file says about a paragraph of RULES.md: its source's words, the choice, what a house set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from analyzer.rulebook import paragraph
from analyzer.rulesets import Resolved, load
from analyzer.tables import Row, ScoreTable, tables
from analyzer.words import Lang, Words


class Source(NamedTuple):
    """出处: a paragraph with the words of the ruleset's source.

    `quote` the source's own words, `choice` and `note` ours; `house` the keys that the log's own rules set.
    """

    number: str
    quote: tuple[str, ...] = ()
    choice: Words | None = None
    note: Words | None = None
    house: tuple[tuple[str, Any], ...] = ()

    @property
    def title(self) -> Words:
        """The paragraph's title."""
        return paragraph(self.number).title

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """The source as it is printed."""
        return {
            "paragraph": self.number, "title": self.title.say(lang), "quote": list(self.quote),
            "choice": self.choice.say(lang) if self.choice else None,
            "note": self.note.say(lang) if self.note else None, "house": dict(self.house),
        }  # fmt: skip


def source_of(resolved: Resolved, number: str, keys: Iterable[str] = ()) -> Source:
    """出处: what stands behind a paragraph in a ruleset; `keys` are those that decide it.

    >>> from analyzer.rulesets import resolve
    >>> source_of(resolve("room-six"), "9.11").quote
    ('逃跑/強退玩家扣除 50 分。',)
    >>> source_of(resolve({"base": "room-six", "escape": 20}), "9.11", ["escape"]).house
    (('escape', 20),)
    """
    entries = [entry for entry in load(resolved.name)["paragraph"] if entry["number"] == number]
    quote = tuple(dict.fromkeys(text for entry in entries for text in entry.get("quote", ())))
    choice, note = (_joined(entry[field] for entry in entries if field in entry) for field in ("choice", "note"))
    return Source(number, quote, choice, note, _house(resolved, keys))


def _joined(found: Iterable[Mapping[str, str]]) -> Words | None:
    texts = list(found)
    if not texts:
        return None
    return Words(" ".join(text["zh"] for text in texts), " ".join(text["en"] for text in texts))


def _house(resolved: Resolved, keys: Iterable[str]) -> tuple[tuple[str, Any], ...]:
    """The keys among these in which the rules differ from the ruleset that they are named after."""
    theirs = _shipped_values(resolved.name)
    return tuple((key, resolved.values[key]) for key in keys if resolved.values[key] != theirs[key])


@lru_cache(maxsize=16)
def _shipped_values(name: str) -> Mapping[str, Any]:
    from analyzer.rulesets import resolve

    return resolve(name).values


def row_of(resolved: Resolved, solo: int, places: tuple[int, ...]) -> tuple[ScoreTable, Row] | None:
    """表中之行: the row of the source's own score table for these places; None where the source has none.

    `places`: those of emperor and guard from the best, of the emperor alone in a solo.

    >>> from analyzer.rulesets import resolve
    >>> table, row = row_of(resolve("shandong"), 0, (3, 5))
    >>> row.label, row.places, row.figures["emperor"]
    ('i', (3, 4), -4)
    """
    kinds = ("solo", "podium") if solo else ("pair",)
    for table in tables().values():
        if resolved.name not in table.rulesets or table.kind not in kinds or table.solo not in (0, solo):
            continue
        for row in table.rows:
            if row.reads == places and "emperor" in row.figures:
                return table, row
    return None
