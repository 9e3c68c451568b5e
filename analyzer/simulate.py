"""模拟: whole games played by bots, for any ruleset, from a seed.

What comes out is made up: each log says so under `x-simulated`. The rules decide everything (`judge`, `step`);
a bot only chooses among what is legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from msgspec import UNSET, structs

from analyzer.bots import BOTS, Bot, Seen, choose, dares, strength
from analyzer.cards import (
    BIG,
    EMPEROR_JOKER,
    GUARD_JOKER,
    KINDS,
    NAMES,
    PLAIN,
    TWO,
    B,
    R,
    rank_of,
    shown,
    unpack,
    write_cards,
)  # fmt: skip
from analyzer.errors import PaishenError
from analyzer.events import (
    Abandon,
    Accept,
    Auto,
    Call,
    Deal,
    Declare,
    Draw,
    End,
    Escape,
    Event,
    Log,
    Mind,
    Pass,
    Play,
    Snatch,
    Tribute,
    Void,
    Yield,
)  # fmt: skip
from analyzer.events import Previous as WrittenPrevious
from analyzer.paipu import act_of
from analyzer.replay import previous_of
from analyzer.rules.acts import Act, Kind
from analyzer.rules.deal import deal
from analyzer.rules.moves import legal_plays
from analyzer.rules.possession import SIZE, Hands, hands_of, look, move, unmarked_bigs
from analyzer.rules.scoring import Winner, points, winner
from analyzer.rules.step import judge, step
from analyzer.rules.table import NO_FACTS, Phase, Roles, Solo, Table, place_of
from analyzer.rules.tricks import leader_after, leads
from analyzer.rules.verdicts import Code
from analyzer.rulesets import Guard, Resolved, Throne, resolve
from analyzer.words import Words

SEATS: Final = (1, 2, 3, 4, 5)
PLAYERS: Final = ("甲", "乙", "丙", "丁", "戊")
SAYS: Final = ("ally", "help", "warn", "rumour")
BY_RANK: Final = tuple([card for card in range(KINDS) if rank_of(card) == rank] for rank in range(15))
"""The cards of each rank."""
PACE: Final = (900, 6500)
"""How long a seat takes, in milliseconds, at least and at most."""
OPEN_LEVEL, REBEL_LEVEL, SOLO_LEVEL, SNATCH_LEVEL = 1.3, 1.0, 1.5, 1.0
"""How good a hand must be, above an average one, for a declaration."""


class Chances(NamedTuple):
    """机会: how likely what rarely happens is: in a game (`escape`, `terse`) or before a turn (`auto`, `mind`).

    `terse`: a log leaves out the passes after a big joker. `yields`: how reluctant a candidate is.
    """

    escape: float = 0.01
    terse: float = 0.3
    auto: float = 0.002
    mind: float = 0.01
    yields: float = 0.0


USUAL: Final = Chances()


class Playing:
    """一局: one game being played: the table, the hands, the events so far."""

    def __init__(self, resolved: Resolved, random: Random, bots: Sequence[Bot], chances: Chances) -> None:
        self.ruleset = resolved.ruleset
        self.random = random
        self.bots = dict(zip(SEATS, bots, strict=True))
        self.chances = chances
        self.events: list[Event] = []
        self.table = Table()
        self.hands = Hands([], [])
        self.average = strength([sum(resolved.deck[card] for card in kind) for kind in BY_RANK]) / 5
        self.called = -1
        self.guard_seen = False
        self.terse = random.random() < chances.terse
        self.leaves = random.randrange(10, 400) if random.random() < chances.escape else -1

    def does(self, event: Event) -> bool:
        """Let an event happen if it is legal; whether it was."""
        act = act_of(event)
        facts = NO_FACTS if act.kind == Kind.PASS else look(self.ruleset, self.table, self.hands, act)
        if judge(self.ruleset, self.table, act, facts):
            return False
        self.table = step(self.ruleset, self.table, act, facts)
        move(self.hands, act)
        self.events.append(event)
        return True

    def may(self, act: Act) -> bool:
        """Whether an act would be legal now."""
        facts = look(self.ruleset, self.table, self.hands, act)
        return judge(self.ruleset, self.table, act, facts) == Code.LEGAL

    def dares(self, seat: int, level: float) -> bool:
        """Whether a seat's bot finds its hand good enough; `level` 0 is an average hand."""
        return dares(self.bots[seat], self.hands.ranks[seat], self.average + level, self.random)

    def cards(self, seat: int) -> list[int]:
        """The cards a seat holds, one by one."""
        row = list(self.hands.cards[seat])
        row[R] = unmarked_bigs(self.hands, seat)
        return [card for card in range(len(row)) for _ in range(row[card])]


