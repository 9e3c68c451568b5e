"""Reading JSON lines quickly and reading them line by line are the same: same games, same hashes, same errors."""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest
from msgspec import UNSET, structs

from analyzer.errors import Unreadable
from analyzer.events import Log
from analyzer.importing import quick
from analyzer.importing.columns import lot_of_items
from analyzer.importing.entry import Entry
from analyzer.importing.item import Item, taken
from analyzer.importing.known import Book
from analyzer.paipu import Sourced, dumps_lines, loads
from analyzer.paipu.chain import chained, content_hash
from analyzer.paipu.files import loads_by
from analyzer.rulesets import names
from analyzer.simulate import simulate

HERE = Path(__file__).resolve().parent


def quickly(data: bytes) -> list[Sourced | Unreadable | Item]:
    return list(loads_by(data, "a.jsonl", quick.quickly))


def compared(data: bytes) -> int:
    """How many games came quickly; the rest, and all of the entries, are as reading line by line gives them."""
    slow, fast = list(loads(data, "a.jsonl")), quickly(data)
    assert len(slow) == len(fast)
    for one, other in zip(slow, fast, strict=True):
        if isinstance(one, Unreadable):
            assert isinstance(other, Unreadable)
            assert vars(one) == vars(other)
            assert (one.say("zh"), one.say("en")) == (other.say("zh"), other.say("en"))
        elif not isinstance(other, Item):
            assert one == other
    same([taken(one) for one in slow], [taken(other) for other in fast])
    return sum(isinstance(found, Item) for found in fast)


def same(slow: list[Item | Entry], fast: list[Item | Entry]) -> None:
    ours, theirs = [], []
    for one, other in zip(slow, fast, strict=True):
        if isinstance(one, Entry) or isinstance(other, Entry):
            assert one == other
            continue
        assert other.log() == one.log()
        assert other.sha256 == content_hash(one.log())
        for name in set(Item._fields) - {"times", "hands", "log"}:
            assert getattr(one, name) == getattr(other, name), name
        times = [None] * other.events if other.times is None else list(other.times)
        assert times == (one.times or [])
        ours.append(one)
        theirs.append(other)
    if ours:
        for column, other_column in zip(flat(ours), flat(theirs), strict=True):
            assert np.array_equal(column, other_column)


def flat(items: list[Item]) -> list[np.ndarray[tuple[int, ...], np.dtype[np.generic]]]:
    found, known = lot_of_items(items)
    return [*found.columns, found.rules, found.claims, found.said, found.ends, known]


def timed(log: Log, random: Random, share: float) -> Log:
    """The log with times on a share of its events."""
    times = [random.randrange(10**9) if random.random() < share else UNSET for _ in log.events]
    events = tuple(structs.replace(event, t=time) for event, time in zip(log.events, times, strict=True))
    return structs.replace(log, events=events)


@pytest.fixture(scope="module")
def games() -> list[Log]:
    """A game of every ruleset, and some more."""
    return [simulate(name, seed) for name in names() for seed in range(2)]


def test_what_our_writer_writes_is_read_quickly(games: list[Log]) -> None:
    assert compared(b"".join(map(dumps_lines, games))) == len(games)


def test_times_are_read_quickly(games: list[Log]) -> None:
    random = Random(1)
    assert compared(b"".join(dumps_lines(timed(log, random, 1)) for log in games)) == len(games)
    assert compared(b"".join(dumps_lines(timed(log, random, 0.9)) for log in games)) == len(games)


def test_the_cases_and_the_hand_written_games() -> None:
    for path in (HERE / "cases" / "games.jsonl.gz", HERE.parent / "replays" / "conformance" / "games.jsonl"):
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        compared(data)
        logs = [found.log for found in loads(data, "a.jsonl") if isinstance(found, Sourced)]
        assert compared(b"".join(map(dumps_lines, logs))) > 100


def lines_with(lines: list[bytes], random: Random) -> Iterator[bytes]:
    """The lines with one of them changed, put twice, left out, or another put before it."""
    at = random.randrange(len(lines))
    how = random.randrange(8)
    for place, line in enumerate(lines):
        if place != at:
            yield line
        elif how == 0:
            yield from (line, line)
        elif how == 1:
            yield random.choice(ODD)
            yield line
        elif how == 2:
            yield from line.split(b",", 1)
        elif how == 3:
            cut = random.randrange(len(line))
            yield line[:cut] + bytes([random.randrange(1, 256)]) + line[cut + 1 :]
        elif how == 4:
            yield line[:-1] + random.choice([b',"t":5}', b',"t":05}', b',"t":9007199254740993}', b',"x-a":{"t":1}}'])
        elif how == 5:
            yield line.replace(b'"seat":1', b'"seat":6').replace(b"s", b"")
        elif how == 6:
            yield line + random.choice([b"\r", b" ", b"\r\r"])


