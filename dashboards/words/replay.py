"""词: the replay page."""

from __future__ import annotations

from typing import Final

from analyzer.words import Words

WORDS: Final = {
    "scores": Words("计分", "Scores"),
    "notes": Words("附注", "Notes"),
    "cards_left": Words("剩牌", "Cards left"),
    "timeline": Words("时间线", "Timeline"),
    "who_is_guard": Words("谁是侍卫", "Who is the guard"),
    "who_is_winning": Words("谁会赢", "Who is winning"),
    "playing_out": Words("正在打完各种可能…", "Playing out what is possible…"),
    "hover_winning": Words("事件 %{{x}}：%{{y:.1%}} %{{customdata}}", "event %{{x}}: %{{y:.1%}} %{{customdata}}"),
    "how_won": Words(
        "每个事件之后打完 {n} 局，人人都照电脑 {bot} 的打法；± 是一个标准误。",
        "{n} playouts after each event, everybody playing as the bot {bot} does; ± is one standard error.",
    ),
    "click_jumps": Words("点一下线上的点，牌桌就跳到那一刻。", "Click a point and the table goes there."),
    "hover_left": Words("事件 %{{x}}：剩 %{{y}} 张", "event %{{x}}: %{{y}} left"),
    "is_going": Words(
        "这一局还在进行：只能以旁观者的眼光看。有座位口令的，把它写在这里。",
        "This game is still going on: it is shown as an onlooker sees it. If you have a seat's token, give it here.",
    ),
    "token": Words("座位口令", "Seat's token"),
    "guess_first": Words("先猜侍卫", "Guess first"),
    "guess_help": Words(
        "牌桌只走到这个视角看出侍卫之前；说出谁是侍卫，才给看后面和判定。",
        "The table stops before this view knows the guard; say who it is to see the rest and the verdict.",
    ),
    "who": Words("谁是侍卫？", "Who is the guard?"),
    "who_hint": Words("选一家；皇帝就是独保", "choose a seat; the emperor's means a solo"),
    "i_guess": Words("就猜这一家", "That is my guess"),
    "knows_already": Words(
        "这个视角一开始就知道侍卫是谁，换一个视角来猜。",
        "This view knows the guard from the beginning; guess from another.",
    ),
    "nobody_knows": Words("这一局没有侍卫可猜。", "This game has no guard to guess."),
    "right": Words("猜对了：{name}。", "Right: it is {name}."),
    "wrong": Words("没猜对：你猜 {guess}，侍卫是 {name}。", "No: you said {guess}, the guard is {name}."),
    "known_from": Words("这个视角到事件 {n} 之后才确知。", "This view knows for certain after event {n}."),
    "never_known": Words("这个视角到最后也不能确知。", "This view never knows for certain."),
}
