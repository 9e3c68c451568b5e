"""出牌: turn by turn until the game is over; each bot is told what its seat may know."""

from __future__ import annotations

from typing import Final

from analyzer.bots import Seen, choose, see
from analyzer.cards import EMPEROR_JOKER, GUARD_JOKER, B, R, unpack, write_cards
from analyzer.events import Auto, Escape, Mind, Pass, Play
from analyzer.rules.moves import legal_plays
from analyzer.rules.possession import SIZE
from analyzer.rules.table import Phase
from analyzer.rules.tricks import leader_after, leads
from analyzer.simulate.playing import SEATS, Playing

SAYS: Final = ("ally", "help", "warn", "rumour")


def play_out(playing: Playing) -> None:
    """Turn by turn until the game is over."""
    while playing.table.phase < Phase.OVER:
        table = playing.table
        seat = table.turn
        if len(playing.events) == playing.leaves:
            playing.does(Escape(seat=playing.random.choice(SEATS)))
            return
        _around(playing)
        leader = leader_after(table.live, table.owner) if table.standing and table.live else 0
        if playing.terse and leader and leads(table, leader):
            seat = leader
        act(playing, seat)


def _around(playing: Playing) -> None:
    """托管、心战: what may come between two plays."""
    random = playing.random
    seat, to = random.choice(SEATS), random.choice(SEATS)
    on = bool(playing.table.auto >> seat & 1)
    if random.random() < playing.chances.auto * (20 if on else 1):
        playing.does(Auto(seat=seat, on=not on))
    if random.random() < playing.chances.mind and seat != to:
        playing.does(Mind(seat=seat, to=to, say=random.choice(SAYS)))


def act(playing: Playing, seat: int) -> None:
    """轮到一家: a play or a pass, as its bot chooses."""
    table = playing.table
    plays = legal_plays(playing.ruleset, table, playing.hands, seat)
    put_down(playing, seat, choose(playing.bots[seat], seen_by(playing, seat), plays, playing.random) if plays else 0)


def put_down(playing: Playing, seat: int, play: int) -> None:
    """出: a legal play, its suits by chance, or, with 0, a pass."""
    if play:
        cards = _picked(playing, seat, play)
        playing.guard_seen |= GUARD_JOKER in cards or playing.called in cards
        done = playing.does(Play(seat=seat, cards=write_cards(cards)))
    else:
        windy = playing.random.random() < 0.5 and playing.does(Pass(seat=seat, wind=True))
        done = windy or playing.does(Pass(seat=seat))
    assert done, "what is legal was refused"


def seen_by(playing: Playing, seat: int) -> Seen:
    """所见: what a seat knows: its own hand, the sizes, what was put down, who is on which side as far as it can."""
    ranks, memory = playing.hands.ranks, playing.memory
    row, sizes = tuple(ranks[seat]), tuple(row[SIZE] for row in ranks)
    return see(
        playing.ruleset, playing.table, row, sizes, memory.unseen(row), tuple(memory.favour), seat, playing.guard_seen
    )


def _picked(playing: Playing, seat: int, play: int) -> list[int]:
    """拣牌: cards for a play: which suits by chance, the marked ones and the called one last."""
    rank, plain, small, big = unpack(play)
    cards = playing.cards(seat)
    playing.random.shuffle(cards)
    cards.sort(key=lambda card: card in (playing.called, GUARD_JOKER, EMPEROR_JOKER))
    wanted = ((rank * 4, rank * 4 + 4, plain), (B, R, small), (R, EMPEROR_JOKER + 1, big))
    return [card for low, high, many in wanted for card in [c for c in cards if low <= c < high][:many]]


