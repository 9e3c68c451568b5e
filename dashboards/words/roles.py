"""词: the roles page."""

from __future__ import annotations

from typing import Final

from analyzer.words import Words

WORDS: Final = {
    "roles": Words("推断", "Roles"),
    "guard_chances": Words("谁是侍卫：{view}", "Who is the guard: {view}"),
    "solo_share": Words("{name}（独保）", "{name} (a solo)"),
    "compare_with": Words("再比一个视角", "Compare with"),
    "nobody_else": Words("不比", "nobody"),
    "hover_chance": Words("事件 %{{x}}：%{{y:.0%}}", "event %{{x}}: %{{y:.0%}}"),
    "because": Words("事件 {n} 之后", "After event {n}"),
    "because_proof": Words("证据", "proof"),
    "because_play": Words("打法", "behaviour"),
    "no_reason": Words("这一步没有改变什么。", "This event changed nothing."),
    "not_settled": Words("皇帝和侍卫还没有定。", "Emperor and guard are not settled yet."),
    "truth": Words("其实是 {name}。", "It was {name}."),
    "truth_solo": Words("其实是独保：{name}。", "It was a solo: {name}."),
    "truth_after": Words("打完才揭晓。", "The truth is told when the game is over."),
    "reveal": Words("揭晓", "Reveal the truth"),
    "click_event": Words("点一下图，看那一步的理由。", "Click the figure for the reasons of an event."),
    "reliability": Words("说得准不准", "How reliable it is"),
    "reliability_why": Words(
        "说「七成」的时候，是不是真有七成？线越靠近对角线越准。只算打完、有效、手牌全知的局，旁观视角，每一手之后一次。",
        "When it says 70 %, is it so in 70 of 100? The nearer to the diagonal, the better. Only valid games with all "
        "hands known count, as an onlooker sees them, once after every event.",
    ),
    "reliability_run": Words("用最近 {n} 局算一算", "Work it out over the latest {n} games"),
    "reliability_of": Words(
        "{games} 局，{count} 个判断（库里符合的共 {all} 局）",
        "{games} games, {count} judgements (of {all} such games in the archive)",
    ),
    "said": Words("所说的可能", "Chance said"),
    "was": Words("实际的份额", "Share that came true"),
    "perfect": Words("完全准", "perfect"),
    "model": Words("推断", "the model"),
    "hover_bin": Words(
        "说 %{{x:.0%}}，实际 %{{y:.0%}}，%{{text}} 个", "said %{{x:.0%}}, was %{{y:.0%}}, %{{text}} judgements"
    ),
}
