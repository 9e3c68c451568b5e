"""改: an earlier entry corrected - one undo, the event as it should be, and the events that followed it again.

They are several lines, so a crash may come between them. The undo says how many were to follow; whoever opens the
log again writes what is missing, or, where the correction itself is missing, what was there before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET, structs

from analyzer.errors import Unreadable
from analyzer.events import Deal, Event, Undo
from analyzer.paipu import act_of
from analyzer.recorder.live import Live
from analyzer.rules.step import is_counted
from analyzer.words import Words

MARK: Final = "x-fix"
"""The key of an undo that begins a correction: the event that is corrected, and how many events follow."""
IDENTITY: Final = "x-id"


class Fix:
    """改: the correction of one event of a game.

    `Unreadable` where the event cannot be corrected: there is none, or it counts no more, or it is the deal.
    """

    def __init__(self, live: Live, index: int) -> None:
        if index < len(live.events) and isinstance(live.events[index], Deal):
            raise Unreadable(Words("发牌不能改", "the deal cannot be fixed"))
        counted = [number for number in live.course.counted if number >= index]
        if not counted or counted[0] != index:
            raise Unreadable(
                Words(f"事件 {index} 不能改: 没有它, 或它已撤回", f"event {index} cannot be fixed: none, or undone")
            )
        self.index = index
        self.was = live.events[index]
        self.count = len(counted)
        self.followed = [again(live.events[number]) for number in counted[1:]]

    def events(self, corrected: Sequence[Event], t: int | None) -> list[Event]:
        """The events of the correction; those that followed keep their time."""
        entries = [*corrected, *self.followed]
        mark = {MARK: {"event": self.index, "entries": len(entries)}}
        undo = Undo(count=self.count if self.count > 1 else UNSET, t=UNSET if t is None else t, x=mark)
        return [undo, *entries]


def again(event: Event) -> Event:
    """The same event once more: without its place in the chain and its identity."""
    extra = {key: value for key, value in (event.x or {}).items() if key != IDENTITY}
    return structs.replace(event, h=UNSET, x=extra or None)


def unfinished(live: Live) -> list[Event]:
    """未改完: the events that complete a correction that a crash cut short; none where there is nothing to do.

    Where not even the corrected event is whole, those that put back what was there before.
    """
    at = next((at for at in reversed(range(len(live.events))) if isinstance(live.events[at], Undo)), None)
    if at is None or not (mark := (live.events[at].x or {}).get(MARK)):
        return []
    before = Live(live.header, live.events[:at])
    fix = Fix(before, mark["event"])
    written = [event for event in live.events[at + 1 :] if is_counted(act_of(event).kind)]
    corrected = mark["entries"] - len(fix.followed)
    if len(written) >= mark["entries"]:
        return []
    if len(written) >= corrected:
        return fix.followed[len(written) - corrected :]
    back: list[Event] = [Undo(count=len(written))] if written else []
    return [*back, again(fix.was), *fix.followed]
