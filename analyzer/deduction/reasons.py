"""理由: why what is believed has changed at an event, each in a sentence, the weightiest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import Any, Final, NamedTuple

from analyzer.events import Call, Declare, End, Event, Play
from analyzer.tracking import Facts
from analyzer.words import Lang, Words

LEAST: Final = 1e-9
"""Chances nearer to 0 or 1 than this count as so near."""
NOTHING: Final = 1e-9
"""A shift below this is none."""
MOST: Final = 3
"""So many reasons are shown for one event."""
WORTH_SAYING: Final = 0.05
"""A shift below this is worth a reason only where nothing else has moved anything."""


class Reason(NamedTuple):
    """理由: why the odds of a seat (the emperor's: of a solo) have changed: the shift in log-odds, None for a proof."""

    seat: int
    shift: float | None
    words: Words

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """The reason as the command prints it."""
        shift = None if self.shift is None else round(self.shift, 4)
        return {"seat": self.seat, "shift": shift, "words": self.words.say(lang)}


def proofs(before: Facts | None, after: Facts, event: Event) -> list[Reason]:
    """证据: what an event has proved: who has become certain, or who cannot be the guard any more."""
    now = after.sight.guards
    was = before.sight.guards if before else ()
    if now == was or not now:
        return []
    if len(now) == 1:
        return [Reason(now[0], None, _certain(after, event, now[0]))]
    if not was:
        return []
    return [Reason(seat, None, _excluded(after, event, seat)) for seat in was if seat not in now]


def _certain(after: Facts, event: Event, seat: int) -> Words:
    """Why a seat is the guard for certain."""
    solo = seat == after.sight.emperor
    if isinstance(event, Declare) and event.seat == seat and event.what != "rebel":
        return Words(f"{seat} 号位自己亮明", f"seat {seat} declares itself")
    if after.told == seat and seat == after.sight.view:
        return Words(f"{seat} 号位自己拿着侍卫牌", f"seat {seat} itself holds the card that makes the guard")
    if after.told == seat and isinstance(event, (Play, Call)) and event.seat == seat:
        return Words(f"{seat} 号位亮出了侍卫牌", f"seat {seat} shows the card that makes the guard")
    if after.sight.risen and isinstance(event, Declare):
        return Words("造反成立, 侍卫公开", "the rebellion stands and reveals the guard")
    if isinstance(event, End):
        return _by_the_end(event, seat)
    if solo:
        return Words("别家都不可能是侍卫: 暗独", "no other seat can be the guard: a secret solo")
    return Words(f"只剩 {seat} 号位可能是侍卫", f"only seat {seat} can be the guard")


def _by_the_end(event: End, seat: int) -> Words:
    """Why a seat is the guard for certain at the end: the log's word, unless that is left out, or another."""
    if event.guard == seat:
        return Words("终局所报", "the end says so")
    return Words(f"牌局到此结束, 侍卫只能是 {seat} 号位", f"the game is over, so only seat {seat} can be the guard")


def _excluded(after: Facts, event: Event, seat: int) -> Words:
    """Why a seat cannot be the guard any more."""
    if isinstance(event, Declare) and event.seat == seat and event.what == "rebel":
        return Words(f"{seat} 号位造反: 不是侍卫", f"seat {seat} rebels: it is not the guard")
    if not after.left(seat):
        return Words(f"{seat} 号位走完了, 没有亮过侍卫牌", f"seat {seat} is out and has not shown the guard's card")
    return Words(f"剩下的牌不容 {seat} 号位是侍卫", f"the cards that are left do not allow seat {seat}")


def by_counting(before: Mapping[int, float], after: Mapping[int, float]) -> list[Reason]:
    """凭张数: by how much each seat's odds have moved by the ways in which the unseen cards can lie.

    >>> [(one.seat, round(one.shift, 3), one.words.en) for one in by_counting({2: 0.5, 3: 0.5}, {2: 0.6, 3: 0.4})][0]
    (2, 0.405, 'by the cards left unseen seat 2 is likelier to have the card that makes the guard')
    """
    moved = {
        seat: log_odds(after[seat]) - log_odds(before[seat]) for seat in after if 0 < before.get(seat, 0.0) < 1
    }
    return [Reason(seat, shift, _counted(seat, shift)) for seat, shift in moved.items() if abs(shift) > NOTHING]


def _counted(seat: int, shift: float) -> Words:
    zh, en = ("大了", "likelier") if shift > 0 else ("小了", "less likely")
    return Words(
        f"按没见的牌算, {seat} 号位有侍卫牌的可能{zh}",
        f"by the cards left unseen seat {seat} is {en} to have the card that makes the guard",
    )


def taken_back(before: Mapping[int, float], after: Mapping[int, float]) -> list[Reason]:
    """撤销: by how much each seat's odds have moved because an event does not count any more."""
    words = Words("撤销了: 那一手不再算数", "an event was taken back: what it said does not count any more")
    moved = {seat: log_odds(after[seat]) - log_odds(before.get(seat, 0.0)) for seat in after}
    return [Reason(seat, shift, words) for seat, shift in moved.items() if abs(shift) > NOTHING]


def log_odds(chance: float) -> float:
    """对数赔率: the logarithm of a chance against its contrary; bounded, as proof may be taken back."""
    bounded = min(1 - LEAST, max(LEAST, chance))
    return log(bounded / (1 - bounded))


def weightiest(found: Sequence[Reason]) -> tuple[Reason, ...]:
    """最要紧的: proofs first, then by the size of the shift, at most `MOST`, and of small shifts at most one; with
    seat and words to break ties.
    """
    order = sorted(found, key=lambda one: (one.shift is not None, -abs(one.shift or 0.0), one.seat, one.words.en))
    worth = [one for one in order if one.shift is None or abs(one.shift) >= WORTH_SAYING]
    return tuple((worth or order[:1])[:MOST])
