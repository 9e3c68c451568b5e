"""The book of a sitting: what cannot be read is named with file and line, and nothing else is skipped; and whole
books by chance, held against a ledger told a second time, naively.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import UNSET, structs

from analyzer.ledger import read_book
from analyzer.ledger.book import Claim, Item
from analyzer.paipu import dumps_json
from tests import oracle
from tests.conftest import Paishen
from tests.test_ledger import NAMES, evening, kept

GOOD = '[[ruling]]\npoints = {"甲" = 7}\nby = "裁判"\nwhy = "x"\nafter = "t/1"\n'


@pytest.mark.parametrize(
    ("entry", "line", "said"),
    [
        ('[[item]]\nkind = "double-card"\nplayer = "甲"\nafter = "t/1"\nminutes = 60\n', 5, "minutes count from at"),
        ('[[item]]\nkind = "double-card"\nplayer = "甲"\nafter = "t/1"\n', 1, "write minutes or games"),
        ('[[item]]\nkind = "hat"\nplayer = "甲"\nafter = "t/1"\n', 2, "no item hat"),
        ('[[item]]\nkind = "clear-negative"\nplayer = "甲"\nafter = "t/1"\ngames = 1\n', 1, "does not run"),
        ('[[item]]\nkind = "clear-negative"\nplayer = "路人"\nafter = "t/1"\n', 1, "nobody here is called 路人"),
        ('[[item]]\nkind = "clear-negative"\nafter = "t/1"\n', 1, "player is missing"),
        ('[[ruling]]\npoints = {"甲" = true}\nby = "a"\nwhy = "b"\nafter = "t/1"\n', 2, "must be a whole number"),
        ('[[ruling]]\npoints = {"甲" = 1.0}\nby = "a"\nwhy = "b"\nafter = "t/1"\n', 2, "must be a whole number"),
        ('[[ruling]]\npoints = {"甲" = 9007199254740992}\nby = "a"\nwhy = "b"\nafter = ""\n', 2, "is too large"),
        ('[[ruling]]\npoints = [1]\nby = "a"\nwhy = "b"\nafter = "t/1"\n', 2, "must be a table by names"),
        ('[[ruling]]\nby = "a"\nafter = "t/1"\n', 1, "why is missing"),
        ('[[ruling]]\nby = 3\nwhy = "b"\nafter = "t/1"\n', 2, "by must be a text"),
        ('[[ruling]]\nby = "a"\nwhy = "b"\nwho = "c"\nafter = "t/1"\n', 4, "unknown key who"),
        ('[[ruling]]\nby = "a"\nwhy = "b"\nafter = "t/9"\n', 1, "there is no game t/9"),
        ('[[ruling]]\nby = "a"\nwhy = "b"\nafter = 3\n', 4, "after must be the name of a game"),
        ('[[ruling]]\nby = "a"\nwhy = "b"\n', 1, "write at (a time) or after"),
        ('[[ruling]]\nby = "a"\nwhy = "b"\nat = 2026-11-30T20:00:00\n', 4, "a time with its offset"),
        ('[[ruling]]\nby = "a"\nwhy = "b"\nat = "heute"\n', 4, "a time with its offset"),
        ('[[cancellation]]\nruling = "r"\nby = "a"\nwhy = "b"\nafter = "t/1"\n', 1, "there is no ruling r by then"),
        ('[[substitution]]\nout = "甲"\nin = "甲"\nafter = "t/1"\n', 1, "who differ"),
        ('[[substitution]]\nout = "甲"\nin = "乙"\nafter = ""\n', 1, "cannot sit for them"),
        ('[[claim]]\ntotals = {"甲" = 1\nafter = "t/1"\n', 2, "not TOML"),
        ('[[claim]]\nafter = "t/1"\n', 1, "totals is missing"),
        ('[[claim]]\ntitles = {"甲" = "大王"}\nafter = "t/1"\n', 2, "no such title"),
        ("[[fine]]\nx = 1\n", 1, "no table 'fine'"),
        ('[opening]\n"甲" = "ten"\n', 2, "must be a whole number"),
        ('[opening]\n"乙" = 1\n"甲" = 1.5\n"丙" = 1\n', 3, "must be a whole number"),
        ('[[item]\nkind = "clear-negative"\nplayer = "甲"\nafter = "t/1"\n', 1, "the brackets do not match"),
        ('[ruling]]\nby = "a"\nwhy = "b"\nafter = "t/1"\n', 1, "the brackets do not match"),
        ('[[claim]]\nwhy = """\nnever ends\n', 3, "not TOML"),
        pytest.param(f"[[claim]]\ntotals = {'[' * 3000}{']' * 3000}\n", 1, "nested too deeply", id="deep"),
    ],
)  # fmt: skip
def test_a_bad_entry_is_named_and_the_others_count(tmp_path: Path, entry: str, line: int, said: str) -> None:
    """The bad one stands between two good ones; both count."""
    found = kept(tmp_path, evening(1), f"{GOOD}{entry}{GOOD}")
    (error,) = found.errors
    assert (error.file, error.line) == (str(tmp_path / "sitting.toml"), 5 + line), str(error)
    assert said in str(error)
    assert found.flow.totals["甲"] == 2 + 7 + 7


