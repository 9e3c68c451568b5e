"""推演: the derived columns, written beside the judging."""

from __future__ import annotations

from typing import Any, Final

from analyzer.batch.records import Columns, Derived, act_at, kind_at
from analyzer.cards import GUARD_JOKER, SIX, TWO
from analyzer.rules.acts import Act, Kind
from analyzer.rules.moves import can_play
from analyzer.rules.possession import Hands
from analyzer.rules.step import is_counted
from analyzer.rules.table import Solo, Table
from analyzer.rules.tricks import leads
from analyzer.rulesets import Guard, Ruleset

PLAY, PASS, CALL = int(Kind.PLAY), int(Kind.PASS), int(Kind.CALL)
MARKED, OPEN_SOLO = int(Guard.MARKED), int(Solo.OPEN)
OPEN_GUARD, SOLO_DECLARED, RISEN, CARD_SHOWN = 1, 2, 4, 8
"""侍卫如何公开: the bits of `known`."""
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
            derived.closer[at] = table.owner
        else:
            derived.faced[at] = table.standing
        derived.able[at] = 1 if can_play(ruleset, table, hands, act.seat) else 0
    derived.trick[at] = trick
    return trick


def note_after(ruleset: Ruleset, table: Table, hands: Hands, act: Act, derived: Derived, at: int, seen: Any) -> None:
    """Write how things stand after an event; for `seen` see `records.Work`."""
    if act.kind == PLAY:
        seen[4] = 1 if derived.leads[at] else seen[4] + 1
        derived.nth[at] = seen[4]
    add_seen(act, seen)
    derived.smalls[at] = seen[0]
    derived.bigs[at] = seen[1]
    derived.twos[at] = seen[2]
    jokers = twos = sixes = 0
    for seat in range(5):
        row = hands.ranks[seat + 1]
        derived.left[at, seat] = row[15]
        jokers |= row[13] + row[14] << 5 * seat
        twos |= row[TWO] << 5 * seat
        sixes |= row[SIX] << 5 * seat
    derived.held_jokers[at] = jokers
    derived.held_twos[at] = twos
    derived.held_sixes[at] = sixes
    derived.places[at] = table.places >> 3
    derived.known[at] = known_by(ruleset, table, hands, seen)


def known_by(ruleset: Ruleset, table: Table, hands: Hands, seen: Any) -> int:
    """公开: what has laid the guard open so far: words, a rebellion, or its card, which has left its hand."""
    roles = table.roles
    if roles.guard == 0:
        return 0
    found = 0
    if roles.open_guard:
        found |= OPEN_GUARD
    if roles.solo == OPEN_SOLO:
        found |= SOLO_DECLARED
    if roles.risen:
        found |= RISEN
    card = GUARD_JOKER if ruleset.guard == MARKED else seen[3] - 1
    if card >= 0 and hands.cards[roles.guard, card] == 0:
        found |= CARD_SHOWN
    return found


def add_seen(act: Act, seen: Any) -> None:
    """Count the small jokers, big jokers and 2s of a play; keep the card of a call."""
    play = act.play
    if act.kind == PLAY:
        seen[0] += play >> 3 & 7
        seen[1] += play & 7
        if play >> 11 == TWO:
            seen[2] += play >> 6 & 31
    elif act.kind == CALL:
        for suit in range(4):
            if act.suits >> 3 * suit & 7:
                seen[3] = (play >> 11 << 2) + suit + 1


def note_undone(columns: Columns, start: int, event: int, derived: Derived, alive: Any, seen: Any) -> int:
    """After an undo: which events stand, the counts without the others; the number of the trick."""
    seen[:] = 0
    trick = 0
    for at in range(start, event):
        if alive[at - start]:
            if derived.nth[at]:
                trick, seen[4] = derived.trick[at], derived.nth[at]
            add_seen(act_at(columns, at), seen)
        elif is_counted(kind_at(columns, at)):
            derived.stands[at] = 0
    return trick
