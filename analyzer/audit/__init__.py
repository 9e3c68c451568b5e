"""对账: why each seat has its score, where what was claimed parts from it, and what was refused on the way."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from analyzer.audit.claims import Finding, findings_of
from analyzer.audit.mindgames import Message, messages_of
from analyzer.audit.refusals import refusal_json
from analyzer.audit.sheet import LINES, TITLES, Line, Sheet, sheets_of
from analyzer.audit.sources import Source
from analyzer.audit.trail import Refused, Trail
from analyzer.audit.values import Value, both_values
from analyzer.events import Log
from analyzer.replay import judge_log
from analyzer.rules.scoring import points, sum_due
from analyzer.rules.table import place_of
from analyzer.verdict import Verdict
from analyzer.words import Lang

__all__ = ["LINES", "TITLES", "Audit", "Finding", "Line", "Refused", "Sheet", "Source", "Value", "audit_log"]


class Audit:
    """对账: one log's verdict with its reasons; what it takes is worked out when it is asked for.

    A log with refusals is gone through as it happened. `log` may be a call that opens it, when it is needed.
    """

    def __init__(self, log: Log | Callable[[], Log], verdict: Verdict) -> None:
        self._log = log
        self.verdict = verdict

    @cached_property
    def log(self) -> Log:
        """The log."""
        return self._log if isinstance(self._log, Log) else self._log()

    @property
    def as_it_happened(self) -> bool:
        """Whether the score is of an illegal game, as it was played all the same."""
        return self.verdict.status == "illegal"

    @cached_property
    def trail(self) -> Trail:
        """The events behind the score."""
        return Trail(self.log, onward=self.as_it_happened)

    @cached_property
    def sheets(self) -> tuple[Sheet, ...]:
        """The sheets of the five seats."""
        return sheets_of(self.trail)

    @cached_property
    def findings(self) -> list[Finding]:
        """Where claims and rules part; nothing for a log whose verdict is `valid`, which is not gone through again."""
        return [] if self.verdict.status == "valid" else findings_of(self.trail)

    @property
    def refusals(self) -> list[Refused]:
        """The events that were refused."""
        return self.trail.refused if self.as_it_happened else []

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The scores that the rules give, as it happened; None while the game is not over or the guard not known."""
        trail = self.trail
        if not trail.over or (trail.table.roles.emperor and not trail.settled and not trail.table.escaped):
            return None
        return points(trail.resolved.ruleset, trail.table)

    @cached_property
    def messages(self) -> list[Message]:
        """The messages, held against the truth."""
        return messages_of(self.log, self.trail)

    @cached_property
    def values(self) -> list[Value]:
        """Both values where the sources contradict each other (RULES.md 9.15)."""
        return both_values(self.trail) if self.scores else []

    def follow_beliefs(self) -> None:
        """Work out how far each message moved its receiver, which takes a while."""
        from analyzer.audit.beliefs import with_beliefs

        self.messages = with_beliefs(self.log, self.trail, self.messages)

    def to_json(self, lang: Lang, *, brief: bool = False) -> dict[str, Any]:
        """The audit as the command prints it (AUDIT-JSON.md); `brief` without its sheets."""
        verdict, trail, scores = self.verdict, self.trail, self.scores
        first = self.findings[0].to_json(lang) if self.findings else None
        claimed = trail.claim.scores
        return {
            "file": verdict.file, "line": verdict.line, "game": verdict.game, "status": verdict.status,
            "event": verdict.event, "code": verdict.code, "message": verdict.words.say(lang) if verdict.words else None,
            "ruleset": trail.resolved.name, "as_it_happened": self.as_it_happened,
            "places": [place_of(trail.table.places, seat) for seat in range(1, 6)],
            "scores": list(scores) if scores else None,
            "claimed": {
                "places": list(trail.claim.places) if trail.claim.places else None,
                "scores": list(claimed) if claimed else None,
                "emperor": trail.claim.emperor, "guard": trail.claim.guard,
            },
            "sum": {
                "due": sum_due(trail.resolved.ruleset, trail.table) if scores else None,
                "scores": sum(scores) if scores else None, "claimed": sum(claimed) if claimed else None,
            },
            "first": first, "findings": [finding.to_json(lang) for finding in self.findings],
            "sheets": [] if brief else [sheet.to_json(lang) for sheet in self.sheets],
            "refusals": [refusal_json(refused, lang) for refused in self.refusals],
            "messages": [message.to_json() for message in self.messages],
            "values": [value.to_json() for value in self.values],
        }  # fmt: skip


def audit_log(log: Log, verdict: Verdict | None = None) -> Audit:
    """对账: the audit of a log; `verdict` where it was judged already, by whatever path.

    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> audit_log(Log(format="paipu", version=1, game="1", rules="simple", players=names, events=())).findings
    []
    """
    return Audit(log, verdict or judge_log(log))
