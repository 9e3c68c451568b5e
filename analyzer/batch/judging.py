"""批判: a lot judged over threads, and its verdicts in columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from analyzer.batch.columns import CLAIM, SAID, Lot
from analyzer.batch.compiled import is_loaded, kernel
from analyzer.batch.kernel import ELSEWHERE, judge_games
from analyzer.batch.records import FACTS, Derived, Found, blank, only_read, room, rules_in_numbers
from analyzer.rules.table import Phase
from analyzer.rules.verdicts import code_name
from analyzer.verdict import SOLO, WINNER

Array = npt.NDArray[Any]
STATUSES: Final = ("valid", "disputed", "incomplete", "illegal")
FEW_EVENTS: Final = 50_000
_SOLO: Final = {int(solo): name for solo, name in SOLO.items()}
_WINNER: Final = {int(winner): name for winner, name in WINNER.items()}
VALID, DISPUTED, INCOMPLETE, ILLEGAL = range(4)


class Results(NamedTuple):
    """结果: the verdicts of a lot, by game. `elsewhere`: it is for `replay` after all; `refuted`: the first claim that
    differs (1 emperor, 2 guard, 3 places, 4 scores; 0 none).
    """

    status: Array
    found: Found
    refuted: Array
    elsewhere: Array
    derived: Derived


def judge_lot(lot: Lot, *, threads: int = 1, derive: bool = False) -> Results:
    """批判: judge every game of a lot on so many threads; with `derive` the derived columns, too.

    A small lot is judged by the same loop in plain Python, as the compiled one takes a second to load.
    """
    games, events = lot.games, len(lot.columns.words)
    found = Found(
        np.zeros(games, np.int16), np.zeros(games, np.int32), np.zeros(games, np.int32),
        np.zeros((games, len(FACTS)), np.int32), np.zeros((games, 5), np.int64),
    )  # fmt: skip
    derived = blank(events if derive else 0)
    columns = only_read(lot.columns)
    lengths = np.diff(lot.columns.starts)
    longest = int(lengths.max(initial=0))
    judge: Callable[..., None] = kernel() if events >= FEW_EVENTS or is_loaded() else judge_games
    rules = np.array([rules_in_numbers(resolved.ruleset) for resolved in lot.rulesets], np.int64)
    decks = np.array([resolved.deck for resolved in lot.rulesets], np.int64)
    order = np.argsort(lot.rules, kind="stable")
    size = -(-games // threads) or 1
    tasks = [
        (rules, decks, lot.rules, order[at : at + size], columns, found, derived, room(longest))
        for at in range(0, games, size)
    ]
    if len(tasks) < 2:
        for task in tasks:
            judge(*task)
    else:
        with ThreadPoolExecutor(threads) as pool:
            for done in [pool.submit(judge, *task) for task in tasks]:
                done.result()
    return _settled(lot, found, derived)


def _settled(lot: Lot, found: Found, derived: Derived) -> Results:
    """The status of every game: what its `end` claimed against what the rules gave."""
    ended = found.ends >= 0
    facts = dict(zip(FACTS, found.facts.T, strict=True))
    places = facts["places"][:, None] >> 3 * np.arange(5) & 7
    differs = {
        "emperor": lot.claims[:, 0] != facts["emperor"],
        "guard": lot.claims[:, 1] != facts["guard"],
        "places": (lot.claims[:, 2:7] != places).any(axis=1),
        "scores": (lot.claims[:, 7:12] != found.scores).any(axis=1),
    }
    refuted = np.zeros(lot.games, np.uint8)
    for number, name in reversed(list(enumerate(CLAIM, 1))):
        refuted[(lot.said & SAID[name] > 0) & differs[name] & ended] = number
    status = np.where(found.codes > 0, ILLEGAL, np.where(ended, np.where(refuted > 0, DISPUTED, VALID), INCOMPLETE))
    elsewhere = (found.codes == ELSEWHERE) | (ended & (found.ends != lot.ends) & (found.codes == 0))
    return Results(status.astype(np.uint8), found, refuted, elsewhere, derived)


def told(lot: Lot, results: Results, game: int) -> dict[str, Any]:
    """判词: what a game's verdict says, in the keys of `analyzer.verdict.Verdict`.

    Not for a game that is judged `elsewhere`.
    """
    return {name: values[0] for name, values in told_of(lot, results, [game]).items()}


def told_of(lot: Lot, results: Results, games: Sequence[int]) -> dict[str, list[Any]]:
    """判词: the same of several games, a list for each key."""
    status = results.status[games]
    facts = dict(zip(FACTS, results.found.facts[games].T, strict=True))
    over = (facts["phase"] >= Phase.OVER) & (facts["phase"] <= Phase.SEALED)
    illegal = status == ILLEGAL
    said = np.where(status <= DISPUTED, lot.said[games], 0)
    claims = lot.claims[games]
    return {
        "status": [STATUSES[at] for at in status.tolist()],
        "event": _where(illegal, results.found.events[games].tolist()),
        "code": _where(illegal, list(map(_code, results.found.codes[games].tolist()))),
        "emperor": [seat or None for seat in facts["emperor"].tolist()],
        "guard": [seat or None for seat in facts["guard"].tolist()],
        "solo": list(map(_SOLO.get, facts["solo"].tolist())),
        "doubled": facts["doubled"].astype(bool).tolist(),
        "winner": list(map(_WINNER.get, facts["winner"].tolist())),
        "places": _tuples(facts["places"][:, None] >> 3 * np.arange(5) & 7),
        "scores": _where(over, _tuples(results.found.scores[games])),
        "claimed_places": _where(said & SAID["places"] > 0, _tuples(claims[:, 2:7])),
        "claimed_scores": _where(said & SAID["scores"] > 0, _tuples(claims[:, 7:12])),
        "dissolved": (facts["auto"] != 0).tolist(),
    }


def _where(wanted: Array, values: list[Any]) -> list[Any]:
    """The values where they are wanted, else None."""
    return [value if is_wanted else None for is_wanted, value in zip(wanted.tolist(), values, strict=True)]


def _tuples(rows: Array) -> list[tuple[int, ...]]:
    return list(map(tuple, rows.tolist()))


@cache
def _code(code: int) -> str:
    """The name of a code of `Found`; of one that stands for no refusal nothing."""
    return code_name(code) if code > 0 else ""
