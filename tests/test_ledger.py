"""A sitting's ledger by hand: the small game of `test_replay` four times, 2 1 -1 -1 -1 by its rules each time."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from msgspec import structs

from analyzer.events import Log, Previous, Tribute
from analyzer.importing import bring
from analyzer.ledger import Ledger, ledger, read_book, sitting_of
from analyzer.paipu import write
from analyzer.paipu.chain import content_hash
from analyzer.rules.around import TITLES
from analyzer.simulate import sitting
from tests.conftest import Paishen
from tests.test_audit_sheet import ROOM, small

EIGHT = datetime.fromisoformat("2026-11-30T20:00:00+08:00")
NAMES = ("甲", "乙", "丙", "丁", "戊")


def evening(*stakes: int) -> list[Log]:
    """Games an hour apart, with the small game's scores times a stake."""
    return [
        structs.replace(
            small(rules={**ROOM, "stake": stake}), game=f"t/{number}", sitting="t", round=number,
            started=(EIGHT + timedelta(hours=number - 1)).isoformat(),
        )
        for number, stake in enumerate(stakes, 1)
    ]  # fmt: skip


def kept(folder: Path, logs: list[Log], book: str = "") -> Ledger:
    """The ledger of some logs in a folder with a book."""
    write(folder / "evening.paipu.jsonl", logs)
    (folder / "sitting.toml").write_text(book, "utf-8")
    return ledger(sitting_of(folder), read_book(folder / "sitting.toml"))


def totals(found: Ledger) -> list[list[int]]:
    """The totals of the five after each row."""
    return [[row.totals.get(name, 0) for name in NAMES] for row in found.flow.rows]


def test_games_add_up(tmp_path: Path) -> None:
    found = kept(tmp_path, evening(1, 5, 1))
    assert totals(found) == [[2, 1, -1, -1, -1], [12, 6, -6, -6, -6], [14, 7, -7, -7, -7]]
    assert [row.titles for row in found.flow.rows] == [[], [("甲", None, "家丁")], []]
    assert (found.findings, found.errors) == ([], [])


def test_a_double_card_doubles_winnings_while_it_runs(tmp_path: Path) -> None:
    """Bought at 20:30 for an hour: game 2 (21:00) yes, game 3 (22:00) no. 丙 loses what it loses."""
    cards = "".join(
        f'[[item]]\nkind = "double-card"\nplayer = "{name}"\nat = 2026-11-30T20:30:00+08:00\nminutes = 60\n'
        for name in ("甲", "甲", "丙")
    )
    found = kept(tmp_path, evening(1, 1, 1), cards)
    assert [row.kind for row in found.flow.rows] == ["game", *["double-card"] * 3, "game", "game"]
    assert totals(found)[-2:] == [[6, 2, -2, -2, -2], [8, 3, -3, -3, -3]]
    assert [row.doubled for row in found.flow.rows if row.kind == "game"] == [(), ("甲",), ()]


def test_a_double_card_for_so_many_games(tmp_path: Path) -> None:
    card = '[[item]]\nkind = "double-card"\nplayer = "乙"\nafter = "t/1"\ngames = 2\n'
    assert [row[1] for row in totals(kept(tmp_path, evening(1, 1, 1, 1), card))] == [1, 1, 3, 5, 6]


def test_a_negative_total_is_cleared_where_it_is_negative(tmp_path: Path) -> None:
    clear = "".join(f'[[item]]\nkind = "clear-negative"\nplayer = "{name}"\nafter = "t/1"\n' for name in ("甲", "丙"))
    assert totals(kept(tmp_path, evening(3, 1), clear))[-2:] == [[6, 3, 0, -3, -3], [8, 4, -1, -4, -4]]


def test_a_ruling_stands_until_it_is_cancelled(tmp_path: Path) -> None:
    book = (
        '[[ruling]]\nid = "r"\npoints = {"甲" = -5, "乙" = 5}\nby = "裁判"\nwhy = "迟到"\nafter = "t/1"\n'
        '[[cancellation]]\nruling = "r"\nby = "裁判长"\nwhy = "堵车"\nafter = "t/2"\n'
    )
    found = kept(tmp_path, evening(1, 1), book)
    assert totals(found) == [[2, 1, -1, -1, -1], [-3, 6, -1, -1, -1], [-1, 7, -2, -2, -2], [4, 2, -2, -2, -2]]
    assert [row.words.en for row in found.flow.rows][1::2] == ["裁判 rules: 迟到", "裁判长 cancels ruling r: 堵车"]


