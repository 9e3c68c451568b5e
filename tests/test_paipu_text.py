"""文字记谱: what people type at a table, what is kept of it, and where it goes wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from msgspec import UNSET, structs

from analyzer.errors import Unreadable
from analyzer.events import (
    Abandon,
    Accept,
    Auto,
    Call,
    Deal,
    Declare,
    Draw,
    End,
    Escape,
    Event,
    Log,
    Mind,
    Note,
    Pass,
    Play,
    Previous,
    Seal,
    Snatch,
    Tribute,
    Undo,
    Void,
    Yield,
)
from analyzer.paipu import Sourced, loads
from analyzer.paipu.chain import chained
from analyzer.paipu.scribe import dumps_text
from analyzer.paipu.text import loads_text

HEAD = "game: 1\nrules: simple\nplayers: 甲 乙 丙 丁 戊\n"
ROWS = "  1: ?33\n  2: R*9h\n  3: ?33\n  4: ?33\n  5: ?0"
HEX = "0123456789abcdef" * 4


def read(text: str) -> Sourced:
    """The only game of a text."""
    (found,) = loads_text(text)
    assert isinstance(found, Sourced), found
    return found


def events(text: str) -> tuple[Event, ...]:
    """The events of a text without its header."""
    return read(HEAD + text).log.events


def wrong(text: str) -> str:
    """Line, column and sentence of a text that is refused."""
    (found,) = loads_text(text, "a.txt")
    assert isinstance(found, Unreadable), found
    return f"{found.line}:{found.column} {found.words.en}"


def test_plays_as_they_are_typed() -> None:
    assert events("1 77 2 99 3 - 4 JJ") == (
        Play(seat=1, cards="77"),
        Play(seat=2, cards="99"),
        Pass(seat=3),
        Play(seat=4, cards="JJ"),
    )


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("77", "77"), ("jj", "JJ"), ("10", "T"), ("1010", "TT"), ("10h10", "ThT"), ("tT", "TT"),
        ("大王", "R"), ("小王小王", "BB"), ("皇", "R*"), ("保", "B*"), ("22大王", "22R"), ("rb*", "RB*"),
        ("9H9s", "9h9s"), ("９９", "99"),
        ("9♠9♥️10♦", "9s9hTd"), ('"9h 9"', "9h 9"), ("a", "A"), ("2", "2"), ("5", "5"),
    ],
)  # fmt: skip
def test_cards_as_they_are_typed(typed: str, cards: str) -> None:
    assert events(f"1 {typed} 2 -") == (Play(seat=1, cards=cards), Pass(seat=2))


@pytest.mark.parametrize("typed", ["-", "过", "不要", "pass", "－", "—"])
def test_words_for_a_pass(typed: str) -> None:
    assert events(f"3 {typed}") == (Pass(seat=3),)


EVERY: list[tuple[str, str, Event]] = [
    ("2 进贡 1 K", "2 tribute 1 K", Tribute(source=2, to=1, cards="K")),
    ("3 抽皇", "3 draw", Draw(seat=3)),
    ("1 登基", "1 accept", Accept(seat=1)),
    ("1 让位 5 R*2c", "1 yield 5 R*2c", Yield(seat=1, to=5, cards="R*2c")),
    ("4 抢独", "4 snatch", Snatch(seat=4)),
    ("1 弃局", "1 abandon", Abandon(seat=1)),
    ("流局", "void", Void()),
    ("1 叫 9h9h9h", "1 call 9h9h9h", Call(seat=1, cards="9h9h9h")),
    ("2 明保", "2 guard", Declare(seat=2, what="guard")),
    ("1 明独", "1 solo", Declare(seat=1, what="solo")),
    ("3 造反", "3 rebel", Declare(seat=3, what="rebel")),
    ("5 7h7", "5 7h7", Play(seat=5, cards="7h7")),
    ("5 -", "5 -", Pass(seat=5)),
    ("5 接风", "5 wind", Pass(seat=5, wind=True)),
    ("4 托管", "4 auto", Auto(seat=4, on=True)),
    ("4 取消托管", "4 manual", Auto(seat=4, on=False)),
    ("2 心战 5 结盟", "2 mind 5 ally", Mind(seat=2, to=5, say="ally")),
    ("2 心战 5 求助: 快来 #1", "2 mind 5 help: 快来 #1", Mind(seat=2, to=5, say="help", text="快来 #1")),
    ('2 心战 5 警告 ""', '2 mind 5 warn ""', Mind(seat=2, to=5, say="warn", text="")),
    ("2 心战 5 谣言: 1 77", "2 mind 5 rumour: 1 77", Mind(seat=2, to=5, say="rumour", text="1 77")),
    ("5 逃跑", "5 escape", Escape(seat=5)),
    ("撤回", "undo", Undo()),
    ("撤回1", "undo1", Undo(count=1)),
    ("撤回12", "undo12", Undo(count=12)),
    ("注: 过牌 3 - pass", "note: 过牌 3 - pass", Note(text="过牌 3 - pass")),
    ("3 注: 手滑", "3 note: 手滑", Note(text="手滑", seat=3)),
    (r'注 "a\nb"', r'note "a\nb"', Note(text="a\nb")),
    ("终局", "end", End()),
    ("终局 名次=1,3,2,0,0 得分=4,-2,2,-2,-2 皇=1 保=3",
     "end places=1,3,2,0,0 scores=4,-2,2,-2,-2 emperor=1 guard=3",
     End(places=(1, 3, 2, 0, 0), scores=(4, -2, 2, -2, -2), emperor=1, guard=3)),
    (f"封存 events=2 head={HEX} key={HEX} signature={HEX * 2}",
     f"seal events=2 head={HEX} key={HEX} signature={HEX * 2}",
     Seal(events=2, head=HEX, key=HEX, signature=HEX * 2)),
    ("5 - t=5200", "5 - t=5200", Pass(seat=5, t=5200)),
    ('5 - x-a={"b":[1,"c d"]}', '5 - x-a={"b":[1,"c d"]}', Pass(seat=5, x={"x-a": {"b": [1, "c d"]}})),
    ('5 - "x-a b"=1', '5 - "x-a b"=1', Pass(seat=5, x={"x-a b": 1})),
    ('注 "a" t=1 x-b=0.5', 'note "a" t=1 x-b=0.5', Note(text="a", t=1, x={"x-b": 0.5})),
    (f"发牌 先发=2 t=0\n{ROWS}", f"deal first=2 t=0\n{ROWS}",
     Deal(hands=(33, "R*9h", 33, 33, 0), first=2, t=0)),
]  # fmt: skip


@pytest.mark.parametrize(("chinese", "english", "event"), EVERY)
def test_every_event_in_both_languages(chinese: str, english: str, event: Event) -> None:
    view = 2 if isinstance(event, Deal) else UNSET
    log = structs.replace(read(HEAD).log, events=(event,), view=view)
    for text, written in ((chinese, dumps_text(log)), (english, dumps_text(log, "en"))):
        assert read(HEAD + ("" if view is UNSET else "view: 2\n") + text).log == log
        assert written.endswith(f"\n\n{text}\n")


def test_a_deal_as_it_is_typed() -> None:
    hands = ("R*9h", 33, 33, 33, 33)
    typed = ["发牌 R*9h ?33 33张 ？33 ?33", "deal\n1:皇 9h\n2:?33\n3: ?33\n4： 33张\n5: ?33  # 就这样"]
    for text in typed:
        assert read(HEAD + "view: 1\n" + text).log.events == (Deal(hands=hands),)
    assert events('发牌 "" "9h 9s" 3 4h 5') == (Deal(hands=("", "9h 9s", "3", "4h", "5")),)


def test_a_header_with_everything_in_it() -> None:
    text = f"""paipu 1 full
