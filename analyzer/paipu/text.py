"""文字记谱: reading logs from the text notation that a person types (PAIPU.md, "Text notation").

A text is cut into games; each is read on its own: header lines to the keys of a header, tokens to events.
What these say is then checked exactly as if it had been JSON.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from analyzer.errors import Unreadable
from analyzer.events import Log
from analyzer.paipu.checks import check_log, is_chained
from analyzer.paipu.encoding import Encoding, Line, decoded, lines_of
from analyzer.paipu.json import strictly
from analyzer.paipu.notation import BLANKS, COMMENTS, KEY_WORDS, SEATED, Token, text_of, tokens_of
from analyzer.paipu.source import Sourced
from analyzer.paipu.spoken import Spoken
from analyzer.paipu.strict import DEEPEST, parse
from analyzer.words import Words

LONGEST_TEXT: Final = 256 << 10
"""The longest game in the notation, in bytes."""
MAGIC: Final = re.compile(r"paipu(?:[ \t]+(?P<version>\S+))?(?:[ \t]+(?P<full>full|全))?")
"""The first line of a game: `full` says that no pass is left out."""
_KEY: Final = re.compile(rf'[{BLANKS}]*("(?:[^"\\]|\\.)*+"|[^"#:：{BLANKS}]+)[{BLANKS}]*[:：](.*)', re.DOTALL)
_GAME: Final = re.compile(rf"[{BLANKS}]*(?:game|牌局)[{BLANKS}]*[:：](.*)", re.DOTALL)
_NEWS: Final = re.compile(b"paipu|game|" + b"|".join("牌局".encode(code) for code in ("utf-8", "gb18030")))
"""What a line has that may begin a game."""
_NUMBER: Final = re.compile(r"-?[0-9]{1,17}")
_COMMENT: Final = re.compile(rf'"(?:[^"\\]|\\.)*+"|[{BLANKS}]#')
_BLANK_BYTES: Final = BLANKS.encode()
HEADER_KEYS: Final = (
    "game", "rules", "rules_sha256", "players", "view", "started", "sitting", "round", "previous", "replaces",
    "salt", "h",
)  # fmt: skip


class _Game:
    """The lines of one game; `size` is how long it is, even where not all lines are kept."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.size = sum(len(line.raw or b"") for line in lines)
        self.blank = True
        self.named = False

    def add(self, line: Line, text: str) -> None:
        """Add a line."""
        self.size += LONGEST_TEXT + 1 if line.raw is None else len(line.raw)
        if self.size <= LONGEST_TEXT or not self.lines:
            self.lines.append(line)
        self.blank = self.blank and (not text or text.startswith("#"))
        self.named = self.named or bool(_GAME.match(text))

    def comments_above(self, number: int) -> list[Line]:
        """Take off the comments that stand right above this line: they belong to the next game."""
        at = len(self.lines)
        while at and _is_comment(self.lines[at - 1]) and self.lines[at - 1].number == number - 1:
            at, number = at - 1, number - 1
        taken = self.lines[at:]
        del self.lines[at:]
        return taken


def _is_comment(line: Line) -> bool:
    return line.start.lstrip(_BLANK_BYTES).startswith(b"#")


def read_text(lines: Iterable[Line], encoding: Encoding, file: str) -> Iterator[Sourced | Unreadable]:
    """读文字: the games of a text in the notation; one bad game never loses its neighbours."""
    found = False
    for game in _cut(lines, encoding):
        if game.blank:
            continue
        found = True
        try:
            yield _read(game, encoding, file)
        except Unreadable as error:
            error.file, error.game = file, error.game or _name(game, encoding)
            error.line = error.line or game.lines[0].number
            yield error
    if not found:
        yield Unreadable(Words("这里没有牌局", "there is no game here"), file=file, line=1)


def _read(game: _Game, encoding: Encoding, file: str) -> Sourced:
    """The log of one game."""
    if game.size > LONGEST_TEXT:
        raise Unreadable(Words("这一局太长", "the game is too long"))
    log, gaps = _Reader([(line.number, _text(line, encoding)) for line in game.lines]).read()
    whole = b"\n".join(line.raw or b"" for line in game.lines)
    return Sourced(log, file, game.lines[0].number, whole, "txt", encoding, gaps=gaps)


def loads_text(text: str, name: str = "-") -> Iterator[Sourced | Unreadable]:
    r"""读文字: the games of a text in the notation.

    >>> text = "game: 1\nrules: simple\nplayers: 甲 乙 丙 丁 戊\n1 77 2 99 3 - 4 JJ"
    >>> found = next(loads_text(text))
    >>> [(event.seat, getattr(event, "cards", None)) for event in found.log.events], found.gaps
    ([(1, '77'), (2, '99'), (3, None), (4, 'JJ')], True)
    """
    return read_text(lines_of(io.BytesIO(text.encode())), "utf-8", name)


def _text(line: Line, encoding: Encoding) -> str:
    """The text of a line."""
    raw = line.raw or b""
    if b"\0" in raw:
        raise Unreadable(Words("含有NUL字节", "there is a NUL byte"), line=line.number)
    try:
        return decoded(raw, encoding)
    except Unreadable as error:
        raise Unreadable(error.words, line=line.number) from None


def _cut(lines: Iterable[Line], encoding: Encoding) -> Iterator[_Game]:
    """The games of a text: one begins at a line `paipu` or a second line `game:`.

    The comments right above that line belong to it.
    """
    game = _Game([])
    for line in lines:
        if game.size > LONGEST_TEXT and not _NEWS.search(line.start):
            continue
        text = line.start.decode(encoding, "replace").strip(f"{BLANKS}\r\n")
        begins = bool(MAGIC.fullmatch(text)) or (game.named and bool(_GAME.match(text)))
        if begins and not game.blank:
            above = game.comments_above(line.number)
            yield game
            game = _Game(above)
        game.add(line, text)
    yield game


