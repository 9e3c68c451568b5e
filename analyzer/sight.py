"""视野: exactly what a seat, or an onlooker, could know at an event - the only place that hides things.

Everybody sees what happens: who is to act, what is paid, handed on, called, declared, played and passed, how many
cards are left, and the referee's word that an event breaks a rule. A seat sees its own cards too. Who the guard
is follows from there: the events are judged again with the other hands hidden, and the guard is known when one
seat is left. Beyond that a rebellion that stands, and the end of the game, lay the roles open; an escape does not: it
leaves the roles as they were (RULES.md 9.11). What was undone did not happen: a sight follows the corrected events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from msgspec import structs

from analyzer.cards import GUARD_JOKER, PLAIN, UNSUITED, shown, write_cards
from analyzer.errors import PaishenError
from analyzer.events import Call, Deal, End, Event, Log, Mind, Note, Play, Undo
from analyzer.paipu import cards_of
from analyzer.replay import Course, Moment, Replay, force, previous_of, rules_of
from analyzer.rules.table import Phase, Solo, Table
from analyzer.rulesets import DeclareSolo, Guard, Ruleset, Throne
from analyzer.states import Known
from analyzer.verdict import claim_of, outcome_of, settle
from analyzer.words import Words

ALL: Final = 0
ONLOOKER: Final = -1
Cards = tuple[int, ...]
Worlds = list[Table]
"""The tables that are possible."""


@dataclass(frozen=True, slots=True)
class Sight:
    """视野: the table after the first `index` events as `view` (1-5, -1 onlooker, 0 all hands) can know it.

    `phase`, `turn`, `standing`, `owner`, `passed`, `live`, `places`, `auto`, `escaped` and the roles from `emperor` on
    are as in `rules.table`, and 0 while the view cannot know: `guard`, and `solo` while it may be a secret one. A
    sealed log keeps the phase that it was sealed in. `shown` are the cards of the standing play, `called` those of
    the call. `holdings` are None where they are hidden, `sizes` how many cards each seat has, `guards` who can still
    be the guard, `played` how many of each card (0-55, unsuited from 56) were played. `trick` counts from 1, `code`
    is what is wrong with the event that led here.
    """

    view: int
    index: int
    phase: int
    turn: int
    standing: int
    shown: Cards
    owner: int
    passed: int
    live: int
    places: int
    auto: int
    escaped: int
    sizes: Cards
    holdings: tuple[Cards | None, ...]
    emperor: int
    guard: int
    solo: int
    guards: Cards
    open_guard: int
    rebels: int
    risen: int
    snatchers: int
    called: Cards
    played: Cards
    trick: int
    code: int


def check_view(log: Log, view: int) -> None:
    """Refuse a view that a log cannot give: one recorded by a seat gives that seat's view and an onlooker's.

    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> check_view(Log(format="paipu", version=1, game="g", rules="simple", players=names, view=3, events=()), 4)
    Traceback (most recent call last):
    analyzer.errors.PaishenError: game g: recorded by seat 3, it cannot be shown as seat 4 saw it
    """
    if not ONLOOKER <= view <= 5:
        raise PaishenError(Words(f"没有这个视角: {view}", f"there is no view {view}"), game=log.game)
    if view in (log.eyes, ONLOOKER) or log.eyes == ALL:
        return
    by = Words(f" {log.eyes} 号位", f"seat {log.eyes}") if log.eyes > 0 else Words("旁观者", "an onlooker")
    whose = Words(f" {view} 号位的视角", f"as seat {view} saw it") if view else Words("全部手牌", "with all hands")
    raise PaishenError(
        Words(f"这份牌谱由{by.zh}所记, 看不到{whose.zh}", f"recorded by {by.en}, it cannot be shown {whose.en}"),
        game=log.game,
    )


def sights(replay: Replay, view: int) -> list[Sight]:
    """视野: what a view could know after 0, 1, 2 ... events, one for each moment of the replay.

    `PaishenError` for a view that the log cannot give.
    """
    return [sight for sight, _ in watched(replay, view)]


def watched(replay: Replay, view: int, moments: Iterable[Moment] | None = None) -> Iterator[tuple[Sight, Course]]:
    """视野和局程: each sight with the course of the events as the view saw them, which stands at that moment.

    The course goes on with the next sight. `moments` are those of the replay where they are left out; with
    `replay.walk()` a game can be followed while its events come in. `PaishenError` for a view that the log cannot give.
    """
    check_view(replay.log, view)
    log = replay.log
    mine = _Worlds(replay, view)
    whole = mine if view == log.eyes else _Whole(replay, ALL)
    ruleset = replay.resolved.ruleset
    seen = _Seen()
    sizes: Cards = ()
    public = Table()
    for moment in replay.moments if moments is None else moments:
        ours = mine.after(moment)
        possible = ours if whole is mine else whole.after(moment)
        if moment.index:
            seen.add(moment, seen_by(log.events[moment.index - 1], ruleset, view), moved=moment.sizes != sizes)
        sizes = moment.sizes
        known = public.roles
        public = moment.table if len(possible) == 1 else agreed(possible)
        if view != ALL and public.escaped:
            public = public._replace(roles=known)
        elif view != ALL and ruleset.throne == Throne.SKIP:
            public = _unsettled(public, ours)
        seen.at(public)
        guards = _guards(ruleset, view, public, (ours, possible), seen)
        yield _sight(view, moment, public, guards, seen), mine.course


def _unsettled(public: Table, mine: Worlds) -> Table:
    """未定: the table while a view cannot know whether the candidate holds both marked jokers, and so may yield."""
    if public.phase not in (Phase.THRONE, Phase.DECLARE) or all(table.phase != Phase.THRONE for table in mine):
        return public
    return public._replace(phase=Phase.THRONE, roles=public.roles._replace(emperor=0, guard=0, solo=Solo.NONE))


def as_seen(log: Log, view: int) -> tuple[Event, ...]:
    """所见的事件: the events as a view saw them: of the deal its own hand alone, of the others how many cards.

    Of a call of one's own fourth card three cards, where the table does not see the fourth (RULES.md 5.5).
    `RulesetError` or `Unreadable` for rules that cannot be used.

    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> deal = Deal(hands=("R*9", "B", "", "77", "R8"))
    >>> log = Log(format="paipu", version=1, game="g", rules="simple", players=names, events=(deal,))
    >>> as_seen(log, 4)[0].hands
    (2, 1, 0, '77', 2)
    """
    ruleset = rules_of(log).ruleset
    return tuple(seen_by(event, ruleset, view) for event in log.events)


def seen_by(event: Event, ruleset: Ruleset, view: int) -> Event:
    """所见的一个事件: one event as a view saw it."""
    if view == ALL:
        return event
    if isinstance(event, Deal):
        return _covered(event, view)
    if isinstance(event, Call) and event.seat != view and ruleset.declare_solo == DeclareSolo.DECLARE:
        cards = cards_of(event).cards
        return structs.replace(event, cards=write_cards(cards[:3])) if len(cards) > 3 else event
    return event


def _covered(deal: Deal, view: int) -> Deal:
    one, two, three, four, five = (
        hand if isinstance(hand, int) or seat == view else len(shown(hand).cards)
        for seat, hand in enumerate(deal.hands, 1)
    )
    return structs.replace(deal, hands=(one, two, three, four, five))


class _Worlds:
    """局面: the tables that are possible at each moment, as far as the events tell as a view saw them.

    A refused event that changed the table all the same changes these, too. Where events that are legal with all
    that is known are not with what the view knows of them, nothing more can be concluded: the last ones stay.
    """

    def __init__(self, replay: Replay, view: int) -> None:
        self.replay = replay
        self.view = view
        self.course = Course(replay.resolved, previous_of(replay.log))
        self.lost = False
        self.before: Moment | None = None

    def after(self, moment: Moment) -> Worlds:
        """The tables at the next moment."""
        if self.before and not self.lost:
            event = self.replay.log.events[moment.index - 1]
            self._go_on(moment, self.before, seen_by(event, self.replay.resolved.ruleset, self.view))
        self.before = moment
        return self.course.state.tables if self.course.state else [self.course.table]

    def _go_on(self, moment: Moment, before: Moment, event: Event) -> None:
        if not moment.code:
            self.lost = bool(self.course.advance(moment.index - 1, event))
        elif moment.table != before.table or moment.sizes != before.sizes:
            force(self.course, moment.index - 1, event)


class _Whole(_Worlds):
    """全局: the same as far as the whole log tells; with every hand known that is the one table of the replay."""

    def after(self, moment: Moment) -> Worlds:
        """The tables at the next moment."""
        return [moment.table] if isinstance(self.course.state, Known) else super().after(moment)


def agreed(tables: Worlds) -> Table:
    """公认: one table of several possible ones: what they do not agree on is 0; it is over if all are.

    >>> agreed([Table(phase=6, turn=2, owner=1), Table(phase=6, turn=3, owner=1)])[:4]
    (6, 0, 0, 1)
    """
    going = [table for table in tables if table.phase < Phase.OVER] or tables
    roles = going[0].roles._replace(
        emperor=_same([table.roles.emperor for table in tables]),
        guard=_same([table.roles.guard for table in tables]),
        solo=_same([table.roles.solo for table in tables]),
    )
    turn = _same([table.turn for table in going])
    return going[0]._replace(phase=min(table.phase for table in going), turn=turn, roles=roles)


def _same(values: list[int]) -> int:
    return values[0] if len(set(values)) == 1 else 0


class _Seen:
    """所见的牌: what was shown by the events that count."""

    def __init__(self) -> None:
        self.lived: list[tuple[int, Event]] = []
        self.played = [0] * (UNSUITED + PLAIN)
        self.phase = int(Phase.DEAL)

    def add(self, moment: Moment, event: Event, *, moved: bool) -> None:
        """An event that happened; one that was refused was seen if it moved cards."""
        if isinstance(event, Undo):
            for index, gone in self.lived:
                if index in moment.undone:
                    self._count(gone, -1)
            self.lived = [item for item in self.lived if item[0] not in moment.undone]
        elif (not moment.code or moved) and not isinstance(event, (Deal, Note, Mind)):
            self.lived.append((moment.index - 1, event))
            self._count(event, 1)

    def _count(self, event: Event, step: int) -> None:
        for card in cards_of(event).cards if isinstance(event, Play) else ():
            self.played[card] += step

    def at(self, table: Table) -> None:
        """阶段: the phase; a seal closes a log in the phase that it has."""
        self.phase = self.phase if table.phase >= Phase.SEALED else int(table.phase)

    def last(self, kind: type[Event]) -> Event | None:
        """The last event of a kind that counts."""
        return next((event for _, event in reversed(self.lived) if isinstance(event, kind)), None)

    def cards(self, kind: type[Event]) -> Cards:
        """The cards of the last event of a kind."""
        event = self.last(kind)
        return cards_of(event).cards if event else ()

    def shows_guard(self, ruleset: Ruleset, guard: int, *, solo: bool) -> bool:
        """Whether a seat has put the guard's card on the table; a solo emperor's first three say nothing."""
        called = self.cards(Call)
        card = GUARD_JOKER if ruleset.guard == Guard.MARKED else called[0] if called else UNSUITED
        plays = [event for _, event in self.lived if isinstance(event, Play) and event.seat == guard]
        copies = sum(cards_of(play).cards.count(card) for play in plays)
        return card < UNSUITED and copies > (3 if solo and card != GUARD_JOKER else 0)


def _guards(ruleset: Ruleset, view: int, public: Table, worlds: tuple[Worlds, Worlds], seen: _Seen) -> Cards:
    """谁可能是侍卫: the seats that can still be the guard as far as a view can know; none before it is settled."""
    mine, whole = worlds
    roles = public.roles
    lone = roles.guard == roles.emperor
    if roles.guard and not (lone and roles.solo == Solo.NONE):
        told = roles.open_guard or roles.risen or roles.solo == Solo.OPEN
        told = told or (seen.phase >= Phase.OVER and not public.escaped)
        if told or view == ALL or seen.shows_guard(ruleset, roles.guard, solo=lone):
            return (roles.guard,)
    if seen.phase < Phase.CALL or (public.escaped and not roles.emperor):
        return ()
    ends = {_is_over(table) for table in whole}
    fitting = [table for table in mine if _is_over(table) in ends] or mine
    guards = {table.roles.guard for table in fitting} - {0}
    end = seen.last(End)
    if isinstance(end, End) and seen.phase == Phase.ENDED and len(guards) > 1:
        guards &= _claimed(ruleset, end, (fitting, whole), escaped=bool(public.escaped)) or guards
    return tuple(sorted(guards))


def _is_over(table: Table) -> bool:
    """Whether the game is over at a table; a seal closes one that goes on, too."""
    return Phase.OVER <= table.phase <= Phase.SEALED


def _claimed(ruleset: Ruleset, end: End, worlds: tuple[Worlds, Worlds], *, escaped: bool) -> set[int]:
    """终局所报: the seats that can be the guard by what an end claims; none where that says nothing.

    After an escape nothing but the claim tells who was the guard; one that is disputed is not believed.
    """
    mine, whole = ([outcome_of(ruleset, table) for table in tables] for tables in worlds)
    claim = claim_of(end)
    if not escaped:
        left, _ = settle(claim, whole)
    else:
        claim = claim._replace(places=None, scores=None)
        left = [] if settle(claim, whole)[1] else settle(claim, mine)[0]
    return {outcome.guard or 0 for outcome in left}


def _sight(view: int, moment: Moment, public: Table, guards: Cards, seen: _Seen) -> Sight:
    """One moment through one pair of eyes."""
    roles = public.roles
    guard = guards[0] if len(guards) == 1 else 0
    alone = Solo.OPEN if roles.solo == Solo.OPEN else Solo.SECRET
    holdings = tuple(
        hand if view in (ALL, seat) else () if seen.phase and not size else None
        for seat, (hand, size) in enumerate(zip(moment.holdings, moment.sizes, strict=True), 1)
    )
    return Sight(
        view=view, index=moment.index, phase=seen.phase, turn=public.turn, standing=public.standing,
        shown=seen.cards(Play) if public.standing else (), owner=public.owner if public.standing else 0,
        passed=public.passed, live=public.live, places=public.places, auto=public.auto, escaped=public.escaped,
        sizes=moment.sizes, holdings=holdings, emperor=roles.emperor, guard=guard,
        solo=alone if guard and guard == roles.emperor else Solo.NONE, guards=guards, open_guard=roles.open_guard,
        rebels=roles.rebels, risen=roles.risen, snatchers=roles.snatchers, called=seen.cards(Call),
        played=tuple(seen.played), trick=moment.trick, code=moment.code,
    )  # fmt: skip
