"""启动: the dashboard's server - this machine only, no usage statistics, no error details on a page."""

from __future__ import annotations

import http.client
import os
import socket
import threading
import time
import webbrowser
from pathlib import Path
from typing import Any, Final

from analyzer.errors import PaishenError
from analyzer.words import Words

ARCHIVE: Final = "PAISHEN_ARCHIVE"
"""The environment variable that tells the app where the archive is."""
HERE: Final = Path(__file__).resolve().parent
LOCAL: Final = ("127.0.0.1", "localhost")
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
    '"PingFang SC", "Hiragino Sans GB", "Noto Sans CJK SC", "Source Han Sans SC", '
    '"Microsoft YaHei", sans-serif'
)


def serve(archive: Path, port: int, address: str = "127.0.0.1", *, browser: bool = True) -> None:
    """开张: serve the dashboard over an archive until stopped; with `browser` it is shown once it answers."""
    import streamlit as st

    os.environ[ARCHIVE] = str(archive.resolve())
    if browser:
        threading.Thread(target=_open, args=(address, port), daemon=True).start()
    st.App(HERE / "app.py").run(config=settings(port, address))


def url(address: str, port: int) -> str:
    """网址: where the dashboard is found.

    >>> url("127.0.0.1", 8501), url("::1", 80)
    ('http://127.0.0.1:8501', 'http://[::1]:80')
    """
    return f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"


def settings(port: int, address: str) -> dict[str, Any]:
    """设置: what Streamlit is told; its own defaults are the opposite of most of these.

    >>> settings(8501, "127.0.0.1")["server.allowedHosts"]
    ['127.0.0.1', 'localhost']
    """
    return {
        "server.port": port,
        "server.address": address,
        "server.allowedHosts": list(dict.fromkeys((address, *LOCAL))),
        "server.headless": True,
        "server.fileWatcherType": "none",
        "server.maxUploadSize": 64,
        "browser.gatherUsageStats": False,
        "browser.serverAddress": address,
        "client.toolbarMode": "minimal",
        "client.showErrorDetails": "none",
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


def answers(address: str, port: int, wait: float = PATIENCE) -> bool:
    """应答: whether the server says that it is healthy and gives the page, within `wait` seconds."""
    until = time.monotonic() + wait
    while time.monotonic() < until:
        try:
            if _asked(address, port, "/_stcore/health")[0] == 200:
                status, page = _asked(address, port, "/")
                return status == 200 and b"<html" in page
        except (OSError, http.client.HTTPException):
            time.sleep(0.1)
    return False


def _asked(address: str, port: int, path: str) -> tuple[int, bytes]:
    line = http.client.HTTPConnection(address, port, timeout=5)
    try:
        line.request("GET", path)
        answer = line.getresponse()
        return answer.status, answer.read()
    finally:
        line.close()


def _open(address: str, port: int) -> None:
    if answers(address, port):
        webbrowser.open(url(address, port))
