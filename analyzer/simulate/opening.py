"""开局: everything before the first play - the deal, tribute, the throne, the call, declarations."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.cards import BIG, EMPEROR_JOKER, GUARD_JOKER, NAMES, PLAIN, TWO, B, R, shown, write_cards
from analyzer.events import (
    Abandon,
    Accept,
    Call,
    Deal,
    Declare,
    Draw,
    Escape,
    Log,
    Snatch,
    Tribute,
    Void,
    Yield,
)  # fmt: skip
from analyzer.replay import previous_of
from analyzer.rules.acts import Act, Kind
from analyzer.rules.deal import deal
from analyzer.rules.possession import Hands, hands_of, unmarked_bigs
from analyzer.rules.table import Phase
from analyzer.rulesets import Guard, Resolved, Throne
from analyzer.simulate.playing import SEATS, Playing

OPEN_LEVEL, REBEL_LEVEL, SOLO_LEVEL, SNATCH_LEVEL = 1.3, 1.0, 1.5, 1.0
"""How good a hand must be, above an average one, for a declaration."""


def deal_out(playing: Playing, resolved: Resolved, log: Log) -> None:
    """发牌: the deck shuffled and dealt round, from a seat that chance picks."""
    deck = [card for card, copies in enumerate(resolved.deck) for _ in range(copies)]
    if playing.ruleset.throne == Throne.DRAWN:
        deck.remove(EMPEROR_JOKER)
    playing.random.shuffle(deck)
    first = playing.random.choice(SEATS)
    hands = ["", "", "", "", ""]
    for offset in range(5):
        hands[(first - 1 + offset) % 5] = write_cards(deck[offset::5])
    one, two, three, four, five = hands
    open_deal(playing, log, Deal(hands=(one, two, three, four, five), first=first))


def open_deal(playing: Playing, log: Log, dealt: Deal) -> None:
    """开局: the table and the hands after a deal, and the deal as the first event."""
    playing.hands = hands_of([shown(str(hand)).cards for hand in dealt.hands])
    playing.table = deal(playing.ruleset, previous_of(log), playing.hands)
    playing.events.append(dealt)


def _pay(playing: Playing) -> None:
    """进贡: what is due, highest first."""
    while playing.table.phase == Phase.TRIBUTE and playing.table.dues.owed:
        if not any(playing.does(event) for event in _payments(playing)):
            break


def _payments(playing: Playing) -> Iterator[Tribute]:
    dues = playing.table.dues
    for position in range(dues.size):
        if dues.taken >> position & 1:
            continue
        rank, to = dues.ranks >> 4 * position & 15, dues.receivers >> 3 * position & 7
        for seat in SEATS:
            if dues.owed >> 4 * seat & 15:
                for card in _of_rank(playing.hands, seat, rank):
                    yield Tribute(source=seat, to=to, cards=NAMES[card])


def _of_rank(hands: Hands, seat: int, rank: int) -> list[int]:
    """Which different cards of a rank a seat holds, `R*` left out."""
    if rank == BIG:
        return [R] if unmarked_bigs(hands, seat) > 0 else []
    kinds = range(rank * 4, rank * 4 + 4) if rank < PLAIN else (B, GUARD_JOKER)
    return [card for card in kinds if hands.cards[seat][card]]


def open_game(playing: Playing) -> None:
    """Everything before the first play."""
    _pay(playing)
    if playing.table.phase == Phase.THRONE and playing.table.turn == 0:
        playing.does(Draw(seat=playing.random.choice(SEATS)))
    while playing.table.phase == Phase.THRONE:
        _offered(playing, playing.table.turn)
    if playing.table.offer.settled and playing.random.random() < 0.7:
        playing.does(Accept(seat=playing.table.offer.first))
    if playing.table.phase == Phase.CALL:
        _call(playing)
    if playing.table.phase == Phase.CALL:  # a throne that may not be yielded, by a hand that cannot call
        playing.does(Escape(seat=playing.table.turn))
    if playing.table.phase in {Phase.DECLARE, Phase.SNATCH}:
        _declare(playing)


def _offered(playing: Playing, seat: int) -> None:
    """登基或让位: the candidate accepts, hands on, or nobody wants it."""
    willing = playing.dares(seat, playing.chances.yields + _reluctance(playing, seat))
    if willing and playing.does(Accept(seat=seat)):
        return
    if any(playing.does(event) for event in _yields(playing, seat)):
        return
    if playing.random.random() < 0.5 and playing.does(Accept(seat=seat)):
        return
    ways = (Void(), Abandon(seat=playing.table.offer.first), Accept(seat=seat))
    assert any(playing.does(event) for event in ways), "nothing is legal"


def _reluctance(playing: Playing, seat: int) -> float:
    """How good a hand must be for the throne: better for a solo, less so once it has gone round."""
    alone = playing.ruleset.guard == Guard.MARKED and playing.hands.cards[seat][GUARD_JOKER] > 0
    return (1.2 if alone else -0.6) - 0.15 * playing.table.offer.yields


def _yields(playing: Playing, seat: int) -> Iterator[Yield]:
    """让位: every way to hand on the throne, the 2s that came along among the cards."""
    offer = playing.table.offer
    along = [TWO * 4 + suit for suit in range(4) for _ in range(offer.along_suits >> 3 * suit & 7)]
    own = [TWO * 4 + suit for suit in range(4) if playing.hands.cards[seat][TWO * 4 + suit]]
    for to in SEATS:
        for extra in ([], *([two] for two in own)):
            cards = write_cards([EMPEROR_JOKER, *along, *extra])
            if to != seat:
                yield Yield(seat=seat, to=to, cards=cards)


def _call(playing: Playing) -> None:
    """叫侍卫: somebody may snatch, the emperor may declare a solo at once, else it calls."""
    for seat in playing.random.sample(SEATS, 5):
        if playing.may(Act(Kind.SNATCH, seat)) and playing.dares(seat, SNATCH_LEVEL):
            playing.does(Snatch(seat=seat))
    if playing.table.phase != Phase.CALL:
        return
    emperor = playing.table.roles.emperor
    if playing.dares(emperor, 2 * SOLO_LEVEL) and playing.does(Declare(seat=emperor, what="solo")):
        return
    row = playing.hands.cards[emperor]
    alone = playing.dares(emperor, SOLO_LEVEL)
    kinds = [card for card in range(PLAIN * 4) if row[card] >= 3]
    playing.random.shuffle(kinds)
    kinds.sort(key=lambda card: row[card] == 4, reverse=alone)
    for card in kinds:
        copies = 4 if row[card] == 4 and playing.random.random() < 0.5 else 3
        if playing.does(Call(seat=emperor, cards=NAMES[card] * copies)):
            playing.called = card
            return


def _declare(playing: Playing) -> None:
    """声明: each seat says what it dares to."""
    for seat in playing.random.sample(SEATS, 5):
        if playing.dares(seat, SOLO_LEVEL):
            playing.does(Declare(seat=seat, what="solo"))
        if playing.dares(seat, OPEN_LEVEL):
            playing.does(Declare(seat=seat, what="guard"))
        if playing.dares(seat, REBEL_LEVEL) or playing.table.roles.risen:
            playing.does(Declare(seat=seat, what="rebel"))


