"""来历: one log gone through once, noting which event brought about what a score sheet speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from analyzer.audit.legal import legal_now, table_now
from analyzer.cards import GUARD_JOKER, UNSUITED
from analyzer.events import Call, Declare, End, Event, Log, Play, Snatch
from analyzer.paipu import cards_of
from analyzer.replay import Course, force, previous_of, rules_of
from analyzer.rules.acts import Kind
from analyzer.rules.possession import holder_of
from analyzer.rules.table import Phase, Roles, Solo, Table, place_of
from analyzer.rulesets import Guard, Resolved
from analyzer.states import Known
from analyzer.verdict import Claim, claim_of, outcome_of, settle

EMPEROR, GUARD, SOLO, OPEN_GUARD, RISEN, OVER, PLACE = (
    "emperor", "guard", "solo", "open_guard", "risen", "over", "place",
)  # fmt: skip
TOLD: Final = 100
"""Of so many refusals it is worked out what would have been legal instead."""
Watched = tuple[tuple[str, int], ...]


class Refused(NamedTuple):
    """一次违规: an event that was refused, why, whose turn it was, and what would have been legal instead."""

    at: int
    event: Event
    code: int
    turn: int
    options: tuple[Event, ...]
    left_off: int


class Trail:
    """来历: the end of a log and the events that led to it; `onward` goes on past refusals, as it happened.

    `tables` are those that are possible at the end, as far as its claims settle them; `since` names the event from
    which on something holds: `place1`-`place5`, `emperor`, `guard`, `solo`, `open_guard`, `risen`, `over`. `proof`
    is the event that proves to the table who the guard is.
    """

    def __init__(self, log: Log, *, onward: bool = False) -> None:
        self.log = log
        self.resolved: Resolved = rules_of(log)
        self.since: dict[str, int] = {}
        self.refused: list[Refused] = []
        self._values: dict[str, int] = {}
        self._seen: list[tuple[int, Roles, bool]] = []
        self._course = Course(self.resolved, previous_of(log))
        self._run(onward=onward)
        lived = self._course.lived
        self.end = next((event for _, _, event in reversed(lived) if isinstance(event, End)), None)
        self.claim = claim_of(self.end) if self.end else Claim()
        self.claimed_at = next((index for index, _, event in reversed(lived) if isinstance(event, End)), None)
        self.tables = self._left()
        self.proof = self._proof()

    @property
    def table(self) -> Table:
        """The table at the end (of the first way that is possible)."""
        return self.tables[0]

    @property
    def settled(self) -> bool:
        """Whether it is known who is what: all ways that are possible agree, and a guard was found at all."""
        roles = {table.roles for table in self.tables}
        nobody = any(one.emperor and one.guard == one.emperor and not one.solo for one in roles)
        return len({(one.emperor, one.guard) for one in roles}) == 1 and not nobody

    @property
    def roles(self) -> Roles:
        """The roles as far as they are known: all where they are settled, else the emperor where all ways agree."""
        if self.settled:
            return self.table.roles
        emperors = {table.roles.emperor for table in self.tables}
        return Roles(self.table.roles.emperor if len(emperors) == 1 else 0)

    @property
    def over(self) -> bool:
        """Whether the game was over."""
        return all(Phase.OVER <= table.phase <= Phase.SEALED for table in self.tables)

    def _run(self, *, onward: bool) -> None:
        course = self._course
        for index, event in enumerate(self.log.events):
            code = course.advance(index, event)
            if code:
                options, left_off = legal_now(course) if len(self.refused) < TOLD else ((), 0)
                turn = table_now(course).turn
                self.refused.append(Refused(index, event, code, turn, options, left_off))
                if not onward:
                    return
                self._force(index, event)
            self._watch(index)

    def _force(self, index: int, event: Event) -> None:
        """照实: go on after a refused event; who plays without having accepted is emperor, who holds `B*` its guard."""
        state = self._course.state
        known = state if isinstance(state, Known) and not state.table.roles.emperor else None
        holder = holder_of(known.hands, GUARD_JOKER) if known else 0
        force(self._course, index, event)
        if known and known.table.roles.emperor and holder:
            emperor = known.table.roles.emperor
            solo = Solo.SECRET if holder == emperor else Solo.NONE
            known.table = known.table._replace(roles=known.table.roles._replace(guard=holder, solo=solo))

    def _watch(self, index: int) -> None:
        """Note what is so since this event; what an undo took away is so no longer."""
        tables = self._course.state.tables if self._course.state else [self._course.table]
        seen = [(table.places, table.roles, table.phase >= Phase.OVER) for table in tables]
        if seen == self._seen:
            return
        self._seen = seen
        now = dict(watched(tables))
        for name, value in now.items():
            if self._values.get(name, 0) != value:
                self.since[name] = index
        self._values = now

    def _left(self) -> list[Table]:
        """The tables that are possible at the end, after its claims; where it claims, those where the game is over."""
        found = self._course.state.tables if self._course.state else [self._course.table]
        if self.end is None:
            return found
        ruleset = self.resolved.ruleset
        outcomes = [outcome_of(ruleset, table) for table in found]
        left, _ = settle(self.claim, outcomes)
        return [table for table, outcome in zip(found, outcomes, strict=True) if outcome in left]

    def _proof(self) -> int | None:
        """侍卫的证据: the first event that shows the table who the guard is; else the one that settled it."""
        roles = self.table.roles
        if not self.settled or not roles.guard:
            return None
        shown = next(self._shows(roles.emperor, roles.guard), None)
        risen = self.since.get(RISEN) if roles.risen else None
        public = [index for index in (shown, risen) if index is not None]
        return min(public) if public else self.since.get(GUARD, self.claimed_at)

    def _shows(self, emperor: int, guard: int) -> Iterator[int]:
        """The events by which the guard, or the solo, was laid open, in order."""
        card = GUARD_JOKER if self.resolved.ruleset.guard == Guard.MARKED else UNSUITED
        hidden = 3 if emperor == guard and card == UNSUITED else 0
        for index, _, event in self._course.lived:
            if isinstance(event, Call):
                card = cards_of(event).cards[0] if cards_of(event).cards else UNSUITED
                opened = self.table.roles.solo == Solo.OPEN and len(cards_of(event).cards) > hidden
            elif isinstance(event, Play) and event.seat == guard:
                hidden -= cards_of(event).cards.count(card) if card < UNSUITED else 0
                opened = hidden < 0
            else:
                opened = isinstance(event, Snatch) and event.seat == emperor
                opened |= isinstance(event, Declare) and event.what == "guard" and event.seat == guard
                opened |= isinstance(event, Declare) and event.what == "solo" and event.seat == emperor
            if opened:
                yield index

    def acted(self, kind: int) -> int | None:
        """The last event of a kind that counts, None where there is none."""
        return next((index for index, act, _ in reversed(self._course.lived) if act.kind == kind), None)

    def happened(self, kind: int) -> list[tuple[int, Event]]:
        """The events of a kind that count, with their index."""
        return [(index, event) for index, act, event in self._course.lived if act.kind == kind]

    def auto_since(self) -> int | None:
        """The last event by which a seat went into auto-play."""
        lived = self._course.lived
        return next((at for at, act, _ in reversed(lived) if act.kind == Kind.AUTO and act.arg), None)


def watched(tables: list[Table]) -> Watched:
    """What is watched of the tables that are possible: what they do not agree on is 0.

    >>> dict(watched([Table(phase=6, places=0b001_000)]))["place1"]
    1
    """
    first = tables[0]
    roles = first.roles
    same = len({(table.roles.emperor, table.roles.guard) for table in tables}) == 1
    return (
        *((f"{PLACE}{seat}", place_of(first.places, seat)) for seat in range(1, 6)),
        (EMPEROR, roles.emperor if len({table.roles.emperor for table in tables}) == 1 else 0),
        (GUARD, roles.guard if same else 0),
        (SOLO, int(roles.solo) if same else 0),
        (OPEN_GUARD, roles.open_guard),
        (RISEN, roles.risen),
        (OVER, int(all(table.phase >= Phase.OVER for table in tables))),
    )

