"""批注: facts about what a seat did, in words; nothing is judged here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from analyzer.cards import GUARD_JOKER, SIX, unpack, write_play
from analyzer.events import Event, Pass, Play
from analyzer.outlook.positions import Position
from analyzer.paipu import act_of, cards_of
from analyzer.review.choices import Choice
from analyzer.review.groups import TEN
from analyzer.rules.plays import play_size
from analyzer.rules.possession import SIZE
from analyzer.rules.tricks import leader_after
from analyzer.rulesets import Guard, SixesLast
from analyzer.words import Lang, Words

EARLY: Final = 10
"""A guard that shows its card with so many cards left, or more, shows it early."""


class Remark(NamedTuple):
    """批注: a kind of fact by name, and the fact in words."""

    kind: str
    words: Words

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """The remark as it is printed."""
        return {"kind": self.kind, "words": self.words.say(lang)}


def remarks(position: Position, choice: Choice, event: Event) -> list[Remark]:
    """批注: what there is to say about a play or a pass, by what the seat knew before it."""
    if isinstance(event, Pass):
        return list(_of_pass(position, choice))
    return list(_of_play(position, choice, event)) if isinstance(event, Play) else []


def _of_pass(position: Position, choice: Choice) -> Iterator[Remark]:
    standing, owner, live = choice.seen.standing, choice.seen.owner, position.table.live
    play = write_play(standing)
    if choice.plays:
        yield Remark(
            "passed_able", Words(f"压得住 {play}, 却过了", f"passed though it could have beaten {play}")
        )  # fmt: skip
    leader = leader_after(live, owner)
    if choice.plays and not live >> owner & 1 and leader != choice.seat:
        yield Remark(
            "wind_given",
            Words(f"{owner} 号位已走完, 没人再压就由 {leader} 号位接风",
                  f"seat {owner} is out: unless somebody beats it, the wind goes to seat {leader}"),
        )  # fmt: skip


def _of_play(position: Position, choice: Choice, event: Play) -> Iterator[Remark]:
    act = act_of(event)
    rank, plain, small, big = unpack(act.play)
    standing = choice.seen.standing
    left = choice.row[SIZE] - play_size(act.play)
    if standing and not standing & 63 and standing >> 11 <= TEN and small + big and left:
        yield _joker_spent(choice, standing)
    if position.resolved.ruleset.sixes_last != SixesLast.NO:
        sixes = choice.row[SIX] - (plain if rank == SIX else 0)
        if left and sixes == left:
            yield Remark(
                "sixes_stranded",
                Words(f"手里只剩 {left} 张 6, 要领到牌才出得去", f"only sixes are left ({left}): they need the lead"),
            )
    if _shows_guard(position, choice, event) and left >= EARLY:
        yield Remark(
            "guard_shown",
            Words(f"还剩 {left} 张牌就亮了侍卫牌", f"showed the card that makes the guard with {left} cards left"),
        )  # fmt: skip


def _joker_spent(choice: Choice, standing: int) -> Remark:
    """A joker on a low trick, and whether something else would have done."""
    low = write_play(standing)
    others = [play for play in choice.plays if not play & 63]
    zh, en = f"小牌 {low} 也动了王", f"spent a joker on a low trick ({low})"
    if others:
        least = write_play(min(others, key=lambda play: play >> 11))
        zh, en = f"{zh}, 不用王 {least} 就压得住", f"{en}, where {least} would have beaten it"
    return Remark("joker_spent", Words(zh, en))


def _shows_guard(position: Position, choice: Choice, event: Play) -> bool:
    """Whether the guard (not an emperor alone) shows the card that makes it, and had another choice."""
    sight = position.sight
    if position.guard_seen or sight.guard != choice.seat or sight.emperor == choice.seat:
        return False
    card = GUARD_JOKER if position.resolved.ruleset.guard == Guard.MARKED else position.called
    return card in cards_of(event).cards and choice.is_open
