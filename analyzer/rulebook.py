"""规则书: the numbered paragraphs of `schemas/RULES.md`, as data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from analyzer.data import data
from analyzer.errors import Unreadable
from analyzer.words import Words

CHAPTERS: Final = re.compile(r"^## ", re.MULTILINE)
PARAGRAPHS: Final = re.compile(r"^### ", re.MULTILINE)
CHOICE: Final = re.compile(r"\s*\*\*\[choice.*?\]\*\*")
HEADING: Final = re.compile(r"(\d+\.\d+) (.+?) · (.+)")


class Paragraph(NamedTuple):
    """一段规则: its number, its title, and what it says."""

    number: str
    title: Words
    words: Words


def paragraph(number: str) -> Paragraph:
    """取一段: the paragraph of that number; `Unreadable` when the book has none.

    >>> paragraph("3.7").title
    Words(zh='接风', en='The wind')
    """
    if number not in paragraphs():
        raise Unreadable(Words(f"规则书没有 {number} 段", f"the rulebook has no paragraph {number}"))
    return paragraphs()[number]


@lru_cache(maxsize=1)
def paragraphs() -> Mapping[str, Paragraph]:
    """全书: every numbered paragraph, in the order of the book.

    >>> next(iter(paragraphs().values())).words.en
    'Five seats, numbered 1 to 5 in the order of play, which is counter-clockwise.'
    """
    text = (data("schemas") / "RULES.md").read_text(encoding="utf-8")
    found = (
        _read(section) for chapter in CHAPTERS.split(text) for section in PARAGRAPHS.split(chapter)[1:]
    )  # fmt: skip
    return {one.number: one for one in found}


def _read(section: str) -> Paragraph:
    """A heading `4.2 登基 · Accepting`, a block in Chinese, one in English; tables may follow."""
    heading, _, rest = section.partition("\n")
    blocks = [" ".join(block.split("\n")) for block in rest.strip().split("\n\n")]
    named = HEADING.fullmatch(heading)
    if named is None or len(blocks) < len(("zh", "en")):
        raise Unreadable(
            Words(f"规则书有误: {heading}", f"rulebook, amiss: {heading}")
        )
    number, zh, en = named.groups()
    return Paragraph(number, Words(zh, en), Words(_plain(blocks[0]), _plain(blocks[1])))


def _plain(block: str) -> str:
    """Without the [choice] notes: they belong to single rulesets, whose files have them with the reason.

    >>> _plain("Two cards. **[choice** for `simple`: one**]** Or three.")
    'Two cards. Or three.'
    """
    return CHOICE.sub("", block)
