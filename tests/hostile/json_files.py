"""Games in JSON and in JSON lines, as somebody would write them who means harm: name, bytes, what `validate` says.

What is said is told line by line, from behind the file's name: line of the file, game, verdict, place, reason.
"""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

MIB: Final = 1 << 20


class File(NamedTuple):
    """A hostile file."""

    name: str
    data: bytes
    said: str


HEADER: Final[dict[str, Any]] = {
    "format": "paipu", "version": 1, "game": "g", "rules": "simple", "players": ["甲", "乙", "丙", "丁", "戊"],
}  # fmt: skip


def document(*events: dict[str, Any], **keys: Any) -> bytes:
    """A game as one object."""
    return json.dumps({**HEADER, **keys, "events": events}, ensure_ascii=False).encode()


def with_x(value: bytes) -> bytes:
    """A game with any bytes as the value of a key."""
    return document().replace(b'"events"', b'"x-a": ' + value + b', "events"')


def lines(*rows: bytes) -> bytes:
    """A header line and others."""
    return b"".join(row + b"\n" for row in (json.dumps(HEADER, ensure_ascii=False).encode(), *rows))


PASS: Final = b'{"type":"pass","seat":2}'
RULESETS: Final = "classic, encyclopedia, room-normal, room-quick, room-six, shandong, simple, tribute"
GOOD: Final = "g  incomplete: the log stops before the game is over"
FURTHER: Final = "1000 in a row cannot be read; it is read no further"


def nothing(count: int, said: str) -> str:
    """What is said of lines that are all nothing."""
    rows = [f"{at}  -  unreadable: {said}" for at in range(1, min(count, 1000) + 1)]
    return "\n".join(rows + [f"1001  -  unreadable: {FURTHER}"] * (count > 1000))


