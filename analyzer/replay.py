"""复盘: one log, event by event - the valid prefix, the first refusal, and the table at any event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property

from msgspec import UNSET, structs

from analyzer.cards import EMPEROR_JOKER, MIXED, UNSUITED, order, rank_of
from analyzer.errors import RulesetError, Unreadable
from analyzer.events import Deal, End, Event, Header, Log, Pass
from analyzer.events import Previous as WrittenPrevious
from analyzer.paipu import Sourced, act_of, cards_of, hands_of
from analyzer.paipu.chain import examine
from analyzer.refused import TURNED, enforce
from analyzer.rules.acts import Act, Kind
from analyzer.rules.scoring import Winner
from analyzer.rules.step import is_counted, judge_undo, step
from analyzer.rules.table import Facts, Phase, Table
from analyzer.rules.tribute import Previous
from analyzer.rules.tricks import leads
from analyzer.rules.verdicts import SENTENCES, Code, code_name
from analyzer.rulesets import Resolved, resolve
from analyzer.states import Hidden, Known, State, judge_hands, open_state
from analyzer.verdict import Claim, Outcome, Verdict, claim_of, joined, outcome_of, settle
from analyzer.words import Words

DEAL, UNDO, NOTE, MIND, PLAY, PASS = (
    int(Kind.DEAL), int(Kind.UNDO), int(Kind.NOTE), int(Kind.MIND), int(Kind.PLAY), int(Kind.PASS),
)  # fmt: skip
LEGAL = int(Code.LEGAL)
COUNTED = tuple(is_counted(kind) for kind in Kind)
BEFORE = Table()
STRIDE = 16
"""Once something was undone, a copy of the state is kept after so many events: an undo goes back to the last."""


def previous_of(log: Header) -> Previous:
    """上一局: the previous game's result in small integers; an empty one where the log names none."""
    was = log.previous
    if not isinstance(was, WrittenPrevious):
        return Previous()
    places = sum(place << 3 * seat for seat, place in enumerate(was.places, 1))
    named = Winner[was.winner.upper()] if was.winner else Winner.NONE
    return Previous(was.emperor, was.guard, places, named, 1 if was.open_solo is True else 0)


class Course:
    """局程: the run of a log's events: the state so far, and which events still count."""

    def __init__(self, resolved: Resolved, previous: Previous) -> None:
        self.resolved = resolved
        self.previous = previous
        self.state: State | None = None
        self.dealt: tuple[tuple[int, ...] | int, ...] = ()
        self.lived: list[tuple[int, Act, Event]] = []
        self.counted: list[int] = []
        self.undone: set[int] = set()
        self.unmoved: set[int] = set()
        self.marks: list[tuple[int, State]] = []

    @property
    def table(self) -> Table:
        """The table so far (of the first world, where there are several)."""
        return self.state.tables[0] if self.state else BEFORE

    def twin(self) -> Course:
        """A copy that goes on by itself."""
        other = copy(self)
        other.state = self.state.twin() if self.state else None
        other.lived, other.counted, other.marks = self.lived[:], self.counted[:], self.marks[:]
        other.undone, other.unmoved = self.undone.copy(), self.unmoved.copy()
        return other

    def advance(self, index: int, event: Event) -> int:
        """Judge the next event and, where it is legal, go on after it. Its code."""
        refused = self.run((event,), index)
        return refused[1] if refused else LEGAL

    def run(self, events: Sequence[Event], start: int = 0) -> tuple[int, int] | None:
        """Judge events, the first of them at an index, up to the first that is refused: its index and code."""
        index = start - 1
        for event in events:
            index += 1
            act = act_of(event)
            kind = act.kind
            state = self.state
            if state is None or kind == DEAL or kind == UNDO:
                code = self._outside(act, event)
                if code:
                    return index, code
                continue
            code = state.judge(act, cards_of(event).cards if act.play >> 11 == MIXED else ())
            if code:
                return index, code
            if kind == NOTE or kind == MIND:
                continue
            state.apply(act)
            self.lived.append((index, act, event))
            if COUNTED[kind]:
                self.counted.append(index)
            if self.undone and len(self.lived) % STRIDE == 0:
                self.marks.append((len(self.lived), state.twin()))
        return None

    def _outside(self, act: Act, event: Event) -> int:
        """The code of what the state itself cannot judge: a deal, an undo, whatever comes before the deal."""
        if self.state is not None and act.kind == UNDO:
            return self._undo(act.arg)
        if self.state is None and act.kind == DEAL:
            return self._deal(event, act)
        return Code.LEGAL if act.kind == NOTE and self.state is None else Code.NO_DEAL

    def _deal(self, event: Event, act: Act) -> int:
        """发牌: judge the deal and open the state."""
        assert isinstance(event, Deal)
        dealt = tuple(hand if isinstance(hand, int) else hand.cards for hand in hands_of(event))
        code = judge_hands(self.resolved, dealt, act.arg)
        if code:
            return code
        self.dealt = dealt
        self.state = open_state(self.resolved, self.previous, dealt)
        if not self.state.tables:
            self.state = None
            return Code.DECK_MISMATCH
        return Code.LEGAL

    def _undo(self, count: int) -> int:
        """撤销: the last `count` events that still count did not happen; the state is built again without them."""
        code = judge_undo(self.table, count, len(self.counted))
        if code:
            return code
        gone = set(self.counted[-count:])
        first = self.counted[-count]
        self.undone |= gone
        del self.counted[-count:]
        same = sum(1 for index, _, _ in self.lived if index < first)
        self.lived = [item for item in self.lived if item[0] not in gone]
        self.marks = [mark for mark in self.marks if mark[0] <= same]
        self._rebuild()
        return Code.LEGAL

    def _rebuild(self) -> None:
        """The state after all events that count, from the last mark that is still true."""
        done = 0
        if self.marks:
            done, state = self.marks[-1]
            self.state = state.twin()
        else:
            self.state = open_state(self.resolved, self.previous, self.dealt)
        for number, (_, act, event) in enumerate(self.lived[done:], done + 1):
            if self.state.judge(act, cards_of(event).cards if act.play >> 11 == MIXED else ()):
                enforce(self.state, act, event)
            else:
                self.state.apply(act)
            if number % STRIDE == 0:
                self.marks.append((number, self.state.twin()))


