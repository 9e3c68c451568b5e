"""`analyzer.Recorder`: a game server in Python."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import analyzer
from analyzer import Receipt, Recorder
from analyzer.errors import NotRecorded, PaishenError, Refusal, RulesetError, Unreadable
from analyzer.events import Pass
from analyzer.paipu import Sourced, read, write
from analyzer.paipu.chain import head_of, seal
from tests.recording import ADDED, GAME, HEADER, said, stored, verdict_of

KEY = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
"""A public key of RFC 8032."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "small.paipu.jsonl"


def recorded(path: Path, count: int = len(GAME)) -> list[Receipt]:
    """The first events of the small game, recorded."""
    with Recorder(path, HEADER) as recorder:
        return [recorder.append(event) for event in GAME[:count]]


def test_a_recorded_game_is_the_game_with_a_chain(path: Path) -> None:
    receipts = recorded(path)
    assert said(path) == GAME
    header, *lines = stored(path)
    assert {key: value for key, value in header.items() if key not in ADDED} == HEADER
    assert [line["h"] for line in lines] == [receipt.h for receipt in receipts]
    assert [receipt.event for receipt in receipts] == list(range(len(GAME)))
    verdict = verdict_of(path)
    assert (verdict.status, verdict.integrity, verdict.scores) == ("valid", "chained", (2, 1, -1, -1, -1))


def test_the_salt_is_secret_and_new_each_time(tmp_path: Path) -> None:
    """The same game twice has no hash in common, and nobody else may read the file."""
    one, two = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    assert not {receipt.h for receipt in recorded(one)} & {receipt.h for receipt in recorded(two)}
    assert len({stored(file)[0]["salt"] for file in (one, two)}) == 2
    assert one.stat().st_mode & 0o777 == 0o600


def test_the_name_is_imported_when_it_is_asked_for() -> None:
    assert analyzer.Recorder is Recorder
    with pytest.raises(AttributeError, match="no attribute 'Recorders'"):
        analyzer.Recorders  # noqa: B018


def test_it_goes_on_where_it_stopped(path: Path) -> None:
    recorded(path, 4)
    with Recorder(path, HEADER) as recorder:
        assert (recorder.resumed, recorder.next) == (True, 4)
        assert [recorder.append(event).event for event in GAME[4:]] == list(range(4, len(GAME)))
    with Recorder(path) as recorder:
        assert recorder.next == len(GAME)
    assert said(path) == GAME


def test_the_same_id_is_acknowledged_twice_and_stored_once(path: Path) -> None:
    first = recorded(path, 5)
    with Recorder(path, HEADER) as recorder:
        assert [recorder.append(event) for event in GAME[:5]] == first
        assert recorder.append(GAME[5]) == recorder.append(GAME[5])
        with pytest.raises(NotRecorded, match="event 2 has the same x-id") as error:
            recorder.append({**GAME[2], "cards": "R"})
    assert error.value.code == "same_id"
    assert said(path) == GAME[:6]


def test_an_id_that_was_undone_is_still_known(path: Path) -> None:
    first = recorded(path, 3)
    with Recorder(path, HEADER) as recorder:
        recorder.append({"type": "undo"})
        assert recorder.append(GAME[2]) == first[2]
        assert recorder.next == 4


def test_an_event_that_breaks_a_rule_is_refused_and_nothing_is_written(path: Path) -> None:
    recorded(path, 3)
    before = path.read_bytes()
    with Recorder(path, HEADER) as recorder:
        for event, code in (
            ({"type": "play", "seat": 3, "cards": "9"}, "not_your_turn"),
            ({"type": "play", "seat": 2, "cards": "6"}, "not_held"),
            ({"type": "end"}, "not_over"),
            ({"type": "undo", "count": 9}, "nothing_to_undo"),
            ({"type": "pass", "seat": 2, "h": "0" * 64}, "broken_chain"),
            ({"type": "seal", "events": 3, "head": recorder.head, "key": KEY, "signature": "0" * 128}, "broken_chain"),
        ):  # fmt: skip
            with pytest.raises(Refusal) as error:
                recorder.append(event)
            assert (error.value.code, error.value.event) == (code, 3)
        assert recorder.next == 3
        assert path.read_bytes() == before
        assert recorder.append(GAME[3]).event == 3


