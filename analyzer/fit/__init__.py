"""哪种玩法: which rulesets a log can have been played by, and what would have to be otherwise in its own."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from analyzer.errors import Unreadable
from analyzer.fit.changes import Change, changes_of
from analyzer.fit.clauses import sentence_of
from analyzer.fit.trial import DISPUTED, INCOMPLETE, Trial, tried
from analyzer.paipu import Sourced
from analyzer.replay import rules_of
from analyzer.rulesets import names, resolve
from analyzer.words import Words

__all__ = ["DISPUTED", "INCOMPLETE", "UNKNOWN", "Change", "Fit", "Trial", "fit", "sentence_of"]
UNKNOWN: Final = "unknown"
"""What a log writes for its rules when nobody knows them."""


class Fit(NamedTuple):
    """合于玩法: the trial of each ruleset by name, that of the log's own rules (None where unknown), and changes."""

    game: str
    rulesets: dict[str, Trial]
    declared: Trial | None
    changes: list[Change]
    podiums: dict[str, Any]
    """The figures of a solo in the log's own rules."""

    @property
    def fits(self) -> bool:
        """Whether the log's own rules fit it, or, where they are unknown, any ruleset."""
        return self.declared.fits if self.declared else any(trial.fits for trial in self.rulesets.values())

    def sentence(self, change: Change) -> Words:
        """What a change says, as a sentence."""
        return sentence_of(change, self.declared.refused if self.declared else None, self.podiums)

    def to_json(self) -> dict[str, Any]:
        """The answer as the command prints it (FIT-JSON.md)."""
        return {
            "game": self.game,
            "rulesets": {
                name: {"fits": trial.fits, "event": trial.event, "code": trial.code}
                for name, trial in self.rulesets.items()
            },
            "changes": [change.to_json() for change in self.changes],
        }


def fit(found: Sourced) -> Fit:
    """合于玩法: every known ruleset against a log, and the smallest changes of its own rules that explain it.

    Raises `Unreadable` or `RulesetError` where the log declares rules that cannot be used.

    >>> from analyzer.simulate import simulate
    >>> found = fit(Sourced(simulate("shandong", 7), "-", 1, b""))
    >>> [name for name, trial in found.rulesets.items() if trial.fits], found.changes
    (['shandong'], [])
    """
    log = found.log
    try:
        own = None if log.rules == UNKNOWN else rules_of(log)
    except Unreadable as error:
        error.game = error.game or log.game
        raise
    trials = {name: tried(found, resolve(name)) for name in names()}
    declared = tried(found, own) if own else None
    changes = changes_of(found, own, declared) if own and declared else []
    podiums = {key: own.values[key] for key in ("podium", "podium_open")} if own else {}
    return Fit(log.game, trials, declared, changes, podiums)
