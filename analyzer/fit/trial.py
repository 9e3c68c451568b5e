"""一试: a log tried under some rules - whether they fit it, and if not, the first event that refutes them."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import UNSET, structs

from analyzer.events import End, Event
from analyzer.paipu import Sourced
from analyzer.replay import Course, fill, previous_of
from analyzer.rules.table import Phase, Table
from analyzer.rules.verdicts import Code, code_name
from analyzer.rulesets import Resolved, Ruleset
from analyzer.verdict import Claim, claim_of, outcome_of, settle

DISPUTED, INCOMPLETE = "disputed", "incomplete"
"""What refutes rules beside a code: a claim that they do not give, a game that they do not end."""


class Trial(NamedTuple):
    """一试: what came of it. `event` and `code` are of the first event that refutes the rules, None where they fit.

    `code` is a verdict's code, `disputed`, or `incomplete` (without an event). `refused` is the event itself where a
    rule is broken, `tables` those that are possible at the end.
    """

    event: int | None
    code: str | None
    refused: Event | None
    tables: tuple[Table, ...]
    claim: Claim

    @property
    def fits(self) -> bool:
        """Whether the game is over by these rules, and its claims agree."""
        return self.code is None

    @property
    def at(self) -> int:
        """How far the log is legal: the index of the refused event, beyond all others where none is."""
        return self.event if self.event is not None and self.refused else 1 << 30


def tried(found: Sourced, resolved: Resolved) -> Trial:
    """一试: a log under some rules; the chain is not looked at, it holds the rules that the log declares.

    >>> from analyzer.rulesets import resolve
    >>> from analyzer.simulate import simulate
    >>> found = Sourced(simulate("room-six", 7), "-", 1, b"")
    >>> tried(found, resolve("room-six")).fits, tried(found, resolve("classic")).code
    (True, 'deck_mismatch')
    """
    log = structs.replace(found.log, rules={"base": resolved.name, **resolved.values}, rules_sha256=UNSET)
    events = fill(found._replace(log=log)).log.events if found.gaps else log.events
    course = Course(resolved, previous_of(log))
    refused = course.run(events)
    if refused:
        at, code = refused
        return Trial(at, code_name(Code(code)), events[at], (), Claim())
    last = next(((at, event) for at, _, event in reversed(course.lived) if isinstance(event, End)), None)
    tables = tuple(course.state.tables) if course.state else ()
    if last is None or not isinstance(last[1], End):
        return Trial(None, INCOMPLETE, None, tables, Claim())
    claim = claim_of(last[1])
    agrees = claims_agree(resolved.ruleset, tables, claim)
    return Trial(None if agrees else last[0], None if agrees else DISPUTED, None, tables, claim)


def claims_agree(ruleset: Ruleset, tables: tuple[Table, ...], claim: Claim) -> bool:
    """Whether some table at the end gives everything that was claimed."""
    over = [table for table in tables if table.phase >= Phase.OVER]
    _, refuted = settle(claim, [outcome_of(ruleset, table) for table in over])
    return refuted is None
