"""偶然: chance that is counted, not drawn in turn - a pure function of a key and of what it is for.

So a figure depends neither on the order of the work nor on how it is shared out. The numbers are those of Philox
2x32 with ten rounds (Salmon et al., 2011), the same in compiled and in plain Python.
"""

from __future__ import annotations

from typing import Final

WORD: Final = 0xFFFFFFFF
SHARE: Final = 1.0 / (WORD + 1)
SPREAD: Final = 3.0**0.5
"""What makes the deviation of four uniform numbers added up 1."""


def key_of(seed: int) -> int:
    """钥: the 32 bits that a seed gives.

    >>> key_of(7), key_of(7 + (1 << 32)) == key_of(7), key_of(-1) == key_of(1)
    (7, False, False)
    """
    found = 0
    for part in range(max(1, (seed.bit_length() + 32) // 32)):
        found = found * 0x9E3779B1 + (seed >> 32 * part & WORD) & WORD
    return found


def bits_at(key: int, place: int, what: int) -> int:
    """偶然之数: 62 bits of chance for a place and a thing there, all three of 32 bits.

    >>> bits_at(7, 1, 2) == bits_at(7, 1, 2), bits_at(7, 1, 2) == bits_at(7, 2, 1)
    (True, False)
    """
    left, right = what, place
    for _ in range(10):
        product = left * 0xD256D193
        left = (product >> 32 & WORD) ^ key ^ right
        right = product & WORD
        key = key + 0x9E3779B9 & WORD
    return (left & 0x3FFFFFFF) << 32 | right


def pick_at(key: int, place: int, what: int, many: int) -> int:
    """挑: one of 0 to `many` - 1.

    >>> sorted({pick_at(7, 0, what, 3) for what in range(20)})
    [0, 1, 2]
    """
    return (bits_at(key, place, what) & WORD) * many >> 32


def normal_at(key: int, place: int, what: int) -> float:
    """误差: about normally distributed, with mean 0 and deviation 1: four uniform numbers of 15 bits added up."""
    bits = bits_at(key, place, what)
    total = (bits & 32767) + (bits >> 15 & 32767) + (bits >> 30 & 32767) + (bits >> 45 & 32767)
    return (total - 65534) * (SPREAD / 32768)


PARTS: Final = (bits_at, pick_at, normal_at)
"""What is compiled, each after what it calls."""
