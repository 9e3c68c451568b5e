"""分歧: where what was claimed at the table parts from what the rules give, and what slip would explain it.

The lines of a sheet are gone through in order - places, sides, then the scores. Scores that are wrong are held
against the slips that people make (a doubling forgotten, two seats mixed up, another guard, ...); the first that
gives exactly the claimed figures names the line. All figures come from `rules.scoring`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from analyzer.audit.slips import CATCH_ALL, SEATS, Scores, names_of, packed, slips_of, with_roles
from analyzer.audit.trail import EMPEROR, OVER, PLACE, Trail
from analyzer.rules.scoring import points, sum_due
from analyzer.rules.table import place_of
from analyzer.words import Lang, Words


class Finding(NamedTuple):
    """一处分歧: what kind of slip, the line and event where claim and rules part, the seats, and a sentence.

    `follows`: it comes from the finding before it; `also`: other slips that would give the same figures.
    """

    kind: str
    line: str
    event: int | None
    seats: tuple[int, ...]
    due: Any
    claimed: Any
    words: Words
    follows: bool = False
    also: tuple[str, ...] = ()

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """The finding as it is printed."""
        return {
            "kind": self.kind, "line": self.line, "event": self.event, "seats": list(self.seats), "due": self.due,
            "claimed": self.claimed, "message": self.words.say(lang), "follows": self.follows, "also": list(self.also),
        }  # fmt: skip


def findings_of(trail: Trail) -> list[Finding]:
    """分歧: where the claims of a log part from its rules, in the order of the lines; none where all agree."""
    if trail.end is None or not trail.over:
        return []
    found = [*_places(trail), *_roles(trail)]
    scores = _scores(trail, found)
    return [*found, *([scores] if scores else [])]


def _places(trail: Trail) -> Iterator[Finding]:
    """名次: places that were not taken so, in the order in which they were taken."""
    claimed = trail.claim.places
    if claimed is None:
        return
    due = {seat: place_of(trail.table.places, seat) for seat in SEATS}
    for seat in sorted(SEATS, key=lambda seat: due[seat] or 9):
        place, said = due[seat], claimed[seat - 1]
        if place == said:
            continue
        (name,) = names_of(trail, seat)
        event = trail.since.get(f"{PLACE}{seat}") if place else trail.since.get(OVER)
        if place and said:
            words = Words(f"{name} 是第 {place} 名, 报的是第 {said} 名", f"{name} came {place}, claimed is {said}")
        elif place:
            words = Words(f"{name} 是第 {place} 名, 报的是没有名次", f"{name} came {place}, claimed is no place")
        else:
            words = Words(
                f"{name} 没有出完, 没有名次, 报的是第 {said} 名",
                f"{name} was not out and has no place, claimed is {said}",
            )
        yield Finding("place" if place else "unplaced", "place", event, (seat,), place, said, words)


def _roles(trail: Trail) -> Iterator[Finding]:
    """身份: another emperor or guard than the log's."""
    roles = trail.table.roles
    for kind, due, said, event, zh, en in (
        ("emperor", roles.emperor, trail.claim.emperor, trail.since.get(EMPEROR), "皇帝", "emperor"),
        ("guard", roles.guard, trail.claim.guard, trail.proof, "侍卫", "guard"),
    ):
        if said is None or said == due:
            continue
        named, (claimed,) = names_of(trail, due) if due and trail.settled else (), names_of(trail, said)
        if named:
            words = Words(f"{zh}是 {named[0]}, 报的是 {claimed}", f"the {en} is {named[0]}, claimed is {claimed}")
        else:
            words = Words(f"{zh}不会是 {claimed}", f"the {en} cannot be {claimed}")
        seats = (due, said) if named else (said,)
        yield Finding(kind, "side", event, seats, due or None, said, words)


# -- scores ------------------------------------------------------------------------------------------------------


def _scores(trail: Trail, before: list[Finding]) -> Finding | None:
    """得分: the slip that explains wrong scores; None where they are right (or some way allows them)."""
    claimed = trail.claim.scores
    ruleset = trail.resolved.ruleset
    ways = [points(ruleset, table) for table in trail.tables]
    if claimed is None or claimed in ways:
        return None
    if not trail.settled and len(trail.tables) == 1:
        return None  # as it happened, without a guard: there is nothing to hold the scores against
    if not trail.settled:
        words = Words("不论谁是侍卫, 都算不出所报的分", "whoever is the guard, the claimed scores do not come out")
        return Finding("no_way", "total", trail.since.get(OVER), (), None, list(claimed), words)
    due = ways[0]
    followed = _as_claimed(trail) if before else None
    if followed == claimed:
        words = Words("所报的分是照上面的错算出来的", "the claimed scores follow from what is wrong above")
        return Finding("scores", "total", trail.since.get(OVER), (), list(due), list(claimed), words, follows=True)
    fitting = [slip for slip in slips_of(trail, due, claimed) if slip.scores == claimed]
    first, also = fitting[0], tuple(dict.fromkeys(slip.kind for slip in fitting[1:] if slip.kind not in CATCH_ALL))
    also = tuple(kind for kind in also if kind != first.kind)
    return Finding(
        first.kind, first.line, first.event, first.seats, list(due), list(claimed),
        _with_sum(trail, first.words, claimed), also=also,
    )  # fmt: skip


def _with_sum(trail: Trail, words: Words, claimed: Scores) -> Words:
    """The sentence, and that the claimed scores do not even add up, where they do not."""
    due, said = sum_due(trail.resolved.ruleset, trail.table), sum(claimed)
    if due == said:
        return words
    zh, en = f"五家之和应为 {due}, 所报是 {said}", f"the five must add up to {due}, not {said}"
    return Words(f"{words.zh}; {zh}", f"{words.en}; {en}")


def _as_claimed(trail: Trail) -> Scores:
    """What the rules would give if the places and roles were as claimed."""
    claim, table = trail.claim, trail.table
    roles = table.roles
    emperor, guard = claim.emperor or roles.emperor, claim.guard or roles.guard
    places = table.places if claim.places is None else packed(claim.places)
    return points(trail.resolved.ruleset, table._replace(roles=with_roles(roles, emperor, guard), places=places))
