"""变字节: seeded changes of bytes, as damage, haste and malice make them."""

from __future__ import annotations

from random import Random
from typing import Final

TOKENS: Final = (
    b"NaN", b"Infinity", b"-1", b"1e999", b"9223372036854775808", b"18446744073709551616", b"0.1", b"null", b"true",
    b"{}", b"[]", b'""', b'"', b"\\u0000", b"\\ud800", b"\0", b"\r\n", b"\n", b"\n\n", b"\xff", b"\xef\xbb\xbf",
    b"\xff\xfe", "\u202e".encode(), "\uff10".encode(), "皇帝".encode(), b"../", b"a\r", b"}}", b"]", b",", b":", b"=",
    b"#", b"R*R*", b"3s3s", b'"type":"deal"', b'"seat":0', b'"seat":6', b"PAR1", b"PK\3\4", b"\x1f\x8b", b"9" * 400,
    b"[" * 300,
)  # fmt: skip
"""What makes trouble somewhere."""


def changed(data: bytes, random: Random) -> bytes:
    """变: the bytes after one to four changes; never the same object twice from one state of chance."""
    found = bytearray(data)
    for _ in range(random.choice((1, 1, 1, 2, 3, 4))):
        _change(found, random)
    return bytes(found)


def _change(found: bytearray, random: Random) -> None:
    at, there = random.randrange(len(found) + 1), random.randrange(len(found) + 1)
    size = random.choice((1, 2, 4, 9, 40, 400))
    how = random.randrange(8)
    if how == 0 and found:
        found[at % len(found)] ^= 1 << random.randrange(8)
    elif how == 1:
        del found[at : at + size]
    elif how == 2:
        del found[at:]
    elif how == 3:
        found[at:at] = random.choice(TOKENS)
    elif how == 4:
        found[at : at + random.randrange(9)] = random.choice(TOKENS)
    elif how == 5:
        found[at:at] = found[there : there + size]
    elif how == 6:
        found[at : at + size] = found[there : there + size]
    else:
        found[at:at] = random.randbytes(size)
