"""记牌: the counts of a game at every event, as one view can have them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final, Literal

from analyzer.cards import PLAIN, RANKS, pack, write_play
from analyzer.errors import PaishenError
from analyzer.events import Event, Log, Undo
from analyzer.paipu import act_of
from analyzer.rules.plays import play_size
from analyzer.tracking.cases import Answer, Counted, Drawn, answers, only_counts
from analyzer.tracking.facts import PASS, Facts, facts, refused
from analyzer.tracking.lie import PLAY, Unseen
from analyzer.tracking.threats import beatable, can_beat, standing_of, unbeatable
from analyzer.words import Words

Evidence = Literal["counts", "all"]
DIGITS: Final = 12
Soft = Mapping[int, Mapping[int, int]]
"""By seat: by number of cards the lowest play (its rank) that the seat has passed on."""


class Track:
    """记牌: what one view can count after an event; every figure is worked out when it is asked for."""

    def __init__(self, known: Facts, evidence: Evidence, soft: Soft) -> None:
        self.facts = known
        self.evidence = evidence
        self.soft = soft

    @property
    def event(self) -> int:
        """After how many events."""
        return self.facts.sight.index

    @property
    def seats(self) -> tuple[int, ...]:
        """The other seats."""
        return self.facts.lie.seats

    @cached_property
    def lie(self) -> Unseen:
        """How the unseen cards can lie, by the evidence that counts."""
        known = self.facts
        return known.lie if self.evidence == "all" else only_counts(known.unseen, self.seats, known.sight.sizes)

    @cached_property
    def answers(self) -> Counted | Drawn:
        """What answers."""
        return answers(self.lie)

    @property
    def ranks(self) -> list[int]:
        """The ranks that the deck has."""
        return [rank for rank, copies in enumerate(self.facts.deck) if copies]

    def void(self, seat: int) -> list[int]:
        """确缺: the ranks of which a seat is proved to have none."""
        sure, most = self.lie.sure[self.lie.seats.index(seat)], self.lie.most(seat)
        return [rank for rank in self.ranks if not most[rank] and not sure[rank]]

    def can_beat(self, seat: int) -> Answer | None:
        """压得住: P that a seat can beat the standing play; None where there is none."""
        return can_beat(self.facts, self.lie, self.answers, seat)

    @cached_property
    def beatable(self) -> Answer | None:
        """会不会被压: P that anybody still to act can."""
        return beatable(self.facts, self.lie, self.answers) if self.seats else None

    def to_json(self, least: int = 1) -> dict[str, Any]:
        """The counts as `paishen track --json` prints them; `least` above 1 adds P(at least so many)."""
        known = self.facts
        threat = self.beatable
        return {
            "event": self.event,
            "view": known.sight.view,
            "unseen": {RANKS[rank]: known.unseen[rank] for rank in self.ranks},
            "marked": dict(known.marked),
            "seats": {str(seat): self._seat(seat, least) for seat in self.seats},
            "beatable": _round(threat),
            "beatable_se": round(threat.error, DIGITS) if threat is not None and threat.error else None,
            "unbeatable": self._unbeatable(),
        }

    def _unbeatable(self) -> dict[str, str]:
        held = unbeatable(self.facts, self.lie) if self.seats else {}
        return {str(count): write_play(pack(rank, count, 0, 0)) for count, rank in held.items()}

    def _seat(self, seat: int, least: int) -> dict[str, Any]:
        """One seat's figures."""
        expect = {RANKS[rank]: self.answers.expect(seat, rank) for rank in self.ranks}
        at_least = {RANKS[rank]: self.answers.least(seat, rank, 1) for rank in self.ranks}
        can = self.can_beat(seat)
        made = {
            "left": self.facts.left(seat),
            "expect": {rank: _round(found) for rank, found in expect.items()},
            "any": {rank: _round(found) for rank, found in at_least.items()},
            "void": [RANKS[rank] for rank in self.void(seat)],
            "soft": {str(count): RANKS[rank] for count, rank in sorted(self.soft.get(seat, {}).items())},
            "can_beat": _round(can),
        }
        if least > 1:
            made["least"] = {RANKS[rank]: _round(self.answers.least(seat, rank, least)) for rank in self.ranks}
        error = max(found.error for found in (*expect.values(), *at_least.values(), can or Answer(0.0)))
        return made | ({"se": round(error, DIGITS)} if error else {})


def _round(found: Answer | None) -> float | None:
    return None if found is None else round(found.value, DIGITS)


def tracks(log: Log, view: int, evidence: Evidence = "all") -> list[Track]:
    """记牌: the counts after 0, 1, 2 ... events, up to the first event that breaks a rule.

    `evidence` `counts` uses nothing but how many cards are unseen and how many everybody has. `PaishenError` for "all
    hands", and for a view that the log cannot give.

    >>> from analyzer.events import Deal
    >>> rules = {"base": "simple", "deck": {"R*": 1, "B*": 1, "R": 1, "B": 1, "6s": 2, "7s": 2, "9h": 2}}
    >>> deal = Deal(hands=("R*6s", "B*7s", "7s9h", "9hB", "R6s"))
    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> log = Log(format="paipu", version=1, game="g", rules=rules, players=names, events=(deal,))
    >>> tracks(log, 4)[1].to_json()["seats"]["1"]["any"]
    {'6': 0.285714285714, '7': 0.285714285714, '9': 0.142857142857, 'B': 0.142857142857, 'R': 1.0}
    """
    found: list[Track] = []
    soft: Soft = {}
    for known in facts(log, view):
        event = log.events[known.sight.index - 1] if known.sight.index else None
        if isinstance(event, Undo):
            last = max((index for index in range(known.sight.index - 1) if index not in known.undone), default=-1)
            soft = found[last + 1].soft
        elif event is not None:
            soft = _softened(soft, found[-1], event)
        found.append(Track(known, evidence, soft))
    return found


def _softened(soft: Soft, before: Track, event: Event) -> Soft:
    """软缺: what passes hint at. A pass that the known cards explain hints at nothing; a play takes a hint back."""
    act = act_of(event)
    standing = standing_of(before.facts.sight)
    if act.kind == PLAY and soft.get(act.seat):
        rank, size = act.play >> 11 if act.play >> 6 & 31 else PLAIN, play_size(act.play)
        kept = {count: low for count, low in soft[act.seat].items() if count != size or low >= rank}
        others = {seat: row for seat, row in soft.items() if seat != act.seat}
        return {**others, act.seat: kept} if kept else others
    if act.kind != PASS or not standing or act.seat not in before.seats or standing & 63:
        return soft
    chance = before.can_beat(act.seat)
    if chance is None or chance.value == 0 or before.facts.sight.auto >> act.seat & 1:
        return soft
    mine = soft.get(act.seat, {})
    size, rank = play_size(standing), standing >> 11
    return {**soft, act.seat: {**mine, size: min(mine.get(size, rank), rank)}}


def track_at(log: Log, view: int, at: int | None, evidence: Evidence = "all") -> Track:
    """某一刻的记牌: the counts after so many events (all of them where left out).

    `PaishenError` beyond the last event, and beyond one that breaks a rule: that one is named.
    """
    wanted = len(log.events) if at is None else at
    if wanted > len(log.events):
        last = len(log.events)
        words = Words(f"没有第 {at} 个事件: 这一局有 {last} 个", f"there is no event {at}: the game has {last}")
        raise PaishenError(words, game=log.game)
    found = tracks(log, view, evidence)
    if wanted >= len(found):
        raise refused(log, len(found) - 1)
    return found[wanted]
