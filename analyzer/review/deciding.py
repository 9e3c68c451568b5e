"""评点: each decision of a seat, what else it might have done, and what comes of each - by what it knew then."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from analyzer.cards import write_cards
from analyzer.events import Event, Log, Pass, Play
from analyzer.outlook.positions import Position, positions
from analyzer.outlook.timeline import Figure
from analyzer.paipu import act_of, cards_of
from analyzer.replay import Replay
from analyzer.review.choices import Choice, choice_at
from analyzer.review.groups import Group, groups_of
from analyzer.review.remarks import Remark, remarks
from analyzer.review.weighing import Weighed, is_sure, weighed
from analyzer.simulate.rollout import SHOWN
from analyzer.words import Lang, Words

PLAYOUTS: Final = 200
"""So many worlds each alternative is weighed in, where nothing else is asked for."""
FEWEST: Final = 4
"""At least so many things are weighed, where there are so many."""


NOTHING_TOLD: Final = Words("看不出高下", "no verdict")


class Decision(NamedTuple):
    """一次选择: the event by which a seat acted, what it knew before, what it could do, and in which groups."""

    event: int
    position: Position
    choice: Choice
    done: int
    groups: list[Group]
    remarks: list[Remark]

    def weigh(self, playouts: int, seed: int, *also: int) -> Weighed:
        """What may be expected of the play of each group that the bot likes best, of what was done, and of others;
        of each with the card that makes the guard and without it, where the seat can do either.
        """
        plays = dict.fromkeys([*(group.plays[0] for group in self.groups), self.done, *also])
        for play in self.choice.options:  # where there are few groups, more of the plays in them
            if len(plays) < FEWEST:
                plays[play] = None
        plays |= dict.fromkeys(play ^ SHOWN for play in list(plays) if self.choice.may_keep(play))
        return weighed(self.position, self.choice, list(plays), playouts, seed)


class Verdict(NamedTuple):
    """判断: `better` (another play is ahead), `best` (what was done is), or `none`: it cannot be told.

    `alike` are plays whose mean is above that of the play that is ahead, though they cannot be told apart.
    """

    kind: str
    play: int
    ahead: Figure
    words: Words
    alike: tuple[int, ...] = ()


def decisions(log: Log, seat: int) -> Iterator[Decision]:
    """每次选择: every moment at which a seat had something to choose, from the first play to the end.

    `PaishenError` for a view that the log cannot give.
    """
    return decisions_of(log, seat, positions(Replay(log), seat))


def decisions_of(log: Log, seat: int, found: Iterator[Position]) -> Iterator[Decision]:
    """每次选择: the same by positions that are at hand."""
    before: Position | None = None
    for position in found:
        event = log.events[position.sight.index - 1] if position.sight.index else None
        if before is not None and event is not None and _is_free(before, event, seat):
            decision = _decision(before, event, seat)
            if decision.choice.is_open:
                yield decision
        before = position


def _is_free(before: Position, event: Event, seat: int) -> bool:
    """Whether an event is a play or a pass of the seat's own will."""
    own = isinstance(event, (Play, Pass)) and event.seat == seat
    return own and before.in_play and not before.sight.auto >> seat & 1


def _decision(before: Position, event: Event, seat: int) -> Decision:
    choice = choice_at(before, seat)
    done = choice.option_of(cards_of(event).cards, act_of(event).play) if isinstance(event, Play) else 0
    return Decision(before.sight.index, before, choice, done, groups_of(choice), remarks(before, choice, event))


