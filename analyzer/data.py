"""数据: where the folders `schemas` and `replays` are, in an installed wheel and in a checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from analyzer.errors import Unreadable
from analyzer.words import Words

PACKAGE: Final = Path(__file__).resolve().parent


def data(name: str) -> Path:
    """数据目录: the folder `name`, from the wheel's `analyzer/_data` or, in a checkout, beside the package.

    Raises `Unreadable` when the installation has no such folder.

    >>> (data("schemas") / "rulesets" / "simple.toml").is_file()
    True
    """
    for folder in (PACKAGE / "_data" / name, PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    raise Unreadable(
        Words(f"安装不完整: 缺少目录 {name}", f"the installation is incomplete: there is no folder {name}")
    )
