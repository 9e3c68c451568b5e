"""未知之牌: counts of what is hidden - which hands can have been dealt, given all that was shown.

`Pool` keeps, for every seat, the fewest cards of each kind and rank that its dealt hand must have had, and the most
where something proved an upper bound. Hands that meet them all exist or not: a transport problem over five seats and
fifteen ranks, solved exactly by Hall's condition. A `World` adds what it assumes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from operator import gt
from typing import NamedTuple

from analyzer.cards import BIG, EMPEROR_JOKER, GUARD_JOKER, KINDS, SIX, SMALL, TWO, UNSUITED, B, R, rank_of
from analyzer.rules.acts import Act, Kind
from analyzer.rules.plays import is_mixed, lone_rank, play_size
from analyzer.rules.possession import SIZE, Hands, has_cards, move, unmarked_bigs, unsuited
from analyzer.rules.table import Table
from analyzer.rulesets import Ruleset, SixesLast, Throne

RANK_COUNT = 15
Need = tuple[int, int, int]
"""(seat, card, how many): a seat's dealt hand has at least so many of a card; card 56 + r means rank r."""
ANY_RANK = UNSUITED
"""A need of card ANY_RANK + r is a need of rank r, jokers too (13 small, 14 big)."""


class World(NamedTuple):
    """一种可能: one assignment of the cards that decide the roles, and the table it leads to.

    `emperor_joker` was dealt to that seat (0: to nobody), `holder` has `B*` now, `needs` are what the world
    adds to the pool's needs.
    """

    table: Table
    emperor_joker: int
    holder: int
    needs: tuple[Need, ...]


class Way(NamedTuple):
    """一种说法: one way to make a proof true: what the dealt hand had, or the most of each card."""

    needs: tuple[Need, ...]
    most: tuple[int, ...] = ()


class Proof(NamedTuple):
    """说法: what a seat did proves that one of these ways is true; the one that was last found to do is tried first.

    `copies`: of the identical cards that it had, 0 for jokers; a call shows what an accept said (three).
    """

    seat: int
    ways: list[Way]
    copies: int = 0


class Least(NamedTuple):
    """至少: what all acts so far need: of each card, of each rank by seat, and what is left of each rank besides.

    `short`: the cards of which that is more than there are, but for cards that may be counted twice.
    """

    cards: list[int]
    short: list[int]
    ranks: dict[int, list[int]]
    supply: list[int]


def ranks_shown(act: Act) -> list[tuple[int, int]]:
    """(rank, how many) of the cards of an act."""
    play = act.play
    counts = [(play >> 11, play >> 6 & 31), (SMALL, play >> 3 & 7), (BIG, play & 7)]
    return [(rank, count) for rank, count in counts if count]


def cards_shown(act: Act) -> list[tuple[int, int]]:
    """(card, how many) of the cards of an act that were shown by suit or mark; small jokers always are.

    A big joker played without its mark may be any; in a tribute or a yield the mark matters.
    """
    base = act.play >> 11 << 2
    suits = act.suits
    found = [(base + suit, suits >> 3 * suit & 7) for suit in range(4)]
    marked, crowned = suits >> 12 & 1, suits >> 13 & 1
    found += [(B, (act.play >> 3 & 7) - marked), (GUARD_JOKER, marked), (EMPEROR_JOKER, crowned)]
    if act.kind != Kind.PLAY:
        found.append((R, (act.play & 7) - crowned))
    return [(card, count) for card, count in found if count]


