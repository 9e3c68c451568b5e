"""熟行: lines of JSON that were decoded once and written again to the same bytes.

Few different lines make up nearly all games: which seat passes, which cards it plays. What such a line says does not
change, so the next game that has it is told its packed event, its canonical form and its claim without decoding.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import UNSET, structs

from analyzer.batch.columns import MOST_BACK, claim_of, word_of
from analyzer.batch.records import without_clubs
from analyzer.cards import KINDS, NAMES, shown
from analyzer.errors import PaishenError, Unreadable
from analyzer.events import Deal, End, Event, Header, Log, Play, Seal
from analyzer.importing.head import Head, head_of
from analyzer.paipu import act_of
from analyzer.paipu.chain import canonical
from analyzer.paipu.checks import LONGEST_CARDS, check_event
from analyzer.paipu.json import fast, understood
from analyzer.paipu.writing import ENCODER, dumps_json
from analyzer.rules.acts import Act, Kind

if TYPE_CHECKING:
    import pyarrow as pa

MOST: Final = 1 << 16
"""When so many lines are known, all are forgotten."""
NAME: Final = "?"
_CARD: Final = "|".join(sorted(map(re.escape, NAMES), key=len, reverse=True))
_SHOWN: Final = re.compile(f"(?:{_CARD})+".encode())
_TIME: Final = rb',"t":(0|[1-9][0-9]{0,14})'


class Titled(NamedTuple):
    """题头: a header without the game's name: what it says, and its canonical form before the name and after it."""

    head: Head
    before: bytes
    after: bytes


class Dealt(NamedTuple):
    """发牌行: a line that deals: the five hands as written, `first` (0: not said), the time and the canonical form."""

    hands: bytes
    first: int
    time: int | None
    canonical: bytes


class Learned(NamedTuple):
    """学得: what the book gets to know of a line."""

    code: bytes
    whole: bytes
    before: bytes
    after: bytes
    claim: tuple[list[int], int] | None


class Arrays(NamedTuple):
    """熟行之列: what the book knows, by the number of the line; the last of `codes` and `ends` stands for no line."""

    lines: pa.Array
    whole: pa.Array
    before: pa.Array
    after: pa.Array
    codes: Any
    ends: Any


