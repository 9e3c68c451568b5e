"""核对: claimed totals and titles held against the ledger, and since when the books are wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyzer.audit import audit_log
from analyzer.ledger.book import Claim
from analyzer.ledger.flow import Flow
from analyzer.ledger.games import Game
from analyzer.ledger.handing import wrongly_handed
from analyzer.ledger.rows import Finding, Row
from analyzer.rules.around import title_of
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
    carried: dict[str, int] = {}
    for index, claim in sorted(flow.claims.items()):
        totals = flow.rows[index].totals
        for name, said in claim.totals.items():
            due = totals.get(name, 0)
            if said == due:
                agreed[name], carried[name] = index, 0
                continue
            yield _total(flow, old, index, name, (due, said), agreed.get(name, -1), carried.get(name, 0))
            carried[name] = said - due
        yield from _titles(claim, index, totals)


def _total(
    flow: Flow, old: Sequence[Flow], index: int, name: str, totals: tuple[int, int], agreed: int, carried: int
) -> Finding:
    """A claimed total that is wrong: since which row, and by what slip."""
    due, said = totals
    off = said - due
    words = Words(f"{name} 的总分是 {due}, 报的是 {said}", f"the total of {name} is {due}, claimed is {said}")
    if off == carried:
        carry = Words(f"{words.zh}, 差数与上次所报相同", f"{words.en}, off by the same as claimed before")
        return Finding("total", index, None, name, due, said, carry, follows=True)
    slips = [
        (place, slip)
        for place in range(agreed + 1, index)
        for slip in _slips(flow.rows[place], old, name, off - carried)
    ]
    moved = [place for place in range(agreed + 1, index) if flow.rows[place].points.get(name)]
    since = slips[0][0] if slips else next(iter(moved), None)
    return Finding("total", index, None, name, due, said, words, since, tuple(slip for _, slip in slips))


def _slips(row: Row, old: Sequence[Flow], name: str, off: int) -> Iterator[Words]:
    """What could have been done with a row to be off by so much."""
    points = row.points.get(name, 0)
    if points and off == -points:
        yield Words(f"漏记了 {row.words.zh}", f"left out: {row.words.en}")
    if points and off == points:
        yield Words(f"记了两次 {row.words.zh}", f"entered twice: {row.words.en}")
    if points and off == -2 * points:
        yield Words(f"记反了正负 {row.words.zh}", f"entered with the wrong sign: {row.words.en}")
    if name in row.doubled and off == -(points // 2):
        yield Words(f"{row.words.zh}: 没有算双倍积分卡", f"{row.words.en}: without the double card")
    yield from _of_game(row, old, name, off, points)


def _of_game(row: Row, old: Sequence[Flow], name: str, off: int, points: int) -> Iterator[Words]:
    """The scores claimed at the table, those before a correction, or a double card that does not run."""
    if row.game is None or name not in row.seats:
        return
    claimed, scores = row.game.verdict.claimed_scores, row.game.scores
    seat = row.seats.index(name)
    if claimed and scores and claimed != scores and off == claimed[seat] - points:
        yield Words(f"{row.words.zh}: 照所报的分记了", f"{row.words.en}: entered as claimed at the table")
    for before in old:
        was = next((one.points.get(name, 0) for one in before.rows if one.key == row.key), points)
        if was != points and off == was - points:
            yield Words(f"{row.words.zh}: 更正没有记入", f"{row.words.en}: the correction was not entered")


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
