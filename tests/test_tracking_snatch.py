"""抢独之后的记牌: after a snatch the counts are those of every deal that has three jokers and four alike, to 1e-9."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, count, product
from random import Random
from typing import NamedTuple

import pytest
from msgspec import structs

from analyzer.cards import NAMES as CARDS
from analyzer.cards import PLAIN, RANKS, rank_of, shown
from analyzer.events import Deal, Log, Play, Snatch
from analyzer.rulesets import resolve
from analyzer.simulate import Chances, simulate
from analyzer.tracking import facts, tracks
from analyzer.tracking.alike import Snatcher, Wanting, snatcher_of
from analyzer.tracking.cases import Counted, Drawn, answers
from analyzer.tracking.lie import Unseen
from analyzer.tracking.threats import quiet
from tests.deals import SEATS, can_beat

NEAR = 1e-9
NOTHING = (0,) * 15
NAMES = {card: RANKS[rank_of(card)] for card in range(56)}
RANKS_THERE = (0, 3, 9)
SIXES = ("no", "alone", "with_jokers")
Hands = tuple[tuple[int, ...], ...]


class Puzzle(NamedTuple):
    """A few cards that nobody has located; some of the plain ones lie on the table without their suit."""

    cards: tuple[int, ...]
    sizes: tuple[int, ...]
    dark: tuple[tuple[int, bool], ...]
    """(rank, whether a seat that snatched put it down): so many places on the table."""
    missing: tuple[dict[int, int], ...]
    """For each seat that snatched how many of a card make four with those that it has shown."""
    jokers: tuple[int, ...]

    @property
    def lie(self) -> Unseen:
        """The same for the counts."""
        seats = tuple(range(2, 2 + len(self.sizes)))
        unlocated = Counter(map(rank_of, self.cards)) - Counter(rank for rank, _ in self.dark)
        pool = tuple(unlocated[rank] for rank in range(15))
        ranks = Counter(map(rank_of, self.cards))
        snatched = []
        for place, (missing, jokers) in enumerate(zip(self.missing, self.jokers, strict=True)):
            rows = tuple(
                Wanting(
                    tuple((card, count) for card, count in missing.items() if rank_of(card) == rank),
                    ranks[rank],
                    sum(one == rank and mine for one, mine in self.dark) if not place else 0,
                )
                for rank in range(PLAIN)
            )
            snatched.append(snatcher_of(2 + place, jokers, rows if missing else (), pool, self.sizes[place]))
        nobody = (None,) * len(seats)
        return Unseen(seats, pool, self.sizes, nobody, (NOTHING,) * len(seats), snatched=tuple(snatched))


def puzzle(random: Random, *, dark: bool, two: bool = False) -> Puzzle:
    """A puzzle with a deal that fits."""
    while True:
        copies = {4 * rank + suit: random.choice((0, 1, 2, 3)) for rank in RANKS_THERE for suit in (0, 1)}
        cards = [card for card, count in copies.items() for _ in range(count)]
        jokers = random.choice(([], [52], [52, 54], [52, 52, 54]))
        if len(cards) < 2 or not 5 <= len(cards) + len(jokers) <= 10 - two:
            continue
        places: list[tuple[int, bool]] = []
        if dark:
            places = [(rank_of(card), random.random() < 0.6) for card in random.sample(cards, 2)]
        hidden = len(cards) + len(jokers) - len(places)
        first = random.randint(1, hidden - 1)
        second = random.randint(0, hidden - first)
        missing = tuple(
            {card: count for card, count in copies.items() if count and random.random() < 0.7} for _ in range(1 + two)
        )
        wanting = tuple(random.randint(0, min(2, len(jokers))) for _ in range(1 + two))
        found = Puzzle((*cards, *jokers), (first, second, hidden - first - second), tuple(places), missing, wanting)
        if all(missing) and any(deals(found)):
            return found


def deals(puzzle: Puzzle) -> Iterator[Hands]:
    """Every deal that fits, card by card: what each seat has."""
    for left, put_down in on_the_table(list(range(len(puzzle.cards))), list(puzzle.dark), puzzle):
        for places in dealt(left, puzzle.sizes):
            hands = tuple(tuple(puzzle.cards[at] for at in some) for some in places)
            if all(has_snatched(puzzle, seat, hands[seat], put_down) for seat in range(len(puzzle.missing))):
                yield hands


Table = tuple[list[int], list[int]]


def on_the_table(left: list[int], places: list[tuple[int, bool]], puzzle: Puzzle) -> Iterator[Table]:
    """Every way to choose the cards that lie on the table: those left, and the cards that the first seat put down."""
    if not places:
        yield left, []
        return
    (rank, mine), *others = places
    for at in left:
        if rank_of(puzzle.cards[at]) == rank:
            for rest, put_down in on_the_table([one for one in left if one != at], others, puzzle):
                yield rest, [*put_down, puzzle.cards[at]] if mine else put_down


def dealt(cards: list[int], sizes: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    if not sizes:
        yield []
        return
    for mine in combinations(cards, sizes[0]):
        for others in dealt([card for card in cards if card not in mine], sizes[1:]):
            yield [mine, *others]


def has_snatched(puzzle: Puzzle, seat: int, hand: tuple[int, ...], put_down: list[int]) -> bool:
    had = Counter([*hand, *(put_down if not seat else ())])
    jokers = sum(card >= 52 for card in hand)
    alike = any(had[card] >= count for card, count in puzzle.missing[seat].items())
    return jokers >= puzzle.jokers[seat] and (alike or not puzzle.missing[seat])


@pytest.mark.parametrize("seed", range(60))
def test_every_figure_after_a_snatch_is_that_of_all_deals(seed: int) -> None:
    random = Random(f"snatch {seed}")
    made = puzzle(random, dark=seed % 2 == 1)
    found, lie, sixes = Counted(made.lie), made.lie, SIXES[seed % 3]
    rules = resolve({"base": "classic", "sixes_last": sixes}).ruleset
    every = list(deals(made))
    for place, seat in enumerate(lie.seats):
        for rank in (*RANKS_THERE, 13, 14):
            counts = [sum(rank_of(card) == rank for card in hands[place]) for hands in every]
            assert abs(found.expect(seat, rank).value - sum(counts) / len(every)) < NEAR
            for least in range(1, 5):
                chance = sum(count >= least for count in counts) / len(every)
                assert abs(found.least(seat, rank, least).value - chance) < NEAR
            assert lie.most(seat)[rank] >= max(counts)
            assert (lie.most(seat)[rank] == 0) == (max(counts) == 0)
        for standing in ("3", "9", "33", "99", "B3", "555", "B9"):
            hands = [[NAMES[card] for card in hands[place]] for hands in every]
            never = sum(not can_beat(hand, list(standing), sixes) for hand in hands) / len(every)
            play = shown(standing).play
            (case,) = found.cases
            assert abs(quiet(case, (place,), lie.slots, rules, play) - never) < NEAR, (place, standing)
    for places, standing in product(combinations(range(3), 2), ("3", "33", "B3", "555")):
        pairs = [[[NAMES[card] for card in hands[place]] for place in places] for hands in every]
        never = sum(not any(can_beat(hand, list(standing), sixes) for hand in pair) for pair in pairs) / len(every)
        assert abs(quiet(case, places, lie.slots, rules, shown(standing).play) - never) < NEAR, (places, standing)


@pytest.mark.parametrize("seed", range(20))
def test_what_two_snatchers_have_is_drawn(seed: int) -> None:
    made = puzzle(Random(f"two {seed}"), dark=seed % 2 == 1, two=True)
    assert_drawn(made.lie, list(deals(made)))


@pytest.mark.parametrize("seed", range(10))
def test_what_a_snatcher_has_is_drawn_where_another_seat_has_bounds(seed: int) -> None:
    """The other seat can have no card of the lowest rank, as a lead in auto-play says."""
    made = puzzle(Random(f"bounds {seed}"), dark=seed % 2 == 1)
    every = [hands for hands in deals(made) if all(rank_of(card) for card in hands[1])]
    if every:
        assert_drawn(made.lie._replace(caps=(None, (0, *(99,) * 14), None)), every)


def assert_drawn(lie: Unseen, every: list[Hands]) -> None:
    """Averages within their error of those of all deals; exact only where four alike are certain."""
    found = answers(lie)
    assert isinstance(found, Drawn) or not any(snatcher.ranks for snatcher in lie.snatched)
    for place, seat in enumerate(lie.seats):
        for rank in RANKS_THERE:
            mean = sum(sum(rank_of(card) == rank for card in hands[place]) for hands in every) / len(every)
            figure = found.expect(seat, rank)
            assert abs(figure.value - mean) <= 5 * figure.error + NEAR


def test_a_snatchers_jokers_are_counted_right() -> None:
    """Two 6s, a 9, three small and two big jokers among three seats; one has three jokers at least, one is known."""
    pool = (*(0,) * 3, 2, 0, 0, 1, *(0,) * 6, 2, 2)
    known = (*(0,) * 13, 1, 0)
    lie = Unseen((2, 3, 4), pool, (3, 2, 2), (None,) * 3, (known, NOTHING, NOTHING), snatched=(Snatcher(2, 2, ()),))
    cards = [rank for rank, count in enumerate(pool) for _ in range(count)]
    every = []
    for mine in combinations(range(7), 3):
        if sum(cards[at] >= 13 for at in mine) >= 2:
            rest = [at for at in range(7) if at not in mine]
            every += [(mine, other) for other in combinations(rest, 2)]
    found = Counted(lie)
    for rank in (3, 6, 13, 14):
        for seat, which, more in ((2, 0, known[rank]), (3, 1, 0)):
            counts = [more + sum(cards[at] == rank for at in deal[which]) for deal in every]
            assert abs(found.expect(seat, rank).value - sum(counts) / len(every)) < NEAR
            assert abs(found.least(seat, rank, 2).value - sum(count >= 2 for count in counts) / len(every)) < NEAR


def test_a_snatch_is_counted_in_a_game() -> None:
    """A seat's fifth of the jokers becomes three and a little more."""
    log = next(log for log in (simulate("classic", seed) for seed in range(60)) if snatcher(log))
    view = next(seat for seat in SEATS if seat not in (snatcher(log), log.events[1].seat))  # type: ignore[union-attr]
    at = next(index for index, event in enumerate(log.events) if isinstance(event, Snatch)) + 1
    before, after = tracks(log, view)[at - 1 : at + 1]
    jokers = [sum(track.answers.expect(snatcher(log), rank).value for rank in (13, 14)) for track in (before, after)]
    assert 1 < jokers[0] < 2.2
    assert 3 < jokers[1] < 4