Held = tuple[tuple[int, ...] | None, ...]
"""Five holdings, each its cards from high to low, None where they are hidden."""


@dataclass(frozen=True, slots=True)
class Moment:
    """时刻: the table after the first `index` events.

    `undone`: the events that do not count any more; `holdings`: the cards each seat still holds; `guards`: the
    seats that can still be the guard, none before it is settled; `trick` counts from 1 at the first play; `code`:
    what is wrong with the event that led here, 0 for nothing.
    """

    index: int
    table: Table
    holdings: Held
    sizes: tuple[int, ...]
    guards: tuple[int, ...]
    trick: int
    code: int
    undone: frozenset[int] = frozenset()


NOTHING = Moment(0, BEFORE, (None,) * 5, (0,) * 5, (), 0, 0)


class Replay:
    """复盘: a log replayed; `onward` goes on past refusals, as it happened.

    Raises `RulesetError` or `Unreadable` where the log's rules cannot be used.
    """

    def __init__(self, log: Log, *, onward: bool = False) -> None:
        self.log = log
        self.onward = onward
        self.resolved = rules_of(log)

    @cached_property
    def verdict(self) -> Verdict:
        """The log's verdict."""
        return judge_log(self.log)

    @cached_property
    def moments(self) -> list[Moment]:
        """The table after 0, 1, 2 ... events, up to the first refusal (to the end where it goes on)."""
        return list(self._moments())

    def _moments(self) -> Iterator[Moment]:
        yield NOTHING
        course = Course(self.resolved, previous_of(self.log))
        held = Holdings(course)
        trick = 0
        for index, event in enumerate(self.log.events):
            before = course.state.tables if course.state else []
            code = course.advance(index, event)
            if code:
                if not self.onward:
                    return
                force(course, index, event)
            act = act_of(event)
            if act.kind == PLAY and any(leads(table, act.seat) for table in before):
                trick += 1
            yield _moment(course, held.now(), index + 1, trick, int(code))