def test_totals_to_begin_with_are_read_one_by_one(tmp_path: Path) -> None:
    book = '[opening]\n"甲" = 5\n"乙" = 1.5\n"丙" = true\n"丁" = 7\n[opening]\n"甲" = 9\n'
    found = kept(tmp_path, evening(1), book)
    assert [(error.line, error.words.en) for error in found.errors] == [
        (3, "乙 must be a whole number"), (4, "丙 must be a whole number"), (6, "[opening] stands twice"),
    ]  # fmt: skip
    assert found.flow.totals == {"甲": 7, "乙": 1, "丙": -1, "丁": 6, "戊": -1}


def test_a_time_needs_games_with_times(tmp_path: Path) -> None:
    first, second = evening(1, 1)
    logs = [first, structs.replace(second, started=UNSET)]
    found = kept(tmp_path, logs, '[[ruling]]\nby = "a"\nwhy = "b"\nat = 2026-11-30T20:00:00+08:00\n')
    assert "game t/2 has no time: write after instead of at" in str(found.errors[0])


def test_a_ruling_is_cancelled_once(tmp_path: Path) -> None:
    ruling = '[[ruling]]\nid = "r"\npoints = {"甲" = 7}\nby = "裁判"\nwhy = "x"\nafter = "t/1"\n'
    cancel = '[[cancellation]]\nruling = "r"\nby = "裁判"\nwhy = "x"\nafter = "t/1"\n'
    found = kept(tmp_path, evening(1), ruling + ruling + cancel + cancel)
    assert found.flow.totals["甲"] == 2
    assert [error.line for error in found.errors] == [7, 18]


def test_the_book_of_the_document(root: Path, tmp_path: Path) -> None:
    text = (root / "schemas" / "SITTING.md").read_text("utf-8").split("```toml\n")[1].split("```")[0]
    (tmp_path / "sitting.toml").write_text(text, "utf-8")
    book = read_book(tmp_path / "sitting.toml")
    assert (book.errors, book.sitting, book.opening) == ([], "t3", {"老王": 30})
    assert [type(entry).__name__ for entry in book.entries] == [
        "Item", "Ruling", "Cancellation", "Substitution", "Claim",
    ]  # fmt: skip
    item, claim = book.entries[0], book.entries[-1]
    assert isinstance(item, Item)
    assert isinstance(claim, Claim)
    assert (item.minutes, claim.titles, item.when.line) == (60, {"老王": "护院"}, 6)


def test_other_texts(tmp_path: Path) -> None:
    path = tmp_path / "sitting.toml"
    path.write_bytes(b"\xef\xbb\xbf[opening]\r\na = 3\r\n")
    assert read_book(path).opening == {"a": 3}
    path.write_bytes(b"[opening]\na = 3\n# \xff\n")
    assert [(error.line, error.words.en) for error in read_book(path).errors] == [(3, "not UTF-8 text")]
    path.write_bytes(b"#" * (1 << 20) + b"#")
    assert [error.words.en for error in read_book(path).errors] == ["the file is too large"]


