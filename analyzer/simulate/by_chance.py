"""随机牌局: whole games in which chance alone chooses among what the rules allow; compiled, or in plain Python.

Nobody talks, leaves or goes into auto-play. What was done is put down as JSON lines at once.
"""

from __future__ import annotations

from typing import Any, Final

from analyzer.cards import BIG, PLAIN, TWO
from analyzer.rules.acts import Act, Kind, What
from analyzer.rules.deal import deal
from analyzer.rules.moves import put_plays
from analyzer.rules.plays import play_size
from analyzer.rules.possession import SIZE, look, move
from analyzer.rules.scoring import points
from analyzer.rules.step import judge, step, step_pass, step_play
from analyzer.rules.table import Facts, Phase, Table
from analyzer.rules.tribute import Previous, as_previous
from analyzer.rules.tricks import judge_pass, leads
from analyzer.simulate.desk import Desk, Maker, pick, shuffle_out, some_suits
from analyzer.simulate.lines import put_act, put_deal, put_end

PLAY, PASS, NOTHING = int(Kind.PLAY), int(Kind.PASS), -1
OVER: Final = int(Phase.OVER)
TRIBUTE, DRAW, THRONE, SETTLED, SNATCH, ALONE, CALL, ESCAPE, DECLARE, READY = range(10)
"""开局的步骤: the stages before the first play, in their order."""
WAYS: Final = (160, 5, 28, 1, 5, 1, 104, 1, 15)
"""How many ways there are to go on in each stage, most of them not legal."""
ONE_IN: Final = (1, 1, 1, 2, 2, 16, 1, 1, 8)
"""How seldom each way is even thought of."""


def is_at(stage: int, table: Table) -> bool:
    """Whether a stage has something to do at a table."""
    phase = table.phase
    if stage == TRIBUTE:
        return phase == Phase.TRIBUTE
    if stage == DRAW or stage == THRONE:
        return phase == Phase.THRONE and (table.turn == 0) == (stage == DRAW)
    if stage == SETTLED:
        return table.offer.settled > 0 and phase < OVER
    if stage == ESCAPE:
        return phase < Phase.SNATCH
    return phase < OVER and (phase >= Phase.SNATCH) == (stage == DECLARE)


