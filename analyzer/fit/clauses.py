"""改法之言: a change of keys as a sentence that a player understands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from analyzer.events import Event, Play, type_of
from analyzer.fit.changes import Change
from analyzer.keys import shown_value
from analyzer.words import Words

CLAUSES: Final[Mapping[tuple[str, Any], Words]] = {
    ("deck", 168): Words("用 168 张牌", "168 cards are played"),
    ("deck", 216): Words("用 216 张牌", "216 cards are played"),
    ("guard", "marked"): Words("固定保", "the guard is marked"),
    ("guard", "called"): Words("叫侍卫", "the guard is called"),
    ("call_twos", True): Words("可以叫 2", "2s may be called"),
    ("call_twos", False): Words("不能叫 2", "2s may not be called"),
    ("throne", "fixed"): Words("不能让位", "nobody yields the throne"),
    ("throne", "previous"): Words("让位给上家", "the throne is yielded to the previous seat"),
    ("throne", "forced"): Words("让位一圈后必须当", "the throne must be taken after a round"),
    ("throne", "drawn"): Words("抽皇帝", "the emperor is drawn"),
    ("throne", "skip"): Words("隔一家弃皇", "the throne is yielded to the seat after next"),
    ("open_guard", True): Words("可以明保", "the guard may declare itself"),
    ("open_guard", False): Words("没有明保", "the guard may not declare itself"),
    ("rebellion", 0): Words("没有造反", "there is no rebellion"),
    ("rebellion", 2): Words("两家就能造反", "two seats make a rebellion"),
    ("rebellion", 3): Words("三家才能造反", "a rebellion takes three seats"),
    ("snatch", True): Words("可以抢独", "a solo may be snatched"),
    ("snatch", False): Words("没有抢独", "a solo may not be snatched"),
    ("declare_solo", "declare"): Words("明独要声明", "an open solo is declared"),
    ("declare_solo", "show"): Words("亮四张才是明独", "an open solo is made by showing four"),
    ("declare_solo", "both"): Words("亮四张或叫后声明都是明独", "an open solo is made by showing four, or declared"),
    ("pass_bars", True): Words("过牌不准上", "a pass bars"),
    ("pass_bars", False): Words("过牌准上", "a pass does not bar"),
    ("sixes_last", "no"): Words("不保六", "sixes need not be last"),
    ("sixes_last", "alone"): Words("六最后出, 不带王", "sixes are last and go alone"),
    ("sixes_last", "with_jokers"): Words("六最后出, 可带王", "sixes are last and jokers may go with them"),
    ("wind_mark", True): Words("可以申请接风", "the wind may be applied for"),
    ("wind_mark", False): Words("不申请接风", "the wind is not applied for"),
    ("end", "side"): Words("一方走完就终局", "the game ends with one side out"),
    ("end", "all"): Words("打到只剩一家", "the game goes on until one seat is left"),
    ("solo_end", "side"): Words("独保也要一方走完", "a solo ends with one side out"),
    ("solo_end", "two_rebels"): Words("独保两家走完就终局", "a solo ends with two rebels out"),
    ("score", "sum"): Words("按名次和计分", "the score goes by the sum of places"),
    ("score", "side"): Words("按先走完的一方计分", "the score goes by the side that is out first"),
    ("score", "places"): Words("按各家名次计分", "every seat scores by its own place"),
    ("solo_score", "sum"): Words("独保按名次和计分", "a solo goes by the sum of places"),
    ("solo_score", "podium"): Words("独保按第一、第二、其余计分", "a solo goes by first, second, or else"),
    ("double_open_guard", True): Words("明保翻番", "an open guard doubles"),
    ("double_open_guard", False): Words("明保不翻番", "an open guard does not double"),
    ("double_rebellion", True): Words("造反翻番", "a rebellion doubles"),
    ("double_rebellion", False): Words("造反不翻番", "a rebellion does not double"),
    ("double_open_solo", True): Words("明独翻番", "an open solo doubles"),
    ("double_open_solo", False): Words("明独不翻番", "an open solo does not double"),
    ("double_secret_solo", True): Words("暗独翻番", "a secret solo doubles"),
    ("double_secret_solo", False): Words("暗独不翻番", "a secret solo does not double"),
    ("auto", True): Words("可以托管", "there is auto-play"),
    ("auto", False): Words("没有托管", "there is no auto-play"),
    ("tribute", True): Words("要进贡", "tribute is paid"),
    ("tribute", False): Words("不进贡", "no tribute is paid"),
}
FIGURES: Final = {
    "escape": Words("逃跑扣 {} 分", "an escape costs {}"),
    "abandon": Words("弃皇一份是 {} 分", "a share of an abandoned throne is {}"),
    "stake": Words("倍数是 {}", "the stake is {}"),
}
SOLOS: Final = {"podium": Words("暗独", "a secret solo"), "podium_open": Words("明独", "an open solo")}
STEPS: Final = (
    Words("第一名", "comes first"), Words("第二名", "comes second"), Words("没进前二名", "comes third or later"),
)  # fmt: skip


def clause_of(key: str, value: Any) -> Words:
    """一个条件: a key with its value, in words.

    >>> clause_of("pass_bars", False).en, clause_of("stake", 2).en
    ('a pass does not bar', 'the stake is 2')
    """
    found = CLAUSES.get((key, value)) if not isinstance(value, (tuple, list)) else None
    if found:
        return found
    if key in FIGURES:
        return Words(FIGURES[key].zh.format(value), FIGURES[key].en.format(value))
    shown = shown_value(value)
    return Words(f"{key} = {shown}", f"{key} = {shown}")


def podium_clause(key: str, value: tuple[int, ...], before: tuple[int, ...]) -> Words:
    """独保的数: the figures of a solo that differ from those before, in words.

    >>> podium_clause("podium_open", (24, -24, -24), (24, 0, -24)).en
    'an open solo that comes second loses 24'
    """
    solo = SOLOS[key]
    zh, en = [], []
    for step, now, was in zip(STEPS, value, before, strict=True):
        if now != was:
            does = f"wins {now}" if now > 0 else f"loses {-now}" if now else "scores nothing"
            zh.append(f"{solo.zh}{step.zh}得 {now:+d}")
            en.append(f"{solo.en} that {step.en} {does}")
    return Words("、".join(zh), " and ".join(en))


def sentence_of(change: Change, refused: Event | None, podiums: Mapping[str, Any]) -> Words:
    """一句话: what a change says: "the claim is right if ...", "this play is legal where ..."."""
    clauses = [
        podium_clause(key, value, tuple(podiums[key])) if key in SOLOS else clause_of(key, value)
        for key, value in change.keys
    ]
    zh, en = "、".join(one.zh for one in clauses), " and ".join(one.en for one in clauses)
    if change.explains == "score":
        return Words(f"若{zh}, 所报就对", f"the claim is right if {en}")
    what = "play" if isinstance(refused, Play) else type_of(refused) if refused is not None else "event"
    name = Words("这一手", "this play") if what == "play" else Words(f"这个 {what}", f"this {what}")
    return Words(f"若{zh}, {name.zh}就合规则", f"{name.en} is legal where {en}")
