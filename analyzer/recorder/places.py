"""放处: where the games are kept that are recorded beside an archive."""

from __future__ import annotations

from pathlib import Path


def recordings(archive: Path) -> Path:
    """记录的文件夹: the folder of an archive in which games are recorded before they are imported.

    >>> recordings(Path("games")).as_posix()
    'games/recording'
    """
    return archive / "recording"
