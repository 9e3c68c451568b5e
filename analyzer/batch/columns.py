"""装列: logs as the columns that the kernel reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import UNSET

from analyzer.batch.records import Columns, without_clubs
from analyzer.cards import KINDS, UNSUITED, shown
from analyzer.events import Deal, End, Log
from analyzer.paipu import act_of
from analyzer.replay import previous_of, rules_of
from analyzer.rules.acts import Act, Kind
from analyzer.rulesets import Resolved

MOST_COPIES = 7
MOST_BACK = 255
UNDO = int(Kind.UNDO)
CLAIM = ("emperor", "guard", "places", "scores")
SAID = {name: 1 << bit for bit, name in enumerate(CLAIM)}
Array = npt.NDArray[Any]


class Packed(NamedTuple):
    """一局之列: one log in numbers. `claim`: emperor, guard, five places, five scores; `said`: which of them.

    `hands` is None where the columns cannot say the game; `words` then are as near as they come.
    """

    words: list[int]
    shown: list[int]
    hands: list[int] | None
    previous: tuple[int, ...]
    claim: list[int]
    said: int
    ends: int


class Lot(NamedTuple):
    """一批: the columns of many games. `rules[g]` is the ruleset of game g in `rulesets`; `claims` and `said` are
    those of its last `end`, the event `ends[g]` (-1: none).
    """

    columns: Columns
    rules: Array
    rulesets: Sequence[Resolved]
    claims: Array
    said: Array
    ends: Array

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.rules)


def packed(log: Log) -> Packed:
    """装: the log in numbers.

    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> packed(Log(format="paipu", version=1, game="1", rules="simple", players=names, events=())).words
    []
    """
    words, suited = [], []
    hands: list[int] | None = [0] * KINDS
    claim, said, ends = [0] * 12, 0, -1
    dealt = False
    for event in log.events:
        act = act_of(event)
        if act.arg > MOST_BACK:
            act, hands = act._replace(arg=MOST_BACK), None
        words.append(word_of(act))
        suited.append(without_clubs(act.play, act.suits))
        if isinstance(event, Deal) and not dealt:
            dealt = True
            hands = hands and _hands(event)
        elif isinstance(event, End):
            claim, said = claim_of(event)
            ends = len(words) - 1
    return Packed(words, suited, hands, tuple(map(int, previous_of(log))), claim, said, ends)


def word_of(act: Act) -> int:
    """一字: an act but for its suits in 32 bits, as `records.act_at` reads it; `arg` is at most `MOST_BACK`."""
    return act.kind << 27 | act.seat << 24 | act.arg << 16 | act.play


def _hands(deal: Deal) -> list[int] | None:
    """The dealt hands by card, 3 bits a seat; None where a card is not known."""
    found = [0] * KINDS
    for seat, hand in enumerate(deal.hands):
        if isinstance(hand, int):
            return None
        one = 1 << 3 * seat
        for card in shown(hand).cards:
            if card >= UNSUITED or found[card] >> 3 * seat & 7 == MOST_COPIES:
                return None
            found[card] += one
    return found


def claim_of(end: End) -> tuple[list[int], int]:
    """所报: what an end claims, in numbers, and which of it was said."""
    claim, said = [0] * 12, 0
    for name, at in (("emperor", 0), ("guard", 1), ("places", 2), ("scores", 7)):
        value = getattr(end, name)
        if value is not UNSET:
            said |= SAID[name]
            values = value if isinstance(value, tuple) else (value,)
            claim[at : at + len(values)] = values
    return claim, said


def lot_of(logs: Iterable[Log]) -> tuple[Lot, list[int], list[int]]:
    """成批: the logs that the columns can say, as a lot; which of the logs these are, and which are for `replay`.

    The rules of every log must resolve (`replay.rules_of`).
    """
    inside: list[int] = []
    outside: list[int] = []
    rows: list[Packed] = []
    rules: list[Resolved] = []
    for number, log in enumerate(logs):
        row = packed(log)
        if row.hands is None:
            outside.append(number)
            continue
        inside.append(number)
        rows.append(row)
        rules.append(rules_of(log))
    return lot(rows, rules), inside, outside


def lot(rows: Sequence[Packed], rules: Sequence[Resolved]) -> Lot:
    """The lot of packed games, each with its rules."""
    numbers, rulesets = numbered(rules)
    columns = Columns(
        np.array([word for row in rows for word in row.words], np.uint32),
        np.array([suits for row in rows for suits in row.shown], np.uint16),
        np.cumsum([0, *(len(row.words) for row in rows)], dtype=np.int64),
        np.array([row.hands for row in rows], np.uint16).reshape(-1, KINDS),
        np.array([row.previous for row in rows], np.int32).reshape(-1, 5),
    )
    return Lot(
        columns,
        numbers,
        rulesets,
        np.array([row.claim for row in rows], np.int64).reshape(-1, 12),
        np.array([row.said for row in rows], np.uint8),
        np.array([row.ends for row in rows], np.int32),
    )


def numbered(rules: Iterable[Resolved]) -> tuple[Array, list[Resolved]]:
    """编号: of each game the number of its rules, and the rules by number."""
    known: dict[str, int] = {}
    rulesets: list[Resolved] = []
    numbers = []
    for resolved in rules:
        number = known.setdefault(resolved.sha256, len(rulesets))
        if number == len(rulesets):
            rulesets.append(resolved)
        numbers.append(number)
    return np.array(numbers, np.int32), rulesets


def chosen(lot: Lot, games: Array) -> Lot:
    """选局: some games of a lot, in their order, as a lot."""
    if len(games) == lot.games:
        return lot
    starts, columns = lot.columns.starts, lot.columns
    wanted = np.zeros(lot.games, np.bool_)
    wanted[games] = True
    lengths = np.diff(starts)
    events = np.repeat(wanted, lengths)
    return Lot(
        Columns(
            columns.words[events], columns.shown[events], np.cumsum(np.append(0, lengths[games]), dtype=np.int64),
            columns.hands[games], columns.previous[games],
        ),
        lot.rules[games], lot.rulesets, lot.claims[games], lot.said[games], lot.ends[games],
    )  # fmt: skip