def simulate(
    rules: str | Mapping[str, Any],
    seed: int | str,
    *,
    game: str | None = None,
    bots: Sequence[str] | None = None,
    players: Sequence[str] = PLAYERS,
    previous: WrittenPrevious | None = None,
    chances: Chances = USUAL,
    started: str | None = None,
) -> Log:
    """模拟一局: a complete game by bots, ended with the places and scores that the rules give.

    The same arguments give the same game. `bots`: five names of `analyzer.bots.BOTS` by seat (the seed chooses
    when left out). With `started` (RFC 3339) the events have times. Raises `RulesetError`; `PaishenError` for
    a bot that there is not.

    >>> log = simulate("room-six", 7)
    >>> type(log.events[0]).__name__, type(log.events[-1]).__name__, log == simulate("room-six", 7)
    ('Deal', 'End', True)
    """
    resolved = resolve(rules)
    random = Random(f"{resolved.name}/{seed}")  # noqa: S311  games, not secrets
    chosen = [_bot(name) for name in bots or random.choices(list(BOTS), (4, 2, 2, 1), k=5)]
    playing = Playing(resolved, random, chosen, chances)
    one, two, three, four, five = players
    blank = Log(
        format="paipu",
        version=1,
        game=game or f"simulated-{resolved.name}-{seed}",
        rules=rules if isinstance(rules, str) else dict(rules),
        rules_sha256=resolved.sha256,
        players=(one, two, three, four, five),
        started=UNSET if started is None else started,
        previous=UNSET if previous is None else previous,
        x={"x-simulated": {"seed": f"{seed}", "bots": [bot.name for bot in chosen]}},
        events=(),
    )
    _deal(playing, resolved, blank)
    _open(playing)
    _play(playing)
    _end(playing)
    events = playing.events if started is None else _timed(playing.events, random)
    return structs.replace(blank, events=tuple(events))


def sitting(
    rules: str | Mapping[str, Any], games: int, seed: int | str, *, bots: Sequence[str] | None = None
) -> Iterator[Log]:
    """模拟一桌: games of one table in a row; where there is tribute each is owed from the game before.

    >>> [log.game for log in sitting("tribute", 2, 5)]
    ['simulated-tribute-5/1', 'simulated-tribute-5/2']
    """
    previous = None
    with_tribute = resolve(rules).ruleset.tribute
    for number in range(1, games + 1):
        log = simulate(rules, f"{seed}/{number}", bots=bots, previous=previous)
        yield structs.replace(log, sitting=f"simulated-{seed}", round=number)
        if with_tribute:
            previous = result_of(log)


def result_of(log: Log) -> WrittenPrevious | None:
    """上一局: the result of a made-up game as the next game's `previous`; None where no side won or drew."""
    playing = Playing(resolve(log.rules), Random(0), tuple(BOTS.values())[:1] * 5, Chances())  # noqa: S311
    first, *rest = log.events
    assert isinstance(first, Deal)
    _open_deal(playing, log, first)
    for event in rest:
        playing.does(event)
    table = playing.table
    roles = table.roles
    won = winner(playing.ruleset, table)
    if not won:
        return None
    one, two, three, four, five = (place_of(table.places, seat) for seat in SEATS)
    names: dict[int, Any] = {Winner.EMPEROR: "emperor", Winner.REBELS: "rebels", Winner.DRAW: "draw"}
    return WrittenPrevious(
        emperor=roles.emperor, guard=roles.guard, places=(one, two, three, four, five), winner=names[won],
        open_solo=True if roles.solo == Solo.OPEN else UNSET,
    )  # fmt: skip


def _bot(name: str) -> Bot:
    if name not in BOTS:
        there = ", ".join(BOTS)
        raise PaishenError(Words(f"没有电脑 {name}; 有: {there}", f"no bot {name}; there are: {there}"))
    return BOTS[name]


# -- 发牌、进贡 ------------------------------------------------------------------------------------------------


def _deal(playing: Playing, resolved: Resolved, log: Log) -> None:
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
    _open_deal(playing, log, Deal(hands=(one, two, three, four, five), first=first))