def test_recording_only_stores_what_happened(path: Path) -> None:
    with Recorder(path, HEADER, check=False) as recorder:
        for event in (*GAME[:3], {"type": "play", "seat": 4, "cards": "9"}):
            recorder.append(event)
    verdict = verdict_of(path)
    assert (verdict.status, verdict.event, verdict.code) == ("illegal", 3, "not_your_turn")


def test_checking_goes_on_after_an_event_that_was_illegal(path: Path) -> None:
    """What happened, happened: after 4 played out of turn it is 5's turn."""
    with Recorder(path, HEADER, check=False) as recorder:
        for event in (*GAME[:3], {"type": "play", "seat": 4, "cards": "9"}):
            recorder.append(event)
    with Recorder(path, HEADER) as recorder:
        assert recorder.append({"type": "play", "seat": 5, "cards": "R"}).event == 4


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"type": "pass"}, 'the key "seat" is missing'),
        ({"type": "pass", "seat": True}, "at seat: a whole number is wanted, not true or false"),
        ({"type": "play", "seat": 1, "cards": "1"}, "no card"),
        ({"type": "dance"}, 'unknown value "dance"'),
        ({"type": "note", "text": "e\u0301"}, "not NFC"),
        ({"type": "note", "text": "\ud800"}, "half of a surrogate pair"),
        ({"type": "note", "text": "", "x-id": 0.5}, "decimal point"),
        ({"type": "note", "text": "", "x-id": 2**53}, "2^53"),
        ({"type": "note", "text": "", "x-id": float("nan")}, "NaN"),
        ({"type": "note", "text": "", "x-id": {1}}, "cannot be written as JSON"),
        (HEADER, "an event is wanted"),
        (b'{"type":"note","text":"","text":""}', "stands twice"),
        (b"[1]", "JSON object"),
        (Pass(seat=9), "at seat: a number <= 5 is wanted"),
    ],
)
def test_what_is_no_event_is_one_sentence_and_changes_nothing(path: Path, event: Any, said: str) -> None:
    recorded(path, 2)
    before = path.read_bytes()
    with Recorder(path, HEADER, check=False) as recorder, pytest.raises(Unreadable) as error:
        recorder.append(event)
    assert said in str(error.value)
    assert "line" not in str(error.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"version": 2}, Unreadable),
        ({"players": ["甲"] * 5}, Unreadable),
        ({"rules": "nosuch"}, RulesetError),
        ({"rules_sha256": "0" * 64}, Unreadable),
        ({"h": "0" * 64}, NotRecorded),
        ({"events": []}, Unreadable),
        ({"game": "e\u0301"}, Unreadable),
    ],
)
def test_a_header_that_is_none_makes_no_game(path: Path, change: dict[str, Any], kind: type[PaishenError]) -> None:
    with pytest.raises(kind):
        Recorder(path, {**HEADER, **change})
    assert not path.exists() or path.read_bytes() == b""


