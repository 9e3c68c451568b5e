"""判与行: `judge` says whether an act is legal at a table, `step` gives the table after it. READ FIRST.

Both are pure. What only the hands can tell comes in as `Facts` (`possession.look`, or `hidden` where hands
are not known); the cards themselves are moved by `possession.move`.
"""

from __future__ import annotations

from analyzer.rules.acts import Act, Kind, What
from analyzer.rules.finish import is_over, with_last
from analyzer.rules.mark import rule
from analyzer.rules.plays import play_size
from analyzer.rules.roles import judge_call, judge_declare, spoken, step_call, step_declare
from analyzer.rules.table import (
    Facts,
    Offer,
    Phase,
    Roles,
    Table,
    first_of,
    how_many,
)  # fmt: skip
from analyzer.rules.throne import (
    crown,
    judge_accept,
    judge_snatch,
    judge_yield,
    most_yields,
    open_throne,
    step_snatch,
    step_yield,
    with_roles,
)  # fmt: skip
from analyzer.rules.tribute import pay
from analyzer.rules.tricks import judge_pass, judge_play, leader_after, leads
from analyzer.rules.verdicts import Code
from analyzer.rulesets import DeclareSolo, Guard, Ruleset, Throne

(
    DEAL, TRIBUTE, DRAW, ACCEPT, YIELD, SNATCH, ABANDON, VOID, CALL, DECLARE,
    PLAY, PASS, AUTO, MIND, ESCAPE, UNDO, NOTE, END, SEAL,
) = map(int, Kind)  # fmt: skip
IN_SNATCH, IN_PLAY, IN_OVER = int(Phase.SNATCH), int(Phase.PLAY), int(Phase.OVER)


@rule
def is_known(ruleset: Ruleset, act: Act) -> bool:
    """Whether the ruleset has such an event, declaration or mark at all (`not_allowed`)."""
    kind = act.kind
    if kind == PASS:
        return act.arg == 0 or ruleset.wind_mark > 0
    if kind == DECLARE:
        if act.arg == What.GUARD:
            return ruleset.open_guard > 0
        return ruleset.rebellion > 0 if act.arg == What.REBEL else ruleset.declare_solo != DeclareSolo.SHOW
    if kind == TRIBUTE:
        return ruleset.tribute > 0
    if kind == DRAW:
        return ruleset.throne == Throne.DRAWN
    if kind == YIELD:
        return ruleset.throne != Throne.FIXED
    if kind == SNATCH:
        return ruleset.snatch > 0
    if kind == ABANDON:
        return ruleset.throne == Throne.SKIP
    if kind == VOID:
        return ruleset.throne != Throne.SKIP and ruleset.throne != Throne.FIXED
    if kind == CALL:
        return ruleset.guard == Guard.CALLED
    return ruleset.auto > 0 if kind == AUTO else True


@rule
def has_place(ruleset: Ruleset, table: Table, act: Act) -> bool:
    """Whether a kind of event has a place in this phase (`wrong_phase`); acceptance is judged on its own."""
    kind = act.kind
    phase = table.phase
    if kind == PLAY or kind == PASS:
        return IN_SNATCH <= phase <= IN_PLAY
    if kind == DRAW or kind == YIELD:
        return phase == Phase.THRONE
    if kind == VOID or kind == ABANDON:
        return phase == Phase.THRONE and table.offer.yields == most_yields(ruleset)
    if kind == CALL:
        return phase == Phase.CALL
    if kind == SNATCH:
        return phase == Phase.CALL or phase == IN_SNATCH
    if kind == DECLARE:
        early = phase == Phase.CALL and act.arg == What.SOLO
        return phase == Phase.DECLARE or phase == IN_SNATCH or (
            early and ruleset.declare_solo == DeclareSolo.DECLARE
        )  # fmt: skip
    if kind == ESCAPE or kind == AUTO:
        return phase < IN_OVER
    return True


