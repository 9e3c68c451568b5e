"""Every deal, one by one: what the counts are tested against. Nothing here comes from `analyzer.tracking`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

ORDER = "3456789TJQKA2BR"
SEATS = (1, 2, 3, 4, 5)
Hands = dict[int, tuple[str, ...]]


def split(text: str) -> list[str]:
    """The cards of a string of suited cards, one by one: `R*9s` is two."""
    found: list[str] = []
    for sign in text:
        if sign in "*shdc":
            found[-1] += sign
        else:
            found.append(sign)
    return found


def all_deals(cards: Sequence[str], sizes: Mapping[int, int]) -> Iterator[Hands]:
    """Every way to share out different cards among seats."""
    if not sizes:
        yield {}
        return
    seat, *others = sizes
    for chosen in combinations(range(len(cards)), sizes[seat]):
        rest = [card for place, card in enumerate(cards) if place not in chosen]
        mine = tuple(cards[place] for place in chosen)
        for deal in all_deals(rest, {other: sizes[other] for other in others}):
            yield {seat: mine, **deal}


def beats(cards: Sequence[str], standing: Sequence[str]) -> bool:
    """Card by card, high to low."""
    ours, theirs = (sorted((ORDER.index(card[0]) for card in some), reverse=True) for some in (cards, standing))
    return len(ours) == len(theirs) and all(mine > other for mine, other in zip(ours, theirs, strict=True))


def can_beat(hand: Sequence[str], standing: Sequence[str], sixes: str) -> bool:
    """Whether some cards of a hand, of one plain rank with jokers, beat a play."""
    for chosen in combinations(hand, len(standing)):
        ranks = {card[0] for card in chosen} - {"B", "R"}
        if len(ranks) > 1 or not beats(chosen, standing):
            continue
        with_jokers = any(card[0] in "BR" for card in chosen)
        if "6" in ranks and sixes != "no" and (len(chosen) < len(hand) or (sixes == "alone" and with_jokers)):
            continue
        return True
    return False


class Open(NamedTuple):
    """What everybody can see of a game after some events: told again from the events, naively."""

    hands: Hands
    throne: int
    """Who holds `R*`, or 0 once it may have been put down."""
    guards: tuple[int, ...]
    standing: tuple[str, ...]
    owner: int
    waiting: tuple[int, ...]


def told(events: Sequence[Mapping[str, Any]]) -> Open:
    """The game after some events of a marked-guard ruleset in which passes re-open, no event being wrong."""
    hands: Hands = {seat: tuple(split(hand)) for seat, hand in zip(SEATS, events[0]["hands"], strict=True)}
    throne = next(seat for seat in SEATS if "R*" in hands[seat])
    rebels: set[int] = set()
    open_guard, owner, passed = 0, 0, set[int]()
    standing: tuple[str, ...] = ()
    for event in events[1:]:
        kind, seat = event["type"], event.get("seat", 0)
        if kind == "yield":
            throne = event["to"]
            hands[seat], hands[throne] = without(hands[seat], ["R*"]), (*hands[throne], "R*")
        elif kind == "declare":
            rebels |= {seat} if event["what"] == "rebel" else set()
            open_guard = open_guard if event["what"] == "rebel" else seat
        elif kind == "play":
            hands[seat] = without(hands[seat], split(event["cards"]))
            may_be_crown = {"R", "R*"} & set(split(event["cards"]))  # in a play an unmarked big joker may be any
            throne = 0 if seat == throne and may_be_crown else throne
            standing, owner, passed = tuple(split(event["cards"])), seat, set()
        elif kind == "pass":
            passed.add(seat)
        waiting = [one for one in SEATS if hands[one] and one not in passed and one != owner]
        standing = standing if waiting else ()
    holder = next((seat for seat in SEATS if "B*" in hands[seat]), 0)
    told_all = open_guard or len(rebels) >= 2
    guards = (holder,) if told_all else tuple(seat for seat in SEATS if seat not in rebels)
    waiting = [one for one in SEATS if standing and hands[one] and one not in passed and one != owner]
    return Open(hands, throne, guards, standing, owner, tuple(waiting))


def without(hand: Sequence[str], cards: Sequence[str]) -> tuple[str, ...]:
    """A hand less some cards."""
    left = Counter(hand)
    left.subtract(cards)
    assert min(left.values(), default=0) >= 0
    return tuple(left.elements())


def possible(now: Open, view: int, *, evidence: str) -> list[Hands]:
    """Every deal of what a view has not seen that agrees with what is certain."""
    unseen = [card for seat in SEATS if seat != view for card in now.hands[seat]]
    sizes = {seat: len(now.hands[seat]) for seat in SEATS if seat != view}
    return [deal for deal in all_deals(unseen, sizes) if evidence == "counts" or fits(deal, now, view)]


def fits(deal: Hands, now: Open, view: int) -> bool:
    """Whether `R*` is with the emperor and `B*` with a seat that can still be the guard."""
    if now.throne not in (0, view) and "R*" not in deal[now.throne]:
        return False
    holder = next((seat for seat, hand in deal.items() if "B*" in hand), 0)
    return holder == 0 or holder in now.guards
