"""抄写: writing logs in the text notation (PAIPU.md, "Text notation"), so that they read back exactly."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
from msgspec import UNSET

from analyzer.events import (
    Auto,
    Call,
    Deal,
    Declare,
    End,
    Event,
    Log,
    Mind,
    Note,
    Pass,
    Play,
    Seal,
    Tribute,
    Undo,
    Void,
    Yield,
    type_of,
)
from analyzer.paipu.checks import is_chained
from analyzer.paipu.notation import (
    COMMENTS,
    KEYS,
    PLAIN_CARDS,
    SAYS,
    SEATED,
    UNSEATED,
    WINNERS,
    quoted,
    rest,
    word,
)
from analyzer.paipu.writing import plain
from analyzer.words import Lang, Words

WIDTH: Final = 76
"""How wide the lines of plays are."""
_TAME: Final = re.compile(r"[\w.-]+")
_CONTROL: Final = re.compile(r"[\0-\x1f\x7f-\x9f]")
_MARKED: Final[dict[type[Event], tuple[str, ...]]] = {
    Deal: ("first",),
    End: ("places", "scores", "emperor", "guard"),
    Seal: ("events", "head", "key", "signature"),
}
_PREVIOUS: Final = ("emperor", "guard", "places", "winner", "open_solo")


def dumps_text(log: Log, lang: Lang = "zh", *, gaps: bool = False) -> str:
    """抄写: a log in the text notation; with `gaps` passes are left out of its events, so it is not full.

    >>> from analyzer.events import Pass, Play
    >>> names = ("老王", "小李", "阿强", "Mei", "Tom B")
    >>> events = (Play(seat=1, cards="7h7d"), Pass(seat=2), Note(text="快!", seat=3))
    >>> log = Log(format="paipu", version=1, game="1", rules="simple", players=names, events=events)
    >>> print(dumps_text(log))
    paipu 1 full
    牌局: 1
    玩法: simple
    玩家: 老王 小李 阿强 Mei "Tom B"
    <BLANKLINE>
    1 7h7d  2 -
    3 注: 快!
    <BLANKLINE>
    """
    return "\n".join(["paipu 1" if gaps else "paipu 1 full", *_Scribe(log, lang).lines()]) + "\n"


class _Scribe:
    """Writes one log in one language."""

    def __init__(self, log: Log, lang: Lang) -> None:
        self.log = log
        self.lang = lang
        self.comments = comments_of(log)

    def say(self, words: Words) -> str:
        return words.say(self.lang)

    def key(self, name: str) -> str:
        return self.say(KEYS[name]) if name in KEYS else name

    def lines(self) -> list[str]:
        """All lines."""
        lines = [*self._header(), ""]
        row = ""
        for index, event in enumerate(self.log.events):
            said, alone = self._event(event)
            comments = self._comments(index)
            if row and (comments or alone or len(row) + len(said) + 2 > WIDTH):
                lines.append(row)
                row = ""
            lines += comments
            if alone:
                lines.append(said)
            else:
                row = f"{row}  {said}" if row else said
        return [*lines, *([row] if row else []), *self._comments(len(self.log.events))]

    def _comments(self, place: int) -> list[str]:
        """The comment lines before an event."""
        return [f"# {text}" if text else "#" for at, text in self.comments or () if at == place]

    def _header(self) -> list[str]:
        """The header lines."""
        value = plain(self.log)
        for key in ("format", "version", "events", *((COMMENTS,) if self.comments else ())):
            del value[key]
        return [f"{self._name(key)}: {self._value(key, item)}" for key, item in value.items()]

    def _name(self, key: str) -> str:
        """A key, in quotes where it could be read as something else."""
        return self.key(key) if _TAME.fullmatch(key) else quoted(key)

    def _value(self, key: str, value: Any) -> str:
        """The value of a header line."""
        if key.startswith("x-") or isinstance(value, dict | int):
            return self._previous(value) if key == "previous" else json_text(value)
        if key == "players":
            return " ".join(map(word, value))
        return value if rest(value) and not set('"#') & set(value) and value[0] != "{" else quoted(value)

    def _previous(self, value: dict[str, Any]) -> str:
        return " ".join(f"{self.key(key)}={self._mark(key, value[key])}" for key in _PREVIOUS if key in value)

    def _mark(self, key: str, value: Any) -> str:
        """The value of a mark."""
        if key == "winner":
            return self.say(WINNERS[value])
        if key.startswith("x-") or isinstance(value, bool):
            return json_text(value)
        return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)

    def _event(self, event: Event) -> tuple[str, bool]:
        """An event, and whether it stands on a line of its own."""
        marks = self._marks(event)
        if isinstance(event, Deal):
            return self._deal(event, marks), True
        said = self._said(event, last=not marks)
        return " ".join([said, *marks]), bool(marks) or not isinstance(event, Play | Pass)

    def _marks(self, event: Event) -> list[str]:
        """The marks of an event."""
        names = (*_MARKED.get(type(event), ()), "t", "h")
        value = {name: getattr(event, name) for name in names if getattr(event, name) is not UNSET}
        value |= event.x or {}
        return [f"{self._name(key)}={self._mark(key, item)}" for key, item in value.items()]

    def _said(self, event: Event, *, last: bool) -> str:
        """An event without its marks; `last`: nothing follows it on its line."""
        if isinstance(event, Note):
            seat = f"{event.seat} " if event.seat is not UNSET else ""
            return seat + self._text(self.say(SEATED["note"]), event.text, last=last)
        if isinstance(event, Undo):
            return self.say(UNSEATED["undo"]) + ("" if event.count is UNSET else str(event.count))
        if isinstance(event, Deal | Void | End | Seal):
            return self.say(UNSEATED[type_of(event)])
        if isinstance(event, Tribute):
            return f"{event.source} {self.say(SEATED['tribute'])} {event.to} {cards_text(event.cards)}"
        return f"{event.seat} {self._done(event, last=last)}"

    def _done(self, event: Event, *, last: bool) -> str:
        """What a seat does."""
        if isinstance(event, Play):
            return cards_text(event.cards)
        if isinstance(event, Pass):
            return self.say(SEATED["pass" if event.wind is UNSET else "wind"])
        if isinstance(event, Declare):
            return self.say(SEATED[event.what])
        if isinstance(event, Auto):
            return self.say(SEATED["auto" if event.on else "manual"])
        name = self.say(SEATED[type_of(event)])
        if isinstance(event, Yield):
            return f"{name} {event.to} {cards_text(event.cards)}"
        if isinstance(event, Call):
            return f"{name} {cards_text(event.cards)}"
        if isinstance(event, Mind):
            said = self.say(SAYS[event.say])
            said = said if event.text is UNSET else self._text(said, event.text, last=last)
            return f"{name} {event.to} {said}"
        return name

    def _text(self, before: str, text: str, *, last: bool) -> str:
        """A text behind a word: as the rest of the line, or in quotes."""
        return f"{before}: {rest(text)}" if last and rest(text) else f"{before} {quoted(text)}"

    def _deal(self, event: Deal, marks: list[str]) -> str:
        """The deal: its marks, then a line for each hand."""
        hands = [f"?{hand}" if isinstance(hand, int) else cards_text(hand) for hand in event.hands]
        rows = [f"  {seat}: {hand}" for seat, hand in enumerate(hands, 1)]
        return "\n".join([" ".join([self.say(UNSEATED["deal"]), *marks]), *rows])


def comments_of(log: Log) -> list[tuple[int, str]] | None:
    """注释: the comments that a text had, as (how many events come before, text); None where there are none.

    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> log = Log(format="paipu", version=1, game="1", rules="simple", players=names, events=())
    >>> comments_of(msgspec.structs.replace(log, x={"x-comments": [[0, "开始"]]}))
    [(0, '开始')]
    """
    found = (log.x or {}).get(COMMENTS)
    if not isinstance(found, list) or not all(map(_is_comment, found)) or is_chained(log):
        return None
    places = [place for place, _ in found]
    fit = places == sorted(places) and all(0 <= place <= len(log.events) for place in places)
    return [(place, text) for place, text in found] if found and fit else None


def _is_comment(item: Any) -> bool:
    """Whether it is a place and a line of text."""
    if not isinstance(item, list) or len(item) != 2 or type(item[0]) is not int or not isinstance(item[1], str):
        return False
    return not _CONTROL.search(item[1])


def cards_text(cards: str) -> str:
    """Cards as one token."""
    return cards if PLAIN_CARDS.fullmatch(cards) else quoted(cards)


def json_text(value: Any) -> str:
    """A value as JSON without blanks."""
    return msgspec.json.encode(value).decode()