def test_a_substitute_counts_from_its_moment_on(tmp_path: Path) -> None:
    """Lucy sits for 甲 after game 1, 甲 comes back after game 2; the logs write 甲 all along."""
    book = (
        '[[substitution]]\nout = "甲"\nin = "Lucy"\nafter = "t/1"\n'
        '[[substitution]]\nout = "Lucy"\nin = "甲"\nafter = "t/2"\n'
    )
    assert kept(tmp_path, evening(1, 1, 1), book).flow.totals == {
        "甲": 4, "乙": 3, "丙": -3, "丁": -3, "戊": -3, "Lucy": 2,
    }  # fmt: skip


def test_a_substitute_for_somebodys_account(tmp_path: Path) -> None:
    """The log of game 2 writes Lucy; her points are 甲's. A game that had begun is not touched."""
    logs = evening(1, 1)
    logs[1] = structs.replace(logs[1], players=("Lucy", *NAMES[1:]))
    book = '[[substitution]]\nout = "甲"\nin = "Lucy"\ncounts = "甲"\nat = 2026-11-30T20:30:00+08:00\n'
    found = kept(tmp_path, logs, book)
    assert found.flow.totals == {"甲": 4, "乙": 2, "丙": -2, "丁": -2, "戊": -2}
    assert found.flow.rows[-1].seats[0] == "甲"


def test_a_substitute_of_a_substitute(tmp_path: Path) -> None:
    book = "".join(
        f'[[substitution]]\nout = "{out}"\nin = "{new}"\nafter = "t/{game}"\n'
        for out, new, game in (("甲", "A", 1), ("A", "B", 2))
    )
    found = kept(tmp_path, evening(1, 1, 1), book).flow.totals
    assert (found["甲"], found["A"], found["B"]) == (2, 2, 2)


# -- corrections -------------------------------------------------------------------------------------------------


def test_a_correction_reaches_everything_after_it(tmp_path: Path) -> None:
    """Game 1 was played for a stake of 5, not 1: every total after it, a title, a debt that was cleared."""
    logs = evening(1, 1)
    clear = '[[item]]\nkind = "clear-negative"\nplayer = "丙"\nafter = "t/1"\n'
    better = structs.replace(evening(5)[0], replaces=content_hash(logs[0]))
    found = kept(tmp_path, [*logs, better], clear)
    assert totals(found) == [[10, 5, -5, -5, -5], [10, 5, 0, -5, -5], [12, 6, -1, -6, -6]]
    (correction,) = found.corrections
    assert (correction.game, correction.replaces) == ("t/1", content_hash(logs[0]))
    changed = [tuple(change) for change in correction.changes]
    assert changed[:5] == [(0, "points", name, was, now) for name, was, now in zip(
        NAMES, (2, 1, -1, -1, -1), (10, 5, -5, -5, -5), strict=True)]  # fmt: skip
    assert (0, "title", "甲", None, "家丁") in changed
    assert [change for change in changed if change[0] == 1 and change[2] == "丙"] == [(1, "points", "丙", 1, 5)]
    assert [change for change in changed if change[0] == 2] == [
        (2, "total", "甲", 4, 12), (2, "title", "甲", None, "家丁"), (2, "total", "乙", 2, 6),
        (2, "total", "丁", -2, -6), (2, "total", "戊", -2, -6),
    ]  # fmt: skip


def test_a_correction_of_a_correction(tmp_path: Path) -> None:
    first = evening(1, 1)
    second = structs.replace(evening(2)[0], replaces=content_hash(first[0]))
    third = structs.replace(evening(3)[0], replaces=content_hash(second))
    found = kept(tmp_path, [third, *first, second])
    assert totals(found)[-1] == [8, 4, -4, -4, -4]
    assert [one.replaces for one in found.corrections] == [content_hash(first[0]), content_hash(second)]


def test_two_logs_of_a_game_that_do_not_correct_each_other(tmp_path: Path) -> None:
    found = kept(tmp_path, [*evening(1, 1), evening(9)[0], evening(1)[0]])
    assert totals(found)[-1] == [4, 2, -2, -2, -2]
    assert [(finding.kind, finding.game) for finding in found.findings] == [("twice", "t/1")]


