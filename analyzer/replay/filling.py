"""补过牌: passes that a text leaves out."""

from __future__ import annotations

from msgspec import structs

from analyzer.errors import RulesetError, Unreadable
from analyzer.events import Event, Pass
from analyzer.paipu import Sourced, act_of
from analyzer.replay.course import Course, previous_of, rules_of
from analyzer.rules.acts import Act, Kind
from analyzer.rules.step import step
from analyzer.rules.table import Facts, Phase
from analyzer.rules.tricks import leads

PLAY, PASS = int(Kind.PLAY), int(Kind.PASS)


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