@rule
def judge_kind(ruleset: Ruleset, table: Table, act: Act) -> int:
    """Whether this kind of event may come now: the codes from `no_deal` to `wrong_phase`, in their order."""
    kind = act.kind
    phase = table.phase
    if phase == Phase.DEAL:
        return Code.LEGAL if kind == DEAL or kind == NOTE else Code.NO_DEAL
    if kind == DEAL:
        return Code.NO_DEAL
    if phase >= Phase.ENDED and (phase >= Phase.SEALED or (kind != UNDO and kind != NOTE and kind != SEAL)):
        return Code.AFTER_END
    if kind == END and phase != IN_OVER:
        return Code.NOT_OVER
    if not is_known(ruleset, act):
        return Code.NOT_ALLOWED
    if kind == TRIBUTE and phase != Phase.TRIBUTE:
        return Code.TRIBUTE_UNEXPECTED
    due = phase == Phase.TRIBUTE
    if due and (kind < TRIBUTE or (TRIBUTE < kind < AUTO)):
        return Code.TRIBUTE_MISSING
    return Code.LEGAL if has_place(ruleset, table, act) else Code.WRONG_PHASE


@rule
def judge_tribute(table: Table, act: Act, facts: Facts) -> int:
    """进贡: one card that the seat owes, among its highest, to whom it is due."""
    owed = table.dues.owed >> 4 * act.seat & 15
    if owed == 0 or play_size(act.play) != 1 or not facts.holds or not facts.fits:
        return Code.WRONG_TRIBUTE
    return Code.LEGAL


@rule
def judge(ruleset: Ruleset, table: Table, act: Act, facts: Facts) -> int:  # noqa: C901  one line a kind
    """判: the code of an act at a table - the first in the order of `Code` that applies, `LEGAL` if none.

    The hands of a deal are judged by `deal.judge_deal`, the count of an undo by `judge_undo`.
    """
    kind = act.kind
    if kind == PASS and table.phase == IN_PLAY and act.arg == 0:
        return judge_pass(ruleset, table, act)
    if kind == PLAY and table.phase == IN_PLAY:
        return judge_play(ruleset, table, act, facts)
    code = judge_kind(ruleset, table, act)
    if code:
        return code
    if kind == PLAY:
        return judge_play(ruleset, table, act, facts)
    if kind == PASS:
        return judge_pass(ruleset, table, act)
    if kind == TRIBUTE:
        return judge_tribute(table, act, facts)
    if kind == DRAW:
        return Code.WRONG_CANDIDATE if table.turn else Code.LEGAL
    if kind == ACCEPT:
        return judge_accept(ruleset, table, act, facts)
    if kind == YIELD:
        return judge_yield(ruleset, table, act, facts)
    if kind == ABANDON:
        return Code.LEGAL if act.seat == table.offer.first else Code.WRONG_CANDIDATE
    if kind == CALL:
        return judge_call(ruleset, table, act, facts)
    if kind == SNATCH:
        return judge_snatch(table, act, facts)
    if kind == DECLARE:
        return judge_declare(table, act)
    return Code.LEGAL


@rule
def is_counted(kind: int) -> bool:
    """计数: whether an undo counts an event of this kind (`PAIPU.md`, `undo`); the others stay.

    >>> is_counted(Kind.END), is_counted(Kind.AUTO)
    (True, False)
    """
    return (DEAL < kind < AUTO) or kind == ESCAPE or kind == END


@rule
def judge_undo(table: Table, back: int, there: int) -> int:
    """撤销: whether `back` events can be undone where `there` still count."""
    if table.phase >= Phase.SEALED:
        return Code.AFTER_END
    return Code.LEGAL if back <= there else Code.NOTHING_TO_UNDO


@rule
def step_play(ruleset: Ruleset, table: Table, act: Act, facts: Facts) -> Table:
    """出牌: the table after a play; a seat that goes out takes its place, the game may be over."""
    seat = act.seat
    bit = 1 << seat
    live = table.live
    places = table.places
    phase = IN_PLAY
    if facts.left <= 0 and live & bit:
        places |= 6 - how_many(live) << 3 * seat
        live &= ~bit
        if is_over(ruleset, table.roles, live):
            places = with_last(live, places)
            phase = IN_OVER
    passed = table.passed if ruleset.pass_bars and not leads(table, seat) else 0
    waiting = live & ~passed & ~bit
    standing = act.play
    if waiting:
        turn = first_of(waiting, seat)
    else:
        turn = leader_after(live, seat)
        standing = 0
        passed = 0
    return Table(
        phase, turn, standing, seat, passed, 1, live, places, table.auto, 0, table.roles, table.offer, table.dues
    )


