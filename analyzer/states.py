"""局面: the state that a log is replayed on - one table where every hand is known by suit, worlds elsewhere.

Both kinds answer alike: `judge` an act, `apply` it, make a `twin`, tell the `tables` that are possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import copy, deepcopy
from typing import NamedTuple, Protocol

from analyzer.cards import EMPEROR_JOKER, GUARD_JOKER, SMALL, UNSUITED, pack, rank_of
from analyzer.rules.acts import Act, Kind
from analyzer.rules.deal import deal, judge_deal, open_table
from analyzer.rules.hidden import look_hidden, proofs_of, tribute_bounds
from analyzer.rules.plays import lone_rank
from analyzer.rules.pool import ANY_RANK, Need, Pool, World, possible_holders
from analyzer.rules.possession import Hands, hands_of, has_cards, look, move
from analyzer.rules.step import judge, step
from analyzer.rules.table import ALL_SEATS, NO_FACTS, Dues, Facts, Table
from analyzer.rules.tribute import Previous, owes
from analyzer.rules.verdicts import Code
from analyzer.rulesets import Resolved, Ruleset, Throne

PLAY, PASS, CALL, TRIBUTE = int(Kind.PLAY), int(Kind.PASS), int(Kind.CALL), int(Kind.TRIBUTE)
MIXED_RANKS = Code.MIXED_RANKS
Dealt = Sequence[int | tuple[int, ...]]
"""Five dealt hands: their cards, or how many there are where they are hidden."""


class State(Protocol):
    """局面: what a replay needs of a state."""

    ruleset: Ruleset

    def judge(self, act: Act, cards: tuple[int, ...]) -> int:
        """The code of an act; `cards` are those it shows, one by one."""

    def apply(self, act: Act) -> None:
        """Go on after the act that was just judged legal."""

    def twin(self) -> State:
        """A copy that goes on by itself."""

    @property
    def tables(self) -> list[Table]:
        """The tables that are possible."""


def parts_of(kind: int, seat: int, cards: tuple[int, ...]) -> list[Act] | None:
    """Cards of several ranks as acts of one rank each; None where there are more than any deck has."""
    copies = Counter(cards)
    if max(copies.values()) > 4 or len(cards) > 64 or max(copies[GUARD_JOKER], copies[EMPEROR_JOKER]) > 1:
        return None
    found = []
    for rank in sorted({rank_of(card) for card in cards}):
        mine = [card for card in cards if rank_of(card) == rank]
        if len(mine) > 16 or (rank >= SMALL and len(mine) > 4):
            return None
        if rank >= SMALL:
            small, big = (len(mine), 0) if rank == SMALL else (0, len(mine))
            marks = (GUARD_JOKER in mine) << 12 | (EMPEROR_JOKER in mine) << 13
            found.append(Act(kind, seat, 0, pack(0, 0, small, big), marks))
            continue
        suits = sum(mine.count(rank * 4 + suit) << 3 * suit for suit in range(4))
        found.append(Act(kind, seat, 0, pack(rank, len(mine), 0, 0), suits))
    return found


class Known:
    """明牌: every hand is known by suit; one table."""

    __slots__ = ("facts", "hands", "ruleset", "table")

    def __init__(self, resolved: Resolved, previous: Previous, dealt: Sequence[Sequence[int]]) -> None:
        self.ruleset = resolved.ruleset
        self.hands: Hands = hands_of(dealt)
        self.table = deal(self.ruleset, previous, self.hands)
        self.facts = Facts()

    def judge(self, act: Act, cards: tuple[int, ...]) -> int:
        """判: the code of an act."""
        if act.kind == PASS:  # the hands have nothing to say
            return judge(self.ruleset, self.table, act, NO_FACTS)
        facts = self.facts = look(self.ruleset, self.table, self.hands, act)
        code = judge(self.ruleset, self.table, act, facts)
        if code == MIXED_RANKS and not self._has(act, cards):
            return Code.NOT_HELD
        return code

    def _has(self, act: Act, cards: tuple[int, ...]) -> bool:
        """Whether the seat holds cards of several ranks."""
        parts = parts_of(PLAY, act.seat, cards)
        return parts is not None and all(
            has_cards(self.hands, act.seat, part.play, part.suits) for part in parts
        )

    def apply(self, act: Act) -> None:
        """行: the table after an act that was just judged."""
        if act.kind != PASS:
            move(self.hands, act)
        self.table = step(self.ruleset, self.table, act, self.facts)

    def twin(self) -> Known:
        """A copy that goes on by itself."""
        other = copy(self)
        other.hands = Hands([row[:] for row in self.hands.ranks], [row[:] for row in self.hands.cards])
        return other

    @property
    def tables(self) -> list[Table]:
        """The one table."""
        return [self.table]


class Option(NamedTuple):
    """A world with what it says about the act at hand."""

    world: World
    facts: Facts
    code: int
    called: tuple[World, ...] = ()
    """What a legal call makes of it."""


class Hidden:
    """暗牌: hands or suits are hidden; the worlds that are still possible."""

    def __init__(self, resolved: Resolved, previous: Previous, dealt: Dealt) -> None:
        self.ruleset = resolved.ruleset
        self.previous = previous
        self.pool = Pool(self.ruleset, resolved.deck, dealt)
        self.options: list[Option] = []
        self.worlds = list(self._worlds(resolved))

    def _worlds(self, resolved: Resolved) -> list[World]:
        """Who can have been dealt the marked jokers, each with its table."""
        pool, found = self.pool, []
        drawn = self.ruleset.throne == Throne.DRAWN
        emperors = [0] if drawn else possible_holders(pool, EMPEROR_JOKER, resolved.deck)
        for emperor in emperors:
            for guard in possible_holders(pool, GUARD_JOKER, resolved.deck):
                pairs = ((emperor, EMPEROR_JOKER), (guard, GUARD_JOKER))
                needs = tuple((seat, card, 1) for seat, card in pairs if seat in pool.dark)
                if pool.possible(needs, emperor):
                    table = open_table(self.ruleset, self._dues(), emperor, guard, self._live())
                    found.append(World(table, emperor, guard, needs))
        return found

    def _dues(self) -> Dues:
        """进贡: how much is owed; what is highest is weighed by `hidden`."""
        if not self.ruleset.tribute:
            return Dues()
        owed = [min(owes(self.previous, seat), self.pool.sizes[seat]) for seat in range(1, 6)]
        packed = sum(count << 4 * seat for seat, count in enumerate(owed, 1))
        return Dues(sum(owed), 0, 0, 0, packed)

    def _live(self) -> int:
        return ALL_SEATS & ~sum(1 << seat for seat in range(1, 6) if not self.pool.sizes[seat])

    def judge(self, act: Act, cards: tuple[int, ...]) -> int:
        """判: legal in some world, or else the highest code of all worlds."""
        self.options = []
        for world in self.worlds:
            facts = look_hidden(self.pool, self.previous, world, act)
            code = judge(self.ruleset, world.table, act, facts)
            if code == MIXED_RANKS and not self._has(world, act, cards):
                code = Code.NOT_HELD
            called = self._called(world, act) if code == Code.LEGAL and act.kind == CALL else ()
            if code == Code.LEGAL and act.kind == CALL and not called:
                code = Code.BAD_CALL
            self.options.append(Option(world, facts, code, called))
        codes = [option.code for option in self.options]
        return Code.LEGAL if Code.LEGAL in codes else max(codes)

    def _has(self, world: World, act: Act, cards: tuple[int, ...]) -> bool:
        """Whether the seat can hold cards of several ranks."""
        parts = parts_of(PLAY, act.seat, cards)
        if parts is None or len(cards) > self.pool.hands.ranks[act.seat][15]:
            return False
        needs = [need for part in parts for need in self.pool.needs_of(part)]
        return all(self.pool.has(part, world, needs) for part in parts)

    def apply(self, act: Act) -> None:
        """行: keep the worlds in which the act is legal, and what it has shown."""
        legal = [option for option in self.options if option.code == Code.LEGAL]
        if act.kind == CALL:
            self.worlds = [world for option in legal for world in option.called]
            self.pool.proofs = [proof for proof in self.pool.proofs if (proof.seat, proof.copies) != (act.seat, 3)]
            return
        self.pool.proofs += proofs_of(self.pool, legal[0].world.table, act)
        self.pool.commit(act, legal[0].world.table)
        self.worlds = [
            world._replace(table=step(self.ruleset, world.table, act, facts)) for world, facts, _, _ in legal
        ]
        if act.kind == TRIBUTE:
            self._paid(act, legal)

    def _paid(self, act: Act, legal: list[Option]) -> None:
        """进贡: remember a payment, and who has the guard's joker after it."""
        self.pool.paid.append((act.seat, act.arg, lone_rank(act.play)))
        self.pool.most[act.seat].update(tribute_bounds(self.pool, self.previous, act.seat))
        self.worlds = [
            world._replace(holder=option.facts.holder)
            for world, option in zip(self.worlds, legal, strict=True)
        ]

    def _called(self, world: World, act: Act) -> tuple[World, ...]:
        """叫保: a world for every seat that can hold the fourth card (and every suit that was not said)."""
        emperor = world.table.roles.emperor
        shown = act.play >> 6 & 31
        base = act.play >> 11 << 2
        said = [base + suit for suit in range(4) if act.suits >> 3 * suit & 7]
        found = []
        for card in said or range(base, base + 4):
            for guard in range(1, 6):
                solo = guard == emperor
                if shown == 4 and not solo:
                    continue
                has = {emperor: 4} if solo else {emperor: 3, guard: 1}
                found.append(self._with_guard(world, act, (guard, card), has))
        return tuple(one for one in found if one)

    def _with_guard(self, world: World, act: Act, guard: tuple[int, int], has: dict[int, int]) -> World | None:
        """The world in which these seats have so many of the called card, if there can be one."""
        seat_of_guard, card = guard
        pool = self.pool
        needs: list[Need] = list(world.needs)
        for seat, count in has.items():
            if seat in pool.suited:
                held = pool.hands.cards[seat][card]
                if held + pool.loose[seat][card >> 2] < count or (count == 3 and held > 3):
                    return None
                continue
            needs.append((seat, card, pool.out[seat][card] + count))
            needs.append((seat, ANY_RANK + (card >> 2), pool.out_ranks[seat][card >> 2] + count))
        if not pool.possible(needs, world.emperor_joker):
            return None
        facts = Facts(0, 1, 0, seat_of_guard)
        table = step(self.ruleset, world.table, act, facts)
        return world._replace(table=table, needs=tuple(needs))

    def twin(self) -> Hidden:
        """A copy that goes on by itself."""
        other = copy(self)
        other.pool = deepcopy(self.pool)
        return other

    @property
    def tables(self) -> list[Table]:
        """The tables of all worlds."""
        return [world.table for world in self.worlds]


def judge_hands(resolved: Resolved, dealt: Dealt, first: int) -> int:
    """发牌: the code of a deal, hidden hands and unsuited cards counted as far as they are known."""
    counts = [0] * 56
    ranks = [0] * 15
    for hand in dealt:
        for card in () if isinstance(hand, int) else hand:
            ranks[rank_of(card)] += 1
            if card < UNSUITED:
                counts[card] += 1
    sizes = [0, *(hand if isinstance(hand, int) else len(hand) for hand in dealt)]
    code = judge_deal(resolved.ruleset, resolved.deck, counts, sizes, first)
    of_rank = [0] * 15
    for card, copies in enumerate(resolved.deck):
        of_rank[rank_of(card)] += copies
    if any(found > there for found, there in zip(ranks, of_rank, strict=True)):
        return Code.DECK_MISMATCH
    return code


def open_state(resolved: Resolved, previous: Previous, dealt: Dealt) -> State:
    """开局: the state after a deal."""
    suited = [hand for hand in dealt if not isinstance(hand, int) and all(card < UNSUITED for card in hand)]
    if len(suited) == len(dealt):
        return Known(resolved, previous, suited)
    return Hidden(resolved, previous, dealt)
