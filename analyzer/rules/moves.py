"""能出的牌: which plays a seat has, and the one a hint would show (RULES.md, "A play", "A trick")."""

from __future__ import annotations

from typing import Any

from analyzer.cards import BIG, PLAIN, SMALL
from analyzer.rules.mark import rule
from analyzer.rules.plays import beats, breaks_sixes_last, has_big_joker, play_size
from analyzer.rules.possession import SIZE, Hands, auto_lead
from analyzer.rules.table import Phase, Table
from analyzer.rules.tricks import judge_turn, leads
from analyzer.rules.verdicts import Code
from analyzer.rulesets import Ruleset

JOKERS_ALONE = PLAIN
"""The rank of jokers alone when plays are put in order: above every plain rank."""


@rule
def put_rank(ruleset: Ruleset, row: Any, rank: int, standing: int, plays: Any, many: int) -> int:
    """一个点数的出法: put the plays with cards of one plain rank (-1: jokers alone) into `plays` from a place on.

    `standing` is the play to beat (0: none). The place after the last.
    """
    least, most, bits = (1, int(row[rank]), rank << 11) if rank >= 0 else (0, 0, 0)
    smalls, bigs, count = int(row[SMALL]), int(row[BIG]), play_size(standing)
    if count:
        least, most = max(least, count - smalls - bigs), min(most, count)
    for plain in range(least, most + 1):
        jokers = count - plain
        for small in range(max(0, jokers - bigs) if count else 0, min(smalls, jokers) + 1 if count else smalls + 1):
            for big in range(jokers - small if count else 0, jokers - small + 1 if count else bigs + 1):
                size = plain + small + big
                play = bits | plain << 6 | small << 3 | big
                if size == 0 or breaks_sixes_last(ruleset, play, row[SIZE] - size):
                    continue
                if standing == 0 or beats(play, standing):
                    plays[many] = play
                    many += 1
    return many


@rule
def most_plays(row: Any) -> int:
    """至多: no fewer than the plays that a holding, counted by rank, has."""
    most: int = (row[SIZE] + 1) * (row[SMALL] + 1) * (row[BIG] + 1)
    return most


@rule
def put_plays(ruleset: Ruleset, table: Table, hands: Hands, seat: int, plays: Any) -> int:
    """能出的牌: `legal_plays` put into `plays`, which has room for `most_plays`; how many there are."""
    if table.phase < Phase.SNATCH or table.phase > Phase.PLAY:
        return 0
    standing = table.standing
    if leads(table, seat):
        standing = 0
    elif judge_turn(ruleset, table, seat) != Code.LEGAL or table.auto >> seat & 1 == 1 or has_big_joker(standing):
        return 0
    if table.auto >> seat & 1:
        plays[0] = auto_lead(ruleset, hands, seat)
        return 1
    row = hands.ranks[seat]
    many = put_rank(ruleset, row, -1, standing, plays, 0)
    for rank in range((standing >> 11) + 1 if standing >> 6 & 31 else 0, PLAIN):
        if row[rank] > 0:
            many = put_rank(ruleset, row, rank, standing, plays, many)
    return many


@rule
def legal_plays(ruleset: Ruleset, table: Table, hands: Hands, seat: int) -> list[int]:
    """能出的牌: every play that a seat may make now, as play codes without duplicates; none when it may not play.

    A play code says how many cards of which rank; which suits and marks they have is for the player to choose.
    `hands` are known by suit. Jokers alone come first, then rank by rank from the lowest.

    >>> from analyzer.cards import shown, write_play
    >>> from analyzer.rules.possession import hands_of
    >>> hands = hands_of([shown(hand).cards for hand in ("R 9s9h 8s", "R* B*", "7s", "7h", "7d")])
    >>> table = Table(Phase.PLAY, 1, shown("88").play, 2)
    >>> [write_play(play) for play in legal_plays(Ruleset(), table, hands, 1)]
    ['R9', '99']
    """
    plays = [0] * most_plays(hands.ranks[seat])
    return plays[: put_plays(ruleset, table, hands, seat, plays)]


@rule
def can_play(ruleset: Ruleset, table: Table, hands: Hands, seat: int) -> bool:
    """能出: whether a seat has any legal play now, told without making them.

    >>> from analyzer.cards import shown
    >>> from analyzer.rules.possession import hands_of
    >>> hands = hands_of([shown(hand).cards for hand in ("R 9s9h 8s", "R* B*", "7s", "7h", "7d")])
    >>> table = Table(Phase.PLAY, 1, shown("8B").play, 2)
    >>> can_play(Ruleset(), table, hands, 1), can_play(Ruleset(), table._replace(turn=3), hands, 3)
    (True, False)
    """
    if table.phase < Phase.SNATCH or table.phase > Phase.PLAY:
        return False
    if leads(table, seat):
        return True
    standing = table.standing
    row = hands.ranks[seat]
    smalls = standing >> 3 & 7
    if (
        judge_turn(ruleset, table, seat) != Code.LEGAL
        or table.auto >> seat & 1 == 1
        or has_big_joker(standing)
        or row[BIG] < smalls
    ):
        return False
    count = play_size(standing)
    jokers = row[SMALL] + row[BIG]
    if jokers >= count:
        return True
    for rank in range((standing >> 11) + 1, PLAIN):
        plain = min(row[rank], count - smalls)
        if plain + jokers >= count:
            big = max(smalls, count - plain - row[SMALL])
            play = rank << 11 | plain << 6 | (count - plain - big) << 3 | big
            if not breaks_sixes_last(ruleset, play, row[SIZE] - count):
                return True
    return False


@rule
def lowness(play: int) -> int:
    """大小次序: plays in order: fewest big jokers, then fewest small ones, then the lowest rank, then the fewest cards.

    >>> from analyzer.cards import shown
    >>> sorted(("R9", "BB", "B2", "22"), key=lambda text: lowness(shown(text).play))
    ['22', 'B2', 'BB', 'R9']
    """
    rank = play >> 11 if play >> 6 & 31 else JOKERS_ALONE
    return (play & 7) << 12 | (play >> 3 & 7) << 9 | rank << 5 | play >> 6 & 31


@rule
def hint(ruleset: Ruleset, table: Table, hands: Hands, seat: int) -> int:
    """提示: the lowest play that a seat may make now, 0 for "pass" (or where it may not play at all).

    >>> from analyzer.cards import shown, write_play
    >>> from analyzer.rules.possession import hands_of
    >>> hands = hands_of([shown(hand).cards for hand in ("R 9s9h 8s", "R* B*", "7s", "7h", "7d")])
    >>> write_play(hint(Ruleset(), Table(Phase.PLAY, 1, shown("88").play, 2), hands, 1))
    '99'
    >>> hint(Ruleset(), Table(Phase.PLAY, 1, shown("AA").play, 2), hands, 2)
    0
    """
    lowest = 0
    for play in legal_plays(ruleset, table, hands, seat):
        if lowest == 0 or lowness(play) < lowness(lowest):
            lowest = play
    return lowest
