"""面板: `paishen dashboard` - the archive in the browser."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from analyzer.cli.localized import Misuse, option, say
from analyzer.cli.localized import command as make
from analyzer.words import Words

if TYPE_CHECKING:
    from dashboards.guard import Password


@make(
    "dashboard",
    Words(
        "在浏览器里打开面板。\n只有本机能打开; 要给同一网络里的人看, 用 --address 和 --allow-host, 并加 --password。",
        "The dashboard, in the browser.\nOnly this machine can open it; to show it to a network use --address and "
        "--allow-host, which need --password.",
    ),
    examples=[
        "paishen dashboard --archive games",
        "paishen dashboard --archive games --address 192.168.1.5 --allow-host club.lan --password",
    ],
)
@option(
    "--archive",
    words=Words("档案的文件夹; 不写则用默认的", "the archive's folder; your own when left out"),
    metavar="DIR",
)
@option("--port", words=Words("端口", "the port"), type=click.IntRange(1, 65535), default=8501, metavar="N")
@option("--address", words=Words("在哪个地址上开", "the address to serve on"), default="127.0.0.1", metavar="A")
@option(
    "--allow-host", "hosts", multiple=True, metavar="H",
    words=Words("浏览器还可以用的主机名, 可写多次", "a further name that browsers may use, any number of times"),
)  # fmt: skip
@option(
    "--password",
    words=Words("先问一个密码, 来看的人都要输入", "ask for a password that visitors must give"),
    is_flag=True,
)
@option("--no-browser", words=Words("不打开浏览器", "do not open a browser"), is_flag=True)
def command(
    archive: str | None,
    port: int,
    address: str,
    hosts: tuple[str, ...],
    password: bool,  # noqa: FBT001 - click passes it so
    no_browser: bool,  # noqa: FBT001 - click passes it so
) -> int:
    """Serves until it is stopped."""
    from analyzer.archive import default_archive
    from dashboards.launch import Door, check_free, serve

    place = Path(archive) if archive else default_archive()
    if archive and not place.is_dir():
        raise Misuse(f"没有这个文件夹: {archive}", f"there is no such folder: {archive}")
    check_door(address, hosts, password=password)
    check_free(address, port)
    door = Door(port, address, hosts, ask() if password else None)
    place.mkdir(parents=True, exist_ok=True)
    click.echo(say(f"面板在 {door.url}", f"the dashboard is at {door.url}"))
    serve(place, door, browser=not no_browser)
    return 0


def check_door(address: str, hosts: tuple[str, ...], *, password: bool) -> None:
    """Refuse what would let a network in without a password, or nobody at all."""
    from dashboards.guard import host_of
    from dashboards.launch import EVERYWHERE, is_local

    bad = next((host for host in hosts if host_of(host) != host.lower()), None)
    if bad is not None:
        raise Misuse(
            f"--allow-host 要一个主机名, 不带端口: {bad}", f"--allow-host wants a host's name without a port: {bad}"
        )
    if not password and (hosts or not is_local(address)):
        raise Misuse("给网络里的人看必须加 --password", "a dashboard for a network needs --password")
    if address in EVERYWHERE and not hosts:
        raise Misuse(
            f"{address} 不是名字; 用 --allow-host 写出浏览器用的主机名",
            f"{address} is no name; give the one that browsers use with --allow-host",
        )


def ask() -> Password:
    """The password, typed twice on a terminal, else a line of standard input; kept hashed."""
    from dashboards.guard import SHORTEST, Password

    if sys.stdin.isatty():
        text = str(click.prompt(say("密码", "password"), hide_input=True, confirmation_prompt=say("再输一次", "again")))
    else:
        text = sys.stdin.readline().rstrip("\r\n")
    if len(text) < SHORTEST:
        raise Misuse(f"密码至少 {SHORTEST} 个字符", f"a password has at least {SHORTEST} characters")
    return Password.of(text)