def snatcher(log: Log) -> int:
    return next((event.seat for event in log.events if isinstance(event, Snatch)), 0)


@lru_cache
def snatched(terse: float) -> tuple[Log, int]:
    """A game in which a seat has snatched, and a view that has not."""
    chances = Chances(escape=0, auto=0, mind=0, terse=terse)
    log = next(log for log in (simulate("classic", seed, chances=chances) for seed in count()) if snatcher(log))
    return log, next(seat for seat in SEATS if seat != snatcher(log))


@pytest.mark.parametrize("terse", [0, 0.5])
def test_what_a_snatcher_wants_is_recounted_from_the_events(terse: float) -> None:
    """What it has put down by suit, what nobody has seen by suit, what was put down without its suit."""
    log, view = snatched(terse)
    seat, deal = snatcher(log), log.events[0]
    assert isinstance(deal, Deal)
    own = Counter(shown(str(deal.hands[view - 1])).cards)
    wanting = 0
    for known in facts(log, view)[4:]:
        before = (event for event in log.events[: known.sight.index] if isinstance(event, Play))
        plays = [(event.seat, shown(event.cards).cards) for event in before]
        seen = own + Counter(card for player, cards in plays for card in cards if player != view)
        mine = Counter(card for player, cards in plays for card in cards if player == seat)
        dark = {rank: mine[56 + rank] for rank in range(13)}
        if any(mine[card] == 4 for card in range(52)) or any(count > 12 for count in dark.values()):
            continue
        (found,) = known.lie.snatched
        wanting += 1
        assert found.jokers == max(0, 3 - sum(count for card, count in mine.items() if 52 <= card < 56))
        for rank, row in enumerate(found.ranks):
            suited = {4 * rank + suit: 4 - seen[4 * rank + suit] for suit in range(4)}
            assert row.dark == dark[rank]
            assert row.hidden == sum(suited.values())
            assert dict(row.missing) == {card: 4 - mine[card] for card in suited if 4 - mine[card] <= suited[card]}
    assert wanting > 10


