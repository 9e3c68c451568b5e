"""Files whose names are no UTF-8 (GBK on a UTF-8 system): every command names them legibly; no traceback."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest

from analyzer.archive import Archive
from analyzer.importing import bring, tasks
from analyzer.paipu import dumps_json
from tests.conftest import Paishen
from tests.test_replay import PLAYS, events, log_of

GBK = "周五".encode("gbk")
SAID = r"\xd6\xdc\xce\xe5"
COMMANDS = [
    line.split()
    for line in """
    validate {} | validate {} --json | show {} | show {} --json
    audit {} | audit {} --json | verify {} | verify {} --json
    fit {} | fit {} --json | track {} --view 1 --json | receipt {} | merge {} {} -o {} | report {} -o {}.html
    convert {} {}.txt | convert {} {}.parquet | convert {} {}.odd | seal {} | ledger {} --json | bundle {} -o {}.zip
    rules check {} | rules check {} --json | query verdicts --archive {} | archive check --archive {} | keys show {}
    deduce {} --view 1 | review {} --view 1 | outlook {} --json | import {} --archive {} | train {} --report
    simulate --rules {}
    """.strip()
    .replace("\n", "|")
    .split("|")
]


def named(folder: Path, end: str = ".paipu.json") -> Path:
    """A path in a folder whose name is GBK."""
    return folder / os.fsdecode(GBK + end.encode())


def is_text(ran: Any) -> bool:
    """Whether what was written can be written as UTF-8, and JSON in it can be read strictly."""
    for text in (ran.out, ran.err):
        text.encode()
    for line in ran.out.splitlines():
        if line.startswith(("{", "[")):
            json.dumps(json.loads(line), ensure_ascii=False).encode()
    return "Traceback" not in ran.err


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("there", [True, False])
def test_a_command_names_such_a_file(
    paishen: Paishen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], there: bool
) -> None:  # fmt: skip
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    file = named(tmp_path)
    if there:
        file.write_bytes(dumps_json(log_of(events([*PLAYS[:4]]))))
    done = paishen(*(word.format(file) for word in words), stdin="")
    assert done.status in (0, 1, 2), done
    assert is_text(done)
    if not there:
        assert done.status == 2
        assert SAID in (done.out + done.err).replace("\\\\", "\\"), done


def test_validate_names_it_in_words_and_in_json(paishen: Paishen, tmp_path: Path) -> None:
    file = named(tmp_path)
    file.write_bytes(dumps_json(log_of(events([*PLAYS]))))
    assert paishen("validate", file).out.startswith(f"{tmp_path}/{SAID}.paipu.json:1  small")
    assert paishen("validate", file, "--json").json[0]["file"] == f"{tmp_path}/{SAID}.paipu.json"


@pytest.mark.parametrize("workers", [1, 2])
def test_an_import_takes_it_and_its_neighbours(
    paishen: Paishen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    """Packed or not, in lines or not, and a second time as duplicates."""
    if workers > 1:
        monkeypatch.setattr(tasks, "TASK", 1)
    place = tmp_path / "logs"
    place.mkdir()
    raw = [dumps_json(log_of(events([*PLAYS]), game=f"g{number}")) for number in range(6)]
    (place / "a.paipu.json").write_bytes(raw[0])
    named(place).write_bytes(raw[1])
    named(place, ".paipu.jsonl").write_bytes(raw[2] + b"\n{}\n")
    named(place, ".paipu.json.gz").write_bytes(gzip.compress(raw[3]))
    with zipfile.ZipFile(named(place, ".zip"), "w") as packed:
        packed.writestr("x.paipu.json", raw[4])
    (place / "z.paipu.json").write_bytes(raw[5])
    done = paishen("import", place, "--archive", tmp_path / "archive", "--workers", workers, "--json")
    assert done.status == 1
    assert sorted((one["game"] or "", one["outcome"]) for one in done.json) == [
        ("", "rejected"), *((f"g{number}", "stored") for number in range(6)),
    ]  # fmt: skip
    assert {one["file"].removeprefix(f"{place}/") for one in done.json} == {
        "a.paipu.json", "z.paipu.json", f"{SAID}.paipu.json", f"{SAID}.paipu.jsonl", f"{SAID}.paipu.json.gz",
        f"{SAID}.zip/x.paipu.json",
    }  # fmt: skip
    again = paishen("import", place, "--archive", tmp_path / "archive", "--workers", workers, "--json")
    assert [one["outcome"] for one in again.json].count("duplicate") == 6
    ledger = (tmp_path / "archive" / "ledger.jsonl").read_bytes().decode().splitlines()
    assert [json.loads(line) for line in ledger] == done.json + again.json
    assert len(Archive(tmp_path / "archive").games()) == 6


def test_a_zstd_file_of_such_a_name_is_read(tmp_path: Path) -> None:
    import pyarrow as pa

    codec: Any = pa.Codec("zstd")
    named(tmp_path, ".paipu.json.zst").write_bytes(codec.compress(dumps_json(log_of(events([*PLAYS]))), asbytes=True))
    (entry,) = bring([tmp_path], tmp_path / "archive")
    assert (entry.outcome, Path(entry.file).name) == ("stored", f"{SAID}.paipu.json.zst")


def test_an_archive_of_such_a_name_is_one_sentence(paishen: Paishen, tmp_path: Path) -> None:
    """DuckDB opens no such files; so nothing is stored there either."""
    log = tmp_path / "a.paipu.json"
    log.write_bytes(dumps_json(log_of(events([*PLAYS]))))
    folder = named(tmp_path, "")
    done = paishen("import", log, "--archive", folder, "--lang", "en")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert f"{SAID}: the folder of an archive needs a name in UTF-8" in done.err
    assert not folder.exists()
    list(bring([log], tmp_path / "there"))
    shutil.move(tmp_path / "there", folder)
    for words in (("query", "verdicts"), ("query", "--sql", "select 1"), ("archive", "check")):
        done = paishen(*words, "--archive", folder, "--lang", "en")
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1), done
        assert SAID in done.err
