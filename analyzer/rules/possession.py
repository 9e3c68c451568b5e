"""持牌: who holds what, where every hand is known by suit; `hidden` answers for all other logs.

Holdings are counts, the one thing that is changed in place - by `move`, and by nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from analyzer.cards import (
    BIG,
    EMPEROR_JOKER,
    GUARD_JOKER,
    KINDS,
    MIXED,
    PLAIN,
    SIX,
    SMALL,
    TWO,
    B,
    R,
    rank_of,
)
from analyzer.rules.acts import Act, Kind
from analyzer.rules.mark import rule
from analyzer.rules.plays import breaks_sixes_last, is_mixed, lone_rank, play_size
from analyzer.rules.table import NO_FACTS, Facts, Phase, Table
from analyzer.rules.tribute import due_position
from analyzer.rulesets import Guard, Ruleset, Throne

SIZE = 15
"""The column of a rank row that holds the number of cards."""
PLAY, CALL, ACCEPT, YIELD, SNATCH, TRIBUTE = (
    int(Kind.PLAY), int(Kind.CALL), int(Kind.ACCEPT), int(Kind.YIELD), int(Kind.SNATCH), int(Kind.TRIBUTE),
)  # fmt: skip


class Hands(NamedTuple):
    """持牌: six rows each (row 0 is empty). `ranks`: 15 counts by rank and the size; `cards`: 56 counts.

    A card shown without its suit leaves `ranks` only: which of the suited ones it was is not known, and
    `cards` then bounds what can still be shown by suit.
    """

    ranks: Any
    cards: Any


def hands_of(dealt: Sequence[Sequence[int]]) -> Hands:
    """The holdings of five dealt hands, each a sequence of suited cards.

    >>> hands = hands_of([[0, 0, 55], [1], [2], [3], [54]])
    >>> hands.ranks[1][:3], hands.ranks[1][14], hands.ranks[1][SIZE], hands.cards[1][0]
    ([2, 0, 0], 1, 3, 2)
    """
    ranks = [[0] * (SIZE + 1) for _ in range(6)]
    cards = [[0] * KINDS for _ in range(6)]
    for seat, hand in enumerate(dealt, 1):
        for card in hand:
            ranks[seat][rank_of(card)] += 1
            cards[seat][card] += 1
        ranks[seat][SIZE] = len(hand)
    return Hands(ranks, cards)


@rule
def count_ranks(hands: Hands, seat: int) -> None:
    """点数: fill the rank row of a seat, all of whose cards are known by suit, from its row of cards.

    >>> hands = hands_of([[0, 1, 55], [], [], [], []])
    >>> hands.ranks[1][:] = [9] * 16
    >>> count_ranks(hands, 1)
    >>> hands.ranks[1][0], hands.ranks[1][1], hands.ranks[1][14], hands.ranks[1][SIZE]
    (2, 0, 1, 3)
    """
    cards = hands.cards[seat]
    ranks = hands.ranks[seat]
    size = 0
    for rank in range(PLAIN):
        ranks[rank] = cards[4 * rank] + cards[4 * rank + 1] + cards[4 * rank + 2] + cards[4 * rank + 3]
        size += ranks[rank]
    ranks[SMALL] = cards[B] + cards[GUARD_JOKER]
    ranks[BIG] = cards[R] + cards[EMPEROR_JOKER]
    ranks[SIZE] = size + ranks[SMALL] + ranks[BIG]


@rule
def has_cards(hands: Hands, seat: int, play: int, suits: int) -> bool:
    """Whether a seat holds the cards of a play, suits and marks as far as they were shown.

    An unmarked small joker is one of the unmarked ones; an unmarked big joker may be any.
    """
    rank = play >> 11
    plain = play >> 6 & 31
    row = hands.ranks[seat]
    if (plain and row[rank] < plain) or row[BIG] < play & 7:
        return False
    small = play >> 3 & 7
    if small == 0 and suits == 0:
        return True
    cards = hands.cards[seat]
    marked = suits >> 12 & 1
    if small and (cards[B] < small - marked or cards[GUARD_JOKER] < marked):
        return False
    if suits >> 13 & 1 and cards[EMPEROR_JOKER] == 0:
        return False
    base = rank << 2
    return (
        suits & 4095 == 0
        or (cards[base] >= suits & 7
        and cards[base + 1] >= suits >> 3 & 7
        and cards[base + 2] >= suits >> 6 & 7
        and cards[base + 3] >= suits >> 9 & 7)
    )


@rule
def shift(hands: Hands, seat: int, play: int, suits: int, sign: int) -> None:
    """Add cards to a holding (`sign` 1) or take them away (-1)."""
    rank = play >> 11
    plain = play >> 6 & 31
    small = play >> 3 & 7
    big = play & 7
    row = hands.ranks[seat]
    row[SIZE] += sign * (plain + small + big)
    cards = hands.cards[seat]
    if plain:
        row[rank] += sign * plain
    if small or big:
        row[SMALL] += sign * small
        row[BIG] += sign * big
        marked = suits >> 12 & 1
        cards[B] += sign * (small - marked)
        cards[GUARD_JOKER] += sign * marked
        cards[EMPEROR_JOKER] += sign * (suits >> 13 & 1)
    if suits & 4095:
        base = rank << 2
        cards[base] += sign * (suits & 7)
        cards[base + 1] += sign * (suits >> 3 & 7)
        cards[base + 2] += sign * (suits >> 6 & 7)
        cards[base + 3] += sign * (suits >> 9 & 7)


@rule
def move_play(hands: Hands, act: Act) -> None:
    """出牌: let the cards of a play leave the holding."""
    shift(hands, act.seat, act.play, act.suits, -1)


@rule
def move(hands: Hands, act: Act) -> None:
    """Let the cards of an act leave the holding and, in a tribute or a yield, reach the other seat.

    Tribute is handed over at once: who pays never receives, and nothing else happens before all is paid.
    In a draw the candidate gets `R*`.
    """
    if act.kind == PLAY:
        move_play(hands, act)
    elif act.kind == TRIBUTE or act.kind == YIELD:
        shift(hands, act.seat, act.play, act.suits, -1)
        shift(hands, act.arg, act.play, act.suits, 1)
    elif act.kind == Kind.DRAW:
        shift(hands, act.seat, 1, 1 << 13, 1)


@rule
def unsuited(play: int, suits: int) -> int:
    """How many plain cards of a play were shown without their suit."""
    return (play >> 6 & 31) - (suits & 7) - (suits >> 3 & 7) - (suits >> 6 & 7) - (suits >> 9 & 7)


@rule
def unmarked_bigs(hands: Hands, seat: int) -> int:
    """How many big jokers but `R*` a seat holds; `cards` does not tell, as a big joker may be played unmarked."""
    bigs: int = hands.ranks[seat][BIG] - hands.cards[seat][EMPEROR_JOKER]
    return bigs


@rule
def holder_of(hands: Hands, card: int) -> int:
    """The lowest seat that holds a card, 0 where none does."""
    for seat in range(1, 6):
        if hands.cards[seat][card] > 0:
            return seat
    return 0


@rule
def has_alike(hands: Hands, seat: int, copies: int, twos: int) -> bool:
    """Whether a seat holds that many identical plain cards; `twos`: whether 2s count."""
    for card in range(52 if twos else TWO * 4):
        if hands.cards[seat][card] >= copies:
            return True
    return False


@rule
def guard_called(hands: Hands, seat: int, play: int, suits: int) -> int:
    """侍卫: who holds the fourth of the card that a seat calls: itself, where it shows or holds all four."""
    if play >> 11 >= PLAIN:
        return 0
    card = (play >> 11) * 4
    while suits & 7 == 0 and card & 3 < 3:
        suits >>= 3
        card += 1
    if hands.cards[seat][card] >= 4:
        return seat
    for other in range(1, 6):
        if other != seat and hands.cards[other][card] > 0:
            return other
    return 0


@rule
def auto_lead(ruleset: Ruleset, hands: Hands, seat: int) -> int:
    """托管: what a seat in auto-play leads: its lowest playable single card, the whole hand where none is playable.

    >>> from analyzer.cards import shown, write_play
    >>> from analyzer.rulesets import SixesLast
    >>> hands = hands_of([shown(hand).cards for hand in ("7h6h6s", "6h6s", "B", "", "")])
    >>> [write_play(auto_lead(Ruleset(sixes_last=SixesLast.ALONE), hands, seat)) for seat in (1, 2, 3)]
    ['7', '66', 'B']
    """
    row = hands.ranks[seat]
    for rank in range(15):
        if row[rank] == 0:
            continue
        if rank >= SMALL:
            return 8 if rank == SMALL else 1
        lead = rank << 11 | 1 << 6
        if not breaks_sixes_last(ruleset, lead, row[SIZE] - 1):
            return lead
    sixes: int = row[SIX]
    return SIX << 11 | sixes << 6


@rule
def pays_highest(hands: Hands, table: Table, act: Act) -> int:
    """进贡: the position (+ 1) that a tribute fills, 0 where it is not among the highest the seat owes."""
    rank = lone_rank(act.play)
    owed = table.dues.owed >> 4 * act.seat & 15
    if rank < 0 or act.suits >> 13 & 1:
        return 0
    row = hands.ranks[act.seat]
    higher = 0
    for above in range(rank + 1, 15):
        higher += row[above]
    if rank < BIG:
        higher -= hands.cards[act.seat][EMPEROR_JOKER]
    if higher >= owed:
        return 0
    return due_position(table.dues, rank, act.arg)


@rule
def has_named(hands: Hands, act: Act) -> bool:
    """Whether a seat holds the cards that it calls, pays or hands on, shown by suit, `R` by its mark."""
    if is_mixed(act.play) or unmarked_bigs(hands, act.seat) < (act.play & 7) - (act.suits >> 13 & 1):
        return False
    return unsuited(act.play, act.suits) == 0 and has_cards(hands, act.seat, act.play, act.suits)


@rule
def goes_along(act: Act, along_suits: int) -> bool:
    """让位: whether the 2s that came with the throne are among those handed on."""
    for suit in range(4):
        if act.suits >> 3 * suit & 7 < along_suits >> 3 * suit & 7:
            return False
    return True


@rule
def yield_facts(ruleset: Ruleset, table: Table, hands: Hands, act: Act) -> Facts:
    """让位: are the cards there; `drawn`: has the seat a 2 of its own; `forced`: may it yield once more."""
    holds = has_named(hands, act) and goes_along(act, table.offer.along_suits)
    if ruleset.throne == Throne.DRAWN:
        fits = hands.ranks[act.seat][TWO] > table.offer.along
    else:
        fits = not has_alike(hands, act.seat, 3, ruleset.call_twos) or has_alike(hands, act.seat, 4, 1)
    return Facts(0, 1 if holds else 0, 1 if fits else 0, 0)


@rule
def look_at_play(ruleset: Ruleset, table: Table, hands: Hands, act: Act) -> Facts:
    """出牌所示: the same about a play, by far the most frequent."""
    seat = act.seat
    play = act.play
    left = hands.ranks[seat][SIZE] - play_size(play)
    if play >> 11 != MIXED and not has_cards(hands, seat, play, act.suits):
        return Facts(left, 0, 0, 0)
    fits = 1
    if table.auto >> seat & 1:
        fits = 1 if play == auto_lead(ruleset, hands, seat) else 0
    return Facts(left, 1, fits, 0)


@rule
def look(ruleset: Ruleset, table: Table, hands: Hands, act: Act) -> Facts:
    """手牌所示: what the hands say about one act."""
    kind = act.kind
    seat = act.seat
    if kind == PLAY:
        return look_at_play(ruleset, table, hands, act)
    if kind == ACCEPT:
        if ruleset.guard == Guard.MARKED:
            return Facts(0, 0, 1, holder_of(hands, GUARD_JOKER))
        return Facts(0, 0, 1 if has_alike(hands, seat, 3, ruleset.call_twos) else 0, 0)
    if kind == CALL:
        holds = has_named(hands, act)
        return Facts(0, 1 if holds else 0, 0, guard_called(hands, seat, act.play, act.suits))
    if kind == YIELD:
        return yield_facts(ruleset, table, hands, act)
    if kind == SNATCH:
        row = hands.ranks[seat]
        able = row[SMALL] + row[BIG] >= 3 and has_alike(hands, seat, 4, 1)
        return Facts(0, 0, 1 if able else 0, 0)
    if kind == TRIBUTE and table.phase == Phase.TRIBUTE:
        holds = has_named(hands, act)
        after = holder_of(hands, GUARD_JOKER)
        if holds and act.suits >> 12 & 1:
            after = act.arg
        return Facts(0, 1 if holds else 0, pays_highest(hands, table, act), after)
    return NO_FACTS


