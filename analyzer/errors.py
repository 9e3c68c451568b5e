"""What can go wrong, as nouns: cannot be read, cannot be played, is no ruleset, is not recorded.

Every error is a `PaishenError`: one clear sentence in Chinese and English, and the facts behind it as attributes.
"""

from __future__ import annotations

import errno
from dataclasses import dataclass, field
from typing import Final

from analyzer.words import Lang, Words, tame

BY_ERRNO: Final = {
    errno.ENOENT: Words("没有这个文件或目录", "no such file or directory"),
    errno.EACCES: Words("没有权限", "permission denied"),
    errno.EISDIR: Words("这是目录, 不是文件", "this is a directory, not a file"),
    errno.ENOTDIR: Words("这不是目录", "this is not a directory"),
    errno.EEXIST: Words("已经有了", "it exists already"),
    errno.ENOSPC: Words("磁盘满了", "the disk is full"),
    errno.EDQUOT: Words("磁盘配额用完了", "the disk quota is used up"),
    errno.EFBIG: Words("文件太大, 写不下了", "the file is too large to grow"),
    errno.EROFS: Words("磁盘只能读", "the disk can only be read"),
    errno.EIO: Words("磁盘读写出错", "the disk failed"),
    errno.EADDRINUSE: Words("端口已被占用", "the port is in use"),
}


def reason(error: OSError) -> Words:
    """原因: what the system says went wrong, without the place; in its own English where we have no words for it.

    >>> reason(OSError(28, "No space left on device")).zh, reason(OSError("stopped")).zh
    ('磁盘满了', 'stopped')
    """
    said = str(error.strerror or error)
    return BY_ERRNO.get(error.errno or 0, Words(said, said))


@dataclass(eq=False)
class PaishenError(Exception):
    """错误: the base of every error that this package raises on purpose.

    `words` is one sentence without the place; `say(lang)` and `str()` (English) put the place in front of it.

    >>> error = PaishenError(Words("没有内容", "nothing to read"), file="a.jsonl", line=3)
    >>> str(error), error.say("zh")
    ('a.jsonl, line 3: nothing to read', 'a.jsonl 第3行: 没有内容')
    """

    words: Words
    file: str | None = field(default=None, kw_only=True)
    line: int | None = field(default=None, kw_only=True)
    column: int | None = field(default=None, kw_only=True)
    game: str | None = field(default=None, kw_only=True)
    event: int | None = field(default=None, kw_only=True)
    path: str | None = field(default=None, kw_only=True)

    def place(self, lang: Lang) -> str:
        """Where it is, as words: file, line, column, game, event, path - as far as each is known."""
        named = (
            (Words("第{}行", "line {}"), self.line),
            (Words("第{}列", "column {}"), self.column),
            (Words("牌局 {}", "game {}"), self.game),
            (Words("事件 {}", "event {}"), self.event),
            (Words("位置 {}", "at {}"), self.path),
        )
        parts = [self.file] if self.file else []
        parts += [words.say(lang).format(value) for words, value in named if value is not None]
        return (" " if lang == "zh" else ", ").join(parts)

    def say(self, lang: Lang) -> str:
        """The whole sentence in one language, and nothing in it that a terminal would obey."""
        place = self.place(lang)
        return tame(f"{place}: {self.words.say(lang)}" if place else self.words.say(lang))

    def inside(self, *, event: bool = False) -> Words:
        """The sentence with the place inside its game alone, for whoever tells file, line and game apart.

        `event`: with the event index, too.

        >>> PaishenError(Words("没有内容", "nothing to read"), file="a.jsonl", line=3, column=7).inside().en
        'column 7: nothing to read'
        """
        kept = self.event if event else None
        bare = PaishenError(self.words, column=self.column, event=kept, path=self.path)
        return Words(bare.say("zh"), bare.say("en"))

    def __str__(self) -> str:
        return self.say("en")


class Unreadable(PaishenError):
    """不可读: the text is no paipu, no cards, no notation, no ruleset file - it cannot be read."""


class RulesetError(PaishenError):
    """玩法错误: a ruleset names unknown keys, values out of range, or a combination that cannot be played."""


@dataclass(eq=False)
class Refusal(PaishenError):
    """不合规则: an event breaks a rule; `code` is the verdict's code (PAIPU.md, "Codes")."""

    code: str = field(default="", kw_only=True)


@dataclass(eq=False)
class NotRecorded(PaishenError):
    """未记录: a recorder did not take something, for a reason that is no rule of the game; `code` names it."""

    code: str = field(default="", kw_only=True)
