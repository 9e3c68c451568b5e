"""文字: the dashboard's words in Chinese and English, and the one way a name becomes part of a label.

Streamlit reads labels, captions and table cells as Markdown. Whatever comes out of a log - names, games,
messages - goes through `label` first, or is shown with `st.text`; nothing is ever shown as HTML.
"""

from __future__ import annotations

import re
from typing import Final

import streamlit as st

from analyzer.words import Lang, Words

PUNCTUATION: Final = re.compile(r"([!-/:-@\[-`{-~])")
BREAKS: Final = re.compile(r"(?<=[:\-<>=@~])(?=.)|(?<=[wW])(?=[wW]{2})")
"""Places inside text that are rewritten once escapes are gone: shortcodes, arrows, dashes, links."""
JOINER: Final = "\u2060"

WORDS: Final = {
    "title": Words("牌神之友", "Paishen"),
    "games": Words("牌谱", "Games"),
    "replay": Words("复盘", "Replay"),
    "language": Words("语言", "Language"),
    "player": Words("牌手", "Player"),
    "ruleset": Words("玩法", "Ruleset"),
    "verdict": Words("判定", "Verdict"),
    "anyone": Words("所有牌手", "anyone"),
    "any_ruleset": Words("所有玩法", "any ruleset"),
    "any_verdict": Words("所有判定", "any verdict"),
    "shown": Words("共 {all} 局，符合条件 {some} 局", "{some} of {all} games"),
    "page": Words("第 {n} / {m} 页", "page {n} of {m}"),
    "newer": Words("上一页", "back"),
    "older": Words("下一页", "on"),
    "events": Words("{n} 个事件", "{n} events"),
    "no_archive": Words("找不到牌谱库：{path}", "there is no archive at {path}"),
    "no_setting": Words("没有指定牌谱库（PAISHEN_ARCHIVE）", "no archive is set (PAISHEN_ARCHIVE)"),
    "empty": Words(
        "牌谱库还是空的。用 `paishen import 文件 --archive 目录` 导入牌谱。",
        "The archive is empty. Import logs with `paishen import FILE --archive DIR`.",
    ),
    "none_match": Words("没有符合条件的牌局。", "No game matches."),
    "choose": Words("请先在「牌谱」里选一局。", "Choose a game on the games page first."),
    "no_game": Words("牌谱库里没有这一局：{game}", "the archive has no such game: {game}"),
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
    "winner_emperor": Words("皇帝一方胜", "the emperor's side wins"),
    "winner_rebels": Words("革命党胜", "the rebels win"),
    "winner_draw": Words("平局", "a draw"),
    "doubled": Words("加倍", "doubled"),
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
    "means_incomplete": Words(
        "到目前为止都合规，牌局没有打完。", "Legal as far as it goes; the game is not over."
    ),
    "means_illegal": Words("有一步不合规则。", "An event breaks a rule."),
    "means_unreadable": Words("这不是可读的牌谱。", "This is no readable game record."),
    "at_event": Words("事件 {n}", "event {n}"),
    "scores": Words("计分", "Scores"),
    "failed": Words("打不开牌谱：{why}", "the game cannot be opened: {why}"),
}  # fmt: skip

STATUSES: Final = ("valid", "disputed", "incomplete", "illegal", "unreadable")
COLOURS: Final = dict(zip(STATUSES, ("green", "orange", "gray", "red", "red"), strict=True))
SIGNS: Final = {"valid": "✓", "disputed": "◆", "incomplete": "…", "illegal": "✕", "unreadable": "?"}


def lang() -> Lang:
    """语言: the language of this visitor's pages: Chinese until switched."""
    return "en" if st.session_state.get("lang") == "en" else "zh"


def say(key: str, **values: object) -> str:
    """The words of a key in the visitor's language, filled in.

    >>> say("shown", all=12, some=3)
    '共 12 局，符合条件 3 局'
    """
    return WORDS[key].say(lang()).format(**values)


def label(text: object) -> str:
    r"""标签: text from a log as Markdown that shows exactly this text, no link, picture or icon.

    Line breaks and other control characters become blanks.

    >>> label("*a*").replace(JOINER, "|"), label("老王")
    ('\\*a\\*', '老王')
    >>> label(":smile:").replace(JOINER, "|"), label("->").replace(JOINER, "|")
    ('\\:|smile\\:', '\\-|\\>')
    """
    plain = re.sub(r"[\x00-\x1f\x7f\u2028\u2029]+", " ", str(text))
    return JOINER.join(PUNCTUATION.sub(r"\\\1", part) for part in BREAKS.split(plain))


def signed(score: int | None) -> str:
    """得分: a score with its sign, a true minus; a dash where there is none.

    >>> signed(4), signed(-4), signed(0), signed(None)
    ('+4', '−4', '0', '–')
    """
    if score is None:
        return "–"
    return f"+{score}" if score > 0 else str(score).replace("-", "−")


def status_badge(status: str) -> str:
    """判定: a verdict's status as a coloured Markdown badge, with a sign so that colour is not needed."""
    if status not in COLOURS:
        return label(status)
    return f":{COLOURS[status]}-badge[{SIGNS[status]} {say(status)}]"


def role_of(seat: int, emperor: int | None, guard: int | None) -> str:
    """身份: the key of a seat's role, as far as emperor and guard are known.

    >>> role_of(1, 1, 1), role_of(2, 1, 3), role_of(2, 1, None)
    ('emperor', 'rebel', '')
    """
    if seat == emperor:
        return "emperor"
    if seat == guard:
        return "guard"
    return "rebel" if emperor and guard else ""
