"""What must hold of every score, whatever the game: the sum, the ending rule, a verdict from elsewhere."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.audit import audit_log
from analyzer.audit.claims import findings_of
from analyzer.paipu import Sourced, dumps_json, loads
from analyzer.replay import judge_log
from analyzer.rules.finish import is_over, with_last
from analyzer.rules.scoring import earned, final, penalty, points, sum_due
from analyzer.rules.table import ALL_SEATS, Offer, Phase, Roles, Solo, Table
from analyzer.rulesets import End, Score, names, resolve
from analyzer.simulate import simulate, sitting
from analyzer.verdict import Verdict
from tests import oracle
from tests.audit_campaign import with_end
from tests.mutate import changed, dumps, masked
from tests.test_replay import DECK, PLAYS, events, log_of

RULES = [resolve(name).ruleset for name in names()]


def played_out(order: tuple[int, ...], roles: Roles, end: int) -> int:
    """The places of a game in which the seats go out in this order, by an ending rule."""
    ruleset = resolve("simple").ruleset._replace(end=end)
    live, places = ALL_SEATS, 0
    for place, seat in enumerate(order, 1):
        live &= ~(1 << seat)
        places |= place << 3 * seat
        if is_over(ruleset, roles, live):
            break
    return with_last(live, places)


@pytest.mark.parametrize("score", [Score.SUM, Score.SIDE])
def test_the_ending_rule_never_changes_a_score_of_two_against_three(score: Score) -> None:
    """Every order in which five seats can go out, every guard: one side out, or all but one, gives the same scores."""
    for order, guard in product(permutations((1, 2, 3, 4, 5)), (2, 3, 4, 5)):
        roles = Roles(emperor=1, guard=guard)
        ruleset = resolve("simple").ruleset._replace(score=score)
        both = [
            points(ruleset, Table(Phase.OVER, roles=roles, places=played_out(order, roles, end)))
            for end in (End.SIDE, End.ALL)
        ]
        assert both[0] == both[1], (order, guard)


def test_nor_by_the_oracle() -> None:
    """The same with the rules told a second time: 9 - the side's places, unplaced ones counted as the last."""
    for order, guard in product(permutations((1, 2, 3, 4, 5)), (2, 3, 4, 5)):
        found = []
        for many in (5, max(order.index(1), order.index(guard)) + 1):
            world = oracle.World(oracle.resolve("room-normal"), Counter(), {}, exact=True, king=1, bearer=guard)
            world.emperor, world.guard = 1, guard
            world.places = {seat: place for place, seat in enumerate(order[:many], 1)}
            found.append(oracle.base_points(world))
        assert found[0] == found[1]


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A table of a game that is over, by whatever way."""
    emperor = draw(st.integers(1, 5))
    guard = draw(st.integers(1, 5))
    solo = draw(st.sampled_from((Solo.SECRET, Solo.OPEN))) if guard == emperor else Solo.NONE
    order = draw(st.permutations((1, 2, 3, 4, 5)))
    roles = Roles(emperor, guard, solo, draw(st.integers(0, 1)), risen=draw(st.integers(0, 1)))
    places = sum(place << 3 * seat for place, seat in enumerate(order, 1))
    auto = draw(st.sampled_from((0, 2, ALL_SEATS)))
    how = draw(st.sampled_from(("played", "escape", "abandon")))
    if how == "abandon":
        return Table(Phase.OVER, auto=auto, roles=Roles(), offer=Offer(first=emperor, abandoned=1))
    return Table(Phase.OVER, roles=roles, places=places, auto=auto, escaped=emperor if how == "escape" else 0)


@given(tables(), st.sampled_from(RULES), st.integers(1, 1000))
def test_five_scores_add_up_to_what_the_ruleset_says(table: Table, ruleset: Any, stake: int) -> None:
    """Nothing is made or lost but by an escape; each score is what was earned and what was fined."""
    staked = ruleset._replace(stake=stake)
    found = points(staked, table)
    assert sum(found) == sum_due(staked, table) == (-ruleset.escape if table.escaped else 0)
    assert all(type(score) is int for score in found)
    for seat, score in enumerate(found, 1):
        assert score == final(staked, table, seat) == earned(staked, table, seat) + penalty(staked, table, seat)
        assert earned(staked, table, seat) == stake * earned(ruleset, table, seat)


@pytest.mark.parametrize("name", names())
def test_whatever_is_done_to_a_log_it_is_audited(name: str) -> None:
    """Mutated logs, some with hidden hands: findings where disputed and only there, refusals from the first on."""
    for seed in range(8):
        random = Random(f"{name}/{seed}")
        document = changed(json.loads(dumps_json(list(sitting(name, 2, seed))[-1])), random)
        found = next(iter(loads(dumps(masked(document, random) if seed % 3 == 0 else document), "x.json")))
        if not isinstance(found, Sourced):
            continue
        verdict = judge_log(found.log)
        audit = audit_log(found.log, verdict)
        told = audit.to_json("zh")
        if verdict.status != "illegal":
            assert bool(findings_of(audit.trail)) == (verdict.status == "disputed"), seed
            assert told["refusals"] == []
        else:
            assert told["refusals"][0]["event"] == verdict.event, seed
        if verdict.status in ("valid", "disputed"):
            assert told["scores"] == (list(verdict.scores) if verdict.scores else None)
        assert told["sum"]["scores"] == told["sum"]["due"]


def test_as_it_happened_who_plays_without_accepting_is_emperor() -> None:
    """The accept was left out: refused, and scored all the same, with 2, who holds B*, as guard."""
    deal, _, *plays = events([*PLAYS])
    audit = audit_log(log_of([deal, *plays, {"type": "end"}], rules={"base": "simple", "deck": DECK}))
    assert (audit.verdict.code, [refused.at for refused in audit.refusals]) == ("wrong_phase", [1])
    assert audit.scores == (2, 1, -1, -1, -1)


def test_a_verdict_from_elsewhere_serves() -> None:
    """A valid game is not gone through again; what is wrong with another is found from its own events."""
    log = simulate("room-six", 4)
    audit = audit_log(log, Verdict("valid", game=log.game))
    assert audit.findings == []
    assert "trail" not in vars(audit)
    wrong = with_end(log, scores=(99, 0, 0, 0, 0))
    assert audit_log(wrong, judge_log(wrong)).findings == audit_log(wrong).findings


def test_whole_numbers_stay_whole() -> None:
    """Up to the largest stake that a ruleset may have."""
    largest = (2**53 - 1) // 48
    logs = (simulate({"base": "room-normal", "stake": largest}, seed) for seed in range(99))
    log = next(log for log in logs if judge_log(log).winner in ("emperor", "rebels"))
    told = audit_log(log).to_json("en")
    assert told["scores"] == oracle.verdict(dumps_json(log))["scores"]
    assert max(map(abs, told["scores"])) >= largest
    assert all(type(score) is int for score in told["scores"])
