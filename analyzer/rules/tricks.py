"""轮次与接风: whose turn it is, when a trick ends and who leads the next (RULES.md, "A trick")."""

from __future__ import annotations

from analyzer.rules.acts import Act
from analyzer.rules.mark import rule
from analyzer.rules.plays import beats, breaks_sixes_last, has_big_joker, is_mixed, play_size
from analyzer.rules.table import Facts, Table, first_of
from analyzer.rules.verdicts import Code
from analyzer.rulesets import Ruleset


@rule
def leader_after(live: int, owner: int) -> int:
    """接风: who leads when a trick that `owner` won has ended: the owner, or the next seat with cards."""
    return owner if live >> owner & 1 else first_of(live, owner)


@rule
def leads(table: Table, seat: int) -> bool:
    """领出: whether a play by a seat would lead a trick.

    It does when nothing stands, or when a big joker stands, no pass was recorded since, and the seat is the
    one that leads next: then all the passes of the trick were left out (自动过牌).
    """
    if table.standing == 0:
        return table.turn == seat
    return (
        table.fresh == 1 and has_big_joker(table.standing) and seat == leader_after(table.live, table.owner)
    )


@rule
def judge_turn(ruleset: Ruleset, table: Table, seat: int) -> int:
    """Whether a seat may act in the trick at all; the code, or `LEGAL`."""
    if not table.live >> seat & 1:
        return Code.SEAT_OUT
    if ruleset.pass_bars and table.passed >> seat & 1:
        return Code.BARRED
    if seat != table.turn:
        return Code.NOT_YOUR_TURN
    return Code.LEGAL


@rule
def judge_pass(ruleset: Ruleset, table: Table, act: Act) -> int:
    """过牌: whether a pass is legal, `wind` mark included."""
    if act.seat != table.turn:
        return judge_turn(ruleset, table, act.seat)
    if table.standing == 0:
        return Code.MUST_LEAD
    if act.arg and not (table.fresh and not table.live >> table.owner & 1):
        return Code.NO_WIND
    return Code.LEGAL


@rule
def judge_play(ruleset: Ruleset, table: Table, act: Act, facts: Facts) -> int:
    """出牌: whether a play is legal: turn, holding, shape, sixes, size, beating, auto - in this order."""
    leading = leads(table, act.seat)
    if not leading:
        code = judge_turn(ruleset, table, act.seat)
        if code:
            return code
    if not facts.holds:
        return Code.NOT_HELD
    if is_mixed(act.play):
        return Code.MIXED_RANKS
    if breaks_sixes_last(ruleset, act.play, facts.left):
        return Code.SIX_NOT_LAST
    if not leading:
        if play_size(act.play) != play_size(table.standing):
            return Code.WRONG_COUNT
        if not beats(act.play, table.standing):
            return Code.DOES_NOT_BEAT
    if table.auto >> act.seat & 1 and not (leading and facts.fits):
        return Code.AUTO_MISMATCH
    return Code.LEGAL
