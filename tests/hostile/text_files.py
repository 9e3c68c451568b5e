"""Games in the text notation, as somebody would write them who means harm: name, bytes, what `validate` says."""

from __future__ import annotations

from typing import Final

from tests.hostile.json_files import GOOD, MIB, File, nothing

HEAD: Final = "game: g\nrules: simple\nplayers: 甲 乙 丙 丁 戊\n"


def text(more: str, head: str = HEAD) -> bytes:
    return (head + more).encode()


TEXTS: Final = (
    File("a game of a million nines", text("1 " + "9" * MIB), "1  g  unreadable: the game is too long"),
    File("a hand of 200,000 nines", text("1 " + "9" * 200_000),
         "4  g  unreadable (event 0): column 3, at events[0].cards: too many cards"),
    File("30,000 plays", text("1 7\n" * 30_000), "1  g  illegal (event 0): one deal, and nothing before it"),
    File("200,000 quotes", text('"' * 200_000),
         '4  g  unreadable: column 1: """""""""""""""""""""""""""""""""""""""""" is neither a seat nor an event'),
    File("a quote that never closes", text('1 77\nnote: "' + "x" * 200_000),
         "1  g  illegal (event 0): one deal, and nothing before it"),
    File("200,000 backslashes", text('note: "' + "\\" * 200_000), f"1  {GOOD}"),
    File("60,000 comments", text("# x\n" * 60_000), f"1  {GOOD}"),
    File("500,000 comments without a game", b"#\n" * (MIB // 2), "1  -  unreadable: there is no game here"),
    File("200,000 games of nothing", b"paipu\n" * 200_000, nothing(200_000, 'the key "game" is missing')),
    File("200,000 colons", text("a:" * 100_000), '4  g  unreadable: column 1: unknown key "a"'),
    File("20,000 keys", text("".join(f"x-{at}: 1\n" for at in range(20_000))), f"1  {GOOD}"),
    File("a key twice", text("view: 0\nview: 0\n"), '5  g  unreadable: column 1: the key "view" stands twice'),
    File("an unknown key", text("colour: red\n"), '4  g  unreadable: column 1: unknown key "colour"'),
    File("a view of 200,000 digits", text("view: " + "9" * 200_000),
         "4  g  unreadable: column 7: a whole number is wanted"),
    File("NaN for a key", text("x-a: NaN\n"), "4  g  unreadable: column 6: NaN is no number"),
    File("a list 100,000 deep", text("x-a: " + "[" * 100_000 + "\n"),
         "4  g  unreadable: column 37: nested deeper than 31"),
    File("rules 100,000 deep", ("game: g\nrules: " + "{" * 100_000).encode(),
         "2  g  unreadable: column 39: nested deeper than 31"),
    File("20,000 emperors", text("previous: " + "emperor: 1 " * 20_000),
         "4  g  unreadable: column 11: something like emperor=1 is wanted"),
    File("a deal of 100,000 hands", text("deal " + "9 " * 100_000),
         "4  g  unreadable: column 200004: cards or an action is missing after this"),
    File("an end of 15,000 places", text("end " + "places 1 2 3 4 5 " * 15_000),
         '4  g  unreadable: column 5: "places" is neither a seat nor an event'),
    File("80,000 wide blanks", text("\u3000" * 80_000), f"1  {GOOD}"),
    File("a line of 20 MiB", b"a" * (20 * MIB), "1  -  unreadable: the game is too long"),
    File("what a terminal obeys", text("1 \x1b]0;x\x07"),
         '4  g  unreadable: column 3: " ]0;x " is neither cards nor an action'),
    File("a NUL", text("1 77\n2 \0"), "5  g  unreadable: there is a NUL byte"),
    File("a bidirectional override in a name", text("1 7", HEAD.replace("戊", "\u202e戊")),
         "3  g  unreadable: column 1, at players[4]: U+202E, which turns the direction of writing, in the name"),
    File("six names", text("1 7", HEAD.replace("戊", "戊 己")),
         "3  g  unreadable: column 1, at players: 5 items wanted"),
    File("seat 0", text("0 77"), "4  g  unreadable (event 0): column 1, at events[0].seat: a number >= 1 is wanted"),
    File("seat 6", text("6 77"), "4  g  unreadable (event 0): column 1, at events[0].seat: a number <= 5 is wanted"),
    File("no such card", text("1 77 2 1h"), '4  g  unreadable: column 8: "1h" is neither cards nor an action'),
    File("digits that are no digits", text("١ 77 ２ 99"),
         '4  g  unreadable: column 1: "١" is neither a seat nor an event'),
    File("a word that is no action", text("1 77 2 DROP TABLE games"),
         '4  g  unreadable: column 8: "DROP" is neither cards nor an action'),
    File("no such byte in UTF-8", text("1 77\n") + b"note: \xc0\xaf\n",
         "5  g  unreadable: byte 7 (0xc0) is not UTF-8"),
    File("a seal without a chain", text("seal 0 " + "0" * 64),
         '4  g  unreadable: column 8: "0000000000000000000000000000000000000000" is neither cards nor an action'),
    File("another version", b"paipu 2\n" + text("1 77"),
         "1  g  unreadable: column 1: this is paipu 2, and this program reads paipu 1"),
    File("JSON that is cut in the middle of text", text('{"type": "pass"'),
         '4  g  unreadable: column 1: "{"type":" is neither a seat nor an event'),
)  # fmt: skip
