"""照实: what a play or a pass that breaks a rule does to the table all the same, since it happened."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.cards import MIXED
from analyzer.events import Event
from analyzer.paipu import cards_of
from analyzer.rules.acts import Act, Kind
from analyzer.rules.step import step
from analyzer.rules.table import Facts, Phase, Table, first_of
from analyzer.rules.verdicts import Code
from analyzer.rulesets import Ruleset
from analyzer.states import Hidden, Known, State

NOTHING, TURNED, MOVED = 0, 1, 2
"""The effect of a refused event: none; the turn alone went on; cards left a hand, too."""
PLAY, PASS = int(Kind.PLAY), int(Kind.PASS)
LEGAL = int(Code.LEGAL)


def enforce(state: State, act: Act, event: Event) -> int:
    """照实: let a refused act have its effect on a state; which: `NOTHING`, `TURNED` or `MOVED`.

    An act of a seat that has no cards left, of a game that is over, or of a kind without cards has none.
    """
    going = [table for table in state.tables if table.phase < Phase.OVER]
    if act.kind not in (PLAY, PASS) or not going or not going[0].live >> act.seat & 1:
        return NOTHING
    if act.kind == PASS:
        _change(state, lambda table: _passed(state.ruleset, table, act))
        return TURNED
    code = state.judge(act, cards_of(event).cards)
    if code == Code.NOT_HELD or act.play >> 11 == MIXED:
        return _skipped(state, act)
    _change(state, lambda table: _turned(table, act.seat)._replace(standing=0))
    if isinstance(state, Hidden):
        state.judge(act, cards_of(event).cards)
        state.options = [option._replace(code=LEGAL) for option in state.options if option.code != Code.NOT_HELD]
        if not state.options:
            return _skipped(state, act)
    state.apply(act)
    return MOVED


def _skipped(state: State, act: Act) -> int:
    """The turn goes on to the next seat, and that is all."""
    _change(state, lambda table: _turned(table, act.seat)._replace(turn=first_of(table.live, act.seat)))
    return TURNED


def _change(state: State, change: Callable[[Table], Table]) -> None:
    """Change the table of a state, in every world."""
    if isinstance(state, Known):
        state.table = change(state.table)
    elif isinstance(state, Hidden):
        state.worlds = [world._replace(table=change(world.table)) for world in state.worlds]


def _turned(table: Table, seat: int) -> Table:
    """The table with a seat to play, though it was not its turn."""
    emperor = table.roles.emperor or table.turn or 1
    return table._replace(
        turn=seat, phase=Phase.PLAY, passed=table.passed & ~(1 << seat),
        roles=table.roles._replace(emperor=emperor, guard=table.roles.guard or emperor),
    )  # fmt: skip


def _passed(ruleset: Ruleset, table: Table, act: Act) -> Table:
    """The table after a pass that was refused."""
    turned = _turned(table, act.seat)
    if not table.standing:
        return turned._replace(turn=first_of(table.live, act.seat))
    return step(ruleset, turned, act, Facts())
