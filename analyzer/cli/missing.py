"""缺了什么: what an answer from an archive leaves out, or has from other rules, told beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from analyzer.cli.localized import lang, say
from analyzer.words import many

if TYPE_CHECKING:
    from analyzer.archive import Archive

FINDINGS: Final = 1


def told_missing(archive: Archive) -> int:
    """告缺: the exit status after a question; where damaged files took games out of the answer, that is said."""
    missing = archive.left_out()
    if missing is None:
        return 0
    click.echo(f"paishen: {missing.say(lang())}", err=True)
    return FINDINGS


def told_stale(games: int) -> None:
    """告旧: that so many games of an answer have verdicts by other rules than these."""
    if games:
        told = say(
            f"{games} 局是别版规则判的; 用 archive check --rejudge 重判",
            f"judged by other rules than these: {many(games, 'game')}; archive check --rejudge judges them anew",
        )
        click.echo(f"paishen: {told}", err=True)


def told_hidden(games: int, columns: str) -> None:
    """告不全: that some columns of an answer leave out so many games, as their hands are not all known."""
    if games:
        told = say(
            f"{columns} 没有算 {games} 局打完而手牌不全知的",
            f"{columns}: {many(games, 'finished game')} left out, as not all hands are known",
        )
        click.echo(f"paishen: {told}", err=True)
