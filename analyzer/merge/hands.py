"""合手牌: the dealt hands: as logs have them, as every card of a seat was seen, as the rest of the deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from analyzer.cards import EMPEROR_JOKER, NAMES, PLAIN, RANKS, UNSUITED, R, rank_of, shown
from analyzer.events import Draw, Event, Log, Play, Tribute, Yield
from analyzer.merge.cards import by_rank, hand_text, same_cards, without
from analyzer.merge.events import Joined
from analyzer.merge.findings import Findings, Said
from analyzer.rulesets import Resolved, Throne

KNOWN = "x-hands"
"""The header's key for hands that are known beside the one whose view it is: by seat."""
How = Literal["dealt", "seen", "rest"]
SEATS = range(1, 6)


class Hand(NamedTuple):
    """手牌: a dealt hand: its size, its cards where they are known, how they are, and who says so."""

    size: int | None
    text: str | None = None
    how: How | None = None
    said: tuple[Said, ...] = ()


def dealt_hands(logs: Sequence[Log], deals: Sequence[Said], index: int, findings: Findings) -> list[Hand]:
    """发的牌: what the logs say of the five hands; `index` is the deal's in the merged log."""
    return [_dealt(seat, logs, deals, index, findings) for seat in SEATS]


def _dealt(seat: int, logs: Sequence[Log], deals: Sequence[Said], index: int, findings: Findings) -> Hand:
    said = [one._replace(value=one.value.hands[seat - 1]) for one in deals]
    for source, log in enumerate(logs):
        told = ((log.x or {}).get(KNOWN) or {}).get(str(seat))
        if told is not None:
            said.append(Said(source, -1, told))
    telling = [one for one in said if isinstance(one.value, str)]
    sizes = {one.value if isinstance(one.value, int) else len(shown(one.value).cards) for one in said}
    text = same_cards([one.value for one in telling], marks=True) if telling else None
    if len(sizes) > 1 or (telling and text is None):
        findings.contradict(f"hands[{seat - 1}]", index, said)
        return Hand(None)
    size = sizes.pop() if sizes else None
    return Hand(size) if text is None else Hand(size, text, "dealt", tuple(telling))


def complete(hands: list[Hand], events: Sequence[Joined], resolved: Resolved) -> list[Hand]:
    """补全: the hands with those that follow: every card of a seat was seen, or four are known and one is left."""
    found = [_seen(seat, hand, hands, events, resolved) for seat, hand in enumerate(hands, 1)]
    unknown = [place for place, hand in enumerate(found) if hand.text is None]
    if len(unknown) == 1:
        (place,) = unknown
        found[place] = _rest(found[place], [hand for hand in found if hand.text is not None], resolved)
    return found


