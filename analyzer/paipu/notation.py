"""文字记谱: the words, cards and tokens of the text notation (PAIPU.md, "Text notation").

A text is read line by line. A *token* is what stands between blanks (space, tab, full-width space); within
double quotes, which follow JSON, blanks belong to the token. `#` at the beginning of a token makes the rest
of the line a comment; `note:` and the words of a mind game with a colon make it their text.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Final, NamedTuple

from analyzer.errors import Unreadable
from analyzer.paipu.strict import parse
from analyzer.words import Words

BLANKS: Final = " \t\u3000"
SEATED: Final = {
    "tribute": Words("进贡", "tribute"),
    "draw": Words("抽皇", "draw"),
    "accept": Words("登基", "accept"),
    "yield": Words("让位", "yield"),
    "snatch": Words("抢独", "snatch"),
    "abandon": Words("弃局", "abandon"),
    "call": Words("叫", "call"),
    "guard": Words("明保", "guard"),
    "solo": Words("明独", "solo"),
    "rebel": Words("造反", "rebel"),
    "pass": Words("-", "-"),
    "wind": Words("接风", "wind"),
    "auto": Words("托管", "auto"),
    "manual": Words("取消托管", "manual"),
    "mind": Words("心战", "mind"),
    "escape": Words("逃跑", "escape"),
    "note": Words("注", "note"),
}
"""What may follow a seat, beside cards."""
UNSEATED: Final = {
    "deal": Words("发牌", "deal"),
    "void": Words("流局", "void"),
    "undo": Words("撤回", "undo"),
    "note": Words("注", "note"),
    "end": Words("终局", "end"),
    "seal": Words("封存", "seal"),
}
"""What begins an event that has no seat."""
SAYS: Final = {
    "ally": Words("结盟", "ally"),
    "help": Words("求助", "help"),
    "warn": Words("警告", "warn"),
    "rumour": Words("谣言", "rumour"),
}
WINNERS: Final = {
    "emperor": Words("皇方", "emperor"),
    "rebels": Words("革命党", "rebels"),
    "draw": Words("平局", "draw"),
    None: Words("无", "none"),
}
KEYS: Final = {
    "game": Words("牌局", "game"),
    "rules": Words("玩法", "rules"),
    "players": Words("玩家", "players"),
    "view": Words("视角", "view"),
    "started": Words("开始", "started"),
    "sitting": Words("场次", "sitting"),
    "round": Words("第几局", "round"),
    "previous": Words("上一局", "previous"),
    "emperor": Words("皇", "emperor"),
    "guard": Words("保", "guard"),
    "places": Words("名次", "places"),
    "scores": Words("得分", "scores"),
    "winner": Words("胜方", "winner"),
    "open_solo": Words("明独", "open_solo"),
    "first": Words("先发", "first"),
    "count": Words("次数", "count"),
}
"""Keys that have a Chinese name; all others are written as in JSON."""
ALSO: Final = {
    "过": "pass",
    "不要": "pass",
    "pass": "pass",
    "－": "pass",
    "—": "pass",
    "–": "pass",
    "备注": "note",
}
"""Other words for the same."""


def _both(words: dict[str, Words]) -> dict[str, str]:
    return {said: name for name, pair in words.items() for said in pair}


SEATED_WORDS: Final = _both(SEATED) | ALSO
UNSEATED_WORDS: Final = _both(UNSEATED) | {"备注": "note"}
SAY_WORDS: Final = _both(SAYS)
KEY_WORDS: Final = _both(KEYS)
WINNER_WORDS: Final = {said: name for name, pair in WINNERS.items() for said in pair}
COMMENTS: Final = "x-comments"
"""The header's key that keeps the comments of a text: a list of [how many events come before, text]."""
TO_THE_END: Final = {word + colon for word in (*SAY_WORDS, *SEATED["note"], "备注") for colon in ":："}

_TOKEN = re.compile(rf'(?:"(?:[^"\\]|\\.)*+"|[^"{BLANKS}])++')
_CARD = re.compile(r"(10|[3-9TJQKA2])([SHDC♠♥♦♣])?|([BR])(\*)?|大王|小王|皇|保", re.IGNORECASE)
_NAMED: Final = {"大王": "R", "小王": "B", "皇": "R*", "保": "B*", "10": "T"}
_SUITS: Final = str.maketrans("♠♥♦♣", "shdc")
PLAIN_CARDS: Final = re.compile(r"(?:[3-9TJQKA2][shdc]?|[BR]\*?)+")


