"""Keys, seals, receipts and `verify` from the outside."""

from __future__ import annotations

import fcntl
import json
import os
import re
import stat
from pathlib import Path
from typing import IO, Any

import pytest
import segno
from msgspec import UNSET, structs

from analyzer.cards import shown
from analyzer.cli.receipt import qr_code
from analyzer.data import data
from analyzer.events import Log
from analyzer.paipu import Sourced, dumps_lines, read, write
from analyzer.paipu.chain import chained, event_hash, examine
from analyzer.paipu.keyfile import read_key
from analyzer.verifier import FAULTS, HOLDS, UNKNOWN
from tests.conftest import Paishen
from tests.test_replay import PLAYS, events, log_of

SALT = "0123456789abcdef" * 2
PAGE = (data("schemas") / "INTEGRITY.md").read_text("utf-8")


def game(name: str = "small", **header: object) -> Log:
    """The small game with its end, chained."""
    return chained(log_of([*events([*PLAYS]), {"type": "end"}], game=name, salt=SALT, **header))


@pytest.fixture
def key(paishen: Paishen, tmp_path: Path) -> Path:
    path = tmp_path / "club.key"
    assert paishen("keys", "new", path).status == 0
    return path


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.paipu.jsonl"
    write(path, [game()])
    return path


def one(path: Path) -> Log:
    (found,) = read(path)
    assert isinstance(found, Sourced), found
    return found.log


def points(found: dict[str, Any], name: str) -> list[str]:
    return [point["code"] for point in found[name]]


# -- keys ------------------------------------------------------------------------------------------------------


def test_a_key_is_its_owners_alone_and_never_overwritten(paishen: Paishen, key: Path) -> None:
    before = key.read_bytes()
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert re.fullmatch(rb"-----BEGIN PRIVATE KEY-----\n.{64}\n-----END PRIVATE KEY-----\n", before)
    again = paishen("keys", "new", key)
    assert (again.status, again.err) == (2, f"paishen: {key}: 已经有了; 钥匙从不覆盖\n")
    assert key.read_bytes() == before
    assert [path.name for path in key.parent.iterdir()] == [key.name]


