"""词: the audit page."""

from __future__ import annotations

from typing import Final

from analyzer.words import Words

WORDS: Final = {
    "audit_of": Words("对账：{game}", "Audit: {game}"),
    "as_it_happened": Words(
        "有一步不合规则；下面按实际打成的样子算。", "A rule was broken; this is the score of the game as it was played."
    ),
    "agrees": Words("桌上报的和规则算的一样。", "What was claimed is what the rules give."),
    "no_claim": Words("桌上没有报分。", "Nothing was claimed at the table."),
    "findings": Words("分歧", "Where they part"),
    "follows": Words("由上一处引起", "follows from the one before"),
    "also": Words("同样的数也可能是：{kinds}", "the same figures could also be: {kinds}"),
    "claimed_place": Words("所报名次", "Place claimed"),
    "claimed_score": Words("所报得分", "Score claimed"),
    "sum": Words("合计 {scores}（应为 {due}）", "sum {scores} (should be {due})"),
    "sum_claimed": Words(
        "合计 {scores}（应为 {due}），所报合计 {claimed}", "sum {scores} (should be {due}); claimed {claimed}"
    ),
    "sheet_of": Words("这分怎么来的", "Where the points come from"),
    "side_emperor": Words("皇帝一方", "emperor's side"),
    "side_rebels": Words("革命党", "rebels"),
    "step": Words("步骤", "Line"),
    "value": Words("值", "Value"),
    "explained": Words("说明", "Explanation"),
    "event": Words("事件", "Event"),
    "paragraph": Words("规则书", "Rulebook"),
    "quote": Words("原文", "Source"),
    "choice": Words("[选择]", "[choice]"),
    "house": Words("自定", "house rule"),
    "refusals": Words("不合规则的", "Refused"),
    "refusal": Words("事件 {n}：{why}（规则书 {paragraph}）", "event {n}: {why} (rulebook {paragraph})"),
    "legal": Words("当时合规的：{acts}", "legal there: {acts}"),
    "values": Words("两种算法", "Both ways"),
    "values_why": Words(
        "各家说法不一，这里把每一种都算出来；✓ 是这一局所用的。",
        "The sources contradict each other here: this is what each way gives; ✓ is this game's own.",
    ),
    "keys": Words("键", "Keys"),
    "fit": Words("哪种玩法说得通", "Which rules would explain it"),
    "fit_try": Words("逐一试八种玩法", "Try the eight rulesets"),
    "fits": Words("✓ 说得通", "✓ fits"),
    "fits_not": Words("✕ 事件 {n}：{why}", "✕ event {n}: {why}"),
    "fits_open": Words("✕ {why}", "✕ {why}"),
    "claims_differ": Words("所报的不同", "a claim differs"),
    "never_ends": Words("没有打完", "the game does not end"),
    "no_change": Words("不用改，或改三个键以内也说不通。", "Nothing needs to change, or no three keys explain it."),
    "evidence": Words("链与收据", "Chain and receipts"),
    "integrity_none": Words("无链", "no chain"),
    "integrity_chained": Words("有链未封", "chained, not sealed"),
    "integrity_sealed": Words("已封存", "sealed"),
    "integrity_broken": Words("链已断", "broken"),
    "receipt": Words("你留着的收据（64 位十六进制）", "a receipt that you kept (64 hex digits)"),
    "key_given": Words(
        "记录者公布的公钥（64 位十六进制）", "the public key that the recorder published (64 hex digits)"
    ),
    "not_hex": Words("要 64 位十六进制数。", "64 hex digits are wanted."),
    "holds": Words("✓ {what}", "✓ {what}"),
    "faults": Words("✕ {what}", "✕ {what}"),
    "unknown": Words("? {what}", "? {what}"),
    "export": Words("带走", "Take it along"),
    "get_log": Words("牌谱 (.json)", "The log (.json)"),
    "get_report": Words("报告，可离线看、可打印 (.html)", "The report, to view offline or print (.html)"),
    "get_sitting": Words("一桌的报告 (.html)", "The report of the sitting (.html)"),
    "sitting_of": Words("这一桌：{name}", "The sitting: {name}"),
    "sitting_try": Words("算这一桌的账", "Work out the sitting's books"),
    "what": Words("记事", "What"),
    "titles": Words("等级", "Titles"),
    "tribute": Words("进贡", "Tribute"),
    "paid": Words("{who} 向 {whom} 进贡 {card}", "{who} pays {whom} {card}"),
    "doubled_card": Words("双倍积分卡：{names}", "double card: {names}"),
    "title_now": Words("{name}：{before} → {after}", "{name}: {before} → {after}"),
    "no_title": Words("无", "none"),
    "all_in_order": Words("账目没有不对的地方。", "Nothing in the books is wrong."),
    "changed": Words("更正 {game} 改变了 {n} 处", "the correction of {game} changed {n} figures"),
    "get_bundle": Words("争议卷宗 (.zip)", "The dispute bundle (.zip)"),
    "bundle_needs_seal": Words(
        "只有封存过的牌谱能装卷宗：paishen seal。", "Only a sealed log makes a bundle: paishen seal."
    ),
}