JSON: Final = (
    File("100,000 brackets", b"[" * 100_000, "1  -  unreadable: column 33: nested deeper than 32"),
    File("100,000 objects", b'{"a":' * 100_000, "1  -  unreadable: column 161: nested deeper than 32"),
    File("12 MiB of brackets", b"[" * (12 * MIB), "  -  unreadable: more than 250000 values"),
    File("a text of 15 MiB", with_x(b'"' + b"x" * (15 * MIB) + b'"'), f"1  {GOOD}"),
    File("a text of 17 MiB", with_x(b'"' + b"x" * (17 * MIB) + b'"'), "  -  unreadable: the file is too large"),
    File("200,000 keys", with_x(json.dumps({str(at): 1 for at in range(200_000)}).encode()), f"1  {GOOD}"),
    File("300,000 numbers", with_x(b"[" + b"1," * 300_000 + b"1]"),
         "1  g  unreadable: column 1: more than 250000 values"),
    File("one key 100,000 times", with_x(b"{" + b'"k":1,' * 100_000 + b'"k":1}'),
         '1  g  unreadable: column 119, at x-a.k: the key "k" stands twice in one object'),
    File("a number of 5,000 digits", with_x(b"9" * 5000),
         "1  g  unreadable: column 112, at x-a: a number from 2^53 on"),
    File("a number of 8 million digits", with_x(b"9" * (8 * MIB)), "1  g  unreadable: a number from 2^53 on"),
    File("a million digits behind the point", with_x(b"0." + b"9" * MIB), f"1  {GOOD}"),
    File("an exponent of a million digits", with_x(b"1e" + b"9" * MIB),
         "1  g  unreadable: column 112, at x-a: a number from 2^53 on"),
    File("2^63", with_x(b"9223372036854775808"), "1  g  unreadable: column 112, at x-a: a number from 2^53 on"),
    File("-2^53", with_x(b"-9007199254740992"), "1  g  unreadable: column 112, at x-a: a number from 2^53 on"),
    File("NaN", with_x(b"NaN"), "1  g  unreadable: column 112, at x-a: NaN is no number"),
    File("a million backslashes", with_x(b'"' + b"\\" * (2 * MIB) + b'"'), f"1  {GOOD}"),
    File("a million escaped letters", with_x(b'"' + b"\\u0061" * MIB + b'"'), f"1  {GOOD}"),
    File("a NUL behind them", with_x(b'"' + b"\\u0061" * 99_999 + b'\\u0000"'),
         "1  g  unreadable: column 112, at x-a: there is a NUL character"),
    File("half of a surrogate pair", with_x(b'"\\udc00"'),
         "1  g  unreadable: column 112, at x-a: there is half of a surrogate pair"),
    File("a raw NUL", document(game="a\0b").replace(b"\\u0000", b"\0"),
         "1  a b  unreadable: column 45: there is a NUL byte"),
    File("a raw control character", document().replace(b'"g"', b'"\x1b[2J"'),
         "1   [2J  unreadable: column 44: not JSON: a control character in a string"),
    File("a key twice, once escaped", with_x(b'1, "\\u0078-a": 2'),
         '1  g  unreadable: column 115, at x-a: the key "x-a" stands twice in one object'),
    File("quotes alone", b'"' * MIB, "1  -  unreadable: column 3: not JSON: there is more after the end"),
    File("commas alone", b"[" + b"," * MIB, "1  -  unreadable: column 1: more than 250000 values"),
    File("12 MiB of blanks", b" " * (12 * MIB), "  -  unreadable: nothing to read"),
    File("12 MiB of line ends", b"\n" * (12 * MIB), "  -  unreadable: nothing to read"),
    File("100,001 times void", document(*[{"type": "void"}] * 100_001),
         "1  g  unreadable: column 115, at events: a game of more than 100000 events"),
    File("4,000 cards", document({"type": "play", "seat": 1, "cards": "9h" * 2000}),
         "1  g  unreadable (event 0): column 153, at events[0].cards: too many cards"),
    File("16 million cards", document({"type": "deal", "hands": ["9h" * 1_500_000] * 5}),
         "1  g  unreadable (event 0): at events[0].hands[0]: too many cards"),
    File("no such byte in UTF-8", document().replace(b'"g"', b'"\xc0\xaf"'),
         "1  ��  unreadable: byte 44 (0xc0) is not UTF-8"),
    File("bytes of no encoding", b'{"a": "' + b"\xff\xfe" * MIB,
         "1  -  unreadable: byte 8 (0xff) is neither UTF-8 nor GB18030"),
    File("UTF-16", document().decode().encode("utf-16"),
         "  -  unreadable: this is UTF-16; a paipu is UTF-8 or GB18030 text"),
    File("UTF-32 without its mark", document().decode().encode("utf-32-be"),
         "  -  unreadable: this is UTF-16 or UTF-32; a paipu is UTF-8 or GB18030 text"),
    File("a bidirectional override in a name", document(players=["甲", "乙", "丙", "丁", "\u202e戊"]),
         "1  g  unreadable: column 99, at players[4]: U+202E, which turns the direction of writing, in the name"),
    File("isolates in a name", document(players=["\u2066甲", "乙", "丙", "丁", "戊"]),
         "1  g  unreadable: column 79, at players[0]: U+2066, which turns the direction of writing, in the name"),
    File("look-alikes are other names", document(players=["Tom", "Тоm", "Tоm", "T\u200bom", "tom"]), f"1  {GOOD}"),
    File("the same name twice", document(players=["Tom", "乙", "丙", "丁", "Tom"]),
         '1  g  unreadable: column 101, at players[4]: the name "Tom" stands twice'),
    File("a formula for a name", document(players=['=HYPERLINK("http://x")', "+1", "-1", "@a", "|x"]), f"1  {GOOD}"),
    File("a path for a game", document(game="../../../../etc/passwd"),
         "1  ../../../../etc/passwd  incomplete: the log stops before the game is over"),
    File("a line end in a game", document(game="a\nb"),
         "1  a\\nb  unreadable: column 43, at game: a control character in the name"),
    File("a game of 121 characters", document(game="x" * 121),
         "1  -  unreadable: column 43, at game: at most 120 characters wanted"),
    File("a base that is a path", document(rules={"base": "../../etc/passwd"}),
         f"1  g  unreadable: at rules.base: base must name a ruleset: {RULESETS}"),
    File("a ruleset of 200,000 characters", document(rules="x" * 200_000),
         f'1  g  unreadable: at rules: no ruleset "{"x" * 56}...; there are: {RULESETS}'),
    File("a stake of 2^52", document(rules={"base": "simple", "stake": 2**52}),
         "1  g  unreadable: at rules.stake: stake is too large: a score could pass 2^53"),
    File("a deck of a billion cards", document(rules={"base": "simple", "deck": {"3s": 10**9}}),
         '1  g  unreadable: at rules.deck: {"3s": 1000000000} is not allowed for deck: '
         '168, 216, or a table {card: copies}, cards such as "9h" "B" "B*" "R" "R*", 1 to 4 copies'),
    File("hands of 2^50 cards", document({"type": "deal", "hands": [2**50] * 5}, view=-1),
         "1  g  illegal (event 0): the hands are not of the right sizes"),
    File("an undo of 2^50", document({"type": "undo", "count": 2**50}),
         "1  g  illegal (event 0): one deal, and nothing before it"),
    File("an end of game with 2^52 points", document({"type": "end", "scores": [2**52, -(2**52), 0, 0, 0]}),
         "1  g  illegal (event 0): one deal, and nothing before it"),
    File("a float for a version", document(version=1.0),
         "1  g  unreadable: column 32, at version: this is paipu 1.0, and this program reads paipu 1"),
    File("a game of the future", document(version=2),
         "1  g  unreadable: column 32, at version: this is paipu 2, and this program reads paipu 1"),
)  # fmt: skip
LINES: Final = (
    File("2 million lines of nothing", b"0\n" * (2 * MIB), nothing(MIB, "column 1: a game is a JSON object")),
    File("2 million brackets, each a line", b"[\n" * (2 * MIB), nothing(MIB, "column 2: not JSON: a value is missing")),
    File("400,000 corrections", lines(*[b'{"type":"undo"}'] * 400_000),
         "100002  g  unreadable (event 100000): column 1, at events[100000]: a game of more than 100000 events"),
    File("400,000 bad events", lines(*[b'{"type":"pass","seat":9}'] * 400_000),
         "2  g  unreadable (event 0): column 23, at events[0].seat: a number <= 5 is wanted"),
    File("400,000 events without a header", (PASS + b"\n") * 400_000,
         "1  -  unreadable: column 1: no header comes before this event"),
    File("2 million blank lines within a game", lines(b"\n" * (2 * MIB), PASS),
         "1  g  illegal (event 0): one deal, and nothing before it"),
    File("a line of 17 MiB", lines(b'{"type":"note","text":"' + b"x" * (17 * MIB) + b'"}', PASS) + lines(PASS),
         "2  g  unreadable (event 0): at events[0]: the line is too long\n"
         "4  g  illegal (event 0): one deal, and nothing before it"),
    File("a line of 17 MiB without an end", lines() + b'{"type":"note","text":"' + b"x" * (17 * MIB),
         "2  g  unreadable (event 0): at events[0]: the line is too long"),
    File("a game of 17 MiB", lines(*[b'{"type":"note","text":"' + b"x" * MIB + b'"}'] * 17),
         "17  g  unreadable (event 15): column 1, at events[15]: the game is too long"),
    File("half a line", lines(PASS, PASS[:-9])[:-1],
         "3  g  unreadable (event 1): column 16, at events[1]: not JSON: a key in double quotes is missing"),
    File("a brace too many", lines(PASS + b"}"),
         "2  g  unreadable (event 0): column 25, at events[0]: not JSON: there is more after the end"),
    File("garbage behind an event", lines(PASS + b"garbage", PASS),
         "2  g  unreadable (event 0): column 25, at events[0]: not JSON: there is more after the end"),
    File("two events on a line", lines(PASS + PASS),
         "2  g  unreadable (event 0): column 25, at events[0]: not JSON: there is more after the end"),
    File("an event as a list", lines(b'["pass", 2]'),
         "2  g  unreadable (event 0): column 1, at events[0]: a game is a JSON object"),
    File("a seal of nonsense", lines(b'{"type":"seal","events":0,"head":"' + b"0" * 64 +
                                         b'","key":"' + b"0" * 64 + b'","signature":"' + b"0" * 128 + b'"}'),
         "1  g  illegal (event 0): the chain is broken here"),
    File("line ends of other worlds", lines(PASS.replace(b",", b",\r"), b"\x0b" + PASS, b"\xc2\x85" + PASS),
         "3  g  unreadable (event 1): column 1, at events[1]: not JSON: a value is missing"),
    File("a NUL at the end", lines(PASS) + b"\0" * 512,
         "3  g  unreadable (event 1): column 1, at events[1]: there is a NUL byte"),
    File("a byte order mark on each line",
         b"".join(b"\xef\xbb\xbf" + row + b"\n" for row in lines(PASS).splitlines()),
         "2  g  unreadable (event 0): column 1, at events[0]: not JSON: a value is missing"),
    File("a header with 200,000 keys",
         lines().replace(b'"g"', b'"g",' + b",".join(b'"x-%d":1' % at for at in range(200_000))),
         f"1  {GOOD}"),
    File("nested in an event", lines(b'{"type":"pass","seat":2,"x-a":' + b"[" * 31 + b"]" * 31 + b"}"),
         "2  g  unreadable (event 0): column 60, at events[0]: nested deeper than 30"),
    File("hidden hands where all are known", lines(b'{"type":"deal","hands":[33,33,34,34,34]}'),
         "2  g  unreadable (event 0): column 25, at events[0].hands[0]: with view 0 this hand must be known"),
    File("GB18030 with a broken byte",
         lines().decode().encode("gb18030") + '{"type":"note","text":"好'.encode("gb18030") + b'\x81"}\n',
         "2  g  unreadable (event 0): at events[0]: byte 26 (0x81) is neither UTF-8 nor GB18030"),
    File("4,000 headers, no game", lines() * 4000, "\n".join(f"{at}  {GOOD}" for at in range(1, 4001))),
    File("a good game behind a hundred bad ones", b"{}\n" * 100 + lines(PASS),
         nothing(100, 'column 1: the key "format" is missing: this is no paipu') +
         "\n101  g  illegal (event 0): one deal, and nothing before it"),
)  # fmt: skip
