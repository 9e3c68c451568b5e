"""Bundles: the same bytes, checked with and without us, and hostile ones refused."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from hypothesis import given

from analyzer import verifier
from analyzer.bundle import PARTS, PROVED, TRAILER
from analyzer.data import data
from analyzer.events import Log
from analyzer.paipu import write
from analyzer.paipu.chain import chain_and_seal
from analyzer.rulesets import resolve
from tests.conftest import Paishen
from tests.test_integrity import SALT
from tests.test_paipu_chain import WHOLE, values
from tests.test_replay import PLAYS, events, log_of
from tests.test_tamper import OURS, PUBLIC

HEAD = re.compile(r'"head":"([0-9a-f]{64})"')


def sealed(**header: object) -> Log:
    log = log_of([*events([*PLAYS]), {"type": "end", "scores": [2, 1, -1, -1, -1], "x-why": "终"}], salt=SALT, **header)
    return chain_and_seal(log, OURS)


@pytest.fixture
def packed(paishen: Paishen, tmp_path: Path) -> Path:
    write(tmp_path / "game.jsonl", [sealed(rules_sha256=resolve(sealed().rules).sha256)])
    assert paishen("bundle", tmp_path / "game.jsonl", "-o", tmp_path / "game.zip").status == 0
    return tmp_path / "game.zip"


@pytest.fixture
def unpacked(packed: Path, tmp_path: Path) -> Path:
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(tmp_path / "unpacked")
    return tmp_path / "unpacked"


def stranger(folder: Path, *args: str, site: bool = False, path: str = os.defpath) -> subprocess.CompletedProcess[str]:
    """The verifier run by somebody who has Python, without the installed packages unless `site`."""
    flags = ["-I"] if site else ["-I", "-S"]
    return subprocess.run(
        [sys.executable, *flags, "verify.py", *args], cwd=folder, env={"PATH": path, "LC_ALL": "C.UTF-8"},
        text=True, capture_output=True, check=False, timeout=60,
    )  # fmt: skip


def head_in(folder: Path) -> str:
    return str(HEAD.findall((folder / verifier.LOG).read_text("utf-8"))[0])


# -- packing ---------------------------------------------------------------------------------------------------


def test_what_is_in_it(unpacked: Path, paishen: Paishen, tmp_path: Path) -> None:
    assert sorted(path.name for path in unpacked.iterdir()) == sorted(PARTS)
    assert (unpacked / verifier.LOG).read_bytes() == (tmp_path / "game.jsonl").read_bytes()
    verdict = json.loads((unpacked / verifier.VERDICT).read_text("utf-8"))
    (judged,) = paishen("validate", unpacked / verifier.LOG, "--json").json
    assert verdict == {**judged, "file": verifier.LOG}
    assert verdict["scores"] == [2, 1, -1, -1, -1]
    ruleset = json.loads((unpacked / verifier.RULESET).read_text("utf-8"))
    assert ruleset["values"]["deck"] == {"R*": 1, "B*": 1, "R": 1, "B": 1, "6s": 2, "7s": 2, "9h": 2}
    last = (unpacked / verifier.LOG).read_text("utf-8").splitlines()[-1]
    assert json.loads((unpacked / verifier.SEAL).read_text("utf-8")) == json.loads(last)


def test_the_same_game_gives_the_same_bytes(paishen: Paishen, packed: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.zip"
    shutil.copy(tmp_path / "game.jsonl", tmp_path / "moved.jsonl")
    (told,) = paishen("bundle", tmp_path / "moved.jsonl", "-o", again, "--json", "--lang", "en").json
    assert again.read_bytes() == packed.read_bytes()
    assert (told["bytes"], told["parts"]) == (packed.stat().st_size, list(PARTS))


@pytest.mark.parametrize("form", ["json", "txt"])
def test_any_form_is_packed_as_lines(paishen: Paishen, tmp_path: Path, form: str) -> None:
    source = tmp_path / f"game.{form}"
    write(source, [sealed()])
    assert paishen("bundle", source, "-o", tmp_path / "b.zip").status == 0
    assert paishen("verify", tmp_path / "b.zip", "--key", PUBLIC).status == 0


def test_only_a_whole_seal_is_packed(paishen: Paishen, tmp_path: Path) -> None:
    for name, log in (("open", sealed()), ("plain", log_of(events([*PLAYS])))):
        write(tmp_path / f"{name}.jsonl", [log])
    lines = (tmp_path / "open.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "open.jsonl").write_bytes(b"".join(lines[:-1]))
    for name in ("open", "plain"):
        ran = paishen("bundle", tmp_path / f"{name}.jsonl", "-o", tmp_path / "b.zip")
        assert (ran.status, ran.out) == (2, "")
        assert "只装封存完好的牌谱" in ran.err
    assert not (tmp_path / "b.zip").exists()


def test_nothing_is_overwritten_unasked(paishen: Paishen, packed: Path, tmp_path: Path) -> None:
    before = packed.read_bytes()
    assert "--overwrite" in paishen("bundle", tmp_path / "game.jsonl", "-o", packed).err
    assert "原文件不会被覆盖" in paishen("bundle", tmp_path / "game.jsonl", "-o", tmp_path / "game.jsonl").err
    assert packed.read_bytes() == before
    assert paishen("bundle", tmp_path / "game.jsonl", "-o", packed, "--overwrite").status == 0


# -- the verifier alone ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("site", [True, False], ids=["cryptography", "openssl"])
def test_a_stranger_checks_it(unpacked: Path, site: bool) -> None:
    ran = stranger(unpacked, "--receipt", head_in(unpacked), "--key", PUBLIC, site=site)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert re.findall(r"^[✗✓?] (\w+)", ran.stdout, re.MULTILINE)[:4] == ["链", "封印", "钥匙", "收据"]
    assert "✗" not in ran.stdout


@pytest.mark.parametrize("site", [True, False], ids=["cryptography", "openssl"])
def test_a_stranger_finds_a_false_signature(unpacked: Path, site: bool) -> None:
    text = (unpacked / verifier.LOG).read_text("utf-8")
    signature = re.findall('"signature":"([0-9a-f]{128})"', text)[0]
    (unpacked / verifier.LOG).write_text(text.replace(signature, "0" * 128), "utf-8")
    ran = stranger(unpacked, site=site)
    assert ran.returncode == 1
    assert "✗ 链断在事件 11" in ran.stdout


def test_without_cryptography_and_openssl_it_says_so(unpacked: Path, tmp_path: Path) -> None:
    """Neither, or an openssl that is too old for Ed25519."""
    old = tmp_path / "old"
    old.mkdir()
    (old / "openssl").write_text("#!/bin/sh\necho 'pkeyutl: Unknown option -rawin' >&2\nexit 1\n", "ascii")
    (old / "openssl").chmod(0o755)
    for path in (tmp_path / "nowhere", old):
        ran = stranger(unpacked, "--key", PUBLIC, path=str(path))
        assert ran.returncode == 3
        assert "the signature was not checked" in ran.stdout
        assert "✓ 封印" not in ran.stdout


@pytest.mark.parametrize(
    ("part", "old", "new", "said"),
    [
        (verifier.LOG, '"cards":"9h"', '"cards":"9d"', "the chain breaks at event 4"),
        (verifier.LOG, '"players":["甲"', '"players":["己"', "the chain breaks at the header"),
        (verifier.SEAL, '"events": 11', '"events": 10', "seal.json is not the seal in the log"),
        (verifier.RULESET, '"sixes_last"', '"sixes_first"', "ruleset.json is not the ruleset that the log names"),
    ],
)
def test_a_stranger_finds_what_was_changed(unpacked: Path, part: str, old: str, new: str, said: str) -> None:
    text = (unpacked / part).read_text("utf-8")
    assert old in text
    (unpacked / part).write_text(text.replace(old, new, 1), "utf-8")
    ran = stranger(unpacked)
    assert ran.returncode == 1
    assert said in ran.stdout


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"[]", b"[" * 100_000, b'{"a": 1.5}', b'{"a": 1, "a": 1}', b'{"a": 9007199254740992}', b'{"a": NaN}',
     b'{"a": "\\ud800"}', b'{"a": "e\\u0301"}', b"\xff", b'{"a": 1e9}', b'{"a": ' + b"9" * 5000 + b"}"],
)  # fmt: skip
def test_a_stranger_is_told_in_one_line_what_cannot_be_read(unpacked: Path, text: bytes) -> None:
    (unpacked / verifier.LOG).write_bytes(text)
    ran = stranger(unpacked)
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    assert "cannot be read" in ran.stderr


def test_a_name_cannot_move_the_cursor(unpacked: Path) -> None:
    (unpacked / verifier.LOG).write_bytes(b'{"game": "\\u001b[2J\\u009b1mx"}')
    assert stranger(unpacked).stdout.startswith("?[2J?1mx\n")


@given(values(WHOLE))
def test_its_canonical_form_agrees_with_rfc8785(value: Any) -> None:
    """Of what it reads: a number that is not whole it refuses."""
    assert verifier.canonical(value) == rfc8785.dumps(value)


def test_it_imports_nothing_that_is_not_pythons() -> None:
    text = Path(verifier.__file__).read_text("utf-8")
    names = set(re.findall(r"^ *(?:from|import) (\w+)", text, re.MULTILINE))
    assert names - {"cryptography"} <= sys.stdlib_module_names
    assert "    from cryptography" in text
    assert not re.search(r"^from cryptography", text, re.MULTILINE)


# -- our verify over a bundle ----------------------------------------------------------------------------------


def rewritten(packed: Path, changes: dict[str, Callable[[bytes], bytes]]) -> None:
    """The bundle packed again, with changed parts."""
    with zipfile.ZipFile(packed) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in parts.items():
            archive.writestr(name, changes.get(name, bytes)(raw))


def test_verify_reads_a_bundle(paishen: Paishen, packed: Path, unpacked: Path) -> None:
    ran = paishen("verify", packed, "--json", "--receipt", head_in(unpacked), "--key", PUBLIC)
    (found,) = ran.json
    assert (ran.status, found["faults"]) == (0, [])
    assert [point["code"] for point in found["holds"]] == ["chain", "seal", "key", "receipt"]
    assert [point["code"] for point in found["unknown"]] == ["table", "others"]
    assert paishen("verify", packed, "--game", "no").status == 2


@pytest.mark.parametrize(
    ("part", "old", "new", "code"),
    [
        (verifier.SEAL, b'"events": 11', b'"events": 10', "seal_differs"),
        (verifier.RULESET, b'"simple"', b'"classic"', "ruleset_differs"),
        (verifier.VERDICT, b'"valid"', b'"illegal"', "verdict_differs"),
        (verifier.VERDICT, b"{", b"[", "verdict_differs"),
        (verifier.LOG, b'"x-why":"\xe7\xbb\x88"', b'"x-why":"x"', "broken_chain"),
    ],
)
def test_verify_finds_what_was_changed(
    paishen: Paishen, packed: Path, part: str, old: bytes, new: bytes, code: str
) -> None:
    rewritten(packed, {part: lambda raw: raw.replace(old, new, 1)})
    ran = paishen("verify", packed, "--json")
    assert ran.status == 1
    assert code in [point["code"] for point in ran.json[0]["faults"]]


def test_verify_warns_of_a_verifier_that_is_not_ours(paishen: Paishen, packed: Path) -> None:
    rewritten(packed, {"verify.py": lambda _: b"print('all is well')\n"})
    ran = paishen("verify", packed, "--json")
    assert ran.status == 0
    assert ran.json[0]["unknown"][0]["code"] == "verifier"


# -- hostile bundles -------------------------------------------------------------------------------------------


def zipped(entries: list[tuple[str, bytes]], comment: bytes = b"") -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in entries:
            archive.writestr(zipfile.ZipInfo(name), raw, zipfile.ZIP_DEFLATED)
        archive.comment = comment
    return stream.getvalue()


def hostile(raw: bytes) -> dict[str, bytes]:
    """Bundles that are not as ours are, by what is wrong."""
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        good = [(name, archive.read(name)) for name in archive.namelist()]
    found = {
        "a part is missing": zipped(good[:-1]),
        "one more": zipped([*good, ("more.txt", b"")]),
        "climbs out": zipped([*good[:-1], ("../verify.py", b"")]),
        "absolute": zipped([*good[:-1], ("/verify.py", b"")]),
        "in another order": zipped(good[::-1]),
        "a bomb": zipped([*good[:2], (good[2][0], b"0" * (300 << 20)), *good[3:]]),
        "a long list": zipped([(f"{at}", b"") for at in range(60_000)]),
        "a comment": zipped(good, b"x" * 30),
        "a folder": zipped([*good[:-1], ("verify.py/", b"")]),
        "a large log": zipped([good[0], (verifier.LOG, b" " * ((64 << 20) + 1)), *good[2:]]),
        "cut short": raw[:-40],
        "no zip": b"PK\x03\x04",
        "a part is damaged": raw.replace(b'"type":"accept"', b'"type":"accepx"', 1),
        "the list lies": raw[:-22] + TRAILER.pack(b"PK\5\6", 0, 0, 6, 6, 4096, 0, 0),
    }
    encrypted = bytearray(raw)
    encrypted[raw.index(b"PK\x01\x02") + 8] |= 1
    return {**found, "encrypted": bytes(encrypted), "twice": twice(good)}


@pytest.mark.filterwarnings("ignore:Duplicate name")
def twice(good: list[tuple[str, bytes]]) -> bytes:
    """A name that stands twice."""
    return zipped([*good[:-1], (verifier.LOG.replace("game", "gamf"), good[1][1])]).replace(b"gamf", b"game")


def test_hostile_bundles_are_refused_in_one_sentence(paishen: Paishen, packed: Path) -> None:
    for why, raw in hostile(packed.read_bytes()).items():
        packed.write_bytes(raw)
        ran = paishen("verify", packed)
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1), why
        assert ran.err.startswith(f"paishen: {packed}"), why
        assert [path.name for path in packed.parent.iterdir() if path.suffix == ".py"] == [], why


def test_a_bundle_cut_at_every_byte_is_refused(paishen: Paishen, packed: Path) -> None:
    raw = packed.read_bytes()
    for end in range(4, len(raw), 97):
        packed.write_bytes(raw[:end])
        ran = paishen("verify", packed)
        assert (ran.status, ran.err.count("\n")) == (2, 1), end


def test_the_bundles_parts_are_on_the_page() -> None:
    page = (data("schemas") / "INTEGRITY.md").read_text("utf-8")
    table = page.split("## 卷宗")[1].split("\n\n")[1]
    assert re.findall(r"^\| `([^`]+)`", table, re.MULTILINE) == list(PROVED)


# -- with an archive's proof -----------------------------------------------------------------------------------


@pytest.fixture
def proved(paishen: Paishen, tmp_path: Path) -> Path:
    """A bundle of a sealed game that is one of three in an archive with a checkpoint."""
    games = [sealed(game=f"t/{number}") for number in range(3)]
    write(tmp_path / "three.jsonl", games)
    write(tmp_path / "game.jsonl", games[1:2])
    place = tmp_path / "archive"
    assert paishen("import", tmp_path / "three.jsonl", "--archive", place).status == 0
    assert paishen("keys", "new", tmp_path / "k.key").status == 0
    assert paishen("archive", "checkpoint", "--archive", place, "--key", tmp_path / "k.key").status == 0
    (tmp_path / "p.json").write_text(paishen("archive", "prove", "t/1", "--archive", place).out)
    done = paishen("bundle", tmp_path / "game.jsonl", "-o", tmp_path / "p.zip", "--proof", tmp_path / "p.json")
    assert done.status == 0, done.err
    return tmp_path / "p.zip"


def test_a_proof_is_verified_with_and_without_us(paishen: Paishen, proved: Path, tmp_path: Path) -> None:
    (told,) = paishen("verify", proved, "--key", PUBLIC, "--json").json
    assert "archive" in [point["code"] for point in told["holds"]]
    with zipfile.ZipFile(proved) as archive:
        archive.extractall(tmp_path / "unpacked")
    ran = stranger(tmp_path / "unpacked", "--key", PUBLIC, site=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "was one of its 3 games at a checkpoint" in ran.stdout


def test_a_proof_of_another_game_is_neither_packed_nor_believed(
    paishen: Paishen, proved: Path, tmp_path: Path
) -> None:
    other = paishen("archive", "prove", "t/2", "--archive", tmp_path / "archive").out
    (tmp_path / "other.json").write_text(other)
    done = paishen("bundle", tmp_path / "game.jsonl", "-o", tmp_path / "o.zip", "--proof", tmp_path / "other.json")
    assert (done.status, (tmp_path / "o.zip").exists()) == (2, False)
    with zipfile.ZipFile(proved) as archive:
        archive.extractall(tmp_path / "unpacked")
    (tmp_path / "unpacked" / verifier.PROOF).write_text(other)
    ran = stranger(tmp_path / "unpacked", "--key", PUBLIC, site=True)
    assert ran.returncode == 1
    assert "does not prove that this log is in that archive" in ran.stdout


@pytest.mark.parametrize("part", ["path", "signature", "index", "size", "root"])
def test_a_proof_with_anything_changed_is_a_fault(paishen: Paishen, proved: Path, tmp_path: Path, part: str) -> None:
    with zipfile.ZipFile(proved) as archive:
        archive.extractall(tmp_path / "unpacked")
    place = tmp_path / "unpacked" / verifier.PROOF
    proof = json.loads(place.read_text())
    holder = proof["checkpoint"] if part in proof["checkpoint"] else proof
    value = holder[part]
    holder[part] = {"path": value[::-1] if part == "path" else None, "index": 0, "size": 4}.get(part) or (
        ("1" if value[0] == "0" else "0") + value[1:] if isinstance(value, str) else 0
    )
    place.write_text(json.dumps(proof))
    assert stranger(tmp_path / "unpacked", "--key", PUBLIC, site=True).returncode == 1
    bad = tmp_path / "bad.zip"
    with zipfile.ZipFile(proved) as archive, zipfile.ZipFile(bad, "w") as into:
        for name in archive.namelist():
            into.writestr(name, place.read_bytes() if name == verifier.PROOF else archive.read(name))
    (told,) = paishen("verify", bad, "--key", PUBLIC, "--json").json
    assert [point["code"] for point in told["faults"]] == ["proof_differs"]
