"""口述: the events that the tokens of a text in the notation say (PAIPU.md, "Text notation")."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Any, Final

from analyzer.errors import Unreadable
from analyzer.paipu.notation import (
    KEY_WORDS,
    SAY_WORDS,
    SEATED_WORDS,
    TO_THE_END,
    UNSEATED_WORDS,
    WINNER_WORDS,
    Token,
    cards_of_word,
    text_of,
)
from analyzer.paipu.strict import DEEPEST, parse
from analyzer.words import Words

_SEAT: Final = re.compile(r"[0-9]{1,3}")
_UNDO: Final = re.compile(r"(?:undo|撤回)([0-9]{1,16})")
_HIDDEN: Final = re.compile(r"[?？]([0-9]{1,16})|([0-9]{1,16})张")
_LABEL: Final = re.compile(r"([1-5])[:：](.*)", re.DOTALL)
_MARK: Final = re.compile(r'("(?:[^"\\]|\\.)*+"|[^="]+)=(.*)', re.DOTALL)
_NUMBER: Final = re.compile(r"-?[0-9]{1,17}")
_NUMBERS: Final = {"t", "first", "count", "emperor", "guard", "events"}
_LISTS: Final = {"places", "scores"}
_MARKS: Final = {
    "deal": {"first"},
    "undo": {"count"},
    "end": {"places", "scores", "emperor", "guard"},
    "seal": {"events", "head", "key", "signature"},
    "previous": {"emperor", "guard", "places", "winner", "open_solo"},
}
_BARE: Final = ("draw", "accept", "snatch", "abandon", "escape")


class Spoken:
    """口述: reads events from tokens, one after the other, and remembers where each began."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.begins: list[int] = []
        self.spots: list[dict[str, Token]] = []

    def events(self) -> list[dict[str, Any]]:
        """All events, as the mappings that JSON would have.

        >>> from analyzer.paipu.notation import tokens_of
        >>> Spoken(tokens_of("1 登基 t=5 1 77 2 过", 1).tokens).events()[1:]
        [{'type': 'play', 'seat': 1, 'cards': '77'}, {'type': 'pass', 'seat': 2}]
        """
        found = []
        while self.at < len(self.tokens):
            self.begins.append(self.at)
            self.spots.append({"": self.tokens[self.at]})
            event = self._event()
            self._marks(event)
            found.append(event)
        return found

    def previous(self) -> dict[str, Any]:
        """The previous game's result, from the tokens of its header line."""
        found: dict[str, Any] = {}
        self._marks(found)
        if self.at < len(self.tokens):
            raise self.tokens[self.at].error(Words("应如 皇=1", "something like emperor=1 is wanted"))
        return found

    def begun(self, at: int) -> int:
        """How many events begin before this token."""
        return bisect_left(self.begins, at)

    def spot(self, event: int, path: str) -> Token | None:
        """The token of a path in an event."""
        if event >= len(self.spots):
            return None
        spots = self.spots[event]
        return spots.get(path.partition("].")[2], spots[""])

    def _peek(self) -> Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def _take(self, wanted: Words, key: str | None = None) -> Token:
        """The next token; `key` is what it is for."""
        token = self._peek()
        if token is None:
            last = self.tokens[self.at - 1]
            raise last.error(Words(f"后面缺少{wanted.zh}", f"{wanted.en} is missing after this"))
        self.at += 1
        if key:
            self.spots[-1][key] = token
        return token

    def _event(self) -> dict[str, Any]:
        """The next event, without its marks."""
        token = self._take(Words("事件", "an event"))
        if _SEAT.fullmatch(token.text):
            return self._seated(int(token.text))
        word = _word(token)
        if undo := _UNDO.fullmatch(word):
            return {"type": "undo", "count": int(undo[1])}
        name = UNSEATED_WORDS.get(word)
        if name is None:
            said = token.text[:40]
            raise token.error(Words(f'"{said}"既不是座位也不是事件', f'"{said}" is neither a seat nor an event'))
        if name == "deal":
            event = {"type": name}
            self._marks(event)
            return event | {"hands": [self._hand(seat) for seat in range(1, 6)]}
        return {"type": name, "text": self._text()} if name == "note" else {"type": name}

    def _seated(self, seat: int) -> dict[str, Any]:
        """What a seat does."""
        token = self._take(Words("牌或动作", "cards or an action"), "cards")
        name = SEATED_WORDS.get(_word(token))
        if name is None:
            return {"type": "play", "seat": seat, "cards": self._cards(token)}
        if name in ("pass", "wind"):
            return {"type": "pass", "seat": seat} | ({"wind": True} if name == "wind" else {})
        if name in ("guard", "solo", "rebel"):
            return {"type": "declare", "seat": seat, "what": name}
        if name in ("auto", "manual"):
            return {"type": "auto", "seat": seat, "on": name == "auto"}
        if name in _BARE:
            return {"type": name, "seat": seat}
        if name == "note":
            return {"type": name, "text": self._text(), "seat": seat}
        if name == "mind":
            return self._mind(seat)
        event: dict[str, Any] = {"type": name, "from" if name == "tribute" else "seat": seat}
        if name != "call":
            event["to"] = self._seat()
        event["cards"] = self._cards(self._take(Words("牌", "cards"), "cards"))
        return event

    def _seat(self) -> int:
        token = self._take(Words("座位", "a seat"), "to")
        if not _SEAT.fullmatch(token.text):
            raise token.error(Words("这里应是座位1-5", "a seat, 1-5, is wanted here"))
        return int(token.text)

    def _mind(self, seat: int) -> dict[str, Any]:
        """A mind game: to whom, what, and its text."""
        event: dict[str, Any] = {"type": "mind", "seat": seat, "to": self._seat()}
        token = self._take(Words("结盟、求助、警告或谣言", "ally, help, warn or rumour"), "say")
        if _word(token) not in SAY_WORDS:
            raise token.error(Words("应是结盟、求助、警告或谣言", "ally, help, warn or rumour is wanted"))
        event["say"] = SAY_WORDS[_word(token)]
        follows = self._peek()
        if follows and (follows.raw or (follows.text.startswith('"') and not _MARK.fullmatch(follows.text))):
            event["text"] = self._text()
        return event

    def _text(self) -> str:
        """A text: the rest of a line, or in quotes."""
        token = self._take(Words("文字", "a text"))
        if not token.raw and not token.text.startswith('"'):
            raise token.error(Words("这里的文字要加引号, 或前加冒号", "a text stands in quotes here, or after a colon"))
        return text_of(token)

    def _cards(self, token: Token) -> str:
        """The cards of a token, as JSON writes them."""
        if token.text.startswith('"'):
            return text_of(token)
        cards = cards_of_word(token.text)
        if cards is None:
            said = token.text[:40]
            raise token.error(Words(f'"{said}"既不是牌也不是动作', f'"{said}" is neither cards nor an action'))
        return cards

    def _hand(self, seat: int) -> str | int:
        """A dealt hand: one token, or behind its seat and a colon the rest of the line."""
        token = self._take(Words("手牌", "a hand"), f"hands[{seat - 1}]")
        label = None if token.text.startswith('"') else _LABEL.fullmatch(token.text)
        if label is None:
            return self._held(token)
        if int(label[1]) != seat:
            raise token.error(Words(f"这里应是{seat}的手牌", f"the hand of seat {seat} is wanted here"))
        parts = [token._replace(text=label[2], column=token.column + 2)] if label[2] else []
        while (token_ := self._peek()) and token_.line == token.line and not _MARK.fullmatch(token_.text):
            parts.append(self._take(Words("牌", "cards")))
        if not parts:
            raise token.error(Words("后面缺少手牌", "a hand is missing after this"))
        return self._held(parts[0]) if len(parts) == 1 else "".join(self._cards(part) for part in parts)

    def _held(self, token: Token) -> str | int:
        """A hand in one token: cards, or how many."""
        if hidden := _HIDDEN.fullmatch(token.text):
            return int(hidden[1] or hidden[2])
        return self._cards(token)

    def _marks(self, event: dict[str, Any]) -> None:
        """Take the `key=value` tokens that follow, into an event or the previous game's result."""
        kind = event.get("type", "previous")
        allowed = _MARKS.get(kind, set()) | (set() if kind == "previous" else {"t", "h"})
        while (token := self._peek()) and not token.raw and (found := _MARK.fullmatch(token.text)):
            self.at += 1
            written = text_of(token._replace(text=found[1]))
            key = KEY_WORDS.get(written, written)
            if key not in allowed and (kind == "previous" or not key.startswith("x-")):
                raise token.error(Words(f'不认识的键"{key[:60]}"', f'unknown key "{key[:60]}"'))
            if key in event:
                raise token.error(Words(f'键"{key}"出现两次', f'the key "{key}" stands twice'))
            if self.spots:
                self.spots[-1][key] = token
            event[key] = _value(key, found[2], token, found.start(2))


def _word(token: Token) -> str:
    """The word of a token, without the colon that makes the rest of the line its text."""
    return token.text[:-1] if token.text in TO_THE_END else token.text


def _value(key: str, value: str, token: Token, shift: int) -> Any:
    """The value of a mark."""
    if key in _NUMBERS:
        return _number(value, token)
    if key in _LISTS:
        return [_number(part, token) for part in re.split("[,，]", value)]
    if key == "winner":
        if value not in WINNER_WORDS:
            raise token.error(Words("应是皇方、革命党、平局或无", "emperor, rebels, draw or none is wanted"))
        return WINNER_WORDS[value]
    if key == "open_solo":
        if value not in ("true", "false"):
            raise token.error(Words("应为true或false", "true or false is wanted"))
        return value == "true"
    if not key.startswith("x-"):
        return value
    try:
        return parse(value, DEEPEST - 3)
    except Unreadable as error:
        column = token.column + shift + (error.column or 1) - 1
        raise Unreadable(error.words, line=token.line, column=column) from None


def _number(text: str, token: Token) -> int:
    if not _NUMBER.fullmatch(text):
        raise token.error(Words("应为整数", "a whole number is wanted"))
    return int(text)
