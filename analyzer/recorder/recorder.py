"""记录器: a game server's way to record a game - nothing acknowledged is ever lost."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, NamedTuple, Self

from msgspec import UNSET, structs

from analyzer.errors import NotRecorded, Refusal
from analyzer.events import Event, Header, Note, Seal
from analyzer.paipu.chain import event_hash, seals
from analyzer.paipu.checks import MOST_EVENTS, TOO_MANY
from analyzer.paipu.writing import dumps_json
from analyzer.recorder.disk import DISK, Disk
from analyzer.recorder.file import LogFile, Saved
from analyzer.recorder.live import Live
from analyzer.recorder.scan import Scanned, head_of, scan
from analyzer.recorder.taking import bare, completed, event_from, header_from, id_of
from analyzer.rules.verdicts import SENTENCES, Code, code_name
from analyzer.words import Words

SAVED = "x-saved"
"""The key of a note that says where an incomplete last line went."""


class Receipt(NamedTuple):
    """回执: an event's index (None for the header) and its `h`, which players may write down."""

    event: int | None
    h: str


class Recorder:
    """记录器: records one game in one file, JSON lines with a chain (PAIPU.md, "Integrity").

    A new file is begun with `header` (a salt, the hash of the rules and `h` are added); an existing one goes on
    where it stopped, and its header must be the same where one is given. `check`: events that break a rule are
    refused; without it every event is stored that can be read, and the verdict says what is wrong. Threads may share
    a recorder; no other recorder can have the file while it is open.

    `NotRecorded` (its `code` says why: `locked`, `damaged`, `sealed`, `no_header`, `other_header`, `stopped` ...),
    `Unreadable` or `RulesetError` for a header that is none, `OSError` from the system.

    >>> import tempfile
    >>> head = {"format": "paipu", "version": 1, "game": "1", "rules": "simple", "players": ["a", "b", "c", "d", "e"]}
    >>> with tempfile.TemporaryDirectory() as folder, Recorder(Path(folder) / "1.paipu.jsonl", head) as recorder:
    ...     recorder.append({"type": "note", "text": "开打"}).event
    0
    """

    def __init__(
        self,
        path: str | Path,
        header: Header | Mapping[str, Any] | bytes | None = None,
        *,
        check: bool = True,
        disk: Disk = DISK,
    ) -> None:
        self.path = Path(path)
        self.check = check
        self._turn = Lock()
        given = None if header is None else header_from(header)
        self._file = LogFile(self.path, make=given is not None, disk=disk)
        try:
            self._begin(given, self._scanned())
        except BaseException:
            self._file.close()
            raise

    def _scanned(self) -> Scanned:
        """What the file holds."""
        try:
            return scan(self._file.data)
        except NotRecorded as error:
            error.file = str(self.path)
            raise

    def _begin(self, given: Header | None, found: Scanned) -> None:
        """Go on with what the file holds, or begin it."""
        self.resumed = found.header is not None
        if given is None and found.header is None:
            raise self._error("no_header", Words("还没有牌谱头", "there is no header yet"))
        if found.sealed:
            raise self._error("sealed", Words("这份牌谱已封存", "this log is sealed"))
        header = completed(given, found.header) if given else found.header
        if found.header and header != found.header:
            raise self._error("other_header", Words("文件里是另一个牌谱头", "the file has another header"))
        assert header is not None
        self.header: Header = header
        self.events = found.events
        self._live = Live(self.header, self.events) if self.check else None
        self._ids = {key: index for index, event in enumerate(self.events) if (key := id_of(event)) is not None}
        self._mend(found)

    def _mend(self, found: Scanned) -> None:
        """Put right what a crash left: an incomplete last line, a missing line end, a header not yet written."""
        if found.tail:
            self._file.set_aside(found.length, found.tail)
        if found.bare:
            self._file.add(b"\n")
        if found.header is None:
            self._file.add(dumps_json(self.header) + b"\n")
        if not self._file.data:
            return
        noted = {event.x[SAVED] for event in self.events if isinstance(event, Note) and event.x and SAVED in event.x}
        for saved in self._file.saved():
            if saved.end not in noted:
                self._take(_note(saved))
        del self._file.data

    def append(self, event: Event | Mapping[str, Any] | bytes) -> Receipt:
        """记一事件: store an event and return its receipt once it is durable.

        One that was stored before under the same `x-id` is not stored again; its receipt is returned again.
        `Unreadable` where it is no event, `Refusal` (with a verdict's `code`) where it breaks a rule, `NotRecorded`
        or `OSError` where it could not be stored. After an error of the system the recorder takes nothing more.
        """
        taken = event_from(event, self.header.eyes)
        with self._turn:
            again = self._stored(taken)
            return again or self._take(taken)

    def _stored(self, event: Event) -> Receipt | None:
        """The receipt of an event that was stored under the same `x-id`."""
        key = id_of(event)
        index = None if key is None else self._ids.get(key)
        if index is None:
            return None
        if bare(self.events[index]) != bare(event):
            words = Words(
                f"事件 {index} 用了同一个x-id, 内容不同", f"event {index} has the same x-id and says something else"
            )
            raise self._error("same_id", words)
        return Receipt(index, head_of(self.header, self.events[: index + 1]))

    def _take(self, event: Event) -> Receipt:
        """Judge an event and store it."""
        index, before = len(self.events), self.head
        if event.h not in (UNSET, event_hash(before, event)):
            raise self._refusal(Code.BROKEN_CHAIN)
        if self.events and isinstance(self.events[-1], Seal):
            raise self._refusal(Code.AFTER_END)
        if isinstance(event, Seal) and not seals(event, index, before):
            raise self._refusal(Code.BROKEN_CHAIN)
        if self._file.stopped:
            raise self._error("stopped", Words("记录器已停", "the recorder has stopped"))
        if index >= MOST_EVENTS:
            raise self._error("full", TOO_MANY)
        if self._live and (code := self._live.advance(event)):
            raise self._refusal(code)
        return self._store(event)

    def _store(self, event: Event) -> Receipt:
        """Write an event; it counts once it is durable."""
        h = event_hash(self.head, event)
        chained = structs.replace(event, h=h)
        self._file.add(dumps_json(chained) + b"\n")
        self.events.append(chained)
        index = len(self.events) - 1
        if (key := id_of(event)) is not None:
            self._ids[key] = index
        return Receipt(index, h)

    def _refusal(self, code: int) -> Refusal:
        index = len(self.events)
        return Refusal(SENTENCES[Code(code)].words, game=self.header.game, event=index, code=code_name(code))

    def _error(self, code: str, words: Words) -> NotRecorded:
        return NotRecorded(words, file=str(self.path), code=code)

    @property
    def head(self) -> str:
        """链头: the `h` of the last event, or of the header."""
        return head_of(self.header, self.events)

    @property
    def next(self) -> int:
        """The index that the next event gets."""
        return len(self.events)

    def close(self) -> None:
        """Let go of the file; somebody else may record then."""
        with self._turn:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _note(saved: Saved) -> Note:
    """The note that says that the last line was incomplete."""
    text = (
        f"记录中断过: 最后一行不完整, 它的 {saved.size} 个字节另存在 *{saved.end}"
        f" / recording was cut short: the last line was incomplete, its {saved.size} bytes are kept in *{saved.end}"
    )
    return Note(text=text, x={SAVED: saved.end, "x-bytes": saved.size, "x-sha256": saved.sha256})
