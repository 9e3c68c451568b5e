"""词: the record page, and the pad on it."""

from __future__ import annotations

from typing import Final

from analyzer.words import Words

WORDS: Final = {
    "new_game": Words("开一局", "Begin a game"),
    "game_name": Words("这一局叫什么", "The game's name"),
    "seat_n": Words("{n} 号", "Seat {n}"),
    "who_records": Words("谁在记", "Who records"),
    "by_all": Words("全部手牌都录入", "all hands are entered"),
    "by_seat_n": Words("{n} 号，只录自己的手牌", "seat {n}, its own hand alone"),
    "by_nobody": Words("旁观者，不录手牌", "an onlooker, no hands"),
    "game_before": Words("上一局（进贡用）", "The game before (for tribute)"),
    "no_game_before": Words("没有", "none"),
    "begin": Words("开始记", "Begin"),
    "go_on": Words("接着记", "Go on with a game"),
    "recording": Words("记录", "Recording"),
    "open": Words("打开", "Open"),
    "recorder_key": Words("记录者口令", "The recorder's token"),
    "wants_key": Words(
        "这一局由别人在记；有记录者口令的才能接着记。",
        "Somebody else records this game; to go on with it takes the recorder's token.",
    ),
    "leave": Words("放下，换一局", "Leave it"),
    "tokens": Words("座位口令", "Seats' tokens"),
    "tokens_why": Words(
        "牌局进行中，每家凭自己的口令看自己的视角。这一页的网址里有记录者口令，不要发给别人。",
        "While the game goes on, each seat sees its own view with its own token. The address of this page holds the "
        "recorder's token: do not pass it on.",
    ),
    "into_archive": Words("存进牌谱库", "Into the archive"),
    "seal": Words("封存", "Seal"),
    "seal_why": Words(
        "在末尾加一个签了名的封印，之后什么也不能再记；用的是本机的钥匙（paishen keys new）。打完的、没打完的都能封。",
        "Puts a signed seal at the end; nothing can be recorded after it. It is signed with this machine's key "
        "(paishen keys new). A game can be sealed finished or not.",
    ),
    "seal_now": Words("封存，不再记了", "Seal it for good"),
    "is_sealed": Words("已封存，共 {n} 个事件。", "Sealed, {n} events."),
    "sealed_head": Words(
        "链头，就是收据：请牌友抄下或拍下，以后一个字也改不了。",
        "The head is the receipt: let the players copy it, and not a letter can be changed later.",
    ),
    "sealed_key": Words("封存所用的公钥", "The public key it is sealed with"),
    "was_stored": Words("已存进牌谱库：{outcome}", "in the archive: {outcome}"),
    "locked_elsewhere": Words("别的程序正在记这一局：{why}", "something else records this game: {why}"),
    "pad": Words("记牌板", "the pad"),
    "typed": Words("打一行：77、3 99、-、登基、undo……", "type a line: 77, 3 99, -, accept, undo ..."),
    "play": Words("出", "Play"),
    "pass": Words("过", "Pass"),
    "undo": Words("撤回", "Undo"),
    "clear_taps": Words("清", "Clear"),
    "legal_now": Words("可以：", "legal:"),
    "anyway": Words("照记", "record it anyway"),
    "waiting": Words("正在记", "on its way"),
    "to_act": Words("轮到 {seat} 号 {name}", "seat {seat} {name} is to act"),
    "deal_all": Words(
        "录第 {n} 家的手牌（打一行，如 皇 9h 9s K；每家一行）", "type hand {n} of 5, a line each: R* 9h 9s K"
    ),
    "deal_own": Words(
        "录自己的手牌（前面可写先发给哪一家）", "type your own hand (who was dealt to first may stand before)"
    ),
    "deal_none": Words("先发给哪一家？打 1-5", "who was dealt to first? type 1-5"),
    "who_acts": Words("打座位和动作，如 3 抽皇", "type a seat and what it does, as 3 draw"),
    "record_end": Words("打完了：终局（回车）", "it is over: record the end (Enter)"),
    "end_now": Words("终局", "The end"),
    "has_ended": Words("已终局", "ended"),
}
