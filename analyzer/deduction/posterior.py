"""推断: who the guard is, at every event, as one view can know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, Final, Literal, NamedTuple

from analyzer.deduction.behaviour import Behaviour, by_behaviour, tells
from analyzer.deduction.counts import Chances, by_counts, is_settled
from analyzer.deduction.model import Model, load_model
from analyzer.deduction.proof import by_proof, is_proved
from analyzer.deduction.reasons import Reason, proofs, weightiest
from analyzer.events import Log
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
    behaviour = Behaviour()
    weights = (model or load_model()) if evidence == "all" else None
    for before, after in pairwise(known):
        index, emperor = after.sight.index - 1, after.sight.emperor
        event = seen_by(log.events[index], after.ruleset, after.sight.view)
        seat, found = behaviour.add(before, after, event) if weights else (0, {})
        if not is_settled(after):
            yield Belief(index, emperor, None, proved=False)
            continue
        if evidence == "counts":
            chances = by_counts(after)
            yield Belief(index, emperor, chances, proved=len(chances) == 1)
            continue
        chances, because = by_proof(after), proofs(before, after, event)
        if weights:
            chances = by_behaviour(chances, behaviour.totals, weights)
            because += tells(after, seat, found, behaviour.totals.get(seat, {}), weights)
        yield Belief(index, emperor, chances, proved=is_proved(after), because=weightiest(because))