ODD = [
    b"", b"{", b"\xff", b"[]", b'{"type":"seal"}', b'{"type":"undo","count":300}', b'{"type":"note","text":"\\u0000"}',
    b'{"type":"deal","hands":["3s","3s","3s","3s","3s"]}', b'{"type":"deal","hands":["3s","3","3s","3s","3s"]}',
    b'{"type":"note","text":"a\\",\\"t\\":5}"}', b'{"type":"end"}', b'{"type":"play","seat":1,"cards":"3s3"}',
    b'{"type":"play","seat":1,"cards":""}', b'{"type":"play","seat":1,"cards":"9s8s"}', b'\xef\xbb\xbf{"type":"void"}',
    b'{"format":"paipu","version":1,"game":"a","rules":"simple","players":["a","b","c","d","d"]}',
    b'{"format":"paipu","version":1,"game":"a","rules":"none","players":["a","b","c","d","e"]}',
    b'{"format":"paipu","version":1,"game":"\\t","rules":"simple","players":["a","b","c","d","e"]}',
    b'{"format":"paipu","version":2,"game":"a","rules":"simple","players":["a","b","c","d","e"]}',
    b'{"format":"paipu","version":1,"game":"a","rules":"simple","players":["a","b","c","d","e"],"view":2}',
    b'{"format":"paipu","version":1,"game":"a","rules":"simple","players":["a","b","c","d","e"],"events":[]}',
]  # fmt: skip


def test_changed_lines_are_read_as_they_are_without_haste(games: list[Log]) -> None:
    """Three games, a line of them changed in one of many ways."""
    random, came = Random(7), 0
    small = [structs.replace(game, events=game.events[: random.randrange(4, 30)]) for game in games]
    for _ in range(400):
        logs = [timed(log, random, random.choice([0, 0, 1, 0.5])) for log in random.sample(small, 3)]
        lines = b"".join(map(dumps_lines, logs)).split(b"\n")
        came += compared(b"\n".join(lines_with(lines, random)))
    assert came > 200


def test_names_of_every_kind(games: list[Log]) -> None:
    game = structs.replace(games[0], events=games[0].events[:5])
    for name in ("a", "~ !#[]^", "甲", 'a"b', "a\\b", "\x7f", "x" * 120, "é" * 120, "x" * 121, "\t"):
        data = dumps_lines(structs.replace(game, game=name)) + dumps_lines(game)
        assert compared(data) == (2 if name in {"a", "~ !#[]^", "x" * 120} else 1), name


def test_a_log_with_a_chain_is_read_as_before(games: list[Log]) -> None:
    lines = dumps_lines(chained(games[0]))
    assert compared(lines + dumps_lines(games[1]) + lines.replace(b'"seat":2', b'"seat":3')) == 1


def test_the_edges_of_blocks(games: list[Log], monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"".join(dumps_lines(structs.replace(game, events=game.events[:6])) for game in games[:4])
    for size in (1, 7, 97, 1000, len(data) - 1, len(data)):
        monkeypatch.setattr(quick, "BLOCK", size)
        assert compared(data) == 4
        assert compared(b"\xef\xbb\xbf" + data.removesuffix(b"\n")) == 3
        assert compared(data.replace(b"\n", b"\r\n")) == 0


def test_a_game_that_is_too_long_is_read_line_by_line(games: list[Log], monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"".join(dumps_lines(game) for game in games[:3])
    monkeypatch.setattr(quick, "BLOCK", 1000)
    monkeypatch.setattr(quick, "LONGEST", len(dumps_lines(games[0])) - 500)
    assert compared(data) < 3


def test_what_is_known_has_an_end(games: list[Log], monkeypatch: pytest.MonkeyPatch) -> None:
    """A book that is full is begun anew, in the middle of a game, too."""
    monkeypatch.setattr("analyzer.importing.known.MOST", 40)
    known = Book()
    data = b"".join(map(dumps_lines, games))
    monkeypatch.setattr(quick, "BLOCK", 5000)
    found = [item for block in quick.blocks(io.BytesIO(data)) for _, item in quick.games_in(block, "a", 1, known)]
    slow = [taken(one) for one in loads(data, "a")]
    for one, other in zip(found, slow, strict=True):
        assert isinstance(other, Item)
        assert one is None or (one.sha256, one.codes) == (other.sha256, other.codes)
    assert len(known.numbers) < 400


def test_the_archive_has_the_same_of_both(games: list[Log], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from analyzer.archive import Archive
    from analyzer.importing import bring, sources
    from analyzer.paipu.lines import read_lines

    file = tmp_path / "games.paipu.jsonl"
    file.write_bytes(b"".join(dumps_lines(structs.replace(game, game=f"g{at}")) for at, game in enumerate(games)))
    entries = list(bring([file], tmp_path / "quick"))
    monkeypatch.setattr(sources, "quickly", read_lines)
    assert list(bring([file], tmp_path / "slow")) == entries
    for view in ("games", "event_words", "plays"):
        one, other = (Archive(tmp_path / name).ask(f"SELECT * FROM {view}") for name in ("quick", "slow"))
        assert one == other
        assert one
