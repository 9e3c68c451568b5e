"""取局: the games of the files on a command line, ready to be judged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from analyzer.cli.localized import Misuse, argument, lang, option
from analyzer.words import Words

if TYPE_CHECKING:
    from analyzer.errors import Unreadable
    from analyzer.events import Log
    from analyzer.paipu import Sourced


A_LOG: Final = argument(
    "file", Words("牌谱, 或档案 (用 --game 选一局)", "a log, or an archive (choose with --game)"), metavar="FILE"
)
WHICH: Final = option(
    "--game", words=Words("文件里有几局时, 看哪一局", "which game, where a file holds several"), metavar="G"
)
"""FILE and --game of the commands that look at one game of a file or an archive."""


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


def chosen(file: str, game: str | None) -> Sourced:
    """选局: the one game of a file, or the one of that name; `Unreadable` or `Misuse` where there is none."""
    from analyzer.errors import Unreadable
    from analyzer.paipu import read

    found = list(read(Path(file)))
    wanted = [one for one in found if game in (None, one.game if isinstance(one, Unreadable) else one.log.game)]
    bad = next((one for one in wanted if isinstance(one, Unreadable)), None)
    good = [one for one in wanted if not isinstance(one, Unreadable)]
    if bad and not good:
        raise bad
    if not good:
        raise no_game(game)
    if game is None and len(found) > 1:
        names = ", ".join(dict.fromkeys(one.log.game for one in good[:5])) + (", …" if len(good) > 5 else "")
        raise Misuse(
            f"文件里有 {len(found)} 局, 请用 --game 选一局: {names}",
            f"the file holds {len(found)} games, choose one with --game: {names}",
        )
    return good[0]


def whole_log(file: str, game: str | None) -> Log:
    """整谱: the one log that is meant of a file or an archive, the passes that a text leaves out filled in.

    As `chosen`; `PaishenError` where an archive cannot be read.
    """
    from analyzer.replay import fill

    if is_archive(Path(file)):
        return _stored(Path(file), game)
    found = chosen(file, game)
    return fill(found).log if found.gaps else found.log


def _stored(folder: Path, game: str | None) -> Log:
    """The log of a game of an archive."""
    from analyzer.archive import Archive

    if game is None:
        raise Misuse(f"{folder} 是档案, 请用 --game 选一局", f"{folder} is an archive, choose a game with --game")
    return Archive(folder).log(game)


def is_archive(place: Path) -> bool:
    """是否档案: whether a folder is an archive."""
    if not place.is_dir():
        return False
    from analyzer.archive import MANIFEST

    return (place / MANIFEST).is_file()


def broken_off(log: Log, known: int, file: str) -> int | None:
    """断处: the exit status after so many events of a log were told; where it breaks a rule then, that is said."""
    from analyzer.tracking.facts import refused

    if known == len(log.events):
        return None
    stopped = refused(log, known)
    stopped.file = file
    click.echo(f"paishen: {stopped.say(lang())}", err=True)
    return 1


def no_game(game: str | None) -> Misuse:
    """没有这一局: there is no game of that name."""
    return Misuse(f"没有叫 {game} 的牌局", f"there is no game {game}")
