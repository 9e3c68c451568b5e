"""Hostile games as JSON, JSON lines and text: the right verdict with its place, in little time and memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hostile.json_files import JSON, LINES, File
from tests.hostile.text_files import TEXTS
from tests.hostile.warm import Warm

FORMS = {"json": JSON, "jsonl": LINES, "txt": TEXTS}
FILES = [(end, file) for end, files in FORMS.items() for file in files]
OTHERS = (
    "show {}", "audit {}", "merge {} {}", "verify {}", "track {} --view 3", "deduce {}", "fit {}", "receipt {}",
    "convert {} {}.parquet --overwrite", "report {} -o {}.html", "import {} --archive {}.archive --workers 1",
)  # fmt: skip
"""What else reads a log; each file goes through one of them."""

each = pytest.mark.parametrize(("end", "file"), FILES, ids=[f"{end}: {file.name}" for end, file in FILES])


@each
def test_the_verdict_has_its_place(warm: Warm, tmp_path: Path, end: str, file: File) -> None:
    path = tmp_path / f"hostile.{end}"
    path.write_bytes(file.data)
    ran = warm.run("validate", path, "--lang", "en")
    assert (ran.err, ran.out.replace(f"{path}:", "").replace(f"{path}", "").rstrip("\n")) == ("", file.said)
    assert ran.status == (2 if "unreadable" in file.said else 1)
    ran.within_bounds()


@each
def test_other_commands_say_a_sentence_too(warm: Warm, tmp_path: Path, end: str, file: File) -> None:
    path = tmp_path / f"hostile.{end}"
    path.write_bytes(file.data)
    command = OTHERS[FILES.index((end, file)) % len(OTHERS)]
    ran = warm.run(*command.format(path, path).split(), "--lang", "en")
    assert ran.status in (0, 1, 2)
    assert "\x1b" not in ran.out + ran.err
    ran.within_bounds()


def test_there_are_enough_of_them() -> None:
    assert len({file.name for _, file in FILES}) >= 100
