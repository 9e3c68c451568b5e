"""Rules, the book of a sitting, and `players.toml`, as somebody would write them who means harm."""

from __future__ import annotations

from typing import Final, NamedTuple

MIB: Final = 1 << 20
TABLES: Final = "opening, item, ruling, cancellation, substitution, claim"
NO_BASE: Final = (
    "at rules.base: base must name a ruleset: "
    "classic, encyclopedia, room-normal, room-quick, room-six, shandong, simple, tribute"
)


class Toml(NamedTuple):
    """A hostile TOML file, and what is said of it: as a file of rules, and as the book of a sitting."""

    name: str
    data: bytes
    as_rules: str
    as_book: str


def both(name: str, data: bytes, said: str) -> Toml:
    """A file of which the same is said whatever it is to be."""
    return Toml(name, data, said, said)


CASES: Final = (
    both("a key of 200,000 parts", b"a" + b".a" * 200_000 + b"=1", "line 1: a key of more than 32 parts"),
    both("such a key in quotes", b"a=1\n" + b'"a".' * 999 + b"a=1", "line 2: a key of more than 32 parts"),
    Toml("such a key of a table", b"[" + b"a." * 999 + b"a]", "line 1: a key of more than 32 parts",
         f"line 1: no table '{'a.' * 30}'; there are: {TABLES}"),
    both("5,000 digits", b"\n\na=" + b"9" * 5000, "line 3: a number of more than 1000 digits"),
    both("5,000 digits with lines between", b"a=9" + b"_9" * 5000, "line 1: a number of more than 1000 digits"),
    Toml("a list 5,000 deep", b"a=" + b"[" * 5000 + b"]" * 5000, "nested too deeply", "line 1: nested too deeply"),
    Toml("tables 3,000 deep", b"a=" + b"{b=" * 3000 + b"1" + b"}" * 3000,
         "nested too deeply", "line 1: nested too deeply"),
    both("larger than half a MiB", b"#" * (MIB // 2 + 1), "the file is too large"),
    both("a key twice", b"a = 1\na = 2", "line 2: not TOML: Cannot overwrite a value"),
    both("a NUL", b"a = 1\0", "line 1, column 6: not TOML: Expected newline or end of document after a statement"),
    both("half of a surrogate pair", b'a="\\ud800"',
         "line 1, column 10: not TOML: Escaped character is not a Unicode scalar value"),
    both("the 30th of February", b"b=1\na=2026-02-30", "line 2, column 3: not TOML: Invalid date or datetime"),
    both("UTF-16", "a = 1".encode("utf-16"), "line 1: not UTF-8 text"),
    both("a broken byte", b'a = 1\nb = "\xff"', "line 2: not UTF-8 text"),
    both("a string that never ends", b'a="""' + b"x\n" * 9, "line 10: not TOML: Unterminated string"),
    both("a mebibyte of escaped quotes", b'"' + b'\\"' * 200_000, "line 1: not TOML: Unterminated string"),
    both("quotes alone", b'"' * 9, "line 1, column 3: not TOML: Expected '=' after a key in a key/value pair"),
    Toml("NaN", b"a = nan", NO_BASE, "line 1: unknown key a; there are: sitting"),
    Toml("40,000 keys", b"\n".join(b"k%d=1" % at for at in range(40_000)),
         NO_BASE, "line 1: unknown key k0; there are: sitting"),
    Toml("another file's name for a base", b'base = "../../x"',
         NO_BASE, "line 1: unknown key base; there are: sitting"),
    Toml("2^63 for a stake", b"[keys]\nstake = 9223372036854775808",
         "at rules.stake: 9223372036854775808 is not allowed for stake: a whole number, 1 or more",
         f"line 1: no table 'keys'; there are: {TABLES}"),
)  # fmt: skip
