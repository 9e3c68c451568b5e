"""能出的牌: which plays a seat has, and the one a hint would show (RULES.md, "A play", "A trick")."""

from __future__ import annotations

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
def plays_of_rank(ruleset: Ruleset, hands: Hands, seat: int, rank: int, count: int, standing: int) -> list[int]:
    """一个点数的出法: the plays with cards of one plain rank; with -1 the jokers alone.

    `count` is how many cards a play must have (0: any number), `standing` the play to beat (0: none).
    """
    found: list[int] = []
    row = hands.ranks[seat]
    least, most, bits = (1, int(row[rank]), rank << 11) if rank >= 0 else (0, 0, 0)
    for plain in range(least, most + 1):
        for small in range(row[SMALL] + 1):
            for big in range(row[BIG] + 1):
                size = plain + small + big
                play = bits | plain << 6 | small << 3 | big
                if size == 0 or (count and size != count) or breaks_sixes_last(ruleset, play, row[SIZE] - size):
                    continue
                if standing == 0 or beats(play, standing):
                    found.append(play)
    return found


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
    if table.phase < Phase.SNATCH or table.phase > Phase.PLAY:
        return [0][:0]
    standing = table.standing
    if leads(table, seat):
        standing = 0
    elif judge_turn(ruleset, table, seat) != Code.LEGAL or table.auto >> seat & 1 == 1 or has_big_joker(standing):
        return [0][:0]
    if table.auto >> seat & 1:
        return [auto_lead(ruleset, hands, seat)]
    count = play_size(standing)
    found = plays_of_rank(ruleset, hands, seat, -1, count, standing)
    for rank in range(PLAIN):
        if hands.ranks[seat][rank] > 0:
            found.extend(plays_of_rank(ruleset, hands, seat, rank, count, standing))
    return found


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
