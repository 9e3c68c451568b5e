"""变坏: bytes made from good ones by seeded changes, some blind and some that know the format's words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

Change = Callable[[bytearray, Random], None]
WORDS = (
    b'"', b"{", b"}", b"[", b"]", b",", b":", b"\n", b"\r\n", b"\\", b"\\u0000", b"\\ud800", b"\x00", b"\xff",
    b"\x80", b"\xef\xbb\xbf", b"-1", b"0", b"1.0", b"1e400", b"NaN", b"true", b"null", b"9007199254740992",
    b"99999999999999999999", b"[[[[", b"{}", b'"type":', b'"events":[', b'"format":"paipu"', b'"view":', b'"h":"',
    b'"x-a":', b"R*", b"9h9h", b"#", b'"""', b"'''", b"[[item]]", b"a.b.c", b"=", b"\xe7\x9a\x87",
    b"\xe6\x98\x8e\xe4\xbf\x9d", b"\xe2\x80\xae", b"\x1b]0;x\x07", b"PAR1", b"PK\x03\x04", b"\x1f\x8b", b"game:",
    b"paipu full", b"- - -", b"undo", b"seal", b"\x810\x810",
)  # fmt: skip
"""Pieces that readers look for."""


def flip(data: bytearray, random: Random) -> None:
    """A bit of a byte."""
    if data:
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)


def byte(data: bytearray, random: Random) -> None:
    """Another byte."""
    if data:
        data[random.randrange(len(data))] = random.randrange(256)


def cut(data: bytearray, random: Random) -> None:
    """The end is cut off."""
    del data[random.randrange(len(data) + 1) :]


def leave_out(data: bytearray, random: Random) -> None:
    """Some bytes are left out."""
    at = random.randrange(len(data) + 1)
    del data[at : at + random.choice((1, 2, 5, 20, 200))]


def insert(data: bytearray, random: Random) -> None:
    """A word of a format."""
    at = random.randrange(len(data) + 1)
    data[at:at] = random.choice(WORDS)


def replace(data: bytearray, random: Random) -> None:
    """A word over what is there."""
    at, word = random.randrange(len(data) + 1), random.choice(WORDS)
    data[at : at + len(word)] = word


def again(data: bytearray, random: Random) -> None:
    """A piece stands twice."""
    at = random.randrange(len(data) + 1)
    piece = data[at : at + random.choice((1, 10, 80, 400))]
    data[at:at] = piece


def swap(data: bytearray, random: Random) -> None:
    """Two lines, or two halves, change places."""
    rows = bytes(data).split(b"\n")
    one, other = random.randrange(len(rows)), random.randrange(len(rows))
    rows[one], rows[other] = rows[other], rows[one]
    data[:] = b"\n".join(rows)


def blank(data: bytearray, random: Random) -> None:
    """A run of NULs, as a disk leaves them."""
    at = random.randrange(len(data) + 1)
    stop = min(len(data), at + random.choice((1, 8, 64, 512)))
    data[at:stop] = bytes(stop - at)


CHANGES: tuple[Change, ...] = (
    flip, flip, byte, cut, leave_out, insert, insert, replace, replace, again, swap, blank,
)  # fmt: skip


def mutated(good: Sequence[bytes], random: Random, changes: Sequence[Change] = CHANGES) -> bytes:
    """One of the good inputs after one to four changes."""
    data = bytearray(random.choice(good))
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        random.choice(changes)(data, random)
    return bytes(data)
