"""确知: the hard facts about unseen cards at every event of a game, as one view has them.

Nothing comes in but what `sight` gives: the view's own cards, what was put down, how many cards everybody has, and
the events as the view saw them. From these follow the cards that a seat is known to hold (called, paid, handed on,
`R*` with the emperor), the ranks of which it can have no more (an auto-played lead, a tribute, a 2 that was not handed
on), and the seats that can have the card that makes the guard.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

from analyzer.cards import (
    BIG,
    EMPEROR_JOKER,
    GUARD_JOKER,
    NAMES,
    UNSUITED,
    rank_of,
)  # fmt: skip
from analyzer.errors import PaishenError
from analyzer.events import Log
from analyzer.paipu import act_of
from analyzer.replay import Course, Moment, Replay
from analyzer.replay.course import BEFORE
from analyzer.replay.undone import Undone
from analyzer.rules.acts import Kind
from analyzer.rules.table import Phase, Table
from analyzer.rules.verdicts import SENTENCES, Code
from analyzer.rulesets import Guard, Resolved, Ruleset, Throne
from analyzer.sight import ALL, Sight, watched
from analyzer.states import Hidden
from analyzer.tracking.lie import Named, Row, Unseen, fitting, lie_of, named_of
from analyzer.tracking.places import Places, places_of, teller
from analyzer.words import Words

RANK_COUNT: Final = 15
NOTHING: Final = (0,) * RANK_COUNT
NO_PLACES: Final = Places()
PASS, PLAY = int(Kind.PASS), int(Kind.PLAY)


class Facts(NamedTuple):
    """确知: what a view knows after `sight.index` events.

    `deck` and `unseen` count by rank: all cards, and those neither put down nor in the view's own holding; `marked`
    the unseen ones among the marked jokers and the called card, by name. `lie` is how they can lie. `places`: where the
    card that makes the guard can be as far as counting goes, `R*` with the emperor counted as shown; `told`:
    the seat that has put down, or holds before the view's eyes, the card that makes the guard; `undone`: the events
    that do not count any more; `table`: the table of one of the deals that are possible, of one in which the game goes
    on where there is any; it says what all of them agree on (`sight.guards` has the roles); `named`: (seat, card, how
    many) that a hidden seat is known to hold.
    """

    sight: Sight
    ruleset: Ruleset
    deck: Row
    own: Row
    unseen: Row
    marked: tuple[tuple[str, int], ...]
    lie: Unseen
    places: Places = NO_PLACES
    told: int = 0
    undone: AbstractSet[int] = frozenset()
    table: Table = BEFORE
    named: tuple[Named, ...] = ()

    def left(self, seat: int) -> int:
        """How many cards a seat has."""
        return self.sight.sizes[seat - 1]


def check_hidden(log: Log, view: int) -> None:
    """Refuse "all hands" where cards are counted: with every hand open there is nothing to count."""
    if view == ALL:
        zh, en = "明牌没有什么可数的, 请选一家或旁观者", "with all hands open nothing is unseen: choose a seat"
        raise PaishenError(Words(zh, en), game=log.game)


def refused(log: Log, known: int) -> PaishenError:
    """拒数: why nothing is counted after so many events: the next one breaks a rule."""
    course = Replay(log, onward=True).moments[known + 1]
    words = SENTENCES[Code(course.code)].words
    told = Words(f"{words.zh}; 从这里起不能再数牌", f"{words.en}; nothing is counted from here on")
    return PaishenError(told, game=log.game, event=known)


def facts(log: Log, view: int) -> list[Facts]:
    """确知: what a view knows after 0, 1, 2 ... events, up to the first event that breaks a rule.

    `PaishenError` for "all hands", for a view that the log cannot give, and for cards that cannot be.

    >>> from analyzer.events import Deal
    >>> rules = {"base": "simple", "deck": {"R*": 1, "B*": 1, "R": 1, "B": 1, "6s": 2, "7s": 2, "9h": 2}}
    >>> deal = Deal(hands=("R*6s", "B*7s", "7s9h", "9hB", "R6s"))
    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> log = Log(format="paipu", version=1, game="g", rules=rules, players=names, events=(deal,))
    >>> known = facts(log, 4)[1]
    >>> known.unseen, known.marked
    ((0, 0, 0, 2, 2, 0, 1, 0, 0, 0, 0, 0, 0, 1, 2), (('B*', 1), ('R*', 1)))
    """
    return list(facts_of(Replay(log), view))


def facts_of(replay: Replay, view: int, moments: Iterable[Moment] | None = None) -> Iterator[Facts]:
    """确知: the same of a replay, one by one; `moments` as for `sight.watched`."""
    check_hidden(replay.log, view)
    log, resolved = replay.log, replay.resolved
    last: Facts | None = None
    for sight, course in watched(replay, view, moments):
        passing = sight.index and act_of(log.events[sight.index - 1]).kind == PASS
        if last is not None and passing and sight.guards == last.sight.guards:
            last = last._replace(sight=sight, table=course.table)
        else:
            last = _at(log, resolved, course, sight)
        yield last


def _over(log: Log, index: int) -> PaishenError:
    return PaishenError(Words("牌数对不上", "more cards than there can be"), game=log.game, event=index)


def by_rank(cards: Sequence[int]) -> Row:
    """By rank: how many cards of each."""
    row = [0] * RANK_COUNT
    for card in cards:
        row[rank_of(card)] += 1
    return tuple(row)


def deck_of(resolved: Resolved, sight: Sight) -> Row:
    """全副: the cards of the deck by rank; without the `R*` that is held back before the draw."""
    row = [0] * RANK_COUNT
    for card, copies in enumerate(resolved.deck):
        row[rank_of(card)] += copies
    drawn = resolved.ruleset.throne == Throne.DRAWN
    if drawn and sum(sight.sizes) + sum(sight.played) < sum(row):
        row[BIG] -= 1
    return tuple(row)


def _at(log: Log, resolved: Resolved, course: Course, sight: Sight) -> Facts:
    """The facts at a moment that the course has reached."""
    deck = deck_of(resolved, sight)
    mine = sight.holdings[sight.view - 1] if sight.view > 0 else ()
    own = by_rank(mine or ())
    gone = [0] * RANK_COUNT
    for card, count in enumerate(sight.played):
        gone[rank_of(card)] += count
    unseen = tuple(all_ - out - held for all_, out, held in zip(deck, gone, own, strict=True))
    if min(unseen) < 0:
        raise _over(log, sight.index - 1)
    marked = tuple(_marked(resolved, sight, mine or (), unseen))
    if not isinstance(course.state, Hidden):
        nothing = Unseen((), unseen, (), (), ())
        return Facts(sight, resolved.ruleset, deck, own, unseen, marked, nothing, NO_PLACES, table=course.table)
    lie = lie_of(course, course.state, sight, unseen, own)
    if min(lie.pool) < 0 or sum(lie.pool) != sum(lie.slots) or min(lie.slots, default=0) < 0:
        raise _over(log, sight.index - 1)
    places, told = places_of(course, course.state, sight, unseen, own), teller(course, sight, mine or ())
    undone, worlds = Undone(course.since, len(course.undone)), fitting(course.state.worlds, sight)
    named = named_of(course.state.pool, worlds, lie.seats)
    going = next((world.table for world in worlds if world.table.phase < Phase.OVER), worlds[0].table)
    return Facts(
        sight, resolved.ruleset, deck, own, unseen, marked, lie, places, told, undone, going, named
    )  # fmt: skip


def _marked(resolved: Resolved, sight: Sight, mine: Sequence[int], unseen: Row) -> Iterator[tuple[str, int]]:
    """标记牌: how many of each marked or called card are unseen; never more than of its rank."""
    called = [sight.called[0]] if sight.called and sight.called[0] < UNSUITED else []
    marks = [GUARD_JOKER] if resolved.ruleset.guard == Guard.MARKED else []
    for card in (*marks, EMPEROR_JOKER, *called):
        if resolved.deck[card]:
            left = resolved.deck[card] - sight.played[card] - list(mine).count(card)
            yield NAMES[card], min(left, unseen[rank_of(card)])