def _moment(course: Course, held: Held, index: int, trick: int, code: int) -> Moment:
    """The moment a course is at."""
    state = course.state
    if state is None:
        return replace(NOTHING, index=index, code=code)
    guards = sorted({table.roles.guard for table in state.tables} - {0})
    hands = state.hands if isinstance(state, Known) else state.pool.hands if isinstance(state, Hidden) else None
    assert hands is not None
    sizes = tuple(hands.ranks[seat][15] for seat in range(1, 6))
    undone = frozenset(course.undone)
    return Moment(index, course.table, held, sizes, tuple(guards), trick, code, undone)


class Holdings:
    """持牌: what each seat of a course still holds, card by card, kept up as the course goes on."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.held: list[list[int] | None] = []
        self.told: list[int] = []
        """The events that `held` has in it."""

    def now(self) -> Held:
        """The holdings after the events that count; begun again from the deal where one of them was undone."""
        lived = self.course.lived
        known = len(self.told)
        if not known or known > len(lived) or lived[known - 1][0] != self.told[-1]:
            self.held = [None if isinstance(hand, int) else list(hand) for hand in self.course.dealt]
            self.told = []
        for index, act, event in lived[len(self.told) :]:
            self.told.append(index)
            if index not in self.course.unmoved:
                self._move(act, event)
        return tuple(None if hand is None else tuple(sorted(hand, key=order)) for hand in self.held)

    def _move(self, act: Act, event: Event) -> None:
        """Let the cards of an event leave one hand and, in a tribute or a yield, reach another."""
        if act.kind == Kind.DRAW:
            _give(self.held[act.seat - 1], (EMPEROR_JOKER,))
        if act.kind not in (PLAY, Kind.TRIBUTE, Kind.YIELD):
            return
        cards = cards_of(event).cards
        _take(self.held[act.seat - 1], cards)
        if act.kind != PLAY:
            _give(self.held[act.arg - 1], cards)


def _give(hand: list[int] | None, cards: tuple[int, ...]) -> None:
    if hand is not None:
        hand.extend(cards)


def _take(hand: list[int] | None, cards: tuple[int, ...]) -> None:
    """Take cards out of a hand: the same card, else one of its rank; none where there is none."""
    for card in sorted(cards) if hand else ():
        assert hand is not None
        alike = [card] if card in hand else [other for other in hand if rank_of(other) == rank_of(card)]
        if alike:
            hand.remove(alike[0] if card >= UNSUITED else alike[-1])


def force(course: Course, index: int, event: Event) -> None:
    """照实: go on after a refused event as it happened: the cards leave if they are there, the turn follows.

    What cannot have an effect (an unusable deal, undo or call) has none. An undo takes back a refused event, too.
    """
    if course.state is None:
        return
    act = act_of(event)
    if COUNTED[act.kind]:
        course.counted.append(index)
    effect = enforce(course.state, act, event)
    if effect:
        course.lived.append((index, act, event))
    if effect == TURNED:
        course.unmoved.add(index)


# -- verdicts ------------------------------------------------------------------------------------------------


def rules_of(log: Header) -> Resolved:
    """玩法: the log's ruleset; `Unreadable` where it is not the one whose hash the log names."""
    found = resolve(log.rules)
    if log.rules_sha256 is not UNSET and log.rules_sha256 != found.sha256:
        raise Unreadable(
            Words(
                f"玩法的指纹不符: 牌谱写的是 {log.rules_sha256}, 这里的是 {found.sha256}",
                f"the rules differ: the log names {log.rules_sha256}, ours are {found.sha256}",
            ),
            path="$.rules_sha256",
        )
    return found


def judge_found(found: Sourced | Unreadable) -> Verdict:
    """判: the verdict on what a reader yields."""
    if isinstance(found, Sourced):
        ready = fill(found) if found.gaps else found
        return judge_log(ready.log, file=found.file, line=found.line)
    return Verdict("unreadable", found.file, found.line, found.game, found.event, words=found.inside())


