"""内核: the loop over the events of many games; compiled by `compiled`, plain Python without it.

A game's events are judged up to the first that is refused. An undo goes back to the deal and takes the events
that are left once more. Of the cards this file knows only how they are packed.
"""

from __future__ import annotations

from typing import Any, Final

from analyzer.batch.deriving import add_seen, known_by, note_after, note_before, note_undone
from analyzer.batch.records import Columns, Derived, Found, Work, act_at, kind_at, wide, without_clubs
from analyzer.cards import MIXED
from analyzer.rules.acts import Act, Kind
from analyzer.rules.deal import deal, judge_deal
from analyzer.rules.possession import Hands, count_ranks, look, move
from analyzer.rules.scoring import is_doubled, points, winner
from analyzer.rules.step import is_counted, judge, judge_undo, step
from analyzer.rules.table import NO_FACTS, Facts, Phase, Table
from analyzer.rules.tribute import Previous
from analyzer.rulesets import Ruleset

DEAL, PLAY, PASS, UNDO, NOTE, MIND, END = (
    int(Kind.DEAL), int(Kind.PLAY), int(Kind.PASS), int(Kind.UNDO), int(Kind.NOTE), int(Kind.MIND), int(Kind.END),
)  # fmt: skip
IN_PLAY: Final = int(Phase.PLAY)
BEFORE: Final = Table()
ELSEWHERE: Final = -1
"""The code of a game that the columns cannot judge: it is for `replay`."""
MOST_REDONE: Final = 1_000_000
"""How many events of one game undos may have judged again here."""


def take_hands(packed: Any, hands: Hands) -> None:
    """Fill the holdings with the dealt hands."""
    for card in range(56):
        row = wide(packed[card])
        for seat in range(1, 6):
            hands.cards[seat, card] = row & 7
            row >>= 3
    for seat in range(1, 6):
        count_ranks(hands, seat)


def judge_dealt(ruleset: Ruleset, deck: Any, hands: Hands, first: int) -> int:
    """The code of the deal that was just taken; row 0 of the holdings is used to add them up."""
    for card in range(56):
        hands.cards[0, card] = 0
        for seat in range(1, 6):
            hands.cards[0, card] += hands.cards[seat, card]
    return judge_deal(ruleset, deck, hands.cards[0], hands.ranks[:, 15], first)


def go_back(columns: Columns, start: int, event: int, back: int, alive: Any) -> None:
    """撤销: the last `back` events that count and come before an event stand no more."""
    at = event
    while back > 0:
        at -= 1
        if alive[at - start] and is_counted(kind_at(columns, at)):
            alive[at - start] = False
            back -= 1


def how_many_count(columns: Columns, start: int, event: int, alive: Any) -> int:
    """How many events before this one an undo could take back."""
    found = 0
    for at in range(start, event):
        if alive[at - start] and is_counted(kind_at(columns, at)):
            found += 1
    return found


def previous_at(columns: Columns, game: int) -> Previous:
    """The result of the game before a game."""
    was = columns.previous[game]
    return Previous(wide(was[0]), wide(was[1]), wide(was[2]), wide(was[3]), wide(was[4]))


def once_more(ruleset: Ruleset, columns: Columns, game: int, event: int, work: Work) -> Table:
    """The table after the events before this one that still stand, the holdings with it."""
    start = columns.starts[game]
    take_hands(columns.hands[game], work.hands)
    table = deal(ruleset, previous_at(columns, game), work.hands)
    for at in range(start, event):
        if work.alive[at - start]:
            act = act_at(columns, at)
            facts = look(ruleset, table, work.hands, act)
            move(work.hands, act)
            table = step(ruleset, table, act, facts)
    return table


def play_on(
    ruleset: Ruleset, table: Table, columns: Columns, work: Work, at: int, stop: int
) -> tuple[Table, int, int]:
    """续打: the table after plays and passes from an event on, the event it stopped at, and its code.

    Nearly all events are of this kind. It stops at one that is refused, of another kind, or when the game is over.
    """
    while at < stop and table.phase == IN_PLAY:
        act = act_at(columns, at)
        if act.kind == PASS:
            code = judge(ruleset, table, act, NO_FACTS)
            if code:
                return table, at, code
            table = step(ruleset, table, act, NO_FACTS)
        elif act.kind == PLAY and act.play >> 11 != MIXED:
            facts = look(ruleset, table, work.hands, act)
            code = judge(ruleset, table, act, facts)
            if code:
                return table, at, code
            move(work.hands, act)
            table = step(ruleset, table, act, facts)
        else:
            break
        at += 1
    return table, at, 0


