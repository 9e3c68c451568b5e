"""重做: what the stored bytes of some games say now - read, hashed and judged again as an import does it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from analyzer.archive.packs import Listed, unpacked
from analyzer.archive.segments import Stored, tables_of
from analyzer.errors import PaishenError, Unreadable
from analyzer.paipu import Sourced
from analyzer.paipu.files import loads_by
from analyzer.words import Words

if TYPE_CHECKING:
    import pyarrow as pa

    from analyzer.importing.item import Item

LOT: Final = 8 << 20
"""How many bytes of logs are read together, about."""
OTHER_BYTES: Final = Words("原文已损坏", "the bytes of the log are damaged")
OTHER_CONTENT: Final = Words("原文的内容哈希与存入时不同", "the log has another content hash than when it was stored")


class Bad(NamedTuple):
    """坏的一局: a game whose bytes are not those that were stored, and why."""

    listed: Listed
    words: Words


class Good(NamedTuple):
    """好的一局: a game as its bytes say it."""

    listed: Listed
    item: Item


def reread(path: Path, listed: Iterable[Listed]) -> Iterator[Good | Bad]:
    """重读: games from a file of logs, each as it was when it was stored or else `Bad`; `OSError` as open raises it."""
    with path.open("rb") as stream:
        for one in listed:
            try:
                raw = unpacked(stream, one.span)
            except (PaishenError, OSError, ValueError, OverflowError):
                yield Bad(one, OTHER_BYTES)
                continue
            yield _understood(one, raw)


def _understood(listed: Listed, raw: bytes) -> Good | Bad:
    """A game from its bytes."""
    from analyzer.importing.item import Item, taken
    from analyzer.importing.quick import quickly

    found = next(loads_by(raw, f"stored.paipu.{listed.form}", quickly), None)
    if isinstance(found, Sourced | Item):
        item = taken(found._replace(file=listed.file, line=listed.line))
        if isinstance(item, Item) and item.sha256 == listed.sha256:
            return Good(listed, item)
    elif isinstance(found, Unreadable):
        return Bad(listed, found.inside(event=True))
    return Bad(listed, OTHER_CONTENT)


def in_lots(listed: Sequence[Listed]) -> Iterator[list[Listed]]:
    """分批: games in their order, so many at a time as fit into memory; the numbers of a lot have no gap.

    >>> one = Listed(1, "1", 0, "json", "", 0, 10, LOT, "", 0, "a.json", 1)
    >>> from msgspec.structs import replace
    >>> [len(lot) for lot in in_lots([one, replace(one, number=2), replace(one, number=4, log_size=5)])]
    [1, 1, 1]
    """
    lot: list[Listed] = []
    size = 0
    for one in listed:
        if lot and (size + one.log_size > LOT or one.number != lot[-1].number + 1):
            yield lot
            lot, size = [], 0
        lot.append(one)
        size += one.log_size
    if lot:
        yield lot


def stored(games: Sequence[Good], extends: Sequence[str | None], threads: int = 1) -> Stored:
    """判: the games judged by the rules as they are now."""
    from analyzer.importing.lot import judged

    return judged([game.item for game in games], extends, threads)


def tables(games: Sequence[Good], extends: Mapping[int, str | None], threads: int = 1) -> dict[str, pa.Table]:
    """表: the rows that the games have in the archive's tables, where `extends` says which logs they go on from."""
    found = stored(games, [extends.get(game.listed.number) for game in games], threads)
    return tables_of(found, [game.listed.number for game in games], [game.listed.span for game in games])
