"""缺了什么: what an answer from an archive leaves out, told beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from analyzer.cli.localized import lang

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