牌局：周五/3
rules: {{"base": "simple", "stake": 2}}
rules_sha256: {HEX}
玩家： 过牌  "3 - pass" 甲:出3　皇帝 "Tom \\"B\\""
视角: -1
开始: 2026-11-30T20:15:00+08:00
场次: "  周五 # 3"
round: 3
上一局: 皇=1 保=3 名次=1,0,3,0,2 胜方=革命党 明独=false
replaces: {HEX}
salt: {HEX[:32]}
x-table: {{"no": 3}}
"x-a b": [1.5]
"""
    found = read(text)
    assert found.gaps is False
    assert found.log == Log(
        format="paipu",
        version=1,
        game="周五/3",
        rules={"base": "simple", "stake": 2},
        rules_sha256=HEX,
        players=("过牌", "3 - pass", "甲:出3", "皇帝", 'Tom "B"'),
        view=-1,
        started="2026-11-30T20:15:00+08:00",
        sitting="  周五 # 3",
        round=3,
        previous=Previous(emperor=1, guard=3, places=(1, 0, 3, 0, 2), winner="rebels", open_solo=False),
        replaces=HEX,
        salt=HEX[:32],
        x={"x-table": {"no": 3}, "x-a b": [1.5]},
        events=(),
    )
    assert read(dumps_text(found.log, "en")).log == found.log
    english = "previous: emperor=1 guard=1 places=1,0,3,0,2 winner=none"
    assert read(HEAD + english).log.previous == Previous(emperor=1, guard=1, places=(1, 0, 3, 0, 2), winner=None)


def test_passes_may_be_left_out_unless_the_text_is_full_or_chained() -> None:
    assert read(HEAD + "1 77").gaps
    assert read("paipu 1\n" + HEAD + "1 77").gaps
    assert not read("paipu 1 full\n" + HEAD + "1 77").gaps
    assert not read("paipu 1 全\n" + HEAD + "1 77").gaps
    whole = chained(read(HEAD + "1 77").log)
    text = dumps_text(whole, gaps=True)
    assert text.startswith("paipu 1\n")
    assert not read(text).gaps


def test_comments_are_kept_where_they_were() -> None:
    text = f"# 周五\n{HEAD}view: 0 # 全看见\n\n#\n1 77 2 99 # 好牌\n#   缩进\n3 -\n# 完"
    found = read(text)
    assert found.log.x == {"x-comments": [[0, "周五"], [0, "全看见"], [0, ""], [2, "好牌"], [2, "  缩进"], [3, "完"]]}
    assert [type(event) for event in found.log.events] == [Play, Play, Pass]
    written = dumps_text(found.log)
    assert re.findall(r"^#.*|^\d .*", written, re.MULTILINE) == [
        "# 周五", "# 全看见", "#", "1 77  2 99", "# 好牌", "#   缩进", "3 -", "# 完",
    ]  # fmt: skip
    assert read(written).log == found.log


def test_a_chained_text_takes_no_comments() -> None:
    text = dumps_text(chained(read(HEAD + "1 77").log))
    assert "a chained log takes no # comments" in wrong(text + "# 好牌\n")
    commented = chained(read(HEAD + "# 好牌\n1 77").log)
    assert read(dumps_text(commented)).log == commented


def test_several_games_in_a_text() -> None:
    second, third = HEAD.replace("game: 1", "牌局: 2"), "paipu 1\n" + HEAD.replace("game: 1", "game: 3")
    text = f"# 今晚\n{HEAD}1 77\n\n{second}1 77 6 99\n2 -\n\n# 最后\n{third}1 33\n"
    first, error, last = loads_text(text, "a.txt")
    assert isinstance(first, Sourced)
    assert isinstance(last, Sourced)
    assert (first.line, last.line, last.log.game, last.log.x) == (1, 13, "3", {"x-comments": [[0, "最后"]]})
    assert isinstance(error, Unreadable)
    place = "a.txt, line 10, column 6, game 2, event 1, at events[1].seat"
    assert str(error) == f"{place}: a number <= 5 is wanted"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "1:None there is no game here"),
        ("# 只有注释\n\n", "1:None there is no game here"),
        ("1 77", '1:None the key "game" is missing'),
        ("paipu 2\n" + HEAD, "1:1 this is paipu 2, and this program reads paipu 1"),
        (HEAD + "colour: red", '4:1 unknown key "colour"'),
        (HEAD + "rules: classic", '4:1 the key "rules" stands twice'),
        (HEAD + "view: all", "4:7 a whole number is wanted"),
        (HEAD + "view: 7", "4:1 a number <= 5 is wanted"),
        (HEAD + "view:", "4:6 there is no value after view"),
        (HEAD + "x-a: b", "4:6 not JSON: a value is missing"),
        (HEAD + 'x-a: {"b": 1, "b": 2}', '4:15 the key "b" stands twice in one object'),
        (HEAD + "previous: 皇=1 你好", "4:15 something like emperor=1 is wanted"),
        (HEAD.replace(" 戊", ""), "3:1 5 items wanted"),
        (HEAD.replace("戊", "甲"), '3:1 the name "甲" stands twice'),
        (HEAD.replace("戊", '"戊'), "3:18 the quotes are not closed"),
        (HEAD + "1 77 2", "4:6 cards or an action is missing after this"),
        (HEAD + "1 77 2 1h", '4:8 "1h" is neither cards nor an action'),
        (HEAD + "1 77 2 皇帝", '4:8 "皇帝" is neither cards nor an action'),
        (HEAD + "1 77\n老王 99", '5:1 "老王" is neither a seat nor an event'),
        (HEAD + "1 77 6 99", "4:6 a number <= 5 is wanted"),
        (HEAD + "1 77 0 -", "4:6 a number >= 1 is wanted"),
        (HEAD + '1 "9x"', '4:3 no card: "x" (2: "9x")'),
        (HEAD + '1 "77', "4:3 the quotes are not closed"),
        (HEAD + "1 让位 R*", "4:6 a seat, 1-5, is wanted here"),
        (HEAD + "2 心战 5 你好", "4:8 ally, help, warn or rumour is wanted"),
        (HEAD + "注 手滑", "4:3 a text stands in quotes here, or after a colon"),
        (HEAD + "撤回0", "4:1 a number >= 1 is wanted"),
        (HEAD + "1 77 t=-1", "4:6 a number >= 0 is wanted"),
        (HEAD + "1 77 t=soon", "4:6 a whole number is wanted"),
        (HEAD + "1 77 t=1 t=2", '4:10 the key "t" stands twice'),
        (HEAD + "1 77 wind=true", '4:6 unknown key "wind"'),
        (HEAD + "1 77 h=0", "4:6 at least 64 characters wanted"),
        (HEAD + "1 77 x-a={", "4:11 not JSON: a key in double quotes is missing"),
        (HEAD + "终局 名次=1,2,3,4", "4:4 5 items wanted"),
        (HEAD + "终局 胜方=皇方", '4:4 unknown key "winner"'),
        (HEAD + "发牌 9h 9h 9h 9h", "4:13 a hand is missing after this"),
        (HEAD + "发牌 9h 9h 9h 9h 9h9", "4:16 a hand is wholly suited or wholly unsuited"),
        (HEAD + "发牌 9h 9h 9h 9h ?2", "4:16 with view 0 this hand must be known"),
        (HEAD + "发牌\n1: 9h\n3: 9h", "6:1 the hand of seat 2 is wanted here"),
        (HEAD + "1 7\x007", "4:None there is a NUL byte"),
        (HEAD + "x-comments: []\n# a", "4:1 there are both x-comments and # comments"),
        (HEAD + "1 77\nview: 0", '5:1 "view:" is neither a seat nor an event'),
    ],
)  # fmt: skip
def test_what_is_wrong_has_line_and_column(text: str, sentence: str) -> None:
    assert wrong(text).startswith(sentence)


def test_the_example_of_the_format_is_read_and_says_the_same_in_json() -> None:
    page = (Path(__file__).parent.parent / "schemas" / "PAIPU.md").read_text("utf-8")
    (text,) = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    (value,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    assert len(json.loads(value)["events"]) == 14
    (whole,) = loads(value.encode(), "a.json")
    found = read(text)
    assert isinstance(whole, Sourced)
    assert found.gaps
    played = tuple(event for event in whole.log.events if not isinstance(event, Pass))
    assert found.log.events == played
    assert structs.replace(found.log, events=(), x=None) == structs.replace(whole.log, events=())
