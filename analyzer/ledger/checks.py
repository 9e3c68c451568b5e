"""核对: claimed totals and titles held against the ledger, and since when the books are wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.audit import audit_log
from analyzer.ledger.book import Claim
from analyzer.ledger.flow import Flow
from analyzer.ledger.games import Game
from analyzer.ledger.handing import wrongly_handed
from analyzer.ledger.rows import Finding, Row
from analyzer.rules.around import title_of, without_debt
from analyzer.words import Words


def game_findings(flow: Flow) -> Iterator[Finding]:
    """牌局的不符: games whose claims are wrong, that do not count, or that took over another result than there was."""
    before: Game | None = None
    for index, row in enumerate(flow.rows):
        game = row.game
        if game is None:
            continue
        verdict = game.verdict
        if verdict.status == "disputed":
            first = audit_log(game.log, verdict).findings[0]
            yield Finding("game", index, game.name, None, first.due, first.claimed, first.words)
        elif game.scores is None:
            words = verdict.words or Words("得分算不出来", "its scores cannot be told")
            yield Finding("uncounted", index, game.name, None, None, None, words)
        wrong = wrongly_handed(before, game)
        if wrong:
            yield Finding("previous", index, game.name, None, None, None, wrong)
        before = game


def claim_findings(flow: Flow, old: Sequence[Flow]) -> Iterator[Finding]:
    """所报的不符: claimed totals and titles that the ledger does not give; `old`: the ledger before corrections."""
    agreed: dict[str, int] = {}
    carried: dict[str, tuple[int, int]] = {}
    for index, claim in sorted(flow.claims.items()):
        totals = flow.rows[index].totals
        for name, said in claim.totals.items():
            due = totals.get(name, 0)
            if said == due:
                agreed[name] = index
                carried.pop(name, None)
                continue
            yield _total(flow, old, index, name, (due, said), agreed.get(name, -1), carried.get(name))
            carried[name] = index, said - due
        yield from _titles(claim, index, totals)


def _off(cleared: Sequence[tuple[int, int]], *slips: tuple[int, int] | None) -> int:
    """By how much a total is off after slips, each a row and its points; a debt that is `cleared` takes them up.

    >>> _off([(6, -7)], (5, -1)), _off([(6, -7)], (5, 9)), _off([(6, -7)], (8, -1))
    (0, 2, -1)
    """
    off = 0
    steps = [*((place, False, due) for place, due in cleared), *((slip[0], True, slip[1]) for slip in slips if slip)]
    for _, slipped, points in sorted(steps):
        off = off + points if slipped else without_debt(points + off) - without_debt(points)
    return off


def _total(
    flow: Flow, old: Sequence[Flow], index: int, name: str, totals: tuple[int, int], agreed: int,
    carried: tuple[int, int] | None,
) -> Finding:  # fmt: skip
    """A claimed total that is wrong: since which row, and by what slip."""
    due, said = totals
    off = said - due
    cleared = [
        (place, row.totals[name] - row.points.get(name, 0))
        for place, row in enumerate(flow.rows[:index])
        if row.kind == "clear-negative" and row.name == name
    ]
    words = Words(f"{name} 的总分是 {due}, 报的是 {said}", f"the total of {name} is {due}, claimed is {said}")
    if carried and off == _off(cleared, carried):
        carry = Words(f"{words.zh}, 差数与上次所报相同", f"{words.en}, off by the same as claimed before")
        return Finding("total", index, None, name, due, said, carry, follows=True)
    slips = [
        (place, slip)
        for place in range(agreed + 1, index)
        for points, slip in _slips(flow.rows[place], old, name)
        if off == _off(cleared, carried, (place, points))
    ]
    moved = [place for place in range(agreed + 1, index) if flow.rows[place].points.get(name)]
    since = slips[0][0] if slips else next(iter(moved), None)
    return Finding("total", index, None, name, due, said, words, since, tuple(slip for _, slip in slips))


def _slips(row: Row, old: Sequence[Flow], name: str) -> Iterator[tuple[int, Words]]:
    """What could have been done wrongly with a row, and how many points the total is off by it."""
    points = row.points.get(name, 0)
    if points:
        yield -points, Words(f"漏记了 {row.words.zh}", f"left out: {row.words.en}")
        yield points, Words(f"记了两次 {row.words.zh}", f"entered twice: {row.words.en}")
        yield -2 * points, Words(f"记反了正负 {row.words.zh}", f"entered with the wrong sign: {row.words.en}")
    if name in row.doubled:
        yield -(points // 2), Words(f"{row.words.zh}: 没有算双倍积分卡", f"{row.words.en}: without the double card")
    yield from _of_game(row, old, name, points)


def _of_game(row: Row, old: Sequence[Flow], name: str, points: int) -> Iterator[tuple[int, Words]]:
    """The scores claimed at the table, and those before a correction."""
    if row.game is None or name not in row.seats:
        return
    claimed, scores = row.game.verdict.claimed_scores, row.game.scores
    seat = row.seats.index(name)
    if claimed and scores and claimed != scores:
        off = claimed[seat] - points
        yield off, Words(f"{row.words.zh}: 照所报的分记了", f"{row.words.en}: entered as claimed at the table")
    for before in old:
        was = next((one.points.get(name, 0) for one in before.rows if one.key == row.key), points)
        if was != points:
            words = Words(f"{row.words.zh}: 更正没有记入", f"{row.words.en}: the correction was not entered")
            yield was - points, words


def _titles(claim: Claim, index: int, totals: dict[str, int]) -> Iterator[Finding]:
    for name, said in claim.titles.items():
        total = totals.get(name, 0)
        due = title_of(total)
        if said == due:
            continue
        shown = (due or "无", due or "none", said or "无", said or "none")
        words = Words(
            f"{name} 总分 {total}, 等级是 {shown[0]}, 报的是 {shown[2]}",
            f"{name} has {total}: the title is {shown[1]}, claimed is {shown[3]}",
        )
        follows = name in claim.totals and title_of(claim.totals[name]) == said
        yield Finding("title", index, None, name, due, said, words, follows=follows)