def test_without_a_header_nothing_is_begun(path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Recorder(path)
    path.touch()
    with pytest.raises(NotRecorded, match="no header"):
        Recorder(path)


@pytest.mark.parametrize("change", [{"game": "other"}, {"view": 0}, {"x-room": 7}, {"salt": "0" * 32}])
def test_another_header_is_refused(path: Path, change: dict[str, Any]) -> None:
    recorded(path, 2)
    before = path.read_bytes()
    with pytest.raises(NotRecorded, match="another header") as error:
        Recorder(path, {**HEADER, **change})
    assert error.value.code == "other_header"
    assert path.read_bytes() == before


def test_the_stored_header_is_the_same_header(path: Path) -> None:
    recorded(path, 2)
    with Recorder(path, stored(path)[0]) as recorder:
        assert recorder.next == 2


def test_a_second_recorder_is_kept_out(path: Path) -> None:
    with Recorder(path, HEADER) as recorder:
        with pytest.raises(NotRecorded) as error:
            Recorder(path, HEADER)
        assert error.value.code == "locked"
        recorder.append(GAME[0])
    assert said(path) == GAME[:1]
    with pytest.raises(NotRecorded) as error:
        recorder.append(GAME[1])
    assert error.value.code == "stopped"


def test_a_child_of_the_process_cannot_record_with_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both would hold the lock, and their chains would part."""
    with Recorder(path, HEADER) as recorder:
        recorder.append(GAME[0])
        monkeypatch.setattr("os.getpid", lambda: 1)
        with pytest.raises(NotRecorded) as error:
            recorder.append(GAME[1])
    assert (error.value.code, said(path)) == ("stopped", GAME[:1])


def test_no_log_is_recorded_that_is_too_long_to_be_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.recorder.recorder.MOST_EVENTS", 4)
    with Recorder(path, HEADER) as recording:
        for event in GAME[:4]:
            recording.append(event)
        before = path.read_bytes()
        with pytest.raises(NotRecorded) as refused:
            recording.append(GAME[4])
    assert refused.value.code == "full"
    assert path.read_bytes() == before


def test_a_sealed_log_is_closed(path: Path) -> None:
    """A seal may come through the recorder, or be put there by `paishen seal`."""
    recorded(path)
    (found,) = read(path)
    assert isinstance(found, Sourced)
    sealed = seal(found.log, Ed25519PrivateKey.generate())
    with Recorder(path, HEADER) as recorder:
        receipt = recorder.append(sealed.events[-1])
        assert (receipt.h, receipt.event) == (sealed.events[-1].h, len(GAME))
        with pytest.raises(Refusal, match="nothing may follow the end"):
            recorder.append({"type": "note", "text": "more"})
    assert verdict_of(path).integrity == "sealed"
    write(path, [sealed])
    with pytest.raises(NotRecorded) as error:
        Recorder(path, HEADER)
    assert error.value.code == "sealed"
    assert head_of(sealed) == sealed.events[-2].h


def test_threads_share_a_recorder(path: Path) -> None:
    """Eight threads, each event sent by two of them: each is stored once, in one unbroken chain."""
    receipts: list[tuple[int, Receipt]] = []
    note = {"type": "note", "text": "n"}
    with Recorder(path, HEADER) as recorder:

        def send(first: int) -> None:
            numbers = range(first, first + 50)
            receipts.extend((number, recorder.append({**note, "x-id": number})) for number in numbers)

        threads = [threading.Thread(target=send, args=(25 * start,)) for start in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    events = said(path)
    assert sorted(event["x-id"] for event in events) == list(range(225))
    assert {(number, receipt.event) for number, receipt in receipts} == {
        (event["x-id"], index) for index, event in enumerate(events)
    }
    assert verdict_of(path).integrity == "chained"


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_what_is_no_file_is_refused(path: Path, tmp_path: Path, kind: str) -> None:
    if kind == "link":
        path.symlink_to(tmp_path / "other")
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.mkdir()
    with pytest.raises((NotRecorded, IsADirectoryError)):
        Recorder(path, HEADER)
    assert not (tmp_path / "other").exists()


def test_a_log_that_was_not_recorded_is_left_alone(path: Path) -> None:
    """A log without a chain, a game that is one object, and any other text."""
    plain = b"".join(json.dumps(part).encode() + b"\n" for part in (HEADER, *GAME))
    for data in (plain, json.dumps({**HEADER, "events": GAME}).encode(), b"to do: buy cards", b"\n", plain[:-5]):
        path.write_bytes(data)
        with pytest.raises(NotRecorded, match="damaged from byte 0 on, not repaired"):
            Recorder(path, HEADER)
        assert path.read_bytes() == data
        assert list(path.parent.iterdir()) == [path]
