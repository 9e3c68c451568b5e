"""叫保、明保、明独、造反: calling the guard and declaring (RULES.md, "The guard" and "Declarations")."""

from __future__ import annotations

from analyzer.cards import TWO
from analyzer.rules.acts import Act, What
from analyzer.rules.mark import rule
from analyzer.rules.plays import is_mixed
from analyzer.rules.table import Facts, Offer, Phase, Roles, Solo, Table, how_many
from analyzer.rules.throne import with_emperor, with_roles
from analyzer.rules.verdicts import Code
from analyzer.rulesets import DeclareSolo, Ruleset


@rule
def is_one_suit(play: int, suits: int) -> bool:
    """Whether the plain cards of a play are all of one suit, or all shown without one."""
    plain = play >> 6 & 31
    for suit in range(4):
        if suits & 4095 == plain << 3 * suit:
            return True
    return suits & 4095 == 0


@rule
def judge_call(ruleset: Ruleset, table: Table, act: Act, facts: Facts) -> int:
    """叫保: the emperor shows three or four identical plain cards; no 2 where `call_twos` is false."""
    if act.seat != table.roles.emperor:
        return Code.NOT_EMPEROR
    plain = act.play >> 6 & 31
    fine = (
        not is_mixed(act.play)
        and act.play & 63 == 0
        and 3 <= plain <= 4
        and is_one_suit(act.play, act.suits)
        and (ruleset.call_twos or act.play >> 11 != TWO)
    )
    return Code.LEGAL if fine and facts.holds else Code.BAD_CALL


@rule
def step_call(ruleset: Ruleset, table: Table, act: Act, facts: Facts) -> Table:
    """侍卫: the holder of the fourth card; the emperor itself in a solo, open where four are shown for all."""
    emperor = table.roles.emperor
    solo = Solo.NONE
    if facts.holder == emperor:
        seen = act.play >> 6 & 31 == 4 and ruleset.declare_solo != DeclareSolo.DECLARE
        solo = Solo.OPEN if seen else Solo.SECRET
    roles = with_emperor(table.roles, emperor, facts.holder, solo)
    return with_roles(table, Phase.DECLARE, emperor, roles, table.offer)


@rule
def judge_declare(table: Table, act: Act) -> int:
    """声明: the guard its guard, a solo emperor its solo, a rebel its rebellion - each once."""
    roles = table.roles
    if act.arg == What.SOLO:
        if roles.snatchers:
            return Code.WRONG_PHASE
        if act.seat != roles.emperor:
            return Code.NOT_EMPEROR
        if table.phase == Phase.CALL:
            return Code.LEGAL
        if roles.solo == Solo.NONE:
            return Code.NOT_GUARD
        return Code.DECLARED_TWICE if roles.solo == Solo.OPEN else Code.LEGAL
    if act.arg == What.GUARD:
        if act.seat != roles.guard or roles.solo > 0:
            return Code.NOT_GUARD
        return Code.DECLARED_TWICE if roles.open_guard else Code.LEGAL
    if act.seat == roles.emperor or act.seat == roles.guard:
        return Code.NOT_REBEL
    return Code.DECLARED_TWICE if roles.rebels >> act.seat & 1 else Code.LEGAL


@rule
def step_declare(ruleset: Ruleset, table: Table, act: Act) -> Table:
    """The table after a declaration; enough rebels make the rebellion stand."""
    was = table.roles
    guard = was.guard
    solo = was.solo
    open_guard = was.open_guard
    rebels = was.rebels
    if act.arg == What.SOLO:
        guard = was.emperor
        solo = Solo.OPEN
    elif act.arg == What.GUARD:
        open_guard = 1
    else:
        rebels |= 1 << act.seat
    risen = 1 if how_many(rebels) >= ruleset.rebellion and rebels else 0
    roles = Roles(was.emperor, guard, solo, open_guard, rebels, risen, was.snatchers)
    return with_roles(table, Phase.DECLARE, was.emperor, roles, spoken(table.offer))


@rule
def spoken(offer: Offer) -> Offer:
    """The offer after which a throne that was settled at once can no longer be accepted in words."""
    return Offer(
        offer.first, offer.yields, offer.along, offer.along_suits, offer.settled, 1, offer.crowned, offer.abandoned
    )
