"""讲述: an event, a role, a verdict in words - for the terminal and for the report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from analyzer.cards import shown, write_cards
from analyzer.words import Lang, Words, tame

SENTENCES: Final = {
    "deal": Words("发牌", "the cards are dealt"),
    "tribute": Words("{seat} 向 {to} 进贡 {cards}", "{seat} pays {cards} to {to}"),
    "draw": Words("{seat} 抽中皇位", "{seat} is drawn for the throne"),
    "accept": Words("{seat} 登基", "{seat} takes the throne"),
    "yield": Words("{seat} 让位给 {to}, 带 {cards}", "{seat} yields to {to} with {cards}"),
    "snatch": Words("{seat} 抢独", "{seat} snatches a solo"),
    "abandon": Words("{seat} 弃局", "{seat} abandons the game"),
    "void": Words("无人登基, 流局", "nobody takes the throne: void"),
    "call": Words("{seat} 叫保 {cards}", "{seat} calls with {cards}"),
    "declare guard": Words("{seat} 明保", "{seat} is the open guard"),
    "declare solo": Words("{seat} 明独", "{seat} plays an open solo"),
    "declare rebel": Words("{seat} 造反", "{seat} rebels"),
    "play": Words("{seat} 出 {cards}", "{seat} plays {cards}"),
    "pass": Words("{seat} 过", "{seat} passes"),
    "pass wind": Words("{seat} 过, 申请接风", "{seat} passes and applies for the wind"),
    "auto on": Words("{seat} 托管", "{seat} goes on auto-play"),
    "auto off": Words("{seat} 取消托管", "{seat} plays itself again"),
    "mind": Words("{seat} 对 {to} 心战: {say}{text}", "{seat} to {to}: {say}{text}"),
    "escape": Words("{seat} 逃跑", "{seat} escapes"),
    "undo": Words("撤回前面 {count} 个事件", "undo: the last {count} did not happen"),
    "note": Words("注{text}", "note{text}"),
    "note by": Words("{seat} 注{text}", "{seat} notes{text}"),
    "end": Words("终局", "the end"),
    "end claimed": Words("终局, 桌上报分 {scores}", "the end, claimed scores {scores}"),
    "seal": Words("封存", "sealed"),
}
SAYS: Final = {
    "ally": Words("结盟", "we are on one side"),
    "help": Words("求助", "help me"),
    "warn": Words("警告", "beware"),
    "rumour": Words("谣言", "a rumour"),
}
STATUS: Final = {
    "valid": Words("有效", "valid"),
    "disputed": Words("有争议", "disputed"),
    "incomplete": Words("未打完", "incomplete"),
    "illegal": Words("不合规则", "illegal"),
    "unreadable": Words("不可读", "unreadable"),
}
ROLES: Final = {
    "emperor": Words("皇帝", "emperor"),
    "secret": Words("皇帝·暗独", "emperor, secret solo"),
    "open": Words("皇帝·明独", "emperor, open solo"),
    "guard": Words("侍卫", "guard"),
    "open_guard": Words("侍卫·明保", "open guard"),
    "rebel": Words("革命党", "rebel"),
    "risen": Words("革命党·造反", "rebel, risen"),
}
WINNERS: Final = {
    "emperor": Words("皇帝一方胜", "the emperor's side wins"),
    "rebels": Words("革命党胜", "the rebels win"),
    "draw": Words("平局", "a draw"),
}
TRUTHS: Final = {
    ("true", True): Words("真", "true"), ("true", False): Words("真, 当时还不能知道", "true, though it could not know"),
    ("false", True): Words("假, 明知", "false, and it knew"),
    ("false", False): Words("假, 当时还不能知道", "false, though it could not know"),
    ("unknown", False): Words("说不准", "nobody can say"),
}  # fmt: skip
"""Whether a message was true, and whether its sender could know."""


def told(act: dict[str, Any], players: Sequence[str], lang: Lang) -> str:
    """讲述: what happened in an event (the `act` of a frame), as one line.

    >>> act = {"type": "play", "seat": 2, "cards": "9s R9h"}
    >>> told(act, ("甲", "乙", "丙", "丁", "戊"), "zh")
    '乙 出 R9s9h'
    """
    values = {key: str(value) for key, value in act.items()}
    for key, name in (("seat", "seat"), ("from", "seat"), ("to", "to")):
        if key in act:
            values[name] = players[act[key] - 1]
    if "cards" in act:
        values["cards"] = write_cards(shown(act["cards"]).cards)
    if "say" in act:
        values["say"] = SAYS[act["say"]].say(lang)
    values["text"] = f": {tame(act['text'])}" if act.get("text") else ""
    values["count"] = str(act.get("count", 1))
    values["scores"] = " ".join(f"{score:+d}" for score in act.get("scores") or ())
    return SENTENCES[_key(act)].say(lang).format(**values)


def _key(act: dict[str, Any]) -> str:
    """Which sentence tells an act."""
    kind: str = act["type"]
    more = {
        "declare": act.get("what"),
        "pass": "wind" if act.get("wind") else "",
        "auto": "on" if act.get("on") else "off",
        "note": "by" if act.get("seat") else "",
        "end": "claimed" if act.get("scores") else "",
    }.get(kind)
    return f"{kind} {more}" if more else kind
