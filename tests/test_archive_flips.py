"""A flipped bit in any file of an archive is found by a check, or nothing is changed by it; a size for every run."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.archive_flips import figures, flips, is_silent, lay


def test_a_flipped_bit_is_found_or_changes_nothing(tmp_path: Path) -> None:
    folder = lay(tmp_path)
    before = figures(folder)
    tried = list(flips(folder, Random(), 3))
    assert len(tried) == 3 * len({flip.file for flip in tried}) == 39
    assert [flip for flip in tried if is_silent(folder, flip, before)] == []
    assert figures(folder) == before