@rule
def step_pass(table: Table, act: Act) -> Table:
    """过牌: the table after a pass; when everybody else has passed, the trick ends."""
    seat = act.seat
    passed = table.passed | 1 << seat
    waiting = table.live & ~passed & ~(1 << table.owner)
    standing = table.standing
    if waiting:
        turn = first_of(waiting, seat)
    else:
        turn = leader_after(table.live, table.owner)
        standing = 0
        passed = 0
    return Table(
        IN_PLAY, turn, standing, table.owner, passed, 0, table.live, table.places,
        table.auto, 0, table.roles, table.offer, table.dues,
    )  # fmt: skip


@rule
def with_auto(table: Table, auto: int) -> Table:
    """托管: the same table with other seats in auto-play."""
    return Table(
        table.phase, table.turn, table.standing, table.owner, table.passed, table.fresh, table.live,
        table.places, auto, table.escaped, table.roles, table.offer, table.dues,
    )  # fmt: skip


@rule
def closed(table: Table, escaped: int, roles: Roles, offer: Offer) -> Table:
    """The table of a game that is over before its cards are: an escape, a void, a throne abandoned."""
    return Table(
        IN_OVER, 0, 0, 0, 0, 0, table.live, table.places, table.auto, escaped, roles, offer, table.dues
    )


@rule
def step_tribute(ruleset: Ruleset, table: Table, act: Act, facts: Facts) -> Table:
    """进贡: the table after a payment; after the last the throne opens."""
    dues = pay(table.dues, act.seat, facts.fits)
    paid = Table(
        table.phase, table.turn, table.standing, table.owner, table.passed, table.fresh, table.live,
        table.places, table.auto, table.escaped, table.roles, table.offer, dues,
    )  # fmt: skip
    return paid if dues.owed else open_throne(ruleset, paid, table.offer.first, facts.holder)


@rule
def step_throne(ruleset: Ruleset, table: Table, act: Act, facts: Facts) -> Table:
    """登基: the table after a draw, an acceptance, a yield, or when nobody wanted the throne."""
    kind = act.kind
    if kind == DRAW:
        return with_roles(table, Phase.THRONE, act.seat, table.roles, Offer(act.seat, 0, 0, 0, 0, 0, 0, 0))
    if kind == ACCEPT:
        if table.phase != Phase.THRONE:
            return with_roles(table, table.phase, table.turn, table.roles, spoken(table.offer))
        return crown(ruleset, table, act.seat, facts.holder, 0)
    if kind == YIELD:
        return step_yield(table, act)
    was = table.offer
    lost = 1 if kind == ABANDON else 0
    return closed(table, 0, table.roles, Offer(was.first, was.yields, 0, 0, 0, 0, 0, lost))


@rule
def step(ruleset: Ruleset, table: Table, act: Act, facts: Facts) -> Table:
    """行: the table after a legal act. Undo and deal are for whoever keeps the events."""
    kind = act.kind
    if kind == PASS:
        return step_pass(table, act)
    if kind == PLAY:
        return step_play(ruleset, table, act, facts)
    if kind == AUTO:
        bit = 1 << act.seat
        return with_auto(table, table.auto | bit if act.arg else table.auto & ~bit)
    if kind == TRIBUTE:
        return step_tribute(ruleset, table, act, facts)
    if DRAW <= kind <= YIELD or kind == ABANDON or kind == VOID:
        return step_throne(ruleset, table, act, facts)
    if kind == SNATCH:
        return step_snatch(table, act)
    if kind == CALL:
        return step_call(ruleset, table, act, facts)
    if kind == DECLARE:
        return step_declare(ruleset, table, act)
    if kind == ESCAPE:
        return closed(table, act.seat, table.roles, table.offer)
    if kind == END:
        return with_roles(table, Phase.ENDED, 0, table.roles, table.offer)
    if kind == SEAL:
        closed_as = Phase.SEALED if table.phase >= IN_OVER else Phase.CUT
        return with_roles(table, closed_as, table.turn, table.roles, table.offer)
    return table