def verdict_of(decision: Decision, found: Weighed) -> Verdict:
    """判断: by the second half of the worlds, of what the first half picked: chance in the picking judges nothing."""
    first, second = found.half(0), found.half(1)
    done, best = decision.done, first.best()
    if best != done:
        best = _unbeaten(found, best)
        ahead = second.ahead(best, done)
        if is_sure(ahead):
            alike = tuple(play for play in found.plays if found.ahead(play, best).value > 0)
            return Verdict("better", best, ahead, _better(decision.choice, best, ahead, alike), alike)
        return Verdict("none", best, ahead, NOTHING_TOLD)
    rivals = [second.ahead(done, other) for other in found.plays if other != done]
    least = min(rivals, key=lambda ahead: ahead.value)
    if all(is_sure(ahead) for ahead in rivals):
        return Verdict("best", done, least, _best(least))
    return Verdict("none", done, least, NOTHING_TOLD)


def _unbeaten(found: Weighed, best: int) -> int:
    """What was picked, or, where all the worlds put another play ahead of it for certain, that."""
    top = found.best()
    return top if is_sure(found.ahead(top, best)) else best


def _better(choice: Choice, best: int, ahead: Figure, alike: Sequence[int]) -> Words:
    """What another play would have brought, and what cannot be told apart from it though its mean is higher."""
    play, others = choice.text(best), [_named(choice.text(other)) for other in alike]
    what = _named(play) if best == 0 else Words(f"出 {play}", play)
    points = _points(ahead)
    zh, en = f"{what.zh} 平均多得 {points} 分", f"{what.en} would have brought {points} points more on average"
    if others:
        zh = f"{zh}; {'、'.join(other.zh for other in others)} 和它分不出高下"
        en = f"{en}; {', '.join(other.en for other in others)} cannot be told apart from it"
    return Words(zh, en)


def _named(play: str) -> Words:
    return Words("过牌", "a pass") if play == "-" else Words(play, play)


def _best(least: Figure) -> Words:
    points = _points(least)
    return Words(
        f"打过的几种里它最好, 比第二好的平均多得 {points} 分",
        f"ahead of everything else that was played out, of the next best by {points} points on average",
    )


def _points(figure: Figure) -> str:
    return f"{figure.value:.2f} ± {figure.error:.2f}"


def reviewed(
    log: Log, seat: int, lang: Lang, playouts: int = PLAYOUTS, seed: int = 1, heard: Callable[[int], None] | None = None
) -> Iterator[dict[str, Any]]:
    """评点: each decision of a seat as `paishen review --json` prints it; `heard` hears how many events have passed."""
    for decision in decisions(log, seat):
        if heard:
            heard(decision.event)
        yield to_json(decision, decision.weigh(playouts, seed), lang)


def to_json(decision: Decision, found: Weighed, lang: Lang) -> dict[str, Any]:
    """一次选择: the figures of one decision, as they are printed."""
    verdict = verdict_of(decision, found)
    written = decision.choice.text
    told = {"kind": verdict.kind, "play": written(verdict.play), "ahead": verdict.ahead.to_json(),
            "alike": [written(play) for play in verdict.alike]}  # fmt: skip
    return {
        **situation(decision),
        "done": written(decision.done),
        "options": [_option(decision, group, found, lang) for group in decision.groups],
        "verdict": {**told, "words": verdict.words.say(lang)},
        "remarks": [remark.to_json(lang) for remark in decision.remarks],
    }


def situation(decision: Decision) -> dict[str, Any]:
    """牌面: where a seat stood before it chose."""
    sight, standing = decision.position.sight, decision.choice.seen.standing
    return {
        "event": decision.event,
        "standing": write_cards(sight.shown) if standing else None,
        "owner": sight.owner if standing else 0,
        "holding": write_cards(sight.holdings[sight.view - 1] or ()),
        "left": list(sight.sizes),
    }


def _option(decision: Decision, group: Group, found: Weighed, lang: Lang) -> dict[str, Any]:
    """One group: all its plays, and the score of those that were weighed."""
    weighed_ones, written = [play for play in found.plays if play in group.plays], decision.choice.text
    return {
        "group": group.words.say(lang),
        "kind": group.kind.name.lower(),
        "plays": [written(play) for play in group.plays],
        "scores": {written(play): found.figure(play).to_json() for play in weighed_ones},
        "done": decision.done in group.plays,
    }

