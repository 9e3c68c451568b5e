"""局面: what playouts start from at every moment of a game - what one view knows, and what bots would remember."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from itertools import tee
from typing import NamedTuple

from analyzer.bots import Memory
from analyzer.cards import BIG, GUARD_JOKER, SMALL, UNSUITED, rank_of, unpack
from analyzer.deduction.counts import Chances, is_settled
from analyzer.deduction.posterior import beliefs
from analyzer.events import Event, Play
from analyzer.paipu import act_of, cards_of
from analyzer.replay import Moment, Replay
from analyzer.rules.acts import Act, Kind
from analyzer.rules.finish import is_over
from analyzer.rules.table import Phase, Roles, Solo, Table, first_of
from analyzer.rulesets import Guard, Resolved
from analyzer.sight import ALL, Sight, seen_by, watched
from analyzer.tracking.facts import Facts, by_rank, facts_of


class Position(NamedTuple):
    """局面: what a view knows after `sight.index` events.

    `table` says what everybody sees; `memory` is what bots would remember; `chances`: P that each seat is the guard,
    None before emperor and guard are settled; `guard_seen`: whether the guard's card was put down; `called`: the
    called card, -1 for none; `shown`: by seat the cards put down by suit or mark, `laid` by seat and rank how many in
    all. `opening` is the table before the first play, `moves` are the plays and passes since (0: a pass). `facts` are
    those of the view, None with all hands open.
    """

    resolved: Resolved
    sight: Sight
    table: Table
    memory: Memory
    chances: Chances | None
    guard_seen: bool
    called: int
    shown: Mapping[int, tuple[int, ...]]
    laid: Mapping[tuple[int, int], int]
    opening: Table | None
    moves: tuple[int, ...]
    facts: Facts | None

    @property
    def in_play(self) -> bool:
        """Whether emperor and guard are settled and the game is not over."""
        return self.chances is not None and self.sight.phase < Phase.OVER

    @property
    def finished(self) -> Chances:
        """可能打完了: P of each guard with whom the game is over already, while a view cannot tell that it is."""
        if not self.in_play or self.sight.phase != Phase.PLAY:
            return {}
        ruleset, live, chances = self.resolved.ruleset, self.sight.live, self.chances or {}
        return {guard: chance for guard, chance in chances.items() if is_over(ruleset, self.roles(guard), live)}

    @property
    def going(self) -> Chances:
        """还在打: P of each guard with whom the game goes on; together they are less than 1 where it may be over."""
        done = self.finished
        return {guard: chance for guard, chance in (self.chances or {}).items() if guard not in done}

    def roles(self, guard: int) -> Roles:
        """身份: the roles where a seat is the guard."""
        emperor = self.sight.emperor
        alone = Solo.OPEN if self.sight.solo == Solo.OPEN else Solo.SECRET
        return self.table.roles._replace(
            emperor=emperor, guard=guard, solo=int(alone if guard == emperor else Solo.NONE)
        )


class _Past:
    """过去: what the events that count have shown to everybody; begun again where one of them was undone."""

    def __init__(self, resolved: Resolved) -> None:
        self.deck = by_rank([card for card, copies in enumerate(resolved.deck) for _ in range(copies)])
        self.tables: list[tuple[Table, Event]] = []
        self.undone: AbstractSet[int] = frozenset()
        self._begin()

    def _begin(self) -> None:
        self.memory = Memory(self.deck)
        self.shown: dict[int, tuple[int, ...]] = dict.fromkeys(range(1, 6), ())
        self.laid: dict[tuple[int, int], int] = {}
        self.opening: Table | None = None
        self.moves: tuple[int, ...] = ()

    def add(self, table: Table, event: Event, undone: AbstractSet[int]) -> None:
        """An event that happened at a table, and all events that do not count any more."""
        self.tables.append((table, event))
        if undone != self.undone:
            self.undone = undone
            self._begin()
            for index, (before, lived) in enumerate(self.tables):
                if index not in undone:
                    self._take(before, lived)
        else:
            self._take(table, event)

    def _take(self, table: Table, event: Event) -> None:
        act = act_of(event)
        self.memory = self.memory.twin()
        self.memory.notice(table, act)
        if act.kind in (Kind.PLAY, Kind.PASS):
            self.opening = self.opening or table
            self.moves += before_of(act, table)
        if isinstance(event, Play):
            for rank, count in by_rank_of(act.play):
                self.laid = {**self.laid, (act.seat, rank): self.laid.get((act.seat, rank), 0) + count}
            suited = (card for card in cards_of(event).cards if card < UNSUITED)
            self.shown = {**self.shown, act.seat: (*self.shown[act.seat], *suited)}

    def has_guard_shown(self, resolved: Resolved, called: int, emperor: int) -> bool:
        """Whether the guard's card was put down: of a called card the emperor's first three say nothing."""
        if resolved.ruleset.guard == Guard.MARKED:
            return any(GUARD_JOKER in cards for cards in self.shown.values())
        return called >= 0 and any(
            cards.count(called) > (3 if seat == emperor else 0) for seat, cards in self.shown.items()
        )


def positions(replay: Replay, view: int, moments: Iterable[Moment] | None = None) -> Iterator[Position]:
    """局面: a view's positions after 0, 1, 2 ... events, up to the first that breaks a rule.

    `moments` are those of the replay where they are left out; with `replay.walk()` a game is followed while its events
    come in. `PaishenError` for a view that the log cannot give.
    """
    past = _Past(replay.resolved)
    before: Table | None = None
    for sight, table, chances, facts, undone in _known(replay, view, moments):
        if before is not None:
            past.add(before, seen_by(replay.log.events[sight.index - 1], replay.resolved.ruleset, view), undone)
        before = table
        called = _called(sight)
        seen = past.has_guard_shown(replay.resolved, called, sight.emperor)
        yield Position(
            replay.resolved, sight, table, past.memory, chances, seen, called, past.shown, past.laid, past.opening,
            past.moves, facts,
        )


Known = tuple[Sight, Table, Chances | None, Facts | None, AbstractSet[int]]


def _known(replay: Replay, view: int, moments: Iterable[Moment] | None) -> Iterator[Known]:
    """What a view knows at each moment: by counting and deduction, or, with all hands open, by looking."""
    if view == ALL:
        for sight, course in watched(replay, view, moments):
            yield sight, course.table, _openly(sight), None, frozenset(course.undone)
        return
    ours, theirs = tee(facts_of(replay, view, moments))
    believed = beliefs(replay.log, theirs)
    for known in ours:
        belief = next(believed) if known.sight.index else None
        chances = belief.chances if belief and is_settled(known) else None
        yield known.sight, known.table, chances, known, known.undone


def _openly(sight: Sight) -> Chances | None:
    """Who the guard can be with all hands open: more than one only where cards were written without their suits."""
    if not sight.emperor or not sight.guards:
        return None
    return dict.fromkeys(sight.guards, 1 / len(sight.guards))


def _called(sight: Sight) -> int:
    """The called card, the first of its suits where none was said; -1 for none."""
    if not sight.called or rank_of(sight.called[0]) >= SMALL:
        return -1
    card = sight.called[0]
    return card if card < UNSUITED else rank_of(card) << 2


def by_rank_of(play: int) -> list[tuple[int, int]]:
    """The ranks of a play, each with how many cards of it."""
    rank, plain, small, big = unpack(play)
    return [(one, count) for one, count in ((rank, plain), (SMALL, small), (BIG, big)) if count]


def before_of(act: Act, table: Table) -> tuple[int, ...]:
    """补过: the moves that an act is, passes that its log leaves out before it among them.

    >>> before_of(Act(10, 3, 0, 65), Table(turn=3))
    (65,)
    """
    seat = table.turn
    moves: list[int] = []
    while seat and seat != act.seat and len(moves) < 5:
        moves.append(0)
        seat = first_of(table.live & ~table.passed, seat)
    return (*moves, act.play)