def test_the_command_says_what_it_could_not_read(tmp_path: Path, paishen: Paishen) -> None:
    kept(tmp_path, evening(1), "[[item]]\nkind = 1\n")
    (tmp_path / "bad.paipu.json").write_text("{", "utf-8")
    ran = paishen("ledger", tmp_path, "--lang", "en")
    assert ran.status == 2
    assert "2 (+2)" in ran.out
    assert [line.split(":")[0] for line in ran.err.splitlines()] == ["paishen", "paishen"]
    assert f"{tmp_path / 'sitting.toml'}, line 2: kind must be a text" in ran.err
    assert "bad.paipu.json" in ran.err


# -- by chance, told a second time -------------------------------------------------------------------------------


def chance_entries(random: Random, games: int) -> list[tuple[str, dict[str, Any]]]:
    """Entries in order of the games that they come after."""
    found: list[tuple[str, dict[str, Any]]] = []
    for after in sorted(random.choices(range(games + 1), k=8)):
        name = random.choice(NAMES)
        kind = random.choice(("double-card", "clear-negative", "ruling", "substitution"))
        found.append((kind, {
            "after": after, "name": name, "games": random.randint(1, 3), "points": random.randint(-20, 20),
            "other": random.choice((*NAMES, "Lucy", "Max")),
        }))  # fmt: skip
    return [(kind, entry) for kind, entry in found if kind != "substitution" or entry["other"] not in NAMES]


def as_toml(kind: str, entry: dict[str, Any]) -> str:
    after = f'after = "{"t/" + str(entry["after"]) if entry["after"] else ""}"\n'
    if kind == "ruling":
        return f'[[ruling]]\npoints = {{"{entry["name"]}" = {entry["points"]}}}\nby = "a"\nwhy = "b"\n{after}'
    if kind == "substitution":
        return f'[[substitution]]\nout = "{entry["name"]}"\nin = "{entry["other"]}"\n{after}'
    runs = f"games = {entry['games']}\n" if kind == "double-card" else ""
    return f'[[item]]\nkind = "{kind}"\nplayer = "{entry["name"]}"\n{runs}{after}'


def naive_totals(scores: list[list[int]], entries: list[tuple[str, dict[str, Any]]]) -> tuple[dict[str, int], int]:
    """The totals at the end, told a second time, and how many substitutions are for somebody who had left."""
    gone = 0
    total: dict[str, int] = {}
    sitting_there = {name: name for name in NAMES}
    cards: list[tuple[str, int, int]] = []
    for number in range(len(scores) + 1):
        for kind, entry in entries:
            if entry["after"] != number:
                continue
            name = entry["name"]
            if kind == "ruling":
                total[name] = total.get(name, 0) + entry["points"]
            elif kind == "clear-negative":
                total[name] = max(0, total.get(name, 0))
            elif kind == "double-card":
                cards.append((name, number, number + entry["games"]))
            elif name not in sitting_there.values():
                gone += 1
            else:
                for seat, who in sitting_there.items():
                    if who == name:
                        sitting_there[seat] = entry["other"]
        if number == len(scores):
            break
        for seat, score in zip(NAMES, scores[number], strict=True):
            who = sitting_there[seat]
            runs = any(owner == who and first <= number < last for owner, first, last in cards)
            total[who] = total.get(who, 0) + (2 * score if runs and score > 0 else score)
    return total, gone


@pytest.mark.parametrize("seed", range(25))
def test_a_ledger_told_twice(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    logs = evening(*(random.randint(1, 9) for _ in range(5)))
    entries = chance_entries(random, 5)
    found = kept(tmp_path, logs, "".join(as_toml(*one) for one in entries))
    scores = [oracle.verdict(dumps_json(log))["scores"] for log in logs]
    due, gone = naive_totals(scores, entries)
    assert [error.words.en.endswith("has left the table by then") for error in found.errors] == [True] * gone
    assert {name: total for name, total in found.flow.totals.items() if total} == {
        name: total for name, total in due.items() if total
    }
