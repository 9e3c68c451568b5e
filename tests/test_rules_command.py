"""`paishen rules list | show | check`, from the outside."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from analyzer.cli.layout import width
from tests.conftest import Paishen


def test_list(paishen: Paishen) -> None:
    ran = paishen("rules", "list")
    assert (ran.status, ran.err) == (0, "")
    assert len(ran.lines) == 9
    assert ran.lines[0].split() == ["玩法", "名称", "牌", "侍卫", "另外不同的键"]
    assert ran.lines[5].split() == [
        "room-six",
        "保六场",
        "168",
        "marked",
        "sixes_last",
        "solo_end",
        "solo_score",
        "escape",
    ]


def test_list_in_english(paishen: Paishen) -> None:
    assert "The sixes-last room" in paishen("--lang", "en", "rules", "list").out
    assert "The sixes-last room" in paishen("rules", "list", "--lang", "en").out


def test_list_json(paishen: Paishen) -> None:
    found = paishen("rules", "list", "--json").json
    assert [one["name"] for one in found] == [
        "classic", "encyclopedia", "room-normal", "room-quick", "room-six", "shandong", "simple", "tribute",
    ]  # fmt: skip
    assert set(found[0]) == {"name", "title", "sha256", "values"}
    assert found[0]["title"] == {"zh": "经典玩法", "en": "The classic game"}
    assert found[0]["values"]["snatch"] is True


def test_show_prints_source_choice_and_reason(paishen: Paishen) -> None:
    out = paishen("rules", "show", "shandong").out
    assert "4.8 弃皇判负  (abandon = 2)\n" in out
    assert "原文: 「如果其他玩家都不要，則本局結束，判棄皇者負。」\n" in out
    assert "[选择]: 原文没有写输多少; 取一份 2 分, 弃皇者输 4 份, 即 -8, 其余各 +2。\n" in out


def test_show_in_english(paishen: Paishen) -> None:
    out = " ".join(paishen("rules", "show", "tribute", "--lang", "en").out.split())
    assert "5.3 No twos (call_twos = false) `call_twos` false: the called cards may not be 2s. source: 「" in out
    assert "[choice]: The text scores by side; each seat's own points are taken as its share." in out


def test_show_names_the_slip_of_the_sources_table(paishen: Paishen) -> None:
    out = paishen("rules", "show", "shandong", "--lang", "en").out
    assert "    ! third and fourth: twice, in rows h and i\n    ! third and fifth: missing\n" in out
    assert "    ! row i has the figures of third and fifth\n" in out


def test_show_says_which_keys_the_source_leaves_out(paishen: Paishen) -> None:
    out = paishen("rules", "show", "simple").out
    silent = out.partition("原文没有说到的键, 用基本值:\n")[2].split()
    assert silent == [
        "call_twos=true", "snatch=false", "wind_mark=false", 'solo_end="side"', "podium=[12,0,-12]",
        "podium_open=[24,0,-24]", "double_secret_solo=false", "tribute=false", "abandon=2", "stake=1",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["classic", "encyclopedia", "room-normal", "room-quick", "room-six", "simple"])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_show_fits_the_screen(paishen: Paishen, name: str, lang: str) -> None:
    ran = paishen("rules", "show", name, "--lang", lang)
    assert ran.status == 0
    assert all(width(line) <= 100 for line in ran.lines)


def test_show_json(paishen: Paishen) -> None:
    (found,) = paishen("rules", "show", "room-quick", "--json").json
    assert set(found) == {"name", "title", "source", "sha256", "values", "paragraphs", "silent"}
    assert found["paragraphs"][1] == {
        "number": "1.4",
        "keys": ["deck"],
        "quote": ["（ 5 、 4 、 3 ）"],
        "choice": {
            "zh": "原文把 5、4、3 写在括号里, 没有说打不打; 取去掉它们的 168 张。",
            "en": "The text has 5, 4 and 3 in brackets and does not say whether they are played; "
            "the 168 cards without them are taken.",
        },
    }


def test_show_an_unknown_ruleset(paishen: Paishen) -> None:
    ran = paishen("rules", "show", "nosuch", "--lang", "en")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith('paishen: no ruleset "nosuch"; there are: classic, encyclopedia,')
    assert ran.err.count("\n") == 1


def test_check_a_toml_file(paishen: Paishen, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('base = "room-normal"\ndeck = 216\n', encoding="utf-8")
    ran = paishen("rules", "check", house)
    assert ran.status == 0
    assert ran.out.startswith(f"{house}: 可以玩; sha256 ")


def test_check_names_every_contradiction(paishen: Paishen, tmp_path: Path) -> None:
    house = tmp_path / "house.json"
    house.write_text('{"base": "simple", "snatch": true, "declare_solo": "both"}', encoding="utf-8")
    ran = paishen("rules", "check", house, "--lang", "en")
    because = "the solo is shown by the call"
    assert ran.status == 1
    assert ran.lines == [
        f'{house}: at rules.snatch: snatch needs guard "called": it comes before the call',
        f'{house}: at rules.declare_solo: declare_solo "both" needs guard "called": {because}',
    ]


def test_check_inline_json(paishen: Paishen) -> None:
    (found,) = paishen("rules", "check", '{"base": "simple", "colour": 1}', "--json", "--lang", "en").json
    assert (found["playable"], found["sha256"], found["values"]) == (False, None, None)
    assert [problem["path"] for problem in found["problems"]] == ["rules.colour"]


def test_check_the_shipped_files(paishen: Paishen, root: Path) -> None:
    files = sorted((root / "schemas" / "rulesets").glob("*.toml"))
    found = paishen("rules", "check", *files, "--json").json
    listed = paishen("rules", "list", "--json").json
    assert [one["sha256"] for one in found] == [one["sha256"] for one in listed]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"base": "simple", "stake": 1, "stake": 2}', "stands twice"),
        (b'{"base": "simple", "stake": NaN}', "NaN"),
        (b'{"base": "simple"', "line 1"),
        (b'base = "simple"\nstake = \n', "line 2, column 9: not TOML"),
        (b'base = "simple"\nbase = "classic"\n', "not TOML"),
        (b"\xff\xfe{", "line 1: not UTF-8 text"),
        (b"[1, 2]", "not TOML"),
        (b" " * 1_100_000, "too large"),
        pytest.param(b"base = " + b"[" * 3000 + b"]" * 3000, "nested too deeply", id="deep"),
    ],
)
def test_check_what_cannot_be_read(paishen: Paishen, tmp_path: Path, content: bytes, said: str) -> None:
    house = tmp_path / "house"
    house.write_bytes(content)
    ran = paishen("rules", "check", house, "--lang", "en")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"paishen: {house}")
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_check_an_empty_file_has_no_base(paishen: Paishen, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_bytes(b"")
    ran = paishen("rules", "check", house, "--lang", "en")
    assert ran.status == 1
    assert "base must name a ruleset" in ran.out


def test_check_a_file_with_a_byte_order_mark_and_crlf(paishen: Paishen, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_bytes(b'\xef\xbb\xbfbase = "simple"\r\nstake = 2\r\n')
    assert paishen("rules", "check", house).status == 0


def test_check_no_such_file(paishen: Paishen, tmp_path: Path) -> None:
    ran = paishen("rules", "check", tmp_path / "none.toml")
    assert (ran.status, ran.err) == (2, f"paishen: {tmp_path / 'none.toml'}: 没有这个文件或目录\n")


def test_check_nothing(paishen: Paishen) -> None:
    ran = paishen("rules", "check")
    assert (ran.status, ran.err) == (2, "paishen: 没有写要检查的文件; 见 paishen rules check --help\n")


@pytest.mark.parametrize(
    ("heading", "args"),
    [
        ("rules list", ["list"]),
        ("rules show NAME", ["show", "simple"]),
        ("rules check FILE…", ["check", '{"base": "simple"}']),
    ],
)
def test_the_json_is_as_documented(paishen: Paishen, root: Path, heading: str, args: list[str]) -> None:
    text = (root / "schemas" / "RULES-JSON.md").read_text(encoding="utf-8")
    section = text.partition(f"## `{heading}`")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (`.+?) \|", section, re.MULTILINE)
    told = {key for cell in cells for key in re.findall(r"`(\w+)`", cell)}
    if "the keys of `rules list`" in section:
        told |= {"name", "title", "sha256", "values"}
    assert set(paishen("rules", *args, "--json").json[0]) == told
