"""报告的词: what a report says, in both languages."""

from __future__ import annotations

from typing import Final, NamedTuple

from analyzer.words import Words


class _Said(NamedTuple):
    report: Words = Words("对账报告", "report")
    house: Words = Words("(自定)", "(house rules)")
    round: Words = Words("第几局:", "round")
    seen_by: Words = Words("只凭这一家当时所见:", "told from what this seat saw alone: seat")
    onlooker: Words = Words("只凭旁观者所见", "told from what an onlooker saw alone")
    covered: Words = Words(
        "只有看到别家手牌才能驳倒的, 这里不说", "what only another seat's hidden cards could refute is not told here"
    )
    happened: Words = Words(
        "这一局不合规则; 下面的分按实际打的算。", "The game is illegal; the scores below are as it happened."
    )
    refused: Words = Words("不合规则之处", "What was refused")
    legal: Words = Words("本可以:", "legal would have been:")
    sheet: Words = Words("计分单", "Score sheet")
    claimed: Words = Words("所报", "claimed")
    sum: Words = Words("五家之和", "the five add up to")
    due: Words = Words("应为", "due is")
    both: Words = Words("原文不一", "the sources differ")
    used: Words = Words("本局所用", "this log's")
    replay: Words = Words("复盘", "Replay")
    mind: Words = Words("心战", "Mind games")
    sources: Words = Words("规则与出处", "Rules and sources")
    chain: Words = Words("完整性", "Integrity")
    ledger: Words = Words("记分", "Ledger")
    findings: Words = Words("不符之处", "What is not in order")
    corrections: Words = Words("更正", "Corrections")
    unread: Words = Words("读不出来的", "What could not be read")
    games: Words = Words("牌局", "Games")
    happening: Words = Words("记事", "what")
    title: Words = Words("等级", "title")
    since: Words = Words("从这一行起不对:", "wrong since row")
    perhaps: Words = Words("可能:", "perhaps:")
    nothing: Words = Words("全部相符。", "All of it agrees.")


W: Final = _Said()
INTEGRITY: Final = {
    "chained": Words("链完好, 没有封存。链头:", "The chain is whole; the log is not sealed. Its head:"),
    "sealed": Words("链完好, 已封存。链头:", "The chain is whole and sealed. Its head:"),
    "broken": Words("链断了: 牌谱被改过。", "The chain is broken: the log was changed."),
}
WHAT: Final = {
    "points": Words("得分", "points"), "total": Words("总分", "total"), "title": Words("等级", "title"),
    "status": Words("判词", "status"), "emperor": Words("皇帝", "emperor"), "guard": Words("侍卫", "guard"),
    "winner": Words("胜方", "winner"), "places": Words("名次", "places"), "owed": Words("应进贡", "tribute owed"),
}  # fmt: skip
"""What a correction changes."""
