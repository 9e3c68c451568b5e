"""`paishen record FILE --stdin`: a game server in any language."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from analyzer.recorder import Recorder
from tests.conftest import Paishen
from tests.recording import GAME, HEADER, said, stored, verdict_of

COMMAND = [sys.executable, "-c", "from analyzer.cli import main; main()", "record"]


def text(*lines: Any) -> str:
    """Lines to send: as they are, or as JSON."""
    return "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "small.paipu.jsonl"


def test_a_game_is_recorded_line_by_line(paishen: Paishen, path: Path) -> None:
    ran = paishen("record", path, "--stdin", stdin=text(HEADER, *GAME))
    assert (ran.status, ran.err) == (0, "")
    assert ran.json == [
        {"event": None if index < 0 else index, "h": line["h"]} for index, line in enumerate(stored(path), -1)
    ]
    assert said(path) == GAME
    assert verdict_of(path).status == "valid"


def test_after_a_restart_it_says_which_event_is_next(paishen: Paishen, path: Path) -> None:
    first = paishen("record", path, "--stdin", stdin=text(HEADER, *GAME[:4]))
    ran = paishen("record", path, "--stdin", stdin=text(HEADER, *GAME[2:]))
    assert ran.json[0] == {"resume": 4}
    assert ran.json[1:3] == first.json[3:]
    assert [line["event"] for line in ran.json[1:]] == list(range(2, len(GAME)))
    assert said(path) == GAME


def test_an_unusable_line_is_answered_and_changes_nothing(paishen: Paishen, path: Path) -> None:
    unusable = ["no json", "", '{"type":"pass"}', '{"type":"pass","seat":1,"seat":2}', "[" * 40, HEADER,
                {**GAME[1], "cards": "9"}, {"type": "play", "seat": 3, "cards": "9"}]  # fmt: skip
    ran = paishen("record", path, "--stdin", "--lang", "en", stdin=text(HEADER, *GAME[:3], *unusable, *GAME[3:]))
    assert (ran.status, ran.err, len(ran.lines)) == (1, "", 1 + len(GAME) + len(unusable))
    refused = ran.json[4 : 4 + len(unusable)]
    assert [line["error"] for line in refused] == [*["unreadable"] * 7, "not_your_turn"]
    assert all(list(line) == ["error", "message"] and "\n" not in line["message"] for line in refused)
    assert refused[7]["message"] == "game small, event 3: it is not this seat's turn"
    assert said(path) == GAME


def test_headers_until_one_is_usable(paishen: Paishen, path: Path) -> None:
    wrong = [GAME[0], {**HEADER, "version": 2}, {**HEADER, "rules": "nosuch"}, "{"]
    ran = paishen("record", path, "--stdin", stdin=text(*wrong, HEADER, GAME[0]))
    assert [line.get("error") for line in ran.json] == ["unreadable", "unreadable", "ruleset", "unreadable", None, None]
    again = paishen("record", path, "--stdin", stdin=text({**HEADER, "game": "other"}, HEADER))
    assert [line.get("error", line.get("resume")) for line in again.json] == ["other_header", 1]


def test_without_checking_everything_is_stored(paishen: Paishen, path: Path) -> None:
    events = [*GAME[:3], {"type": "play", "seat": 4, "cards": "9"}]
    ran = paishen("record", path, "--stdin", "--no-check", stdin=text(HEADER, *events))
    assert (ran.status, said(path)) == (0, events)
    assert verdict_of(path).code == "not_your_turn"


def test_a_file_that_is_being_recorded(paishen: Paishen, path: Path) -> None:
    with Recorder(path, HEADER):
        ran = paishen("record", path, "--stdin", stdin=text(HEADER, *GAME))
    assert (ran.status, [line["error"] for line in ran.json]) == (2, ["locked"])
    assert ran.err == f"paishen: {path}: 另一个程序正在记这份牌谱\n"
    assert said(path) == []


def test_a_damaged_file_is_refused_with_the_byte(paishen: Paishen, path: Path) -> None:
    paishen("record", path, "--stdin", stdin=text(HEADER, *GAME))
    data = path.read_bytes()
    at = data.index(b'{"type":"play"')
    damage = data[:at] + data[at:].replace(b'"seat":1', b'"seat":2', 1)
    path.write_bytes(damage)
    ran = paishen("record", path, "--stdin", "--lang", "en", stdin=text(HEADER))
    assert (ran.status, ran.json[0]["error"]) == (2, "damaged")
    assert f"damaged from byte {at} on, not repaired: it does not fit its hash" in ran.err
    assert path.read_bytes() == damage


def test_a_folder_that_is_not_there(paishen: Paishen, path: Path) -> None:
    ran = paishen("record", path / "no" / "a.jsonl", "--stdin", stdin=text(HEADER))
    assert (ran.status, ran.json[0]["error"], ran.err.count("\n")) == (2, "system", 1)


@pytest.fixture
def server(path: Path, root: Path) -> Iterator[subprocess.Popen[str]]:
    """The command as a process that is spoken to line by line."""
    environment = {**os.environ, "PYTHONPATH": str(root)}
    with subprocess.Popen(
        [*COMMAND, str(path), "--stdin"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        yield process


def ask(process: subprocess.Popen[str], line: Any) -> Any:
    """Send a line and wait for its answer."""
    assert process.stdin
    assert process.stdout
    process.stdin.write(text(line))
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def test_every_answer_comes_when_its_event_is_in_the_file(server: subprocess.Popen[str], path: Path) -> None:
    assert ask(server, HEADER)["event"] is None
    for index, event in enumerate(GAME):
        assert ask(server, event)["event"] == index
        assert said(path) == GAME[: index + 1]


def test_the_protocol_is_written_down(root: Path) -> None:
    """Every code of the recorder stands in the document, and no other."""
    document = (root / "schemas" / "RECORD-JSON.md").read_text("utf-8")
    table = document.partition("`error` is one of")[2].partition("\n# ")[0]
    rows = re.findall(r"^\| (`[a-z_`, ]+) \|", table, re.MULTILINE)
    named = {code for row in rows for code in re.findall("`([a-z_]+)`", row)} - {"error"}
    sources = [*(root / "analyzer" / "recorder").glob("*.py"), root / "analyzer" / "cli" / "record_stdin.py"]
    code = re.compile(r'(?:_error\(|code=)"([a-z_]+)"')
    used = {found for path in sources for found in code.findall(path.read_text("utf-8"))}
    assert used - named == {"broken_chain", "no_header"}
    assert named - used == {"unreadable", "ruleset", "system"}
