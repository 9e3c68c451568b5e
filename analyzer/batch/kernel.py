"""内核: the loop over the events of many games; compiled by `compiled`, plain Python without it.

A game's events are judged up to the first that is refused. An undo goes back to the deal and takes the events
that are left once more. Of the cards this file knows only how they are packed.
"""

from __future__ import annotations

from typing import Any, Final

from analyzer.batch.deriving import add_seen, known_by, note_after, note_before, note_undone
from analyzer.batch.records import (
    Columns,
    Derived,
    Found,
    Work,
    act_at,
    act_without_cards,
    kind_at,
    rules_at,
    wide,
    without_clubs,
    word_at,
)  # fmt: skip
from analyzer.cards import MIXED
from analyzer.rules.acts import Act, Kind
from analyzer.rules.deal import deal, judge_deal
from analyzer.rules.possession import SIZE, Hands, count_ranks, look, look_at_play, move, move_play
from analyzer.rules.scoring import is_doubled, points, winner
from analyzer.rules.step import is_counted, judge, judge_undo, step, step_pass, step_play
from analyzer.rules.table import Facts, Phase, Table
from analyzer.rules.tribute import Previous
from analyzer.rules.tricks import judge_pass, judge_play
from analyzer.rulesets import Ruleset

DEAL, PLAY, PASS, UNDO, END = int(Kind.DEAL), int(Kind.PLAY), int(Kind.PASS), int(Kind.UNDO), int(Kind.END)
IN_PLAY: Final = int(Phase.PLAY)
BEFORE: Final = Table()
ELSEWHERE: Final = -1
"""The code of a game that the columns cannot judge: it is for `replay`."""
MOST_REDONE: Final = 1_000_000
"""How many events of one game undos may have judged again here."""


def take_hands(packed: Any, hands: Hands) -> None:
    """Fill the holdings with the dealt hands; row 0 of the cards adds them up."""
    for card in range(56):
        row = wide(packed[card])
        one, two, three, four, five = row & 7, row >> 3 & 7, row >> 6 & 7, row >> 9 & 7, row >> 12 & 7
        hands.cards[0, card] = one + two + three + four + five
        hands.cards[1, card] = one
        hands.cards[2, card] = two
        hands.cards[3, card] = three
        hands.cards[4, card] = four
        hands.cards[5, card] = five
    for seat in range(1, 6):
        count_ranks(hands, seat)


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


def play_on(
    ruleset: Ruleset, table: Table, columns: Columns, work: Work, at: int, stop: int
) -> tuple[Table, int, int]:
    """续打: the table after plays and passes from an event on, the event it stopped at, and its code.

    Nearly all events are of this kind. It stops at one that is refused, of another kind, or when the game is over.
    """
    code = 0
    while at < stop:
        kind = kind_at(columns, at)
        if kind == PASS:
            act = act_without_cards(columns, at)
            if act.arg:
                break
            code = judge_pass(ruleset, table, act)
            if code:
                break
            table = step_pass(table, act)
            at += 1
        elif kind == PLAY:
            act = act_at(columns, at)
            if act.play >> 11 == MIXED:
                break
            facts = look_at_play(ruleset, table, work.hands, act)
            code = judge_play(ruleset, table, act, facts)
            if code:
                break
            move_play(work.hands, act)
            table = step_play(ruleset, table, act, facts)
            at += 1
            if table.phase != IN_PLAY:
                break
        else:
            break
    return table, at, code


def judge_at(
    ruleset: Ruleset, deck: Any, columns: Columns, table: Table, act: Act, facts: Facts, start: int, at: int, work: Work
) -> int:
    """The code of an event, its hands and how far it goes back looked at, too."""
    if act.play >> 11 == MIXED:
        return ELSEWHERE
    code = judge(ruleset, table, act, facts)
    if code:
        return code
    if act.kind == DEAL:
        return judge_deal(ruleset, deck, work.hands.cards[0], work.hands.ranks[:, SIZE], act.arg)
    if act.kind == UNDO:
        return judge_undo(table, act.arg, how_many_count(columns, start, at, work.alive))
    return 0


def step_at(ruleset: Ruleset, columns: Columns, game: int, table: Table, act: Act, facts: Facts, work: Work) -> Table:
    """The table after a legal event but an undo, the holdings with it."""
    if act.kind == DEAL:
        return deal(ruleset, previous_at(columns, game), work.hands)
    move(work.hands, act)
    return step(ruleset, table, act, facts)


def write_found(ruleset: Ruleset, game: int, found: Found, table: Table, code: int, event: int, ended: int) -> None:
    """Write the code of a game and the event it is at, the event of its `end`, and what its table has come to."""
    found.codes[game] = code
    found.events[game] = event if code else -1
    found.ends[game] = ended if Phase.ENDED <= table.phase <= Phase.SEALED else -1
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


def judge_games(  # noqa: C901  all in one: a loop that another one calls is compiled twice
    rules: Any, decks: Any, of: Any, chosen: Any, columns: Columns, found: Found, derived: Derived, work: Work
) -> None:
    """判多局: judge the events of the chosen games, write what was found.

    The rules of game g are those in row `of[g]` of `rules` and of `decks`. `new` is the first event that was not
    judged yet: after an undo those before it that stand are taken once more.
    """
    deriving = derived.stands.size > 0
    for game in chosen:
        ruleset = rules_at(rules, of[game])
        start, stop = columns.starts[game], columns.starts[game + 1]
        work.seen[:] = 0
        table, code, redone, trick, at, new, ended = BEFORE, 0, 0, 0, start, start, -1
        while at < stop:
            if table.phase == IN_PLAY and at >= new and not deriving:
                table, at, code = play_on(ruleset, table, columns, work, at, stop)
                if code or at == stop:
                    break
            act = act_at(columns, at)
            if act.kind == DEAL:
                take_hands(columns.hands[game], work.hands)
            elif at < new and (act.kind == UNDO or not work.alive[at - start]):
                at += 1
                if deriving and at == new:
                    trick = note_undone(columns, start, at - 1, derived, work.alive, work.seen)
                    note_after(ruleset, table, work.hands, act, derived, at - 1, work.seen)
                continue
            facts = look(ruleset, table, work.hands, act)
            if at >= new:
                if act.kind == UNDO and new == start:
                    work.alive[: stop - start] = True
                code = judge_at(ruleset, decks[of[game]], columns, table, act, facts, start, at, work)
                redone += at - start if act.kind == UNDO else 0
                if code or redone > MOST_REDONE:
                    break
                if deriving:
                    trick = note_before(ruleset, table, work.hands, act, derived, at, trick)
                if act.kind == UNDO:
                    go_back(columns, start, at, act.arg, work.alive)
                    table, at, new, ended = BEFORE, start, at + 1, -1
                    continue
            table = step_at(ruleset, columns, game, table, act, facts, work)
            ended = at - start if act.kind == END else ended
            if deriving and at >= new:
                note_after(ruleset, table, work.hands, act, derived, at, work.seen)
            at += 1
        code = ELSEWHERE if redone > MOST_REDONE else code
        write_found(ruleset, game, found, table, code, at - start, ended)


HELPERS: Final = (
    wide, rules_at, without_clubs, word_at, kind_at, act_without_cards, act_at, take_hands, go_back, how_many_count,
    previous_at, play_on, judge_at, step_at, note_before, add_seen, known_by, note_after, note_undone, write_found,
)  # fmt: skip
"""What `judge_games` calls, each after what it calls itself."""
