"""启动: the dashboard's server - this machine only, no usage statistics, no error details on a page."""

from __future__ import annotations

import http.client
import ipaddress
import os
import socket
import threading
import time
import webbrowser
from pathlib import Path
from typing import Any, Final, NamedTuple

from analyzer.errors import PaishenError
from analyzer.words import Words
from dashboards.guard import Guard, Password

ARCHIVE: Final = "PAISHEN_ARCHIVE"
"""The environment variable that tells the app where the archive is."""
PERSONAL: Final = "PAISHEN_PERSONAL"
"""The environment variable that tells the app, with 1, that nobody but the user of this machine sees it."""
HERE: Final = Path(__file__).resolve().parent
LOCAL: Final = ("127.0.0.1", "localhost", "::1")
EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - what is served on every address has to be named
UPLOAD: Final = 64
"""Megabytes that a file may have that is brought to the page, and a message from or to it."""
PATIENCE: Final = 30.0
"""Seconds to wait for the server before the browser is opened."""

LIGHT: Final = {
    "primaryColor": "#1c6b55", "backgroundColor": "#fbf8f1", "secondaryBackgroundColor": "#efe9da",
    "textColor": "#28231d", "borderColor": "#e2dac9",
}  # fmt: skip
DARK: Final = {
    "primaryColor": "#5fb898", "backgroundColor": "#171a19", "secondaryBackgroundColor": "#232826",
    "textColor": "#ece6d8", "borderColor": "#353b38",
}  # fmt: skip
FONT: Final = (
    '"PingFang SC", "Hiragino Sans GB", "Noto Sans CJK SC", "Source Han Sans SC", "Microsoft YaHei", sans-serif'
)


class Door(NamedTuple):
    """门: where the dashboard is served, the names it goes by beside the address, and the password."""

    port: int
    address: str = "127.0.0.1"
    names: tuple[str, ...] = ()
    password: Password | None = None

    @property
    def hosts(self) -> list[str]:
        """The names that a browser may call it by: on this machine also those of the machine itself.

        >>> Door(80, "192.168.1.5", ("club.example",)).hosts, Door(80).hosts
        (['192.168.1.5', 'club.example'], ['127.0.0.1', 'localhost', '::1'])
        """
        own = LOCAL if is_local(self.address) else ()
        address = () if self.address in EVERYWHERE else (self.address,)
        return list(dict.fromkeys((*address, *self.names, *own)))

    @property
    def url(self) -> str:
        """Where a browser finds it.

        >>> Door(80).url, Door(80, "0.0.0.0", ("club.example",)).url
        ('http://127.0.0.1:80', 'http://club.example:80')
        """
        return url(self.hosts[0], self.port)


def is_local(address: str) -> bool:
    """本机: whether an address is reached from this machine alone.

    >>> [is_local(address) for address in ("127.0.0.1", "localhost", "::1", "0.0.0.0", "club.example")]
    [True, True, True, False, False]
    """
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address.lower() == "localhost"


def serve(archive: Path, door: Door, *, browser: bool = True) -> None:
    """开张: serve the dashboard over an archive until stopped; with `browser` it is shown once it answers."""
    import streamlit as st
    from starlette.middleware import Middleware
    from streamlit.runtime.pages_manager import PagesManager

    PagesManager.uses_pages_directory = False  # or the first visitor with a link to a page gets it without the app
    os.environ[ARCHIVE] = str(archive.resolve())
    os.environ[PERSONAL] = "1" if is_local(door.address) and not door.names else "0"
    if browser:
        threading.Thread(target=_open, args=(door,), daemon=True).start()
    guard = Middleware(Guard, hosts=door.hosts, password=door.password)
    st.App(HERE / "app.py", middleware=[guard]).run(config=settings(door))


def url(address: str, port: int) -> str:
    """网址: where the dashboard is found.

    >>> url("127.0.0.1", 8501), url("::1", 80)
    ('http://127.0.0.1:8501', 'http://[::1]:80')
    """
    return f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"


def settings(door: Door) -> dict[str, Any]:
    """设置: what Streamlit is told; its own defaults are the opposite of most of these.

    >>> settings(Door(8501))["server.allowedHosts"]
    ['127.0.0.1', 'localhost', '::1']
    """
    return {
        "server.port": door.port,
        "server.address": door.address,
        "server.allowedHosts": door.hosts,
        "server.headless": True,
        "server.fileWatcherType": "none",
        "server.maxUploadSize": UPLOAD,
        "server.maxMessageSize": UPLOAD,
        "server.enableStaticServing": False,
        "runner.magicEnabled": False,
        "runner.postScriptGC": False,  # it would take longer than most pages do; Python collects by itself
        "browser.gatherUsageStats": False,
        "browser.serverAddress": door.address,
        "client.toolbarMode": "minimal",
        "client.showErrorDetails": "none",
        "client.showErrorLinks": False,
        "theme.font": FONT,
        "theme.baseRadius": "12px",
        **{f"theme.light.{key}": value for key, value in LIGHT.items()},
        **{f"theme.dark.{key}": value for key, value in DARK.items()},
    }


def check_free(address: str, port: int) -> None:
    """空着: refuse a port that somebody serves on already, with a `PaishenError`."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError as error:
            why = str(error.strerror).lower()
            raise PaishenError(
                Words(f"端口 {port} 用不了 ({why}); 用 --port 换一个", f"port {port}: {why}; take another with --port")
            ) from error


def answers(address: str, port: int, wait: float = PATIENCE, host: str | None = None) -> bool:
    """应答: whether the server says that it is healthy and gives the page, within `wait` seconds.

    `host` is the name that it is called by, its address when left out.
    """
    until = time.monotonic() + wait
    while time.monotonic() < until:
        try:
            if _asked(address, port, "/_stcore/health", host)[0] == 200:
                status, page = _asked(address, port, "/", host)
                return status == 200 and b"<html" in page
        except (OSError, http.client.HTTPException):
            time.sleep(0.1)
    return False


def _asked(address: str, port: int, path: str, host: str | None) -> tuple[int, bytes]:
    line = http.client.HTTPConnection(address, port, timeout=5)
    try:
        line.request("GET", path, headers={"Host": f"{host}:{port}"} if host else {})
        answer = line.getresponse()
        return answer.status, answer.read()
    finally:
        line.close()


def _open(door: Door) -> None:
    address = LOCAL[0] if door.address in EVERYWHERE else door.address
    if answers(address, door.port, host=door.hosts[0]):
        webbrowser.open(door.url)
