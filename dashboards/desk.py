"""记录台: the games that are being recorded here - lines that were entered, and what became of each."""

from __future__ import annotations

import hmac
import os
from pathlib import Path
from threading import Lock
from typing import Any, Final, NamedTuple

import streamlit as st

from analyzer.admission import seat_token
from analyzer.errors import NotRecorded, PaishenError, Refusal, reason
from analyzer.events import Header
from analyzer.paipu.keyfile import default_key, read_key
from analyzer.paipu.writing import plain
from analyzer.recorder import Recorder
from analyzer.recorder.clerk import Clerk
from analyzer.recorder.places import recordings
from analyzer.rules.verdicts import SENTENCES, Code
from analyzer.telling import told
from analyzer.words import Lang, Words
from dashboards import data
from dashboards.launch import PERSONAL

ENDS: Final = ".paipu.jsonl"
KEPT: Final = 200
"""Results that are remembered, for pages that ask again."""
HELD: Final = Words(
    "没有记: 前一条被拒, 请看一看再记", "not recorded: the line before was refused; look, and enter it again"
)


class Said(NamedTuple):
    """一句: what became of a line; `again` is a line that could be recorded all the same."""

    good: bool
    words: Words
    again: str = ""

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """As the pad takes it."""
        return {"good": self.good, "text": self.words.say(lang), "again": self.again}


class Desk:
    """记录台: one game that is being recorded; every browser that shows it shares this."""

    def __init__(self, name: str, recorder: Recorder) -> None:
        self.name = name
        self.clerk = Clerk(recorder)
        self.clerk.complete()
        self.done: dict[str, bool] = {}
        self.said: list[Said] = []
        self._turn = Lock()

    @property
    def header(self) -> Header:
        """The game's header."""
        return self.clerk.live.header

    def enter(self, lines: list[dict[str, Any]]) -> None:
        """录入: record lines that were not recorded yet, in order; one that was typed behind a refused one waits."""
        with self._turn:
            for one in lines:
                key, line, after = str(one["id"]), str(one["line"]), one.get("after")
                if key not in self.done:
                    held = after is not None and self.done.get(str(after)) is False
                    said = [Said(good=False, words=HELD)] if held else self._record(line, key)
                    self.said = [*self.said, *said][-KEPT:]
                    self.done[key] = all(each.good for each in said)

    def _record(self, line: str, key: str) -> list[Said]:
        try:
            recorded = self.clerk.record(line, key)
        except Refusal as error:
            number = SENTENCES[Code[error.code.upper()]].paragraph
            zh, en = (f"{line}: {error.words.say(lang)}" for lang in ("zh", "en"))
            return [Said(good=False, words=Words(f"{zh} (规则书 {number})", f"{en} (rulebook {number})"), again=line)]
        except PaishenError as error:
            return [Said(good=False, words=Words(f"{line}: {error.say('zh')}", f"{line}: {error.say('en')}"))]
        except OSError as error:
            why = reason(error)
            return [Said(good=False, words=Words(f"写不进去: {why.zh}", f"not stored: {why.en}"))]
        players = self.header.players
        found = []
        for index, event, code in recorded:
            wrong = SENTENCES[Code(code)].words if code else Words("", "")
            zh, en = (f"{index} {told(plain(event), players, lang)}" for lang in ("zh", "en"))
            found.append(Said(good=not code, words=Words(f"{zh} {wrong.zh}".strip(), f"{en} {wrong.en}".strip())))
        return found


@st.cache_resource(show_spinner=False)
def _desks() -> dict[Path, Desk]:
    return {}


_OPENING: Final = Lock()


def folder() -> Path:
    """记录的文件夹: where the games that are recorded here are kept."""
    return recordings(data.place())


def names() -> list[str]:
    """The recordings that there are, the latest first."""
    found = sorted(folder().glob(f"*{ENDS}"), key=lambda path: -path.stat().st_mtime)
    return [path.name.removesuffix(ENDS) for path in found]


def path_of(name: str) -> Path:
    """The file of a recording; `NotRecorded` for a name that is none of a file here."""
    if not name or name.startswith(".") or set(name) & set('/\\:*?"<>|\0'):
        raise NotRecorded(Words(f"不能叫这个名字: {name}", f"it cannot have this name: {name}"), code="no_file")
    return folder() / f"{name}{ENDS}"


def there(name: str) -> Path:
    """在不在: the file of a recording that there is; `NotRecorded` where there is none."""
    path = path_of(name)
    if not path.is_file():
        raise NotRecorded(Words(f"没有这份记录: {name}", f"there is no recording {name}"), code="no_file")
    return path


def begin(name: str, header: dict[str, Any]) -> Desk:
    """开始: record a new game; `NotRecorded` where there is one of that name."""
    path = path_of(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    with _OPENING:
        if path.exists():
            words = Words(f"已经有一局叫 {name}", f"there is a game called {name} already")
            raise NotRecorded(words, code="other_header")
        desk = _desks()[path] = Desk(name, Recorder(path, header, check=False))
        return desk


def opened(name: str) -> Desk:
    """接着: the desk of a recording; `NotRecorded` where there is none, or somebody else records it."""
    path = path_of(name)
    with _OPENING:
        desk = _desks().get(path)
        if desk is None:
            desk = _desks()[path] = Desk(name, Recorder(there(name), check=False))
        return desk


def close(desk: Desk) -> None:
    """放下: let go of a recording, so that something else may go on with it."""
    with _OPENING:
        _desks().pop(path_of(desk.name), None)
        desk.clerk.recorder.close()


def seal(desk: Desk) -> None:
    """封存: seal what is recorded with the key of this machine's user, and let go of the file.

    `PaishenError` where there is no such key, or nothing to be sealed.
    """
    desk.clerk.seal(read_key(default_key()))
    close(desk)


def may_record(header: Header, key: str) -> bool:
    """可以记: whether a visitor with this key may enter plays; on a dashboard for this machine alone everybody may."""
    if os.environ.get(PERSONAL) == "1":
        return True
    right = seat_token(header, 0)
    return right is not None and hmac.compare_digest(right.encode(), key.encode())