def judge_at(
    ruleset: Ruleset, deck: Any, columns: Columns, game: int, table: Table, act: Act, facts: Facts, at: int, work: Work
) -> int:
    """The code of an event, its hands and how far it goes back looked at, too."""
    if act.play >> 11 == MIXED:
        return ELSEWHERE
    code = judge(ruleset, table, act, facts)
    if code:
        return code
    if act.kind == DEAL:
        take_hands(columns.hands[game], work.hands)
        return judge_dealt(ruleset, deck, work.hands, act.arg)
    if act.kind == UNDO:
        return judge_undo(table, act.arg, how_many_count(columns, columns.starts[game], at, work.alive))
    return 0


def step_at(
    ruleset: Ruleset, columns: Columns, game: int, table: Table, act: Act, facts: Facts, at: int, work: Work
) -> Table:
    """The table after a legal event, the holdings with it."""
    kind = act.kind
    if kind == NOTE or kind == MIND:
        return table
    if kind == DEAL:
        return deal(ruleset, previous_at(columns, game), work.hands)
    if kind == UNDO:
        go_back(columns, columns.starts[game], at, act.arg, work.alive)
        return once_more(ruleset, columns, game, at, work)
    move(work.hands, act)
    work.alive[at - columns.starts[game]] = True
    return step(ruleset, table, act, facts)


def judge_game(
    ruleset: Ruleset, deck: Any, columns: Columns, game: int, found: Found, derived: Derived, work: Work
) -> None:
    """判一局: judge the events of one game, write what was found."""
    start, stop = columns.starts[game], columns.starts[game + 1]
    table = BEFORE
    deriving = derived.stands.size > 0
    work.seen[:] = 0
    work.alive[: stop - start] = True
    code, redone, trick, at = 0, 0, 0, start
    while at < stop:
        if table.phase == IN_PLAY and not deriving:
            table, at, code = play_on(ruleset, table, columns, work, at, stop)
            if code or at == stop:
                break
        act = act_at(columns, at)
        work.alive[at - start] = False
        facts = look(ruleset, table, work.hands, act)
        code = judge_at(ruleset, deck, columns, game, table, act, facts, at, work)
        if act.kind == UNDO:
            redone += at - start
            code = ELSEWHERE if redone > MOST_REDONE else code
        if code:
            break
        if deriving:
            trick = note_before(ruleset, table, work.hands, act, derived, at, trick)
        table = step_at(ruleset, columns, game, table, act, facts, at, work)
        if deriving:
            if act.kind == UNDO:
                trick = note_undone(columns, start, at, derived, work.alive, work.seen)
            note_after(ruleset, table, work.hands, act, derived, at, work.seen)
        at += 1
    write_found(ruleset, columns, game, found, table, code, at, work.alive)


def write_found(
    ruleset: Ruleset, columns: Columns, game: int, found: Found, table: Table, code: int, at: int, alive: Any
) -> None:
    """Write the code of a game, where it is, and what its table has come to."""
    start = columns.starts[game]
    found.codes[game] = code
    found.events[game] = at - start if code else -1
    found.ends[game] = -1
    if Phase.ENDED <= table.phase <= Phase.SEALED:
        event = at - 1
        while event > start and not (alive[event - start] and kind_at(columns, event) == END):
            event -= 1
        if event > start:
            found.ends[game] = event - start
    roles = table.roles
    over = Phase.OVER <= table.phase <= Phase.SEALED
    facts = found.facts[game]
    facts[0], facts[1], facts[2], facts[3] = table.phase, roles.emperor, roles.guard, roles.solo
    facts[4] = 1 if roles.emperor and is_doubled(ruleset, roles) else 0
    facts[5] = winner(ruleset, table) if over else 0
    facts[6], facts[7] = table.places >> 3, table.auto if over else 0
    if over:
        scored = points(ruleset, table)
        for seat in range(5):
            found.scores[game, seat] = scored[seat]


def judge_games(
    ruleset: Ruleset, deck: Any, chosen: Any, columns: Columns, found: Found, derived: Derived, work: Work
) -> None:
    """判多局: judge the chosen games, all of one ruleset."""
    for game in chosen:
        judge_game(ruleset, deck, columns, game, found, derived, work)


HELPERS: Final = (
    wide, without_clubs, kind_at, act_at, take_hands, judge_dealt, go_back, how_many_count, previous_at, once_more,
    play_on, judge_at, step_at, note_before, add_seen, known_by, note_after, note_undone, write_found, judge_game,
)  # fmt: skip
"""What `judge_games` calls, each after what it calls itself."""
