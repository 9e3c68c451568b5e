"""暗牌里的说法: what a hidden hand must have had for what its seat said is remembered against what it plays later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

from analyzer.cards import KINDS, SMALL, B, R, rank_of
from analyzer.replay import Replay
from analyzer.rules.hidden import alike, snatching, yielding_again
from analyzer.rules.pool import ANY_RANK, Need, Pool, Proof
from analyzer.rulesets import resolve
from analyzer.simulate import Chances, simulate
from tests.test_replay import log_of

# -- by hand: seat 1 holds three small jokers and one of each card from 6 to 2; 2 has R*, one more B and three R are out

OWN = "BBB" + "".join(rank + suit for rank in "6789TJQKA2" for suit in "shdc")
SNATCHED = ["2 accept", "3 snatch"]


def happened(lines: Sequence[str]) -> list[dict[str, Any]]:
    """The deal, then events as `3 7s` (a play), `4 -` (a pass), `3 snatch`, `undo`."""
    found: list[dict[str, Any]] = [{"type": "deal", "hands": [OWN, 44, 43, 43, 43]}]
    for line in lines:
        seat, _, said = line.partition(" ")
        if seat == "undo":
            found.append({"type": "undo"})
        elif said in ("accept", "snatch"):
            found.append({"type": said, "seat": int(seat)})
        else:
            what = {"type": "pass"} if said == "-" else {"type": "play", "cards": said}
            found.append({**what, "seat": int(seat)})
    return found


def code_of(lines: Sequence[str]) -> str | None:
    """The code of the last event; all before it are legal."""
    verdict = Replay(log_of(happened(lines), rules="classic", view=1)).verdict
    assert verdict.event in (None, len(lines))
    return verdict.code


TWO_LED = ["3 6s", "4 2s", "5 -", "1 -", "2 -", "3 -"]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["3 6s", "4 B", "5 R"], "not_held"),  # of B R R R seat 3 has three: one is left for the others
        (["3 6s", "4 B", "5 -", "1 -", "2 R*"], None),
        (["3 RRR", *(f"{seat} -" for seat in (4, 5, 1, 2)), "3 6s", "4 B"], None),
        ([*TWO_LED, "4 3s3h3d3c", "5 4s4h4d4c", "1 -", "2 5s5h5d5c"], "not_held"),  # no card is left four times
        ([*TWO_LED, "4 3s3h3d3c", "5 4s4h4d4c", "1 -", "2 5s5h5d5d"], None),  # four 5c may be with seat 3
    ],
)
def test_a_snatch_is_remembered(lines: list[str], code: str | None) -> None:
    assert code_of([*SNATCHED, *lines]) == code


def test_two_snatches_need_six_jokers() -> None:
    assert code_of([*SNATCHED, "4 snatch"]) == "cannot_snatch"
    assert code_of(["2 accept", "4 snatch"]) is None


def test_a_snatch_that_was_undone_says_nothing() -> None:
    assert code_of([*SNATCHED, "undo", "4 snatch", "4 6s", "5 B"]) is None


def test_where_nobody_calls_a_second_yield_needs_nothing() -> None:
    """A house that yields as `classic` does and has a marked guard: ten yields, then nobody wants it."""
    log = simulate({"base": "simple", "throne": "forced"}, 3, chances=Chances(yields=99.0, auto=0, mind=0))
    kinds = [type(event).__name__ for event in log.events]
    assert kinds[1:] == [*["Yield"] * 10, "Void", "End"]


# -- every deal of a few cards: whether hands can have been dealt that make all proofs true -----------------------

DECK = {0: 4, 1: 2, 4: 3, B: 2, R: 2}
SIZES = (2, 5, 4, 2)


@lru_cache
def deals() -> list[tuple[tuple[int, ...], ...]]:
    """What seats 2-5 can have been dealt, by card; seat 1 holds nothing."""
    cards = [card for card, copies in DECK.items() for _ in range(copies)]

    def shared(left: list[int], sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
        if not sizes:
            yield ()
            return
        for chosen in sorted({tuple(sorted(some)) for some in combinations(left, sizes[0])}):
            rest = left[:]
            for card in chosen:
                rest.remove(card)
            yield from ((chosen, *others) for others in shared(rest, sizes[1:]))

    return list(shared(cards, SIZES))


def is_met(deal: Sequence[Sequence[int]], need: Need) -> bool:
    seat, card, count = need
    hand = deal[seat - 2]
    had = [rank_of(one) for one in hand].count(card - ANY_RANK) if card >= ANY_RANK else hand.count(card)
    return had >= count


def is_true(deal: Sequence[Sequence[int]], proof: Proof) -> bool:
    hand = deal[proof.seat - 2]
    return any(
        all(is_met(deal, need) for need in way.needs)
        and all(hand.count(card) <= most for card, most in enumerate(way.most))
        for way in proof.ways
    )


def puzzle(random: Random, pool: Pool) -> tuple[list[Need], list[Proof]]:
    """Some cards that were seen, and what two seats have said."""
    proofs = []
    for seat in random.sample((2, 3, 4, 5), 2):
        some = (alike(pool, seat, random.choice((2, 3, 4)), twos=True), *snatching(pool, seat))
        proofs.append(random.choice((*some, yielding_again(pool, seat))))
    cards = (0, 1, 4, B, R, ANY_RANK, ANY_RANK + SMALL)
    needs = [(random.randint(2, 5), random.choice(cards), random.randint(1, 3)) for _ in range(random.randint(0, 3))]
    return needs, proofs


def test_proofs_are_possible_where_some_deal_makes_them_true() -> None:
    deck = [DECK.get(card, 0) for card in range(KINDS)]
    pool, random, found = Pool(resolve("classic").ruleset, deck, [(), *SIZES]), Random(6), []
    for _ in range(150):
        needs, proofs = puzzle(random, pool)
        wanted = any(
            all(is_met(deal, need) for need in needs) and all(is_true(deal, proof) for proof in proofs)
            for deal in deals()
        )  # fmt: skip
        for _ in range(2):  # the second time ways are tried in another order
            assert pool.possible(needs, 0, also=proofs) == wanted, (needs, proofs)
        found.append(wanted)
    assert 20 < sum(found) < 120