def _open_deal(playing: Playing, log: Log, dealt: Deal) -> None:
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


# -- 皇位、叫保、声明 ------------------------------------------------------------------------------------------


def _open(playing: Playing) -> None:
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


# -- 出牌 ------------------------------------------------------------------------------------------------------


def _play(playing: Playing) -> None:
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
        _act(playing, seat)


def _around(playing: Playing) -> None:
    """托管、心战: what may come between two plays."""
    random = playing.random
    seat, to = random.choice(SEATS), random.choice(SEATS)
    on = bool(playing.table.auto >> seat & 1)
    if random.random() < playing.chances.auto * (20 if on else 1):
        playing.does(Auto(seat=seat, on=not on))
    if random.random() < playing.chances.mind and seat != to:
        playing.does(Mind(seat=seat, to=to, say=random.choice(SAYS)))


def _act(playing: Playing, seat: int) -> None:
    """轮到一家: a play or a pass."""
    table = playing.table
    plays = legal_plays(playing.ruleset, table, playing.hands, seat)
    play = choose(playing.bots[seat], seen_by(playing, seat), plays, playing.random) if plays else 0
    if play:
        cards = _picked(playing, seat, play)
        playing.guard_seen |= GUARD_JOKER in cards or playing.called in cards
        done = playing.does(Play(seat=seat, cards=write_cards(cards)))
    else:
        windy = playing.random.random() < 0.5 and playing.does(Pass(seat=seat, wind=True))
        done = windy or playing.does(Pass(seat=seat))
    assert done, "what is legal was refused"


def seen_by(playing: Playing, seat: int) -> Seen:
    """所见: what a seat knows: its own hand, the sizes, and who is on which side as far as it can know."""
    table = playing.table
    allies, foes = known_sides(table.roles, seat, known=playing.guard_seen)
    sizes = tuple(playing.hands.ranks[other][SIZE] if other else 0 for other in range(6))
    standing = 0 if leads(table, seat) else table.standing
    return Seen(seat, tuple(playing.hands.ranks[seat]), sizes, allies, foes, standing, table.owner)


def known_sides(roles: Roles, seat: int, *, known: bool) -> tuple[int, int]:
    """谁是谁: the allies and the foes that a seat knows, as masks; `known`: the guard's card was seen.

    >>> known_sides(Roles(emperor=1, guard=3), 3, known=False), known_sides(Roles(emperor=1, guard=3), 2, known=False)
    ((10, 0), (4, 2))
    """
    ours = 1 << roles.emperor | 1 << roles.guard
    rebels = 62 & ~ours
    open_to_all = known or roles.open_guard or roles.risen or roles.solo == Solo.OPEN
    royal = ours >> seat & 1
    if open_to_all or (royal and roles.solo):
        return (ours, rebels) if royal else (rebels, ours)
    if royal:
        knows = ours if seat == roles.guard else 1 << seat
        return knows, roles.rebels
    return 1 << seat | roles.rebels, 1 << roles.emperor


def _picked(playing: Playing, seat: int, play: int) -> list[int]:
    """拣牌: cards for a play: which suits by chance, the marked ones and the called one last."""
    rank, plain, small, big = unpack(play)
    cards = playing.cards(seat)
    playing.random.shuffle(cards)
    cards.sort(key=lambda card: card in (playing.called, GUARD_JOKER, EMPEROR_JOKER))
    wanted = ((rank * 4, rank * 4 + 4, plain), (B, R, small), (R, EMPEROR_JOKER + 1, big))
    return [card for low, high, many in wanted for card in [c for c in cards if low <= c < high][:many]]


# -- 终局 ------------------------------------------------------------------------------------------------------


def _end(playing: Playing) -> None:
    """终局: places, scores and roles as the rules give them."""
    table = playing.table
    roles = table.roles
    one, two, three, four, five = (place_of(table.places, seat) for seat in SEATS)
    playing.does(
        End(
            places=(one, two, three, four, five),
            scores=points(playing.ruleset, table),
            emperor=roles.emperor or UNSET,
            guard=roles.guard or UNSET,
        )
    )


def _timed(events: Iterable[Event], random: Random) -> Iterator[Event]:
    """计时: the events with times, as a table of people would take."""
    clock = 0
    for event in events:
        yield structs.replace(event, t=clock)
        clock += random.randint(*PACE)