def judge_log(log: Log, *, file: str | None = None, line: int | None = None) -> Verdict:
    """判: the verdict on one log. Never raises for what the log says.

    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> judge_log(Log(format="paipu", version=1, game="1", rules="simple", players=names, events=())).status
    'incomplete'
    """
    try:
        resolved = rules_of(log)
    except (RulesetError, Unreadable) as error:
        return Verdict("unreadable", file, line, log.game, words=error.inside())
    kind, broken = examine(log)
    blank = Verdict("illegal", file, line, log.game, integrity=kind)
    if broken is not None:
        return blank._replace(event=broken, code="broken_chain", words=SENTENCES[Code.BROKEN_CHAIN].words)
    course = Course(resolved, previous_of(log))
    refused = course.run(log.events)
    if refused:
        index, code = refused
        told = _told(blank, course, [], Claim())
        return told._replace(event=index, code=code_name(code), words=SENTENCES[Code(code)].words)
    end = next((event for _, _, event in reversed(course.lived) if isinstance(event, End)), None)
    claim = claim_of(end) if end else Claim()
    outcomes, refuted = settle(claim, _outcomes(course)) if end else ([], None)
    told = _told(blank, course, outcomes, claim)
    if end is None:
        return told._replace(status="incomplete", words=unfinished(over=course.table.phase == Phase.OVER))
    if refuted:
        return told._replace(status="disputed", words=differs(refuted))
    return told._replace(status="valid")


def _outcomes(course: Course) -> list[Outcome]:
    tables = course.state.tables if course.state else [BEFORE]
    return [outcome_of(course.resolved.ruleset, table) for table in tables]


def _told(blank: Verdict, course: Course, outcomes: list[Outcome], claim: Claim) -> Verdict:
    """A verdict with what the course has come to."""
    found = joined(outcomes or _outcomes(course))
    return blank._replace(
        emperor=found.emperor, guard=found.guard, solo=found.solo, doubled=found.doubled, winner=found.winner,
        places=found.places, scores=found.scores, claimed_places=claim.places, claimed_scores=claim.scores,
        dissolved=found.dissolved,
    )  # fmt: skip


def unfinished(*, over: bool) -> Words:
    """未完: what is said of a log without an end that counts; `over`: the game itself is over.

    >>> unfinished(over=False).en
    'the log stops before the game is over'
    """
    if over:
        return Words("打完了, 但没有终局记录", "the game is over, but has no end event")
    return Words("牌谱停在终局之前", "the log stops before the game is over")


def differs(name: str) -> Words:
    """不符: what is said of a claim (emperor, guard, places, scores) that the rules refute.

    >>> differs("scores").en
    'the claimed scores are not what the rules give'
    """
    chinese = {"emperor": "皇帝", "guard": "侍卫", "places": "名次", "scores": "得分"}[name]
    return Words(f"所报的{chinese}与规则算出的不同", f"the claimed {name} are not what the rules give")


# -- passes that a text leaves out -----------------------------------------------------------------------------


def fill(found: Sourced) -> Sourced:
    """补过牌: a log from text notation with the passes written out that follow from who plays next.

    Passes are added before a play by a seat that is not to play, as far as they bring the turn to it; where they
    cannot, the log stays as it is and the play is refused. Rules that cannot be used leave it as it is, too.
    """
    try:
        resolved = rules_of(found.log)
    except (RulesetError, Unreadable):
        return found
    course = Course(resolved, previous_of(found.log))
    events: list[Event] = []
    for event in found.log.events:
        act = act_of(event)
        for passing in passes_before(course, act):
            course.advance(len(events), passing)
            events.append(passing)
        course.advance(len(events), event)
        events.append(event)
    return found._replace(log=structs.replace(found.log, events=tuple(events)), gaps=False)


def passes_before(course: Course, act: Act) -> list[Pass]:
    """补过牌: the passes that bring the turn to the seat of a play or a pass; none where that cannot be."""
    table = course.table
    if act.kind not in (PLAY, PASS) or table.phase != Phase.PLAY or table.turn == act.seat:
        return []
    if act.kind == PLAY and leads(table, act.seat):
        return []
    missing: list[Pass] = []
    while table.turn != act.seat and len(missing) < 4 and table.standing:
        missing.append(Pass(seat=table.turn))
        table = step(course.resolved.ruleset, table, Act(PASS, table.turn), Facts())
    return missing if table.turn == act.seat else []


def passes_to_lead(course: Course, act: Act) -> list[Pass]:
    """全过: the passes of everybody, the seat of a play too, after which that seat leads the next trick."""
    table = course.table
    if act.kind != PLAY or table.phase != Phase.PLAY:
        return []
    missing: list[Pass] = []
    while table.standing:
        missing.append(Pass(seat=table.turn))
        table = step(course.resolved.ruleset, table, Act(PASS, table.turn), Facts())
    return missing if table.turn == act.seat else []