class Book:
    r"""熟行册: the lines that are known, by number. A line is written without its time and with its LF.

    `codes`: the packed event and suits in 6 bytes; `whole`: its canonical form and a comma; `before`, `after`: the same
    with a time, before the number and after it; `claims`: what the end of a game claims.

    >>> book = Book()
    >>> book.number(b'{"type":"pass","seat":2}\n'), book.number(b'{"type": "pass", "seat": 2}\n')
    (0, -1)
    """

    def __init__(self) -> None:
        self.titles: dict[bytes, Titled] = {}
        self.numbers: dict[bytes, int] = {}
        self.codes: list[bytes] = []
        self.whole: list[bytes] = []
        self.before: list[bytes] = []
        self.after: list[bytes] = []
        self.claims: dict[int, tuple[list[int], int]] = {}
        self._arrays: Arrays | None = None

    def make_room(self) -> None:
        """Forget all lines when they are too many."""
        if len(self.numbers) >= MOST:
            for known in (self.numbers, self.codes, self.whole, self.before, self.after, self.claims):
                known.clear()
            self._arrays = None

    def arrays(self) -> Arrays:
        """What is known, as arrays."""
        if self._arrays is None or len(self._arrays.lines) < len(self.numbers):
            import numpy as np
            import pyarrow as pa

            ends = np.zeros(len(self.numbers) + 1, np.bool_)
            ends[list(self.claims)] = True
            codes = np.frombuffer(b"".join(self.codes) + bytes(6), "V6")
            lines, whole, before, after = (
                pa.array(known, pa.large_binary())
                for known in (list(self.numbers), self.whole, self.before, self.after)
            )
            self._arrays = Arrays(lines, whole, before, after, codes, ends)
        return self._arrays

    def number(self, line: bytes) -> int:
        """编号: the number of a line, which is learned if need be; -1 where that cannot be."""
        found = self.numbers.get(line)
        if found is None:
            learned = self._play(line[:-1]) or self._event(line[:-1])
            if learned is None:
                return -1
            found = len(self.numbers)
            self.numbers[line] = found
            for column, value in zip((self.codes, self.whole, self.before, self.after), learned[:4], strict=True):
                column.append(value)
            if learned.claim:
                self.claims[found] = learned.claim
        return found

    def _event(self, line: bytes) -> Learned | None:
        """What a line says."""
        event = fast(line)
        if event is None or isinstance(event, Header | Deal | Seal) or event.h is not UNSET or event.t is not UNSET:
            return None
        try:
            check_event(event, 0)
        except Unreadable:
            return None
        act = act_of(event)
        if act.arg > MOST_BACK:
            return None
        claim = claim_of(event) if isinstance(event, End) else None
        return Learned(code_of(act), canonical(event) + b",", *_cut(event), claim)

    def _play(self, line: bytes) -> Learned | None:
        """What a play says, by its cards: what stands around them is the same for all plays of a seat."""
        before, mark, rest = line.partition(b'"cards":"')
        play = _plays().get(before + mark)
        cards = rest[:-2]
        if play is None or rest[-2:] != b'"}' or len(cards) > LONGEST_CARDS or not _SHOWN.fullmatch(cards):
            return None
        found = shown(cards.decode())
        code = code_of(Act(int(Kind.PLAY), play.seat, 0, found.play, found.suits))
        return Learned(code, cards.join(play.whole) + b",", cards.join(play.before), play.after, None)

    def titled(self, line: bytes) -> tuple[str, Titled] | None:
        """题: the name of the game, and the rest of what its header says; None where it has to be read as usual.

        A name of printable ASCII is written as it is, so that the header but for the name need be decoded only once.
        """
        found = _title().fullmatch(line)
        if found is None:
            return None
        name, rest = found.groups()
        titled = self.titles.get(rest) or self._learn_title(line, rest)
        return (name.decode("ascii"), titled) if titled else None

    def _learn_title(self, line: bytes, rest: bytes) -> Titled | None:
        try:
            header = understood(line, "utf-8")
            if isinstance(header, Log) or not isinstance(header, Header) or dumps_json(header) != line:
                return None
            head = head_of(header)
        except PaishenError:
            return None
        if header.h is not UNSET or header.eyes != 0:
            return None
        before, name, after = canonical(structs.replace(header, game=NAME)).partition(_name(NAME))
        if not name:
            return None
        if len(self.titles) >= MOST:
            self.titles.clear()
        self.titles[rest] = Titled(head, before + name[:-2], name[-1:] + after)
        return self.titles[rest]


def _name(name: str) -> bytes:
    """How the game's name stands in a header."""
    return b'"game":' + ENCODER.encode(name)


@cache
def _title() -> re.Pattern[bytes]:
    """How our writer begins a header: up to the name, which is printable ASCII."""
    players = ("1", "2", "3", "4", "5")
    written = ENCODER.encode(Header(format="paipu", version=1, game=NAME, rules="", players=players))
    before, after = written.split(_name(NAME))
    assert after[:1] == b","
    name = rb'"game":"([ !#-\[\]-~]{1,120})"'
    return re.compile(re.escape(before) + name + rb"(,.*\})", re.DOTALL)


class _Play(NamedTuple):
    """A play of a seat: its canonical form around the cards, and the same with a time as in `Book`."""

    seat: int
    whole: tuple[bytes, bytes]
    before: tuple[bytes, bytes]
    after: bytes


@cache
def _plays() -> dict[bytes, _Play]:
    """The plays of every seat, by what is written before their cards."""
    found = {}
    for seat in range(1, 6):
        play = Play(seat=seat, cards=NAME)
        written, ends = ENCODER.encode(play).split(NAME.encode())
        assert ends == b'"}'
        before, after = _cut(play)
        found[written] = _Play(seat, _around(canonical(play)), _around(before), after)
    return found


