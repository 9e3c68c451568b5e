"""人: who the names at the tables are: `players.toml` in the archive's folder, written by its owner.

One person may sit under several names, and one name may be two people at two sittings::

    [names]                     # at any sitting
    "王" = "老王"

    [sittings."2026-11-30/t3"]  # at this one
    "王" = "小王"

A name that is not there is the person of that name.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from analyzer.errors import PaishenError
from analyzer.toml import text_of, values_of
from analyzer.words import Words

PLAYERS: Final = "players.toml"
PARTS: Final = ("names", "sittings")
NOT_NAMES: Final = Words(
    '要写成 [names] 或 [sittings."某场"], 下面每行 "牌谱里的名字" = "人"',
    'it wants [names] or [sittings."a sitting"], below it lines "name in the log" = "person"',
)


class Person(NamedTuple):
    """人: who a name is at a sitting, at any where that is None."""

    sitting: str | None
    name: str
    person: str


def read_persons(folder: Path) -> tuple[Person, ...]:
    """读人: what `players.toml` says; nothing where there is none. `PaishenError` where it cannot be read.

    >>> read_persons(Path("no/such/folder"))
    ()
    """
    path = folder / PLAYERS
    try:
        return tuple(_persons(values_of(text_of(path))))
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except PaishenError as error:
        error.file = str(path)
        raise
    except ValueError:
        raise PaishenError(NOT_NAMES, file=str(path)) from None


def _persons(document: dict[str, Any]) -> Iterator[Person]:
    """The persons of a document; `ValueError` where it is not made so."""
    if not set(document) <= set(PARTS):
        raise ValueError
    yield from _named(None, document.get("names", {}))
    sittings = document.get("sittings", {})
    if not isinstance(sittings, dict):
        raise ValueError  # noqa: TRY004  one error for whatever is wrong
    for sitting, names in sittings.items():
        yield from _named(sitting, names)


def _named(sitting: str | None, names: object) -> Iterator[Person]:
    if not isinstance(names, dict) or not all(isinstance(person, str) and person for person in names.values()):
        raise ValueError
    for name, person in names.items():
        yield Person(sitting, name, person)