def test_the_next_game_took_over_another_result(tmp_path: Path) -> None:
    """A corrected result no longer is what the next game's tribute was paid by; what was owed changes."""
    evenings = (list(sitting("tribute", 2, seed)) for seed in range(99))
    one, two = next(games for games in evenings if any(isinstance(event, Tribute) for event in games[1].events))
    assert isinstance(two.previous, Previous)
    wrong = structs.replace(two, previous=structs.replace(two.previous, open_solo=True))
    found = kept(tmp_path, [one, wrong])
    assert [(finding.kind, finding.row) for finding in found.findings][-1] == ("previous", 1)
    right = kept(tmp_path, [one, two])
    assert right.findings == []
    owed, paid = right.handings[1].owed, right.handings[1].paid
    assert sum(owed) == len(paid) > 0
    assert right.handings[0].owed == (0,) * 5


# -- claims ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("total", "since", "explains"),
    [
        (-1, 2, ["left out: game t/2"]),
        (12, 1, ["left out: 裁判 rules: 迟到"]),
        (6, 1, ["entered twice: 裁判 rules: 迟到"]),
        (15, 1, ["entered with the wrong sign: 裁判 rules: 迟到"]),
        (11, 0, ["entered twice: game t/1"]),
        (14, 0, []),
    ],
)
def test_since_when_the_books_are_wrong(tmp_path: Path, total: int, since: int, explains: list[str]) -> None:
    """Game 1 gives 2, a ruling -3, game 2 gives 10: 9 - and which row was not entered as it should."""
    book = '[[ruling]]\npoints = {"甲" = -3}\nby = "裁判"\nwhy = "迟到"\nafter = "t/1"\n'
    claim = f'[[claim]]\nafter = "t/2"\ntotals = {{"甲" = {total}}}\n'
    (finding,) = kept(tmp_path, evening(1, 5), book + claim).findings
    assert (finding.kind, finding.player, finding.due, finding.since) == ("total", "甲", 9, since)
    assert [words.en for words in finding.explains] == explains


def test_a_cleared_debt_takes_up_what_went_wrong_before(tmp_path: Path) -> None:
    """丙 loses 1 in each game; its debt of 2 is cleared after game 2, so only game 3 can have been entered twice."""
    book = '[[item]]\nkind = "clear-negative"\nplayer = "丙"\nafter = "t/2"\n'
    claim = '[[claim]]\nafter = "t/{}"\ntotals = {{"丙" = {}}}\n'
    (finding,) = kept(tmp_path, evening(1, 1, 1), book + claim.format(3, -2)).findings
    assert (finding.due, finding.since, [words.en for words in finding.explains]) == (
        -1, 3, ["entered twice: game t/3"],
    )  # fmt: skip
    first, second = kept(tmp_path, evening(1, 1, 1), claim.format(1, -2) + book + claim.format(3, -2)).findings
    assert [words.en for words in first.explains] == ["entered twice: game t/1"]
    assert (second.follows, [words.en for words in second.explains]) == (False, ["entered twice: game t/3"])


def test_the_books_were_right_at_an_earlier_claim(tmp_path: Path) -> None:
    """The total was right after game 2, so game 1 is not to blame; after game 4 it is off by the same as before."""
    claims = "".join(
        f'[[claim]]\nafter = "t/{game}"\ntotals = {{"甲" = {total}}}\n' for game, total in ((2, 4), (3, 4), (4, 6))
    )
    first, second = kept(tmp_path, evening(1, 1, 1, 1), claims).findings
    assert (first.row, first.since, [words.en for words in first.explains]) == (4, 3, ["left out: game t/3"])
    assert (second.row, second.follows) == (6, True)


def test_a_correction_that_was_not_entered(tmp_path: Path) -> None:
    logs = evening(1, 1)
    better = structs.replace(evening(5)[0], replaces=content_hash(logs[0]))
    found = kept(tmp_path, [*logs, better], '[[claim]]\nafter = "t/2"\ntotals = {"甲" = 4}\n')
    assert [words.en for words in found.findings[0].explains] == ["game t/1: the correction was not entered"]