def _around(form: bytes) -> tuple[bytes, bytes]:
    before, after = form.split(NAME.encode())
    return before, after


def code_of(act: Act) -> bytes:
    """一字: an act in the 6 bytes of `item.PACKED`."""
    return word_of(act).to_bytes(4, "little") + without_clubs(act.play, act.suits).to_bytes(2, "little")


def _cut(event: Event) -> tuple[bytes, bytes]:
    """The canonical form of an event before and after its time; no string before it can look like it."""
    before, mark, after = canonical(structs.replace(event, t=0)).partition(b'"t":0,')
    assert before + after == canonical(event)
    return before + mark[:-2], mark[-1:] + after + b","


def dealt(line: bytes) -> Dealt | None:
    """发牌行: what a line says that deals five hands known by suit, written as our writer does; else None.

    >>> dealt(b'{"type":"deal","hands":["R*","B3h","","2s2s","3d"],"first":2,"t":5}').canonical
    b'{"first":2,"hands":["R*","B3h","","2s2s","3d"],"t":5,"type":"deal"}'
    >>> dealt(b'{"type":"deal","hands":["R*","3","","2s2s","3d"]}') is None
    True
    """
    written = _deal()
    found = written.pattern.fullmatch(line)
    if found is None:
        return None
    hands, first, time = found.groups()
    if len(hands) > LONGEST_CARDS or not _are_suited(hands):
        return None
    said = b"" if first is None else written.first % first
    when = b"" if time is None else written.time % time
    form = written.canonical % (said, hands, when)
    return Dealt(hands, int(first or 0), None if time is None else int(time), form)


def _are_suited(hands: bytes) -> bool:
    """Whether hands, between quotation marks, are whole cards of known suits: characters are told apart by whether
    they begin a plain card or a joker, or stand second in one, and whole cards are then taken out.
    """
    kinds, others = _kinds()
    left = hands.translate(kinds).replace(b"ps", b".").replace(b"j*", b".").replace(b"j", b".")
    return left.translate(None, b".") == others


@cache
def _kinds() -> tuple[bytes, bytes]:
    """What each character is, as `_are_suited` tells it, and what is left of five hands without their cards."""
    kinds = {ord(mark): mark for mark in '",'}
    jokers = {name for name in NAMES[:KINDS] if len(name) == 1}
    for name in NAMES[:KINDS]:
        first, second = ("j", "*") if name[0] in jokers else ("p", "s")
        kinds |= {ord(name[0]): first, **{ord(other): second for other in name[1:]}}
    return bytes(ord(kinds.get(at, "!")) for at in range(256)), b'"","","","",""'


class _Deal(NamedTuple):
    """How a deal is written, and its canonical form and the parts that may be left out as templates."""

    pattern: re.Pattern[bytes]
    canonical: bytes
    first: bytes
    time: bytes


@cache
def _deal() -> _Deal:
    """The same, from what the encoder makes of deals."""
    plain = Deal(hands=(1, 1, 1, 1, 1))
    begins, ends = ENCODER.encode(plain).split(b"1,1,1,1,1")
    hand = b'"[%b]*"' % re.escape("".join(dict.fromkeys("".join(NAMES)))).encode()
    first = ENCODER.encode(structs.replace(plain, first=2)).removeprefix(begins).split(ends[:-1])[1]
    assert (begins[-1:], ends, first[-2:]) == (b"[", b"]}", b"2}")
    pattern = re.compile(
        re.escape(begins) + b"(" + b",".join([hand] * 5) + rb")\]"
        + b"(?:" + re.escape(first[:-2]) + rb"([1-5]))?(?:" + _TIME + rb")?\}"
    )  # fmt: skip
    whole = canonical(structs.replace(plain, first=2, t=3))
    said, when = b'"first":2,', b'"t":3,'
    shape = whole.replace(said, b"%b").replace(b"1,1,1,1,1", b"%b").replace(when, b"%b")
    return _Deal(pattern, shape, b'"first":%b,', b'"t":%b,')
