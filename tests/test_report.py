"""The report: self-contained, escaped, printable, and for a seat made of nothing but what it saw."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from html import escape
from pathlib import Path
from random import Random

import pytest
import segno
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import structs

from analyzer.events import Log, Note
from analyzer.ledger import ledger, read_book, sitting_of
from analyzer.paipu import write
from analyzer.paipu.chain import chained, content_hash, head_of, seal
from analyzer.replay import Replay
from analyzer.report import game_report, sitting_report
from analyzer.simulate import simulate
from tests.conftest import Paishen
from tests.test_audit_mind import says, told
from tests.test_audit_sheet import GUARD_SAYS, ROOM, small
from tests.test_ledger import evening
from tests.test_replay import DECK
from tests.test_sight import OPEN, exchanged, sample

HOSTILE = (
    "<img src=x onerror=alert(1)>", '"><script>alert(2)</script>', "{{7*7}} & 'x'", "![](http://evil.example)", "戊",
)  # fmt: skip


def hostile() -> Log:
    """A game of players with such names, a note, a message and a name to match."""
    log = told(says(2, 3, "ally", "</script><script>alert(3)</script>\u202e"))
    note = Note(text="<b onclick=alert(4)>")
    return structs.replace(log, players=HOSTILE, game="</title><script>alert(5)</script>", events=(*log.events, note))


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_it_asks_nobody_and_allows_only_what_is_in_it(lang: str) -> None:
    page = game_report(small(GUARD_SAYS, end={"scores": [2, 1, -1, -1, -1]}), lang)  # type: ignore[arg-type]
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy
    scripts = re.findall(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    sheets = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    assert len(scripts) == len(sheets) == 1
    hashes = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (*scripts, *sheets)]
    assert policy[1] == (
        f"default-src 'none'; script-src 'sha256-{hashes[0]}'; style-src 'sha256-{hashes[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )
    assert re.findall(r'(?:src|href|action)="(?!#)[^"]*"', page) == []
    assert " style=" not in page.split("<body>")[1].split("<script")[0]


def test_verdict_sheet_and_finding_are_in_it() -> None:
    page = game_report(small(GUARD_SAYS, end={"scores": [2, 1, -1, -1, -1]}), "en")
    assert '<div class="verdict disputed">' in page
    assert 'doubling <a href="#3">#2</a>: a doubling was left out: the open guard doubles the scores' in page
    assert page.count("<b>+4</b>") == 1
    assert '<b class="bad">+2</b>' in page
    assert "「侍衛得分＝ 6 －（皇帝名次＋侍衛名次）；」" in page


def test_every_name_and_text_is_escaped() -> None:
    page = game_report(hostile(), "en")
    body = page.split("<body>")[1]
    for bad in ("<img", "<script>alert", "<b onclick", "</title><script>"):
        assert bad not in body
    assert "</title><script>" not in page
    assert f"<bdi>{escape(HOSTILE[0])}</bdi>" in body


def test_the_chains_head_as_text_and_code() -> None:
    log = seal(chained(small()), Ed25519PrivateKey.from_private_bytes(b"7" * 32))
    page = game_report(log, "zh")
    assert f"<code>{head_of(log)}</code>" in page
    assert segno.make(head_of(log), micro=False).svg_inline(scale=4, border=3) in page
    assert "链完好, 已封存" in page
    assert "完整性" not in game_report(small(), "zh")


def test_a_broken_chain_has_no_code() -> None:
    log = chained(small())
    broken = structs.replace(log, events=(*log.events[:3], *log.events[4:]))
    page = game_report(broken, "en")
    assert "The chain is broken" in page
    assert "<svg" not in page.split("Integrity")[1]


def test_an_illegal_game_says_what_would_have_been_legal(root: Path) -> None:
    page = game_report(sample(root / "replays" / "samples" / "11-illegal.paipu.json"), "en")
    assert "the scores below are as it happened" in page
    assert "legal would have been: 老王 plays 7" in page.replace("</bdi>", "").replace("<bdi>", "")


# -- for a seat --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", OPEN[:9], ids=lambda path: path.name[:2])
def test_two_games_that_a_seat_cannot_tell_apart_give_one_report(path: Path) -> None:
    """What two other seats never showed is dealt anew between them: byte for byte the same page, in every view."""
    log, random = sample(path), Random(path.name)
    compared = 0
    for upto in (len(log.events), *random.sample(range(3, len(log.events)), 6)):
        one, two = random.sample(range(1, 6), 2)
        other = exchanged(log, upto, (one, two), random)
        prefix = structs.replace(log, events=log.events[:upto])
        if any(moment.code for moment in Replay(other, onward=True).moments):
            continue
        view = random.choice([seat for seat in (1, 2, 3, 4, 5) if seat not in (one, two)])
        lang = random.choice(("zh", "en"))
        assert game_report(prefix, lang, view) == game_report(other, lang, view)  # type: ignore[arg-type]
        compared += prefix.events[0] != other.events[0]
        if compared == 2:
            break
    assert compared


def test_a_chain_and_x_keys_tell_a_seat_nothing() -> None:
    """The hashes, the salt and what a recorder noted under x- keys have the hidden hands in them."""
    log = simulate("simple", 3)
    sealed = seal(chained(structs.replace(log, salt="ab" * 16)), Ed25519PrivateKey.from_private_bytes(b"7" * 32))
    bare = structs.replace(log, x=None)
    for view in (1, 4, -1):
        page = game_report(sealed, "en", view)
        assert page == game_report(bare, "en", view)
        assert not any(str(event.h) in page for event in sealed.events)
    deal = str(getattr(log.events[0], "hands", ("",) * 5)[1])
    assert deal[:40] not in game_report(sealed, "en", 1)


def test_whose_view_it_is() -> None:
    assert "told from what this seat saw alone: seat 3 <bdi>丙</bdi>" in game_report(small(), "en", 3)
    assert "told from what an onlooker saw alone" in game_report(small(), "en", -1)


# -- sittings, the command ---------------------------------------------------------------------------------------


def books(folder: Path, text: str, logs: list[Log] | None = None) -> str:
    write(folder / "a.paipu.jsonl", logs or evening(1, 5))
    (folder / "sitting.toml").write_text(text, "utf-8")
    return sitting_report(ledger(sitting_of(folder), read_book(folder / "sitting.toml")), "en")


def test_a_sittings_page(tmp_path: Path) -> None:
    page = books(tmp_path, '[[claim]]\nafter = "t/2"\ntotals = {"甲" = 2}\n[[item]]\nkind = 1\n')
    assert "#2 the total of 甲 is 12, claimed is 2; wrong since row #1 (perhaps: left out: game t/2)" in page
    assert "sitting.toml, line 5: kind must be a text" in page
    assert str(tmp_path) not in page
    assert "script-src 'none'" in page
    assert "All of it agrees." in books(tmp_path, "")


def test_a_sittings_page_is_escaped(tmp_path: Path) -> None:
    """Names of people, games, the sitting and the referee, why it was ruled; and a game that was corrected."""
    logs = [
        structs.replace(log, players=HOSTILE, game=f"<img {at}>", sitting="<img>")
        for at, log in enumerate(evening(1, 1, 5))
    ]
    logs[2] = structs.replace(logs[2], game="<img 0>", round=1, replaces=content_hash(logs[0]))
    ruling = '[[ruling]]\nby = "<i>"\nwhy = "<script>"\nafter = "<img 1>"\n'
    body = books(tmp_path, ruling, logs).split("<body>")[1]
    assert "corrections: <bdi>&lt;img 0&gt;</bdi>" in body.lower()
    assert not re.search("<i>|<script|<img", body)


def test_the_command(paishen: Paishen, tmp_path: Path) -> None:
    write(tmp_path / "a.paipu.json", [small()])
    out = tmp_path / "out.html"
    ran = paishen("report", tmp_path / "a.paipu.json", "-o", out)
    assert (ran.status, ran.out, ran.err) == (0, "", f"写好了: {out}\n")
    assert out.read_text("utf-8") == game_report(small(), "zh")
    assert paishen("report", tmp_path / "a.paipu.json", "-o", out, "--view", "3", "--lang", "en").status == 0
    assert out.read_text("utf-8") == game_report(small(), "en", 3)
    assert [path.name for path in tmp_path.iterdir() if "tmp" in path.name] == []
    write(tmp_path / "evening.paipu.jsonl", evening(1))
    assert paishen("report", tmp_path / "evening.paipu.jsonl", "--sitting", "t", "-o", out, "--lang", "en").status == 0
    assert "All of it agrees." in out.read_text("utf-8")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["a.paipu.json", "-o", "out.txt"], "the name must end in .html or .pdf"),
        (["none.json", "-o", "out.html"], "no such file"),
        (["a.paipu.json", "-o", "no/such/out.html"], "it cannot be written"),
        (["a.paipu.json", "-o", "out.html", "--game", "x"], "there is no game x"),
        (["seat.paipu.json", "-o", "out.html", "--view", "2"], "recorded by seat 3"),
        ([".", "-o", "out.html", "--view", "2"], "--view and --game are for the report of one game"),
    ],
)
def test_what_cannot_be_written(
    paishen: Paishen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write(Path("a.paipu.json"), [small()])
    seen = structs.replace(small(), view=3, game="seat", events=(small().events[0], *small().events[1:]))
    hands = (2, 2, "7s9h", 2, 2)
    first = structs.replace(seen.events[0], hands=hands)
    write(Path("seat.paipu.json"), [structs.replace(seen, events=(first, *seen.events[1:]))])
    ran = paishen("report", *args, "--lang", "en")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err
    assert not list(tmp_path.glob("out*"))


@pytest.mark.browser
def test_a_pdf_where_chromium_is_there(paishen: Paishen, tmp_path: Path, chromium: str) -> None:
    write(tmp_path / "a.paipu.json", [small()])
    assert chromium
    ran = paishen("report", tmp_path / "a.paipu.json", "-o", tmp_path / "a.pdf")
    assert ran.status == 0, ran.err
    data = (tmp_path / "a.pdf").read_bytes()
    assert data[:4] == b"%PDF"
    assert data.count(b"/Type /Page\n") >= 1


def test_no_pdf_where_there_is_no_chromium(
    paishen: Paishen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere: Callable[[str], None] = lambda _: None  # noqa: E731
    monkeypatch.setattr("analyzer.report.pdf.shutil.which", nowhere)
    write(tmp_path / "a.paipu.json", [small()])
    ran = paishen("report", tmp_path / "a.paipu.json", "-o", tmp_path / "a.pdf", "--lang", "en")
    assert (ran.status, ran.out) == (2, "")
    assert "no Chromium was found to print a PDF: write .html and print it in a browser" in ran.err
    assert not list(tmp_path.glob("*.pdf"))


def test_rules_are_those_of_the_log() -> None:
    assert "(house rules)" in game_report(small(rules={**ROOM, "stake": 2}), "en")
    assert DECK
