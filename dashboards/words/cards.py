"""词: the cards page."""

from __future__ import annotations

from typing import Final

from analyzer.words import Words

WORDS: Final = {
    "cards": Words("记牌", "Cards"),
    "after_event": Words("看到第几个事件之后", "After how many events"),
    "follow": Words("跟着看正在记的一局", "Follow a game that is being recorded"),
    "follow_now": Words("跟着看", "Follow"),
    "stop_following": Words("不跟了", "Stop following"),
    "following": Words("正在跟：{name} · 已有 {n} 个事件 · {view}", "following {name} · {n} events · {view}"),
    "not_dealt": Words("还没有发牌。", "Not dealt yet."),
    "own_notes": Words("自己的笔记（只在这一页）", "your own notes (on this page alone)"),
    "rank": Words("点", "Rank"),
    "played": Words("已出", "Played"),
    "own": Words("自己", "Own"),
    "unseen": Words("未见", "Unseen"),
    "big_joker": Words("大王", "big joker"),
    "small_joker": Words("小王", "small joker"),
    "emperors_joker": Words("皇（皇帝大王）", "R* (the emperor's)"),
    "guards_joker": Words("保（侍卫小王）", "B* (the guard's)"),
    "matrix_reads": Words(
        "每一家：平均有几张 · 至少有一张的可能。– 是一定没有，粗体是很可能有。"
        "把不矛盾的发牌都当成一样可能，不猜各家的打法。",
        "Of each seat: how many on average · how likely at least one. – is certainly none, bold very likely. "
        "Every deal that fits is equally likely; how people play is not guessed.",
    ),
    "marked_unseen": Words("没见到的：", "Unseen:"),
    "threat": Words("台面", "The standing play"),
    "beatable": Words("{owner} 的 {cards} 会被压住", "{cards} by {owner} can be beaten"),
    "can_beat": Words("压得住的可能", "Can beat it"),
    "nothing_stands": Words("台面空着，没有要压的牌。", "Nothing stands that would have to be beaten."),
    "unbeatable": Words("出了就没有别家压得住的：", "No other seat can beat any more:"),
    "hint": Words("{who} 放过了 {plays}", "{who} has passed on {plays}"),
    "breaks_off": Words(
        "这一局在事件 {n} 不合规则，只能数到那里。", "An event breaks a rule: cards are counted up to event {n}."
    ),
}
