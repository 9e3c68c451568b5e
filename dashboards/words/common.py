"""词: what several pages say."""

from __future__ import annotations

from typing import Final

from analyzer.words import Words

WORDS: Final = {
    "title": Words("牌神之友", "Paishen"),
    "games": Words("牌谱", "Games"),
    "replay": Words("复盘", "Replay"),
    "language": Words("语言", "Language"),
    "no_setting": Words("没有指定牌谱库（PAISHEN_ARCHIVE）", "no archive is set (PAISHEN_ARCHIVE)"),
    "choose": Words("请先在「牌谱」里选一局。", "Choose a game on the games page first."),
    "no_game": Words("牌谱库里没有这一局：{game}", "the archive has no such game: {game}"),
    "failed": Words("打不开牌谱：{why}", "the game cannot be opened: {why}"),
    "player": Words("牌手", "Player"),
    "ruleset": Words("玩法", "Ruleset"),
    "verdict": Words("判定", "Verdict"),
    "view": Words("视角", "View"),
    "view_all": Words("全知（所有手牌）", "all hands open"),
    "view_onlooker": Words("旁观者", "an onlooker"),
    "view_seat": Words("{n} 号 {name}", "seat {n}: {name}"),
    "seat": Words("座位", "Seat"),
    "role": Words("身份", "Role"),
    "place": Words("名次", "Place"),
    "score": Words("得分", "Score"),
    "claimed": Words("桌上报分", "Claimed"),
    "emperor": Words("皇帝", "emperor"),
    "guard": Words("侍卫", "guard"),
    "rebel": Words("革命党", "rebel"),
    "solo_secret": Words("暗独", "secret solo"),
    "solo_open": Words("明独", "open solo"),
    "solo_none": Words("不是独保", "no solo"),
    "winner_emperor": Words("皇帝一方胜", "the emperor's side wins"),
    "winner_rebels": Words("革命党胜", "the rebels win"),
    "winner_draw": Words("平局", "a draw"),
    "doubled": Words("加倍", "doubled"),
    "going": Words("进行中", "still going on"),
    "valid": Words("有效", "valid"),
    "disputed": Words("有争议", "disputed"),
    "incomplete": Words("未完", "incomplete"),
    "illegal": Words("违规", "illegal"),
    "unreadable": Words("不可读", "unreadable"),
    "means_valid": Words("每一步都合规，报分无误。", "Every event is legal, and the claims are right."),
    "means_disputed": Words(
        "每一步都合规，但报的结果与规则算出的不同。",
        "Every event is legal, but a claim differs from what the rules give.",
    ),
    "means_incomplete": Words("到目前为止都合规，牌局没有打完。", "Legal as far as it goes; the game is not over."),
    "means_illegal": Words("有一步不合规则。", "An event breaks a rule."),
    "means_unreadable": Words("这不是可读的牌谱。", "This is no readable game record."),
    "page": Words("第 {n} / {m} 页", "page {n} of {m}"),
    "newer": Words("上一页", "back"),
    "older": Words("下一页", "on"),
}
