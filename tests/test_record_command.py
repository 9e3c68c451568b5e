"""`paishen record FILE`: a person at a table - lines from a pipe, and a real terminal."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from analyzer.admission import seat_token
from analyzer.paipu import write
from analyzer.recorder.taking import header_from
from tests.conftest import Paishen
from tests.recording import GAME, HEADER, stored, verdict_of
from tests.test_replay import HANDS, log_of

RULES = json.dumps(HEADER["rules"])
LINES = ["发牌 " + " ".join(HANDS), "y", "6", "7", "9", "B", "R", "5 6", "1 R*", "B*", "", ""]
"""The small game as it is typed; the last Enter but one is of no use, and does no harm."""
TEXT = "\n".join(LINES) + "\n"
NEW = ["--rules", RULES, "--players", "甲 乙 丙 丁 戊"]
COMMAND = [sys.executable, "-c", "from analyzer.cli import main; main()", "record"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tonight.paipu.jsonl"


def test_a_game_from_a_pipe(paishen: Paishen, path: Path) -> None:
    ran = paishen("record", path, *NEW, stdin=TEXT)
    assert (ran.status, ran.err) == (0, "")
    assert ran.lines[:4] == ["     0  发牌", "     1  甲 登基", "     2  甲 出 6", "     3  乙 出 7"]
    assert ran.lines[-1] == "    10  终局"
    verdict = verdict_of(path)
    assert (verdict.status, verdict.integrity, verdict.scores) == ("valid", "chained", (2, 1, -1, -1, -1))
    header, *events = stored(path)
    assert (header["game"], header["players"], header["view"]) == ("tonight", HEADER["players"], 0)
    assert all(isinstance(event["t"], int) for event in events)


@pytest.mark.parametrize("word", ["quit", " Exit", "退出"])
def test_a_pipe_may_say_that_it_leaves(paishen: Paishen, path: Path, word: str) -> None:
    """What stands behind it is not taken."""
    ran = paishen("record", path, *NEW, stdin="\n".join([*LINES[:3], word, *LINES[3:]]) + "\n")
    assert (ran.status, ran.err, len(stored(path))) == (0, "", 1 + len(ran.lines))
    assert verdict_of(path).status == "incomplete"


def test_it_goes_on_where_it_stopped(paishen: Paishen, path: Path) -> None:
    """Started again with nothing but the file, or with what the file has already."""
    for options, lines in ((NEW, LINES[:3]), ([], LINES[3:6]), (NEW, LINES[6:])):
        ran = paishen("record", path, *options, stdin="\n".join(lines) + "\n")
        assert ran.status == 0, ran.err
    assert verdict_of(path).status == "valid"


def test_an_illegal_line_is_answered_with_its_rule_and_what_would_be_legal(paishen: Paishen, path: Path) -> None:
    ran = paishen("record", path, *NEW, "--lang", "en", stdin="\n".join([*LINES[:3], "9", "4 7", "7", "9", "33!", "?"]))
    assert ran.status == 1
    assert ran.lines[3:9] == [
        "✗ the seat cannot have these cards (rulebook 2.10, not_held)",
        "legal: 2 乙 7, B, -",
        "type ! to record it all the same",
        "✗ the seat cannot have these cards (rulebook 2.10, not_held)",
        "legal: 2 乙 7, B, -",
        "type ! to record it all the same",
    ]
    assert "     5  丁 plays 33  ✗ the seat cannot have these cards" in ran.lines
    assert ran.lines[-5] == "legal: 5 戊 R, -"
    (header, *_) = stored(path)
    assert ran.lines[-1].split()[-2:] == ["5:", seat_token(header_from(json.dumps(header).encode()), 5)]
    verdict = verdict_of(path)
    assert (verdict.status, verdict.event, verdict.code) == ("illegal", 5, "not_held")


def test_the_game_before_for_tribute(paishen: Paishen, path: Path, tmp_path: Path) -> None:
    before = tmp_path / "before.paipu.json"
    write(before, [log_of([{key: value for key, value in event.items() if key != "x-id"} for event in GAME])])
    ran = paishen("record", path, "--rules", "tribute", "--view", "onlooker", "--after", before, stdin="\n")
    assert (ran.status, ran.lines) == (0, ["     0  发牌"])
    assert stored(path)[0]["previous"] == {
        "emperor": 1, "guard": 2, "places": [2, 3, 0, 0, 1], "winner": "emperor", "open_solo": False,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ([], "新牌谱要写 --rules"),
        (["--rules", "nosuch"], "没有玩法 nosuch"),
        ([*NEW[:2], "--players", "甲 乙"], "要五个名字"),
        ([*NEW[:2], "--players", "甲 甲 乙 丙 丁"], '名字"甲"出现两次'),
        (["--rules", RULES, "--view", "6"], "--view"),
        ([*NEW, "--no-check"], "--no-check"),
        ([*NEW, "--stdin"], "牌谱头由第一行给出"),
        ([*NEW, "--after", "nosuch.json"], "nosuch.json: 没有这个文件"),
    ],
)
def test_what_cannot_be_begun_is_one_sentence(paishen: Paishen, path: Path, args: list[str], said: str) -> None:
    ran = paishen("record", path, *args, stdin=TEXT)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err
    assert not path.exists()


def test_another_header_than_the_file_has(paishen: Paishen, path: Path) -> None:
    paishen("record", path, *NEW, stdin=TEXT)
    before = path.read_bytes()
    for option, value in (("--rules", "simple"), ("--players", "a b c d e"), ("--view", "2"), ("--game", "g")):
        ran = paishen("record", path, option, value, stdin="")
        assert (ran.status, f"已有另一个 {option}" in ran.err) == (2, True)
    assert path.read_bytes() == before


# -- a terminal ----------------------------------------------------------------------------------------------


class Terminal:
    """The command on a terminal of its own: keys in, what the screen was told out."""

    def __init__(self, root: Path, *args: str | Path) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        environment = {**os.environ, "PYTHONPATH": str(root), "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
        self.process = subprocess.Popen(
            [*COMMAND, *map(str, args)], stdin=slave, stdout=slave, stderr=slave, env=environment,
            start_new_session=True,
        )  # fmt: skip
        os.close(slave)

    def until(self, *texts: str) -> str:
        """Wait until the screen was told some texts, one after the other; what it was told since the last time."""
        deadline = time.monotonic() + 60
        wanted = re.compile(".*".join(map(re.escape, texts)), re.DOTALL)
        data = b""
        while not wanted.search(told := re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", data.decode("utf-8", "ignore"))):
            assert time.monotonic() < deadline, told
            if select.select([self.master], [], [], 0.2)[0]:
                data += os.read(self.master, 65536)
        return told

    def prompt(self, text: str) -> str:
        """Wait for the next table and the prompt below it."""
        return self.until("未出", text)

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def end(self) -> int:
        """Wait for its end."""
        status = self.process.wait(60)
        os.close(self.master)
        return status


@pytest.fixture
def on_terminal() -> Iterator[list[Terminal]]:
    """Terminals that are ended with the test."""
    started: list[Terminal] = []
    yield started
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()


def test_a_game_on_a_terminal(root: Path, path: Path, on_terminal: list[Terminal]) -> None:
    """The table after every line, what is left of each rank; killed and started again it goes on."""
    one = Terminal(root, path, *NEW, "--view", "all")
    on_terminal.append(one)
    one.prompt("1/5 手牌, 每家一行>")
    for number, hand in enumerate(HANDS, 1):
        one.type(f"{hand}\r")
        one.prompt(f"{number + 1}/5 手牌" if number < 5 else "1 甲>")
    one.type("y\r")
    one.prompt("1 甲>")
    one.type("6\r")
    shown = one.prompt("2 乙>")
    assert "▶  2 乙  侍卫    2   轮到  B* 7" in shown
    assert "台面: 6 (甲 所出)" in shown
    ranks, left = (line.split()[1:] for line in shown.splitlines()[-20:] if line.strip()[:2] in ("点数", "未出"))
    assert dict(zip(ranks, left, strict=True)) == {"R": "2", "B": "2", "9": "2", "7": "2", "6": "1"}
    one.type("9\r")
    one.until("✗ 这一家手里不会有这些牌 (规则书 2.10, not_held)", "合规的: 2 乙 7、B、-", "2 乙>")
    one.process.send_signal(signal.SIGKILL)
    assert one.end() == -9
    two = Terminal(root, path)
    on_terminal.append(two)
    assert "     2  甲 出 6" in two.prompt("2 乙>")
    typed = [("7", "3 丙>"), ("9", "4 丁>"), ("B", "5 戊>"), ("R", "1 甲>"), ("5 6", "1 甲>"), ("R*", "2 乙>")]
    for keys, prompt in typed:
        two.type(f"{keys}\r")
        two.prompt(prompt)
    two.type("2 B*\r")
    two.prompt("打完了, 回车记终局>")
    two.type("\r")
    assert "判词: 有效; 皇帝一方胜" in two.prompt("已终局>")
    two.type("\x04")
    assert two.end() == 0
    assert verdict_of(path).status == "valid"


def test_a_new_game_asks_for_what_is_not_said(root: Path, path: Path, on_terminal: list[Terminal]) -> None:
    one = Terminal(root, path, "--lang", "en")
    on_terminal.append(one)
    for question, answer in (("rules (classic, ", "room-six"), ("five names", ""), ("who records", "3")):
        one.until(question)
        one.type(f"{answer}\n")
    one.until("your own hand")
    one.type("\x03")
    one.until("your own hand")
    one.type("quit\r")
    assert one.end() == 0
    header = stored(path)[0]
    assert (header["rules"], header["view"], header["players"]) == ("room-six", 3, HEADER["players"])