def way_of(stage: int, number: int, table: Table) -> Act:
    """一种做法: the act that a stage's way is; which of them are legal is for the rules to say."""
    if stage == TRIBUTE:
        return payment(number, table)
    if stage == DRAW:
        return Act(int(Kind.DRAW), number + 1, 0, 0, 0)
    if stage == THRONE:
        return offer_of(number, table)
    if stage == SETTLED:
        return Act(int(Kind.ACCEPT), table.offer.first, 0, 0, 0)
    if stage == SNATCH:
        return Act(int(Kind.SNATCH), number + 1, 0, 0, 0)
    if stage == ALONE:
        return Act(int(Kind.DECLARE), table.roles.emperor, int(What.SOLO), 0, 0)
    if stage == CALL:
        copies, card = 3 + number // 52, number % 52
        return Act(int(Kind.CALL), table.turn, 0, card >> 2 << 11 | copies << 6, copies << 3 * (card & 3))
    if stage == ESCAPE:
        return Act(int(Kind.ESCAPE), table.turn if table.turn else 1, 0, 0, 0)
    return Act(int(Kind.DECLARE), number // 3 + 1, number % 3 + 1, 0, 0)


def payment(number: int, table: Table) -> Act:
    """进贡: a way to pay: a position of what is due, a seat, and which card of its rank."""
    dues = table.dues
    position, seat, suit = number // 20, number // 4 % 5 + 1, number % 4
    rank = dues.ranks >> 4 * position & 15
    joker = rank >= PLAIN
    if position >= dues.size or dues.taken >> position & 1 or (joker and suit > (0 if rank == BIG else 1)):
        return Act(NOTHING, 0, 0, 0, 0)
    to = dues.receivers >> 3 * position & 7
    if joker:
        return Act(int(Kind.TRIBUTE), seat, to, 1 if rank == BIG else 8, suit << 12)
    return Act(int(Kind.TRIBUTE), seat, to, rank << 11 | 1 << 6, 1 << 3 * suit)


def offer_of(number: int, table: Table) -> Act:
    """登基或让位: a way to answer an offer: accept, yield to a seat with or without a 2 of one's own, or give up."""
    if number == 0:
        return Act(int(Kind.ACCEPT), table.turn, 0, 0, 0)
    if number == 26:
        return Act(int(Kind.VOID), 0, 0, 0, 0)
    if number == 27:
        return Act(int(Kind.ABANDON), table.offer.first, 0, 0, 0)
    to, own = (number - 1) % 5 + 1, (number - 1) // 5
    twos = table.offer.along + (1 if own else 0)
    suits = table.offer.along_suits + (1 << 3 * (own - 1) if own else 0)
    play = (TWO << 11 | twos << 6 | 1) if twos else 1
    return Act(int(Kind.YIELD), table.turn, to, play, suits | 1 << 13)


def open_by_chance(maker: Maker, desk: Desk, game: int, table: Table, out: Any, at: int) -> tuple[Table, int]:
    """开局: everything before the first play; the table, and the place after the lines."""
    stage = TRIBUTE
    while stage < READY:
        if not is_at(stage, table):
            stage += 1
            continue
        many = WAYS[stage]
        start = pick(maker, desk, game, 2 if stage == THRONE else many)
        done = False
        for number in range(many):
            if ONE_IN[stage] > 1 and pick(maker, desk, game, ONE_IN[stage]):
                continue
            act = way_of(stage, (start + number) % many, table)
            if act.kind == NOTHING:
                continue
            facts = look(maker.ruleset, table, desk.hands, act)
            if judge(maker.ruleset, table, act, facts):
                continue
            at = put_act(maker.text, out, at, act)
            move(desk.hands, act)
            table = step(maker.ruleset, table, act, facts)
            done = True
            if stage != DECLARE and stage != SNATCH:
                break
        if not done or (stage != TRIBUTE and stage != THRONE):
            stage += 1
    return table, at


def play_by_chance(maker: Maker, desk: Desk, game: int, table: Table, out: Any, at: int) -> tuple[Table, int]:
    """打牌: turn by turn to the end; the table, and the place after the lines."""
    ruleset, hands = maker.ruleset, desk.hands
    while table.phase < OVER:
        seat = table.turn
        many = put_plays(ruleset, table, hands, seat, desk.plays)
        ways = many if leads(table, seat) else many + 1
        chosen = pick(maker, desk, game, ways) if ways > 1 else 0
        if chosen < many:
            play = int(desk.plays[chosen])
            act = Act(PLAY, seat, 0, play, some_suits(maker, desk, game, seat, play))
            left = hands.ranks[seat][SIZE] - play_size(play)
            move(hands, act)
            table = step_play(ruleset, table, act, Facts(left, 1, 1, 0))
        else:
            act = Act(PASS, seat, 1, 0, 0)
            windy = ruleset.wind_mark > 0 and judge_pass(ruleset, table, act) == 0
            if not windy or pick(maker, desk, game, 2):
                act = Act(PASS, seat, 0, 0, 0)
            table = step_pass(table, act)
        at = put_act(maker.text, out, at, act)
    return table, at


def make_games(maker: Maker, desk: Desk, low: int, high: int, out: Any, ends: Any, results: Any) -> None:
    """一桌: games from number `low` up to `high`, where there is tribute each owed from the one before.

    `ends`: where in `out` the lines of each game end; `results`: what the next game is told of it (`Previous`).
    """
    previous = Previous(0, 0, 0, 0, 0)
    at = 0
    for game in range(low, high):
        desk.luck[0] = 0
        first = shuffle_out(maker, desk, game)
        at = put_deal(maker.text, out, at, desk.hands, first)
        table = deal(maker.ruleset, previous, desk.hands)
        table, at = open_by_chance(maker, desk, game, table, out, at)
        table, at = play_by_chance(maker, desk, game, table, out, at)
        scores = points(maker.ruleset, table)
        at = put_end(maker.text, out, at, table.places, scores, table.roles.emperor, table.roles.guard)
        if maker.ruleset.tribute:
            previous = as_previous(maker.ruleset, table)
        for number in range(5):
            results[game - low, number] = previous[number]
        ends[game - low] = at


PARTS: Final = (is_at, payment, offer_of, way_of, open_by_chance, play_by_chance)
"""What is compiled, each after what it calls."""