def moved(event: Event, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """进出: the cards that an event brings to a seat, and those that it takes from it."""
    if isinstance(event, Draw):
        return ((EMPEROR_JOKER,), ()) if event.seat == seat else ((), ())
    if isinstance(event, Play):
        return (), shown(event.cards).cards if event.seat == seat else ()
    if not isinstance(event, Tribute | Yield):
        return (), ()
    cards = shown(event.cards).cards
    giver = event.source if isinstance(event, Tribute) else event.seat
    return cards if event.to == seat else (), cards if giver == seat else ()


def _seen(seat: int, hand: Hand, hands: Sequence[Hand], events: Sequence[Joined], resolved: Resolved) -> Hand:
    """见全: the hand of a seat that has shown every card; as it is where one is missing or its mark is not known."""
    if hand.text is not None or hand.size is None:
        return hand
    brought, gone = Counter[int](), Counter[int]()
    for joined in events:
        if joined.counts:
            to, out = moved(joined.event, seat)
            brought.update(to)
            gone.update(out)
    cards = without(gone, brought.elements())
    if cards is None or cards.total() != hand.size:
        return hand
    if cards[R] and not cards[EMPEROR_JOKER] and not _located(hands, events, resolved):
        return hand
    return Hand(hand.size, hand_text(cards), "seen")


def _located(hands: Sequence[Hand], events: Sequence[Joined], resolved: Resolved) -> bool:
    """Whether it is known where the emperor's joker was dealt, so that an unmarked big joker is another one."""
    if resolved.ruleset.throne == Throne.DRAWN:
        return True
    texts = [hand.text for hand in hands if hand.text is not None]
    texts += [str(getattr(joined.event, "cards", "")) for joined in events if joined.counts]
    return any(NAMES[EMPEROR_JOKER] in text for text in texts)


def _deck(resolved: Resolved) -> Counter[int]:
    """The cards that are dealt."""
    deck = Counter({card: copies for card, copies in enumerate(resolved.deck) if copies})
    if resolved.ruleset.throne == Throne.DRAWN:
        deck[EMPEROR_JOKER] -= 1
    return +deck


def _rest(hand: Hand, others: Sequence[Hand], resolved: Resolved) -> Hand:
    """余牌: what the deck has left for the last seat; without suits where one of the others has none."""
    deck = _deck(resolved)
    held = Counter(card for other in others for card in shown(str(other.text)).cards)
    if any(card >= UNSUITED for card in held):
        deck, held = _by_rank(deck), _by_rank(held)
    if hand.size is None or held - deck or (deck - held).total() != hand.size:
        return hand
    said = tuple(one for other in others for one in other.said)
    return Hand(hand.size, hand_text(deck - held), "rest", said)


def _by_rank(cards: Counter[int]) -> Counter[int]:
    """Cards without their suits."""
    found: Counter[int] = Counter()
    for card, copies in cards.items():
        found[UNSUITED + rank_of(card) if rank_of(card) < PLAIN else card] += copies
    return found


def check_hands(
    hands: Sequence[Hand], events: Sequence[Joined], resolved: Resolved, index: int, findings: Findings
) -> None:
    """查手牌: more of a card than the deck has; cards shown, by other logs than the hand's, that were not dealt."""
    for what, held in _excess(hands, resolved):
        said = [
            one._replace(value={"seat": seat, "card": what, "copies": copies})
            for seat, copies in held.items() for one in hands[seat - 1].said
        ]  # fmt: skip
        findings.contradict("deck", index, said)
    for seat, hand in enumerate(hands, 1):
        if hand.text is not None and hand.how != "seen":
            _check_shown(seat, hand, events, findings)


def _excess(hands: Sequence[Hand], resolved: Resolved) -> Iterator[tuple[str, dict[int, int]]]:
    """Each card, or else rank, of which more was dealt than there is, with how many each seat has."""
    dealt = {seat: str(hand.text) for seat, hand in enumerate(hands, 1) if hand.how == "dealt"}
    held = {seat: Counter(shown(text).cards) for seat, text in dealt.items()}
    deck = _deck(resolved)
    total = sum(held.values(), Counter[int]())
    over = [card for card in sorted(total) if card < UNSUITED and total[card] > deck[card]]
    for card in over:
        yield NAMES[card], {seat: cards[card] for seat, cards in held.items() if cards[card]}
    ranks = {seat: by_rank(cards) for seat, cards in held.items()}
    there = by_rank(deck)
    for rank, count in sorted(by_rank(total).items()):
        if count > there[rank] and rank not in map(rank_of, over):
            yield RANKS[rank], {seat: cards[rank] for seat, cards in ranks.items() if cards[rank]}


def _check_shown(seat: int, hand: Hand, events: Sequence[Joined], findings: Findings) -> None:
    """The first event that shows a card which the hand does not have, if it is in none of the logs that tell the hand.

    A log that contradicts itself breaks a rule, which is for the verdict to say.
    """
    has, gone = Counter(shown(str(hand.text)).cards), Counter[int]()
    mine = {one.source for one in hand.said}
    for index, joined in enumerate(events):
        if not joined.counts:
            continue
        brought, out = moved(joined.event, seat)
        has.update(brought)
        gone.update(out)
        if out and without(has, gone.elements()) is None:
            if hand.how == "rest" or not mine & set(joined.places):
                shows = [Said(source, place, joined.event.cards) for source, place in joined.places.items()]  # type: ignore[union-attr]
                findings.contradict("not_dealt", index, [*hand.said, *shows])
            return


