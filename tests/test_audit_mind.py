"""Mind games held against the truth: by hand for the small game of `test_replay` - 1 is emperor, 2 its guard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from analyzer.audit import audit_log
from analyzer.audit.mindgames import claim_in, rates_of
from analyzer.deduction import deduce
from analyzer.events import Log
from analyzer.paipu import write
from tests.conftest import Paishen
from tests.test_audit_sheet import ROOM
from tests.test_replay import PLAYS, events, log_of

NAMES = ("甲", "乙", "丙", "丁", "戊")


def says(seat: int, to: int, say: str, text: str | None = None) -> dict[str, Any]:
    return {"type": "mind", "seat": seat, "to": to, "say": say, **({"text": text} if text else {})}


def told(*messages: dict[str, Any], late: bool = False) -> Log:
    """The small game with messages before its first play, or before its last."""
    deal, accept, *plays = events([*PLAYS])
    at = len(plays) - 1 if late else 0
    return log_of([deal, accept, *plays[:at], *messages, *plays[at:], {"type": "end"}], rules=ROOM)


@pytest.mark.parametrize(
    ("message", "claim", "truth", "knew"),
    [
        (says(1, 2, "ally"), "ally 2", "true", False),
        (says(2, 1, "ally"), "ally 1", "true", True),
        (says(2, 3, "ally"), "ally 3", "false", True),
        (says(3, 4, "ally"), "ally 4", "true", False),
        (says(3, 2, "ally"), "ally 2", "false", False),
        (says(3, 1, "ally"), "ally 1", "false", True),
        (says(3, 1, "help"), None, "unknown", False),
        (says(3, 1, "warn", "小心"), None, "unknown", False),
        (says(3, 4, "rumour"), None, "unknown", False),
        (says(3, 4, "rumour", "我是侍卫"), "guard 3", "false", True),
        (says(2, 4, "rumour", "我不是保"), "not guard 2", "false", True),
        (says(2, 4, "ally", "I am a rebel"), "rebel 2", "false", True),
        (says(5, 4, "warn", "2号是保"), "guard 2", "true", False),
        (says(5, 4, "warn", "乙是保"), "guard 2", "true", False),
        (says(5, 4, "warn", "丙不是革命党"), "not rebel 3", "false", False),
        (says(5, 4, "warn", "2号是保吗? 丙不是革命党, 你说呢?"), "not rebel 3", "false", False),
        (says(2, 4, "ally", "I am a rebel. And you?"), "rebel 2", "false", True),
        (says(2, 4, "ally", "我是反 你呢?"), "rebel 2", "false", True),
    ],
)
def test_each_message_against_the_truth(message: dict[str, Any], claim: str, truth: str, knew: bool) -> None:
    (found,) = audit_log(told(message)).messages
    assert (found.claim, found.truth, found.knew) == (claim, truth, knew)


def test_what_the_table_had_shown_by_then() -> None:
    """A rebellion that stands lays the guard open: 4 could know then that 2 is not on its side."""
    deal, accept, *plays = events([*PLAYS])
    risen = [{"type": "declare", "seat": seat, "what": "rebel"} for seat in (3, 5)]
    log = log_of([deal, accept, *risen, says(4, 2, "ally"), *plays, {"type": "end"}], rules=ROOM)
    (found,) = audit_log(log).messages
    assert (found.truth, found.knew, found.event) == ("false", True, 4)


def test_nobody_can_say_before_there_are_roles() -> None:
    log = log_of([events([])[0], says(1, 2, "ally"), {"type": "escape", "seat": 3}, {"type": "end"}], rules=ROOM)
    (found,) = audit_log(log).messages
    assert (found.truth, found.role) == ("unknown", None)


@pytest.mark.parametrize(
    "text",
    [
        "保护我", "反正我是赢家", "皇后", "小心 3号", "", "he is guarded", "3 is the guard",
        "我是革命党吗?", "3号是保？", "2号不是保吗", "我不是保吧?", "Am I? Seat 3 is the guard?",
    ],
)  # fmt: skip
def test_texts_that_claim_nothing(text: str) -> None:
    assert claim_in(text, 1, NAMES) is None


def test_how_far_the_receiver_moved(paishen: Paishen, tmp_path: Path) -> None:
    """2 lies to 3 before the first play; until 3 acts, 1 and 2 have each played a card that is not B*."""
    log = told(says(2, 3, "ally"), says(4, 5, "ally"))
    beliefs = deduce(log, 3)
    before, after = (beliefs[event].chances for event in (2, 5))
    assert before is not None
    assert after is not None
    write(tmp_path / "a.paipu.json", [log])
    first = paishen("audit", tmp_path / "a.paipu.json", "--beliefs", "--json").json[0]["messages"][0]
    apart = sum(abs(after.get(seat, 0) - before.get(seat, 0)) for seat in (1, 2, 4, 5)) / 2
    assert first["moved"] == pytest.approx(apart)
    assert first["nearer"] == pytest.approx(after[2] - before[2])
    plain = paishen("audit", tmp_path / "a.paipu.json", "--json").json[0]["messages"][0]
    assert (plain["moved"], plain["nearer"]) == (None, None)
    text = paishen("audit", tmp_path / "a.paipu.json", "--beliefs", "--lang", "en").out
    assert "until it acted next its belief moved" in " ".join(text.split())


def test_rates_by_player_and_role() -> None:
    logs = [
        told(says(3, 1, "ally"), says(3, 2, "ally"), says(3, 4, "ally"), says(3, 4, "help"), says(2, 3, "ally")),
        told(says(3, 1, "ally"), late=True),
    ]
    rates = rates_of((log, audit_log(log).messages) for log in logs)
    assert [rate.to_json() for rate in rates] == [
        {"player": "丙", "role": "rebel", "true": 1, "false": 3, "unknown": 1, "knowing": 2},
        {"player": "乙", "role": "guard", "true": 0, "false": 1, "unknown": 0, "knowing": 1},
    ]


def test_the_command(paishen: Paishen, tmp_path: Path) -> None:
    write(tmp_path / "a.paipu.json", [told(says(2, 3, "ally", "信我"))])
    ran = paishen("audit", tmp_path / "a.paipu.json", "--mind", "--lang", "en")
    assert ran.lines == [
        "player  role   false  knowing  true  cannot say  rate",
        "乙      guard  1      1        0     0           1/1",
    ]
    whole = paishen("audit", tmp_path / "a.paipu.json")
    assert "  #2 乙 对 丙 心战: 结盟: 信我 - 假, 明知" in whole.lines
