"""凭打法: what everybody has played so far, as signs for each seat; undone events go out again."""

from __future__ import annotations

from collections.abc import Mapping
from math import log

from analyzer.deduction.counts import Chances, normalized
from analyzer.deduction.model import Model
from analyzer.deduction.proof import is_proved
from analyzer.deduction.reasons import Reason
from analyzer.deduction.sentences import said_of
from analyzer.deduction.signs import OF_CARDS, Seen, Signs, signs
from analyzer.events import Event
from analyzer.tracking import Facts
from analyzer.words import Words


class Behaviour:
    """打法: the signs of every event that counts; `totals` adds them up by seat (the emperor's speak for a solo)."""

    def __init__(self) -> None:
        self.entries: list[tuple[int, int, Signs]] = []
        self.totals: dict[int, Signs] = {}

    def add(self, before: Facts, after: Facts, event: Event) -> tuple[int, Signs]:
        """Go on after an event: the seat that it says something about, and what."""
        if after.undone != before.undone:
            self.entries = [entry for entry in self.entries if entry[0] not in after.undone]
            self.totals = {}
            for _, seat, found in self.entries:
                self._count(seat, found)
            return 0, {}
        seat, found = (0, {}) if is_proved(before) else signs(before, after, event)
        if seat and found:
            self.entries.append((after.sight.index - 1, seat, found))
            self._count(seat, found)
        return seat, found

    def _count(self, seat: int, found: Signs) -> None:
        row = self.totals.setdefault(seat, {})
        for name, value in found.items():
            row[name] = row.get(name, 0.0) + value


def by_behaviour(chances: Chances, totals: Mapping[int, Signs], model: Model) -> Chances:
    """凭打法: chances moved by what everybody has played; what is impossible stays so, nothing becomes certain.

    >>> from analyzer.deduction.model import Origin
    >>> from analyzer.deduction.signs import NAMES
    >>> model = Model({name: 0.5 for name in NAMES}, Origin(""))
    >>> by_behaviour({2: 0.5, 3: 0.5}, {2: {"let_emperor": 2.0}}, model)[2] > 0.6
    True
    """
    if len(chances) == 1:
        return chances
    return normalized({seat: chance * model.worth(totals.get(seat, {})) for seat, chance in chances.items()})


def tells(after: Facts, seen: Seen, seat: int, found: Signs, total: Signs, model: Model) -> list[Reason]:
    """理由: the shifts of one event, sign by sign, where the seat can still be the guard; `total` has them in it.

    Together they are the change of the logarithm of what the seat's signs are worth; `seen` is what they are read from.
    """
    if seat not in after.sight.guards or is_proved(after):
        return []
    was, now = (model.sums_of(row) for row in ({name: total[name] - found.get(name, 0.0) for name in total}, total))
    worth = log(model.worth_of_play(now[1]) / model.worth_of_play(was[1]))
    shifts = {
        **_shared_out(model, {name: found[name] for name in found if name in OF_CARDS}, now[0] - was[0]),
        **_shared_out(model, {name: found[name] for name in found if name not in OF_CARDS}, worth),
    }
    said: dict[Words, float] = {}
    for name, shift in shifts.items():
        words = said_of(seen, seat, name, shift, found)
        said[words] = said.get(words, 0.0) + shift
    return [Reason(seat, shift, words) for words, shift in said.items()]


def _shared_out(model: Model, found: Signs, moved: float) -> Signs:
    """Each sign's share of what a group of signs has moved, in proportion to what it comes to by itself."""
    plain = {name: model.weights[name] * value for name, value in found.items()}
    total = sum(plain.values())
    return {name: moved / total * shift for name, shift in plain.items()} if total else plain
