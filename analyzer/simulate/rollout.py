"""续局: one world played to its end; the same body in plain Python and compiled.

Only turns matter: nobody says anything and nobody goes into auto-play who is not there already. What is drawn by
chance depends on the world, on how many turns were taken and on the play it is about, so that two ways to go on from
one world meet the same luck as far as they run alike.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from analyzer.batch.records import wide
from analyzer.bots import Character, see, weigh
from analyzer.bots.characters import RANDOM
from analyzer.bots.memory import remember_pass, remember_play
from analyzer.bots.seen import going_out
from analyzer.cards import EMPEROR_JOKER, GUARD_JOKER, B
from analyzer.rules.acts import Act, Kind
from analyzer.rules.moves import put_plays
from analyzer.rules.plays import play_size
from analyzer.rules.possession import SIZE, Hands, count_ranks, move, unmarked_bigs
from analyzer.rules.scoring import points, winner
from analyzer.rules.step import step_pass, step_play
from analyzer.rules.table import Facts, Phase, Roles, Table
from analyzer.rules.tricks import leads
from analyzer.rulesets import Ruleset
from analyzer.simulate.chance import normal_at, pick_at
from analyzer.simulate.worlds import Outcomes, Worlds

PLAY, PASS = int(Kind.PLAY), int(Kind.PASS)
IN_PLAY, OVER, SNATCH = int(Phase.PLAY), int(Phase.OVER), int(Phase.SNATCH)
PASSING: Final = 65535
"""No play has this code: chance for the wish to play at all."""
SHOWN: Final = 1 << 15
"""Added to the code of a given play: with the card that makes the guard, where it would be kept otherwise."""


class Start(NamedTuple):
    """起点: where playouts begin: the table and what everybody has seen, `known` whether the guard's card among it;
    `called` is the called card (-1: none), `moves` the plays made first, `bots` six rows of numbers (`Character`),
    `halts` whether nothing is played after the moves, and they are held against the bots but for those of `eyes`.
    """

    ruleset: Ruleset
    table: Table
    deck: Any
    gone: Any
    favour: Any
    known: int
    called: int
    moves: Any
    bots: Any
    key: int
    halts: int
    eyes: int


class Room(NamedTuple):
    """草稿: room for one world at a time, as nothing is allocated on the way."""

    hands: Hands
    gone: Any
    favour: Any
    sizes: Any
    unseen: Any
    plays: Any
    errs: Any


def take_world(cards: Any, room: Room) -> None:
    """Fill the holdings with those of a world."""
    for seat in range(6):
        row = room.hands.cards[seat]
        for card in range(56):
            row[card] = wide(cards[seat][card])
        count_ranks(room.hands, seat)


def open_world(table: Table, roles: Any) -> Table:
    """开始: the table with the roles of a world; before the first play its emperor leads."""
    was = table.roles
    emperor, guard, solo = wide(roles[0]), wide(roles[1]), wide(roles[2])
    told = Roles(emperor, guard, solo, was.open_guard, was.rebels, was.risen, was.snatchers)
    early = table.phase < SNATCH
    return Table(
        IN_PLAY, emperor if early else table.turn, table.standing, table.owner, table.passed, table.fresh, table.live,
        table.places, table.auto, table.escaped, told, table.offer, table.dues,
    )  # fmt: skip


def kept_back(hands: Hands, seat: int, play: int, called: int) -> int:
    """留到最后: the suits of a play in which marked jokers and the called card come last."""
    suits = 0
    if (play >> 3 & 7) > hands.cards[seat][B] and hands.cards[seat][GUARD_JOKER] > 0:
        suits |= 1 << 12
    if (play & 7) > unmarked_bigs(hands, seat) and hands.cards[seat][EMPEROR_JOKER] > 0:
        suits |= 1 << 13
    if called >= 0 and called >> 2 == play >> 11:
        rank = called >> 2
        others = hands.ranks[seat][rank] - hands.cards[seat][called]
        suits |= max(0, (play >> 6 & 31) - others) << 3 * (called & 3)
    return suits


def shown_too(hands: Hands, seat: int, play: int, called: int) -> int:
    """亮出: the suits of a play in which the card that makes the guard comes first, the emperor's joker last."""
    suits = kept_back(hands, seat, play, called)
    if called < 0:
        return suits | 1 << 12
    own, held = 3 * (called & 3), int(hands.cards[seat][called])
    return suits & ~(7 << own) | min(play >> 6 & 31, held) << own