class Pool:
    """未知之牌: counts of what is hidden, the same in every world.

    Seats are 1-5 (row 0 is empty). `suited` seats were dealt a hand known by suit, `ranked` ones a hand known by
    rank, `dark` ones are hidden. For ranked and dark seats `out` is what left the hand less what came in, by card
    and by rank, `need` its highest value so far: what the dealt hand must have had at least. `most` bounds the
    dealt hand of dark seats from above, where an act proved that nothing else of a rank was left. `loose` counts
    the cards that a seat received without their suit: they may be any of their rank. `proofs` is what was proved
    beyond that: that a hand had one of several things.
    """

    def __init__(self, ruleset: Ruleset, deck: Sequence[int], dealt: Sequence[int | Sequence[int]]) -> None:
        self.ruleset = ruleset
        self.free = list(deck)
        if ruleset.throne == Throne.DRAWN:
            self.free[EMPEROR_JOKER] -= 1
        self.hands = Hands([[0] * (SIZE + 1) for _ in range(6)], [[0] * KINDS for _ in range(6)])
        self.suited, self.ranked, self.dark = set[int](), set[int](), set[int]()
        self.dealt_ranks = [[0] * RANK_COUNT for _ in range(6)]
        self.sizes = [0] * 6
        for seat, hand in enumerate(dealt, 1):
            self._deal(seat, hand)
        self.free_ranks = [0] * RANK_COUNT
        for card, count in enumerate(self.free):
            self.free_ranks[rank_of(card)] += count
        for seat in self.ranked:
            for rank, count in enumerate(self.dealt_ranks[seat]):
                self.free_ranks[rank] -= count
        self.out = [[0] * KINDS for _ in range(6)]
        self.need = [[0] * KINDS for _ in range(6)]
        self.out_ranks = [[0] * RANK_COUNT for _ in range(6)]
        self.need_ranks = [[0] * RANK_COUNT for _ in range(6)]
        self.most: list[dict[int, int]] = [{} for _ in range(6)]
        self.loose = [[0] * RANK_COUNT for _ in range(6)]
        self.paid: list[tuple[int, int, int]] = []
        self.proofs: list[Proof] = []
        self.lower: dict[int, list[int]] = {}
        """The least of every rank, for seats whose needs are as they were when that was worked out."""
        self.kept: Least | None = None

    def _deal(self, seat: int, hand: int | Sequence[int]) -> None:
        """Take a dealt hand: its size, or its cards."""
        size = hand if isinstance(hand, int) else len(hand)
        self.sizes[seat] = self.hands.ranks[seat][SIZE] = size
        if isinstance(hand, int):
            self.dark.add(seat)
            return
        by_suit = all(card < UNSUITED for card in hand)
        (self.suited if by_suit else self.ranked).add(seat)
        for card in hand:
            self.hands.ranks[seat][rank_of(card)] += 1
            if by_suit:
                self.free[card] -= 1
            if card < UNSUITED:
                self.hands.cards[seat][card] += 1
            self.dealt_ranks[seat][rank_of(card)] += 1

    def known_holder(self, card: int) -> int:
        """The seat whose known dealt hand has a marked joker, 0 if none has."""
        return next((seat for seat in range(1, 6) if self.hands.cards[seat][card]), 0)

    # -- what an act would add -------------------------------------------------------------------------------

    def needs_of(self, act: Act) -> list[Need]:
        """What an act that shows or hands over cards needs of the seat's dealt hand."""
        seat = act.seat
        needs = [(seat, card, self.out[seat][card] + count) for card, count in cards_shown(act)]
        needs += [
            (seat, ANY_RANK + rank, self.out_ranks[seat][rank] + count) for rank, count in ranks_shown(act)
        ]
        return needs

    def has(self, act: Act, world: World, also: Iterable[Need] = ()) -> bool:
        """Whether a seat can have the cards of an act in a world."""
        seat = act.seat
        if play_size(act.play) > self.hands.ranks[seat][SIZE]:
            return False
        if seat in self.suited:
            return self._suited_has(act)
        if seat in self.ranked and not has_cards(self.hands, seat, act.play, act.suits & ~4095):
            return False
        return self.possible((*world.needs, *self.needs_of(act), *also), world.emperor_joker)

    def _suited_has(self, act: Act) -> bool:
        """Whether a hand known by suit has the cards; what it received without a suit may be any of its rank."""
        if not has_cards(self.hands, act.seat, act.play, act.suits & ~4095):
            return False
        held: list[int] = self.hands.cards[act.seat]
        short = sum(max(0, count - held[card]) for card, count in cards_shown(act) if card < B)
        return short <= self.loose[act.seat][act.play >> 11]

    def has_named(self, act: Act) -> bool:
        """Whether a hand known by suit has the cards it calls, pays or hands on, shown by suit as it knows them."""
        lost = unsuited(act.play, act.suits)
        if is_mixed(act.play) or unmarked_bigs(self.hands, act.seat) < (act.play & 7) - (act.suits >> 13 & 1):
            return False
        return (lost == 0 or lost <= self.loose[act.seat][act.play >> 11]) and self._suited_has(act)

    def _twice(self, card: int, by_card: list[list[int]]) -> int:
        """How many copies of a card may be counted twice: taken in by suit, handed on without, and shown again."""
        came = sum(max(0, -self.out[seat][card]) for seat in range(1, 6))
        shown = sum(min(self.loose[seat][rank_of(card)], by_card[seat][card]) for seat in range(1, 6))
        return min(came, shown)

    # -- whether hands exist ---------------------------------------------------------------------------------

    def possible(
        self,
        needs: Iterable[Need],
        emperor_joker: int,
        most: dict[tuple[int, int], int] | None = None,
        also: Sequence[Proof] = (),
    ) -> bool:
        """Whether hands can have been dealt that meet all needs, bounds and proofs, these included."""
        return self._explained([*self.proofs, *also], tuple(needs), emperor_joker, most or {})

    def _explained(
        self, proofs: Sequence[Proof], needs: tuple[Need, ...], emperor_joker: int, most: dict[tuple[int, int], int]
    ) -> bool:
        """Whether one way of each proof can be true together with the rest."""
        if not self._fits(needs, emperor_joker, most):
            return False
        if not proofs:
            return True
        (seat, ways, _), *others = proofs
        for number, way in enumerate(ways):
            bounds = self._bounds(seat, way.most, needs) if way.most else {}
            if bounds is None:
                continue
            both = {place: min(count, most.get(place, count)) for place, count in bounds.items()}
            if self._explained(others, (*needs, *way.needs), emperor_joker, {**most, **both}):
                ways.insert(0, ways.pop(number))
                return True
        return False

    def _bounds(self, seat: int, most: Sequence[int], needs: Iterable[Need]) -> dict[tuple[int, int], int] | None:
        """The most of each rank that a hand can have had with no more of each card; None if it had more of one."""
        asked = {card: count for other, card, count in needs if other == seat}
        if any(max(self.need[seat][card], asked.get(card, 0)) > count for card, count in enumerate(most)):
            return None
        found: dict[tuple[int, int], int] = {}
        for card, count in enumerate(most):
            place = (seat, rank_of(card))
            found[place] = found.get(place, 0) + min(count, self.free[card])
        return found

    def _fits(self, needs: Iterable[Need], emperor_joker: int, most: dict[tuple[int, int], int]) -> bool:
        """Whether hands can have been dealt that meet all needs and bounds, proofs aside."""
        by_card: dict[int, list[int]] = {}
        lower: dict[int, list[int]] = {}
        more: dict[int, int] = {}
        ranks = self.least.ranks
        for seat, card, count in needs:
            if seat in self.suited:
                continue
            row = lower.setdefault(seat, ranks[seat][:])
            if card >= ANY_RANK:
                row[card - ANY_RANK] = max(row[card - ANY_RANK], count)
                continue
            cards = by_card.setdefault(seat, self.need[seat][:])
            if count > cards[card]:
                more[card] = more.get(card, 0) + count - cards[card]
                cards[card] = count
                rank = rank_of(card)
                row[rank] = max(row[rank], self._exact(cards, seat, rank))
        return self._cards_fit(by_card, more) and self._ranks_fit(lower, emperor_joker, most)

    def _cards_fit(self, changed: dict[int, list[int]], more: dict[int, int]) -> bool:
        """Whether there are as many of each card as are needed, where some seats need other cards and more of them."""
        least = self.least
        wanted = {card: least.cards[card] + count for card, count in more.items()}
        short = [card for card, count in wanted.items() if count > self.free[card]]
        if not short and not least.short:
            return True
        by_card = [changed.get(seat, self.need[seat]) for seat in range(6)]
        return all(
            wanted.get(card, least.cards[card]) <= self.free[card] + self._twice(card, by_card)
            for card in {*short, *least.short}
        )

    @property
    def least(self) -> Least:
        """至少: what is needed without a world's own needs; worked out anew after every act that shows something."""
        if self.kept is None:
            seats = self.ranked | self.dark
            cards = [sum(counts) for counts in zip(*(self.need[seat] for seat in seats), strict=True)]
            short = [card for card, count in enumerate(cards) if count > self.free[card]]
            for seat in seats - self.lower.keys():
                exact = [self._exact(self.need[seat], seat, rank) for rank in range(RANK_COUNT)]
                self.lower[seat] = list(map(max, self.need_ranks[seat], exact))
            dark = zip(*(self.lower[seat] for seat in self.dark), strict=True)
            needed = [sum(counts) for counts in dark] or [0] * RANK_COUNT
            supply = [free - count for free, count in zip(self.free_ranks, needed, strict=True)]
            self.kept = Least(cards, short, self.lower, supply)
        return self.kept

    def _exact(self, cards: list[int], seat: int, rank: int) -> int:
        """The least of a rank that a dealt hand must have had, given the least of each of its cards."""
        if rank == SMALL:
            return cards[B] + cards[GUARD_JOKER]
        if rank == BIG:
            return cards[R] + cards[EMPEROR_JOKER]
        base = rank << 2
        return cards[base] + cards[base + 1] + cards[base + 2] + cards[base + 3] - self.loose[seat][rank]

    def _ranks_fit(
        self, changed: dict[int, list[int]], emperor_joker: int, most: dict[tuple[int, int], int]
    ) -> bool:
        """Hall's condition by ranks, where the least of every rank is another than so far for some seats."""
        lower = {**self.least.ranks, **changed}
        for seat in self.ranked:
            if any(map(gt, lower[seat], self.dealt_ranks[seat])):
                return False
        supply = self.least.supply
        for seat, row in changed.items():
            if seat in self.dark:
                old = self.least.ranks[seat]
                supply = [left + before - now for left, before, now in zip(supply, old, row, strict=True)]
        slots = {seat: self.sizes[seat] - sum(lower[seat]) for seat in self.dark}
        if min(supply) < 0 or min(slots.values(), default=0) < 0:
            return False
        bounds = {(seat, rank): count for seat in self.dark for rank, count in self.most[seat].items()}
        for place, count in most.items():
            bounds[place] = min(count, bounds.get(place, count))
        if not bounds:
            return True
        room = {}
        for (seat, rank), count in bounds.items():
            crowned = int(rank == BIG and emperor_joker == seat)
            room[seat, rank] = count + crowned - lower[seat][rank]
        return min(room.values()) >= 0 and self._hall(supply, slots, room)

    @staticmethod
    def _hall(supply: list[int], slots: dict[int, int], room: dict[tuple[int, int], int]) -> bool:
        """Whether the free slots of every set of seats can be filled from what may go there."""
        seats = list(slots)
        for chosen in product((False, True), repeat=len(seats)):
            group = [seat for seat, taken in zip(seats, chosen, strict=True) if taken]
            demand = sum(slots[seat] for seat in group)
            reach = 0
            for rank, left in enumerate(supply):
                reach += min(left, sum(room.get((seat, rank), left) for seat in group))
            if demand > reach:
                return False
        return True

    # -- what an act leaves behind ---------------------------------------------------------------------------

    def commit(self, act: Act, table: Table) -> None:
        """Keep what a legal act has shown; `table` is the one before it."""
        seat, self.kept = act.seat, None
        for changed in (seat, act.arg):
            self.lower.pop(changed, None)
        if seat in self.dark and act.kind == Kind.PLAY and table.auto >> seat & 1:
            self.most[seat].update(self.below_auto(act))
        if seat in self.dark and act.kind == Kind.YIELD and self.ruleset.throne == Throne.DRAWN:
            self.most[seat].update(self.no_own_two(act, table))
        if act.kind in (Kind.PLAY, Kind.TRIBUTE, Kind.YIELD):
            for _, card, count in self.needs_of(act):
                if card >= ANY_RANK:
                    row = self.need_ranks[seat]
                    row[card - ANY_RANK] = max(row[card - ANY_RANK], count)
                else:
                    self.need[seat][card] = max(self.need[seat][card], count)
            self._flow(seat, act, 1)
            if act.kind != Kind.PLAY:
                self._flow(act.arg, act, -1)
        if act.kind == Kind.DRAW:
            self.out[seat][EMPEROR_JOKER] -= 1
            self.out_ranks[seat][BIG] -= 1
        move(self.hands, act)

    def _flow(self, seat: int, act: Act, sign: int) -> None:
        """Count cards that left a hand (1) or came in (-1)."""
        for card, count in cards_shown(act):
            self.out[seat][card] += sign * count
        for rank, count in ranks_shown(act):
            self.out_ranks[seat][rank] += sign * count
        if sign < 0:
            self.loose[seat][act.play >> 11] += unsuited(act.play, act.suits)

    def below_auto(self, act: Act) -> dict[int, int]:
        """托管: the bounds that the lead of a lowest single card proves."""
        rank = lone_rank(act.play)
        stuck = SIX if self.ruleset.sixes_last != SixesLast.NO and self.hands.ranks[act.seat][SIZE] > 1 else -1
        return {low: self.out_ranks[act.seat][low] for low in range(rank) if low != stuck}

    def no_own_two(self, act: Act, table: Table) -> dict[int, int]:
        """让位: the bound that handing on only the 2s that came proves: no 2 of one's own was left."""
        offer = table.offer
        if offer.yields == 0 or act.play >> 6 & 31 != offer.along:
            return {}
        return {TWO: max(0, self.out_ranks[act.seat][TWO] + offer.along)}


def possible_holders(pool: Pool, card: int, deck: Sequence[int]) -> list[int]:
    """The seats that a marked joker can have been dealt to; [0] where the deck has none."""
    if not deck[card]:
        return [0]
    known = pool.known_holder(card)
    return [known] if known else sorted(pool.dark)
