"""A large file needs no more memory than a small one, but for a bounded part."""

from __future__ import annotations

from pathlib import Path

from tests.big_import import measured, talkative

MEGABYTES = 300
GROWTH = 500
"""In MiB. That much more than for a small file is allowed; without a bound it would be several times the file."""


def test_a_file_of_300_megabytes_grows_less_than_500(tmp_path: Path) -> None:
    found = []
    for size in (1 << 20, MEGABYTES << 20):
        file = tmp_path / f"{size}.jsonl"
        with file.open("wb") as stream:
            stream.writelines(talkative(size))
        found.append((file.stat().st_size, *measured(file, tmp_path / f"archive{size}")))
        file.unlink()
    (_, few, small), (size, many, large) = found
    assert size >= MEGABYTES << 20
    assert many > 250 * few > 0
    assert large - small < GROWTH
