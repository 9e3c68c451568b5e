"""取局: the games of the files on a command line, ready to be judged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cli.localized import Misuse

if TYPE_CHECKING:
    from analyzer.errors import Unreadable
    from analyzer.paipu import Sourced


def games(
    files: tuple[str, ...], game: str | None = None, *, gaps: bool = False, must: bool = True
) -> Iterator[Sourced | Unreadable]:
    """取局: the games of some files, in order; one game alone where it is named.

    Passes that a text leaves out are filled in, but with `gaps`. `Misuse` where there `must` be a game of that name and
    is none.
    """
    from analyzer.errors import Unreadable
    from analyzer.paipu import read
    from analyzer.replay import fill

    found = False
    for file in files:
        for one in read(Path(file)):
            name = one.game if isinstance(one, Unreadable) else one.log.game
            if game is None or game == name:
                found = True
                yield one if gaps or isinstance(one, Unreadable) or not one.gaps else fill(one)
    if must and game is not None and not found:
        raise no_game(game)


def no_game(game: str) -> Misuse:
    """没有这一局: there is no game of that name."""
    return Misuse(f"没有叫 {game} 的牌局", f"there is no game {game}")
