"""推演: the derived columns, written beside the judging."""

from __future__ import annotations

from typing import Any, Final

from analyzer.batch.records import Columns, Derived, act_at, kind_at
from analyzer.cards import TWO
from analyzer.rules.acts import Act, Kind
from analyzer.rules.moves import can_play
from analyzer.rules.possession import Hands
from analyzer.rules.step import is_counted
from analyzer.rules.table import Table
from analyzer.rules.tricks import leads
from analyzer.rulesets import Ruleset

PLAY, PASS = int(Kind.PLAY), int(Kind.PASS)
LEAD: Final = 1
WIND: Final = 2
"""接风: a lead by the seat after one that went out."""


def note_before(ruleset: Ruleset, table: Table, hands: Hands, act: Act, derived: Derived, at: int, trick: int) -> int:
    """Write what an event met; the number of its trick."""
    derived.stands[at] = 1
    if act.kind == PLAY or act.kind == PASS:
        if act.kind == PLAY and leads(table, act.seat):
            trick += 1
            derived.leads[at] = WIND if table.owner and not table.live >> table.owner & 1 else LEAD
        else:
            derived.faced[at] = table.standing
        derived.able[at] = 1 if can_play(ruleset, table, hands, act.seat) else 0
    derived.trick[at] = trick
    return trick


def note_after(table: Table, hands: Hands, act: Act, derived: Derived, at: int, seen: Any) -> None:
    """Write how things stand after an event; `seen` counts the small jokers, big jokers and 2s played."""
    if act.kind == PLAY:
        add_seen(act.play, seen)
    derived.smalls[at] = seen[0]
    derived.bigs[at] = seen[1]
    derived.twos[at] = seen[2]
    for seat in range(5):
        derived.left[at, seat] = hands.ranks[seat + 1, 15]
    derived.places[at] = table.places >> 3


def add_seen(play: int, seen: Any) -> None:
    """Count the small jokers, big jokers and 2s of a play."""
    seen[0] += play >> 3 & 7
    seen[1] += play & 7
    if play >> 11 == TWO:
        seen[2] += play >> 6 & 31


def note_undone(columns: Columns, start: int, event: int, derived: Derived, alive: Any, seen: Any) -> int:
    """After an undo: which events stand, the counts without the others; the number of the trick."""
    seen[:] = 0
    trick = 0
    for at in range(start, event):
        if alive[at - start]:
            trick = max(trick, derived.trick[at])
            if kind_at(columns, at) == PLAY:
                add_seen(act_at(columns, at).play, seen)
        elif is_counted(kind_at(columns, at)):
            derived.stands[at] = 0
    return trick
