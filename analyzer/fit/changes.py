"""改哪几键: the fewest keys that, changed in the declared rules, make a refused play legal or a score right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

from analyzer.errors import RulesetError
from analyzer.fit.keys import CONTRADICTORY, SCORING, Key, others, that_refuse, that_score
from analyzer.fit.trial import DISPUTED, INCOMPLETE, Trial, claims_agree, tried
from analyzer.paipu import Sourced
from analyzer.rulesets import Resolved, resolve

Explains = Literal["play", "score"]
MOST_KEYS: Final = 3
MOST_TRIALS: Final = 1500
"""So many sets are tried at most: where hands are hidden a trial takes long."""
Set = frozenset[Key]


class Change(NamedTuple):
    """一种改法: the keys with their new values, what they explain, and whether the whole log fits then."""

    keys: tuple[Key, ...]
    explains: Explains
    fits: bool

    def to_json(self) -> dict[str, Any]:
        """The change as it is printed."""
        return {"keys": {key: _written(value) for key, value in self.keys}, "explains": self.explains}


def _written(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def changes_of(found: Sourced, declared: Resolved, trial: Trial) -> list[Change]:
    """改法: the smallest sets of up to three keys, all of that size; none where nothing helps or nothing is wrong.

    `trial` is that of the declared rules. Sets after which the whole log fits come first.
    """
    if trial.fits or (trial.refused is None and trial.code != DISPUTED):
        return []
    search = _Search(found, declared, trial)
    for size in range(1, MOST_KEYS + 1):
        hits = sorted(search.of_size(size), key=lambda change: (not change.fits, str(change.keys)))
        if hits:
            return hits
    return []


class _Search:
    """Tries sets of one key, of two, of three, each grown from a smaller one by keys that its failure reads."""

    def __init__(self, found: Sourced, declared: Resolved, trial: Trial) -> None:
        self.found, self.declared, self.trial = found, declared, trial
        self.explains: Explains = "play" if trial.refused is not None else "score"
        self.frontier: dict[Set, tuple[Key, ...]] = {frozenset(): self._room(declared, trial)}
        self.left = MOST_TRIALS
        self.shapes: dict[Set, Trial] = {frozenset(): trial}
        """What came of the rules that differ in more than the score, by the keys in which they do."""

    def of_size(self, size: int) -> Iterator[Change]:
        """The sets of one more key than before that explain it; those that do not are grown further."""
        grown: dict[Set, tuple[Key, ...]] = {}
        seen: set[Set] = set()
        for base, room in self.frontier.items():
            for key in room:
                wanted = frozenset((*base, key))
                if len({name for name, _ in wanted}) < size or wanted in seen or not self.left:
                    continue
                seen.add(wanted)
                change, more = self._try(wanted)
                if change:
                    yield change
                elif more:
                    grown[wanted] = more
        self.frontier = grown

    def _try(self, wanted: Set) -> tuple[Change | None, tuple[Key, ...]]:
        """Whether a set explains it; if not, the keys by which it may be grown."""
        keys = tuple(sorted(wanted, key=lambda one: one[0]))
        try:
            resolved = resolve({"base": self.declared.name, **self.declared.values, **_mapping(keys)})
        except RulesetError:
            room = tuple(one for key in CONTRADICTORY for one in others(self.declared, key))
            return None, (*room, *self._room(self.declared, self.trial))
        trial = self._trial(resolved, keys)
        if self._explained(trial):
            return Change(keys, self.explains, trial.fits), ()
        if trial.refused is not None and trial.at == 0 and self.trial.at:
            return None, ()  # not even the deal goes with these rules
        return None, tuple(dict.fromkeys((*self._room(resolved, trial), *self._room(self.declared, self.trial))))

    def _trial(self, resolved: Resolved, keys: tuple[Key, ...]) -> Trial:
        """The log under changed rules; where they differ in what the score reads alone it is not gone through again."""
        shape = frozenset(one for one in keys if one[0] not in SCORING)
        if shape not in self.shapes:
            self.left -= 1
            self.shapes[shape] = tried(self.found, resolved)
        trial = self.shapes[shape]
        if trial.refused is not None or trial.code == INCOMPLETE:
            return trial
        agrees = claims_agree(resolved.ruleset, trial.tables, trial.claim)
        return trial._replace(event=None, code=None) if agrees else trial._replace(event=trial.event, code=DISPUTED)

    def _explained(self, trial: Trial) -> bool:
        """Whether what was wrong is right now: the refused event is legal, or the claims agree."""
        return trial.at > self.trial.at if self.explains == "play" else trial.fits

    def _room(self, resolved: Resolved, trial: Trial) -> tuple[Key, ...]:
        """The keys that what is wrong with a trial reads, with the values they could have."""
        if trial.refused is not None:
            return tuple(that_refuse(resolved, trial))
        return tuple(that_score(resolved, trial))


def _mapping(keys: tuple[Key, ...]) -> Mapping[str, Any]:
    return {key: _written(value) for key, value in keys}
