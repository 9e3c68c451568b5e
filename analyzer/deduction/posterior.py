"""推断: who the guard is, at every event, as one view can know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, Final, Literal, NamedTuple

from analyzer.deduction.behaviour import Behaviour, by_behaviour, tells
from analyzer.deduction.counts import Chances, by_counts, is_settled
from analyzer.deduction.model import Model, load_model
from analyzer.deduction.proof import by_proof, is_proved
from analyzer.deduction.reasons import Reason, by_counting, proofs, taken_back, weightiest
from analyzer.deduction.signs import seen_at
from analyzer.events import Event, Log
from analyzer.sight import seen_by
from analyzer.tracking import Facts, facts
from analyzer.words import Lang

Evidence = Literal["counts", "proof", "all"]
DIGITS: Final = 9


class Belief(NamedTuple):
    """看法: P that each seat is the guard after the event at an index; `chances` is None before it is settled."""

    event: int
    emperor: int
    chances: Chances | None
    proved: bool
    because: tuple[Reason, ...] = ()

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """One entry of what `paishen deduce --json` prints."""
        because = [reason.to_json(lang) for reason in self.because]
        if self.chances is None:
            return {"event": self.event, "p": None, "solo": None, "proved": False, "because": because}
        shown = rounded(self.chances, self.emperor)
        p = {str(seat): chance for seat, chance in shown.items() if seat != self.emperor}
        return {"event": self.event, "p": p, "solo": shown[self.emperor], "proved": self.proved, "because": because}


def rounded(chances: Chances, emperor: int) -> Chances:
    """取整: five figures that add up to 1 to the last digit shown; what is possible never shows as 0, nor as 1."""
    least = 10.0**-DIGITS
    found = {
        seat: round(chances.get(seat, 0.0), DIGITS) or (least if chances.get(seat) else 0.0) for seat in range(1, 6)
    }  # fmt: skip
    largest = max(found, key=lambda seat: (found[seat], seat == emperor, -seat))
    found[largest] = round(1.0 - sum(value for seat, value in found.items() if seat != largest), DIGITS)
    return found


def deduce(log: Log, view: int, evidence: Evidence = "all", model: Model | None = None) -> list[Belief]:
    """推断: what a view believes after each event, up to the first that breaks a rule.

    `model` says what plays and passes tell; the shipped one where it is left out. `PaishenError` for "all hands", and
    for a view that the log cannot give.
    """
    return list(beliefs(log, facts(log, view), evidence, model))


def beliefs(
    log: Log, known: Iterable[Facts], evidence: Evidence = "all", model: Model | None = None
) -> Iterator[Belief]:
    """看法: the same by facts that are at hand, one by one: a belief for each but the first."""
    layers = Layers(evidence, (model or load_model()) if evidence == "all" else None)
    for before, after in pairwise(known):
        sight = after.sight
        yield layers.add(before, after, seen_by(log.events[sight.index - 1], after.ruleset, sight.view))


class Layers:
    """几层: what is believed event by event, each layer on top of the one before, and why it changes."""

    def __init__(self, evidence: Evidence, weights: Model | None) -> None:
        self.evidence = evidence
        self.weights = weights
        self.behaviour = Behaviour()
        self.counted: Chances | None = None
        self.chances: Chances | None = None

    def add(self, before: Facts, after: Facts, event: Event) -> Belief:
        """Go on after an event."""
        seat, found = self.behaviour.add(before, after, event) if self.weights else (0, {})
        was, counted_was, index, emperor = self.chances, self.counted, after.sight.index - 1, after.sight.emperor
        if not is_settled(after):
            self.chances = self.counted = None
            return Belief(index, emperor, None, proved=False)
        self.counted = counted = by_counts(after) if self.evidence == "counts" else by_proof(after)
        self.chances = by_behaviour(counted, self.behaviour.totals, self.weights) if self.weights else counted
        proved = len(counted) == 1 if self.evidence == "counts" else is_proved(after)
        because = proofs(before, after, event) if self.evidence != "counts" or after.told else []
        if was and counted_was and after.undone != before.undone:
            because = [*because, *taken_back(was, self.chances)]
        elif counted_was and not because:
            because = by_counting(counted_was, counted)
        if self.weights:
            total = self.behaviour.totals.get(seat, {})
            because += tells(after, seen_at(before, after, event), seat, found, total, self.weights)
        return Belief(index, emperor, self.chances, proved, weightiest(because))