class Token(NamedTuple):
    """词: a token with its line and column from 1; `raw`: it is the rest of a line, taken as it stands."""

    text: str
    line: int
    column: int
    raw: bool = False

    def error(self, words: Words) -> Unreadable:
        """An error at this token."""
        return Unreadable(words, line=self.line, column=self.column)


class Line(NamedTuple):
    """一行: the tokens of a line, and its comment."""

    tokens: list[Token]
    comment: str | None


def tokens_of(text: str, number: int, column: int = 1, *, names: bool = False) -> Line:
    """切词: the tokens of a line, and the comment at its end; `column` is where `text` begins in its line.

    `names`: the tokens are names or values, so none of them makes the rest of the line its text.

    >>> line = tokens_of('1 77 2 - # 真快', 3)
    >>> [token.text for token in line.tokens], line.comment
    (['1', '77', '2', '-'], '真快')
    """
    found: list[Token] = []
    at = 0
    while at < len(text):
        if text[at] in BLANKS:
            at += 1
            continue
        if text[at] == "#":
            return Line(found, text[at + 1 :].removeprefix(" "))
        token = _TOKEN.match(text, at)
        end = token.end() if token else at
        if token is None or text[end : end + 1] == '"':
            words = Words("引号没有结束", "the quotes are not closed")
            raise Unreadable(words, line=number, column=column + end)
        found.append(Token(token[0], number, column + at))
        at = end
        if token[0] in TO_THE_END and not names:
            rest = text[at:].strip(BLANKS)
            found.append(Token(rest, number, column + at + 1, raw=True))
            break
    return Line(found, None)


def text_of(token: Token) -> str:
    """The text of a token: what the quotes hold, or the token itself."""
    if token.raw or not token.text.startswith('"'):
        return token.text
    try:
        value = parse(token.text)
    except Unreadable as error:
        raise token.error(error.words) from None
    return str(value)


def cards_of_word(word: str) -> str | None:
    """认牌: the cards that a word names, as JSON writes them; None when it names none.

    Lower case, `10`, full-width letters, suit signs and the Chinese names of the jokers are understood.

    >>> [cards_of_word(word) for word in ("jj", "10h10", "大王小王", "皇9♠", "３３", "皇帝")]
    ['JJ', 'ThT', 'RB', 'R*9s', '33', None]
    """
    if PLAIN_CARDS.fullmatch(word):
        return word
    text = unicodedata.normalize("NFKC", word).replace("\ufe0f", "")
    cards, at = [], 0
    while at < len(text):
        found = _CARD.match(text, at)
        if found is None:
            return None
        cards.append(_card(found))
        at = found.end()
    return "".join(cards)


def _card(found: re.Match[str]) -> str:
    """One card as JSON writes it."""
    rank, suit, joker, mark = found.groups()
    if joker:
        return joker.upper() + (mark or "")
    if not rank:
        return _NAMED[found[0]]
    return _NAMED.get(rank, rank.upper()) + (suit or "").lower().translate(_SUITS)


def quoted(text: str) -> str:
    r"""加引号: a text in the quotes of JSON.

    >>> quoted('a "b"')
    '"a \\"b\\""'
    """
    return json.dumps(text, ensure_ascii=False)


def word(text: str) -> str:
    """成词: a text as one token: as it is, or in quotes where it has blanks or quotes, or could be a comment.

    >>> word("过牌"), word("Tom B"), word("")
    ('过牌', '"Tom B"', '""')
    """
    simple = text and not re.search(r'[\s"\0-\x1f\x7f-\x9f]', text) and text[0] != "#"
    return text if simple else quoted(text)


def rest(text: str) -> str | None:
    """A text as the rest of a line; None where it must stand in quotes."""
    simple = text and text == text.strip() and not re.search(r"[\0-\x1f\x7f-\x9f]", text) and text[0] != '"'
    return text if simple else None