def _name(game: _Game, encoding: Encoding) -> str | None:
    """The name of a game, for errors."""
    for line in game.lines:
        if found := _GAME.match(line.start.decode(encoding, "replace")):
            return _split_comment(found[1])[0].strip(f"{BLANKS}\r\n")[:120] or None
    return None


def _split_comment(value: str) -> tuple[str, str | None]:
    """The value of a header line and the comment behind it."""
    for found in _COMMENT.finditer(value):
        if found[0][0] != '"':
            return value[: found.start()], value[found.end() :].removeprefix(" ")
    return value, None


class _Reader:
    """Reads one game."""

    def __init__(self, lines: list[tuple[int, str]]) -> None:
        self.lines = lines
        self.header: dict[str, Any] = {"format": "paipu", "version": 1}
        self.spots: dict[str, Token] = {}
        self.tokens: list[Token] = []
        self.comments: list[tuple[int, str]] = []
        self.full = False

    def read(self) -> tuple[Log, bool]:
        """The log, and whether passes may have been left out."""
        in_header = True
        for number, text in self.lines:
            in_header = in_header and self._head(number, text)
            if not in_header:
                tokens, comment = tokens_of(text, number)
                self.tokens += tokens
                self._comment(comment)
        spoken = Spoken(self.tokens)
        events = spoken.events()
        self._keep_comments(spoken)
        try:
            log = strictly({**self.header, "events": events})
            assert isinstance(log, Log)
            check_log(log)
        except Unreadable as error:
            raise self._placed(error, spoken) from None
        chained = is_chained(log)
        if chained and self.comments:
            words = Words(
                "链式牌谱里不能有#注释, 那会改变牌谱头的哈希",
                "a chained log takes no # comments: they would change the hash of its header",
            )
            raise Unreadable(words)
        return log, not self.full and not chained

    def _comment(self, comment: str | None) -> None:
        if comment is not None:
            self.comments.append((len(self.tokens), comment))

    def _keep_comments(self, spoken: Spoken) -> None:
        """Put the comments into the header."""
        if not self.comments:
            return
        if COMMENTS in self.header:
            words = Words(f"既有{COMMENTS}又有#注释", f"there are both {COMMENTS} and # comments")
            raise self.spots[COMMENTS].error(words)
        self.header[COMMENTS] = [[spoken.begun(at), text] for at, text in self.comments]

    def _head(self, number: int, text: str) -> bool:
        """Take a line of the header; False when it is none."""
        bare = text.lstrip(BLANKS)
        if not bare or bare.startswith("#"):
            self._comment(bare[1:].removeprefix(" ") if bare else None)
            return True
        if found := MAGIC.fullmatch(bare.rstrip(BLANKS)):
            self._magic(found, number)
            return True
        found = _KEY.fullmatch(text)
        if found is None or re.fullmatch("[0-9]+", found[1]) or found[1] in (*SEATED["note"], "备注"):
            return False
        token = Token(found[1], number, found.start(1) + 1)
        written = text_of(token)
        key = KEY_WORDS.get(written, written)
        if key not in HEADER_KEYS and not key.startswith("x-"):
            raise token.error(Words(f'不认识的键"{key[:60]}"', f'unknown key "{key[:60]}"'))
        if key in self.header:
            raise token.error(Words(f'键"{key}"出现两次', f'the key "{key}" stands twice'))
        self.spots[key] = token
        value, comment = _split_comment(found[2])
        self._comment(comment)
        self.header[key] = self._value(key, value, number, found.start(2) + 1)
        return True

    def _magic(self, found: re.Match[str], number: int) -> None:
        version = found["version"] or "1"
        if version in ("full", "全"):
            version, self.full = "1", True
        self.full = self.full or bool(found["full"])
        if version != "1":
            words = Words(
                f"这是paipu {version}, 本程序读paipu 1",
                f"this is paipu {version}, and this program reads paipu 1",
            )
            raise Unreadable(words, line=number, column=1)

    def _value(self, key: str, value: str, number: int, column: int) -> Any:
        """The value of a header line."""
        column += len(value) - len(value.lstrip(BLANKS))
        value = value.strip(BLANKS)
        token = Token(value, number, column)
        if not value:
            raise token.error(Words(f"{key}后没有值", f"there is no value after {key}"))
        if key == "players":
            return [text_of(name) for name in tokens_of(value, number, column, names=True).tokens]
        if key == "previous":
            return Spoken(tokens_of(value, number, column, names=True).tokens).previous()
        if key in ("view", "round"):
            if not _NUMBER.fullmatch(value):
                raise token.error(Words("应为整数", "a whole number is wanted"))
            return int(value)
        if key.startswith("x-") or value[0] == '"' or (key == "rules" and value[0] == "{"):
            return json_of(token, value)
        return value

    def _placed(self, error: Unreadable, spoken: Spoken) -> Unreadable:
        """The error with the line and column of what it is about."""
        path = error.path or ""
        spot = spoken.spot(error.event, path) if error.event is not None else None
        spot = spot or self.spots.get(re.split(r"[.\[]", path)[0])
        if spot:
            error.line, error.column = spot.line, spot.column
        return error


def json_of(token: Token, value: str) -> Any:
    """The value of some JSON in a header line."""
    try:
        return parse(value, DEEPEST - 1)
    except Unreadable as error:
        column = token.column + (error.column or 1) - 1
        raise Unreadable(error.words, line=token.line, column=column) from None