def has_shown(hands: Hands, seat: int, roles: Roles, called: int) -> int:
    """露保: whether a seat is the guard and holds no guard's card any more."""
    card = called if called >= 0 else GUARD_JOKER
    return 1 if seat == roles.guard and hands.cards[seat][card] == 0 else 0


def choice_of(start: Start, room: Room, table: Table, known: int, world: int, turn: int) -> int:
    """一手: what the bot whose turn it is does: a play, or 0 for a pass."""
    seat = table.turn
    many = put_plays(start.ruleset, table, room.hands, seat, room.plays)
    if many == 0:
        return 0
    following = 0 if leads(table, seat) else 1
    numbers = start.bots[seat]
    bot = Character(int(numbers[0]), numbers[1], numbers[2], numbers[3])
    if bot.skill == RANDOM:
        at = pick_at(start.key, world, turn << 16, many + following)
        return int(room.plays[at]) if at < many else 0
    row = room.hands.ranks[seat]
    for rank in range(15):
        room.unseen[rank] = start.deck[rank] - room.gone[rank] - row[rank]
    for other in range(1, 6):
        room.sizes[other] = room.hands.ranks[other][15]
    seen = see(start.ruleset, table, row, room.sizes, room.unseen, room.favour, seat, known > 0)
    last = going_out(seen, room.plays, many)
    if last:
        return last
    for at in range(many + following):
        room.errs[at] = 0.0
        if bot.noise > 0:
            what = int(room.plays[at]) if at < many else PASSING
            room.errs[at] = bot.noise * normal_at(start.key, world, turn << 16 | what)
    return weigh(bot, seen, room.plays, many, room.errs)


def play_world(start: Start, world: int, cards: Any, roles: Any, strayed: Any, room: Room) -> Table:
    """一个世界: the table at the end of a world; `strayed` counts the given moves that a bot would not have made."""
    take_world(cards, room)
    for rank in range(15):
        room.gone[rank] = start.gone[rank]
    for seat in range(6):
        room.favour[seat] = start.favour[seat]
    table, known, turn = open_world(start.table, roles), start.known, 0
    while table.phase < OVER:
        seat = table.turn
        said = turn < len(start.moves)
        if start.halts and not said:
            break
        wanted = int(start.moves[turn]) if said else 0
        given = wanted & ~SHOWN
        asked = not said or (start.halts > 0 and seat != start.eyes)
        play = choice_of(start, room, table, known, world, turn) if asked else given
        if said:
            strayed[seat - 1] += play != given
            play = given
        if play:
            owner = table.owner if table.standing and not leads(table, seat) else 0
            remember_play(room.gone, room.favour, seat, play, owner, table.roles.emperor)
            suits = kept_back(room.hands, seat, play, start.called)
            if wanted & SHOWN:
                suits = shown_too(room.hands, seat, play, start.called)
            act = Act(PLAY, seat, 0, play, suits)
            left = room.hands.ranks[seat][SIZE] - play_size(play)
            move(room.hands, act)
            known |= has_shown(room.hands, seat, table.roles, start.called)
            table = step_play(start.ruleset, table, act, Facts(left, 1, 1, 0))
        else:
            remember_pass(room.favour, seat, table.standing, table.owner, table.roles.emperor)
            table = step_pass(table, Act(PASS, seat, 0, 0, 0))
        turn += 1
    return table


def play_worlds(start: Start, low: int, high: int, worlds: Worlds, outcomes: Outcomes, room: Room) -> None:
    """多个世界: play the worlds from `low` up to `high`, and write how they end."""
    for world in range(low, high):
        end = play_world(start, world, worlds.cards[world], worlds.roles[world], outcomes.strayed[world], room)
        scored = points(start.ruleset, end)
        for seat in range(5):
            outcomes.scores[world, seat] = scored[seat]
        outcomes.places[world] = end.places
        outcomes.winner[world] = winner(start.ruleset, end)


PARTS: Final = (take_world, open_world, kept_back, shown_too, has_shown, choice_of, play_world)
"""What is compiled, each after what it calls."""
