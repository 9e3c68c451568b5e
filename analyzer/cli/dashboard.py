"""面板: `paishen dashboard` - the archive in the browser."""

from __future__ import annotations

from pathlib import Path

import click

from analyzer.cli.localized import Misuse, option, say
from analyzer.cli.localized import command as make
from analyzer.words import Words

LOCAL = "127.0.0.1"


@make(
    "dashboard",
    Words("在浏览器里打开面板", "the dashboard, in the browser"),
    examples=["paishen dashboard --archive games"],
)
@option("--archive", words=Words("档案的文件夹", "the folder of the archive"), metavar="DIR")
@option("--port", words=Words("端口", "the port"), type=click.IntRange(1, 65535), default=8501, metavar="N")
@option("--no-browser", words=Words("不打开浏览器", "do not open a browser"), is_flag=True)
def command(archive: str | None, port: int, no_browser: bool) -> int:  # noqa: FBT001 - click passes it so
    """Serves on this machine alone until it is stopped."""
    from analyzer.archive import default_archive
    from dashboards.launch import check_free, serve, url

    place = Path(archive) if archive else default_archive()
    if archive and not place.is_dir():
        raise Misuse(f"没有这个文件夹: {archive}", f"there is no such folder: {archive}")
    check_free(LOCAL, port)
    place.mkdir(parents=True, exist_ok=True)
    click.echo(say(f"面板在 {url(LOCAL, port)}", f"the dashboard is at {url(LOCAL, port)}"))
    serve(place, port, browser=not no_browser)
    return 0
