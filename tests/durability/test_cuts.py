"""A log cut at every byte, and damaged at every byte: the exact prefix, or refused with the place."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from analyzer.errors import NotRecorded
from analyzer.events import Event
from analyzer.recorder import Recorder
from analyzer.recorder.scan import Scanned, scan
from tests.durability.pagecache import Inode, PageCache
from tests.durability.power import PLACE
from tests.recording import GAME, HEADER, said

NAME = PLACE.name


def disk_with(data: bytes) -> PageCache:
    """A disk with a log on it."""
    disk, inode = PageCache(Random(1)), Inode()
    inode.now, inode.disk = bytearray(data), bytearray(data)
    disk.names_now[NAME] = disk.names_disk[NAME] = inode
    return disk


@pytest.fixture(scope="module")
def log() -> bytes:
    """The small game, recorded."""
    disk = PageCache(Random(1))
    with Recorder(PLACE, HEADER, disk=disk) as recorder:
        for event in GAME:
            recorder.append(event)
    return bytes(disk.names_now[NAME].now)


def bodies(events: list[Event]) -> list[tuple[object, ...]]:
    return [(event.x["x-id"], event.h) for event in events if event.x and "x-id" in event.x]


def test_cut_at_every_byte_gives_the_exact_prefix(log: bytes) -> None:
    """All events whose lines are whole are there, the rest of the bytes is kept beside the log, and noted."""
    whole = scan(log)
    header = log.index(b"\n")
    for length in range(header, len(log) + 1):
        data = log[:length]
        disk = disk_with(data)
        with Recorder(PLACE, HEADER, disk=disk) as recorder:
            events = recorder.events
            lines = data.count(b"\n") + (log[length : length + 1] == b"\n") - 1
            assert bodies(events) == bodies(whole.events[:lines]), length
            tail = b"" if log[length : length + 1] == b"\n" else data[data.rfind(b"\n") + 1 :]
            beside = [bytes(disk.names_now[name].now) for name in disk.names_now if name != NAME]
            assert beside == [tail] * bool(tail), length
            assert len(events) == lines + bool(tail), length
        assert bytes(disk.names_now[NAME].now).startswith(data[: len(data) - len(tail)]), length
        assert scan(bytes(disk.names_now[NAME].disk)).events == events


def test_cut_in_the_header_begins_anew(log: bytes) -> None:
    """Nothing was acknowledged yet; the bytes are kept all the same."""
    for length in range(1, log.index(b"\n") - 1):
        disk = disk_with(log[:length])
        with pytest.raises(NotRecorded, match="no header"):
            Recorder(PLACE, disk=disk)
        assert list(disk.names_now) == [NAME]
        with Recorder(PLACE, HEADER, disk=disk) as recorder:
            assert (recorder.resumed, len(recorder.events)) == (False, 1)
        assert [bytes(disk.names_now[name].now) for name in disk.names_now if name != NAME] == [log[:length]]


def keeps_a_partial_line(data: bytes) -> Scanned:
    """A recovery that only closes the last line."""
    return scan(data)._replace(tail=b"", bare=True)


def test_a_recovery_that_keeps_a_partial_line_is_caught(log: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.recorder.recorder.scan", keeps_a_partial_line)
    disk = disk_with(log[:-30])
    with Recorder(PLACE, HEADER, disk=disk):
        pass
    with pytest.raises(NotRecorded, match="damaged"):
        scan(bytes(disk.names_now[NAME].now))


def test_a_changed_byte_is_refused_with_the_byte_of_its_line(log: bytes) -> None:
    """Every byte but the last line's end, each changed to another: nothing is opened, nothing is changed."""
    for at in range(len(log) - 1):
        data = log[:at] + bytes([log[at] ^ 1]) + log[at + 1 :]
        disk = disk_with(data)
        begin = log.rfind(b"\n", 0, at) + 1
        with pytest.raises(NotRecorded) as error:
            Recorder(PLACE, HEADER, disk=disk)
        assert (error.value.code, f"from byte {begin} on" in str(error.value)) == ("damaged", True), at
        assert (bytes(disk.names_now[NAME].now), list(disk.names_now)) == (data, [NAME])


@pytest.mark.parametrize("change", ["swapped", "left out", "twice", "blank", "header"])
def test_other_damage_is_refused(log: bytes, change: str) -> None:
    lines = log.splitlines(keepends=True)
    changed = {
        "swapped": [*lines[:3], lines[4], lines[3], *lines[5:]],
        "left out": [*lines[:3], *lines[4:]],
        "twice": [*lines[:4], *lines[3:]],
        "blank": [*lines[:3], b"\n", *lines[3:]],
        "header": [*lines[:3], lines[0], *lines[3:]],
    }[change]
    begin = sum(map(len, lines[: 4 if change == "twice" else 3]))
    with pytest.raises(NotRecorded, match=f"damaged from byte {begin} on, not repaired"):
        scan(b"".join(changed))


def test_sectors_that_were_never_written_are_an_incomplete_line(log: bytes) -> None:
    """NUL bytes where the last line should be; anywhere else they are damage."""
    begin = log.rindex(b"\n", 0, -1) + 1
    for tail in (bytes(80), log[begin : begin + 9] + bytes(80), bytes(40) + log[begin + 40 :]):
        found = scan(log[:begin] + tail)
        assert (found.length, found.tail) == (begin, tail)
    with pytest.raises(NotRecorded, match="damaged"):
        scan(log[: begin - 10] + bytes(10) + log[begin:])


def test_a_crash_while_mending_leaves_nothing_unsaid(tmp_path: Path) -> None:
    """The bytes were set aside and cut off, but the note was not written: the next start writes it."""
    path = tmp_path / NAME
    with Recorder(path, HEADER) as recorder:
        recorder.append(GAME[0])
    with path.open("ab") as stream:
        stream.write(b'{"type":"ac')
    with Recorder(path, HEADER) as recorder:
        note = recorder.events[-1]
        length = recorder.next
    data = path.read_bytes()
    path.write_bytes(data[: data.rindex(b"\n", 0, -1) + 1])
    for _ in range(2):
        with Recorder(path, HEADER) as recorder:
            assert (recorder.events[-1], recorder.next) == (note, length)
    assert said(path)[-1]["x-bytes"] == 11
