"""词: the players page."""

from __future__ import annotations

from typing import Final

from analyzer.words import Words

WORDS: Final = {
    "players": Words("战绩", "Players"),
    "whose": Words("看谁", "Whose"),
    "beside": Words("和谁比", "Compared with"),
    "nobody": Words("不比", "nobody"),
    "rule": Words(
        "统计：{counted} 局（坐过 {all} 局）。算的是每步合规、打完了的局（有争议的按规则重算），每局一次；"
        "胜率只算有胜负或平的。",
        "Counted: {counted} of {all} games sat in. A game counts once, if every event is legal and it is over (a "
        "disputed one with the scores that the rules give); shares of wins are of those with a winner or a draw.",
    ),
    "no_such_games": Words("没有可统计的局。", "There are no games that count."),
    "too_few": Words("局数太少（{n}）", "too few games ({n})"),
    "altogether": Words("合计", "altogether"),
    "solo_role": Words("独保皇帝", "solo emperor"),
    "games_n": Words("局数", "Games"),
    "wins": Words("胜率（95% 区间）", "Wins (95 % interval)"),
    "draws": Words("平", "Draws"),
    "total": Words("总分", "Total"),
    "mean": Words("每局", "A game"),
    "places": Words("名次 一/二/三/四/五/无", "Places 1/2/3/4/5/none"),
    "by_ruleset": Words("分玩法", "By ruleset"),
    "by_role": Words("分身份", "By role"),
    "habits": Words("打法", "How they play"),
    "habits_rule": Words(
        "「压得住却过」：有牌可压而过的次数 / 有牌可压的次数，只算手牌全知的局。",
        "Able but passing: turns passed on / turns with a play that beats, of the games with all hands known.",
    ),
    "playing_through": Words(
        "正在把每一局走一遍（新的牌谱只走一次）……", "Every game is played through (a new one once) ..."
    ),
    "held_back": Words("压得住却过", "Able but passing"),
    "jokers_a_trick": Words("每赢一轮用王", "Jokers per trick won"),
    "rebellions": Words("造反后赢", "Rebellions that won"),
    "bluff": Words("心战说假话", "Bluffs in the mind game"),
    "bluff_rule": Words(
        "心战里能对出真假的话（最近 {n} 局有心战的）：假话 / 真话和假话。",
        "Messages that were true or false (latest {n} games that have any): false / true and false.",
    ),
    "trend": Words("走势", "Trend"),
    "trend_y": Words("累计得分", "Score so far"),
    "hover_trend": Words("第 %{{x}} 局：%{{y}}", "game %{{x}}: %{{y}}"),
    "head_to_head": Words("同桌时", "At one table"),
    "my_role": Words("{name} 是", "{name} is"),
    "score_of": Words("{name} 每局", "{name} a game"),
    "more_points": Words("{name} 分更多", "{name} has more points"),
    "as_many": Words("一样多", "As many"),
    "no_role": Words("没有身份", "no role"),
    "never_together": Words("两人没有同桌打过可统计的局。", "They have no such game together."),
}
