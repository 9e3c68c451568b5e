"""合牌: the same cards as several logs wrote them, with as much of suits and marks as any of them knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from analyzer.cards import BIG, PLAIN, UNSUITED, B, R, rank_of, shown, write_cards


def same_cards(texts: Sequence[str], *, marks: bool) -> str | None:
    """合牌: cards that several logs wrote in their ways, as one text; None where they cannot be the same cards.

    A card without a suit is any of its rank; without `marks` an `R` is any big joker.

    >>> same_cards(["7h7", "77d"], marks=True), same_cards(["R7h", "R*7"], marks=False)
    ('7h7d', 'R*7h')
    >>> same_cards(["7h7", "7d7s"], marks=True), same_cards(["R", "R*"], marks=True)
    (None, None)
    """
    if len(set(texts)) == 1:
        return texts[0]
    held = [Counter(shown(text).cards) for text in texts]
    ranks = [by_rank(cards) for cards in held]
    if any(one != ranks[0] for one in ranks):
        return None
    found: Counter[int] = Counter()
    for rank, count in ranks[0].items():
        alike = [Counter({card: n for card, n in cards.items() if rank_of(card) == rank}) for cards in held]
        mine = _of_rank(alike, marks=marks)
        if mine is None or mine.total() != count:
            return None
        found += mine
    written = (text for text, cards in zip(texts, held, strict=True) if cards == found)
    return next(written, write_cards(found.elements()))


def by_rank(cards: Iterable[int] | Counter[int]) -> Counter[int]:
    """点数: how many cards there are of each rank."""
    found: Counter[int] = Counter()
    for card, count in Counter(cards).items():
        found[rank_of(card)] += count
    return found


def _of_rank(held: Sequence[Counter[int]], *, marks: bool) -> Counter[int] | None:
    """The cards of one rank that all of these can be; None where there are none."""
    count = held[0].total()
    rank = rank_of(next(iter(held[0])))
    loose = UNSUITED + rank if rank < PLAIN else R if rank == BIG and not marks else None
    known: Counter[int] = Counter()
    for cards in held:
        known |= Counter({card: copies for card, copies in cards.items() if card != loose})
    if loose is None:
        return known if all(cards == known for cards in held) else None
    if known.total() > count:
        return None
    known[loose] += count - known.total()
    return +known


def without(cards: Counter[int], gone: Iterable[int]) -> Counter[int] | None:
    """减去: cards without some of them, suits and marks left open on either side; None where they are not there."""
    left = Counter(cards)
    for card in sorted(gone, key=lambda card: card >= UNSUITED or card == R):
        alike = [card, *(other for other in left if rank_of(other) == rank_of(card) and _alike(card, other))]
        found = next((other for other in alike if left[other] > 0), None)
        if found is None:
            return None
        left[found] -= 1
    return +left


def _alike(one: int, two: int) -> bool:
    """Whether two cards of a rank may be the same one."""
    if rank_of(one) < PLAIN:
        return one >= UNSUITED or two >= UNSUITED
    return rank_of(one) == BIG


def hand_text(cards: Counter[int]) -> str:
    """手牌: cards as a dealt hand, suited if all of them are, else without any suits.

    >>> hand_text(Counter(shown("7h7R*").cards)), hand_text(Counter(shown("7h7dR*").cards))
    ('R*77', 'R*7h7d')
    """
    plain = [card for card in cards.elements() if card < B or card >= UNSUITED]
    if all(card < B for card in plain):
        return write_cards(cards.elements())
    return write_cards(UNSUITED + rank_of(card) if card in plain else card for card in cards.elements())