def test_what_the_seats_have_adds_up_to_what_is_unseen() -> None:
    log, view = snatched(0.5)
    for track in tracks(log, view)[4::5]:
        for rank in track.ranks:
            total = sum(track.answers.expect(seat, rank).value for seat in track.seats)
            assert abs(total - track.facts.unseen[rank]) < NEAR
            assert track.facts.unseen[rank] + track.facts.own[rank] <= track.facts.deck[rank]
        for seat in track.seats:
            total = sum(track.answers.expect(seat, rank).value for rank in track.ranks)
            assert abs(total - track.facts.left(seat)) < NEAR


def test_a_recorder_who_snatched_and_wrote_no_suits_can_count() -> None:
    log, _ = snatched(0)
    seat, deal = snatcher(log), log.events[0]
    assert isinstance(deal, Deal)
    hands = [len(shown(str(hand)).cards) for hand in deal.hands]
    mine = "".join(NAMES[card] if card < 52 else CARDS[card] for card in shown(str(deal.hands[seat - 1])).cards)
    one, two, three, four, five = (mine if place == seat else size for place, size in enumerate(hands, 1))
    made = structs.replace(deal, hands=(one, two, three, four, five))
    counted = tracks(structs.replace(log, view=seat, events=(made, *log.events[1:])), seat)
    assert len(counted) == len(log.events) + 1
    assert not counted[-1].lie.snatched
