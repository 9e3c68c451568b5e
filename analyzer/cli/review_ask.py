"""先问: what a seat may do, put to the reader, and what the reader types in answer."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import click

from analyzer.cli.localized import lang, say
from analyzer.words import Words

if TYPE_CHECKING:
    from analyzer.cards import Shown
    from analyzer.review import Decision

SHOWN: Final = 6
"""So many plays of a group are written out."""
GROUP: Final = re.compile(r"# *([0-9]{1,3})")
"""A number that is typed like this is a group's; any other is a card's."""


def in_words(play: str) -> str:
    """A play in words for people."""
    return say("过", "pass") if play == "-" else play


def choices(decision: Decision) -> Iterator[str]:
    """分组: what a seat may do, numbered, nothing said about what comes of it."""
    for number, group in enumerate(decision.groups, 1):
        plays = [in_words(decision.choice.text(play)) for play in group.plays]
        more = f" … ({len(plays)})" if len(plays) > SHOWN else ""
        yield f"#{number}  {group.words.say(lang())}: {' '.join(plays[:SHOWN])}{more}"


def asked(decision: Decision) -> int | None:
    """The reader's choice: cards, or a group's first play; asked until it is one; None where nothing more comes."""
    pass_ = Words("; - 是过", "; - to pass") if decision.choice.may_pass else Words("", "")
    while True:
        zh, en = f"写牌; #1 是第 1 组的头一种{pass_.zh}", f"cards; #1: the first play of group 1{pass_.en}"
        click.echo(say(f"你怎么出? ({zh}) ", f"your choice? ({en}) "), nl=False)
        line = sys.stdin.readline()
        if not line:
            click.echo()
            return None
        text = unicodedata.normalize("NFKC", line).strip()
        found = chosen(decision, text)
        if found is not None:
            return found
        hint = say(f" (第 {text} 组写 #{text})", f" (group {text} is #{text})") if _is_number(decision, text) else ""
        click.echo(say(f"没有这样的选择: {text}{hint}", f"there is no such choice: {text}{hint}"))


def _is_number(decision: Decision, text: str) -> bool:
    return text.isascii() and text.isdecimal() and 1 <= int(text[:4]) <= len(decision.groups)


def chosen(decision: Decision, text: str) -> int | None:
    """选的: what a typed choice is of what the seat could do, 0 a pass; None for what it could not."""
    from analyzer.paipu.notation import SEATED_WORDS
    from analyzer.recorder.entry import SHORT

    group = GROUP.fullmatch(text)
    if group:
        number = int(group[1])
        return decision.groups[number - 1].plays[0] if 1 <= number <= len(decision.groups) else None
    if SEATED_WORDS.get(SHORT.get(text.lower(), text).lower()) == "pass":
        return 0 if decision.choice.may_pass else None
    read = _read(text)
    if read is None or not _has(decision, read):
        return None
    found = decision.choice.option_of(read.cards, read.play)
    return found if any(found in one.plays for one in decision.groups) else None


def _read(text: str) -> Shown | None:
    """Cards as they are typed everywhere: with or without suits, by name, in Chinese; None where they are none."""
    from analyzer.cards import shown
    from analyzer.paipu.notation import cards_of_word

    cards = cards_of_word("".join(text.split()))
    return shown(cards) if cards else None


def _has(decision: Decision, read: Shown) -> bool:
    """Whether the seat has the cards whose suit or mark was typed; of the rest their ranks alone are asked."""
    from analyzer.cards import UNSUITED, B, R, rank_of

    sight = decision.position.sight
    own = Counter(sight.holdings[sight.view - 1] or ())
    named = Counter(card for card in read.cards if card < UNSUITED and card not in (B, R))
    return all(own[card] + own[UNSUITED + rank_of(card)] >= many for card, many in named.items())