def test_a_key_that_is_not_written_leaves_nothing(paishen: Paishen, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.symlink_to(tmp_path / "nowhere")
    for path in (there, tmp_path / "no" / "such.key"):
        assert paishen("keys", "new", path).status == 2
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
    assert not (tmp_path / "nowhere").exists()


def test_show_gives_the_public_half_and_no_more(paishen: Paishen, key: Path) -> None:
    (told,) = paishen("keys", "show", key, "--json").json
    assert told == {"file": str(key), "key": told["key"]}
    assert re.fullmatch("[0-9a-f]{64}", told["key"])
    assert told["key"] in paishen("keys", "show", key).out
    assert read_key(key).private_bytes_raw().hex() not in paishen("keys", "show", key).out


def test_the_default_key_lies_in_the_users_folder(
    paishen: Paishen, tmp_path: Path, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    assert "paishen keys new" in paishen("seal", log).err
    assert paishen("keys", "new").status == 0
    assert stat.S_IMODE((tmp_path / "home" / "paishen" / "seal.key").stat().st_mode) == 0o600
    assert paishen("seal", log).status == 0


@pytest.mark.parametrize("text", ["", "no key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
def test_what_is_no_key_is_refused(paishen: Paishen, tmp_path: Path, log: Path, text: str) -> None:
    path = tmp_path / "wrong.key"
    path.write_text(text, "ascii")
    path.chmod(0o600)
    before = log.read_bytes()
    ran = paishen("seal", log, "--key", path)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "不是 paishen keys new 造的钥匙" in ran.err
    assert log.read_bytes() == before


def test_a_key_that_others_can_read_is_refused(paishen: Paishen, key: Path, log: Path) -> None:
    key.chmod(0o640)
    assert "别人也能读这把钥匙 (权限 640)" in paishen("seal", log, "--key", key).err
    assert one(log).events == game().events


# -- seals -----------------------------------------------------------------------------------------------------


def test_a_seal_is_one_more_line(paishen: Paishen, key: Path, log: Path) -> None:
    before = log.read_bytes()
    log.chmod(0o640)
    (told,) = paishen("seal", log, "--key", key, "--json").json
    after = log.read_bytes()
    assert after.startswith(before)
    seal = json.loads(after[len(before) :])
    assert after.count(b"\n") == before.count(b"\n") + 1
    assert (seal["type"], seal["events"], seal["head"]) == ("seal", 11, game().events[-1].h)
    assert told == {"file": str(log), "game": "small", **{name: seal[name] for name in ("events", "head", "key")}}
    assert stat.S_IMODE(log.stat().st_mode) == 0o640
    assert examine(one(log)) == ("sealed", None)
    assert {path.name for path in log.parent.iterdir()} == {log.name, key.name}


def forms(folder: Path) -> dict[str, Path]:
    """The game in every form that can be sealed, with odd line ends and layouts."""
    lines = dumps_lines(game())
    value = json.loads(b"[" + lines.strip().replace(b"\n", b",") + b"]")
    whole = {**value[0], "events": value[1:]}
    first = dict(list(whole.items())[:3])
    texts = {
        "no-end.jsonl": lines[:-1],
        "crlf.jsonl": b"\xef\xbb\xbf" + lines.replace(b"\n", b"\r\n\r\n"),
        "compact.json": json.dumps(whole).encode(),
        "wide.json": json.dumps(whole, indent=3, ensure_ascii=False).encode() + b"\n\n",
        "gb.json": json.dumps(whole, indent=1, ensure_ascii=False).encode("gb18030"),
        "first.json": json.dumps({**first, "events": value[1:], **whole}).encode(),
        "object.jsonl": b"\n" + json.dumps(whole).encode() + b"\n",
    }
    for name, text in texts.items():
        (folder / name).write_bytes(text)
    write(folder / "a.txt", [game()])
    return {name: folder / name for name in [*texts, "a.txt"]}


def test_every_form_is_sealed_and_keeps_its_bytes(paishen: Paishen, key: Path, tmp_path: Path) -> None:
    for name, path in forms(tmp_path).items():
        before = path.read_bytes()
        ran = paishen("seal", path, "--key", key)
        assert (ran.status, ran.err) == (0, ""), name
        after = path.read_bytes()
        at = next(place for place, byte in enumerate(before + b"\0") if after[place : place + 1] != bytes([byte]))
        assert after.strip().endswith(before[at:].strip()), name
        sealed = one(path)
        assert examine(sealed) == ("sealed", None), name
        assert structs.replace(sealed, events=sealed.events[:-1]) == game(), name


def test_one_of_several_games_is_sealed(paishen: Paishen, key: Path, tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    write(path, [game("one"), game("two")])
    whole = path.read_bytes()
    assert "请用 --game 选一局" in paishen("seal", path, "--key", key).err
    assert path.read_bytes() == whole
    assert paishen("seal", path, "--key", key, "--game", "one").status == 0
    assert [found["integrity"] for found in paishen("verify", path, "--json").json] == ["sealed", "chained"]
    assert path.read_bytes().replace(path.read_bytes().splitlines(keepends=True)[12], b"") == whole


@pytest.mark.parametrize("form", ["json", "jsonl", "txt"])
def test_a_typed_game_is_chained_and_sealed(paishen: Paishen, key: Path, tmp_path: Path, form: str) -> None:
    path = tmp_path / f"typed.{form}"
    typed = log_of([*events([(1, "6s"), (2, None), (3, None), (4, "B")])])
    write(path, [typed])
    if form == "txt":
        path.write_text(path.read_text("utf-8").replace("paipu 1 full", "paipu 1").replace("2 -  3 -  ", ""), "utf-8")
    assert paishen("seal", path, "--key", key, "--chain").status == 0
    sealed = one(path)
    assert examine(sealed) == ("sealed", None)
    assert [structs.replace(event, h=UNSET) for event in sealed.events[:-1]] == list(typed.events)
    before = path.read_bytes()
    assert "已经有链" in paishen("seal", path, "--key", key, "--chain").err
    assert path.read_bytes() == before


def test_a_chain_is_given_to_a_game_alone(paishen: Paishen, key: Path, tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    write(path, [log_of(events([*PLAYS]), game=name) for name in ("one", "two")])
    before = path.read_bytes()
    assert "要只有这一局" in paishen("seal", path, "--key", key, "--chain", "--game", "one").err
    assert path.read_bytes() == before


def test_a_game_that_was_left_can_be_sealed(paishen: Paishen, key: Path, tmp_path: Path) -> None:
    path = tmp_path / "left.jsonl"
    write(path, [chained(log_of(events([*PLAYS[:2]])))])
    assert paishen("seal", path, "--key", key).status == 0
    assert examine(one(path)) == ("sealed", None)


@pytest.mark.parametrize(
    ("what", "said"),
    [("plain", "只有完好的"), ("broken", "只有完好的"), ("sealed", "只有完好的"), ("torn", "第12行")],
)
def test_what_cannot_be_sealed_stays_as_it_is(paishen: Paishen, key: Path, log: Path, what: str, said: str) -> None:
    if what == "plain":
        write(log, [log_of(events([*PLAYS]))])
    elif what == "broken":
        log.write_bytes(log.read_bytes().replace(b'"R*"}', b'"B"}').replace(b'"cards":"R"', b'"cards":"B"'))
    elif what == "sealed":
        assert paishen("seal", log, "--key", key).status == 0
    else:
        log.write_bytes(log.read_bytes()[:-9])
    before = log.read_bytes()
    ran = paishen("seal", log, "--key", key)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert log.read_bytes() == before


def test_no_seal_while_somebody_writes(paishen: Paishen, key: Path, log: Path) -> None:
    before = log.read_bytes()
    with log.open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert "另一个程序正在写这个文件" in paishen("seal", log, "--key", key).err
    assert log.read_bytes() == before
    assert paishen("seal", log, "--key", key).status == 0


def test_what_is_private_stays_private_while_it_is_written(
    paishen: Paishen, key: Path, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is written beside the log has its mode before it has a byte, and takes nobody's file."""
    log.chmod(0o600)
    beside = log.with_name(f"{log.name}.tmp")
    beside.symlink_to(key)
    before, seen = key.read_bytes(), []

    def made(handle: int, mode: str) -> IO[bytes]:
        seen.append((stat.S_IMODE(os.fstat(handle).st_mode), os.fstat(handle).st_size))
        return open(handle, mode)

    monkeypatch.setattr("analyzer.paipu.disk.os.fdopen", made)
    assert paishen("seal", log, "--key", key).status == 0
    assert seen[-1] == (0o600, 0)
    assert (key.read_bytes(), beside.exists()) == (before, False)


def test_a_link_stays_a_link(paishen: Paishen, key: Path, log: Path) -> None:
    link = log.with_name("link.paipu.jsonl")
    link.symlink_to(log)
    assert paishen("seal", link, "--key", key).status == 0
    assert link.is_symlink()
    assert examine(one(log)) == ("sealed", None)


# -- receipts --------------------------------------------------------------------------------------------------


def test_a_receipt_is_the_head_and_its_qr_code(paishen: Paishen, log: Path) -> None:
    first, head, *code = paishen("receipt", log).lines
    assert first == "收据: 牌局 small, 前 11 个事件 (共 11 个)"
    assert head == game().events[-1].h
    lit = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    rows = [[lit[char][half] for char in line] for line in code for half in (0, 1)]
    made = segno.make(head, error="m", boost_error=False)
    wanted = [[1 - dark for dark in row] for row in made.matrix_iter(border=4)]
    assert rows[: len(wanted)] == wanted
    assert len(qr_code(head).splitlines()) == len(code)


def test_a_receipt_of_any_event(paishen: Paishen, log: Path) -> None:
    (told,) = paishen("receipt", log, "--at", "3", "--json").json
    assert told == {"game": "small", "events": 3, "of": 11, "receipt": game().events[2].h, "sealed": False}
    assert paishen("receipt", log, "--at", "0", "--no-qr").lines[1:] == [game().h]
    assert paishen("receipt", log, "--at", "12").err.endswith("没有 12 个事件, 只有 11 个\n")


def test_without_a_salt_a_receipt_warns(paishen: Paishen, log: Path) -> None:
    assert paishen("receipt", log).err == ""
    write(log, [chained(log_of(events([*PLAYS])))])
    assert "没有盐" in paishen("receipt", log).err


def test_no_receipt_of_a_broken_chain_or_none(paishen: Paishen, log: Path) -> None:
    write(log, [structs.replace(game(), game="other")])
    assert "事件 -1: 链已断, 给不出收据" in paishen("receipt", log).err
    write(log, [log_of(events([*PLAYS]))])
    assert paishen("receipt", log).status == 2


# -- verify ----------------------------------------------------------------------------------------------------


def test_what_holds_and_what_cannot_be_told(paishen: Paishen, key: Path, log: Path) -> None:
    def told(*more: str) -> tuple[int, list[str], list[str], list[str]]:
        ran = paishen("verify", log, "--json", *more)
        (found,) = ran.json
        return ran.status, points(found, "faults"), points(found, "holds"), points(found, "unknown")

    always = ["table", "others"]
    assert told() == (0, [], ["chain"], ["cut", "rewritten", *always])
    assert told("--key", "a" * 64) == (1, ["no_seal"], ["chain"], ["cut", "rewritten", *always])
    early, late = str(game().events[4].h), str(game().events[-1].h)
    assert told("--receipt", early) == (0, [], ["chain", "receipt"], ["cut", "later", *always])
    assert told("--receipt", late) == (0, [], ["chain", "receipt"], ["cut", *always])
    paishen("seal", log, "--key", key)
    public = paishen("keys", "show", key, "--json").json[0]["key"]
    assert told() == (0, [], ["chain", "seal"], ["rewritten", "whose", *always])
    assert told("--key", public, "--receipt", late.upper()) == (0, [], ["chain", "seal", "key", "receipt"], always)
    assert told("--key", "b" * 64) == (1, ["other_key"], ["chain", "seal"], ["rewritten", *always])
    assert told("--receipt", "c" * 64, "--receipt", early) == (
        1, ["no_such_receipt"], ["chain", "seal", "receipt"], ["later", "whose", *always],
    )  # fmt: skip


def test_what_stands_behind_a_seal_is_told(paishen: Paishen, key: Path, log: Path) -> None:
    """The chain goes on over an event behind the seal, which says nothing about it."""
    paishen("seal", log, "--key", key)
    sealed = one(log)
    end = structs.replace(game().events[-1], h=event_hash(str(sealed.events[-1].h), game().events[-1]))
    write(log, [structs.replace(sealed, events=(*sealed.events, end))])
    ran = paishen("verify", log, "--json")
    assert (ran.status, ran.json[0]["faults"][0]["code"], ran.json[0]["faults"][0]["event"]) == (1, "after_seal", 12)
    assert ran.json[0]["head"] == game().events[-1].h


def test_a_receipt_from_behind_the_break_counts_for_nothing(paishen: Paishen, log: Path) -> None:
    changed = structs.replace(game().events[3], cards="7")
    assert shown("7").cards != shown("7s").cards
    write(log, [structs.replace(game(), events=(*game().events[:3], changed, *game().events[4:]))])
    before, behind = str(game().events[2].h), str(game().events[5].h)
    ran = paishen("verify", log, "--json", "--receipt", before, "--receipt", behind)
    (found,) = ran.json
    assert (ran.status, points(found, "faults")) == (1, ["broken_chain", "no_such_receipt"])
    assert found["receipts"] == [{"receipt": before, "event": 2}, {"receipt": behind, "event": None}]
    assert found["holds"][0]["message"].startswith("链: 头和前 3 个事件")


def test_a_log_without_a_chain_has_nothing_to_verify(paishen: Paishen, log: Path) -> None:
    write(log, [log_of(events([*PLAYS]))])
    ran = paishen("verify", log)
    assert ran.status == 1
    assert ran.lines[:3] == [f"{log}  small  无链", "  ✗ 没有链: 无从查验", "  ? 哪些是原来的, 看不出"]


@pytest.mark.parametrize(
    ("args", "said"),
    [(["--receipt", "12"], "--receipt 要 64 位"), (["--key", "x" * 64], "--key 要"), (["--game", "no"], "没有叫 no")],
)
def test_a_verify_that_cannot_be_meant(paishen: Paishen, log: Path, args: list[str], said: str) -> None:
    ran = paishen("verify", log, *args)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err


def test_a_receipt_is_of_one_game(paishen: Paishen, log: Path) -> None:
    write(log, [game("one"), game("two")])
    head = str(game("two").h)
    assert "--game" in paishen("verify", log, "--receipt", head).err
    assert paishen("verify", log, "--receipt", head, "--game", "two").status == 0
    assert paishen("verify", log, "--receipt", head, "--game", "one").status == 1


def test_what_cannot_be_read_is_status_2(paishen: Paishen, log: Path) -> None:
    log.write_bytes(log.read_bytes()[:-9])
    ran = paishen("verify", log)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_every_point_is_on_the_page() -> None:
    def codes(name: str) -> list[str]:
        table = PAGE.split(f"| `{name}` | |\n|---|---|\n")[1].split("\n\n")[0]
        cells = re.findall(r"^\| (`[^|]+) \|", table, re.MULTILINE)
        return [code for cell in cells for code in re.findall(r"`([a-z_]+)`", cell)]

    assert (codes("faults"), codes("holds"), codes("unknown")) == (list(FAULTS), list(HOLDS), list(UNKNOWN))


def test_the_keys_of_verify_are_on_the_page(paishen: Paishen, log: Path) -> None:
    table = PAGE.split("## `verify --json`")[1].split("\n\n")[1]
    named = [name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert named == list(paishen("verify", log, "--json").json[0])
