"""错法: the slips that people make with scores, each with the figures that it would give.

All figures come from `rules.scoring`: a slip is the right computation with one thing taken wrongly.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final, NamedTuple

from analyzer.audit.sheet import doubled_by
from analyzer.audit.trail import OVER, PLACE, Trail
from analyzer.rules.acts import Kind
from analyzer.rules.scoring import factor, has_podium, points
from analyzer.rules.table import ALL_SEATS, Roles, Solo, place_of
from analyzer.rulesets import Score
from analyzer.words import Words

SEATS: Final = (1, 2, 3, 4, 5)
Scores = tuple[int, ...]
CATCH_ALL: Final = ("figure", "figures")
"""The slips that say no more than which figures are wrong."""


class Slip(NamedTuple):
    """一种错法: the figures that it gives, and what it would be called."""

    kind: str
    line: str
    event: int | None
    seats: tuple[int, ...]
    scores: Scores
    words: Words


def names_of(trail: Trail, *seats: int) -> tuple[str, ...]:
    """The names of some seats."""
    return tuple(trail.log.players[seat - 1] for seat in seats)


def packed(places: tuple[int, ...]) -> int:
    """Five places as the rules hold them.

    >>> packed((1, 0, 0, 0, 2)) == 1 << 3 | 2 << 15
    True
    """
    return sum(place << 3 * seat for seat, place in enumerate(places, 1))


def with_roles(roles: Roles, emperor: int, guard: int) -> Roles:
    """The roles with another emperor or guard: a solo where they are one seat, none where they are two."""
    solo = roles.solo if emperor == guard and roles.solo else Solo.SECRET if emperor == guard else Solo.NONE
    return roles._replace(emperor=emperor, guard=guard, solo=solo)


def slips_of(trail: Trail, due: Scores, claimed: Scores) -> Iterator[Slip]:
    """The slips, the likeliest first; the last one explains anything."""
    played = not trail.table.escaped and trail.table.roles.emperor and trail.table.auto != ALL_SEATS
    if played:
        yield from _doublings(trail, due)
    yield from _penalties(trail, due, claimed)
    yield from _mixed_up(trail, due)
    if played:
        yield from _other_guards(trail)
        yield from _other_places(trail)
        yield from _bases(trail, due, claimed)
    yield from _figures(trail, due, claimed)


def _times(scores: Scores, above: int, below: int = 1) -> Scores:
    return tuple(score * above // below for score in scores) if all(s * above % below == 0 for s in scores) else ()


def _doublings(trail: Trail, due: Scores) -> Iterator[Slip]:
    """翻番: forgotten, made up, twice; the stake forgotten."""
    ruleset, roles = trail.resolved.ruleset, trail.table.roles
    cause = doubled_by(ruleset, roles)
    event = trail.since.get(cause) if cause else trail.since.get(OVER)
    if cause:
        plain = _times(due, 1, 2)
        if roles.solo == Solo.OPEN and has_podium(ruleset, roles):
            plain = points(ruleset, trail.table._replace(roles=roles._replace(solo=Solo.SECRET)))
        why = {"solo": Words("独保", "the solo"), "open_guard": Words("明保", "the open guard")}.get(
            cause, Words("造反", "the rebellion")
        )
        missing = Words(f"漏了翻番: 有{why.zh}, 分要加倍", f"a doubling was left out: {why.en} doubles the scores")
        yield Slip("doubling_missing", "doubling", event, (), plain, missing)
        twice = Words("翻了两次: 最多翻一次", "doubled twice: it is doubled once at most")
        yield Slip("doubled_twice", "doubling", event, (), _times(due, 2), twice)
    else:
        made_up = Words("多翻了一番: 没有什么使分加倍", "doubled, and nothing doubles the scores")
        yield Slip("doubling_extra", "doubling", event, (), _times(due, 2), made_up)
    if ruleset.stake > 1:
        words = Words(f"没有乘倍数 {ruleset.stake}", f"the stake {ruleset.stake} was left out")
        yield Slip("stake", "doubling", None, (), _times(due, 1, ruleset.stake), words)


def _penalties(trail: Trail, due: Scores, claimed: Scores) -> Iterator[Slip]:
    """罚分: an escape or an abandoned throne that costs nothing, or something else; auto-play not looked at."""
    table, ruleset = trail.table, trail.resolved.ruleset
    if table.escaped or table.offer.abandoned:
        kind = Kind.ESCAPE if table.escaped else Kind.ABANDON
        loser = table.escaped or table.offer.first
        (name,) = names_of(trail, loser)
        event, loss = trail.acted(kind), -due[loser - 1]
        missing = Words(f"漏了罚分: {name} 扣 {loss} 分", f"a penalty was left out: {name} loses {loss}")
        yield Slip("penalty_missing", "penalty", event, (loser,), (0,) * 5, missing)
        if table.roles.emperor and table.roles.guard and table.escaped:
            scored = points(ruleset, table._replace(escaped=0))
            words = Words(f"{name} 逃跑, 不按牌分算", f"{name} escaped: the cards do not count")
            yield Slip("escape_ignored", "penalty", event, (loser,), scored, words)
        if table.escaped and all(claimed[seat - 1] == due[seat - 1] for seat in SEATS if seat != loser):
            said = -claimed[loser - 1]
            words = Words(f"罚分是 {loss}, 不是 {said}", f"the penalty is {loss}, not {said}")
            yield Slip("penalty", "penalty", event, (loser,), claimed, words)
    elif table.auto == ALL_SEATS and table.roles.emperor:
        words = Words("五家都在托管, 不计分", "all five were in auto-play: nobody scores")
        yield Slip("auto_ignored", "penalty", trail.auto_since(), (), points(ruleset, table._replace(auto=0)), words)


def _mixed_up(trail: Trail, due: Scores) -> Iterator[Slip]:
    """对错座位: the scores of two seats swapped, or all of them moved round the table."""
    over = trail.since.get(OVER)
    for one, other in combinations(SEATS, 2):
        scores = list(due)
        scores[one - 1], scores[other - 1] = scores[other - 1], scores[one - 1]
        if tuple(scores) != due:
            first, second = names_of(trail, one, other)
            words = Words(f"{first} 和 {second} 的分对调了", f"the scores of {first} and {second} are swapped")
            yield Slip("swapped", "total", over, (one, other), tuple(scores), words)
    for by in range(1, 5):
        words = Words(f"五家的分错了 {by} 个座位", f"all scores are {by} seats round from where they belong")
        yield Slip("rotated", "total", over, SEATS, due[-by:] + due[:-by], words)


def _other_guards(trail: Trail) -> Iterator[Slip]:
    """认错侍卫: the scores that another guard would give; not where the guard was claimed, and rightly."""
    roles = trail.table.roles
    if trail.claim.guard is not None:
        return
    for guard in SEATS:
        if guard != roles.guard:
            other = with_roles(roles, roles.emperor, guard)
            scores = points(trail.resolved.ruleset, trail.table._replace(roles=other))
            names = names_of(trail, guard, roles.guard)
            words = Words(
                f"所报的分把 {names[0]} 当作侍卫, 侍卫是 {names[1]}",
                f"the claimed scores take {names[0]} for the guard; it is {names[1]}",
            )
            yield Slip("guard", "side", trail.proof, (roles.guard, guard), scores, words)


def _other_places(trail: Trail) -> Iterator[Slip]:
    """记错名次: two neighbouring places swapped; not where the places were claimed, and rightly."""
    if trail.claim.places is not None:
        return
    by_place = {place_of(trail.table.places, seat): seat for seat in SEATS}
    for place in range(1, 5):
        one, other = by_place.get(place, 0), by_place.get(place + 1, 0)
        if not one or not other:
            continue
        places = [place_of(trail.table.places, seat) for seat in SEATS]
        places[one - 1], places[other - 1] = places[other - 1], places[one - 1]
        scores = points(trail.resolved.ruleset, trail.table._replace(places=packed(tuple(places))))
        names = names_of(trail, one, other)
        words = Words(
            f"所报的分把 {names[0]} 和 {names[1]} 的名次记反了, 第 {place} 名是 {names[0]}",
            f"the claimed scores have {names[0]} and {names[1]} the wrong way round: {names[0]} came {place}",
        )
        yield Slip("place", "place", trail.since.get(f"{PLACE}{one}"), (one, other), scores, words)


def _bases(trail: Trail, due: Scores, claimed: Scores) -> Iterator[Slip]:
    """底分: winners and losers exchanged, or shares of another base."""
    roles, ruleset = trail.table.roles, trail.resolved.ruleset
    over = trail.since.get(OVER)
    words = Words("胜负反了", "winners and losers are exchanged")
    yield Slip("sign", "base", over, (), tuple(-score for score in due), words)
    if ruleset.score == Score.PLACES and not has_podium(ruleset, roles):
        return
    times = factor(ruleset, roles)
    other = -claimed[next(seat for seat in SEATS if seat not in (roles.emperor, roles.guard)) - 1]
    shares = {roles.guard: 1, roles.emperor: 4 if roles.solo else 2}
    scores = tuple(other * shares.get(seat, -1) for seat in SEATS)
    right = due[roles.emperor - 1] // (4 if roles.solo else 2)
    said = f"{other // times}" if other % times == 0 else f"{other}/{times}"
    base = right // times
    words = Words(f"底分是 {base}, 所报的分照 {said} 算", f"the base is {base}, the claimed scores take {said}")
    yield Slip("base", "base", over, (), scores, words)


def _figures(trail: Trail, due: Scores, claimed: Scores) -> Iterator[Slip]:
    """记错数字: the figure of one seat, or of several."""
    wrong = tuple(seat for seat in SEATS if due[seat - 1] != claimed[seat - 1])
    first = wrong[0]
    (name,) = names_of(trail, first)
    words = Words(
        f"{name} 应得 {due[first - 1]:+d}, 报的是 {claimed[first - 1]:+d}",
        f"{name} is due {due[first - 1]:+d}, claimed is {claimed[first - 1]:+d}",
    )
    kind = "figure" if len(wrong) == 1 else "figures"
    yield Slip(kind, "total", trail.since.get(OVER), wrong, claimed, words)