def test_a_double_card_and_a_claimed_score_that_were_entered_wrongly(tmp_path: Path) -> None:
    first, second = evening(1, 1)
    end = structs.replace(second.events[-1], scores=(7, 1, -1, -1, -1))
    logs = [first, structs.replace(second, events=(*second.events[:-1], end))]
    card = '[[item]]\nkind = "double-card"\nplayer = "甲"\nafter = ""\ngames = 1\n'
    claim = '[[claim]]\nafter = "t/{}"\ntotals = {{"甲" = {}}}\n'
    found = kept(tmp_path, logs, card + claim.format(1, 2) + claim.format(2, 9))
    assert [finding.kind for finding in found.findings] == ["game", "total", "total"]
    assert [words.en for words in found.findings[1].explains] == ["game t/1: without the double card"]
    assert [words.en for words in found.findings[2].explains] == ["game t/2: entered as claimed at the table"]


def test_titles_are_audited(tmp_path: Path) -> None:
    claim = '[[claim]]\nafter = "t/1"\ntotals = {"乙" = 12}\ntitles = {"甲" = "护院", "乙" = "家丁", "丙" = ""}\n'
    found = kept(tmp_path, evening(10), claim)
    told = [(one.kind, one.player, one.due, one.claimed, one.follows) for one in found.findings]
    assert told == [("total", "乙", 10, 12, False), ("title", "甲", "家丁", "护院", False)]


def test_the_titles_are_those_of_the_rulebook(root: Path) -> None:
    text = (root / "schemas" / "RULES.md").read_text("utf-8").split("### 10.4")[1].split("###")[0]
    assert [(int(least), title) for title, least in re.findall(r"(\S+) (\d+) \|", text)] == list(TITLES)


# -- the command, archives, JSON ---------------------------------------------------------------------------------


def test_from_an_archive(tmp_path: Path, paishen: Paishen) -> None:
    other = structs.replace(evening(2)[0], sitting="u", game="u/1")
    write(tmp_path / "a.paipu.jsonl", [*evening(1, 5), other])
    assert len(list(bring([tmp_path / "a.paipu.jsonl"], tmp_path / "archive"))) == 3
    ran = paishen("ledger", tmp_path / "archive", "--sitting", "t", "--json")
    assert (ran.status, ran.json[0]["totals"]) == (0, {"甲": 12, "乙": 6, "丙": -6, "丁": -6, "戊": -6})
    several = paishen("ledger", tmp_path / "archive", "--lang", "en")
    assert several.status == 2
    assert "several sittings, choose one with --sitting: t, u" in several.err


def test_the_json_is_written_down(tmp_path: Path, root: Path) -> None:
    better = structs.replace(evening(5)[0], replaces=content_hash(evening(1)[0]))
    claim = '[[claim]]\nafter = "t/1"\ntotals = {"甲" = 1}\nx = 1\n[[claim]]\nafter = "t/1"\ntotals = {"甲" = 1}\n'
    told = kept(tmp_path, [*evening(1, 1), better], claim).to_json("en")
    keys: set[str] = set(told)
    for part in ("rows", "findings", "corrections", "errors"):
        keys |= set(told[part][0])
    keys |= set(told["rows"][0]["game"])
    text = (root / "schemas" / "LEDGER-JSON.md").read_text("utf-8")
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    assert keys == {key for row in rows for key in re.findall("`([a-z_]+)`", row)}


def test_the_command_in_words(tmp_path: Path, paishen: Paishen) -> None:
    kept(tmp_path, evening(1, 5), '[[claim]]\nafter = "t/2"\ntotals = {"甲" = 11}\n')
    ran = paishen("ledger", tmp_path)
    assert ran.status == 1
    assert ran.lines[0] == "t"
    assert "  1  牌局 t/2          12 (+10)  6 (+5)  -6 (-5)  -6 (-5)  -6 (-5)" in ran.lines
    assert "  0 皇位: 甲" in ran.lines
    assert "  ✗ 第 2 行 总分: 甲 的总分是 12, 报的是 11" in ran.lines


def test_nothing_there(tmp_path: Path, paishen: Paishen) -> None:
    for place, said in ((tmp_path, "no logs"), (tmp_path / "none", "no such file")):
        ran = paishen("ledger", place, "--lang", "en")
        assert (ran.status, ran.out) == (2, "")
        assert said in ran.err


def test_a_book_of_another_sitting_is_not_used(tmp_path: Path, paishen: Paishen) -> None:
    kept(tmp_path, evening(1), 'sitting = "other"\n[opening]\n"甲" = 100\n')
    assert paishen("ledger", tmp_path, "--json").json[0]["totals"]["甲"] == 2
    assert paishen("ledger", tmp_path, "--json", "--book", tmp_path / "sitting.toml").json[0]["totals"]["甲"] == 102

