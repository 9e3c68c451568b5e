"""登基、让位、抢独: who becomes emperor (RULES.md, "Choosing the emperor")."""

from __future__ import annotations

from analyzer.cards import TWO
from analyzer.rules.acts import Act
from analyzer.rules.mark import rule
from analyzer.rules.plays import is_mixed
from analyzer.rules.table import Facts, Offer, Phase, Roles, Solo, Table, previous_seat
from analyzer.rules.verdicts import Code
from analyzer.rulesets import Guard, Ruleset, Throne


@rule
def most_yields(ruleset: Ruleset) -> int:
    """How often the throne may be handed on."""
    if ruleset.throne == Throne.DRAWN:
        return 5
    if ruleset.throne == Throne.SKIP:
        return 4
    return 0 if ruleset.throne == Throne.FIXED else 10


@rule
def yields_to(ruleset: Ruleset, table: Table) -> int:
    """让位给谁: the previous seat; with `skip` from the first candidate s: s+2, then s+3, s+4, s+1."""
    if ruleset.throne != Throne.SKIP:
        return previous_seat(table.turn)
    step = (2, 3, 4, 1)[table.offer.yields]
    return (table.offer.first + step - 1) % 5 + 1


@rule
def with_emperor(roles: Roles, emperor: int, guard: int, solo: int) -> Roles:
    """The same roles with emperor, guard and solo settled anew."""
    return Roles(emperor, guard, solo, roles.open_guard, roles.rebels, roles.risen, roles.snatchers)


@rule
def with_roles(table: Table, phase: int, turn: int, roles: Roles, offer: Offer) -> Table:
    """The same table in another phase, with other roles."""
    return Table(
        phase, turn, table.standing, table.owner, table.passed, table.fresh, table.live, table.places,
        table.auto, table.escaped, roles, offer, table.dues,
    )  # fmt: skip


@rule
def crown(ruleset: Ruleset, table: Table, seat: int, holder: int, settled: int) -> Table:
    """登基: the seat is emperor; in the marked-guard rulesets the holder of `B*` is its guard from now on."""
    was = table.offer
    offer = Offer(was.first, was.yields, was.along, was.along_suits, settled, 1 - settled, seat, 0)
    if ruleset.guard == Guard.CALLED:
        return with_roles(table, Phase.CALL, seat, with_emperor(table.roles, seat, 0, Solo.NONE), offer)
    solo = Solo.SECRET if holder == seat else Solo.NONE
    return with_roles(table, Phase.DECLARE, seat, with_emperor(table.roles, seat, holder, solo), offer)


@rule
def open_throne(ruleset: Ruleset, table: Table, candidate: int, holder: int) -> Table:
    """The throne after deal and tribute: the holder of `R*` is candidate, and emperor at once where it may not yield.

    `holder` is the seat with `B*`. In `drawn` nobody is candidate before the draw.
    """
    offer = Offer(candidate, 0, 0, 0, 0, 0, 0, 0)
    opened = with_roles(table, Phase.THRONE, candidate, table.roles, offer)
    if ruleset.throne == Throne.FIXED or (ruleset.throne == Throne.SKIP and candidate != holder):
        return crown(ruleset, opened, candidate, holder, 1)
    return opened


@rule
def judge_accept(ruleset: Ruleset, table: Table, act: Act, facts: Facts) -> int:
    """登基: only the candidate; where the guard is called, only a seat that can call."""
    if table.phase != Phase.THRONE:
        early = table.phase == Phase.CALL or table.phase == Phase.DECLARE
        if not early or not table.offer.settled or table.offer.spoken:
            return Code.WRONG_PHASE
        if act.seat != table.offer.first:
            return Code.WRONG_CANDIDATE
    elif table.offer.yields >= 10:
        return Code.WRONG_PHASE
    elif act.seat != table.turn:
        return Code.WRONG_CANDIDATE
    if ruleset.guard == Guard.CALLED and not facts.fits:
        return Code.CANNOT_CALL
    return Code.LEGAL


@rule
def judge_yield(ruleset: Ruleset, table: Table, act: Act, facts: Facts) -> int:
    """让位: to the right seat, with `R*` and, where it is drawn, the 2s that came and one of its own."""
    if act.seat != table.turn:
        return Code.WRONG_CANDIDATE
    offer = table.offer
    if offer.yields >= most_yields(ruleset) or act.arg != yields_to(ruleset, table) or not facts.holds:
        return Code.WRONG_YIELD
    if is_mixed(act.play) or act.play & 63 != 1 or not act.suits >> 13 & 1:
        return Code.WRONG_YIELD
    twos = act.play >> 6 & 31
    wanted = 0
    if ruleset.throne == Throne.DRAWN and offer.yields > 0:
        wanted = offer.along + (1 if facts.fits else 0)
    if twos != wanted or (twos > 0 and act.play >> 11 != TWO):
        return Code.WRONG_YIELD
    return Code.WRONG_YIELD if is_again(ruleset, table) and not facts.fits else Code.LEGAL


@rule
def is_again(ruleset: Ruleset, table: Table) -> bool:
    """再让: whether a yield needs a hand that cannot call or has four alike: the sixth, where the guard is called."""
    return ruleset.throne == Throne.FORCED and ruleset.guard == Guard.CALLED and table.offer.yields == 5


@rule
def step_yield(table: Table, act: Act) -> Table:
    """The table after the throne was handed on."""
    was = table.offer
    offer = Offer(was.first, was.yields + 1, act.play >> 6 & 31, act.suits & 4095, 0, 0, 0, 0)
    return with_roles(table, Phase.THRONE, act.arg, table.roles, offer)


@rule
def judge_snatch(table: Table, act: Act, facts: Facts) -> int:
    """抢独: not the emperor who accepted, each seat once, with three jokers and four identical plain cards."""
    if act.seat == table.offer.crowned or table.roles.snatchers >> act.seat & 1 or not facts.fits:
        return Code.CANNOT_SNATCH
    return Code.LEGAL


@rule
def step_snatch(table: Table, act: Act) -> Table:
    """抢独: of several the nearest going backwards from the emperor who accepted is emperor, an open solo."""
    snatchers = table.roles.snatchers | 1 << act.seat
    emperor = previous_seat(table.offer.crowned)
    while not snatchers >> emperor & 1:
        emperor = previous_seat(emperor)
    roles = Roles(emperor, emperor, Solo.OPEN, 0, table.roles.rebels, table.roles.risen, snatchers)
    return with_roles(table, Phase.SNATCH, emperor, roles, table.offer)
