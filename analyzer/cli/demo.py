"""演示: `paishen demo` - everything at once on the shipped samples."""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import click

from analyzer.cli.localized import command as make
from analyzer.cli.localized import lang, option, say
from analyzer.cli.validate import line_of, verdicts
from analyzer.data import data
from analyzer.errors import PaishenError
from analyzer.words import Words

LOCAL = "127.0.0.1"


def free_port() -> int:
    """A port of this machine that nobody uses now."""
    with socket.socket() as probe:
        probe.bind((LOCAL, 0))
        return int(probe.getsockname()[1])


def samples() -> list[Path]:
    """The shipped sample games."""
    return sorted(path for path in (data("replays") / "samples").iterdir() if ".paipu." in path.name)


def load(place: Path) -> None:
    """Validate the samples, line by line, and import them."""
    from analyzer.importing import bring

    for verdict in verdicts(tuple(str(path) for path in samples())):
        click.echo(line_of(verdict._replace(file=Path(verdict.file or "").name)))
    count = Counter(entry.outcome for entry in bring(samples(), place, lang()))
    click.echo(say(f"导入: {count['stored']} 局", f"imported: {count['stored']} games"))


@make(
    "demo",
    Words("一次看全: 校验、导入样例, 打开面板", "everything at once on the shipped samples"),
    examples=["paishen demo", "paishen demo --once"],
)
@option("--once", words=Words("每一步做一遍就结束", "do every step, see the page answer, and end"), is_flag=True)
@option("--no-browser", words=Words("不打开浏览器", "do not open a browser"), is_flag=True)
def command(once: bool, no_browser: bool) -> int:  # noqa: FBT001 - click passes it so
    """Validates and imports the samples into a folder of its own, and serves the dashboard until it is stopped."""
    from dashboards.launch import Door, serve, url

    port = free_port()
    with tempfile.TemporaryDirectory(prefix="paishen-") as folder:
        place = Path(folder)
        load(place)
        click.echo(say(f"面板在 {url(LOCAL, port)}", f"the dashboard is at {url(LOCAL, port)}"))
        if once:
            return visit(place, port)
        click.echo(say("按 Ctrl-C 结束", "Ctrl-C ends it"))
        serve(place, Door(port), browser=not no_browser)
    return 0


def visit(place: Path, port: int) -> int:
    """Start the dashboard in a process of its own, see that it answers, and stop it."""
    from dashboards.launch import answers

    serving = "import sys; from pathlib import Path; from dashboards.launch import Door, serve; "
    serving += "serve(Path(sys.argv[1]), Door(int(sys.argv[2])), browser=False)"
    server = subprocess.Popen(  # noqa: S603  our own interpreter and our own words
        [sys.executable, "-c", serving, str(place), str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        if not answers(LOCAL, port, 60):
            raise PaishenError(Words("面板没有应答", "the dashboard does not answer"))
    finally:
        server.terminate()
        server.wait(20)
    click.echo(say("面板有应答", "the dashboard answers"))
    return 0
