"""排版: lines and columns for a terminal, where a Chinese character is two columns wide."""

from __future__ import annotations

import shutil
import unicodedata
from collections.abc import Iterable, Sequence

NARROWEST, WIDEST = 40, 100
WIDE = frozenset("WF")


def width(text: str) -> int:
    """宽度: how many columns a text takes; what combines with the character before takes none.

    >>> width("皇帝 R*"), width("e\u0301")
    (7, 1)
    """
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in WIDE else 1


def pad(text: str, columns: int) -> str:
    """补齐: the text with blanks after it, to a number of columns; a longer one as it is.

    >>> pad("过", 4) + "|"
    '过  |'
    """
    return text + " " * (columns - width(text))


def terminal_width() -> int:
    """The columns of the terminal, within what is pleasant to read."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))


def wrap(text: str, columns: int) -> list[str]:
    """折行: a text as lines of at most that many columns; breaks at blanks and after any wide character.

    >>> wrap("皇帝一方 and the rebels", 10)
    ['皇帝一方', 'and the', 'rebels']
    >>> wrap("侍卫得底数", 6)
    ['侍卫得', '底数']
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for piece in _pieces(paragraph):
            if line and width(line) + width(piece.rstrip()) > columns:
                lines.append(line.rstrip())
                line = ""
            line += piece if line else piece.lstrip()
        lines.append(line.rstrip())
    return lines


CLOSING = frozenset(",.;:!?)]}»，。；：！？、）】》”’」』")
"""What does not begin a line."""
OPENING = frozenset("([{«（【《“‘「『")
"""What does not end one."""


def _pieces(text: str) -> Iterable[str]:
    """What may not be broken: a word, or a wide character, with the blanks and stops after it."""
    piece = ""
    for character in text:
        if piece and _may_break(piece, character):
            yield piece
            piece = ""
        piece += character
    if piece:
        yield piece


def _may_break(piece: str, character: str) -> bool:
    last = piece.rstrip()[-1:] or " "
    if character == " " or character in CLOSING or last in OPENING:
        return False
    return piece.endswith(" ") or 2 in (_columns(last), _columns(character))


def pairs(rows: Sequence[tuple[str, str]], columns: int) -> list[str]:
    """两列: rows of a term and what it means, the second column wrapped and in line.

    >>> pairs([("--at", "事件"), ("--view S", "谁的视角")], 40)
    ['  --at      事件', '  --view S  谁的视角']
    """
    left = min(max((width(term) for term, _ in rows), default=0), columns // 2) + 4
    lines: list[str] = []
    for term, meaning in rows:
        first, *rest = wrap(meaning, max(columns - left, 10))
        if width(term) + 4 > left:
            lines += [f"  {term}", " " * left + first]
        else:
            lines.append((pad(f"  {term}", left) + first).rstrip())
        lines += [" " * left + line for line in rest]
    return lines


def table(rows: Sequence[Sequence[str]], gap: str = "  ") -> list[str]:
    """表格: rows of cells as lines, every column as wide as its widest cell.

    >>> table([("玩法", "张"), ("room-six", "168")])
    ['玩法      张', 'room-six  168']
    """
    widths = [max(width(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        gap.join(pad(cell, columns) for cell, columns in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
