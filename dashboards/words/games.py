"""词: the games page."""

from __future__ import annotations

from typing import Final

from analyzer.words import Words

WORDS: Final = {
    "search": Words("找一局", "Search"),
    "search_hint": Words("局名或牌手的一部分", "part of a game's or player's name"),
    "more": Words("更多条件", "More filters"),
    "more_set": Words("更多条件 · {n}", "More filters · {n}"),
    "anyone": Words("所有牌手", "anyone"),
    "any_role": Words("任何身份", "any role"),
    "any_ruleset": Words("所有玩法", "any ruleset"),
    "any_verdict": Words("所有判定", "any verdict"),
    "solo": Words("独保", "Solo"),
    "any_solo": Words("不限", "any"),
    "since": Words("从哪天", "From day"),
    "until": Words("到哪天", "Until day"),
    "least": Words("得分至少", "Score at least"),
    "most": Words("得分至多", "Score at most"),
    "needs_player": Words("先选牌手", "choose a player first"),
    "whose_score": Words(
        "选了牌手就看他的得分，没选就看任何一家的。", "The player's score; without a player, anybody's."
    ),
    "clear": Words("清除条件", "Clear filters"),
    "shown": Words("共 {all} 局，符合条件 {some} 局", "{some} of {all} games"),
    "events": Words("{n} 个事件", "{n} events"),
    "none_match": Words("没有符合条件的牌局。", "No game matches."),
    "by_seat": Words("{n} 号视角", "seat {n}'s view"),
    "by_onlooker": Words("旁观视角", "onlooker's view"),
    "empty": Words(
        "牌谱库还是空的。把牌谱文件拖到下面，或者先放进样例看看；也可以用 `paishen import 文件 --archive 目录`。",
        "The archive is empty. Drop logs below, or begin with the sample games; `paishen import FILE --archive DIR` "
        "does it too.",
    ),
    "samples": Words("放进样例牌局", "Bring in the sample games"),
    "bring": Words("导入牌谱", "Import logs"),
    "drop": Words(
        "把 .json .jsonl .txt .parquet 牌谱拖到这里，每个文件最多 {n} MB",
        "Drop .json, .jsonl, .txt or .parquet logs here, {n} MB a file at most",
    ),
    "bringing": Words("正在导入：{n} 局", "importing: {n} games"),
    "bringing_of": Words("正在导入：{n} / {m} 局", "importing: {n} of {m} games"),
    "brought": Words("{n} 局：{parts}", "{n} games: {parts}"),
    "outcome": Words("结果", "Outcome"),
    "file": Words("文件", "File"),
    "line": Words("行", "Line"),
    "game": Words("牌局", "Game"),
    "why": Words("原因", "Why"),
    "stored": Words("存入", "stored"),
    "extended": Words("续上", "extended"),
    "duplicate": Words("已有", "there already"),
    "conflict": Words("冲突", "in conflict"),
    "rejected": Words("拒绝", "rejected"),
    "no_import": Words("没有导入：{why}", "nothing was imported: {why}"),
}
